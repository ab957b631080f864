"""What reading one file yields beside the values: problems, and the place of each value."""

from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.cardtext.suggest import Hints
from pnp.model.problem import Code, Problem
from pnp.model.regex import regex
from pnp.model.rules import Sentence
from pnp.model.span import Span
from pnp.model.values import Poison

Place = tuple[int, int]  # line and column, from 1
At = Node | Place | Span

BREAK = regex("\r\n?|[\n\x85\u2028\u2029]")  # where YAML's reader counts lines


class Sink:
    """Readers of one file drop here what they find; `places` maps a value's path to where it was written.

    `lost` maps the path of what isn't there, although the file may say it, to the problem for which it couldn't be
    read: of a wrong value, of a key that is nearly called so. `poisoned` has the same for the game, by its sections.
    """

    __slots__ = ("_lines", "_told", "file", "lost", "phrases", "places", "poisoned", "problems", "suggest", "text")

    def __init__(
        self, file: str, problems: list[Problem], text: str = "", poisoned: dict[str, Problem] | None = None
    ) -> None:
        self.file = file
        self.problems = problems
        self.places: dict[str, Place] = {}
        self.phrases: dict[str, Sentence] = {}  # the texts among them that have something in braces
        self.suggest = Hints()
        self.text = text  # of the file, where something is read whose place its node doesn't tell
        self.lost: dict[str, Problem] = {}
        self.poisoned: dict[str, Problem] = {} if poisoned is None else poisoned  # see Game.poisoned
        self._lines: list[str] = []
        self._told: dict[object, Problem] = {}

    def report(
        self,
        code: Code,
        at: At,
        *,
        hint: str = "",
        origin: Span | None = None,
        cause: Problem | None = None,
        **said: Any,
    ) -> Problem:
        """`said` is what stands at the places of the code's sentence. What is reported can be the cause of more.

        A value that several aliases stand for is read by each of them, and its mistake told once.
        """
        span = at if isinstance(at, Span) else Span(self.file, *(at if isinstance(at, tuple) else place_of(at)))
        problem = code.at(span, hint=hint, origin=origin, cause=cause, **said)
        known = self._told.setdefault((problem.mistake, span), problem)
        if known is problem:
            self.problems.append(problem)
        return known

    def poison(self, code: Code, at: At, *, hint: str = "", cause: Problem | None = None, **said: Any) -> Poison:
        """The same of what can't be read."""
        return Poison(self.report(code, at, hint=hint, cause=cause, **said))

    def fresh(self) -> "Sink":
        """For the values of one piece, whose paths start at the piece."""
        sink = Sink(self.file, self.problems, self.text, self.poisoned)
        sink.suggest, sink._lines, sink._told = self.suggest, self._lines, self._told
        return sink

    def cause(self, *path: str) -> Problem | None:
        """Why there is nothing at this path, although the file may say it: for itself, or what it is a part of."""
        whole = ".".join(path)
        while whole and whole not in self.lost:
            whole = whole.rpartition(".")[0]
        return self.lost.get(whole)

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
