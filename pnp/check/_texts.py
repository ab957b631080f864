"""A game → its values of some type, and the texts that its readers get to see, each with its place."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.check._owned import added, brought, speaking
from pnp.model.game import Game, Piece
from pnp.model.problem import Code, Problem
from pnp.model.rules import Expression, Sentence, place_in
from pnp.model.span import Span
from pnp.model.values import Field, Record, Value
from pnp.text.holes import has_braces, masked
from pnp.text.punctuation import place_in_text

NAMES = ("name", "title")  # the fields in which a piece says what it is called

_SAY = Field("say", "text", Span(""), translatable=True)


class FieldValue(NamedTuple):
    """What stands in a field; `base` is False in a piece that a module brings."""

    field: Field
    path: str
    value: str
    span: Span
    subject: str
    base: bool
    sentence: Sentence | None = None  # that it is, of a rule or a step
    is_there: bool = True  # False where `span` is that of its field: nobody noted where the value stands

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
        return self.part(*place_in_text(self.value, start, end))


def part_of(said: Expression | Sentence, start: int, end: int) -> Span:
    """These characters of what a rule says, as far as they stand in the line of the first."""
    first, last = place_in(said.span, said.turns, start), place_in(said.span, said.turns, end - 1)
    return first._replace(end=last.column + 1) if first.column and last.line == first.line else first


class Same:
    """A game by its identity: a key to remember what was found in it."""

    __slots__ = ("game",)

    def __init__(self, game: Game) -> None:
        self.game = game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.game is other.game

    def __hash__(self) -> int:
        return id(self.game)


def printed_texts(game: Game) -> tuple[FieldValue, ...]:
    """What translators get to see, of groups, pieces, modules and the glossary: what is printed as prose.

    Of what stands in braces, which is filled in, only that it is there.
    """
    return _printed(Same(game))


@lru_cache(1)
def _printed(same: Same) -> tuple[FieldValue, ...]:
    return tuple([found for found in texts_with_marks(same.game) if found.field.translatable])


def texts_with_marks(game: Game) -> tuple[FieldValue, ...]:
    """All in which marks mean something: what is printed as prose, and what says something to the template only."""
    return _with_marks(Same(game))


@lru_cache(1)
def _with_marks(same: Same) -> tuple[FieldValue, ...]:
    game = same.game
    texts = [found for found in find_values(game, "text") if found.value]
    for term in game.glossary:
        if term.say:
            place = term.say_span or term.span
            texts.append(FieldValue(_SAY, "say", term.say, place, "", True, is_there=place is term.say_span))
    return tuple([each._replace(value=masked(each.value)) if has_braces(each.value) else each for each in texts])


def sentences(game: Game) -> Iterator[tuple[str, FieldValue]]:
    """What rules, steps and the like say, by their sections. Of what stands in braces, only that it is there."""
    for section, thing in speaking(game):
        say = thing.item.say
        yield section, FieldValue(_SAY, f"say of {thing.item.id}", masked(say.other), say.span, "", True, say)
    if game.victory and (nobody := game.victory.nobody):
        yield "victory", FieldValue(_SAY, "nobody", masked(nobody.other), nobody.span, "", True, nobody)


def name_of(piece: Piece) -> str:
    """What an entry or a piece is called, "" where it has no name, or none that could be read."""
    name = piece.fields.get("name")
    return name if isinstance(name, str) else ""


def find_values(game: Game, type_name: str) -> Iterator[FieldValue]:
    """Values of fields of this type: in groups, pieces and modules, and defaults, each default once."""
    for group in game.groups.values():
        yield from _of_owner(group.fields, group.entries.values(), type_name, True)
        yield from _of_pieces(group.fields, added(game, f"groups.{group.id}"), type_name, False)
    for component in (*game.components.values(), *added(game, "components")):
        base = game.components.get(component.id) is component
        yield from _of_owner(component.fields, component.pieces, type_name, base)
        yield from _of_pieces(component.fields, brought(game, f"pieces.{component.id}"), type_name, False)


def _of_owner(fields: Mapping[str, Field], pieces: Iterable[Piece], type_name: str, base: bool) -> Iterator[FieldValue]:
    for path, field in _declared(fields):
        if field.default is not None:
            for inner, at, value in _walk(field, path, field.default):
                if inner.type == type_name:
                    yield FieldValue(inner, at, value, field.span, "", base, is_there=False)
    yield from _of_pieces(fields, pieces, type_name, base)


def _of_pieces(
    fields: Mapping[str, Field], pieces: Iterable[Piece], type_name: str, base: bool
) -> Iterator[FieldValue]:
    wanted = [field for field in fields.values() if _holds(field, type_name)]
    for piece in pieces if wanted else ():
        for field in wanted:
            for inner, path, value in _walk(field, field.name, piece.fields.get(field.name)):
                if inner.type == type_name and path in piece.places:
                    yield FieldValue(inner, path, value, piece.span_of(path), piece.label, base)


def _declared(fields: Mapping[str, Field], prefix: str = "") -> Iterator[tuple[str, Field]]:
    for field in fields.values():
        yield prefix + field.name, field
        yield from _declared(field.fields, f"{prefix}{field.name}.")


def _holds(field: Field, type_name: str) -> bool:
    inner = [*field.fields.values(), *([field.of] if field.of else [])]
    return field.type == type_name or any(_holds(each, type_name) for each in inner)


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
