"""What pieces say: values as data files hold them, and the fields that declare what they may be."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pnp.model.problem import Problem
from pnp.model.span import Span

if TYPE_CHECKING:
    from pnp.model.rules import Sentence


@dataclass(frozen=True, slots=True)
class Poison:
    """Stands where a value couldn't be read. Whatever needs the value fails, with this problem as its cause."""

    problem: Problem


class Unavailable(Exception):
    """What somebody asks for isn't there; `cause` is the problem for which, where one is known."""

    def __init__(self, message: str, cause: Problem | None = None) -> None:
        super().__init__(message)
        self.cause = cause


class Poisoned(Unavailable):
    """Somebody needs a value that couldn't be read."""

    def __init__(self, poison: Poison) -> None:
        super().__init__(poison.problem.message, poison.problem)


class Record(Mapping[str, "Value"]):
    """Named values with an optional id: a group's entry, a referenced piece, a nested record. Prints as its id."""

    __slots__ = ("_values", "id")

    def __init__(self, values: Mapping[str, "Value"], id: str = "") -> None:
        self._values = values
        self.id = id

    def __getitem__(self, key: str) -> "Value":
        """Raises Poisoned where the value couldn't be read."""
        value = self._values[key]
        if value.__class__ is Poison:
            raise Poisoned(value)
        return value

    @property
    def read(self) -> Mapping[str, "Value"]:
        """Its values as they were read, poison among them."""
        return self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __str__(self) -> str:
        return self.id

    def __repr__(self) -> str:
        """Return all that it says: keys of caches are made of that."""
        return f"Record({self._values!r}, {self.id!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return bool(self.id) and self.id == other
        return isinstance(other, Record) and self.id == other.id and self._values == other._values

    def __hash__(self) -> int:
        return hash(self.id)


def value_at(values: Mapping[str, "Value"], path: str) -> "Value":
    """What stands at a path like "steps.2" or "emblem.charge"; None where there is nothing."""
    value: Value | Mapping[str, Value] = values
    for part in path.split("."):
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, tuple) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            return None
    return value if not isinstance(value, Mapping) or isinstance(value, Record) else None


def value_text(value: "Value", yes: str, no: str) -> str:
    """Return a value as readers see it in a table, with these words for a boolean."""
    if isinstance(value, tuple):
        return ", ".join(value_text(each, yes, no) for each in value)
    if isinstance(value, bool):
        return yes if value else no
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


type_names = ("text", "integer", "number", "boolean", "choice", "list", "reference", "icon", "picture", "record")

Value = str | int | float | bool | None | tuple["Value", ...] | Record | Poison


@dataclass(frozen=True, slots=True, eq=False, repr=False)
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
    phrases: Mapping[str, "Sentence"] = field(default_factory=dict)  # texts of the default with braces, by their paths

    @property
    def id(self) -> str:
        return self.name
