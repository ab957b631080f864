"""What a rule expects of figures, one for each value of `by` → the figures that are not as expected."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rules import Bound, Expression
from pnp.model.suggest import MEANT, did_you_mean
from pnp.rules.declared._blame import Off
from pnp.rules.declared._judged import Judged
from pnp.rules.expressions import contrasted, same, shown

UNEXPECTED = code(
    "PNP519",
    "expected figures for other values than there are",
    """
    A rule expects a figure for each value of `by`, or for each number of players, but names one that doesn't occur, or
    leaves out one that does.

    Bad:  `by: season`, `is: {spring: 12, autum: 12}`
    Good: `by: season`, `is: {spring: 12, autumn: 12}`
    """,
)
_WORDS = {"is": "", "at-least": "at least ", "at-most": "at most "}

Figures = Mapping[str, tuple[Any, list[Any]]]  # what it is of → the figure, and the items that make it up
Tell = Callable[[Bound, list[Off]], Iterable[Problem]]


def compare(judged: Judged, figures: Figures, tell: Tell) -> Iterator[Problem]:
    """`figures` is "" → the one figure where the rule has no `by`; `tell` says what is off. Raises Wrong."""
    for bound in judged.rule.bounds:
        if isinstance(bound.expected, Mapping):
            if judged.rule.by is None:
                message = f"{judged.rule.id}: {bound.relation} has a figure for each value of something, but of what?"
                yield UNEXPECTED.at(bound.span, message, hint="by: says of what")
                continue
            yield from odd_keys(judged, bound, bound.expected, figures)
        off: list[Off] = []
        for name, (figure, items) in figures.items():
            expression = bound.expected.get(name) if isinstance(bound.expected, Mapping) else bound.expected
            if expression is not None:
                expected = judged.world.evaluator.value(expression, judged.names)
                if not fits(bound.relation, figure, expected, expression, judged):
                    off.append(Off(name, figure, expected, items))
        if len(off) > 1 and len(off) == len(figures) and not isinstance(bound.expected, Mapping):
            message = f"{sentence(bound, off[0])}, and none of the other {len(off) - 1} is right"
            yield judged.problem(message, at=bound.span)
        else:
            yield from tell(bound, off)


def odd_keys(
    judged: Judged, bound: Bound, expected: Mapping[str, Expression], there: Mapping[str, Any], what: str = ""
) -> Iterator[Problem]:
    """Those that are expected and don't occur, and the other way round."""
    id = judged.rule.id + judged.share
    missing = [name for name in there if name not in expected]
    for name in expected:
        if name not in there:
            hint = did_you_mean(name, missing or there)
            missing = [name for name in missing if hint != f"{MEANT}{name}?"]
            yield UNEXPECTED.at(expected[name].span, f"{id}: there is nothing of {name}{what}", hint=hint)
    if missing:
        left = shown(tuple(missing))
        yield UNEXPECTED.at(bound.span, f"{id}: {bound.relation} says nothing of {left}{what}")


def fits(relation: str, figure: Any, expected: Any, expression: Expression, judged: Judged) -> bool:
    if relation == "is":
        return same(figure, expected)
    number = judged.world.evaluator.number(expression, judged.names)
    return bool(figure >= number if relation == "at-least" else figure <= number)


def sentence(bound: Bound, off: Off) -> str:
    """ "19 expected, 18 found for tribes" """
    wanted, found = contrasted(off.expected, off.figure)
    return f"{_WORDS[bound.relation]}{wanted} expected, {found} found" + (f" for {off.name}" if off.name else "")
