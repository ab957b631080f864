"""The kinds of single values: each reads a node to a value, and describes itself as JSON Schema.

Both stand together so that what editors check and what pnp accepts can't drift apart. `read` returns None where it has
reported a problem.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from yaml.nodes import Node, ScalarNode, SequenceNode

from pnp.load import limits
from pnp.load.files import CONTROL_CHARACTER
from pnp.load.sink import Sink, seen, shown
from pnp.model.game import Game
from pnp.model.problem import code

WRONG_TYPE = code(
    "PNP020",
    "value of the wrong type",
    """
The value can't be what its key or its field's type asks for: a word where a number is wanted, a list where a text is.
Whole numbers have digits only, numbers a decimal point, booleans are `true` or `false`. In YAML, quotes make a text.

Bad:  `power: strong`   `power: "3"`   `notes: [coin]`
Good: `power: 3`                       `notes: "[coin]"`
""",
)
NOT_A_CHOICE = code(
    "PNP022",
    "not one of the choices",
    """
The value is none of those that its key or field allows.

Bad:  `kind: dya` where the field says `choices: [day, night]`
Good: `kind: day`
""",
)
BAD_TEXT = code(
    "PNP023",
    "text that can't be",
    f"""
A text has more than {limits.TEXT_LENGTH:,} characters, has line breaks where it must have none, or is empty although it
is required.
""",
)
BAD_NAME = code(
    "PNP024",
    "name with other characters than allowed",
    """
Ids are lower-case letters, digits and hyphens, names of fields lower-case letters, digits and underscores: they become
parts of file names, of references and of templates.

Bad:  `id: Wise Owl`   `fields: {Max-Power: integer}`
Good: `id: wise-owl`   `fields: {max_power: integer}`
""",
)

Schema = dict[str, Any]

_FORBIDDEN = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]")


class Kind(ABC):
    """A kind of value."""

    @abstractmethod
    def read(self, node: Node, path: str, sink: Sink) -> Any:
        """The value; what is wrong with it is reported, and nothing or something usable comes back."""

    @abstractmethod
    def schema(self, game: Game | None) -> Schema:
        """`game` knows the names that may be completed; None describes any game."""


def wrong_type(node: Node, path: str, sink: Sink, wanted: str, hint: str = "") -> None:
    name = f'"{path}"' if path else "this"
    sink.report(WRONG_TYPE, node, f"{name} must be {wanted}, not {seen(node)}", hint)


class Text(Kind):
    """Any text, exactly as written."""

    wanted = "a text"

    def __init__(self, *, filled: bool = False, longest: int = limits.TEXT_LENGTH) -> None:
        self._filled = filled
        self._longest = longest

    def read(self, node: Node, path: str, sink: Sink) -> str | None:
        if node.__class__ is not ScalarNode:
            hint = (
                "a text that starts with [ needs quotes" if isinstance(node, SequenceNode) and node.flow_style else ""
            )
            wrong_type(node, path, sink, self.wanted, hint)
            return None
        text: str = node.value
        if not text or len(text) > self._longest or not text.isprintable():
            return self._unusual(node, text, path, sink)
        return text

    def _unusual(self, node: Node, text: str, path: str, sink: Sink) -> str | None:
        if node.style in ("|", ">"):  # type: ignore[attr-defined]
            text = text.removesuffix("\n")
        if bad := _FORBIDDEN.search(text):
            sink.report(CONTROL_CHARACTER, node, f'"{path}" has a control character: \\x{ord(bad[0]):02x}', "delete it")
        elif len(text) > self._longest:
            sink.report(
                BAD_TEXT, node, f'"{path}" has {len(text):,} characters, at most {self._longest:,} are possible'
            )
        elif self._filled and not text.strip():
            sink.report(BAD_TEXT, node, f'"{path}" is empty')
        else:
            return text
        return None

    def schema(self, game: Game | None) -> Schema:
        # numbers and booleans of YAML are texts, too: what counts is how they are written
        return {"type": ["string", "number", "boolean"]} | ({"minLength": 1} if self._filled else {})


class Line(Text):
    """A text on one line: titles, names of files."""

    wanted = "a text of one line"

    def __init__(self, longest: int = 200) -> None:
        super().__init__(filled=True, longest=longest)

    def _unusual(self, node: Node, text: str, path: str, sink: Sink) -> str | None:
        checked = super()._unusual(node, text, path, sink)
        if checked is not None and ("\n" in checked or "\t" in checked):
            sink.report(BAD_TEXT, node, f'"{path}" must be on one line')
            return None
        return checked


class Name(Line):
    """An identifier of some pattern."""

    def __init__(self, pattern: str, says: str, longest: int = 60) -> None:
        super().__init__(longest)
        self._pattern = re.compile(pattern)
        self._says = says

    def read(self, node: Node, path: str, sink: Sink) -> str | None:
        name = super().read(node, path, sink)
        if name is not None and not self._pattern.fullmatch(name):
            sink.report(BAD_NAME, node, f'"{path}" is {shown(name)}, which is no {self._says}', self.suggestion(name))
            return None
        return name

    def fits(self, name: str) -> bool:
        return len(name) <= self._longest and self._pattern.fullmatch(name) is not None

    @property
    def says(self) -> str:
        return self._says

    def suggestion(self, name: str) -> str:
        """The nearest name that would be allowed."""
        for joint in "-_":
            better = re.sub(r"[^a-z0-9]+", joint, name[:60].casefold()).strip(joint)
            if better and self._pattern.fullmatch(better):
                return f"{better} would do"
        return ""

    def schema(self, game: Game | None) -> Schema:
        return {"type": ["string", "number"], "pattern": f"^(?:{self._pattern.pattern})$", "maxLength": self._longest}


class Choice(Kind):
    """One of some words."""

    def __init__(self, choices: Sequence[str]) -> None:
        self._choices = tuple(choices)
        self._set = frozenset(choices)

    def read(self, node: Node, path: str, sink: Sink) -> str | None:
        if node.__class__ is not ScalarNode:
            wrong_type(node, path, sink, "one of its choices", f"there are: {', '.join(self._choices[:12])}")
            return None
        value: str = node.value
        if value not in self._set:
            hint = sink.suggest(value, self._choices)
            sink.report(NOT_A_CHOICE, node, f'"{path}" can\'t be {shown(value)}', hint)
            return None
        return value

    def schema(self, game: Game | None) -> Schema:
        return {"enum": [as_editors_read(choice) for choice in self._choices]}


def as_editors_read(text: str) -> str | int | bool:
    """An editor's YAML takes the choices `1` and `true` for a number and a boolean."""
    if re.fullmatch(r"-?(0|[1-9][0-9]{0,14})", text):
        return int(text)
    return {"true": True, "false": False}.get(text, text)


class Later(Kind):
    """Handed on as it is, to be read once the rest of the file is known; `kind` describes it to editors until then."""

    def __init__(self, kind: Kind | None = None) -> None:
        self._kind = kind

    def read(self, node: Node, path: str, sink: Sink) -> Node:
        return node

    def schema(self, game: Game | None) -> Schema:
        return self._kind.schema(game) if self._kind else {}


class Ignored(Kind):
    """Whatever it is: what declares it is wrong, and has been reported there."""

    def read(self, node: Node, path: str, sink: Sink) -> None:
        return None

    def schema(self, game: Game | None) -> Schema:
        return {}
