"""For people: problems beside the stream, each above the line it speaks of with a caret; then a line for each game."""

import sys
from collections.abc import Sequence

from pnp.cli.report import print_problems, say, summary
from pnp.model.problem import Problem
from pnp.model.project import Project


class Report:
    def __init__(self, project: Project) -> None:
        self._project = project

    def add(self, game: str, problems: Sequence[Problem]) -> None:
        print_problems(self._project, problems)
        sys.stderr.flush()
        say(f"{game}: {summary(problems) or 'no problems'}")

    def finish(self) -> None:
        sys.stdout.flush()
