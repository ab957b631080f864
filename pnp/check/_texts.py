"""A game → its values of some type, and the texts that its readers get to see, each with its place."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.cardtext.braces import mask_holes
from pnp.cardtext.marks import source_range
from pnp.check._owned import added, brought, speaking
from pnp.model.game import Game, Piece
from pnp.model.problem import Code, Problem
from pnp.model.rules import Expression, Sentence, place_in
from pnp.model.span import Span
from pnp.model.values import Field, Record, Value

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
        """A mistake in all of it, or in the part that stands there."""
        return code.at(span or self.span, path=self.path, subject=self.subject, **said)

    def part(self, start: int, end: int) -> Span:
        """These of its characters."""
        if self.sentence:
            return part_of(self.sentence, start, end)
        return self.span.of(start, end) if self.is_there else self.span

    def word(self, start: int, end: int) -> Span:
        """These of the characters of its bare text."""
        return self.part(*source_range(self.value, start, end))


def part_of(said: Expression | Sentence, start: int, end: int) -> Span:
    """These characters of what a rule says, as far as they stand in the line of the first."""
    first, last = place_in(said.span, said.turns, start), place_in(said.span, said.turns, end - 1)
    return first._replace(end=last.column + 1) if first.column and last.line == first.line else first


@lru_cache(1)
def printed_texts(game: Game) -> tuple[FieldValue, ...]:
    """What translators get to see, of groups, pieces, modules and the glossary: what is printed as prose.

    Of what stands in braces, which is filled in, only that it is there.
    """
    return tuple([found for found in texts_with_marks(game) if found.field.translatable])


@lru_cache(1)
def texts_with_marks(game: Game) -> tuple[FieldValue, ...]:
    """All in which marks mean something: what is printed as prose, and what says something to the template only."""
    texts = [found for found in find_values(game, "text") if found.value]
    for term in game.glossary:
        if term.say:
            place = term.say_span or term.span
            texts.append(FieldValue(_SAY, "say", term.say, at=place, is_there=place is term.say_span))
    braces = [number for number, found in enumerate(texts) if "{" in found.value or "}" in found.value]
    for number in braces:
        texts[number] = texts[number]._replace(value=mask_holes(texts[number].value))
    return tuple(texts)


def sentences(game: Game) -> Iterator[tuple[str, FieldValue]]:
    """What rules, steps and the like say, by their sections. Of what stands in braces, only that it is there."""
    for section, thing in speaking(game):
        say = thing.item.say
        yield section, FieldValue(_SAY, f"say of {thing.item.id}", mask_holes(say.other), at=say.span, sentence=say)
    if game.victory and (nobody := game.victory.nobody):
        yield "victory", FieldValue(_SAY, "nobody", mask_holes(nobody.other), at=nobody.span, sentence=nobody)


def name_of(piece: Piece) -> str:
    """What an entry or a piece is called, "" where it has no name, or none that could be read."""
    name = piece.fields.get("name")
    return name if isinstance(name, str) else ""


def find_values(game: Game, type_name: str) -> Sequence[FieldValue]:
    """Values of fields of one of `_TYPES`: in groups, pieces and modules, and defaults, each default once."""
    return _by_type(game)[type_name]


@lru_cache(1)
def _by_type(game: Game) -> Mapping[str, list[FieldValue]]:
    found = _ByType()
    for group in game.groups.values():
        found.add_defaults(group.fields, True)
        found.add_pieces(group.fields, group.entries.values(), True)
        found.add_pieces(group.fields, added(game, f"groups.{group.id}"), False)
    for component in (*game.components.values(), *added(game, "components")):
        base = game.components.get(component.id) is component
        found.add_defaults(component.fields, base)
        found.add_pieces(component.fields, component.pieces, base)
        found.add_pieces(component.fields, brought(game, f"pieces.{component.id}"), False)
    return found.by_type


class _ByType:
    """Collects the values of all types in one pass."""

    def __init__(self) -> None:
        self.by_type: dict[str, list[FieldValue]] = {type_name: [] for type_name in _TYPES}

    def add_defaults(self, fields: Mapping[str, Field], base: bool) -> None:
        for path, field in _declared(fields):
            for inner, at, value in _walk(field, path, field.default):
                if inner.type in _TYPES:
                    default = FieldValue(inner, at, value, None, base, field.span, is_there=False)
                    self.by_type[inner.type].append(default)

    def add_pieces(self, fields: Mapping[str, Field], pieces: Iterable[Piece], base: bool) -> None:
        wanted = [field for field in fields.values() if _holds(field)]
        plain = [(field, field.name, self.by_type[field.type]) for field in wanted if field.type in _TYPES]
        nested = [field for field in wanted if field.type not in _TYPES]
        for piece in pieces:
            values, places = piece.fields, piece.places
            for field, name, found in plain:
                if name in places and (value := values.get(name)).__class__ is str:
                    found.append(FieldValue(field, name, value, piece, base))
            for field in nested:
                for inner, path, value in _walk(field, field.name, values.get(field.name)):
                    if inner.type in _TYPES and path in places:
                        self.by_type[inner.type].append(FieldValue(inner, path, value, piece, base))


def _declared(fields: Mapping[str, Field], prefix: str = "") -> Iterator[tuple[str, Field]]:
    for field in fields.values():
        yield prefix + field.name, field
        yield from _declared(field.fields, f"{prefix}{field.name}.")


def _holds(field: Field) -> bool:
    inner = [*field.fields.values(), *([field.of] if field.of else [])]
    return field.type in _TYPES or any(map(_holds, inner))


def _walk(field: Field, path: str, value: Value) -> Iterator[tuple[Field, str, str]]:
    """The texts in a value, with the fields that declare them; what couldn't be read is none."""
    if isinstance(value, str):
        yield field, path, value
    elif isinstance(value, tuple) and field.of:
        for number, item in enumerate(value):
            yield from _walk(field.of, f"{path}.{number}", item)
    elif isinstance(value, Record):
        for name, inner in field.fields.items():
            yield from _walk(inner, f"{path}.{name}", value.read.get(name))
