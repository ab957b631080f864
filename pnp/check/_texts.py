"""A game → what stands in its sections, the modules' things beside the base game's; its values of some type, and its
expressions; and the texts that its readers get to see, each with its place."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.cardtext.braces import find_holes, has_braces, mask_holes
from pnp.cardtext.marks import source_range
from pnp.model.game import Component, Game, Module, Piece
from pnp.model.patch import sections
from pnp.model.problem import Code, Problem
from pnp.model.rules import Condition, Example, Expression, Judging, Rule, Sentence, Step, place_in
from pnp.model.span import Span
from pnp.model.values import Field, texts_in

SPEAKING = {Rule: "rule", Step: "step", Condition: "condition", Judging: "step of judging", Example: "example"}

_CALLED = {
    "components": "a component",
    "icons": "an icon",
    "define": "a definition",
    "rules": "a rule",
    "examples": "an example",
    "selections": "a selection",
    "setup.zones": "a zone",
    "setup.tables": "a table",
    "setup.steps": "a step",
    "victory.track": "a variable",
    "victory.conditions": "a condition",
    "victory.define": "a definition",
    "victory.player": "a field",
    "victory.table": "a field",
    "victory.rules": "a rule of finished tables",
    "victory.winner": "a step of judging",
}


_COMPUTING = ("define", "rules", "examples", "selections", "setup", "victory")
PLAIN = (str, int, float, bool, type(None), Span)


class Owned(NamedTuple):
    """Something that can be changed by its id, and the module that brings it, if one does."""

    module: Module | None
    item: Any


def list_owned(game: Game) -> Iterator[tuple[str, list[Owned]]]:
    """Yield what stands in each section but pieces and entries; what modules bring in one file is there once."""
    for section, base in sections(game):
        if section.startswith(("pieces.", "groups.")):
            continue
        found = {item.span: Owned(None, item) for item in base.values()}
        for module in game.patches:
            change = module.change(section)
            for item in (*change.add, *change.replace):
                found.setdefault(item.span, Owned(module, item))
        yield section, list(found.values())


def things_in(game: Game, section: str) -> list[Owned]:
    """Return what stands in one section."""
    return next((things for name, things in list_owned(game) if name == section), [])


def list_brought(game: Game, section: str) -> list[Any]:
    """Return what modules add to a section, or put in the place of something."""
    changes = [module.change(section) for module in game.patches]
    return [item for change in changes for item in (*change.add, *change.replace)]


def list_added(game: Game, section: str) -> list[Any]:
    """Return what modules add to a section."""
    return [item for module in game.patches for item in module.change(section).add]


def list_speakers(game: Game) -> Iterator[tuple[str, Owned]]:
    """Yield what says a sentence to people, with its section."""
    for section, things in list_owned(game):
        yield from ((section, thing) for thing in things if isinstance(thing.item, tuple(SPEAKING)))


def find_same(game: Game, things: Iterable[Owned], what: Callable[[Any], Hashable]) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of things of different ids that can be in a game together and are the same in something."""
    earlier: dict[Hashable, list[Owned]] = {}
    for thing in things:
        alike = earlier.setdefault(what(thing.item), [])
        for first in alike:
            modules = [each.module.id for each in (first, thing) if each.module]
            if first.item.id != thing.item.id and (len(modules) < 2 or game.go_together(*modules)):
                yield first.item, thing.item
                break
        alike.append(thing)


def label(section: str) -> str:
    """Return what messages call one of them: "a piece of foxes", "a rule"."""
    kind, _, owner = section.partition(".")
    if kind in ("pieces", "groups"):
        return f"{'a piece' if kind == 'pieces' else 'an entry'} of {owner}"
    return _CALLED[section]


def noun(section: str) -> str:
    """Return the label without an article: "rule"."""
    return label(section).partition(" ")[2]


def place(item: Any) -> Span:
    """Return where a thing's id stands."""
    return item.span_of("id") if isinstance(item, Piece) else Span(*item.span)


def subject(section: str, id: str) -> str:
    """Return the piece that a problem concerns, by component and id; "" for other things."""
    kind, _, owner = section.partition(".")
    return f"{owner}/{id}" if kind == "pieces" else ""


NAMES = ("name", "title")  # the fields in which a piece says what it is called

_TYPES = ("text", "reference", "icon", "picture")
_SAY = Field("say", "text", Span(""), translatable=True)


class FieldValue(NamedTuple):
    """What stands in a field of a piece; in a default, a rule or the glossary, which have no `owner`, at `at`."""

    field: Field
    path: str
    value: str
    owner: Piece | None = None
    base: bool = True  # False in a piece that a module brings
    at: Span | None = None
    sentence: Sentence | None = None  # that it is, of a rule or a step
    is_there: bool = True  # False where `at` is that of its field: nobody noted where the value stands

    @property
    def span(self) -> Span:
        if self.at is None:
            assert self.owner
            return self.owner.span_of(self.path)
        return self.at

    @property
    def subject(self) -> str:
        return self.owner.label if self.owner else ""

    def wrong(self, code: Code, span: Span | None = None, **said: Any) -> Problem:
        """Return a mistake in all of it, or in the part that stands there."""
        return code.at(span or self.span, path=self.path, subject=self.subject, **said)

    def part(self, start: int, end: int) -> Span:
        """Return the place of these of its characters."""
        if self.sentence:
            return part_of(self.sentence, start, end)
        return self.span.slice(start, end) if self.is_there else self.span

    def word(self, start: int, end: int) -> Span:
        """Return the place of these of the characters of its bare text."""
        return self.part(*source_range(self.value, start, end))


