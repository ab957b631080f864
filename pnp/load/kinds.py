"""The kinds of single values: each reads a node to a value, and describes itself as JSON Schema.

Both stand together so that what editors check and what pnp accepts can't drift apart.
"""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from yaml.nodes import Node, ScalarNode, SequenceNode

from pnp.cardtext.icons import NAME
from pnp.io.project import LANGUAGE_TAG
from pnp.load import limits
from pnp.load.files import CONTROL_CHARACTER
from pnp.load.sink import Sink, describe_node, place_of, quote_value
from pnp.model.game import Game
from pnp.model.problem import Problem, code
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.model.values import Unreadable

WRONG_TYPE = code("PNP020", says='"{path}" must be {wanted}, not {found}', varies=("path",))
WHOLE_OF_WRONG_TYPE = WRONG_TYPE.also("this must be {wanted}, not {found}")
NOT_A_CHOICE = code("PNP022", says='"{path}" can\'t be {value}', varies=("path",), once=True)
BAD_TEXT = code("PNP023", says='"{path}" is empty', varies=("path",))
EMPTY_LIST = BAD_TEXT.also('"{path}" is an empty list', varies=("path",))
SEVERAL_LINES = BAD_TEXT.also('"{path}" must be on one line', varies=("path",))
TOO_LONG = BAD_TEXT.also('"{path}" has {length:,} characters, at most {most:,} are possible', varies=("path",))
BAD_NAME = code("PNP024", says='"{path}" is {name}, which is no {kind}', varies=("path",))
BAD_KEY = BAD_NAME.also("{name} is no {kind}")
CONTROL_IN_VALUE = CONTROL_CHARACTER.also('"{path}" has a control character: {sign}', varies=("path",))

Schema = dict[str, Any]

_LONGEST_SLUG = 48  # letters of a name that become an id
_OTHER = regex(r"[^a-z0-9]+")
FORBIDDEN = regex("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]")


class Kind(ABC):
    """A kind of value."""

    described: ClassVar[Schema] = {}  # as JSON Schema, where that is always the same

    @abstractmethod
    def read(self, node: Node, path: str, sink: Sink) -> Any:
        """Read a node to its value; raise Unreadable if it can't be read, which has been reported."""

    def schema(self, game: Game | None) -> Schema:
        """Describe the kind; `game` knows the names that may be completed, None stands for any game."""
        return {**self.described}


def report_type(node: Node, path: str, sink: Sink, wanted: str, hint: str = "") -> Unreadable:
    if not path:
        return sink.refuse(WHOLE_OF_WRONG_TYPE, node, hint=hint, wanted=wanted, found=describe_node(node))
    return sink.refuse(WRONG_TYPE, node, hint=hint, path=path, wanted=wanted, found=describe_node(node))


def slug(name: str) -> str:
    """Turn a name into an id: `Blütenstaub, der Alte` → `blutenstaub-der-alte`."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each))
    joined = _OTHER.sub("-", plain.casefold().replace("'", "").replace("’", "")).strip("-")
    short = joined[:_LONGEST_SLUG]
    return joined if short == joined else short.rpartition("-")[0] or short


class TextKind(Kind):
    """Any text, exactly as written."""

    wanted = "a text"

    def __init__(self, *, filled: bool = False, longest: int = limits.TEXT_LENGTH) -> None:
        self._filled, self._longest = filled, longest

    def read(self, node: Node, path: str, sink: Sink) -> str:
        if node.__class__ is not ScalarNode:
            in_brackets = isinstance(node, SequenceNode) and node.flow_style
            hint = "a text that starts with [ needs quotes" if in_brackets else ""
            raise report_type(node, path, sink, self.wanted, hint)
        text: str = node.value
        if not text or len(text) > self._longest or not text.isprintable():
            return self._check_unusual(node, text, path, sink)
        return text

    def _check_unusual(self, node: Node, text: str, path: str, sink: Sink) -> str:
        if node.style in ("|", ">"):  # type: ignore[attr-defined]
            text = text.removesuffix("\n")
        if bad := FORBIDDEN.search(text):
            span = Span(sink.file, *place_of(node)).slice(bad.start(), bad.end())
            raise sink.refuse(CONTROL_IN_VALUE, span, hint="delete it", path=path, sign=f"\\x{ord(bad[0]):02x}")
        if len(text) > self._longest:
            raise sink.refuse(TOO_LONG, node, path=path, length=len(text), most=self._longest)
        if self._filled and not text.strip():
            raise sink.refuse(BAD_TEXT, node, path=path)
        return text

    def schema(self, game: Game | None) -> Schema:
        # numbers and booleans of YAML are texts, too: what counts is how they are written
        return {"type": ["string", "number", "boolean"]} | ({"minLength": 1} if self._filled else {})


class Line(TextKind):
    """A text on one line: titles, names of files."""

    wanted = "a text of one line"

    def __init__(self, longest: int = 200) -> None:
        super().__init__(filled=True, longest=longest)

    def _check_unusual(self, node: Node, text: str, path: str, sink: Sink) -> str:
        checked = super()._check_unusual(node, text, path, sink)
        if "\n" in checked or "\t" in checked:
            raise sink.refuse(SEVERAL_LINES, node, path=path)
        return checked


class Name(Line):
    """An identifier of some pattern."""

    def __init__(self, pattern: str, says: str, longest: int = 60) -> None:
        super().__init__(longest)
        self._pattern, self._says = regex(pattern), says

    def read(self, node: Node, path: str, sink: Sink) -> str:
        name = super().read(node, path, sink)
        if not self._pattern.fullmatch(name):
            hint = self._hint(name)
            raise sink.refuse(BAD_NAME, node, hint=hint, path=path, name=quote_value(name), kind=self._says)
        return name

    def fits(self, name: str) -> bool:
        return len(name) <= self._longest and self._pattern.fullmatch(name) is not None

    def report_name(self, key: ScalarNode, sink: Sink) -> Problem:
        """Report a key that doesn't fit."""
        hint = self._hint(key.value)
        return sink.report(BAD_KEY, key, hint=hint, name=quote_value(key.value), kind=self._says)

    def _hint(self, name: str) -> str:
        return f"{better} would do" if (better := self.better_name(name)) else ""

    def better_name(self, name: str) -> str:
        """Return the nearest name that would be allowed."""
        for joint in "-_":
            better = re.sub(r"[^a-z0-9]+", joint, name[:60].casefold()).strip(joint)
            if better and self._pattern.fullmatch(better):
                return better
        return ""

    def schema(self, game: Game | None) -> Schema:
        return {"type": ["string", "number"], "pattern": f"^(?:{self._pattern.pattern})$", "maxLength": self._longest}


