"""Formats that pieces are exported in. One format a file: a file is called as its format, and as what it writes ends.

Its module has a function `write`, which gets a component; what can't be written so is added to the problems.
"""

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

from pnp.registry import registry

if TYPE_CHECKING:
    from pnp.model.game import Component
    from pnp.model.problem import Problem

WriteFormat = Callable[["Component", "list[Problem]"], bytes]


def _find_writer(_: str, module: ModuleType) -> WriteFormat:
    write: WriteFormat = module.write
    return write


FORMATS = registry(__name__, _find_writer)
