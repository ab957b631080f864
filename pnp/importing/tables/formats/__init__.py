"""Formats that pieces are exported in. One format a file: a file is called as its format, and as what it writes ends.

Its module has a function `write`, which gets a component; what can't be written so is added to the problems.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from pnp.registry import Registry, registry

if TYPE_CHECKING:
    from pnp.model.game import Component
    from pnp.model.problem import Problem

WriteFormat = Callable[["Component", "list[Problem]"], bytes]
FORMATS: Registry[WriteFormat] = registry(__name__, lambda _, module: module.write)
