"""What grows besides tables: the file of the game, looks, pictures, catalogues, sheets of what is finished."""

from pathlib import Path

from large_tables import (
    CHECK,
    GAME,
    KINDS,
    before_coins,
    cards,
    catalogue,
    fields,
    game,
    kind,
    lines,
    one_card,
    pdf,
    svg,
    template,
)
from tiny_game import change, write

__all__ = ["KINDS"]


# The file of the game


@kind(12_500)
def characters_of_a_value_of_the_game(root: Path, count: int) -> None:
    write(root, GAME, f"a: 0x{'f' * count}\n")


@kind(2500)
def lines_of_the_game(root: Path, count: int) -> None:
    game(root, "# pnp: ignore PNP350\n" * count)


@kind(500)
def unknown_keys_of_the_game(root: Path, count: int) -> None:
    game(root, lines("key@: 1", count))


@kind(500)
def fields_of_a_component(root: Path, count: int) -> None:
    fields(root, lines("      f@: text", count))


@kind(50)
def components(root: Path, count: int) -> None:
    before_coins(root, lines("  k@:\n    title: K @\n    size: 20mm\n    front: coin.xml.j2", count))


@kind(500)
def icons(root: Path, count: int) -> None:
    change(root, GAME, "icons: {dot: art/dot.svg}", "icons:\n  dot: art/dot.svg\n" + lines("  i@: art/dot.svg", count))


@kind(25)
def modules(root: Path, count: int) -> None:
    game(root, lines("  m@: {title: M @, add: {cards: m@.yaml}}", count))
    for number in range(count):
        write(root, f"card_data/tiny/m{number}.yaml", f"- {{id: m{number}, name: Card}}\n")


@kind(25)
def modules_that_need_each_other(root: Path, count: int) -> None:
    game(root, "  m0: {title: M}\n")
    game(root, "".join(f"  m{n}: {{title: M {n}, needs: [m{n - 1}]}}\n" for n in range(1, count)))


@kind(300)
def definitions(root: Path, count: int) -> None:
    change(root, GAME, "modules:\n", f"define:\n{lines('  d@: @', count)}modules:\n")


@kind(100)
def rules(root: Path, count: int) -> None:
    write(root, "card_data/tiny/rules.yaml", lines("- {id: r@, say: A, each: name == 'x@', of: cards}", count))


@kind(100)
def parentheses_of_a_rule(root: Path, count: int) -> None:
    nested = f"{'(' * count}name{')' * count}"
    write(root, "card_data/tiny/rules.yaml", f"- {{id: r, say: A, each: '{nested}', of: cards}}\n")


@kind(5000)
def nesting(root: Path, count: int) -> None:
    one_card(root, "[" * count + "]" * count)


@kind(5000)
def nesting_of_json(root: Path, count: int) -> None:
    cards(root, "[" * count + "]" * count, "json")


@kind(100)
def files_that_nothing_names(root: Path, count: int) -> None:
    for number in range(count):
        write(root, f"card_data/tiny/more/x{number}.yaml", "[]\n")
    game(root, lines("# more/@.yaml", count))


@kind(100)
def terms_of_the_glossary(root: Path, count: int) -> None:
    write(root, "card_data/tiny/glossary.yaml", lines("- {term: word@, forms: [words@], say: A word.}", count))


# Looks


@kind(500)
def styles(root: Path, count: int) -> None:
    write(root, "layouts/tiny/style.yaml", "styles:\n  s0: {size: 8pt}\n" + lines("  t@: {like: s0}", count))


@kind(50)
def templates(root: Path, count: int) -> None:
    before_coins(root, lines("  k@:\n    title: K @\n    size: 20mm\n    front: k@.xml.j2", count))
    for number in range(count):
        write(root, f"layouts/tiny/k{number}.xml.j2", '<face><rect x="1" y="1" width="3" height="3"/></face>\n')


@kind(50)
def includes(root: Path, count: int) -> None:
    template(root, lines('{% include "p@.xml.j2" %}', count))
    for number in range(count):
        write(root, f"layouts/tiny/p{number}.xml.j2", '<rect x="1" y="1" width="3" height="3"/>')


@kind(250)
def elements_of_a_template(root: Path, count: int) -> None:
    template(root, lines('<rect x="1" y="@" width="3" height="3" fill="#ccc"/>', count))


@kind(150)
def conditions_of_a_template(root: Path, count: int) -> None:
    template(root, lines('{% if piece.name == "x@" %}<g/>{% endif %}', count))


@kind(150)
def wrong_elements_of_a_template(root: Path, count: int) -> None:
    template(root, lines('<rect x="a@" y="1" width="3" height="3"/>', count))


@kind(100)
def parentheses_of_a_template(root: Path, count: int) -> None:
    template(root, f"{{{{ {'(' * count}1{')' * count} }}}}")


@kind(1000)
def braces_of_a_template(root: Path, count: int) -> None:
    template(root, "{% raw %}" + "{{ " * count + "{% endraw %}")


# Pictures


@kind(2500)
def points_of_a_path(root: Path, count: int) -> None:
    svg(root, f'<path d="M0 0 {"".join(f"L{n % 10} {n % 7} " for n in range(count))}Z"/>')


@kind(250)
def elements_of_a_drawing(root: Path, count: int) -> None:
    svg(root, lines('<circle cx="5" cy="5" r="0.@" fill="red" stroke="blue"/>', count))


@kind(200)
def rules_of_a_style_sheet(root: Path, count: int) -> None:
    styles = lines(".c@{fill:red}", count)
    svg(root, f"<style>{styles}</style>" + lines('<path class="c@" d="M0 0h5v5"/>', count))


@kind(7)
def nested_groups_of_a_style_sheet(root: Path, count: int) -> None:
    selector = "a " + "g " * min(count, 18)
    svg(root, f"<style>{selector}path{{fill:red}}</style>{'<g>' * count}<path d='M0 0h5v5'/>{'</g>' * count}")


@kind(10_000)
def comments_of_a_style_sheet(root: Path, count: int) -> None:
    svg(root, f"<style>{'/* ' * count}</style><path d='M0 0h5v5'/>")


@kind(500)
def wrong_elements_of_a_drawing(root: Path, count: int) -> None:
    svg(root, lines("<foo@/>", count))


# Catalogues


@kind(500, *CHECK, "--lang", "de")
def entries_that_nothing_needs(root: Path, count: int) -> None:
    catalogue(root, lines('\nmsgctxt "cards.c@.name"\nmsgid "Card @"\nmsgstr "Karte @"', count))


@kind(100, "translate", "update", "tiny", "--force")
def entries_that_are_renamed(root: Path, count: int) -> None:
    cards(root, "- {id: c0, name: Card}\n" + lines("- {id: d@, name: Card @ anew}", count))
    entries_that_nothing_needs(root, count)


@kind(500, *CHECK, "--lang", "de")
def broken_entries(root: Path, count: int) -> None:
    catalogue(root, lines('\nmsgctxt "cards.c@.name"\nmsgid "Card @"\nmsgstrr "Karte @"', count))


# Sheets of what is finished


@kind(500, "sheet", "cards.pdf", "--no-cache")
def empty_pages(root: Path, count: int) -> None:
    pdf(root, count, b"")


@kind(100, "sheet", "cards.pdf", "--no-cache")
def pages_that_are_cards(root: Path, count: int) -> None:
    pdf(root, count, b"1 0 0 RG 10 10 50 50 re S")
