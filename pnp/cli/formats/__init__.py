"""Problems of games → what `pnp check` prints. One format a file: the file's name is the format's.

Its module has a function `report`, which gets the project, each game with its problems as soon as they are found, and
whether people want to read each warning; to programs all are told anyway.
"""

from collections.abc import Callable, Iterable, Sequence
from types import ModuleType

from pnp.io.project import Project
from pnp.model.problem import Problem
from pnp.registry import registry

Found = Iterable[tuple[str, Sequence[Problem]]]  # game by game
Report = Callable[[Project, Found, bool], None]


def _report(_: str, module: ModuleType) -> Report:
    report: Report = module.report
    return report


FORMATS = registry(__name__, _report)
