"""Names in a game's data → those that lead to nothing, entries and pieces, icons, pictures, layouts; and names that
expressions or systems take for something else."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from pnp.cardtext.suggest import Hints, did_you_mean
from pnp.check import check
from pnp.check._texts import all_components, find_values, list_added, list_formulas, list_owned, part_of, place, subject
from pnp.io.opening import (
    OUTSIDE,
    explain_outside,
    is_device,
    is_file,
    is_link_out,
    path_inside,
    read_beginning,
    split_page,
)
from pnp.io.project import Project, layout_folders
from pnp.model.game import Game
from pnp.model.patch import sections
from pnp.model.problem import Problem, code
from pnp.model.records import NO_ICON, NO_PICTURE, NO_TARGET, PICTURE_OUTSIDE
from pnp.model.regex import regex
from pnp.model.rules import Expression
from pnp.model.span import Span

NO_FILE_NAME = code("PNP007", says="no file can be called {name} on Windows")
NO_FOLDER_NAME = NO_FILE_NAME.also("no folder can be called {name} on Windows")
NAME_TWICE = code("PNP133", says="{kind} {item} is called like {other}")
KNOWN_NAME = NAME_TWICE.also("{kind} {item}: {name} means something already")

NO_MODULE = code("PNP132", says='there is no module "{name}"', once=True)
OF_EXPANSION = NO_MODULE.also('module "{name}" is one of an expansion, whose figures aren\'t known here', once=True)

_LONGEST = 1_000_000  # bytes of a file that is looked through
_ALL = r"(?<![\w.'\"])modules(?![\w.'\"(])"
_LIST = r"\[[^\[\]]*\](?:\s*\|\s*set\b)?"
_ASKED = regex(
    rf"""(?P<one>'[^']*'|"[^"]*")\s+(?:not\s+)?in\s+{_ALL}
    |{_ALL}(?:\s*\|\s*set\b)?\s*[!=]=\s*(?P<right>{_LIST})
    |(?P<left>{_LIST})\s*[!=]=\s*{_ALL}""",
    re.VERBOSE,
)
_BESIDE = regex(r"(?<![\w.'\"])with\s*\.\s*(?P<name>[A-Za-z_]\w*)")
_TEXT = regex(r"'[^']*'|\"[^\"]*\"")
_OF_SETUP = ("tables", "zones", "lies", "may_lie", "faces", "markers", "dealt")
_FIXED = ("players", "modules", *_OF_SETUP, "states", "track", "examples", "outcome", "it")


@check(NO_FILE_NAME)
def find_device_names(game: Game, project: Project) -> Iterator[Problem]:
    if is_device(game.id):
        yield NO_FOLDER_NAME.at(game.span, name=game.id, hint="choose another name")
    for section, base in sections(game):
        if section == "components" or section.startswith("pieces."):
            for item in (*base.values(), *list_added(game, section)):
                if is_device(item.id):
                    piece, hint = subject(section, item.id), "choose another id"
                    yield NO_FILE_NAME.at(place(item), name=item.id, hint=hint, subject=piece)


@check(NAME_TWICE)
def find_names_taken(game: Game, project: Project) -> Iterator[Problem]:
    parts = dict(list_owned(game))
    pieces = {_name(id): ("a group", each.span) for id, each in game.groups.items()}
    pieces |= {_name(each.item.id): ("a component", each.item.span) for each in parts["components"]}
    track = {_name(thing.item.id): thing.item.span for thing in parts["victory.track"]}
    for thing in parts["victory.track"]:
        yield from _clash("variable", thing.item, pieces)
    for thing in parts["victory.define"]:
        # a module may put a definition in a variable's place
        gone = {_name(id) for id, _ in thing.module.change("victory.track").drop} if thing.module else ()
        variables = {name: ("a variable", span) for name, span in track.items() if name not in gone}
        yield from _clash("definition", thing.item, pieces | variables)
    for thing in parts["selections"]:
        fields = {name: ("a field", field.span) for name, field in thing.item.fields.items()}
        for definition in thing.item.define.values():
            yield from _clash("definition", definition, pieces | fields)


def _name(id: str) -> str:
    """Return an id as expressions write it."""
    return id.replace("-", "_")


def _clash(kind: str, item: Any, known: Mapping[str, tuple[str, Span]]) -> Iterator[Problem]:
    name, hint = _name(item.id), "choose another name"
    if name in known:
        other, origin = known[name]
        yield NAME_TWICE.at(item.span, kind=kind, item=item.id, other=other, hint=hint, origin=origin)
    elif name in _FIXED:
        yield KNOWN_NAME.at(item.span, kind=kind, item=item.id, name=name, hint=hint)


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
            components = [(module.id, each) for module in modules for each in module.change("components").add]
            added += [(module, piece.id) for module, each in components if each.id == to for piece in each.pieces]
            brought[to] = added
        brought_by = [module for module, id in brought[to] if id == target]
        if brought_by and not found.base:
            continue
        hint = f"only the module {brought_by[0]} has it" if brought_by else hints(target, known)
        cause = None if brought_by else game.cause(f"{'groups' if to in game.groups else 'pieces'}.{to}", target)
        if not (brought_by or cause or to in game.groups or to in game.components):
            cause = game.cause("components", to)
        yield found.wrong(NO_TARGET, to=to, target=target, hint=hint, cause=cause)


@check(NO_ICON)
def icons(game: Game, project: Project) -> Iterator[Problem]:
    hints = Hints()
    brought = {icon.id for icon in list_added(game, "icons")}
    for found in find_values(game, "icon"):
        name = found.value
        if name not in game.icons and (found.base or name not in brought):
            hint, cause = hints(name, game.icons), None if name in brought else game.cause("icons", name)
            yield found.wrong(NO_ICON, name=name, hint=hint, cause=cause)


@check(NO_PICTURE)
def pictures(game: Game, project: Project) -> Iterator[Problem]:
    for icon in (*game.icons.values(), *list_added(game, "icons")):
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
        """Return why the folders have no place for it, "" where it just isn't there, and a hint; None where it is."""
        paths = [path for folder in self._folders if (path := path_inside(folder, name))]
        if not paths:
            return explain_outside(name, "the game's folder")
        if any(is_file(path) for path in paths):
            return None
        there: list[str] = []
        for path in paths:
            with suppress(OSError):
                there += [each.name for each in path.parent.iterdir()]
        hint = self._hints(paths[0].name, there)
        if self._hints.nearest(paths[0].name, there):
            return "", hint
        for folder in self._folders:  # a file of this name in any folder inside
            for parent, _, files in os.walk(folder):
                if Path(name).name in files:
                    return "", f"did you mean {(Path(parent) / Path(name).name).relative_to(folder).as_posix()}?"
        return "", ""


