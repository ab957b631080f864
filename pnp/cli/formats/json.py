"""One JSON value: for each game a list of its problems."""

from pnp.cli.formats import Found
from pnp.cli.report import print_json, problems_json
from pnp.io.project import Project


def report(project: Project, found: Found, _all_warnings: bool) -> None:
    print_json({game: problems_json(project, problems) for game, problems in found})
