"""JSON text → the nodes that YAML gives, each with its place; a list of objects → a table.

The standard library's reader tells no places. What stands in quotes is read like what doesn't, since a program wrote
them: `"3"` is a number where a field wants one.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, cast

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.load import limits
from pnp.load.files import TOO_DEEP, TOO_MANY
from pnp.load.kinds import report_type
from pnp.load.sink import Sink, shown
from pnp.load.structures import DUPLICATE_KEY
from pnp.load.tables.rows import BAD_TABLE, TOO_MANY_CELLS, Cell, CellPlace, TableRows, Understood, make_node
from pnp.model.problem import LimitError, code
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.model.values import Poison

BAD_JSON = code("PNP040", says="{wanted} is expected here, not {found}")
NEVER_ENDED = BAD_JSON.also("the {what} that begins here never ends")
BAD_ESCAPE = BAD_JSON.also("{sign} means nothing in a text")
_BLANK = regex(r"[ \t\r\n]*")
_TEXT = regex(r'"([^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+)"')
_BARE = regex(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")
_ESCAPE = regex(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt])|(.))')
_SHORT = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_PAIR = regex("[\ud800-\udbff][\udc00-\udfff]")
_LONE = regex("[\ud800-\udfff]")
_SIMPLE = regex(  # a name, its value in the same line and the sign behind them, as most are
    r'[ \t\r\n]*"([^"\\\x00-\x1f]*+)"[ \t]*:[ \t]*'
    r'("([^"\\\x00-\x1f]*+)"|-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?|true|false|null)[ \t\r\n]*([,}])'
)
_LONGEST_EXPONENT, _MOST_ZEROS = 5, 40
_SEEN = regex(r"[\w.+-]{1,30}|\S")


class BadJson(Exception):
    """A text that can't be read from some place on, because of the problem that is its argument."""


def read_nodes(file: str, text: str) -> Node:
    """Read the nodes of a text; raises BadJson, LimitError."""
    reader = _JsonReader(file, text)
    node, at = reader.read_value(0, 1)
    end = reader.skip_blanks(at)
    if end < len(text):
        raise reader.error(end, "nothing more")
    return node


