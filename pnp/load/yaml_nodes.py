"""YAML text → nodes with places, within bounds; libyaml's messages about bad YAML → problems that an author can act on.

libyaml composes the nodes, but guards nothing: it crashes on deep nesting and lets aliases multiply. So depth and
number of nodes are counted while it composes, and once more, with aliases as what they stand for, where a file has
anchors. Values keep the text they were written with: `no`, `012` and `1e3` are never guessed into something else.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.io.project import Project
from pnp.load import limits
from pnp.load.files import CONTROL_CHARACTER, EMPTY_FILE, encoding_problem, position, read_bytes, refuse
from pnp.load.sink import BREAK, Sink, is_empty, place_of, quote_value
from pnp.model.problem import Code, LimitError, Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.model.values import UnreadParts

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


class Source(NamedTuple):
    """A file's text, and the name under which messages speak of it."""

    name: str
    text: str


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


def open_yaml(project: Project, path: Path, problems: list[Problem], unread: UnreadParts | None = None) -> Opened:
    """Open a YAML file; raise Unreadable, FileError, LimitError."""
    data = read_bytes(project, path, problems)
    name = project.display(path)
    try:
        source = Source(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise refuse(encoding_problem(name, data, error), problems) from None
    return Opened(compose(source, problems), Sink(source.name, problems, source.text, unread))


def compose(source: Source, problems: list[Problem]) -> Node:
    """Compose the file's one document; raise Unreadable, LimitError."""
    if control := _CONTROL.search(source.text):
        line, column = position(source.text, control.start())
        span = Span(source.name, line, column, column + 1)
        raise refuse(CONTROL_CHARACTER.at(span, hint="delete it", sign=f"\\x{ord(control[0]):02x}"), problems)
    try:
        root: Node | None = _Composer(source).get_single_node()
    except yaml.MarkedYAMLError as error:
        raise refuse(explain_error(source.name, source.text, error), problems) from None
    if root is None or is_empty(root):
        raise refuse(EMPTY_FILE.at(Span(source.name, 1, 1)), problems)
    if ("&" in source.text or "!" in source.text) and _ANCHOR_OR_TAG.search(source.text):
        _check_expanded(root, source.name, problems)
    if " #" in source.text:
        problems += _find_cut_texts(source, root)
    return root


def _find_cut_texts(source: Source, root: Node) -> Iterator[Problem]:
    """Find texts cut short by a comment that looks as if it were the rest of them."""
    lines = BREAK.split(source.text)
    cut = {number for number, line in enumerate(lines) if "#" in line and _GLUED.search(line)}
    left, seen = [root] if cut else [], set()
    while left:
        node = left.pop()
        if not isinstance(node, ScalarNode):
            if id(node) not in seen:  # an alias stands for the same node
                seen.add(id(node))
                left += _children(node)
            continue
        end = node.end_mark
        is_cut = not node.style and end.line in cut and any(map(str.isalpha, node.value))
        if is_cut and (comment := _GLUED.match(lines[end.line], end.column)):
            span = Span(source.name, end.line + 1, comment.start(1) + 1, comment.end(1) + 1)
            yield COMMENT.at(span, hint=QUOTE_IT, comment=quote_value(comment[1]))


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


SYNTAX = code("PNP013", says="{libyaml}")
BAD_START = SYNTAX.also("a text can't start with {sign}")
NO_ANCHOR = SYNTAX.also("no anchor is called {name}", once=True)
BEHIND_CLOSING = SYNTAX.also("text behind the closing {sign}")
TEXT_ENDS = SYNTAX.also("in {brackets}, a text ends at {sign}")
ITEM_AMONG_KEYS = SYNTAX.also("a list item among keys")
NOT_IN_LIST = SYNTAX.also("this line does not fit into the list above")
DOES_NOT_FIT = SYNTAX.also("this line does not fit to the ones above")
BEGINS_TOO_DEEP = SYNTAX.also("this line begins further right than the one above")
MISALIGNED = SYNTAX.also("this line begins {where} than line {line}, which belongs beside it", varies=("line",))
NO_BLANK = SYNTAX.also("no blank behind the {sign}")
NEVER_CLOSED = SYNTAX.also("the {sign} opened here is never closed")
TAB = code("PNP014", says="a tab where YAML wants spaces")
SEVERAL_DOCUMENTS = code("PNP015", says="a second document starts here")

QUOTE_IT = "put the whole text in quotes"

# libyaml's words → ours, and a hint; the first that fits its context or problem is taken.
_PLAIN: tuple[tuple[str, Code, str], ...] = tuple(
    (words, SYNTAX.also(says), hint)
    for words, says, hint in (
        ("mapping values are not allowed", "a colon where no key can be", "a text with a colon in it needs quotes"),
        (
            "could not find expected ':'",
            "a key without a colon after it",
            "write key: value, or begin it further right if a text goes on",
        ),
        ("found unknown escape character", "an unknown escape after a backslash", "write \\\\ for a backslash"),
        ("did not find expected hexadecimal number", "an escape that names no character", ""),
        ("found invalid Unicode character escape", "an escape that names no character", ""),
        ("sequence entries are not allowed", "a list item where none can be", "start it on a line of its own"),
        ("did not find expected <document start>", "text behind the end of the data", QUOTE_IT),
        ("did not find expected node content", "a value is missing before this", "or there is a comma too many"),
        ("found undefined tag handle", 'a text that starts with "!" needs quotes', ""),
        ("found duplicate anchor", "this anchor's name is taken", "give each anchor a name of its own"),
        ("did not find expected comment or line break", "text behind | or >", "start it on the next line"),
    )
)
# Its words → the sign that is never closed, and a hint.
_OPEN: tuple[tuple[str, str, str], ...] = (
    ("did not find expected ',' or ']'", "[", "or an item lacks its comma"),
    ("did not find expected ',' or '}'", "{", "or an entry lacks its comma"),
    ("found unexpected end of stream", "quote", ""),
    ("found unexpected document indicator", "quote", ""),
)
_CLOSING = ("]", "}", '"', "'")
_KEY = regex(r"(\s*(?:- +)*)([\w-]+):")
_TEXT = regex(r"\s*(?:- +)*(?:[\w-]+:\s+)?(?P<quote>[\"'])")
_AT_ITS_BEGINNING = "could not find expected ':'"  # there the key says more than the place at which libyaml gave up


def explain_error(file: str, whole: str, error: yaml.MarkedYAMLError) -> Problem:
    context, said, opening = str(error.context or ""), str(error.problem or ""), error.context_mark
    mark, lines = error.problem_mark or opening, BREAK.split(whole)
    line, column = (mark.line, mark.column) if mark else (0, 0)
    text = lines[line] if line < len(lines) else ""
    here = Span(file, line + 1, column + 1)
    begun = Span(file, opening.line + 1, opening.column + 1) if opening else here
    scanned = begun.column - 1 if "scanning" in context and begun.line == here.line else column
    found = _find_cause(said, lines[: line + 1], scanned, file)
    return found or _explain(context, said, text[:column], text[column:], here, begun)


def _find_cause(said: str, lines: list[str], column: int, file: str) -> Problem | None:
    """Find a mistake in a line above the last, or in its beginning, which YAML only notices at the column."""
    line, number = lines[-1], len(lines)
    if (closed := _TEXT.fullmatch(line[:column])) and (opened := _find_open_quote(lines[:-1], closed["quote"])):
        hint = f"put a {closed['quote']} at its end"
        return NEVER_CLOSED.at(Span(file, *opened), hint=hint, sign=closed["quote"])
    above = next((each for each in reversed(lines[:-1]) if each.strip() and not each.lstrip().startswith("#")), "")
    key = _KEY.match(line)
    if "mapping values" in said and key and key.end() - 1 == column and len(key[1]) > _depth(above):
        hint = f"begin it where {_find_key(above)} begins" if _find_key(above) else "check its indentation"
        return BEGINS_TOO_DEEP.at(Span(file, number, len(key[1]) + 1), hint=hint)
    here = Span(file, number, column + 1)
    if "did not find expected key" in said:
        if found := _find_misaligned(lines, file):
            return found
        if not line[:column].strip() and not re.match("(?:- |-?[\\w-]+:)", line[column:]):
            hint = f"begin it at column {_depth(above) + 1}, as the line above"
            return DOES_NOT_FIT.at(here, hint=hint)
    if "'-' indicator" in said:
        # what stands in a list, and is neither an item nor goes on with the last one
        before = line[:column].rstrip()
        if dashed := re.match(r"\s*-(\w+):", line):
            return NO_BLANK.at(here, hint=f"write - {dashed[1]}:", sign="-")
        if before[-1:] in _CLOSING:
            return BEHIND_CLOSING.at(here, hint=_hint_at_quotes(before, line[column:]), sign=before[-1])
        if line[column:].startswith("- "):
            items = [len(each) - len(each.lstrip()) for each in lines[:-1] if each.lstrip().startswith("- ")]
            place = next((indent for indent in reversed(items) if indent < column), 0)
            return NOT_IN_LIST.at(here, hint=f"begin it at column {place + 1}")
        where = f"where {_find_key(above)} begins" if _find_key(above) else f"at column {_depth(above) + 1}"
        return NOT_IN_LIST.at(here, hint=f"begin it {where}, or with - if it is the next of the list")
    if _AT_ITS_BEGINNING in said:
        glued = [n for n in range(max(0, number - 3), number) if re.match(r"\s*(?:- +)?[\w-]+:[^\s:]", lines[n])]
        if glued:
            at = lines[glued[0]].index(":")
            return NO_BLANK.at(Span(file, glued[0] + 1, at + 1), hint="write key: value", sign=":")
    return None


def _find_misaligned(lines: list[str], file: str) -> Problem | None:
    """Find two lines with keys that belong beside each other and don't begin at one column."""
    depth = _depth(lines[-1])
    keyed = [n for n, line in enumerate(lines, 1) if _KEY.match(line) and not line.lstrip().startswith("#")]
    if not _KEY.match(lines[-1]):
        return None
    outer = next((n for n in reversed(keyed[:-1]) if _depth(lines[n - 1]) < depth), 0)
    first = next((n for n in keyed if n > outer), 0)
    if not outer or first == len(lines) or (its := _depth(lines[first - 1])) <= depth:
        return None
    blamed, other, where, column = len(lines), first, "further left", its
    if depth - _depth(lines[outer - 1]) == 2:  # blanks, as most write
        blamed, other, where, column = first, len(lines), "further right", depth
    span = Span(file, blamed, _depth(lines[blamed - 1]) + 1)
    return MISALIGNED.at(span, hint=f"begin it at column {column + 1}", where=where, line=other)


def _find_open_quote(lines: list[str], quote: str) -> tuple[int, int] | None:
    """Return the line and column of the last text that begins with this quote and doesn't end in its line."""
    number = next((n for n in range(len(lines), 0, -1) if quote in lines[n - 1]), 0)
    line = lines[number - 1] if number else ""
    found = _TEXT.match(line)
    is_open = found and found["quote"] == quote and not re.search(rf"{quote}\s*(?:#.*)?$", line[found.end() :])
    return (number, found.end()) if found and is_open else None


def _depth(line: str) -> int:
    """Return where the key of a line begins."""
    found = re.match(r"\s*(?:- +)*", line)
    return found.end() if found else 0


def _find_key(line: str) -> str:
    found = _KEY.match(line)
    return found[2] if found else ""


def _explain(context: str, said: str, before: str, after: str, here: Span, begun: Span) -> Problem:
    """Explain why YAML can't be read any further than `here`, while what was `begun` isn't over."""
    if "document in the stream" in context or "another document" in said:
        return SEVERAL_DOCUMENTS.at(here, hint="delete the line ---, or split the file")
    if after.startswith("\t") or "tab character" in said:
        return TAB.at(here, hint="indent with spaces")
    if "cannot start any token" in said:
        return BAD_START.at(begun, hint=QUOTE_IT, sign=after[:1])
    if "scanning an alias" in context or "scanning an anchor" in context:
        return BAD_START.at(begun, hint=QUOTE_IT, sign="*" if "alias" in context else "&")
    if "undefined alias" in said:
        alias = re.match(r"\*([\w-]*)", after)
        name = quote_value(alias[1] if alias else "")
        return NO_ANCHOR.at(here, hint="a text that starts with * needs quotes", name=name)
    if "did not find expected key" in said:
        if before.rstrip()[-1:] in _CLOSING:
            return BEHIND_CLOSING.at(here, hint=_hint_at_quotes(before, after), sign=before.rstrip()[-1])
        if after.startswith("- "):
            return ITEM_AMONG_KEYS.at(here, hint="check the indentation")
        return DOES_NOT_FIT.at(here, hint="check its indentation")
    if "did not find expected ','" in said and (found := _explain_flow(said, before, after, here)):
        return found
    for words, sign, hint in _OPEN:
        if words in said or words in context:
            return NEVER_CLOSED.at(begun, hint=hint, sign=sign)
    for words, sentence, hint in _PLAIN:
        if words in said or words in context:
            return sentence.at(begun if words == _AT_ITS_BEGINNING else here, hint=hint)
    return SYNTAX.at(here, libyaml=f"{said or 'unreadable YAML'}{f' {context}' if context else ''}")


def _explain_flow(said: str, before: str, after: str, here: Span) -> Problem | None:
    """Explain a list or mapping on one line where neither a comma nor the end follows; None if it is left open."""
    last = before.rstrip()[-1:]
    if last in ("]", "}", '"', "'") and after[:1].strip():
        return BEHIND_CLOSING.at(here, hint=_hint_at_quotes(before, after), sign=last)
    if after[:1] in ("[", "{") and last and last not in "[{,:":
        brackets = "braces" if "}" in said else "brackets"
        return TEXT_ENDS.at(here, hint=QUOTE_IT, brackets=brackets, sign=after[0])
    return None


def _hint_at_quotes(before: str, after: str) -> str:
    """Return what to write where a text goes on behind its closing quote or bracket."""
    quote = before[-1:]
    if quote not in ("'", '"') or not after[:1].strip():
        return QUOTE_IT
    return """write '' for ', or put the text between two \"""" if quote == "'" else 'write \\" for " within the text'
