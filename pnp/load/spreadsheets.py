"""A sheet of an XLSX or ODS file → a table, within bounds. Once that is safe, python-calamine reads the values."""

import posixpath
import zlib
from collections import Counter
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from pnp.load import limits
from pnp.load.sheet_surveys import OdsReader, SheetSurvey, XlsxReader, elements, find_odd_styles, is_as_shown
from pnp.load.sink import Sink, quote_value
from pnp.load.table_rows import TOO_MANY_CELLS, Cell, CellPlace, NoSpreadsheet, TableRows, Understood
from pnp.model.problem import LimitError, Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.span import Span

_UNPACKED = 64 * 1024 * 1024  # bytes, of all parts together; a sheet of 600,000 cells has some 30 MB
_MEMBERS = 2_000
# What zipfile raises of damaged files: no end or wrong sums; places before the beginning and names that are no text
# (ValueError); places that can't be gone to; ways of packing that it doesn't know.
_DAMAGED = (BadZipFile, ValueError, OSError, NotImplementedError)
_PART_DAMAGED = (*_DAMAGED, zlib.error, EOFError, RuntimeError)  # the last: a part with a password of its own


class TooLarge(Exception):
    """A file that unpacks to more than any real one."""


class Packed:
    """A packed file; all its methods raise NoSpreadsheet, TooLarge."""

    def __init__(self, data: bytes) -> None:
        self._left = _UNPACKED
        self._parts: dict[str, bytes] = {}
        try:
            self._zip = ZipFile(BytesIO(data))
            self.members = {_normalise(info.filename): info for info in self._zip.infolist()}
        except _DAMAGED:
            raise NoSpreadsheet from None
        if len(self.members) > _MEMBERS:
            raise TooLarge

    def unpack(self, name: str) -> bytes:
        """Unpack a part, whatever size it says; one that isn't there is empty."""
        name = _normalise(name)
        info = self.members.get(name)
        if info is None:
            return b""
        if name not in self._parts:
            try:
                with self._zip.open(info) as file:
                    self._parts[name] = file.read(self._left + 1)
            except _PART_DAMAGED:
                raise NoSpreadsheet from None
            self._left -= len(self._parts[name])
            if self._left < 0:
                raise TooLarge
        return self._parts[name]

    def repack(self, names: Mapping[str, str]) -> bytes:
        """Return a file, not compressed, of parts as they were read; `names` maps their names there to those here."""
        out = BytesIO()
        with ZipFile(out, "w", ZIP_STORED) as file:
            for called, name in names.items():
                if _normalise(name) in self.members:
                    file.writestr(ZipInfo(called), self.unpack(name))
        return out.getvalue()


def _normalise(name: str) -> str:
    """Return a name as all programs read it: some write other capitals, or paths as Windows does."""
    return name.replace("\\", "/").casefold()


BAD_SPREADSHEET = code("PNP042", says="this is no {kind} file that can be read")
LOCKED = BAD_SPREADSHEET.also("the file is locked with a password")
OLD = BAD_SPREADSHEET.also("this is an old .xls file, whatever its name")
BOMB = BAD_SPREADSHEET.also("the file unpacks to more than a table can be")
NO_SHEET = code("PNP043", says="there is no sheet {name}")
HIDDEN_VALUE = code("PNP044", says="the cell says {error} instead of a value", once=True)
NO_RESULT = HIDDEN_VALUE.also("the cell has a formula, and no result of it", once=True)
MERGED = HIDDEN_VALUE.also("cells are merged here, and only the first has a value", once=True)
A_DATE = code("PNP045", Severity.WARNING, says="the cell is a date, read as {text}", varies=("text",), once=True)
_SHOWN = "the cell shows a number {how}, which is read as {text}"
SHOWN_OTHERWISE = code("PNP066", Severity.WARNING, says=_SHOWN, varies=("text",), once=True)
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


