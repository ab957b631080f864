"""Processor time grows as the input does, and what is told of it doesn't: each kind of input is doubled three times.

A kind is a function that writes a project with so many of something. What its largest size takes shows a square
clearly; PNP_GROWTH=4 makes all sizes four times as large.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from nightly import every
from pikepdf import Pdf
from running import REPOSITORY
from spreadsheets import xlsx
from tiny_game import change, write, write_tiny

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="measures copies of a process")

GAME = "card_data/tiny/game.yaml"
CARDS = "card_data/tiny/cards.yaml"
DOT = "card_data/tiny/art/dot.svg"
LARGER = int(os.environ.get("PNP_GROWTH", "1"))
MOST = 2.4  # times as long for twice as much
UNSEEN = 0.03  # seconds, below which a machine's own business is all that is measured
TRIES = 4
LINES = 320  # of all that a command says: a few of each of several kinds, with their sources
SECONDS = 20 * LARGER  # that no size takes

CHECK = ("check", "tiny", "--ink", "low", "--no-cache", "--jobs", "1")
Write = Callable[[Path, int], None]


class Kind(NamedTuple):
    """What is doubled from how many on, and the command that reads it."""

    write: Write
    size: int
    words: tuple[str, ...]

    def __str__(self) -> str:
        return self.write.__name__


KINDS: list[Kind] = []


def kind(size: int, *words: str) -> Callable[[Write], Write]:
    def noted(write: Write) -> Write:
        KINDS.append(Kind(write, size, words or CHECK))
        return write

    return noted


def cards(root: Path, text: str, suffix: str = "yaml") -> None:
    """In place of the cards of the game; the first is c0."""
    (root / CARDS).unlink()
    write(root, f"card_data/tiny/cards.{suffix}", text)
    change(root, GAME, "data: cards.yaml", f"data: cards.{suffix}")
    change(root, GAME, "drop: {cards: [two]}", "drop: {cards: [c0]}")


def one_card(root: Path, rule: str, more: str = "") -> None:
    cards(root, f"- id: c0\n  name: Card\n  rule: {rule}\n{more}")


def fields(root: Path, said: str) -> None:
    change(root, GAME, "      rule: text\n", f"      rule: text\n{said}")


def game(root: Path, said: str) -> None:
    write(root, GAME, (root / GAME).read_text() + said)


def before_coins(root: Path, said: str) -> None:
    change(root, GAME, "  coins:\n", f"{said}  coins:\n")


def template(root: Path, inner: str) -> None:
    write(root, "layouts/tiny/card.xml.j2", f"<face>\n{inner}\n</face>\n")


def svg(root: Path, inner: str) -> None:
    write(root, DOT, f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{inner}</svg>')


def pdf(root: Path, pages: int, draws: bytes) -> None:
    made = Pdf.new()
    for _ in range(pages):
        made.add_blank_page(page_size=(180, 252))
    content = made.make_stream(draws)
    for page in made.pages:
        page.obj.Contents = content
    made.save(root / "cards.pdf")


def numbers(root: Path) -> None:
    fields(root, "      power: number\n")


def catalogue(root: Path, entries: str) -> None:
    change(root, GAME, "name: {type: text, required: true}", "name: {type: text, required: true, translatable: true}")
    header = (
        "Language: de\\n",
        "Content-Type: text/plain; charset=UTF-8\\n",
        "Plural-Forms: nplurals=2; plural=n != 1;\\n",
    )
    head = 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}"\n' for line in header)
    write(root, "card_data/tiny/locale/de.po", head + entries)


def lines(pattern: str, count: int) -> str:
    return "".join(pattern.replace("@", str(number)) + "\n" for number in range(count))


# Tables


@kind(2500)
def columns_beyond_the_limit(root: Path, count: int) -> None:
    cards(root, "id,name," + ",".join(f"x{n}" for n in range(count)) + "\n" + f"c0,Card,{',' * count}\n" * 3, "csv")


@kind(100, *CHECK, "--json")
def columns_without_a_field(root: Path, count: int) -> None:
    heading = ",".join(f"x{n}" for n in range(count))
    cards(root, f"id,name,{heading}\n" + lines("c@,Card" + ",1" * count, 40), "csv")


@kind(100)
def columns_of_json(root: Path, count: int) -> None:
    rows = [{"id": f"c{n}", "name": "Card"} | {f"x{at}": "1" for at in range(count)} for n in range(20)]
    cards(root, json.dumps(rows), "json")


@kind(100)
def columns_of_fields(root: Path, count: int) -> None:
    fields(root, lines("      f@: text", count))
    heading = ",".join(f"f{n}" for n in range(count))
    cards(root, f"id,name,{heading}\n" + lines("c@,Card" + ",1" * count, 20), "csv")


@kind(100, "new", "mine", "--from", "table.csv")
def columns_of_a_new_game(root: Path, count: int) -> None:
    heading = ",".join(f"Column {n}" for n in range(count))
    write(root, "table.csv", f"Name,Text,{heading}\n" + lines("Card @,Take @" + ",some words" * count, 10))


@kind(1000, "data", "tiny", "--as", "csv")
def rows_of_csv(root: Path, count: int) -> None:
    cards(root, "id,name,rule\n" + lines('c@,Card @,"Take, [dot] @."', count), "csv")


@kind(500, "data", "tiny", "--as", "xlsx")
def rows_of_xlsx(root: Path, count: int) -> None:
    cards(root, "", "xlsx")
    rows = [("id", "name", "rule"), *((f"c{n}", f"Card {n}", "Take a [dot].") for n in range(count))]
    (root / "card_data/tiny/cards.xlsx").write_bytes(xlsx(Cards=rows))


@kind(1000, "data", "tiny", "--as", "json")
def rows_of_json(root: Path, count: int) -> None:
    cards(root, json.dumps([{"id": f"c{n}", "name": f"Card {n}"} for n in range(count)]), "json")


@kind(1000, "new", "mine", "--from", "table.csv")
def rows_of_a_new_game(root: Path, count: int) -> None:
    write(root, "table.csv", "Name,Text,Qty\n" + lines("Card @,Take @ coins,2", count))


@kind(500_000)
def characters_of_a_cell(root: Path, count: int) -> None:
    cards(root, f'id,name,rule\nc0,Card,"{"word " * (count // 5)}"\n', "csv")


# Texts


@kind(400)
def words(root: Path, count: int) -> None:
    one_card(root, f"'{'word ' * count}'")


@kind(2500)
def characters_of_a_word(root: Path, count: int) -> None:
    one_card(root, "w" * count)


@kind(500)
def brackets_of_a_text(root: Path, count: int) -> None:
    one_card(root, f"'{'[' * count}'")


@kind(250, "check", "tiny", "--ink", "low", "--no-cache", "--json")
def wrong_icons_of_a_text(root: Path, count: int) -> None:
    one_card(root, "'" + "".join(f"[c{n}] " for n in range(count)) + "'")


@kind(300)
def lines_of_a_text(root: Path, count: int) -> None:
    one_card(root, ">\n" + "    a line\n\n" * count + "    [nix]\n")


# Pieces


@kind(75, "build", "tiny", "--no-cache", "--jobs", "1")
def pieces(root: Path, count: int) -> None:
    cards(root, lines("- {id: c@, name: Card @, rule: 'Take a [dot].'}", count))


@kind(1000, "build", "tiny", "--no-cache", "--jobs", "1")
def copies(root: Path, count: int) -> None:
    cards(root, lines("- {id: c@, name: Card, copies: 100}", count // 100 + 1))


@kind(1000)
def broken_cards(root: Path, count: int) -> None:
    cards(root, lines("- {id: c@, name: Card, rule: [a: b}", count))


# Problems


@kind(75)
def wrong_numbers(root: Path, count: int) -> None:
    numbers(root)
    cards(root, lines("- {id: c@, name: Card, power: many@}", count))


@kind(75)
def wrong_numbers_in_one_line(root: Path, count: int) -> None:
    numbers(root)
    cards(root, "[" + lines("{id: c@, name: Card, power: many@}, ", count).replace("\n", "") + "]\n")


@kind(75)
def wrong_cells(root: Path, count: int) -> None:
    numbers(root)
    cards(root, "id,name,power\n" + lines("c@,Card,many@", count), "csv")


@kind(75, "check", "tiny", "--ink", "low", "--no-cache", "--format", "concise")
def wrong_json(root: Path, count: int) -> None:
    numbers(root)
    cards(root, json.dumps([{"id": f"c{n}", "name": "Card", "power": f"many{n}"} for n in range(count)]), "json")


@kind(100)
def unknown_keys(root: Path, count: int) -> None:
    cards(root, lines("- {id: c@, name: Card, power@: 1}", count))


@kind(50)
def unknown_icons(root: Path, count: int) -> None:
    cards(root, lines("- {id: c@, name: Card, rule: 'Take [coin@].'}", count))


@kind(100)
def missing_names(root: Path, count: int) -> None:
    cards(root, lines("- {id: c@, rule: Take.}", count))


@kind(500)
def ids_given_twice(root: Path, count: int) -> None:
    cards(root, "- {id: c0, name: Card}\n" + "- {id: c1, name: Card}\n" * count)


@kind(50)
def texts_too_long(root: Path, count: int) -> None:
    cards(root, lines("- {id: c@, name: Card @ with a name that no box of a card has room for at all}", count))


@kind(100)
def references_to_nothing(root: Path, count: int) -> None:
    fields(root, "      other: {type: reference, to: cards}\n")
    cards(root, lines("- {id: c@, name: Card, other: d@}", count))


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


class Measured(NamedTuple):
    seconds: float
    code: int
    lines: int
    first: list[str]


Measure = Callable[[Path, tuple[str, ...]], Measured]


@pytest.fixture(scope="module")
def measure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Measure]:
    """Return a function that measures a command in a copy of a process that has imported everything."""
    program = [sys.executable, str(Path(__file__).with_name("measured.py"))]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "PNP_CACHE": str(tmp_path_factory.mktemp("cache"))}
    streams: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(program, env=environment, **streams) as process:
        assert process.stdin and process.stdout
        asked, answered = process.stdin, process.stdout

        def measured(folder: Path, words: tuple[str, ...]) -> Measured:
            print(json.dumps({"folder": str(folder), "words": words, "most": SECONDS}), file=asked, flush=True)
            return Measured(**json.loads(answered.readline()))

        yield measured
        asked.close()


@pytest.mark.parametrize("each", every(4, KINDS), ids=str)
def test_time_grows_as_the_input_does(each: Kind, measure: Measure, tmp_path: Path) -> None:
    def written(count: int, again: int) -> Path:
        root = write_tiny(tmp_path / f"{count}-{again}")
        each.write(root, count)
        return root

    sizes = [each.size * LARGER << doubled for doubled in range(4)]
    found = {count: measure(written(count, 0), each.words) for count in sizes}
    for count, what in found.items():
        assert what.code >= 0, f"{count} take more than {SECONDS} seconds"
        assert what.code not in (5, 70), what.first
        assert what.lines <= LINES or "--json" in each.words, f"{what.lines} lines are said of {count}"
    found[1] = measure(written(1, 0), each.words)
    least = {count: what.seconds for count, what in found.items()}
    for again in range(1, TRIES):
        if not (slow := _grown(_subtract_base(least))):
            break
        for count in (*slow, 1):  # a busy moment may have been that of the base
            least[count] = min(least[count], measure(written(count, again), each.words).seconds)
    least = _subtract_base(least)
    took = ", ".join(f"{count}: {seconds:.2f} s" for count, seconds in least.items())
    assert not _grown(least), f"more than {MOST} times as long a doubling: {took}"


def _subtract_base(least: dict[int, float]) -> dict[int, float]:
    return {count: seconds - least[1] for count, seconds in least.items() if count > 1}


def _grown(least: dict[int, float]) -> list[int]:
    """Return the sizes that take too long for a quarter of them: over two doublings, other load counts less."""
    sizes = list(least)
    pairs = zip(sizes, sizes[2:], strict=False)
    return [four for one, four in pairs if least[four] > MOST**2 * max(least[one], UNSEEN)]