def part_of(said: Expression | Sentence, start: int, end: int) -> Span:
    """Return the place of characters of what a rule says, as far as they stand in the line of the first."""
    first, last = place_in(said.span, said.turns, start), place_in(said.span, said.turns, end - 1)
    return first._replace(end=last.column + 1) if first.column and last.line == first.line else first


@lru_cache(1)
def printed_texts(game: Game) -> tuple[FieldValue, ...]:
    """Return what is printed as prose and translated: of groups, pieces, modules and the glossary; holes are masked."""
    return tuple([found for found in texts_with_marks(game) if found.field.translatable])


@lru_cache(1)
def texts_with_marks(game: Game) -> tuple[FieldValue, ...]:
    """Return all in which marks mean something: what is printed as prose, and what only the template reads."""
    texts = [found for found in find_values(game, "text") if found.value]
    for term in game.glossary:
        if term.say:
            place = term.say_span or term.span
            texts.append(FieldValue(_SAY, "say", term.say, at=place, is_there=place is term.say_span))
    return tuple([each._replace(value=mask_holes(each.value)) if has_braces(each.value) else each for each in texts])


def sentences(game: Game) -> Iterator[tuple[str, FieldValue]]:
    """Yield what rules, steps and the like say, by their sections; what stands in braces is masked."""
    for section, thing in list_speakers(game):
        say = thing.item.say
        yield section, FieldValue(_SAY, f"say of {thing.item.id}", mask_holes(say.other), at=say.span, sentence=say)
    if game.victory and (nobody := game.victory.nobody):
        yield "victory", FieldValue(_SAY, "nobody", mask_holes(nobody.other), at=nobody.span, sentence=nobody)


def name_of(piece: Piece) -> str:
    """Return what an entry or a piece is called, "" where it has no name, or none that could be read."""
    name = piece.fields.get("name")
    return name if isinstance(name, str) else ""


def find_values(game: Game, type_name: str) -> Sequence[FieldValue]:
    """Return values of fields of one of `_TYPES`: in groups, pieces and modules, and defaults, each default once."""
    return _sort_by_type(game)[type_name]


@lru_cache(1)
def _sort_by_type(game: Game) -> Mapping[str, list[FieldValue]]:
    found = _ByType()
    for group in game.groups.values():
        found.add_defaults(group.fields, True)
        found.add_pieces(group.fields, group.entries.values(), True)
        found.add_pieces(group.fields, list_added(game, f"groups.{group.id}"), False)
    for component in (*game.components.values(), *list_added(game, "components")):
        base = game.components.get(component.id) is component
        found.add_defaults(component.fields, base)
        found.add_pieces(component.fields, component.pieces, base)
        found.add_pieces(component.fields, list_brought(game, f"pieces.{component.id}"), False)
    return found.by_type


class _ByType:
    """Collects the values of all types in one pass."""

    def __init__(self) -> None:
        self.by_type: dict[str, list[FieldValue]] = {type_name: [] for type_name in _TYPES}

    def add_defaults(self, fields: Mapping[str, Field], base: bool, prefix: str = "") -> None:
        for path, field in ((prefix + field.name, field) for field in fields.values()):
            for inner, at, value in texts_in(field, path, field.default):
                if inner.type in _TYPES:
                    default = FieldValue(inner, at, value, None, base, field.span, is_there=False)
                    self.by_type[inner.type].append(default)
            self.add_defaults(field.fields, base, f"{path}.")

    def add_pieces(self, fields: Mapping[str, Field], pieces: Iterable[Piece], base: bool) -> None:
        def holds_texts(field: Field) -> bool:
            inner = [*field.fields.values(), *([field.of] if field.of else [])]
            return field.type in _TYPES or any(map(holds_texts, inner))

        wanted = [field for field in fields.values() if holds_texts(field)]
        plain = [(field, field.name, self.by_type[field.type]) for field in wanted if field.type in _TYPES]
        nested = [field for field in wanted if field.type not in _TYPES]
        for piece in pieces:
            values, places = piece.fields, piece.places
            for field, name, found in plain:
                if name in places and (value := values.get(name)).__class__ is str:
                    found.append(FieldValue(field, name, value, piece, base))
            for field in nested:
                for inner, path, value in texts_in(field, field.name, values.get(field.name)):
                    if inner.type in _TYPES and path in places:
                        self.by_type[inner.type].append(FieldValue(inner, path, value, piece, base))


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


def list_formulas(game: Game) -> Iterator[Expression]:
    """Yield the expressions of the game and all its modules."""
    yield from formulas_of(list_computing(game))
    if game.victory:
        yield from formulas_of((game.victory.nobody, game.victory.ends))


def list_computing(game: Game) -> list[Any]:
    """Return all that computes, the modules' too."""
    found = [things for section, things in list_owned(game) if section.partition(".")[0] in _COMPUTING]
    return [each.item for things in found for each in things]


def formulas_of(item: Any) -> Iterator[Expression]:
    """Yield the expressions of a rule, a condition, a step …, with all that it holds."""
    if isinstance(item, Expression):
        yield item
    elif isinstance(item, Sentence):
        for hole in find_holes(item.other):
            turns = [turn._replace(offset=turn.offset - hole.start) for turn in item.turns if turn.offset > hole.start]
            yield Expression(hole.text, place_in(item.span, item.turns, hole.start), tuple(turns))
    elif isinstance(item, PLAIN):
        return
    elif isinstance(item, Mapping):
        yield from formulas_of(list(item.values()))
    elif isinstance(item, tuple | list):
        for each in item:
            yield from formulas_of(each)
    elif hasattr(item, "__dataclass_fields__"):
        yield from formulas_of([getattr(item, name) for name in item.__dataclass_fields__])
