"""One line for each place of each problem, as editors read them; beside the stream, a line sums up each game."""

import sys

from pnp.cli.formats import Found
from pnp.cli.report import each_place, harmless, harmless_lines, summary
from pnp.files.project import Project


def report(project: Project, found: Found) -> None:
    for game, problems in found:
        for problem in each_place(project, problems):
            print(harmless(str(problem)))
        sys.stdout.flush()
        print(harmless_lines(f"{game}: {summary(problems) or 'no problems'}"), file=sys.stderr)
