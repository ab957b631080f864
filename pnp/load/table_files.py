"""A file of pieces that isn't YAML → a table, without titles and totals, and with what was understood of it.

JSON is read to the nodes that YAML gives, each with its place, which the standard library's reader doesn't tell. What
stands in quotes is read like what doesn't, since a program wrote them: `"3"` is a number where a field wants one.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple, cast

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.io.csv_files import ERROR_VALUE, decode_csv, find_dialect
from pnp.io.project import SHEETS, Project
from pnp.load import limits
from pnp.load.fields import TableNodes, TableTerms
from pnp.load.files import CONTROL_CHARACTER, EMPTY_FILE, DataFile, encoding_problem, position, read_bytes, refuse
from pnp.load.kinds import FORBIDDEN, report_type
from pnp.load.sink import Sink, quote_value
from pnp.load.spreadsheets import BAD_SPREADSHEET, HIDDEN_VALUE, NO_RESULT, OLE, Packed, TooLarge, read_sheet
from pnp.load.structures import DUPLICATE_KEY
from pnp.load.table_nodes import make_nodes
from pnp.load.table_rows import (
    BAD_TABLE,
    TOO_MANY_CELLS,
    TOO_MANY_COLUMNS,
    BadCsv,
    Cell,
    CellPlace,
    NoSpreadsheet,
    TableRows,
    Understood,
    make_node,
    split_rows,
    tidy,
)
from pnp.load.yaml_nodes import TOO_DEEP, TOO_MANY
from pnp.model.problem import LimitError, Problem, code
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.model.values import Field, Unreadable, UnreadParts

DISGUISED = BAD_SPREADSHEET.also("this is a spreadsheet ({kind}), whatever its name")
WEB_PAGE = BAD_SPREADSHEET.also("this is a web page, whatever its name")
_PAGE = regex(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.I | re.S)
_ZIP = b"PK\x03\x04"
_PARTS = {"xl/workbook.xml": "XLSX", "xl/workbook.bin": "XLSB", "index/document.iwa": "Numbers"}
_OF_ODS = b"application/vnd.oasis.opendocument.spreadsheet"  # what stands in its part `mimetype`
_NAMES = {"XLSX": "call it .xlsx", "ODS": "call it .ods"}
_BEGINNING = 4096
_EXPORT = "save the table itself, not the page that shows it: as CSV, .xlsx or .ods"
_SAVE = "open it in a spreadsheet program and save it as CSV, .xlsx or .ods"

_FORMULA = regex(r"=[A-Z][A-Z0-9.]*\(.*\)[^)]*", re.DOTALL)
_BEGINNINGS = ("#", "=", "E")
_TYPED = "in the spreadsheet, type it as text: behind an apostrophe"


class OpenedTable(NamedTuple):
    """A table, and the sink of its file's mistakes."""

    table: TableRows
    sink: Sink

    def make_nodes(self, fields: Mapping[str, Field], terms: TableTerms, cause: Problem | None) -> TableNodes:
        """Make the nodes of its pieces; raise Unreadable."""
        return make_nodes(self.table, fields, terms, self.sink, cause)


def read_table(
    project: Project, file: DataFile, problems: list[Problem], unread: UnreadParts | None = None
) -> OpenedTable:
    """Read a table from a file; raise Unreadable, FileError, LimitError."""
    data = read_bytes(project, file.path, problems)
    return parse_table(data, project.display(file.path), file.sheet, problems, unread)


def parse_table(
    data: bytes, file: str, sheet: str, problems: list[Problem], unread: UnreadParts | None = None
) -> OpenedTable:
    """Parse the table in a file of the kind that its name says; raise Unreadable, LimitError."""
    sink = Sink(file, problems, unread=unread)
    suffix = file[file.rfind(".") :].casefold()
    if suffix in SHEETS:
        table = read_sheet(data, file, sheet, sink)
    elif other := _find_disguise(data, sink):
        raise refuse(other, problems)
    else:
        table = _parse_text(data, suffix == ".json", sink)
    table = table if suffix == ".json" else tidy(table, sink)
    if (count := sum(bool(cell.text) for cell in table.header)) > limits.COLUMNS:
        raise LimitError(str(TOO_MANY_COLUMNS.at(sink.span(), count=count, most=limits.COLUMNS)))
    return OpenedTable(table, sink)


