"""What a rule expects of figures → those that are off, which piece is to blame, and why something doesn’t hold."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.cardtext.suggest import DID_YOU_MEAN, did_you_mean
from pnp.model.problem import Code, Problem, code
from pnp.model.rules import Bound, Expression
from pnp.rules.declared._judged import Judged, grouped, kept
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.values import exact, key, same, shown

if TYPE_CHECKING:
    from pnp.rules.expressions.evaluator import Evaluator


class Off(NamedTuple):
    """A figure that isn't what a rule expects; `items` make it up."""

    name: str  # what it is of; "" where the rule has but one
    figure: Any
    expected: Any
    items: Sequence[Any]
    relation: str = "is"

    @property
    def figures(self) -> str:
        """19 expected, 18 found"""
        from pnp.rules.expressions.printing import contrasted  # needs the parser, which declarations don't

        wanted, found = contrasted(self.expected, self.figure)
        return f"{_WORDS[self.relation]}{wanted} expected, {found} found"

    @property
    def whose(self) -> str:
        """ " for tribes" """
        return f" for {self.name}" if self.name else ""


class Slip(NamedTuple):
    """A piece's number, and the one with which the sum would be right."""

    item: Any
    number: Any
    instead: Any


def slip(off: Off) -> Slip | None:
    """Of a sum, whose items are pieces with their numbers: the one piece that explains it by the wrong sign, or by one
    more or less than it should have.

    It must be unlike the others: of several whose sign would explain it that has another sign than all others, and
    one more or less is only believed of a number that no other piece has where others have the right one.
    """
    if any(isinstance(each, bool) or not isinstance(each, int | float) for each in (off.expected, off.figure)):
        return None
    copies = Counter(id(item) for item, _ in off.items)
    numbers = {id(item): (item, number) for item, number in off.items if number}
    alike = Counter(number for _, number in numbers.values())
    lacking = off.expected - off.figure
    slips = [Slip(item, number, exact(number + lacking / copies[id(item)])) for item, number in numbers.values()]
    turned = [each for each in slips if each.instead == -each.number]
    signs = Counter(number > 0 for number in alike.elements())
    odd = [each for each in turned if signs.total() > 2 and signs[each.number > 0] == 1]
    near = [each for each in slips if abs(each.instead - each.number) == 1]
    own = [each for each in near if alike[each.number] == 1 and alike[each.instead]]
    found = odd if len(odd) == 1 else turned or own
    return found[0] if len(found) == 1 else None


def stray(more: Off, less: Off, valued: Iterable[tuple[Any, Any]]) -> Any:
    """Of counts by a value: the one piece counted under `more` that stands among those counted under `less`, where it
    would make up for both; or whose id says so. None where none does, or several do.

    `valued`: all pieces in the order of their files, with their values.
    """
    surplus = more.figure - more.expected
    if surplus <= 0 or surplus != less.expected - less.figure:
        return None
    order = list({id(item): (item, {shown(each) for each in kept(value)}) for item, value in valued}.values())
    copies = Counter(id(item) for item in more.items)
    both = {more.name, less.name}
    moved = [n for n, (item, its) in enumerate(order) if both & its == {more.name} and copies[id(item)] == surplus]
    among: list[int] = []
    for (
        n
    ) in moved:  # between two neighbours, or at an end before the two next ones; of fewer than three none says anything
        first = min(max(n - 1, 0), len(order) - 3)
        beside = [values for place, (_, values) in enumerate(order[first : first + 3], first) if place != n]
        among += [n] if len(order) > 2 and all(less.name in values for values in beside) else []
    found = among or [n for n in moved if _says(order[n][0], less.name) and not _says(order[n][0], more.name)]
    return order[found[0]][0] if len(found) == 1 else None


def _says(item: Any, name: str) -> bool:
    """Whether the id of a piece has this word."""
    return name in str(key(item)).split("-")


