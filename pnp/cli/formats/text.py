"""As `concise`, and below each problem the line it speaks of, with a caret at the place."""

from pnp.cli.formats import concise


class Report(concise.Report):
    with_source = True