class _JsonReader:
    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text
        self.count = 0
        self._line, self._start, self._last = 0, 0, 0  # of the last place that was asked for, in order

    def mark(self, at: int) -> CellPlace:
        if breaks := self.text.count("\n", self._last, at):
            self._line += breaks
            self._start = self.text.rindex("\n", 0, at) + 1
        self._last = at
        return CellPlace(self._line, at - self._start)

    def skip_blanks(self, at: int) -> int:
        found = _BLANK.match(self.text, at)
        return found.end() if found else at

    def read_value(self, at: int, depth: int) -> tuple[Node, int]:
        at = self.skip_blanks(at)
        sign, mark = self.text[at : at + 1], self.mark(at)
        self.count += 1
        if depth > limits.DEPTH:
            raise LimitError(str(TOO_DEEP.at(self._span(mark), most=limits.DEPTH)))
        if self.count > limits.NODES:
            raise LimitError(str(TOO_MANY.at(self._span(mark), most=limits.NODES)))
        if sign == "{":
            return self._read_object(at, mark, depth)
        if sign == "[":
            return self._read_list(at, mark, depth)
        if sign == '"':
            said, end = self._read_string(at, mark)
            return make_node(ScalarNode, said, mark), end
        found = _BARE.match(self.text, at)
        if not found or (self.text[found.end() : found.end() + 1].isalnum()):
            raise self.error(at, "a value")
        text = "" if found[0] == "null" else found[0]
        if text not in ("true", "false") and "e" in text.casefold():  # `1e-05` → 0.00001, as data says numbers
            exponent = int(re.split("[eE]", text)[1][:_LONGEST_EXPONENT])
            text = format(Decimal(text), "f") if abs(exponent) < _MOST_ZEROS else text
        return make_node(ScalarNode, text, mark), found.end()

    def _read_list(self, at: int, mark: CellPlace, depth: int) -> tuple[Node, int]:
        items: list[Node] = []
        at = self.skip_blanks(at + 1)
        while self.text[at : at + 1] != "]" or items:
            node, at = self.read_value(at, depth + 1)
            items.append(node)
            at, is_last = self._find_next(at, "]", mark, "list")
            if is_last:
                break
        return make_node(SequenceNode, items, mark), at + 1

    def _read_object(self, at: int, mark: CellPlace, depth: int) -> tuple[Node, int]:
        pairs: list[tuple[Node, Node]] = []
        at = self.skip_blanks(at + 1)
        while self.text[at : at + 1] != "}" or pairs:
            at, is_last = self._read_simple_pairs(at, depth, pairs)
            if is_last:
                break
            at = self.skip_blanks(at)
            if self.text[at : at + 1] != '"':
                raise self.error(at, "a name in double quotes")
            key_mark = self.mark(at)
            key, at = self._read_string(at, key_mark)
            at = self.skip_blanks(at)
            if self.text[at : at + 1] != ":":
                raise self.error(at, "a colon")
            node, at = self.read_value(at + 1, depth + 1)
            pairs.append((make_node(ScalarNode, key, key_mark), node))
            at, is_last = self._find_next(at, "}", mark, "object")
            if is_last:
                break
        return make_node(MappingNode, pairs, mark), at + 1

    def _read_simple_pairs(self, at: int, depth: int, pairs: list[tuple[Node, Node]]) -> tuple[int, bool]:
        """Read as many simple pairs as follow at once, which are most of a file; return what `_find_next` does."""
        while depth < limits.DEPTH and self.count < limits.NODES and (found := _SIMPLE.match(self.text, at)):
            self.count += 1
            key, value, text, sign = found.groups()
            key_mark = self.mark(found.start(1) - 1)
            mark = CellPlace(key_mark.line, found.start(2) - self._start)
            said = ("" if value == "null" else value) if text is None else text
            pairs.append((make_node(ScalarNode, key, key_mark), make_node(ScalarNode, said, mark)))
            at = found.end()
            if sign == "}":
                return at - 1, True
        return at, False

    def _find_next(self, at: int, end: str, mark: CellPlace, what: str) -> tuple[int, bool]:
        """Return where the next value begins, or the sign that ends all, and whether that is there."""
        at = self.skip_blanks(at)
        sign = self.text[at : at + 1]
        if not sign:
            raise BadJson(NEVER_ENDED.at(self._span(mark), what=what))
        if sign not in (",", end):
            raise self.error(at, f"a comma or {end}")
        return (at, True) if sign == end else (at + 1, False)

    def _read_string(self, at: int, mark: CellPlace) -> tuple[str, int]:
        found = _TEXT.match(self.text, at)
        if not found:
            hint = "a line break in a text is written \\n"
            raise BadJson(NEVER_ENDED.at(self._span(mark), hint=hint, what="text"))
        said = found[1]
        if "\\" in said:
            if wrong := next((each for each in _ESCAPE.finditer(said) if each[3]), None):
                place = self._span(self.mark(at + 1 + wrong.start()))
                raise BadJson(BAD_ESCAPE.at(place, hint="a backslash is written \\\\", sign=wrong[0]))
            said = _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else _SHORT[found[2]], said)
            said = _PAIR.sub(lambda found: found[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le"), said)
            if _LONE.search(said):
                raise BadJson(BAD_ESCAPE.at(self._span(mark), hint="it is half of a letter", sign="\\ud800"))
        return said, found.end()

    def error(self, at: int, wanted: str) -> BadJson:
        seen = _SEEN.match(self.text, at)
        found = seen[0] if seen else "the end"
        return BadJson(BAD_JSON.at(self._span(self.mark(at)), wanted=wanted, found=found))

    def _span(self, mark: CellPlace) -> Span:
        return Span(self.file, mark.line + 1, mark.column + 1)


IN_AN_OBJECT = BAD_TABLE.also("the list of objects is below {key}, and has to be all that is in the file")


def make_table(root: Node, sink: Sink) -> TableRows | Poison:
    """Make a table of a list of objects, or of objects by their ids; raises LimitError."""
    objects = list(_find_objects(root))
    wrong = next((node for node in objects if not isinstance(node, MappingNode)), None)
    if isinstance(root, MappingNode) and not any(isinstance(value, MappingNode) for _, value in root.value):
        lists = [key.value for key, value in root.value if isinstance(value, SequenceNode) and value.value]
        if lists:  # `{"cards": [{…}, …]}`, as some programs write lists
            return sink.poison(IN_AN_OBJECT, _mark(root).place, hint="keep that list alone", key=shown(lists[0]))
    if not isinstance(root, SequenceNode | MappingNode) or wrong is not None:
        return report_type(wrong or root, "", sink, "a list of objects", 'like [{"id": "owl"}, {"id": "elk"}]')
    headings: dict[str, Cell] = {}
    rows: list[dict[str, Cell]] = []
    for node in objects:
        row: dict[str, Cell] = {}
        for key, value in node.value:
            name = key.value
            if name in row:
                origin = Span(sink.file, *row[name].place)
                sink.report(DUPLICATE_KEY, key, hint="delete one", origin=origin, name=shown(name))
            if name not in headings:
                headings[name] = Cell(name, _mark(key))
            row[name] = Cell(value.value if value.__class__ is ScalarNode else "", _mark(value), False, value)
        rows.append(row)
    if len(rows) * len(headings) > limits.NODES:
        raise LimitError(str(TOO_MANY_CELLS.at(sink.span(), most=limits.NODES)))
    marks = [_mark(node) for node in objects]
    whole = [[row.get(name) or Cell("", mark) for name in headings] for row, mark in zip(rows, marks, strict=True)]
    return TableRows(list(headings.values()), whole, Understood("JSON"), marks)


def _find_objects(root: Node) -> Iterator[Node]:
    """Yield the objects; those in a mapping get their keys as ids."""
    if isinstance(root, SequenceNode):
        yield from root.value
    elif isinstance(root, MappingNode):
        for key, value in root.value:
            if isinstance(value, MappingNode) and all(each.value != "id" for each, _ in value.value):
                name = ScalarNode("", "id", key.start_mark, key.end_mark)
                value = MappingNode("", [(name, key), *value.value], key.start_mark, value.end_mark)
            yield value


def _mark(node: Node) -> CellPlace:
    mark: Any = node.start_mark
    return cast(CellPlace, mark)
