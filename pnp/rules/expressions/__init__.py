"""Expressions: texts in Jinja's syntax → values, by a small evaluator of our own. Nothing of Python's, all bounded."""

from pnp.rules.expressions.contrast import contrasted
from pnp.rules.expressions.evaluator import Evaluator, circle
from pnp.rules.expressions.names import PLAYER, SELECTION, TABLE, Absent, Frame, Lazy, Names
from pnp.rules.expressions.values import Listing, Pair, Unknown, exact, key, named, same, shown
from pnp.rules.expressions.wrong import Wrong

__all__ = [
    "PLAYER",
    "SELECTION",
    "TABLE",
    "Absent",
    "Evaluator",
    "Frame",
    "Lazy",
    "Listing",
    "Names",
    "Pair",
    "Unknown",
    "Wrong",
    "circle",
    "contrasted",
    "exact",
    "key",
    "named",
    "same",
    "shown",
]
