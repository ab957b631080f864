"""What a game declares or has → what nothing makes use of: components, fields, pieces, definitions, zones, markers; and
icons, pictures and files of data that nothing names."""

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from pnp.cardtext.icons import icon_names
from pnp.cardtext.suggest import nearest_name
from pnp.check import check
from pnp.check._texts import find_values, list_added, noun, things_in
from pnp.check._usage import Usage, all_components, all_strings, entries_of, find_mentioned, pieces_of, usage_of
from pnp.io.opening import is_file, is_match, read_beginning
from pnp.io.project import DATA_FILES, FETCHED, Project
from pnp.model.game import EntryGroup, Game, Piece
from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.rules import Definition, Variable, Zone
from pnp.model.span import Span
from pnp.model.values import Field

UNUSED_COMPONENT = code("PNP118", Severity.WARNING, says="{component} is neither printed nor referred to")
FIELD_NEVER_SET = code("PNP142", Severity.WARNING, says='no {thing} of {owner} has a "{field}"')
UNUSED_FIELD = code("PNP143", Severity.WARNING, says='"{path}" of {owner} is in no template and no rule')
UNUSED_PIECE = code(
    "PNP163", Severity.WARNING, says="nothing refers to {piece}, and {component} aren’t printed by themselves"
)
UNUSED_PART = code("PNP186", Severity.WARNING, says="{kind} {item} is used by nothing")

_ALL = regex(r"\bpiece\s*(?:\||\.\s*(?:items|values|keys)\b)|\bin\s+piece\s*[-%]")  # a template that prints all


@check(UNUSED_COMPONENT, needs_all=True)
def components(game: Game, project: Project) -> Iterator[Problem]:
    # fields of pieces, of finished tables, and of what players put together; with modules' own
    owners: tuple[Any, ...] = (*game.groups.values(), *game.components.values(), *game.selections.values())
    owners = (*owners, *list_added(game, "components"), *list_added(game, "selections"))
    fields = [field for each in owners for field in each.fields.values()]
    if game.victory:
        fields += [*game.victory.player.values(), *game.victory.table.values()]
    for section in ("victory.player", "victory.table"):
        fields += list_added(game, section)
    for field in fields:  # grows on the way
        fields += [*([field.of] if field.of else ()), *field.fields.values()]
    used = {field.to for field in fields}
    for component in game.components.values():
        name = component.id.replace("-", "_")  # as expressions write it, also beside a module: `with.night.cards`
        names = [name, *(f"with.{module.replace('-', '_')}.{name}" for module in game.modules)]
        if component.front or component.back or component.id in used or name in usage_of(game, project).names:
            continue
        if not any(each in find_mentioned(game) for each in names):
            hint = "a component that prints has a front"
            yield UNUSED_COMPONENT.at(component.span, component=component.id, hint=hint)


@check(FIELD_NEVER_SET, needs_all=True)
def find_unset_fields(game: Game, project: Project) -> Iterator[Problem]:
    for component in all_components(game):
        yield from _find_unset(component.id, component.fields, pieces_of(game, component), "piece")
    for group in game.groups.values():
        yield from _find_unset(group.id, _own_fields(group), entries_of(game, group.id), "entry")


def _own_fields(group: EntryGroup) -> Mapping[str, Field]:
    """Return the fields that a group says itself."""
    return {name: field for name, field in group.fields.items() if field.span != group.span}


def _find_unset(owner: str, fields: Mapping[str, Field], pieces: list[Piece], thing: str) -> Iterator[Problem]:
    filled = {path for piece in pieces for path in piece.places}
    for name, field in fields.items() if pieces else ():
        if name not in filled:
            yield FIELD_NEVER_SET.at(field.span, thing=thing, owner=owner, field=name)


@check(UNUSED_FIELD, needs_all=True)
def find_unused_fields(game: Game, project: Project) -> Iterator[Problem]:
    uses = usage_of(game, project)
    if not uses.known or _ALL.search(uses.templates):
        return
    owners = [(component.id, component.fields) for component in all_components(game)]
    for owner, fields in (*owners, *((group.id, _own_fields(group)) for group in game.groups.values())):
        for path, field in _find_unused(fields, uses):
            yield UNUSED_FIELD.at(field.span, path=path, owner=owner)