def read_sheet(data: bytes, file: str, wanted: str, sink: Sink) -> TableRows:
    """Read a sheet of a file; `sink` gets its name. Raises LimitError."""
    kind = file.rpartition(".")[2].upper()
    if data.startswith(OLE):
        if _LOCKED in data:
            raise sink.refuse(LOCKED, Span(file), hint=_UNLOCKED)
        raise sink.refuse(OLD, Span(file), hint=_SAVE_AGAIN.format(kind.lower()))
    try:
        packed = Packed(data)
        if b"encryption-data" in packed.unpack(_MANIFEST):
            raise sink.refuse(LOCKED, Span(file), hint=_UNLOCKED)
        book = _open_workbook(packed, kind)
        if wanted not in ("", *book.sheets):
            hint = sink.suggest(wanted, book.sheets)
            raise sink.refuse(NO_SHEET, Span(file), hint=hint, name=quote_value(wanted))
        filled = (sheet for sheet in book.sheets if _has_values(book, sheet))
        sheet = wanted or next(filled, next(iter(book.sheets), ""))
        sink.file = f"{file}#{''.join(each if each.isprintable() else '?' for each in sheet)}"
        survey = _survey(book, sheet)
        if survey.cells > limits.NODES:
            raise LimitError(str(TOO_MANY_CELLS.at(Span(sink.file), most=limits.NODES)))
        return _make_table(_read_values(book, sheet), survey, Understood(kind, sheet=sheet), sink.file)
    except TooLarge:
        raise LimitError(str(BOMB.at(Span(file)))) from None
    except NoSpreadsheet:
        raise sink.refuse(BAD_SPREADSHEET, Span(file), hint=_SAVE_AGAIN.format(kind.lower()), kind=kind) from None


def sheet_names(data: bytes, file: str) -> tuple[str, ...]:
    """Return the names of all sheets, hidden ones last; none if the file can't be read."""
    try:
        return tuple(_open_workbook(Packed(data), file.rpartition(".")[2].upper()).sheets)
    except (NoSpreadsheet, TooLarge):
        return ()


def holds_pictures(data: bytes) -> bool:
    """Tell whether the file has pictures, in cells or above them, none of which is read."""
    try:
        return any(name.startswith(("xl/media/", "pictures/")) for name in Packed(data).members)
    except (NoSpreadsheet, TooLarge):
        return False


def _open_workbook(packed: Packed, kind: str) -> Workbook:
    if kind == "ODS":
        found = OdsReader(packed.unpack("content.xml")).surveys
        surveys = {each.name: each for each in sorted(found, key=lambda each: each.is_hidden)}
        return Workbook(packed, kind, dict.fromkeys(surveys, "content.xml"), surveys=surveys)
    targets, parts = dict[str, str](), dict[str, str]()
    for about in [about for name, about in elements(packed.unpack(_LINKS)) if name == "Relationship"]:
        joined = posixpath.join("/xl", about.get("Target", "").replace("\\", "/"))
        kind_of_part, target = about.get("Type", "").rpartition("/")[2], posixpath.normpath(joined)[1:]
        parts[kind_of_part] = target
        if kind_of_part == "worksheet":
            targets[about.get("Id", "")] = target
    said = [about for name, about in elements(packed.unpack(_BOOK)) if name == "sheet"]
    there = [about for about in said if about.get("id") in targets]
    there.sort(key=lambda about: about.get("state", "visible") != "visible")
    sheets = {about.get("name", ""): targets[about["id"]] for about in there}
    return Workbook(packed, kind, sheets, parts.get("styles", _STYLES), parts.get("sharedStrings", _SHARED))


def _has_values(book: Workbook, sheet: str) -> bool:
    if book.kind == "ODS":
        return book.surveys[sheet].cells > 0
    part = book.packed.unpack(book.sheets[sheet])
    return not part or _A_VALUE.search(part) is not None  # one that is missing is told


