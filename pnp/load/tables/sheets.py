"""A sheet of an XLSX or ODS file → a table. Values are read by python-calamine, once it is known that it can."""

import posixpath
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from pnp.load import limits
from pnp.load.sink import Sink, shown
from pnp.load.tables.rows import TOO_MANY_CELLS, Cell, CellPlace, NoSpreadsheet, TableRows, Understood
from pnp.load.tables.surveys import OfOds, OfXlsx, SheetSurvey, elements, find_odd_styles, is_as_shown
from pnp.model.problem import LimitError, Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.model.values import Poison

_UNPACKED = 64 * 1024 * 1024  # bytes, of all parts together; a sheet of 600,000 cells has some 30 MB
_MEMBERS = 2_000
# What zipfile raises of damaged files: no end or wrong sums; places before the beginning and names that are no text
# (ValueError); places that can't be gone to; ways of packing that it doesn't know.
_DAMAGED = (BadZipFile, ValueError, OSError, NotImplementedError)
_PART_DAMAGED = (*_DAMAGED, zlib.error, EOFError, RuntimeError)  # the last: a part with a password of its own


class TooLarge(Exception):
    """What unpacks to more than anybody wrote."""


class Packed:
    """Raises NoSpreadsheet, TooLarge, as all its methods do."""

    def __init__(self, data: bytes) -> None:
        self._left = _UNPACKED
        self._parts: dict[str, bytes] = {}
        try:
            self._zip = ZipFile(BytesIO(data))
            self._members = {_standard(info.filename): info for info in self._zip.infolist()}
        except _DAMAGED:
            raise NoSpreadsheet from None
        if len(self._members) > _MEMBERS:
            raise TooLarge

    @property
    def names(self) -> Iterable[str]:
        return self._members

    def part(self, name: str) -> bytes:
        """Empty where there is none."""
        name = _standard(name)
        if name not in self._parts:
            self._parts[name] = self._unpacked(self._members[name]) if name in self._members else b""
        return self._parts[name]

    def _unpacked(self, info: ZipInfo) -> bytes:
        """No more of it than there is room for, whatever size it says."""
        try:
            with self._zip.open(info) as file:
                content = file.read(self._left + 1)
        except _PART_DAMAGED:
            raise NoSpreadsheet from None
        self._left -= len(content)
        if self._left < 0:
            raise TooLarge
        return content

    def with_only(self, names: Mapping[str, str]) -> bytes:
        """A file of parts as they were read here, not packed again. `names`: what each is called there → here."""
        out = BytesIO()
        with ZipFile(out, "w", ZIP_STORED) as file:
            for called, name in names.items():
                if _standard(name) in self._members:
                    file.writestr(ZipInfo(called), self.part(name))
        return out.getvalue()


def _standard(name: str) -> str:
    """Some programs write other capitals, or Windows' way of paths: to all readers these are the same."""
    return name.replace("\\", "/").casefold()


