"""Files → text, YAML → nodes with places, within bounds. Knows encodings, sizes, paths that may be read; no games.

libyaml composes the nodes, but guards nothing: it crashes on deep nesting and lets aliases multiply. So depth and
number of nodes are counted while it composes, and once more, with aliases as what they stand for, where a file has
anchors. Values keep the text they were written with: `no`, `012` and `1e3` are never guessed into something else.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.cardtext.suggest import did_you_mean, nearest_name
from pnp.io.opening import OUTSIDE, OutsideError, explain_outside, is_file, path_inside, read_input
from pnp.io.project import Project
from pnp.load import limits
from pnp.load.sink import BREAK, Sink, is_empty, place_of, shown
from pnp.model.problem import FileError, LimitError, Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.model.values import Poison

MISSING_FILE = code("PNP001", says="there is no file {name}", once=True)
NOT_UTF8 = code("PNP003", says="{byte} is not UTF-8")
EMPTY_FILE = code("PNP004", says="the file is empty")
CONTROL_CHARACTER = code("PNP005", says="control character {sign}")
TOO_LARGE = code("PNP006", says="the file has more than {largest}")
MISNAMED = code("PNP009", Severity.WARNING, says="{file} is read by nothing")
NAMED_OUTSIDE = OUTSIDE.also("{name} {why}", once=True)


_reads: ContextVar[dict[str, bytes] | None] = ContextVar("reads", default=None)


class Source(NamedTuple):
    """A file's text, and the name under which messages speak of it."""

    name: str
    text: str


def find_file(
    folder: Path, name: str, span: Span, problems: list[Problem], *, within: str = "the game's folder"
) -> Path | Poison:
    """Find the file that a value at `span` names; return poison if there is none or it is out of bounds."""
    path = path_inside(folder, name)
    if path is None:
        return add_poison(outside_problem(name, span, within), problems)
    if is_file(path):
        return path
    try:
        siblings = [each.name for each in path.parent.iterdir() if each.name[0] != "."]
    except OSError:
        siblings = []
    siblings = [each for each in siblings if each not in (path.name, "game.yaml")]
    hint = did_you_mean(path.name, siblings) if nearest_name(path.name, siblings) else ""
    return add_poison(MISSING_FILE.at(span, hint=hint, name=shown(name)), problems)


def find_misnamed(project: Project, path: Path) -> list[Problem]:
    """Report a file of nearly the right name, where the one that may be left out isn't there."""
    there = [each.name for each in path.parent.glob("*.y*ml") if is_file(each)]
    if not (found := nearest_name(path.name, there, 0.8)):
        return []
    file = project.display(path.parent / found)
    return [MISNAMED.at(Span(file), hint=f"pnp reads {path.name}: rename it", file=file)]


def add_poison(problem: Problem, problems: list[Problem]) -> Poison:
    """Add a problem to the list, and return it as poison."""
    problems.append(problem)
    return Poison(problem)


def position(text: str, index: int) -> tuple[int, int]:
    """Return the line and the column of a character, from 1."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def outside_problem(name: str, span: Span, within: str = "the game's folder") -> Problem:
    """Return the problem of a file name that `path_inside` has no path for."""
    why, hint = explain_outside(name, within)
    return NAMED_OUTSIDE.at(span, hint=hint, name=shown(name), why=why)


@contextmanager
def record_reads() -> Iterator[dict[str, bytes]]:
    """Collect the content of each data file that is read inside of the context, by the name that spans give it.

    A file that changed between two reads counts as empty: its places may be those of either.
    """
    reads: dict[str, bytes] = {}
    token = _reads.set(reads)
    try:
        yield reads
    finally:
        _reads.reset(token)


def read_bytes(project: Project, path: Path, problems: list[Problem]) -> bytes | Poison:
    """Read a file within bounds; raises FileError, LimitError."""
    name = project.display(path)
    try:
        data = read_input(path, limits.FILE_BYTES, project.bounds(path))
    except OutsideError:
        return add_poison(OUTSIDE.at(Span(name)), problems)
    except OSError as error:
        raise FileError(f"{name}: can't be read: {error.strerror}") from None
    if len(data) > limits.FILE_BYTES:
        largest = f"{limits.FILE_BYTES // (1024 * 1024)} MB"
        raise LimitError(str(TOO_LARGE.at(Span(name, 1, 1), largest=largest)))
    reads = _reads.get()
    if reads is not None and reads.setdefault(name, data) != data:
        reads[name] = b""
    return data


def encoding_problem(name: str, data: bytes, error: UnicodeDecodeError) -> Problem:
    bad, start = error.object, error.start  # the codec counts from behind a byte order mark
    before = bad[:start].decode("utf-8", "replace")
    line, column = position(before, len(before))
    hint = "save the file as UTF-8" + (", it is UTF-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "")
    return NOT_UTF8.at(Span(name, line, column, column + 1), hint=hint, byte=f"byte {bad[start]:#04x}")


try:
    from yaml._yaml import CParser as _Parser
except ImportError:  # PyYAML was built without libyaml: slower, the same nodes

    class _Parser(yaml.reader.Reader, yaml.scanner.Scanner, yaml.parser.Parser, yaml.composer.Composer):  # type: ignore[no-redef]
        def __init__(self, stream: str) -> None:
            yaml.reader.Reader.__init__(self, stream)
            yaml.scanner.Scanner.__init__(self)
            yaml.parser.Parser.__init__(self)
            yaml.composer.Composer.__init__(self)


TOO_DEEP = code("PNP010", says="nested more than {most} levels deep")
TOO_MANY = code("PNP011", says="the file has more than {most:,} values, counting aliases")
TAGGED = code("PNP012", says="tags like {tag} are not used", once=True)

COMMENT = code("PNP026", Severity.WARNING, says="{comment} is a comment, and printed nowhere")

_GLUED = regex(r"[ \t]*(?<=[ \t])(#(?!pnp:)\w.*)")
_CONTROL = regex("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ufffe\uffff]")
_ANCHOR_OR_TAG = regex(r"(?:^|[\s\[{,:?-])[&!]")


class _Composer(_Parser):
    """Counts nodes: libyaml's composer calls it at each node, before and after its children."""

    __slots__ = ("depth", "file", "nodes")

    def __init__(self, source: Source) -> None:
        super().__init__(source.text)
        self.file = source.name
        self.depth = self.nodes = 0

    def descend_resolver(self, parent: Node | None, index: Any) -> None:
        self.depth += 1
        self.nodes += 1
        if self.depth > limits.DEPTH or self.nodes > limits.NODES:
            raise _limit_error(self.file, parent, self.depth)

    def ascend_resolver(self) -> None:
        self.depth -= 1

    resolve = staticmethod("".format)  # "" as every node's tag; a built-in, since it is called for each node