def _survey(book: Workbook, sheet: str) -> SheetSurvey:
    """Survey a sheet; raises TooLarge if reading it would take too much."""
    if not sheet:
        raise NoSpreadsheet
    if book.kind == "ODS":  # whose sheets are all read when it is opened
        surveys = book.surveys.values()
        cells = sum(each.rows for each in surveys) * max(each.columns for each in surveys)
        if cells > _ALL_CELLS or sum(each.letters for each in surveys) > _LETTERS:
            raise TooLarge
        return book.surveys[sheet]
    part, shared = book.packed.unpack(book.sheets[sheet]), book.packed.unpack(book.shared)
    styles = book.packed.unpack(book.styles)
    odd = find_odd_styles(elements(styles)) if styles else {}
    found = XlsxReader(part, odd, is_uncomputed=_NEVER_COMPUTED.search(book.packed.unpack(_BOOK)) is not None)
    lengths = [len(text) for text in shared.split(b"<si")[1:]] or [len(shared)]
    if max(lengths) * found.shared > _LETTERS:  # as many as there may be; now as many as there are
        letters = 0
        for each, count in Counter(_NUMBER.findall(part)).items():
            is_known = len(each) < 8 and int(each) < len(lengths)
            letters += count * (lengths[int(each)] if is_known else max(lengths))
        if letters > _LETTERS:
            raise TooLarge
    return found.survey


def _read_values(book: Workbook, sheet: str) -> list[list[Any]]:
    """Read the values of a sheet, from a file in which there is nothing but what was looked at."""
    import python_calamine

    parts = {name: name for name in (_ODS if book.kind == "ODS" else (*_XLSX, book.sheets[sheet]))}
    if book.kind != "ODS":
        parts |= {_STYLES: book.styles, _SHARED: book.shared}
    try:
        workbook = python_calamine.load_workbook(BytesIO(book.packed.repack(parts)))
        return workbook.get_sheet_by_name(sheet).to_python(skip_empty_area=False)
    except BaseException as error:
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":  # Rust's mistakes are no Exception
            raise NoSpreadsheet from None
        raise


def _make_table(values: list[list[Any]], survey: SheetSurvey, understood: Understood, file: str) -> TableRows:
    hint = "unmerge them, and say it in each"
    notes = {place: MERGED.at(Span(file, *place.place), hint=hint) for place in survey.merged}
    for place, text in survey.errors.items():
        notes[place] = HIDDEN_VALUE.at(Span(file, *place.place), error=quote_value(text))
    hint = "open the file in a spreadsheet program and save it"
    notes |= {place: NO_RESULT.at(Span(file, *place.place), hint=hint) for place in survey.unfinished}
    noted = {place.line for place in notes}
    rows: list[list[Cell]] = []
    for line, row in enumerate(values):
        if line in noted or any(row) or any(value != "" for value in row):
            places = (CellPlace(line, column) for column in range(len(row)))
            rows.append([_make_cell(value, at, notes, survey, file) for value, at in zip(row, places, strict=True)])
    return TableRows(rows[0], rows[1:], understood, formulas=survey.formulas) if rows else TableRows((), (), understood)


def _make_cell(value: Any, mark: CellPlace, notes: Mapping[CellPlace, Problem], survey: SheetSurvey, file: str) -> Cell:
    note = notes.get(mark) if notes else None
    kind = value.__class__
    if kind is str:
        text = value.replace("\r\n", "\n").replace("\r", "\n") if "\r" in value else value
        return Cell(text.strip(), mark, False, None, True, note)
    if kind is bool:
        text = "true" if value else "false"
    elif kind is float:
        text = str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"
        if "e" in text and _FEW_ZEROS[0] < abs(value) < _FEW_ZEROS[1]:  # data knows no exponents
            text = format(Decimal(text), "f")
        how = survey.shown.get(mark)
        if how and not is_as_shown(text, how):
            hint = 'to print what it shows, give the column the format "Text" and type it again'
            note = note or SHOWN_OTHERWISE.at(Span(file, *mark.place), hint=hint, how=how, text=text)
    elif isinstance(value, datetime | date | time | timedelta):
        if isinstance(value, datetime) and value.time() == time():
            value = value.date()
        text = value.isoformat(" ") if isinstance(value, datetime) else str(value)
        hint = 'else give the column the format "Text" and type it again'
        note = note or A_DATE.at(Span(file, *mark.place), hint=hint, text=text)
    else:
        text = str(value)
    return Cell(text, mark, is_sheet=True, note=note)
