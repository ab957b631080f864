"""The XML of a sheet → how large it is, and which cells hide something: what has to be known before values are read.

The library that reads the values makes room for every cell up to the last one, so a stranger's file with one cell in
the last corner would take all memory; and it gives nothing for a cell whose formula has no result.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache, partial
from typing import NamedTuple
from xml.parsers import expat

from pnp.load.tables.packed import NoSpreadsheet
from pnp.load.tables.rows import CellPlace
from pnp.model.span import column_letters

_NOTHING = frozenset(("is", "t"))  # what stands in texts
_OTHERWISE = re.compile(r"(?:^|(?<= ))(?![A-Za-z]{1,3}[0-9]{1,7}(?: |\Z))")  # a place that is none
_HIDING = (b"<f", b't="e"', b"t='", b"<merge", b"<!", b"\0")  # formulas, errors, merged cells, documents in it
_IN_UTF8 = re.compile(rb"\s*<(?:\?xml(?:(?!encoding)[^>])*(?:encoding=.(?:UTF|utf)-8.[^>]*)?\?>\s*<)?worksheet")
_CELL = re.compile(rb'<c r="([A-Z]{1,3}[0-9]{1,7})"')
_ANY_CELL = re.compile(rb"<(?:[^\s<>/]*:)?c[\s/>]")
_PLACE = re.compile(r"[A-Za-z]{1,3}[0-9]{1,7}")
_ENDLESS = 10**9
_DIGITS = re.compile(r"[0-9]+")
_LETTERS = re.compile(r"[A-Za-z]+")
_ERROR = re.compile(r"(?:#[A-Z/0]+[!?A]|Err:[0-9]+)")
_FIRST_LETTER = ord("A") - 1


class Merged(NamedTuple):
    first: CellPlace
    last: CellPlace


class SheetSurvey:
    """Of one sheet. Sizes are those of all cells up to the last that isn't empty."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.rows = self.columns = 0
        self.letters = 0  # of all texts that are repeated
        self.errors: dict[CellPlace, str] = {}  # what is shown instead of a value
        self.unfinished: list[CellPlace] = []  # formulas without a result
        self.merged: list[Merged] = []

    @property
    def cells(self) -> int:
        return self.rows * self.columns


def elements(data: bytes) -> Iterator[tuple[str, dict[str, str]]]:
    """All elements of a small part, with names and attributes without their prefixes."""
    found: list[tuple[str, dict[str, str]]] = []

    def start(name: str, attributes: Mapping[str, str]) -> None:
        found.append((bare(name), {bare(key): value for key, value in attributes.items()}))

    reader = _StartReader(start)
    reader.read(data)
    yield from found


class _StartReader:
    """Tells where elements start; what stands in one, only when it is asked for, since there are so many."""

    def __init__(self, start: Callable[[str, dict[str, str]], None]) -> None:
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = start
        self._parser.StartDoctypeDeclHandler = self._refused
        self._text: list[str] = []
        self._depth = 0

    def read(self, data: bytes) -> None:
        """Raises NoSpreadsheet."""
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError:
            raise NoSpreadsheet from None

    def listen(self, around: str, then: Callable[[str], None]) -> None:
        """Until that element ends: `then` gets its text."""

        def end(name: str) -> None:
            if bare(name) == around:
                self._parser.CharacterDataHandler = self._parser.EndElementHandler = None
                then("".join(self._text))

        self._text = []
        self._parser.CharacterDataHandler = self._text.append
        self._parser.EndElementHandler = end

    @staticmethod
    def _refused(*_: object) -> None:
        raise NoSpreadsheet


@lru_cache(1000)
def bare(name: str) -> str:
    return name.rpartition(":")[2]