FILES_OF_RULES = ("rules", "setup", "victory", "selections", "examples")  # of a game, each with .yaml behind it
OWN_FILES = (*FILES_OF_RULES, "glossary")
ID = Name("[a-z0-9][a-z0-9-]*", "id (lower-case letters, digits, hyphens)")
ICON = Name(NAME, "name of an icon (lower-case letters, digits, hyphens, underscores)")
MODULE = Name("([a-z0-9][a-z0-9-]*/)?[a-z0-9][a-z0-9-]*", "id of a module, or expansion/module")
FIELD_NAME = Name("[a-z][a-z0-9_]*", "name of a field (lower-case letters, digits, underscores)")
PATH = Name(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*", "name of a field, or several joined by points")
WORD = Name("[a-z][a-z0-9_]*", "name for expressions (lower-case letters, digits, underscores)")
LANGUAGE = Name(LANGUAGE_TAG.pattern, "language tag like en, pt-BR or zh-Hant")


class FileName(Line):
    """A file inside the game's folder."""

    def schema(self, game: Game | None) -> Schema:
        return {"type": "string"}


class Choice(Kind):
    """One of some words."""

    def __init__(self, choices: Sequence[str]) -> None:
        self._choices, self._set = tuple(choices), frozenset(choices)

    def read(self, node: Node, path: str, sink: Sink) -> str:
        if node.__class__ is not ScalarNode:
            raise report_type(node, path, sink, "one of its choices", f"there are: {', '.join(self._choices[:12])}")
        value: str = node.value
        if value not in self._set:
            hint = sink.suggest(value, self._choices)
            raise sink.refuse(NOT_A_CHOICE, node, hint=hint, path=path, value=quote_value(value))
        return value

    def schema(self, game: Game | None) -> Schema:
        return {"enum": [editor_value(choice) for choice in self._choices]}


def editor_value(text: str) -> str | int | bool:
    """Return a choice as an editor's YAML reads it: `1` and `true` as a number and a boolean."""
    if re.fullmatch(r"-?(0|[1-9][0-9]{0,14})", text):
        return int(text)
    return {"true": True, "false": False}.get(text, text)


class Later(Kind):
    """A node that is read once the rest of the file is known; until then `kind` describes it to editors."""

    def __init__(self, kind: Kind | None = None) -> None:
        self._kind = kind

    def read(self, node: Node, path: str, sink: Sink) -> Node:
        return node

    def schema(self, game: Game | None) -> Schema:
        return self._kind.schema(game) if self._kind else {}


class Lost(Kind):
    """A value that can't be read, since what declares it, or the heading above it, has a mistake."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem

    def read(self, node: Node, path: str, sink: Sink) -> Any:
        raise Unreadable(self._problem)


class AnyOf(Kind):
    """Any of some kinds; subclasses know which one to read."""

    kinds: tuple[Kind, ...]

    def schema(self, game: Game | None) -> Schema:
        return {"anyOf": [kind.schema(game) for kind in self.kinds]}


class Either(AnyOf):
    """One kind where it is written as given nodes, scalars by default; otherwise another."""

    def __init__(self, one: Kind, other: Kind, written: tuple[type[Node], ...] = (ScalarNode,)) -> None:
        self.kinds, self._written = (one, other), written

    def read(self, node: Node, path: str, sink: Sink) -> Any:
        one, other = self.kinds
        return (one if isinstance(node, self._written) else other).read(node, path, sink)


class Defined(Kind):
    """A kind by its name in the schema's `$defs`: so one can hold itself."""

    def __init__(self, name: str, kind: Callable[[], Kind]) -> None:
        self._name, self._kind = name, kind

    def read(self, node: Node, path: str, sink: Sink) -> Any:
        return self._kind().read(node, path, sink)

    def schema(self, game: Game | None) -> Schema:
        return {"$ref": f"#/$defs/{self._name}"}
