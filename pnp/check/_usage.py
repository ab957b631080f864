"""`Game` and its templates → the names that something makes use of."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pnp.check._owned import brought
from pnp.files.inside import is_file, path_inside
from pnp.files.opening import beginning
from pnp.files.project import Project, layout_folders
from pnp.model.game import Component, Game, Piece
from pnp.model.regex import regex
from pnp.model.rules import Sentence
from pnp.model.values import Record, Value
from pnp.text.holes import holes_in

_LONGEST = 1_000_000  # bytes of a file; nobody writes such a template
_COMMENT = regex(r"\{#.*?#\}", re.DOTALL)
_TEMPLATE = regex(r"""["']([^"'\n{}]+\.j2)["']""")
_COMPUTED = regex(r"""\{%-?\s*(?:include|import|extends|from)\s+(?!["'])""")
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
    known, templates = _templates(game, project)
    names = frozenset(re.findall(r"\w+", _TAG.sub(" ", templates)))
    said = (hole.text for phrase in phrases_of(game) for hole in holes_in(phrase.other))
    definitions = (*game.define.values(), *brought(game, "define"))
    defined = (definition.expression.text for definition in definitions)
    words = frozenset(word for text in (*_other_files(game, project), *said, *defined) for word in _WORD.findall(text))
    return Usage(known, templates, names, words)


def _templates(game: Game, project: Project) -> tuple[bool, str]:
    """All that components name and that these include, one after the other."""
    orders = [layout_folders(project, id, *game.ids) for id in game.ids]  # each game's pieces have its own first
    names = list(dict.fromkeys(name for each in all_components(game) for name in (each.front, each.back) if name))
    texts: list[str] = []
    known = bool(names) and game.base is None  # the base game's layouts may use what is declared here
    for name in names:  # grows on the way
        paths = dict.fromkeys(_first(folders, name) for folders in orders)
        text = "\n".join([beginning(path, _LONGEST) for path in paths if path])
        text = _COMMENT.sub(" ", text)
        known = known and bool(text) and not _COMPUTED.search(text)
        texts.append(text)
        names += [other for other in dict.fromkeys(_TEMPLATE.findall(text)) if other not in names]
    return known, "\n".join(texts)


def _first(folders: Iterable[Path], name: str) -> Path | None:
    paths = (path_inside(folder, name) for folder in folders)
    return next((path for path in paths if path and is_file(path)), None)


def _other_files(game: Game, project: Project) -> Iterator[str]:
    """YAML beside game.yaml that holds no pieces: what it names, it uses."""
    pieces = {piece.file for piece in all_pieces(game)}
    for path in sorted(game.folder.rglob("*.yaml")):
        if path.name not in ("game.yaml", "glossary.yaml") and project.display(path) not in pieces:
            yield beginning(path, _LONGEST, project.bounds(path))


def phrases_of(game: Game) -> Iterator[Sentence]:
    """Texts with something in braces: of pieces, of entries, of the glossary."""
    for piece in (*all_pieces(game), *all_entries(game)):
        yield from piece.phrases.values()
    yield from (term.phrase for term in game.glossary if term.phrase)


def all_components(game: Game) -> list[Component]:
    """The base game's and those of modules."""
    return [*game.components.values(), *brought(game, "components")]


def all_pieces(game: Game) -> list[Piece]:
    return [piece for component in all_components(game) for piece in pieces_of(game, component)]


def pieces_of(game: Game, component: Component) -> list[Piece]:
    return [*component.pieces, *brought(game, f"pieces.{component.id}")]


def all_entries(game: Game) -> list[Piece]:
    return [entry for group in game.groups for entry in entries_of(game, group)]


def entries_of(game: Game, group: str) -> list[Piece]:
    return [*game.groups[group].entries.values(), *brought(game, f"groups.{group}")]


def all_strings(game: Game) -> set[str]:
    """Every id and every text of the data: a template may make a name of it."""
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
