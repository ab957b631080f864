"""For people: problems beside the stream, each above the line it speaks of with a caret; then a line for each game."""

import sys

from pnp.cli.formats import Found
from pnp.cli.report import print_problems, say, summary
from pnp.io.project import Project


def report(project: Project, found: Found, all_warnings: bool) -> None:
    for game, problems in found:
        print_problems(project, problems, all_warnings=all_warnings)
        sys.stderr.flush()
        say(f"{game}: {summary(problems) or 'no problems'}")
    sys.stdout.flush()
