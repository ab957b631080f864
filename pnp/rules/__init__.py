"""Rules as data: a game → what is wrong with its rules, setups, victory and examples, for each set of its modules.

`examining.py` does it; `expressions/` evaluates, `world.py` knows what there is, `declared/` has the kinds of rules.
"""

from pnp.rules.choosing import legal_sets
from pnp.rules.examining import Without, examine

__all__ = ["Without", "examine", "legal_sets"]
