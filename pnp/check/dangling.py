"""Names in a game's data → those that lead to nothing: entries and pieces, icons, pictures, layouts."""

import os
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from pnp.cardtext.suggest import Hints, did_you_mean
from pnp.check import check
from pnp.check._owned import added
from pnp.check._texts import find_values
from pnp.check._usage import all_components
from pnp.io.opening import OUTSIDE, explain_outside, is_file, is_link_out, path_inside, split_page
from pnp.io.project import Project, layout_folders
from pnp.model.game import Game
from pnp.model.problem import Problem, code
from pnp.model.records import NO_ICON, NO_PICTURE, NO_TARGET, PICTURE_OUTSIDE

NO_FILE_OF_ICON = NO_PICTURE.also("icon {icon}: there is no file {file}", varies=("icon",), once=True)
ICON_OUTSIDE = NO_PICTURE.also("icon {icon}: {file} {why}", varies=("icon",), once=True)
NO_LAYOUT = code("PNP113", says="{component}: there is no layout {name}", varies=("component",), once=True)
LAYOUT_LEADS_OUT = OUTSIDE.also(
    "{component}: layout {name} is a link that leads out of its folder", varies=("component",), once=True
)
BACK_ALONE = code("PNP114", says="{component} has a back, but no front")


@check(NO_TARGET)
def references(game: Game, project: Project) -> Iterator[Problem]:
    base = {id: set(group.entries) for id, group in game.groups.items()}
    base |= {id: {piece.id for piece in component.pieces} for id, component in game.components.items()}
    brought: dict[str, list[tuple[str, str]]] = {}
    hints = Hints()
    for found in find_values(game, "reference"):
        to, target = found.field.to, found.value
        known = base.get(to, ())
        if target in known:
            continue
        if to not in brought:
            modules = game.patches
            added = [(module.id, each.id) for module in modules for each in module.change(f"pieces.{to}").add]
            added += [(module.id, each.id) for module in modules for each in module.change(f"groups.{to}").add]
            components = [
                (module.id, each) for module in modules for each in module.change("components").add if each.id == to
            ]
            brought[to] = added + [(module, piece.id) for module, component in components for piece in component.pieces]
        brought_by = [module for module, id in brought[to] if id == target]
        if brought_by and not found.base:
            continue
        hint = f"only the module {brought_by[0]} has it" if brought_by else hints(target, known)
        cause = None if brought_by else _why_not_there(game, to, target)
        yield found.wrong(NO_TARGET, to=to, target=target, hint=hint, cause=cause)


def _why_not_there(game: Game, to: str, target: str) -> Problem | None:
    if to in game.groups:
        return game.cause(f"groups.{to}", target)
    return game.cause(f"pieces.{to}", target) or (None if to in game.components else game.cause("components", to))


@check(NO_ICON)
def icons(game: Game, project: Project) -> Iterator[Problem]:
    hints = Hints()
    brought = {icon.id for icon in added(game, "icons")}
    for found in find_values(game, "icon"):
        name = found.value
        if name not in game.icons and (found.base or name not in brought):
            hint, cause = hints(name, game.icons), None if name in brought else game.cause("icons", name)
            yield found.wrong(NO_ICON, name=name, hint=hint, cause=cause)


@check(NO_PICTURE)
def pictures(game: Game, project: Project) -> Iterator[Problem]:
    for icon in (*game.icons.values(), *added(game, "icons")):
        folder = next(folder for folder in game.folders if icon.path.is_relative_to(folder))
        file, its = icon.path.relative_to(folder).as_posix(), _Files((folder,))
        if wrong := its.wrong(file):
            why, hint = wrong
            if why:
                yield ICON_OUTSIDE.at(icon.span, icon=icon.name, file=file, why=why, hint=hint)
            else:
                yield NO_FILE_OF_ICON.at(icon.span, icon=icon.name, file=file, hint=hint)
    files = _Files(game.folders)
    named = find_values(game, "picture")
    wrongs = {name: files.wrong(split_page(name)[0]) for name in {found.value for found in named}}
    for found in named:
        if wrong := wrongs[found.value]:
            why, hint = wrong
            if why:
                yield found.wrong(PICTURE_OUTSIDE, file=found.value, why=why, hint=hint)
            else:
                yield found.wrong(NO_PICTURE, file=found.value, hint=hint)


class _Files:
    """Answers for each name once: many pieces share their art."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders
        self._hints = Hints()
        self.wrong = cache(self._look)

    def _look(self, name: str) -> tuple[str, str] | None:
        """Why the folders have no place for it, or "" where it just isn't there, and a hint; None where it is."""
        paths = [path for folder in self._folders if (path := path_inside(folder, name))]
        if not paths:
            return explain_outside(name, "the game's folder")
        if any(is_file(path) for path in paths):
            return None
        there = [other for path in paths for other in _names_in(path.parent)]
        hint = self._hints(paths[0].name, there)
        if self._hints.nearest(paths[0].name, there):
            return "", hint
        return "", next((f"did you mean {each}?" for folder in self._folders for each in _same_name(folder, name)), "")


def _names_in(folder: Path) -> list[str]:
    try:
        return [path.name for path in folder.iterdir()]
    except OSError:
        return []


def _same_name(folder: Path, name: str) -> Iterator[str]:
    """Files of this name in any folder inside."""
    wanted = Path(name).name
    for parent, _, files in os.walk(folder):
        if wanted in files:
            yield (Path(parent) / wanted).relative_to(folder).as_posix()


@check(NO_LAYOUT)
def layouts(game: Game, project: Project) -> Iterator[Problem]:
    folders = layout_folders(project, *game.ids)
    places = [(project.root, f"layouts/{id}/") for id in game.ids] + [(project.root, "layouts/")]
    places += [(folder, "") for folder in folders]
    for component in all_components(game):
        for name, span in ((component.front, component.layout_span), (component.back, component.span)):
            if not name or any(_has(folder, name) for folder in folders):
                continue
            if any(is_link_out(folder, f"{below}{name}") for folder, below in places):
                yield LAYOUT_LEADS_OUT.at(span, component=component.id, name=name)
            else:
                hint = did_you_mean(name, {path.name for folder in folders for path in folder.glob("*.j2")})
                yield NO_LAYOUT.at(span, component=component.id, name=name, hint=hint)


def _has(folder: Path, name: str) -> bool:
    path = path_inside(folder, name)
    return path is not None and is_file(path)


@check(BACK_ALONE)
def backs(game: Game, project: Project) -> Iterator[Problem]:
    for component in all_components(game):
        if component.back and not component.front:
            cause = game.cause("components", component.id)
            yield BACK_ALONE.at(component.layout_span, component=component.id, cause=cause)
