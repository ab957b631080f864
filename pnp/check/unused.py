"""What a game declares or has → what nothing makes use of: components, fields, pieces, definitions, zones, markers; and
icons, pictures and files of data that nothing names. `Usage` holds the names that a game's files make use of."""

import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from pnp.cardtext.braces import find_holes
from pnp.cardtext.icons import icon_names
from pnp.cardtext.suggest import nearest_name
from pnp.check import check
from pnp.check._texts import (
    PLAIN,
    all_components,
    all_entries,
    all_pieces,
    entries_of,
    find_values,
    list_added,
    list_brought,
    list_computing,
    noun,
    pieces_of,
    things_in,
)
from pnp.io.opening import is_file, is_match, path_inside, read_beginning
from pnp.io.project import DATA_FILES, FETCHED, Project, layout_folders
from pnp.model.game import EntryGroup, Game, Piece
from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.rules import (
    Bound,
    Definition,
    Example,
    Expression,
    Move,
    Put,
    Selection,
    Sentence,
    Shuffle,
    Variable,
    Zone,
)
from pnp.model.span import Span
from pnp.model.values import Field, Record, Value

_LONGEST = 1_000_000  # bytes of a file that is looked through
_DOTTED = regex(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_WHOLES = ("chosen", "player", "table")  # by which their own names can be said, too
_TEMPLATE_COMMENT = regex(r"\{#.*?#\}", re.DOTALL)
_TEMPLATE = regex(r"""["']([^"'\n{}]+\.j2)["']""")
_COMPUTED_INCLUDE = regex(r"""\{%-?\s*(?:include|import|extends|from)\s+(?!["'])""")
_TAG = regex(r"""</?[\w-]+|\s[\w:-]+=(?=["'])""")
_WORD = regex(r"[^\W_][\w-]*")


class Usage(NamedTuple):
    """What a game's files say beside its pieces."""

    known: bool  # False where a template is missing or is chosen by computation: then nothing can be called unused
    templates: str  # without comments
    names: frozenset[str]  # in what templates compute and in the values of attributes
    words: frozenset[str]  # in the game's other files, rules and setups, and in braces of texts


@lru_cache(1)
def usage_of(game: Game, project: Project) -> Usage:
    # read all templates that components name and, in turn, those that these include
    orders = [layout_folders(project, id, *game.ids) for id in game.ids]  # each game's pieces have its own first
    names = list(dict.fromkeys(name for each in all_components(game) for name in (each.front, each.back) if name))
    texts: list[str] = []
    known = bool(names) and game.base is None  # the base game's layouts may use what is declared here
    for name in names:  # grows on the way
        found = ([path_inside(folder, name) for folder in folders] for folders in orders)
        paths = dict.fromkeys(next((path for path in each if path and is_file(path)), None) for each in found)
        text = "\n".join([read_beginning(path, _LONGEST) for path in paths if path])
        text = _TEMPLATE_COMMENT.sub(" ", text)
        known = known and bool(text) and not _COMPUTED_INCLUDE.search(text)
        texts.append(text)
        names += [other for other in dict.fromkeys(_TEMPLATE.findall(text)) if other not in names]
    templates = "\n".join(texts)
    there = frozenset(re.findall(r"\w+", _TAG.sub(" ", templates)))
    said = (hole.text for phrase in phrases_of(game) for hole in find_holes(phrase.other))
    defined = (each.expression.text for each in (*game.define.values(), *list_brought(game, "define")))
    pieces = {piece.file for piece in all_pieces(game)}
    others = [  # YAML beside game.yaml that holds no pieces: what it names, it uses
        read_beginning(path, _LONGEST, project.bounds(path))
        for path in sorted(game.folder.rglob("*.yaml"))
        if path.name not in ("game.yaml", "glossary.yaml") and project.display(path) not in pieces
    ]
    words = frozenset(word for text in (*others, *said, *defined) for word in _WORD.findall(text))
    return Usage(known, templates, there, words)


def phrases_of(game: Game) -> Iterator[Sentence]:
    """Yield texts with something in braces: of pieces, of entries, of the glossary."""
    for piece in (*all_pieces(game), *all_entries(game)):
        yield from piece.phrases.values()
    yield from (term.phrase for term in game.glossary if term.phrase)


def all_strings(game: Game) -> set[str]:
    """Return every id and every text of the data: a template may make a name of it."""
    found = {*game.groups, *game.components}
    for piece in (*all_entries(game), *all_pieces(game)):
        found.add(piece.id)
        _add_strings(piece.fields.values(), found)
    for component in all_components(game):
        found.update(choice for field in component.fields.values() for choice in field.choices)
        _add_strings([field.default for field in component.fields.values()], found)
    return found


def _add_strings(values: Iterable[Value], found: set[str]) -> None:
    for value in values:
        if value.__class__ is str:
            found.add(value)
        elif value.__class__ is tuple:
            _add_strings(value, found)
        elif value.__class__ is Record:
            _add_strings(value.read.values(), found)


@lru_cache(1)
def find_mentioned(game: Game) -> frozenset[str]:
    """Return every dotted name, and each beginning of it: `zones.market`, `zones`. No definition mentions itself."""
    victory = game.victory
    others = [victory.nobody, victory.map] if victory else []
    found: set[str] = set()
    for text in _find_computed([*list_computing(game), *phrases_of(game), *others]):
        for name in _DOTTED.findall(text):
            whole, _, own = name.partition(".")
            if whole in _WHOLES:
                found.add(own.partition(".")[0])
            while name:
                found.add(name)
                name = name.rpartition(".")[0]
    return frozenset(found)


def _find_computed(item: Any) -> Iterator[str]:
    """Yield the texts of everything inside; of a field or a zone only what is computed."""
    if isinstance(item, Expression):
        yield item.text
    elif isinstance(item, Sentence):
        yield from (hole.text for hole in find_holes(f"{item.other} {item.one}"))
    elif isinstance(item, Bound):
        yield from _find_computed(item.expected)
    elif isinstance(item, Move | Put | Shuffle):
        yield from _find_computed(
            list(item.subjects) if isinstance(item, Move) else item.to if isinstance(item, Put) else None
        )
        if isinstance(item, Put):
            yield f"track.{item.marker}".replace("-", "_")
        else:
            zones = (item.source, item.target) if isinstance(item, Move) else (item.zone,)
            yield " ".join(f"zones.{zone}".replace("-", "_") for zone in zones)
    elif isinstance(item, Mapping):
        yield from _find_computed(list(item.values()))
    elif isinstance(item, Definition):
        yield re.sub(rf"(?<![\w.]){re.escape(item.id)}(?!\w)", "", item.expression.text)
    elif isinstance(item, Example):
        yield from _find_computed([*item.let.values(), *(expected.what for expected in item.expect)])
    elif isinstance(item, Selection):
        yield from _find_computed([*item.copies.values(), *item.define.values(), *item.rules.values()])
    elif isinstance(item, tuple | list) and not hasattr(item, "_fields"):
        for each in item:
            yield from _find_computed(each)
    elif not isinstance(item, PLAIN) and hasattr(item, "__dataclass_fields__"):
        yield from _find_computed([getattr(item, name) for name in item.__dataclass_fields__])


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
    fields += [*game.victory.player.values(), *game.victory.table.values()] if game.victory else []
    fields += [*list_added(game, "victory.player"), *list_added(game, "victory.table")]
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
            yield from _find_unused((field.of or field).fields, uses, f"{prefix}{name}.")


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
    mentioned = find_mentioned(game)
    for section in ("define", "setup.zones", "victory.define", "victory.track"):
        for _, item in things_in(game, section):
            name = item.id.replace("-", "_")
            if isinstance(item, Zone):  # one with a place of its own needs no mention
                is_place = item.at or item.per or (item.starts and (item.face or item.away))
                is_used = is_place or f"zones.{name}" in mentioned
            else:  # every beginning of a dotted name is mentioned, too
                is_used = name in mentioned or (isinstance(item, Variable) and f"track.{name}" in mentioned)
            if section == "define" and item.id in usage_of(game, project).names:
                is_used = True  # a template computes with it
            if not is_used:
                yield UNUSED_PART.at(item.span, kind=noun(section), item=item.id)


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
    """Return a pattern of names that a template composes: only those with a part that it says itself."""
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
    paths = [icon.path for icon in (*game.icons.values(), *list_added(game, "icons"))]
    inside = [path.relative_to(game.folder) for path in paths if path.is_relative_to(game.folder)]
    named = all_strings(game).union(path.as_posix() for path in inside)
    variants = [_EITHER.sub(part, uses.templates) for part in (r"\2", r"\4")]
    templates = "".join(_EXPRESSION.sub("*", _STATEMENT.sub("\0", text)) for text in variants) + uses.templates
    said = {_CHOSEN.sub("*", path).replace("\0", "") for path in _PATH.findall(templates)}
    # If a path is only a beginning, a template adds the rest.
    patterns = {path if path.lower().endswith(tuple(_PICTURES)) else f"{path}*" for path in said}
    composed = [pattern for pattern in patterns if "*" in pattern]
    # What a piece or an icon names in a wrong folder is reported there.
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