BAD_SPREADSHEET = code(
    "PNP042 spreadsheet cannot be read",
    """The file isn't what its name says, is damaged, is locked with a password, or unpacks to more than anybody writes.
Open it in a spreadsheet program and save it again as .xlsx, .ods or CSV.

Bad:  a web page that was saved as `heroes.xlsx`
Good: what "Download as Microsoft Excel" saves""",
    says="this is no {kind} file that can be read",
)
LOCKED = BAD_SPREADSHEET.also("the file is locked with a password")
OLD = BAD_SPREADSHEET.also("this is an old .xls file, whatever its name")
BOMB = BAD_SPREADSHEET.also("the file unpacks to more than a table can be")
NO_SHEET = code(
    "PNP043 no such sheet",
    """`data: heroes.xlsx#Cards` names a sheet that the file doesn't have. Without a name, the first sheet that isn't
hidden is read. Only spreadsheets have sheets.

Bad:  `data: heroes.xlsx#Crads`
Good: `data: heroes.xlsx#Cards`""",
    says="there is no sheet {name}",
)
HIDDEN_VALUE = code(
    "PNP044 cell without a value that can be printed",
    """A cell of a spreadsheet shows a mistake of its formula, has a formula whose result was never computed (mostly
since a program wrote it), or is part of merged cells, of which only the first has a value. What would be printed there
isn't known.

Bad:  `#REF!` in a cell; one cell `fire` merged over the rows of three heroes
Good: a formula that works, saved by a spreadsheet program; `fire` in each of the three rows""",
    says="the cell says {error} instead of a value",
    once=True,
)
NO_RESULT = HIDDEN_VALUE.also("the cell has a formula, and no result of it", once=True)
MERGED = HIDDEN_VALUE.also("cells are merged here, and only the first has a value", once=True)
A_DATE = code(
    "PNP045 cell that is a date",
    """Spreadsheets take `1/2` or `3-4` for a date when they are typed in. It is read as its year, month and day, or its
hours and minutes. Where something else was meant, give the cells the format "Text" and type them again.

Bad:  `1/2` typed into a cell, which is a day in January from then on
Good: `'1/2`, or a column with the format "Text\"""",
    Severity.WARNING,
    says="the cell is a date, read as {text}",
    varies=("text",),
    once=True,
)
SHOWN_OTHERWISE = code(
    "PNP066 number that is shown otherwise",
    """A number is read as the spreadsheet keeps it, not as the column's format shows it: `50 %` is 0.5, `007` in a
column of three digits is 7, `3,50 €` is 3.5, a half is 0.5. That is right for figures that one calculates with; if a
card shall say what the cell shows, it has to be a text.

Bad:  50 % in a column with the format "Percent", for a field of type text
Good: `50 %` in a column with the format "Text\"""",
    Severity.WARNING,
    says="the cell shows a number {how}, which is read as {text}",
    varies=("text",),
    once=True,
)
_SAVE_AGAIN = "open it in a spreadsheet program and save it as .{}"
_UNLOCKED = "save it without one"
_ALL_CELLS = 10 * limits.NODES  # of all sheets, were they one
_NEVER_COMPUTED = regex(rb"""\bfullCalcOnLoad\s*=\s*["'](?:1|true)""")  # a program wrote 0 for each result
_A_VALUE = regex(rb"<(?:[^\s<>/]*:)?(?:v|is|f)[\s>]")
_NUMBER = regex(rb"v>\s*([0-9]+)\s*<")
_FEW_ZEROS = (1e-20, 1e20)
_LETTERS = 32 * 1024 * 1024  # of all texts of a sheet together
OLE = bytes.fromhex("d0cf11e0a1b11ae1")  # what locked and old files of Excel begin with
_LOCKED = "EncryptedPackage".encode("utf-16-le")  # the part of such a file that is locked
_STYLES, _BOOK, _LINKS = "xl/styles.xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_XLSX = ("[Content_Types].xml", "_rels/.rels", _BOOK, _LINKS)
_SHARED = "xl/sharedStrings.xml"
_MANIFEST = "META-INF/manifest.xml"
_ODS = ("mimetype", _MANIFEST, "content.xml")


class Workbook(NamedTuple):
    """A file and its sheets, those first that aren't hidden."""

    packed: Packed
    kind: str
    sheets: Mapping[str, str]  # name → part
    styles: str = _STYLES  # parts of XLSX, which may be called otherwise
    shared: str = _SHARED
    surveys: Mapping[str, SheetSurvey] = {}  # of ODS, whose sheets are all in one part


