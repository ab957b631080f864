"""Problems of games → what `pnp check` prints. One format a file: the file's name is the format's.

Each has a class `Report`, which is made of the project, told the problems game by game, and ended.
"""

from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol

from pnp.model.problem import Problem
from pnp.model.project import Project

FORMATS = tuple(sorted(module.name for module in iter_modules(__path__)))


class Report(Protocol):
    def add(self, game: str, problems: Sequence[Problem]) -> None:
        """What is wrong with a game."""

    def finish(self) -> None:
        """There are no more games."""


def report_as(format: str, project: Project) -> Report:
    report: Report = import_module(f"{__name__}.{format}").Report(project)
    return report
