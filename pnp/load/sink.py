"""What reading one file yields beside the values: problems, and the place of each value."""

import re

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.model.problem import Code, Problem
from pnp.model.rules import Sentence
from pnp.model.span import Span
from pnp.model.suggest import Hints

Place = tuple[int, int]  # line and column, from 1

BREAK = re.compile("\r\n?|[\n\x85\u2028\u2029]")  # where YAML's reader counts lines


class Sink:
    """Readers of one file drop here what they find; `places` maps a value's path to where it was written."""

    __slots__ = ("_lines", "file", "misspelt", "phrases", "places", "problems", "suggest", "text", "unread")

    def __init__(self, file: str, problems: list[Problem], text: str = "") -> None:
        self.file = file
        self.problems = problems
        self.places: dict[str, Place] = {}
        self.phrases: dict[str, Sentence] = {}  # the texts among them that have something in braces
        self.suggest = Hints()
        self.text = text  # of the file, where something is read whose place its node doesn't tell
        self.misspelt: set[str] = set()  # paths of values whose keys are: that these are missing is said so
        self.unread: set[str] = set()  # what is lost for its mistakes: see Game.unread
        self._lines: list[str] = []

    def report(self, code: Code, at: Node | Place, message: str, hint: str = "", origin: Span | None = None) -> None:
        place = at if isinstance(at, tuple) else place_of(at)
        span = Span(self.file, *place)
        self.problems.append(code.at(span, message, hint=hint, origin=origin))

    def fresh(self) -> "Sink":
        """For the values of one piece, whose paths start at the piece."""
        sink = Sink(self.file, self.problems, self.text)
        sink.suggest, sink._lines, sink.unread = self.suggest, self._lines, self.unread
        return sink

    def line(self, number: int) -> str:
        """A line of the file, counted from 1; empty where the text isn't known."""
        if self.text and not self._lines:
            self._lines += BREAK.split(self.text)
        return self._lines[number - 1] if 0 < number <= len(self._lines) else ""

    def concern(self, subject: str, since: int) -> None:
        """The problems found since there were so many concern this piece."""
        if len(self.problems) > since:
            self.problems[since:] = [problem._replace(subject=subject) for problem in self.problems[since:]]

    def span(self, *path: str) -> Span:
        """The place of the value at this path, or of the nearest thing around it."""
        return Span(self.file, *self.place(*path))

    def place(self, *path: str) -> Place:
        whole = ".".join(path)
        while whole:
            if place := self.places.get(whole):
                return place
            whole = whole.rpartition(".")[0]
        return self.places.get("", (1, 1))


def place_of(node: Node) -> Place:
    mark = node.start_mark
    return (mark.line + 1, mark.column + 1)


def shown(text: str) -> str:
    """A value as messages quote it: on one line, not endless, without characters that a terminal would obey."""
    line = " ".join(text[:200].split())
    line = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in line)
    return f'"{line[:39]}…"' if len(line) > 40 else f'"{line}"'


def seen(node: Node) -> str:
    """What stands there, for "not …" in messages."""
    if isinstance(node, SequenceNode):
        return "a list"
    if isinstance(node, MappingNode):
        return "a mapping"
    if isinstance(node, ScalarNode) and is_empty(node):
        return "empty"
    return shown(str(node.value))


def is_empty(node: Node) -> bool:
    """`key:` with nothing after it."""
    return isinstance(node, ScalarNode) and not node.value and not node.style