def read_sheet(data: bytes, file: str, wanted: str, sink: Sink) -> TableRows | Poison:
    """`sink` is of the file; it is told of the sheet. Raises LimitError."""
    kind = file.rpartition(".")[2].upper()
    if data.startswith(OLE):
        if _LOCKED in data:
            return sink.poison(LOCKED, Span(file), hint=_UNLOCKED)
        return sink.poison(OLD, Span(file), hint=_SAVE_AGAIN.format(kind.lower()))
    try:
        packed = Packed(data)
        if b"encryption-data" in packed.part(_MANIFEST):
            return sink.poison(LOCKED, Span(file), hint=_UNLOCKED)
        book = _workbook(packed, kind)
        if wanted not in ("", *book.sheets):
            hint = sink.suggest(wanted, book.sheets)
            return sink.poison(NO_SHEET, Span(file), hint=hint, name=shown(wanted))
        sheet = wanted or _first_filled(book)
        sink.file = f"{file}#{''.join(each if each.isprintable() else '?' for each in sheet)}"
        survey = _survey(book, sheet)
        if survey.cells > limits.NODES:
            raise LimitError(str(TOO_MANY_CELLS.at(Span(sink.file), most=limits.NODES)))
        return _table(_values(book, sheet), survey, Understood(kind, sheet=sheet), sink.file)
    except TooLarge:
        raise LimitError(str(BOMB.at(Span(file)))) from None
    except NoSpreadsheet:
        return sink.poison(BAD_SPREADSHEET, Span(file), hint=_SAVE_AGAIN.format(kind.lower()), kind=kind)


def sheet_names(data: bytes, file: str) -> tuple[str, ...]:
    """Those first that aren't hidden; none where the file can't be read."""
    try:
        return tuple(_workbook(Packed(data), file.rpartition(".")[2].upper()).sheets)
    except (NoSpreadsheet, TooLarge):
        return ()


def holds_pictures(data: bytes) -> bool:
    """In itself, in cells or above them: none of them is read."""
    try:
        return any(name.startswith(("xl/media/", "pictures/")) for name in Packed(data).names)
    except (NoSpreadsheet, TooLarge):
        return False


def _workbook(packed: Packed, kind: str) -> Workbook:
    if kind == "ODS":
        surveys = {each.name: each for each in sorted(OfOds(packed.part("content.xml")).surveys, key=_is_hidden)}
        return Workbook(packed, kind, dict.fromkeys(surveys, "content.xml"), surveys=surveys)
    links = [about for name, about in elements(packed.part(_LINKS)) if name == "Relationship"]
    targets = {about.get("Id", ""): _target(about) for about in links if _kind(about) == "worksheet"}
    parts = {_kind(about): _target(about) for about in links}
    said = [about for name, about in elements(packed.part(_BOOK)) if name == "sheet"]
    there = [about for about in said if about.get("id") in targets]
    there.sort(key=lambda about: about.get("state", "visible") != "visible")
    sheets = {about.get("name", ""): targets[about["id"]] for about in there}
    return Workbook(packed, kind, sheets, parts.get("styles", _STYLES), parts.get("sharedStrings", _SHARED))


def _kind(link: Mapping[str, str]) -> str:
    return link.get("Type", "").rpartition("/")[2]


def _target(link: Mapping[str, str]) -> str:
    return posixpath.normpath(posixpath.join("/xl", link.get("Target", "").replace("\\", "/")))[1:]


def _first_filled(book: Workbook) -> str:
    """The first sheet with anything in it; where none has, the first."""
    filled = (sheet for sheet in book.sheets if _has_values(book, sheet))
    return next(filled, next(iter(book.sheets), ""))


def _has_values(book: Workbook, sheet: str) -> bool:
    if book.kind == "ODS":
        return book.surveys[sheet].cells > 0
    part = book.packed.part(book.sheets[sheet])
    return not part or _A_VALUE.search(part) is not None  # one that is missing is told


def _is_hidden(survey: SheetSurvey) -> bool:
    return survey.is_hidden


def _survey(book: Workbook, sheet: str) -> SheetSurvey:
    """Raises TooLarge where reading the values would take too much."""
    if not sheet:
        raise NoSpreadsheet
    if book.kind == "ODS":  # whose sheets are all read when it is opened
        surveys = book.surveys.values()
        cells = sum(each.rows for each in surveys) * max(each.columns for each in surveys)
        if cells > _ALL_CELLS or sum(each.letters for each in surveys) > _LETTERS:
            raise TooLarge
        return book.surveys[sheet]
    part, shared = book.packed.part(book.sheets[sheet]), book.packed.part(book.shared)
    styles = book.packed.part(book.styles)
    odd = find_odd_styles(elements(styles)) if styles else {}
    found = OfXlsx(part, odd, is_uncomputed=_NEVER_COMPUTED.search(book.packed.part(_BOOK)) is not None)
    lengths = [len(text) for text in shared.split(b"<si")[1:]] or [len(shared)]
    if max(lengths) * found.shared > _LETTERS and _letters_shared(part, lengths) > _LETTERS:
        raise TooLarge
    return found.survey


