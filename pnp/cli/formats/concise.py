"""One line for each problem, as editors read them; what they come to, a line for each game, beside the stream."""

import sys
from collections.abc import Sequence

from pnp.cli.harmless import harmless, harmless_lines
from pnp.cli.report import seen_from_here, summary
from pnp.model.problem import Problem
from pnp.model.project import Project


class Report:
    def __init__(self, project: Project) -> None:
        self._project = project

    def add(self, game: str, problems: Sequence[Problem]) -> None:
        for problem in problems:
            print(harmless(str(seen_from_here(self._project, problem))))
        sys.stdout.flush()
        print(harmless_lines(f"{game}: {summary(problems) or 'no problems'}"), file=sys.stderr)

    def finish(self) -> None:
        """All has been said."""
