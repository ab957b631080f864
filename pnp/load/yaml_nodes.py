"""YAML text → nodes with places, within bounds. Knows what of YAML is allowed; nothing about games.

libyaml composes the nodes, but guards nothing: it crashes on deep nesting and lets aliases multiply. So depth and
number of nodes are counted while it composes, and once more, with aliases as what they stand for, where a file has
anchors. Values keep the text they were written with: `no`, `012` and `1e3` are never guessed into something else.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.files.project import Project
from pnp.load import limits
from pnp.load.files import CONTROL_CHARACTER, EMPTY_FILE, Source, lost, position, read_source
from pnp.load.sink import BREAK, Sink, is_empty, place_of, shown
from pnp.model.problem import LimitError, Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.model.values import Poison

try:
    from yaml._yaml import CParser as _Parser
except ImportError:  # PyYAML was built without libyaml: slower, the same nodes

    class _Parser(yaml.reader.Reader, yaml.scanner.Scanner, yaml.parser.Parser, yaml.composer.Composer):  # type: ignore[no-redef]
        def __init__(self, stream: str) -> None:
            yaml.reader.Reader.__init__(self, stream)
            yaml.scanner.Scanner.__init__(self)
            yaml.parser.Parser.__init__(self)
            yaml.composer.Composer.__init__(self)


TOO_DEEP = code(
    "PNP010 nested too deeply",
    f"""Lists and mappings may be nested {limits.DEPTH} deep; real files need about ten levels. An alias that contains
itself (`&a [*a]`) is endless and counts as too deep.""",
    says="nested more than {most} levels deep",
)
TOO_MANY = code(
    "PNP011 too many values",
    f"""A file may hold {limits.NODES:,} values, with each alias counted as all that it stands for: ten aliases of ten
aliases of ten aliases are small to write and huge to read. Split a real file that has more.""",
    says="the file has more than {most:,} values, counting aliases",
)
TAGGED = code(
    "PNP012 YAML tag",
    """Tags like `!!int` or `!mine` are not used: what a value is follows from the field's type in game.yaml. A text
that starts with an exclamation mark needs quotes.

Bad:  `power: !!int 5`    `motto: !Forward`
Good: `power: 5`          `motto: "!Forward"`""",
    says="tags like {tag} are not used",
    once=True,
)

COMMENT = code(
    "PNP026 comment that may be text",
    """In YAML, a blank and `#` begin a comment: what stands behind them on the line is read by nobody. Where a word or
a number follows at once, it was mostly meant as a part of the text. Put the text in quotes, or a blank behind the `#`.

Bad:  `name: Red Quay #1 west`
Good: `name: "Red Quay #1 west"`    `name: Red Quay  # the one in the west`""",
    Severity.WARNING,
    says="{comment} is a comment, and printed nowhere",
)

_GLUED = regex(r"[ \t]*(?<=[ \t])(#(?!pnp:)\w.*)")
_CONTROL = regex("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ufffe\uffff]")
_ANCHOR_OR_TAG = regex(r"(?:^|[\s\[{,:?-])[&!]")


class _Composer(_Parser):
    """libyaml's composer calls these at each node, before and after its children."""

    __slots__ = ("depth", "file", "nodes")

    def __init__(self, source: Source) -> None:
        super().__init__(source.text)
        self.file = source.name
        self.depth = self.nodes = 0

    def descend_resolver(self, parent: Node | None, index: Any) -> None:
        self.depth += 1
        self.nodes += 1
        if self.depth > limits.DEPTH or self.nodes > limits.NODES:
            raise _beyond(self.file, parent, self.depth)

    def ascend_resolver(self) -> None:
        self.depth -= 1

    resolve = staticmethod("".format)  # "" as every node's tag; a built-in, since it is called for each node


class Opened(NamedTuple):
    """What a file holds, and where its mistakes go."""

    root: Node
    sink: Sink


