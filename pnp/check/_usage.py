"""`Game` and its templates → the names that something makes use of, and the expressions and words of its rules."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.cardtext.braces import find_holes
from pnp.check._texts import list_brought, list_owned
from pnp.io.opening import is_file, path_inside, read_beginning
from pnp.io.project import Project, layout_folders
from pnp.model.game import Component, Game, Piece
from pnp.model.regex import regex
from pnp.model.rules import Bound, Definition, Example, Expression, Move, Put, Selection, Sentence, Shuffle, place_in
from pnp.model.span import Span
from pnp.model.values import Record, Value

_PARTS = ("define", "rules", "examples", "selections", "setup", "victory")
_PLAIN = (str, int, float, bool, type(None), Span)
_DOTTED = regex(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_WHOLES = ("chosen", "player", "table")  # by which their own names can be said, too
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
    # read all templates that components name and, in turn, those that these include
    orders = [layout_folders(project, id, *game.ids) for id in game.ids]  # each game's pieces have its own first
    names = list(dict.fromkeys(name for each in all_components(game) for name in (each.front, each.back) if name))
    texts: list[str] = []
    known = bool(names) and game.base is None  # the base game's layouts may use what is declared here
    for name in names:  # grows on the way
        found = ([path_inside(folder, name) for folder in folders] for folders in orders)
        paths = dict.fromkeys(next((path for path in each if path and is_file(path)), None) for each in found)
        text = "\n".join([read_beginning(path, _LONGEST) for path in paths if path])
        text = _COMMENT.sub(" ", text)
        known = known and bool(text) and not _COMPUTED.search(text)
        texts.append(text)
        names += [other for other in dict.fromkeys(_TEMPLATE.findall(text)) if other not in names]
    templates = "\n".join(texts)
    there = frozenset(re.findall(r"\w+", _TAG.sub(" ", templates)))
    said = (hole.text for phrase in phrases_of(game) for hole in find_holes(phrase.other))
    definitions = (*game.define.values(), *list_brought(game, "define"))
    defined = (definition.expression.text for definition in definitions)
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


def all_components(game: Game) -> list[Component]:
    """Return the base game's components and those of modules."""
    return [*game.components.values(), *list_brought(game, "components")]


def all_pieces(game: Game) -> list[Piece]:
    return [piece for component in all_components(game) for piece in pieces_of(game, component)]


def pieces_of(game: Game, component: Component) -> list[Piece]:
    return [*component.pieces, *list_brought(game, f"pieces.{component.id}")]


def all_entries(game: Game) -> list[Piece]:
    return [entry for group in game.groups for entry in entries_of(game, group)]


def entries_of(game: Game, group: str) -> list[Piece]:
    return [*game.groups[group].entries.values(), *list_brought(game, f"groups.{group}")]


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


def list_formulas(game: Game) -> Iterator[Expression]:
    """Yield the expressions of the game and all its modules."""
    yield from formulas_of(_rules_of(game))
    if game.victory:
        yield from formulas_of((game.victory.nobody, game.victory.ends))


def _rules_of(game: Game) -> list[Any]:
    """Return all that computes, the modules' too."""
    found = [things for section, things in list_owned(game) if section.partition(".")[0] in _PARTS]
    return [each.item for things in found for each in things]


def formulas_of(item: Any) -> Iterator[Expression]:
    """Yield the expressions of a rule, a condition, a step …, with all that it holds."""
    if isinstance(item, Expression):
        yield item
    elif isinstance(item, Sentence):
        for hole in find_holes(item.other):
            turns = [turn._replace(offset=turn.offset - hole.start) for turn in item.turns if turn.offset > hole.start]
            yield Expression(hole.text, place_in(item.span, item.turns, hole.start), tuple(turns))
    elif isinstance(item, _PLAIN):
        return
    elif isinstance(item, Mapping):
        yield from formulas_of(list(item.values()))
    elif isinstance(item, tuple | list):
        for each in item:
            yield from formulas_of(each)
    elif hasattr(item, "__dataclass_fields__"):
        yield from formulas_of([getattr(item, name) for name in item.__dataclass_fields__])


@lru_cache(1)
def find_mentioned(game: Game) -> frozenset[str]:
    """Return every dotted name, and each beginning of it: `zones.market`, `zones`. No definition mentions itself."""
    victory = game.victory
    others = [victory.nobody, victory.map] if victory else []
    found: set[str] = set()
    for text in _find_computed([*_rules_of(game), *phrases_of(game), *others]):
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
        yield from _find_computed(item.what if isinstance(item, Move) else item.to if isinstance(item, Put) else None)
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
    elif not isinstance(item, _PLAIN) and hasattr(item, "__dataclass_fields__"):
        yield from _find_computed([getattr(item, name) for name in item.__dataclass_fields__])
