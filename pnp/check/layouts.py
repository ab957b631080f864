"""
A component names a layout that is neither in `layouts/<game>/` nor in `layouts/`, of the project or among those that
come with pnp.

Bad:  `front: crad.xml.j2`
Good: `front: card.xml.j2`, with the file `layouts/<game>/card.xml.j2`
"""

from collections.abc import Iterator
from pathlib import Path

from pnp.check._uses import all_components
from pnp.model.game import Game
from pnp.model.inside import OUTSIDE, is_file, is_link_out, path_inside
from pnp.model.problem import Problem, code
from pnp.model.project import Project, layout_folders
from pnp.model.suggest import did_you_mean

CODE = code("PNP113", "layout not found", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    folders = layout_folders(project, *game.ids)
    places = [(project.root, f"layouts/{id}/") for id in game.ids] + [(project.root, "layouts/")]
    places += [(folder, "") for folder in folders]
    for component in all_components(game):
        for name, span in ((component.front, component.layout_span), (component.back, component.span)):
            if not name or any(_has(folder, name) for folder in folders):
                continue
            if any(is_link_out(folder, f"{below}{name}") for folder, below in places):
                yield OUTSIDE.at(span, f"{component.id}: layout {name} is a link that leads out of its folder")
            else:
                hint = did_you_mean(name, _layouts(folders))
                yield CODE.at(span, f"{component.id}: there is no layout {name}", hint=hint)


def _has(folder: Path, name: str) -> bool:
    path = path_inside(folder, name)
    return path is not None and is_file(path)


def _layouts(folders: list[Path]) -> set[str]:
    return {path.name for folder in folders for path in folder.glob("*.j2")}