class OfXlsx:
    """A cell's element is `c`: `r` its place, `t` its type; in it `f` is a formula, `v` the value."""

    def __init__(self, data: bytes) -> None:
        self.survey = SheetSurvey()
        self.shared = 0  # cells whose texts stand in a part of their own
        self._places: list[str] = []
        self._row = 0
        self._type: str | None = None
        self._formula: CellPlace | None = None  # whose result wasn't there yet
        self._reader = _StartReader(self._start)
        places = self._at_a_glance(data) or self._read(data)
        if _OTHERWISE.search(places):
            raise NoSpreadsheet
        self.survey.rows = max(map(int, set(_DIGITS.findall(places))), default=0)
        self.survey.columns = max(map(_column, set(_LETTERS.findall(places))), default=0)

    def _at_a_glance(self, data: bytes) -> str:
        """The places of all cells of a sheet that hides nothing and is written as Excel does; else nothing."""
        if any(sign in data for sign in _HIDING) or not _IN_UTF8.match(data):
            return ""
        places = _CELL.findall(data)
        if len(places) != len(_ANY_CELL.findall(data)):
            return ""
        self.shared = data.count(b't="s"')
        return b" ".join(places).decode()

    def _read(self, data: bytes) -> str:
        self._reader.read(data)
        if self._formula:
            self._computed(self._formula, "")
        return " ".join(self._places)

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "c":
            self._cell(attributes)
        elif name not in _NOTHING:
            self._other(bare(name), attributes)

    def _cell(self, attributes: Mapping[str, str]) -> None:
        place = attributes.get("r")
        if place is None:
            place = self._next()
        self._places.append(place)
        self._type = attributes.get("t")
        if self._formula:
            self._computed(self._formula, "")
        if self._type == "s":
            self.shared += 1

    def _other(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "c":
            self._cell(attributes)
        elif name == "v":
            if self._type == "e":
                self._reader.listen("v", partial(self._failed, _mark(self._places[-1])))
            elif self._formula:
                self._reader.listen("v", partial(self._computed, self._formula))
        elif name == "row":
            self._row = _number(attributes.get("r"), self._row + 1)
        elif name == "f" and self._type not in ("e", "str"):
            self._formula = _mark(self._places[-1]) if self._places else None
        elif name == "mergeCell":
            first, _, last = attributes.get("ref", "").replace("$", "").partition(":")
            if _PLACE.fullmatch(first) and _PLACE.fullmatch(last):
                self.survey.merged.append(Merged(_mark(first), _mark(last)))

    def _next(self) -> str:
        """The place of a cell that doesn't say it: behind the last one in its row."""
        last = self._places[-1] if self._places else ""
        letters = last.rstrip("0123456789")
        column = _column(letters) + 1 if last == f"{letters}{self._row}" else 1
        return f"{column_letters(column)}{self._row}"

    def _failed(self, mark: CellPlace, text: str) -> None:
        self.survey.errors[mark] = text

    def _computed(self, mark: CellPlace, text: str) -> None:
        self._formula = None
        if not text.strip():
            self.survey.unfinished.append(mark)


class OfOds:
    """All sheets are in one part. Rows and cells say how often they are repeated; texts are paragraphs."""

    def __init__(self, data: bytes) -> None:
        self.surveys: list[SheetSurvey] = []
        self._row = self._column = 0  # behind what was read
        self._times = 1  # that the cell is there
        self._rows = 0  # of those that the row stands for
        self._reader = _StartReader(self._start)
        self._reader.read(data)

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        name = bare(name)
        if name == "table-cell" or name == "covered-table-cell":
            if self.surveys and self._rows:
                self._cell(attributes, _whole_names(tuple(attributes)))
        elif name == "table-row":
            self._row, self._column = self._row + self._rows, 0
            self._rows = _number(_value(attributes, "number-rows-repeated"), 1, _ENDLESS)
        elif name == "s":  # so many blanks
            if self.surveys:
                self.surveys[-1].letters += _number(_value(attributes, "c"), 1, _ENDLESS) * self._times
        elif name == "table":  # sheets have no sheets in them
            self.surveys.append(SheetSurvey(_value(attributes, "name") or ""))
            self._row = self._rows = 0

    def _cell(self, attributes: Mapping[str, str], names: Mapping[str, str]) -> None:
        """`names`: of its attributes, by those without prefixes."""
        times = 1
        if "number-columns-repeated" in names:
            times = _number(attributes[names["number-columns-repeated"]], 1, _ENDLESS)
        self._column += times
        self._times = times * self._rows
        if "value-type" not in names and "formula" not in names:
            return
        survey = self.surveys[-1]
        survey.rows, survey.columns = max(survey.rows, self._row + self._rows), max(survey.columns, self._column)
        mark = CellPlace(self._row, self._column - times)
        if "formula" in names or times > 1 or self._rows > 1:
            self._reader.listen("table-cell", partial(self._repeated, survey, mark, names, self._times))
        if "number-columns-spanned" in names or "number-rows-spanned" in names:
            about = {name: attributes[key] for name, key in names.items()}
            wide, high = (_number(about.get(f"number-{each}-spanned"), 1) for each in ("columns", "rows"))
            if wide * high > 1:
                survey.merged.append(Merged(mark, CellPlace(mark.line + high - 1, mark.column + wide - 1)))

    def _repeated(self, survey: SheetSurvey, mark: CellPlace, about: Mapping[str, str], times: int, text: str) -> None:
        survey.letters += max(1, len(text)) * times
        if "formula" in about and "value-type" not in about:
            survey.unfinished.append(mark)
        elif "formula" in about and _ERROR.fullmatch(text):
            survey.errors[mark] = text


@lru_cache(1000)
def _whole_names(names: tuple[str, ...]) -> dict[str, str]:
    return {bare(name): name for name in names}


def _value(attributes: Mapping[str, str], name: str) -> str | None:
    return next((value for key, value in attributes.items() if bare(key) == name), None)


def _number(text: str | None, otherwise: int, endless: int = 0) -> int:
    """`endless`: what counts for a number that no program writes."""
    if not text or not (text.isascii() and text.isdigit()):
        return otherwise
    return int(text) if len(text) < 10 else endless or otherwise


def _mark(text: str) -> CellPlace:
    """`C14` → 13, 2"""
    letters = text.rstrip("0123456789")
    return CellPlace(int(text[len(letters) :]) - 1, _column(letters) - 1)


@cache
def _column(letters: str) -> int:
    """`A` → 1, `AA` → 27"""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - _FIRST_LETTER
    return number
