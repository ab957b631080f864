"""One JSON value: for each game a list of its problems."""

from collections.abc import Sequence
from typing import Any

from pnp.cli.report import print_json, problem_json
from pnp.model.problem import Problem
from pnp.model.project import Project


class Report:
    def __init__(self, project: Project) -> None:
        self._project = project
        self._found: dict[str, list[dict[str, Any]]] = {}

    def add(self, game: str, problems: Sequence[Problem]) -> None:
        self._found[game] = [problem_json(self._project, problem) for problem in problems]

    def finish(self) -> None:
        print_json(self._found)
