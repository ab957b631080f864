"""A game as it was asked for → its leaves and all that is wrong, which a build knows before it places them on paper."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from pnp.build.pipeline import Stage, run
from pnp.build.preparing import load, localise
from pnp.build.results import SILENT, Progress, Result
from pnp.io.project import Project
from pnp.load import find_project
from pnp.model.display import Face, Group, Item, Paint, Shape
from pnp.model.display import Path as Outline
from pnp.model.options import Options
from pnp.model.sheet import Leaf


def draw(project: Project, options: Options, progress: Progress = SILENT) -> Result:
    """Lay out an edition with faces as they are printed."""
    return run(project, options, Stage.LAY_OUT, progress=progress)


def lay_out(project: Project, options: Options) -> Result:
    """Lay out an edition with faces as display lists."""
    result = draw(project, options)
    if not (result.prepared and result.leaves):
        return result
    prepared = replace(result.prepared)
    return result._replace(leaves=prepared.layout.leaves(prepared.wanted)[0])


@lru_cache(maxsize=12)
def leaves_of(options: Options) -> tuple[Leaf, ...]:
    """Return the leaves of a game that comes with pnp, whatever may be wrong with it; faces are display lists."""
    prepared = localise(load(find_project(Path(__file__).parents[1]), options), options)
    assert prepared
    return tuple(prepared.layout.leaves(prepared.wanted)[0])


def faces_of(options: Options) -> tuple[Face, ...]:
    return tuple([face for leaf in leaves_of(options) for face in (leaf.front, leaf.back) if face])


def shapes_of(item: Item) -> Iterator[tuple[Outline, Paint | None]]:
    """Yield the outlines and fills of a face, each in its own coordinates: alike wherever it is drawn."""
    if isinstance(item, Group):
        for each in item.items:
            yield from shapes_of(each)
    elif isinstance(item, Shape):
        yield item.path, item.fill
