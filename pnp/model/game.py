"""A game as its folder declares it: components, their fields and pieces, groups, icons, modules. Immutable."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from pnp.model.span import Span


class Record(Mapping[str, "Value"]):
    """Named values with an optional id: a group's entry, a referenced piece, a nested record. Prints as its id."""

    __slots__ = ("_values", "id")

    def __init__(self, values: Mapping[str, "Value"], id: str = "") -> None:
        self._values = values
        self.id = id

    def __getitem__(self, key: str) -> "Value":
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __str__(self) -> str:
        return self.id

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return bool(self.id) and self.id == other
        return isinstance(other, Record) and self.id == other.id and self._values == other._values

    def __hash__(self) -> int:
        return hash(self.id)


type_names = ("text", "integer", "number", "boolean", "choice", "list", "reference", "icon", "picture", "record")

Value = str | int | float | bool | None | tuple["Value", ...] | Record


@dataclass(frozen=True, slots=True)
class Field:
    """What a piece may say under one key."""

    name: str
    type: str  # one of type_names
    span: Span
    required: bool = False
    translatable: bool = False
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    to: str = ""  # of a reference: the group or component it names an entry of
    of: "Field | None" = None  # of a list: what each item is
    fields: Mapping[str, "Field"] = field(default_factory=dict)  # of a record
    default: Value = None


class Piece(NamedTuple):
    """One entry of a component: it prints `copies` times. `fields` holds every declared field (None where absent)."""

    id: str
    component: str
    copies: int
    fields: Mapping[str, Value]
    file: str
    line: int
    column: int
    places: Mapping[str, tuple[int, int]]  # "ability", "steps.2", "emblem.charge" → line, column of the value

    @property
    def span(self) -> Span:
        return Span(self.file, self.line, self.column)

    @property
    def label(self) -> str:
        return f"{self.component}/{self.id}"

    def span_of(self, path: str) -> Span:
        """The place of a field's value, or of the nearest thing around it that was written down."""
        while path:
            if place := self.places.get(path):
                return Span(self.file, *place)
            path = path.rpartition(".")[0]
        return self.span


class Outline(StrEnum):
    """The shape that is cut out."""

    RECTANGLE = "rectangle"
    ROUNDED = "rounded"
    CIRCLE = "circle"
    HEXAGON = "hexagon"


@dataclass(frozen=True, slots=True)
class Format:
    """Size and shape of a component's pieces in millimetres."""

    w: float
    h: float
    outline: Outline = Outline.RECTANGLE
    corner: float = 0.0  # radius of rounded corners
    safe: float = 2.0  # content keeps this far inside the cut
    bleed: float = 0.0  # faces draw this far beyond the cut


@dataclass(frozen=True, slots=True)
class Component:
    """A kind of piece. One without a front layout is a table that other components refer to; it prints nothing."""

    id: str
    title: str
    format: Format
    front: str  # template's path under layouts/, "" where the component isn't printed
    back: str
    fields: Mapping[str, Field]
    pieces: tuple[Piece, ...]
    span: Span
    layout_span: Span  # where the front layout is named


@dataclass(frozen=True, slots=True)
class Group:
    """A declared set of things pieces belong to: factions, suits, seasons."""

    id: str
    entries: Mapping[str, Piece]
    span: Span
    fields: Mapping[str, Field] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Icon:
    """An SVG that text may name in brackets."""

    name: str
    path: Path
    span: Span


@dataclass(frozen=True, slots=True)
class Module:
    """A patch to the game: pieces added, replaced and dropped by id."""

    id: str
    title: str
    span: Span
    needs: tuple[str, ...] = ()
    not_with: tuple[str, ...] = ()
    add: Mapping[str, tuple[Piece, ...]] = field(default_factory=dict)  # component → pieces
    replace: Mapping[str, tuple[Piece, ...]] = field(default_factory=dict)
    drop: Mapping[str, tuple[tuple[str, Span], ...]] = field(default_factory=dict)  # component → (id, place)


@dataclass(frozen=True, slots=True)
class Game:
    """Everything a game's folder says."""

    id: str
    title: str
    version: str
    languages: tuple[str, ...]  # the first is the one the data is written in
    groups: Mapping[str, Group]
    icons: Mapping[str, Icon]
    components: Mapping[str, Component]
    modules: Mapping[str, Module]
    folder: Path
    span: Span
    credits: str = ""  # one line for the footer


@dataclass(frozen=True, slots=True)
class Edition:
    """A game as it will be printed: one language, one ink, chosen modules applied."""

    game: Game
    language: str
    ink: str
    modules: tuple[str, ...]
    components: Mapping[str, Component]