def opened(
    project: Project, path: Path | Poison, problems: list[Problem], poisoned: dict[str, Problem] | None = None
) -> Opened | Poison:
    """A YAML file, whose name may be wrong already. Raises FileError, LimitError."""
    source = read_source(project, path, problems) if isinstance(path, Path) else path
    if isinstance(source, Poison):
        return source
    root = compose(source, problems)
    return root if isinstance(root, Poison) else Opened(root, Sink(source.name, problems, source.text, poisoned))


def compose(source: Source, problems: list[Problem]) -> Node | Poison:
    """The file's one document. Raises LimitError."""
    if control := _CONTROL.search(source.text):
        line, column = position(source.text, control.start())
        span = Span(source.name, line, column, column + 1)
        return lost(CONTROL_CHARACTER.at(span, hint="delete it", sign=f"\\x{ord(control[0]):02x}"), problems)
    try:
        root: Node | None = _Composer(source).get_single_node()
    except yaml.MarkedYAMLError as error:
        from pnp.load.yaml_errors import explain_error

        return lost(explain_error(source, error), problems)
    if root is None or is_empty(root):
        return lost(EMPTY_FILE.at(Span(source.name, 1, 1)), problems)
    if ("&" in source.text or "!" in source.text) and _ANCHOR_OR_TAG.search(source.text):
        _Guard(source.name, problems).visit(root, 1)
    if " #" in source.text:
        problems += _texts_cut_short(source, root)
    return root


def _texts_cut_short(source: Source, root: Node) -> Iterator[Problem]:
    """By a comment that looks as if it were the rest of them."""
    lines = BREAK.split(source.text)
    cut = {number for number, line in enumerate(lines) if "#" in line and _GLUED.search(line)}
    if not cut:
        return
    from pnp.load.yaml_errors import QUOTE_IT

    for node in _scalars(root):
        end = node.end_mark
        if not node.style and end.line in cut and any(map(str.isalpha, node.value)):
            comment = _GLUED.match(lines[end.line], end.column)
            if comment:
                span = Span(source.name, end.line + 1, comment.start(1) + 1, comment.end(1) + 1)
                yield COMMENT.at(span, hint=QUOTE_IT, comment=shown(comment[1]))


def _scalars(node: Node) -> Iterator[ScalarNode]:
    left = [node]
    seen = set()
    while left:
        node = left.pop()
        if isinstance(node, ScalarNode):
            yield node
        elif id(node) not in seen:  # an alias stands for the same node
            seen.add(id(node))
            left += _children(node)


def _children(node: Node) -> list[Node]:
    if isinstance(node, MappingNode):
        return [each for pair in node.value for each in pair]
    return node.value if isinstance(node, SequenceNode) else []


class _Guard:
    """Counts the tree with aliases expanded, and finds tags; neither can stand where there is no `&` or `!`."""

    def __init__(self, file: str, problems: list[Problem]) -> None:
        self._file = file
        self._problems = problems
        self._count = 0

    def visit(self, node: Node, depth: int) -> None:
        self._count += 1
        if depth > limits.DEPTH or self._count > limits.NODES:
            raise _beyond(self._file, node, depth)
        if node.tag:
            tag = node.tag.replace("tag:yaml.org,2002:", "!!")
            hint = "put a text that starts with ! in quotes" if isinstance(node, ScalarNode) else ""
            self._problems.append(TAGGED.at(Span(self._file, *place_of(node)), hint=hint, tag=tag[:40]))
            node.tag = ""
        for inner in _children(node):
            self.visit(inner, depth + 1)


def _beyond(file: str, node: Node | None, depth: int) -> LimitError:
    """Of nodes that are nested so deeply, or else too many."""
    span = Span(file, *(place_of(node) if node else (1, 1)))
    is_deep = depth > limits.DEPTH
    return LimitError(str(TOO_DEEP.at(span, most=limits.DEPTH) if is_deep else TOO_MANY.at(span, most=limits.NODES)))