class Opened(NamedTuple):
    """A file's root node, and the sink of its mistakes."""

    root: Node
    sink: Sink


def open_yaml(
    project: Project, path: Path | Poison, problems: list[Problem], poisoned: dict[str, Problem] | None = None
) -> Opened | Poison:
    """Open a YAML file, whose name may be wrong already. Raises FileError, LimitError."""
    if isinstance(path, Poison):
        return path
    data = read_bytes(project, path, problems)
    if isinstance(data, Poison):
        return data
    name = project.display(path)
    try:
        source = Source(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return add_poison(encoding_problem(name, data, error), problems)
    root = compose(source, problems)
    return root if isinstance(root, Poison) else Opened(root, Sink(source.name, problems, source.text, poisoned))


def compose(source: Source, problems: list[Problem]) -> Node | Poison:
    """Compose the file's one document. Raises LimitError."""
    if control := _CONTROL.search(source.text):
        line, column = position(source.text, control.start())
        span = Span(source.name, line, column, column + 1)
        return add_poison(CONTROL_CHARACTER.at(span, hint="delete it", sign=f"\\x{ord(control[0]):02x}"), problems)
    try:
        root: Node | None = _Composer(source).get_single_node()
    except yaml.MarkedYAMLError as error:
        from pnp.load.yaml_errors import explain_error

        return add_poison(explain_error(source.name, source.text, error), problems)
    if root is None or is_empty(root):
        return add_poison(EMPTY_FILE.at(Span(source.name, 1, 1)), problems)
    if ("&" in source.text or "!" in source.text) and _ANCHOR_OR_TAG.search(source.text):
        _check_expanded(root, source.name, problems)
    if " #" in source.text:
        problems += _find_cut_texts(source, root)
    return root


def _find_cut_texts(source: Source, root: Node) -> Iterator[Problem]:
    """Find texts cut short by a comment that looks as if it were the rest of them."""
    lines = BREAK.split(source.text)
    cut = {number for number, line in enumerate(lines) if "#" in line and _GLUED.search(line)}
    if not cut:
        return
    from pnp.load.yaml_errors import QUOTE_IT

    left, seen = [root], set()
    while left:
        node = left.pop()
        if not isinstance(node, ScalarNode):
            if id(node) not in seen:  # an alias stands for the same node
                seen.add(id(node))
                left += _children(node)
            continue
        end = node.end_mark
        if not node.style and end.line in cut and any(map(str.isalpha, node.value)):
            comment = _GLUED.match(lines[end.line], end.column)
            if comment:
                span = Span(source.name, end.line + 1, comment.start(1) + 1, comment.end(1) + 1)
                yield COMMENT.at(span, hint=QUOTE_IT, comment=shown(comment[1]))


def _children(node: Node) -> list[Node]:
    if isinstance(node, MappingNode):
        return [each for pair in node.value for each in pair]
    return node.value if isinstance(node, SequenceNode) else []


def _check_expanded(root: Node, file: str, problems: list[Problem]) -> None:
    """Count the tree with aliases expanded, and find tags; neither can stand where there is no `&` or `!`."""
    count = 0

    def visit(node: Node, depth: int) -> None:
        nonlocal count
        count += 1
        if depth > limits.DEPTH or count > limits.NODES:
            raise _limit_error(file, node, depth)
        if node.tag:
            tag = node.tag.replace("tag:yaml.org,2002:", "!!")
            hint = "put a text that starts with ! in quotes" if isinstance(node, ScalarNode) else ""
            problems.append(TAGGED.at(Span(file, *place_of(node)), hint=hint, tag=tag[:40]))
            node.tag = ""
        for inner in _children(node):
            visit(inner, depth + 1)

    visit(root, 1)


def _limit_error(file: str, node: Node | None, depth: int) -> LimitError:
    """Return the error of a node that is nested too deeply or, otherwise, of too many nodes."""
    span = Span(file, *(place_of(node) if node else (1, 1)))
    is_deep = depth > limits.DEPTH
    return LimitError(str(TOO_DEEP.at(span, most=limits.DEPTH) if is_deep else TOO_MANY.at(span, most=limits.NODES)))
