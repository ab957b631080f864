"""What a table's columns may be → a template that prints each of them by itself, to be changed by hand."""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.importing.tables.guessing import Guess, Guessed, main_figure

_BADGES_A_ROW = 3
_BADGE, _WIDEST_BADGE = 9.0, 24.0  # mm, its height and width
_GAP = 1.2
_MOST_BADGES, _MOST_TEXTS = 9, 6
_NO_ROOM = "no room for so many on a card"
_SHORT_LABEL = 14  # characters, which a third of the width has room for
_BADGE_TEXT = 14
_MOST_LETTERS = 480  # of texts on a poker card, at a size that is read with pleasure


class CardSize(NamedTuple):
    name: str  # in game.yaml
    w: float
    h: float


_POKER, _TAROT = CardSize("poker", 63, 88), CardSize("tarot", 70, 120)


def line_below_name(guess: Guess) -> Guessed | None:
    """A short text, unless it is all that a card says: then it has the middle of the card, in a size to match."""
    lines = [each for each in guess.of_role("line") if each.has_letters and each.importance == 1]
    is_alone = len(guess.of_role("line")) == 1 and not guess.of_role("text", "list", "flag")
    return None if is_alone or not lines else lines[0]


def badges_of(guess: Guess) -> list[Guessed]:
    """Figures, and texts as short as figures, that stand at the bottom."""
    corner, below = main_figure(guess), line_below_name(guess)
    figures = [each for each in guess.of_role("figure") if each is not corner]
    others = [each for each in guess.of_role("line") if each is not below and each.importance == 1]
    is_alone = len(guess.of_role("line")) == 1 and not guess.of_role("text", "list", "flag")
    return figures + [each for each in others if each.longest <= _BADGE_TEXT and not is_alone]


def with_what_has_room(guess: Guess) -> Guess:
    """Without the columns that no card could hold."""
    badges = badges_of(guess)
    beside = {line_below_name(guess), main_figure(guess), *badges[:_MOST_BADGES]}
    elsewhere = {*beside, *badges}
    texts = [each for each in guess.of_role("text", "line", "list", "flag") if each not in elsewhere]
    kept = {
        *beside,
        *texts[:_MOST_TEXTS],
        *guess.of_role("name", "id", "copies", "left"),
        *guess.of_role("picture")[:1],
    }
    columns = [each if each in kept else Guessed(each.heading, "left", why=_NO_ROOM) for each in guess.columns]
    return guess._replace(columns=tuple(columns))


def size_for(guess: Guess) -> CardSize:
    """Long texts want a larger card."""
    letters = sum(column.longest for column in guess.of_role("text", "list", "line"))
    picture = 250 if guess.of_role("picture") else 0
    return _TAROT if letters + picture > _MOST_LETTERS else _POKER


def card_template(guess: Guess, source: str) -> str:
    """Return a template that follows the size and the bleed of game.yaml. `source` is the table's name."""
    corner = main_figure(guess)
    frame = 'x="3" y="3" width="{{ w - 6 }}" height="{{ h - 6 }}" rx="2.2"'
    band = "M3 16V5.2A2.2 2.2 0 0 1 5.2 3H{{ w - 5.2 }}A2.2 2.2 0 0 1 {{ w - 3 }} 5.2V16Z"  # its upper corners round
    lines = [
        f"{{# A card as pnp new made it of {_comment(source)}: move, delete and add what you like. Millimetres. #}}",
        "{% set w, h, b = component.w, component.h, component.bleed %}",
        "<face>",
        '  <rect x="{{ -b }}" y="{{ -b }}" width="{{ w + 2 * b }}" height="{{ h + 2 * b }}" fill="border"/>',
        f'  <rect {frame} fill="paper"/>',
        f'  <path d="{band}" fill="band"/>',
        f'  <rect {frame} fill="none" stroke="rule" stroke-width="0.5"/>',
        '  <line x1="3" y1="16" x2="{{ w - 3 }}" y2="16" stroke="rule" stroke-width="0.5"/>',
    ]
    if guess.name:
        room = f"{{{{ w - {24 if corner else 12} }}}}"
        lines.append(f'  <text of="{guess.name.field}" x="6" y="4" w="{room}" h="11" style="name"/>')
    if corner:
        lines += _if(
            corner,
            '<circle cx="{{ w - 10.5 }}" cy="9.5" r="5" fill="corner" stroke="rule" stroke-width="0.5"/>',
            f'<text of="{corner.field}" x="{{{{ w - 14.5 }}}}" y="5.5" w="8" h="8" style="corner"/>',
        )
    lines += _below(guess)
    return "\n".join([*lines, "</face>", ""])