UNEXPECTED = code("PNP519", says="{rule}: {relation} says nothing of {left}{what}", varies=("left",))
NO_SUCH_VALUE = UNEXPECTED.also("{rule}: there is nothing of {name}{what}", varies=("rule",))
FIGURES_OF_WHAT = UNEXPECTED.also("{rule}: {relation} has a figure for each value of something, but of what?")
_WORDS = {"is": "", "at-least": "at least ", "at-most": "at most "}

Tell = Callable[[list[Off], list[tuple[Any, Any]]], Iterable[Problem]]


def compare(
    judged: Judged, items: Sequence[Any], figure: Callable[[Sequence[Any]], Any], tell: Tell, none_right: Code
) -> Iterator[Problem]:
    """`figure` is what items come to: all of them, or those of each value of `by`. `tell` says what is off, and is told
    all items with these values; `none_right` says that all figures are off. Raises Wrong."""
    by = judged.rule.by
    valued = [(item, value) for item, (_, value) in zip(items, judged.values(by), strict=True)] if by else []
    groups = grouped(valued, judged.entries(by)).values() if by else ()
    parts = {shown(value): each for value, each in groups} if by else {"": items}
    figures = {name: figure(each) for name, each in parts.items()}
    for bound in judged.rule.bounds:
        expected = bound.expected
        if isinstance(expected, Mapping) and by is None:
            yield FIGURES_OF_WHAT.at(bound.span, rule=judged.rule.id, relation=bound.relation, hint="by: says of what")
            continue
        wanted = expected if isinstance(expected, Mapping) else dict.fromkeys(figures, expected)
        yield from odd_keys(judged, bound, wanted, figures)
        asked = [name for name in figures if name in wanted]
        off = [each for name in asked if (each := miss(judged, bound, wanted[name], figures[name], name, parts[name]))]
        if len(off) > 1 and len(off) == len(figures) and not isinstance(expected, Mapping):
            yield judged.problem(
                none_right, at=bound.span, figures=off[0].figures, whose=off[0].whose, others=len(off) - 1
            )
        else:
            yield from tell(off, valued)


def odd_keys(
    judged: Judged, bound: Bound, expected: Mapping[str, Expression], there: Mapping[str, Any], what: str = ""
) -> Iterator[Problem]:
    """Those that are expected and don't occur, and the other way round."""
    id = judged.rule.id + judged.share
    missing = [name for name in there if name not in expected]
    for name in expected:
        if name not in there:
            hint = did_you_mean(name, missing or there)
            missing = [name for name in missing if hint != f"{DID_YOU_MEAN}{name}?"]
            yield NO_SUCH_VALUE.at(expected[name].span, rule=id, name=name, what=what, hint=hint)
    if missing:
        left = shown(tuple(missing))
        yield UNEXPECTED.at(bound.span, rule=id, relation=bound.relation, left=left, what=what)


def miss(
    judged: Judged, bound: Bound, expression: Expression, figure: Any, name: str = "", items: Sequence[Any] = ()
) -> Off | None:
    """How a figure is off; None where it is as expected. Raises Wrong."""
    evaluator = judged.world.evaluator
    expected = evaluator.value(expression, judged.names)
    if bound.relation == "is":
        fits = same(figure, expected)
    else:
        number = evaluator.number(expression, judged.names)
        fits = figure >= number if bound.relation == "at-least" else figure <= number
    return None if fits else Off(name, figure, expected, items, bound.relation)


_EXPECTED = {
    "==": "{} expected",
    "!=": "other than {} expected",
    "<": "less than {} expected",
    "<=": "at most {} expected",
    ">": "more than {} expected",
    ">=": "at least {} expected",
    "in": "one of {} expected",
    "not in": "none of {} expected",
}


def compared(evaluator: "Evaluator", expression: Expression, names: Names) -> str:
    """ "2 expected, 1 found", or that it doesn't hold where it is no comparison. Raises Wrong."""
    from pnp.rules.expressions.printing import contrasted  # needs the parser, which declarations don't

    sides = evaluator.sides(expression, names)
    if sides is None:
        return "doesn't hold"
    found, operator, expected = sides
    wanted, there = contrasted(expected, found) if operator == "==" else (shown(expected), shown(found))
    return f"{_EXPECTED[operator].format(wanted)}, {there} found"