@check(NO_LAYOUT)
def layouts(game: Game, project: Project) -> Iterator[Problem]:
    folders = layout_folders(project, *game.ids)
    places = [(project.root, f"layouts/{id}/") for id in game.ids] + [(project.root, "layouts/")]
    places += [(folder, "") for folder in folders]
    for component in all_components(game):
        for name, span in ((component.front, component.layout_span), (component.back, component.span)):
            found = (path_inside(folder, name) for folder in folders)
            if not name or any(path is not None and is_file(path) for path in found):
                continue
            if any(is_link_out(folder, f"{below}{name}") for folder, below in places):
                yield LAYOUT_LEADS_OUT.at(span, component=component.id, name=name)
            else:
                hint = did_you_mean(name, {path.name for folder in folders for path in folder.glob("*.j2")})
                yield NO_LAYOUT.at(span, component=component.id, name=name, hint=hint)


@check(BACK_ALONE)
def backs(game: Game, project: Project) -> Iterator[Problem]:
    for each in all_components(game):
        if each.back and not each.front:
            yield BACK_ALONE.at(each.layout_span, component=each.id, cause=game.cause("components", each.id))


@check(NO_MODULE)
def find_unknown_modules(game: Game, project: Project) -> Iterator[Problem]:
    yield from (problem for _, problem in find_misnamed_modules(game))


def find_misnamed_modules(game: Game) -> Iterator[tuple[Expression, Problem]]:
    """Yield the expressions that are wrong, each with what is wrong with it."""
    fields = [each.fields for each in game.components.values()] + [each.fields for each in game.groups.values()]
    if any("modules" in each for each in fields):
        return  # the word may mean something else
    for expression in list_formulas(game):
        if "modules" in expression.text:
            for asked in _ASKED.finditer(expression.text):  # texts that are compared with modules
                where = next(group for group in ("one", "right", "left") if asked[group])
                for text in _TEXT.finditer(expression.text, *asked.span(where)):
                    name = text[0][1:-1]
                    if name not in game.modules and not _is_elsewhere(game, name):
                        yield expression, _report_unknown(expression, *text.span(), name, game)
        for asked in _BESIDE.finditer(expression.text):
            name = asked["name"]
            if name not in game.modules and (name := name.replace("_", "-")) not in game.modules:
                yield expression, _report_unknown(expression, *asked.span("name"), name, game)


def _report_unknown(expression: Expression, start: int, end: int, name: str, game: Game) -> Problem:
    span, cause = part_of(expression, start, end), game.cause("modules", name)
    if _is_elsewhere(game, name):
        return OF_EXPANSION.at(span, name=name, hint="say it in a rule of that expansion", cause=cause)
    return NO_MODULE.at(span, name=name, hint=did_you_mean(name, game.modules), cause=cause)


def _is_elsewhere(game: Game, name: str) -> bool:
    """Tell whether an expansion for the game has a module of this name, or some word that could be one."""
    base = game.base.id if game.base else game.id
    is_for = re.compile(rf"""^for:\s*["']?{re.escape(base)}["']?\s*(?:#|$)""", re.MULTILINE)
    called = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    texts = (read_beginning(path, _LONGEST, game.folder.parent) for path in game.folder.parent.glob("*/game.yaml"))
    return any(is_for.search(text) and called.search(text) for text in texts)