def _find_unused(fields: Mapping[str, Field], uses: Usage, prefix: str = "") -> Iterator[tuple[str, Field]]:
    """Yield the fields that nothing uses; of a record that nothing uses, only the record itself."""
    for name, field in fields.items():
        if name not in uses.names and name not in uses.words:
            yield prefix + name, field
        else:
            inner = field.of.fields if field.of else field.fields
            yield from _find_unused(inner, uses, f"{prefix}{name}.")


@check(UNUSED_PIECE, needs_all=True)
def pieces(game: Game, project: Project) -> Iterator[Problem]:
    referred: dict[str, set[str]] = {}
    for found in find_values(game, "reference"):
        referred.setdefault(found.field.to, set()).add(found.value)
    uses = usage_of(game, project)
    for component in all_components(game) if uses.known else ():
        named = referred.get(component.id, set())
        ids = {piece.id for piece in component.pieces}
        if component.front or named.isdisjoint(ids) or component.id in uses.names:
            continue
        for piece in component.pieces:
            if piece.id not in named and piece.id not in uses.words:
                yield UNUSED_PIECE.at(piece.span_of("id"), piece=piece.id, component=component.id, subject=piece.label)


@check(UNUSED_PART, needs_all=True)
def parts(game: Game, project: Project) -> Iterator[Problem]:
    for section in ("define", "setup.zones", "victory.define", "victory.track"):
        for _, item in things_in(game, section):
            is_drawn = section == "define" and item.id in usage_of(game, project).names
            if not (is_drawn or _is_used(item, find_mentioned(game))):
                yield UNUSED_PART.at(item.span, kind=noun(section), item=item.id)


def _is_used(item: Any, names: frozenset[str]) -> bool:
    name = item.id.replace("-", "_")
    if isinstance(item, Definition):
        return name in names or any(each.startswith(f"{name}.") for each in names)
    if isinstance(item, Variable):
        return name in names or f"track.{name}" in names
    if isinstance(item, Zone) and (item.at or item.per or (item.starts and (item.face or item.away))):
        return True  # a place of its own
    return f"zones.{name}" in names


UNUSED_ICON = code("PNP140", Severity.WARNING, says="icon {name} is used by no text, field or template")
UNUSED_PICTURE = code("PNP141", Severity.WARNING, says="{file} is named by no piece, icon or template")
UNNAMED_FILE = code("PNP185", Severity.WARNING, says="{file} is named nowhere in game.yaml")