def _letters_shared(part: bytes, lengths: Sequence[int]) -> int:
    """Of shared texts, each as often as a cell has its number; a number that none has counts as the longest."""
    times = Counter(_NUMBER.findall(part))
    there = {number: int(number) for number in times if len(number) < 8 and int(number) < len(lengths)}
    return sum((lengths[there[each]] if each in there else max(lengths)) * count for each, count in times.items())


def _values(book: Workbook, sheet: str) -> list[list[Any]]:
    """Of a file in which there is nothing but what was looked at."""
    import python_calamine

    parts = {name: name for name in (_ODS if book.kind == "ODS" else (*_XLSX, book.sheets[sheet]))}
    if book.kind != "ODS":
        parts |= {_STYLES: book.styles, _SHARED: book.shared}
    try:
        workbook = python_calamine.load_workbook(BytesIO(book.packed.with_only(parts)))
        return workbook.get_sheet_by_name(sheet).to_python(skip_empty_area=False)
    except BaseException as error:
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":  # Rust's mistakes are no Exception
            raise NoSpreadsheet from None
        raise


def _table(values: list[list[Any]], survey: SheetSurvey, understood: Understood, file: str) -> TableRows:
    notes = dict(_notes(survey, file))
    noted = {place.line for place in notes}
    rows: list[list[Cell]] = []
    for line, row in enumerate(values):
        if line in noted or any(row) or any(value != "" for value in row):
            places = (CellPlace(line, column) for column in range(len(row)))
            rows.append([_cell(value, at, notes, survey, file) for value, at in zip(row, places, strict=True)])
    return TableRows(rows[0], rows[1:], understood, formulas=survey.formulas) if rows else TableRows((), (), understood)


def _notes(survey: SheetSurvey, file: str) -> Iterator[tuple[CellPlace, Problem]]:
    hint = "unmerge them, and say it in each"
    yield from ((place, MERGED.at(Span(file, *place.shown), hint=hint)) for place, _ in survey.merged)
    for place, text in survey.errors.items():
        yield place, HIDDEN_VALUE.at(Span(file, *place.shown), error=shown(text))
    hint = "open the file in a spreadsheet program and save it"
    yield from ((place, NO_RESULT.at(Span(file, *place.shown), hint=hint)) for place in survey.unfinished)


def _cell(value: Any, mark: CellPlace, notes: Mapping[CellPlace, Problem], survey: SheetSurvey, file: str) -> Cell:
    note = notes.get(mark) if notes else None
    kind = value.__class__
    if kind is str:
        if "\r" in value:
            value = value.replace("\r\n", "\n").replace("\r", "\n")
        return Cell(value.strip(), mark, False, None, True, note)
    if kind is bool:
        text = "true" if value else "false"
    elif kind is float:
        text = str(int(value)) if value.is_integer() and abs(value) < 1e15 else _digits(value)
        how = survey.shown.get(mark)
        if how and not is_as_shown(text, how):
            hint = 'to print what it shows, give the column the format "Text" and type it again'
            note = note or SHOWN_OTHERWISE.at(Span(file, *mark.shown), hint=hint, how=how, text=text)
    elif isinstance(value, datetime | date | time | timedelta):
        text = _of_date(value)
        hint = 'else give the column the format "Text" and type it again'
        note = note or A_DATE.at(Span(file, *mark.shown), hint=hint, text=text)
    else:
        text = str(value)
    return Cell(text, mark, is_sheet=True, note=note)


def _digits(value: float) -> str:
    """Without an exponent, which data doesn't know, unless it would be a long row of zeros."""
    text = f"{value:.15g}"
    return format(Decimal(text), "f") if "e" in text and _FEW_ZEROS[0] < abs(value) < _FEW_ZEROS[1] else text


def _of_date(value: datetime | date | time | timedelta) -> str:
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    return value.isoformat(" ") if isinstance(value, datetime) else str(value)