def _parse_text(data: bytes, is_json: bool, sink: Sink) -> TableRows:
    try:
        text, _, encoding, _ = (data.decode("utf-8-sig"), "", "", b"") if is_json else decode_csv(data)
    except UnicodeDecodeError as error:
        raise refuse(encoding_problem(sink.file, data, error), sink.problems) from None
    if is_json:
        if not text.strip():
            raise sink.refuse(EMPTY_FILE, (1, 1))
        return make_table(read_nodes(text, sink), sink)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    dialect = find_dialect(text)
    if text.count(dialect.separator) + text.count("\n") > limits.NODES:
        raise LimitError(str(TOO_MANY_CELLS.at(sink.span(), most=limits.NODES)))
    if control := FORBIDDEN.search(text):
        place = position(text, control.start())
        raise sink.refuse(CONTROL_CHARACTER, place, hint="delete it", sign=f"\\x{ord(control[0]):02x}")
    if not text.strip():
        raise sink.refuse(EMPTY_FILE, (1, 1))
    try:
        rows = list(split_rows(text, dialect))
    except BadCsv as error:
        raise sink.refuse(error.says, error.mark.place, hint=error.hint) from None
    understood = Understood("CSV", encoding, dialect.separator)
    return TableRows(rows[0], _drop_errors(rows[1:], sink), understood) if rows else TableRows((), (), understood)


def _find_disguise(data: bytes, sink: Sink) -> Problem | None:
    """Return the problem of a spreadsheet, or a web page, that is called like a table of text."""
    if _PAGE.match(data[:_BEGINNING]):
        return WEB_PAGE.at(Span(sink.file), hint=_EXPORT)
    kind = "an old .xls file" if data.startswith(OLE) else ""
    if data.startswith(_ZIP):
        try:
            packed = Packed(data)
            kind = next((kind for name, kind in _PARTS.items() if name in packed.members), "")
            kind = "ODS" if packed.unpack("mimetype").startswith(_OF_ODS) else kind
        except (NoSpreadsheet, TooLarge):
            kind = ""
    return DISGUISED.at(Span(sink.file), hint=_NAMES.get(kind, _SAVE), kind=kind) if kind else None


def _drop_errors(rows: Sequence[Sequence[Cell]], sink: Sink) -> list[Sequence[Cell]]:
    """Empty the cells in which a spreadsheet wrote its errors or formulas; they know what is wrong."""
    kept = list(rows)
    for number, row in enumerate(rows):
        for at, cell in enumerate(row):
            if cell.text.startswith(_BEGINNINGS) and not cell.is_guarded:
                span, note = Span(sink.file, *cell.place), None
                if ERROR_VALUE.fullmatch(cell.text):
                    note = HIDDEN_VALUE.at(span, hint=_TYPED, error=quote_value(cell.text))
                elif _FORMULA.fullmatch(cell.text):
                    note = NO_RESULT.at(span, hint=_TYPED)
                if note:
                    kept[number] = [*kept[number][:at], cell._replace(text="", note=note), *row[at + 1 :]]
    return kept


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


def read_nodes(text: str, sink: Sink) -> Node:
    """Read the nodes of a text; raise Unreadable, LimitError."""
    reader = _JsonReader(text, sink)
    node, at = reader.read_value(0, 1)
    end = reader.skip_blanks(at)
    if end < len(text):
        raise reader.error(end, "nothing more")
    return node