_NAMED = regex(r"""(?<=["'])[a-z0-9][a-z0-9_-]*(?=["'])""")
_COMPUTED = regex(r"\{\{[^{}]*\}\}")
_COMPOSED = regex(r"""["']([a-z0-9_-]*)\{\{[^{}]*\}\}([a-z0-9_-]*)["']|["']([a-z0-9_-]+[_-])["']\s*~""")
_ANYTHING = "0computed0"  # in the name of an icon, for what a template puts in there
_PICTURES = frozenset({".svg", ".svgz", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff"})
_EXPRESSION = regex(r"\{\{.*?(?:\}\}|\Z)", re.DOTALL)
_EITHER = regex(r"""\{\{-?\s*(["'])([\w./-]*)\1\s+if\b[^{}]*?\belse\s+(["'])([\w./-]*)\3\s*-?\}\}""")
_STATEMENT = regex(r"\{%.*?(?:%\}|\Z)", re.DOTALL)
_CHOSEN = regex("\0[^\"']*\0")  # between statements: may stand there or not
_PATH = regex(r"""art/[^"'\s<>|]*""")
_OWN = [f"{name}.yaml" for name in ("game", "rules", "setup", "victory", "selections", "examples", "glossary")]
_ALIKE = 0.8  # of names that are taken for one of those that pnp reads
_COMMENT = regex(r"(?m)(?:^|\s)#.*$")
_WRITTEN = regex(r"(?m)^(?:game|selection|with|players):")  # what players write
_NAME = regex(r"[\w./-]+")  # of a file, in data: or add:
_PATTERN = regex(r"[\w./*?-]+")
_LONGEST = 1_000_000  # bytes of a file that is looked through


@check(UNUSED_ICON, needs_all=True)
def icons(game: Game, project: Project) -> Iterator[Problem]:
    uses = usage_of(game, project)
    if not game.icons or not uses.known:
        return
    left = game.icons.keys() - uses.words - {*_NAMED.findall(uses.templates), *icon_names(uses.templates)}
    left -= {found.value for found in find_values(game, "icon")} if left else set()
    for found in find_values(game, "text"):
        if not left:
            break
        left.difference_update(icon_names(found.value))
    left -= {name for term in game.glossary for name in icon_names(term.say)}
    left -= all_strings(game) if left else set()
    patterns = [_pattern(*match) for match in _COMPOSED.findall(uses.templates)]
    composed = [name for name in icon_names(_COMPUTED.sub(_ANYTHING, uses.templates)) if _ANYTHING in name]
    patterns += [_pattern(name.partition(_ANYTHING)[0], name.rpartition(_ANYTHING)[2], "") for name in composed]
    for name in sorted(left):
        if not any(pattern and pattern.fullmatch(name) for pattern in patterns):
            yield UNUSED_ICON.at(game.icons[name].span, name=name)


def _pattern(before: str, after: str, start: str) -> re.Pattern[str] | None:
    """Names that a template composes: only those with a part that it says itself."""
    if start:
        return re.compile(re.escape(start) + ".*")
    return re.compile(f"{re.escape(before)}.+{re.escape(after)}") if before or after else None


@check(UNUSED_PICTURE, needs_all=True)
def pictures(game: Game, project: Project) -> Iterator[Problem]:
    uses = usage_of(game, project)
    if not uses.known:
        return
    pictures = (path for path in (game.folder / "art").rglob("*") if path.suffix.lower() in _PICTURES)
    there = (path for path in pictures if path.name[0] != "." and path.is_file())
    files = sorted(path.relative_to(game.folder).as_posix() for path in there)
    if not files:
        return
    paths = {
        icon.path
        for icon in (*game.icons.values(), *list_added(game, "icons"))
        if icon.path.is_relative_to(game.folder)
    }
    named = all_strings(game) | {path.relative_to(game.folder).as_posix() for path in paths}
    variants = [_EITHER.sub(part, uses.templates) for part in (r"\2", r"\4")]
    templates = "".join(_EXPRESSION.sub("*", _STATEMENT.sub("\0", text)) for text in variants) + uses.templates
    said = {_CHOSEN.sub("*", path).replace("\0", "") for path in _PATH.findall(templates)}
    # Where a path is only a read_beginning, a template adds the rest.
    patterns = {path if path.lower().endswith(tuple(_PICTURES)) else f"{path}*" for path in said}
    composed = [pattern for pattern in patterns if "*" in pattern]
    # What a piece or an icon names in a wrong folder is told there.
    endings, known = tuple(_PICTURES), frozenset(files)
    lost = {Path(each).name for each in named - known if "." in each and each.lower().endswith(endings)}
    for file in files:
        if Path(file).name in lost:
            continue
        if file not in named and file not in patterns and not any(fnmatchcase(file, each) for each in composed):
            yield UNUSED_PICTURE.at(Span(project.display(game.folder / file)), file=file)


@check(UNNAMED_FILE, needs_all=True)
def files(game: Game, project: Project) -> Iterator[Problem]:
    said = _COMMENT.sub("", read_beginning(game.folder / "game.yaml", _LONGEST))
    names, patterns = {*_NAME.findall(said)}, [each for each in _PATTERN.findall(said) if "*" in each or "?" in each]
    for path in sorted(path for path in game.folder.rglob("*") if path.suffix in DATA_FILES):
        name = path.relative_to(game.folder).as_posix()
        own = name in _OWN or name.startswith((".", "_", "schema/", f"{FETCHED}/"))
        is_named = name in names or (not _NAME.fullmatch(name) and name in said)
        if own or not is_file(path) or is_named or any(is_match(pattern, name) for pattern in patterns):
            continue
        if not _WRITTEN.search(read_beginning(path, _LONGEST, project.bounds(path))):
            known = nearest_name(name, _OWN, _ALIKE)
            hint = f"pnp reads {known}: rename it" if known and not is_file(game.folder / known) else ""
            yield UNNAMED_FILE.at(Span(project.display(path)), hint=hint, file=name)
