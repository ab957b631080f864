"""A game as it was asked for → its leaves and all that is wrong, which a build knows before it places them on paper."""

from dataclasses import replace

from pnp.build.judging import judge
from pnp.build.pieces import lay_out as lay_out_prepared
from pnp.build.preparing import load, localise
from pnp.build.results import SILENT, Progress, Result
from pnp.files.project import Project
from pnp.model.options import Options
from pnp.model.problem import in_reading_order


def draw(project: Project, options: Options, progress: Progress = SILENT) -> Result:
    """With faces as they are printed."""
    loaded = load(project, options)
    prepared = localise(loaded, options)
    if prepared is None:
        return Result(in_reading_order(loaded.problems))
    return lay_out_prepared(prepared, judge(prepared), progress)


def lay_out(project: Project, options: Options) -> Result:
    """With faces as display lists."""
    result = draw(project, options)
    if not (result.prepared and result.leaves):
        return result
    prepared = replace(result.prepared)
    return result._replace(leaves=prepared.layout.leaves(prepared.wanted)[0])
