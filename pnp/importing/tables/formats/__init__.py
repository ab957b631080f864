"""What pieces can be written out as. One format a file: a file is called as its format, and as what it writes ends.

Its module has a function `write`, which gets a component; what can't be written so comes to the problems.
"""

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

from pnp.registry import registry

if TYPE_CHECKING:
    from pnp.model.game import Component
    from pnp.model.problem import Problem

WrittenOut = Callable[["Component", "list[Problem]"], bytes]


def _writer(_: str, module: ModuleType) -> WrittenOut:
    write: WrittenOut = module.write
    return write


FORMATS = registry(__name__, _writer)
