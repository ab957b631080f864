"""The XML of a sheet → how large it is, and which cells hide something: what has to be known before values are read.

The library that reads the values makes room for every cell up to the last one, so a stranger's file with one cell in
the last corner would take all memory; and it gives nothing for a cell whose formula has no result.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple
from xml.parsers import expat

from pnp.load.tables.packed import NoSpreadsheet
from pnp.load.tables.rows import CellPlace

Start = Callable[[str, Mapping[str, str]], None]
_LAST = CellPlace(1_048_576, 16_384)
_FIRST_LETTER = ord("A") - 1


class Merged(NamedTuple):
    first: CellPlace
    last: CellPlace


class SheetSurvey:
    """Of one sheet. Sizes are those of all cells up to the last that isn't empty."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.rows = self.columns = 0
        self.letters = 0  # of all texts that stand in it
        self.errors: dict[CellPlace, str] = {}  # what is shown instead of a value
        self.unfinished: list[CellPlace] = []  # formulas without a result
        self.merged: list[Merged] = []

    @property
    def cells(self) -> int:
        return self.rows * self.columns

    def reaches(self, row: int, column: int) -> None:
        self.rows, self.columns = max(self.rows, row), max(self.columns, column)


def read_xml(data: bytes, start: Start, end: Callable[[str], None], letters: Callable[[str], None]) -> None:
    """Names come without their prefix. Raises NoSpreadsheet."""

    def refused(*_: object) -> None:
        raise NoSpreadsheet

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = letters
    parser.StartDoctypeDeclHandler = refused
    try:
        parser.Parse(data, True)
    except expat.ExpatError:
        raise NoSpreadsheet from None


def elements(data: bytes) -> Iterator[tuple[str, dict[str, str]]]:
    """All elements of a small part, with names and attributes without their prefixes."""
    found: list[tuple[str, dict[str, str]]] = []

    def start(name: str, attributes: Mapping[str, str]) -> None:
        found.append((bare(name), {bare(key): value for key, value in attributes.items()}))

    read_xml(data, start, lambda name: None, lambda text: None)
    yield from found


@cache
def bare(name: str) -> str:
    return name.rpartition(":")[2]


class OfXlsx:
    """A cell's element is `c`: `r` its place, `t` its type; in it `f` is a formula, `v` the value."""

    def __init__(self, data: bytes) -> None:
        self.survey = SheetSurvey()
        self.shared: list[str] = []  # the numbers of texts that stand in a part of their own
        self._row = self._column = 0
        self._type = self._text = ""
        self._is_formula = self._is_value = False
        read_xml(data, self._start, self._end, self._letters)

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        name = bare(name)
        if name == "c":
            place = attributes.get("r")
            self._row, self._column = _place(place) if place else (self._row, self._column + 1)
            self._type = attributes.get("t", "")
            self._is_formula, self._text = False, ""
        elif name in ("v", "t"):
            self._is_value = True
        elif name == "row":
            self._row, self._column = _number(attributes.get("r"), self._row + 1), 0
        elif name == "f":
            self._is_formula = True
        elif name == "mergeCell":
            first, _, last = attributes.get("ref", "").partition(":")
            self.survey.merged += [Merged(_mark(first), _mark(last))] if last else []

    def _letters(self, text: str) -> None:
        if self._is_value:
            self._text += text

    def _end(self, name: str) -> None:
        name = bare(name)
        if name in ("v", "t"):
            self._is_value = False
        elif name == "c" and (self._text or self._is_formula):
            self.survey.reaches(self._row, self._column)
            if self._type == "s":
                self.shared.append(self._text)
            elif self._type == "e":
                self.survey.errors[CellPlace(self._row - 1, self._column - 1)] = self._text
            elif not self._text and self._type != "str":
                self.survey.unfinished.append(CellPlace(self._row - 1, self._column - 1))


class OfOds:
    """All sheets are in one part. Rows and cells say how often they are repeated; texts are paragraphs."""

    def __init__(self, data: bytes) -> None:
        self.surveys: list[SheetSurvey] = []
        self._row = self._rows = self._column = 0
        self._inside = 0  # of a cell
        self._attributes: Mapping[str, str] = {}
        self._text = ""
        read_xml(data, self._start, self._end, self._letters)

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        name = bare(name)
        if self._inside:
            self._inside += 1
        elif name == "table":
            self.surveys.append(SheetSurvey(next((v for key, v in attributes.items() if bare(key) == "name"), "")))
            self._row = 0
        elif name == "table-row":
            self._rows = _number(_value(attributes, "number-rows-repeated"), 1)
            self._column = 0
        elif name in ("table-cell", "covered-table-cell") and self.surveys:
            self._inside, self._attributes, self._text = 1, attributes, ""

    def _letters(self, text: str) -> None:
        if self._inside > 1:
            self._text += text

    def _end(self, name: str) -> None:
        if self._inside:
            self._inside -= 1
            if not self._inside:
                self._cell()
        elif bare(name) == "table-row":
            self._row += self._rows

    def _cell(self) -> None:
        about, survey = {bare(key): value for key, value in self._attributes.items()}, self.surveys[-1]
        times = _number(about.get("number-columns-repeated"), 1)
        mark = CellPlace(self._row, self._column)
        self._column += times
        if "value-type" in about or self._text or "formula" in about:
            survey.reaches(self._row + self._rows, self._column)
            survey.letters += max(1, len(self._text)) * times * self._rows
        if self._text.startswith("#") and "formula" in about and self._text.endswith(("!", "?", "A")):
            survey.errors[mark] = self._text
        elif "formula" in about and "value-type" not in about:
            survey.unfinished.append(mark)
        wide, high = (_number(about.get(f"number-{each}-spanned"), 1) for each in ("columns", "rows"))
        if wide > 1 or high > 1:
            survey.merged.append(Merged(mark, CellPlace(mark.line + high - 1, mark.column + wide - 1)))


def _value(attributes: Mapping[str, str], name: str) -> str | None:
    return next((value for key, value in attributes.items() if bare(key) == name), None)


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else otherwise


def _place(text: str) -> tuple[int, int]:
    """`C14` → 14, 3"""
    letters = text.rstrip("0123456789")
    return _number(text[len(letters) :], _LAST.line), _column(letters)


def _mark(text: str) -> CellPlace:
    row, column = _place(text.replace("$", ""))
    return CellPlace(row - 1, column - 1)


@cache
def _column(letters: str) -> int:
    """`A` → 1, `AA` → 27; one that no program knows counts as the last."""
    if not (letters.isascii() and letters.isalpha() and len(letters) < 4):
        return _LAST.column
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - _FIRST_LETTER
    return number
