"""What pieces say: values as data files hold them, and the fields that declare what they may be."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from pnp.model.problem import Problem
from pnp.model.span import Span

if TYPE_CHECKING:
    from pnp.model.rules import Sentence


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Poison:
    """Stands where a value couldn't be read, with the problem for which it couldn't."""

    problem: Problem


class Unavailable(Exception):
    """Something that is asked for isn't there; `cause` is the problem for which, where one is known."""

    def __init__(self, message: str, cause: Problem | None = None) -> None:
        super().__init__(message)
        self.cause = cause


class Unreadable(Unavailable):
    """Something can't be read, or is needed and couldn't be: `problem` has been reported."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message, problem)
        self.problem = problem


def attempt(read: Callable[..., T], *arguments: Any) -> T | Poison:
    """Return what a function reads, or poison where it raises Unreadable."""
    try:
        return read(*arguments)
    except Unreadable as error:
        return Poison(error.problem)


def require(value: T | Poison) -> T:
    """Return a value; raise Unreadable if it couldn't be read."""
    if isinstance(value, Poison):
        raise Unreadable(value.problem)
    return value


def readable(value: "Value") -> "Value":
    """Return a value with None in place of what couldn't be read, also in lists and in records without an id."""
    if isinstance(value, tuple):
        return tuple(map(readable, value))
    if isinstance(value, Record) and not value.id:
        return Record({name: readable(part) for name, part in value.read.items()})
    return None if isinstance(value, Poison) else value


class UnreadParts(dict[str, Problem]):
    """Parts of files that couldn't be read, with their problems: "rules", "rules/harbor"; "" is the whole of a file."""

    def note(self, part: str, problem: Problem) -> None:
        """Note why a part couldn't be read, if nothing is known about it yet."""
        self.setdefault(part, problem)

    def cause(self, section: str, name: str = "") -> Problem | None:
        """Return why there is nothing of this name in a section, although a file may say it."""
        return next((self[key] for key in (f"{section}/{name}", section, "") if key in self), None) if self else None

    def cause_in_game(self, section: str, id: str = "", *, of_modules: bool = True) -> Problem | None:
        """Return the same of a section of a game, where files of modules may say it, too.

        Without an id: why something of this section may not be there.
        """
        if not self:
            return None
        whole = section.partition(".")[0]
        names, inside = ([f"{section}/{id}", section, whole], []) if id else ([section, whole], [f"{section}/"])
        if of_modules and whole != "modules":
            names += [f"modules.{name}" for name in names] + ["modules"]
            inside += [f"modules.{name}" for name in inside] + ["modules/"]
        found = (self[name] for name in names if name in self)
        return next(found, next((each for name, each in self.items() if name.startswith(tuple(inside))), None))


class Record(Mapping[str, "Value"]):
    """Named values with an optional id: a group's entry, a referenced piece, a nested record. Prints as its id."""

    __slots__ = ("_values", "id")

    def __init__(self, values: Mapping[str, "Value"], id: str = "") -> None:
        self._values = values
        self.id = id

    def __getitem__(self, key: str) -> "Value":
        """Raise Unreadable where the value couldn't be read."""
        value = self._values[key]
        if value.__class__ is Poison:
            raise Unreadable(value.problem)
        return value

    @property
    def read(self) -> Mapping[str, "Value"]:
        """Return its values as they were read, also those that couldn't be."""
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
    """Return what stands at a path like "steps.2" or "emblem.charge"; None where there is nothing."""
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


def texts_in(field: Field, path: str, value: Value) -> Iterator[tuple[Field, str, str]]:
    """Yield the texts in a value with their paths, and the fields that declare them; what couldn't be read is none."""
    if isinstance(value, str):
        yield field, path, value
    elif isinstance(value, tuple) and field.of:
        for number, item in enumerate(value):
            yield from texts_in(field.of, f"{path}.{number}", item)
    elif isinstance(value, Record):
        for name, inner in field.fields.items():
            yield from texts_in(inner, f"{path}.{name}", value.read.get(name))
