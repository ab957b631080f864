"""Why a condition doesn't hold: what its comparison, or the first that fails in an `and`, expected and found."""

from pnp.model.rules import Expression
from pnp.rules.declared._judged import Judged
from pnp.rules.expressions import Evaluator, Names, contrasted, shown

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


def reason(judged: Judged, names: Names) -> str:
    """ "2 expected, 1 found", or that it doesn't hold where it is no comparison. Raises Wrong."""
    return compared(judged.world.evaluator, judged.rule.subject, names)


def compared(evaluator: Evaluator, expression: Expression, names: Names) -> str:
    """The same of any expression."""
    sides = evaluator.sides(expression, names)
    if sides is None:
        return "doesn't hold"
    found, operator, expected = sides
    wanted, there = contrasted(expected, found) if operator == "==" else (shown(expected), shown(found))
    return f"{_EXPECTED[operator].format(wanted)}, {there} found"
