"""What reading one file yields beside the values: problems, places of values, and the parts that can't be read."""

from collections.abc import Collection, Mapping
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.cardtext.suggest import Hints
from pnp.model.problem import Code, Problem
from pnp.model.regex import regex
from pnp.model.rules import Sentence
from pnp.model.span import Span
from pnp.model.values import Unreadable, UnreadParts

Place = tuple[int, int]  # line and column, from 1
At = Node | Place | Span

BREAK = regex("\r\n?|[\n\x85\u2028\u2029]")  # where YAML's reader counts lines


class Sink:
    """Readers of one file drop here what they find; `places` maps a value's path to where it was written.

    `lost` maps the path of what isn't there, although the file may say it, to the problem for which it couldn't be
    read: of a wrong value, of a key that is nearly called so. `unread` has the same for the game, by its sections.
    """

    __slots__ = ("_lines", "_told", "file", "lost", "phrases", "places", "problems", "suggest", "text", "unread")

    def __init__(self, file: str, problems: list[Problem], text: str = "", unread: UnreadParts | None = None) -> None:
        self.file = file
        self.problems = problems
        self.places: dict[str, Place] = {}
        self.phrases: dict[str, Sentence] = {}  # the texts among them that have something in braces
        self.suggest = Hints()
        self.text = text  # of the file, where something is read whose place its node doesn't tell
        self.lost: dict[str, Problem] = {}
        self.unread = UnreadParts() if unread is None else unread
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
        """Report a problem and return it, since it can be the cause of more; `said` fills the code's sentence.

        A value that several aliases stand for is read by each of them, and its mistake reported once.
        """
        span = at if isinstance(at, Span) else Span(self.file, *(at if isinstance(at, tuple) else place_of(at)))
        problem = code.at(span, hint=hint, origin=origin, cause=cause, **said)
        known = self._told.setdefault((problem.mistake, span), problem)
        if known is problem:
            self.problems.append(problem)
        return known

    def report_name(
        self, code: Code, at: At, name: str, known: Collection[str], cause: Problem | None = None, **said: Any
    ) -> Problem:
        """Report a name that nothing has, with the nearest of those that are known."""
        return self.report(code, at, hint=self.suggest(name, known), cause=cause, name=quote_value(name), **said)

    def refuse(self, code: Code, at: At, *, hint: str = "", cause: Problem | None = None, **said: Any) -> Unreadable:
        """Report what can't be read, and return it as an exception to raise."""
        return Unreadable(self.report(code, at, hint=hint, cause=cause, **said))

    def fresh(self) -> "Sink":
        """Return a sink for the values of one piece, whose paths start at the piece."""
        sink = Sink(self.file, self.problems, self.text, self.unread)
        sink.suggest, sink._lines, sink._told = self.suggest, self._lines, self._told
        return sink

    def cause(self, *path: str) -> Problem | None:
        """Return why nothing is at this path, although the file may say it: for itself, or what it is a part of."""
        whole = ".".join(path)
        while whole and whole not in self.lost:
            whole = whole.rpartition(".")[0]
        return self.lost.get(whole)

    def line(self, number: int) -> str:
        """Return a line of the file, counted from 1; "" if the text isn't known."""
        if self.text and not self._lines:
            self._lines += BREAK.split(self.text)
        return self._lines[number - 1] if 0 < number <= len(self._lines) else ""

    def concern(self, subject: str, since: int) -> None:
        """Mark the problems found since there were so many as concerning a piece."""
        if len(self.problems) > since:
            self.problems[since:] = [problem._replace(subject=subject) for problem in self.problems[since:]]

    def span(self, *path: str) -> Span:
        return Span(self.file, *self.place(*path))

    def place(self, *path: str) -> Place:
        """Return the place of the value at this path, or of the nearest thing around it."""
        whole = ".".join(path)
        while whole:
            if place := self.places.get(whole):
                return place
            whole = whole.rpartition(".")[0]
        return self.places.get("", (1, 1))


def place_of(node: Node) -> Place:
    return node.start_mark.line + 1, node.start_mark.column + 1


def quote_value(text: str) -> str:
    """Quote a value for messages: on one line, not endless, without characters that a terminal would obey."""
    line = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in " ".join(text[:200].split()))
    return f'"{line[:39]}…"' if len(line) > 40 else f'"{line}"'


def describe_node(node: Node) -> str:
    """Describe what stands there, for "not …" in messages."""
    if isinstance(node, SequenceNode):
        return "a list"
    if isinstance(node, MappingNode):
        return "a mapping"
    if isinstance(node, ScalarNode) and is_empty(node):
        return "empty"
    return quote_value(str(node.value))


def is_empty(node: Node) -> bool:
    """Tell whether a node is empty, as `key:` with nothing after it."""
    return isinstance(node, ScalarNode) and not node.value and not node.style


def note_game_file(lost: Mapping[str, Problem], unread: UnreadParts) -> None:
    """Note which sections of the game couldn't be read, by the paths in game.yaml."""
    for path, problem in lost.items():
        for section in _game_sections(path.split(".")):
            unread.note(section, problem)


def note_file_of_rules(name: str, lost: Mapping[str, Problem], unread: UnreadParts, *, of_module: bool = False) -> None:
    """Note which sections couldn't be read, by the paths in a file, whose `name` has no ending: "setup".

    `of_module`: the file is a module's, and changes that one. Things of lists are noted where they are read.
    """
    for path, problem in lost.items():
        how, _, rest = path.partition(".") if of_module else ("", "", path)
        if how in ("", "add", "replace"):
            parts, at = [*filter(None, rest.split("."))], int(name in ("setup", "victory"))
            section = "/".join((".".join((name, *parts[:at])), *parts[at : at + 1]))
            unread.note(f"modules.{section}" if of_module else section, problem)


def _game_sections(path: list[str]) -> tuple[str, ...]:
    match path:
        case ["components"]:
            return "components", "pieces"
        case ["components", id]:
            return f"components/{id}", f"pieces.{id}"
        case ["components", id, "data" | "matrix"]:
            return (f"pieces.{id}",)
        case ["components" | "groups", id, "fields"]:
            return (f"fields.{id}",)
        case ["groups", id]:
            return f"groups/{id}", f"groups.{id}"
        case ["groups", id, "entries", *entry]:
            return ("/".join((f"groups.{id}", *entry[:1])),)
        case ["icons" | "define" | "modules" | "groups" as what]:
            return (what,)
        case ["icons" | "define" | "modules" as what, id]:
            return (f"{what}/{id}",)
        case ["modules", id, *inside]:
            return tuple(f"modules{section}" for section in _module_sections(id, inside))
    return ()


def _module_sections(id: str, path: list[str]) -> tuple[str, ...]:
    """Return the sections of things that a module would have brought or changed."""
    match path:
        case ["add" | "replace" | "drop" | "copies", *component]:
            return (".".join((".pieces", *component[:1])),)
        case ["components", component, "data" | "matrix"]:
            return f".components/{component}", f".pieces.{component}"
        case ["groups", group, *entry]:
            return ("/".join((f".groups.{group}", *entry[:1])),)
        case ["icons" | "define" as what, *name]:
            return ("/".join((f".{what}", *name[:1])),)
        case ["rules" | "setup" | "victory" | "selections" | "examples" as what, *_]:
            return (f".{what}",)
        case ["when-with", *_]:
            return (f"/{id}",)
    return tuple(f".{section}" for section in _game_sections(path))
