"""Expressions: texts in Jinja's syntax → values, by a small evaluator of our own. Nothing of Python's, all bounded."""

from pnp.rules.expressions.contrast import contrasted
from pnp.rules.expressions.evaluator import Evaluator, circle
from pnp.rules.expressions.names import Absent, ByPlayers, Lazy, Names
from pnp.rules.expressions.values import Listing, Pair, key, named, same, shown
from pnp.rules.expressions.wrong import Wrong

__all__ = [
    "Absent",
    "ByPlayers",
    "Evaluator",
    "Lazy",
    "Listing",
    "Names",
    "Pair",
    "Wrong",
    "circle",
    "contrasted",
    "key",
    "named",
    "same",
    "shown",
]
