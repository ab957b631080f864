"""One line for each place of each problem, as editors read them; beside the stream, a line sums up each game."""

import sys

from pnp.cli.formats import Found
from pnp.cli.report import each_place, harmless, harmless_lines, summary
from pnp.diagnostics.report import OthersOfKind, few_of_each_kind
from pnp.io.project import Project


def report(project: Project, found: Found, all_warnings: bool) -> None:
    for game, problems in found:
        lines, others = list(each_place(project, problems)), list[OthersOfKind]()
        if not all_warnings:
            lines, others = few_of_each_kind(lines)
        for line in (*lines, *others):
            print(harmless(str(line)))
        sys.stdout.flush()
        print(harmless_lines(f"{game}: {summary(problems) or 'no problems'}"), file=sys.stderr)
