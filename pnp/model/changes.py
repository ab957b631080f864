"""What modules do to things that stay: figures raised, copies changed, and all pieces for which something holds.

Sums are the same in whatever order they are made, so several modules may add to one figure.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.model.regex import regex
from pnp.model.rules import Bound, Expression, Rule, Table, Turn, place_in
from pnp.model.span import Span

if TYPE_CHECKING:
    from pnp.model.game import Game


class Bulk(NamedTuple):
    """`{where: advanced}` drops pieces, `{where: order < 7, is: 2}` has so many copies of each."""

    where: Expression
    copies: int  # 0: they leave


class Copies(NamedTuple):
    """How many copies of a piece there are with a module."""

    id: str
    copies: int
    span: Span


def has_bulk(game: "Game") -> bool:
    """Whether any module means pieces by what holds for them."""
    return any(change.bulk for module in game.patches for change in module.changes.values())


_NUMBER = regex(r"-?\d{1,9}")
WHOLE = ""  # the key of the one figure that is for all


class Plus(NamedTuple):
    """`heroes: 26`, `heroes-per-faction: {tribes: 6}`, `game_end: {2: 1}`: the id, and figures by their keys."""

    id: str
    figures: Mapping[str, Any]  # expressions for a rule, numbers for a table
    span: Span
    places: Mapping[str, Span]  # of the keys
    is_new: bool = False  # rows that the table doesn't have


def raised(item: Any, more: Iterable[Plus]) -> Any:
    """A rule or a table with these figures more; what doesn't fit is a problem that is said elsewhere.

    One figure for all comes to each that the rule itself expects, not to those of values that only modules bring.
    """
    for plus in sorted(more, key=lambda each: (not each.is_new, WHOLE not in each.figures)):
        if isinstance(item, Rule):
            item = replace(item, bounds=tuple([_raised_bound(bound, plus) for bound in item.bounds]))
        elif isinstance(item, Table):
            item = _with_rows(item, plus)
    return item


def fits(item: Any, plus: Plus) -> bool:
    """Whether there are figures to add these to: one figure to any, figures for some values to such."""
    if isinstance(item, Rule):
        return any(WHOLE in plus.figures or isinstance(bound.expected, Mapping) for bound in item.bounds)
    return isinstance(item, Table) and WHOLE not in plus.figures


def _raised_bound(bound: Bound, plus: Plus) -> Bound:
    expected = bound.expected
    if not isinstance(expected, Mapping):
        more = plus.figures.get(WHOLE)
        return bound if more is None else bound._replace(expected=_sum(expected, more))
    if WHOLE in plus.figures:
        return bound._replace(expected={key: _sum(old, plus.figures[WHOLE]) for key, old in expected.items()})
    own = {key: _sum(expected[key], more) if key in expected else more for key, more in plus.figures.items()}
    return bound._replace(expected={**expected, **own})


def _sum(one: Expression, other: Expression) -> Expression:
    """Of two numbers their sum; else `(one) + (other)`, of which each character stands where it was written."""
    if _NUMBER.fullmatch(one.text) and _NUMBER.fullmatch(other.text):
        return Expression(str(int(one.text) + int(other.text)), place_in(one.span, one.turns, 0))
    text, between = f"({one.text}) + (", len(one.text) + 6
    turns = [Turn(1, one.span.line, one.span.column, one.span.file), *_moved(one, 1)]
    turns += [Turn(between, other.span.line, other.span.column, other.span.file), *_moved(other, between)]
    return Expression(f"{text}{other.text})", place_in(one.span, one.turns, 0), tuple(turns))


def _moved(expression: Expression, by: int) -> list[Turn]:
    file = expression.span.file
    return [turn._replace(offset=turn.offset + by, file=turn.file or file) for turn in expression.turns]


def _with_rows(table: Table, plus: Plus) -> Table:
    rows, places = dict(table.rows), dict(table.places)
    for key, more in plus.figures.items():
        players = int(key)
        old = rows.get(players)
        if plus.is_new and players not in rows:
            rows[players], places[players] = more, plus.places[key]
        elif not plus.is_new and isinstance(old, int | float) and isinstance(more, int | float):
            rows[players], places[players] = old + more, plus.places[key]
    return replace(table, rows=rows, places=places)