class _JsonReader:
    def __init__(self, text: str, sink: Sink) -> None:
        self.text, self.sink, self.count = text, sink, 0
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
            raise LimitError(str(TOO_DEEP.at(Span(self.sink.file, *mark.place), most=limits.DEPTH)))
        if self.count > limits.NODES:
            raise LimitError(str(TOO_MANY.at(Span(self.sink.file, *mark.place), most=limits.NODES)))
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
            raise self.sink.refuse(NEVER_ENDED, mark.place, what=what)
        if sign not in (",", end):
            raise self.error(at, f"a comma or {end}")
        return (at, True) if sign == end else (at + 1, False)

    def _read_string(self, at: int, mark: CellPlace) -> tuple[str, int]:
        found = _TEXT.match(self.text, at)
        if not found:
            hint = "a line break in a text is written \\n"
            raise self.sink.refuse(NEVER_ENDED, mark.place, hint=hint, what="text")
        said = found[1]
        if "\\" in said:
            if wrong := next((each for each in _ESCAPE.finditer(said) if each[3]), None):
                place = self.mark(at + 1 + wrong.start()).place
                raise self.sink.refuse(BAD_ESCAPE, place, hint="a backslash is written \\\\", sign=wrong[0])
            said = _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else _SHORT[found[2]], said)
            said = _PAIR.sub(lambda found: found[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le"), said)
            if _LONE.search(said):
                raise self.sink.refuse(BAD_ESCAPE, mark.place, hint="it is half of a letter", sign="\\ud800")
        return said, found.end()

    def error(self, at: int, wanted: str) -> Unreadable:
        seen = _SEEN.match(self.text, at)
        return self.sink.refuse(BAD_JSON, self.mark(at).place, wanted=wanted, found=seen[0] if seen else "the end")


IN_AN_OBJECT = BAD_TABLE.also("the list of objects is below {key}, and has to be all that is in the file")


def make_table(root: Node, sink: Sink) -> TableRows:
    """Make a table of a list of objects, or of objects by their ids; raises LimitError."""
    objects: list[Node] = root.value if isinstance(root, SequenceNode) else []
    for key, value in root.value if isinstance(root, MappingNode) else ():  # objects by their ids
        if isinstance(value, MappingNode) and all(each.value != "id" for each, _ in value.value):
            name = ScalarNode("", "id", key.start_mark, key.end_mark)
            value = MappingNode("", [(name, key), *value.value], key.start_mark, value.end_mark)
        objects.append(value)
    wrong = next((node for node in objects if not isinstance(node, MappingNode)), None)
    if isinstance(root, MappingNode) and not any(isinstance(value, MappingNode) for _, value in root.value):
        lists = [key.value for key, value in root.value if isinstance(value, SequenceNode) and value.value]
        if lists:  # `{"cards": [{…}, …]}`, as some programs write lists
            raise sink.refuse(IN_AN_OBJECT, _mark(root).place, hint="keep that list alone", key=quote_value(lists[0]))
    if not isinstance(root, SequenceNode | MappingNode) or wrong is not None:
        raise report_type(wrong or root, "", sink, "a list of objects", 'like [{"id": "owl"}, {"id": "elk"}]')
    headings: dict[str, Cell] = {}
    rows: list[dict[str, Cell]] = []
    for node in objects:
        row: dict[str, Cell] = {}
        for key, value in node.value:
            name = key.value
            if name in row:
                origin = Span(sink.file, *row[name].place)
                sink.report(DUPLICATE_KEY, key, hint="delete one", origin=origin, name=quote_value(name))
            if name not in headings:
                headings[name] = Cell(name, _mark(key))
            row[name] = Cell(value.value if value.__class__ is ScalarNode else "", _mark(value), False, value)
        rows.append(row)
    if len(rows) * len(headings) > limits.NODES:
        raise LimitError(str(TOO_MANY_CELLS.at(sink.span(), most=limits.NODES)))
    marks = [_mark(node) for node in objects]
    whole = [[row.get(name) or Cell("", mark) for name in headings] for row, mark in zip(rows, marks, strict=True)]
    return TableRows(list(headings.values()), whole, Understood("JSON"), marks)


def _mark(node: Node) -> CellPlace:
    mark: Any = node.start_mark
    return cast(CellPlace, mark)