def _comment(source: str) -> str:
    return source.replace("#}", "# }").replace("{", "(")


def _below(guess: Guess) -> Iterator[str]:
    """The line below the name, a picture, texts, and badges at the bottom."""
    kind, badges = line_below_name(guess), badges_of(guess)
    long = [each for each in guess.of_role("text", "line", "list", "flag") if each is not kind and each not in badges]
    top, under = 18.0, ""
    if kind:
        yield from _if(kind, f'<text of="{kind.field}" x="6" y="16.8" w="{{{{ w - 12 }}}}" h="5" style="line"/>')
        top = 22.5
    for picture in guess.of_role("picture")[:1]:
        yield f"  {{% set high = (h - {top:g}) * 0.42 %}}"
        box = f'x="5" y="{top:g}" w="{{{{ w - 10 }}}}" h="{{{{ high }}}}"'
        yield from _if(picture, f'<image href="{{{{ piece.{picture.field} }}}}" {box}/>')
        top, under = top + 2, " + high"
    rows = [badges[at : at + _BADGES_A_ROW] for at in range(0, len(badges), _BADGES_A_ROW)]
    for number, row in enumerate(reversed(rows)):
        yield from _badges(row, 5 + _BADGE + number * (_BADGE + _GAP))
    if long:
        bottom = 6 + len(rows) * (_BADGE + _GAP)
        above, left = f"{top:g}{under}", f"h - {top + bottom:g}{under.replace('+', '-')}"
        yield from _texts(long, f'x="6" y="{{{{ {above} }}}}" w="{{{{ w - 12 }}}}" h="{{{{ {left} }}}}"')


def _if(column: Guessed, *lines: str) -> Iterator[str]:
    """Only on cards that say it."""
    yield f"  {{% if piece.{column.field} is not none %}}"
    yield from (f"  {line}" for line in lines)
    yield "  {% endif %}"


def _badges(row: list[Guessed], up: float) -> Iterator[str]:
    """Yield a row of badges, whose top is `up` above the bottom edge."""
    yield f"  {{% set wide = [{_WIDEST_BADGE:g}, (w - {12 + _GAP * (len(row) - 1):g}) / {len(row)}]|min %}}"
    yield f'  <row x="6" y="{{{{ h - {up:g} }}}}" w="{{{{ w - 12 }}}}" h="{_BADGE:g}" gap="{_GAP:g}" justify="center">'
    for column in row:
        yield f"    {{% if piece.{column.field} is not none %}}"
        box = f'w="{{{{ wide }}}}" h="{_BADGE:g}" padding="0.7" justify="between" align="center" rx="1.5"'
        yield f'    <column {box} fill="badge" stroke="rule" stroke-width="0.3">'
        yield f'      <text w="{{{{ wide - 1.4 }}}}" h="3" style="label">{_label(column)}</text>'
        yield f'      <text of="{column.field}" w="{{{{ wide - 1.4 }}}}" h="4.4" style="figure"/>'
        yield "    </column>"
        yield "    {% endif %}"
    yield "  </row>"


def _label(column: Guessed) -> str:
    return f"{{% trans %}}{label_of(column.heading)}{{% endtrans %}}"


def label_of(heading: str) -> str:
    """A heading as it is printed: not too long, and nothing in it is Jinja's, XML's or a mark of card text."""
    words = "".join(" " if sign in '{}<>&%#[]*\\"' else sign for sign in heading).split() or ["-"]
    label = words[0][:_SHORT_LABEL]
    for word in words[1:]:
        label = f"{label} {word}" if len(label) + len(word) < _SHORT_LABEL else label
    return label


def _texts(columns: list[Guessed], box: str) -> Iterator[str]:
    """What is called a rule as such, else the longest, the others below it; all of them smaller where one card says
    much."""
    main = max(columns, key=lambda column: (column.type == "text", column.importance, column.longest))
    yield f'  <column {box} gap="1.6" justify="center" shrink="together">'
    for column in (main, *[each for each in columns if each is not main]):
        style = "body" if column is main else "aside"
        if column.role == "flag":
            yield f'    {{% if piece.{column.field} %}}<text style="{style}">{_label(column)}</text>{{% endif %}}'
        elif column.role == "list":
            said = f'{{{{ piece.{column.field}|join(" · ") }}}}'
            yield f'    {{% if piece.{column.field} %}}<text style="{style}">{said}</text>{{% endif %}}'
        else:
            yield f'    {{% if piece.{column.field} %}}<text of="{column.field}" style="{style}"/>{{% endif %}}'
    yield "  </column>"
