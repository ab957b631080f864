"""The XML of a sheet → how large it is, and which cells hide something: what has to be known before values are read.

The library that reads the values makes room for every cell up to the last one, so a stranger's file with one cell in
the last corner would take all memory; and it gives nothing for a cell whose formula has no result.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple
from xml.parsers import expat

from pnp.load.tables.packed import NoSpreadsheet
from pnp.load.tables.rows import CellPlace

_FIRST_LETTER = ord("A") - 1


class Merged(NamedTuple):
    first: CellPlace
    last: CellPlace


class SheetSurvey:
    """Of one sheet. Sizes are those of all cells up to the last that isn't empty."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.is_hidden = False
        self.rows = self.columns = 0
        self.letters = 0  # of all texts that are repeated
        self.errors: dict[CellPlace, str] = {}  # what is shown instead of a value
        self.formulas: set[CellPlace] = set()
        self.unfinished: list[CellPlace] = []  # formulas without a result
        self.merged: list[Merged] = []
        self.shown: dict[CellPlace, str] = {}  # numbers that are shown otherwise, and how

    @property
    def cells(self) -> int:
        return self.rows * self.columns


def elements(data: bytes) -> Iterator[tuple[str, dict[str, str]]]:
    """All elements of a small part, with names and attributes without their prefixes."""
    found: list[tuple[str, dict[str, str]]] = []

    def start(name: str, attributes: Mapping[str, str]) -> None:
        found.append((bare(name), {bare(key): value for key, value in attributes.items()}))

    reader = StartReader(start)
    reader.read(data)
    yield from found


class StartReader:
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


def whole_number(text: str | None, otherwise: int, endless: int = 0) -> int:
    """`endless`: what counts for a number that no program writes."""
    if not text or not (text.isascii() and text.isdigit()):
        return otherwise
    return int(text) if len(text) < 10 else endless or otherwise


def place_of_cell(text: str) -> CellPlace:
    """`C14` → 13, 2"""
    letters = text.rstrip("0123456789")
    return CellPlace(int(text[len(letters) :]) - 1, column_number(letters) - 1)


@cache
def column_number(letters: str) -> int:
    """`A` → 1, `AA` → 27"""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - _FIRST_LETTER
    return number
