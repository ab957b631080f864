"""The XML of a sheet → how large it is, and which cells hide something: what has to be known before values are read.

The library that reads the values makes room for every cell up to the last one, so a stranger's file with one cell in
the last corner would take all memory; and it gives nothing for a cell whose formula has no result.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial, reduce
from xml.parsers import expat

from pnp.load.table_rows import CellPlace, NoSpreadsheet
from pnp.model.regex import regex
from pnp.model.span import column_letters

PERCENTAGE = "as a percentage"
FRACTION = "as a fraction"
ZEROS = "with zeros before it"
MORE = "with more than its digits"
_DECIMALS = ("without decimals", "with 1 decimal", "with 2 decimals", "with 3 decimals", "with 4 decimals")
GROUPED = ", its digits in groups"  # of three
_BUILT_IN = {
    **{1: _DECIMALS[0], 2: _DECIMALS[2], 3: _DECIMALS[0] + GROUPED, 4: _DECIMALS[2] + GROUPED},
    **{9: PERCENTAGE, 10: PERCENTAGE, 12: FRACTION, 13: FRACTION},
    **dict.fromkeys((5, 6, 7, 8, 42, 44), MORE),
}
_UNGROUPED = 3
_GROUPS = regex(r"[0#][,' ][0#]")
_FIXED = regex(r"[#,' ]*0(?:\.(0+))?")
_SHOWN_DECIMALS = regex(r"[-+]?[0-9]*(?:[.,]([0-9]{1,2}))?")
_SKIPPED = regex(r"\\ |_.|\*.|\[(?!\$[^\]-])[^\]]*\]|;.*", re.DOTALL)  # blanks, fillings, colours, other signs' ways
_WORDS = regex(r'"\s*[^"\s][^"]*"|\\.|\[\$[^\]]*\]|[€$£¥]')
_OF_DATES = regex(r"[ymdhs]", re.IGNORECASE)
_A_NUMBER = regex(r"[-+]?[0-9][0-9.,'’\s]*(?:E[-+]?[0-9]+)?")


def find_odd_styles(elements: Iterable[tuple[str, Mapping[str, str]]]) -> dict[str, str]:
    """Return how the styles of an XLSX file show numbers, by the styles' numbers, where not as they are."""
    formats: dict[str, str] = {str(number): how for number, how in _BUILT_IN.items()}
    odd: dict[str, str] = {}
    count, is_of_cells = 0, False
    for name, about in elements:
        if name == "numFmt":
            formats[about.get("numFmtId", "")] = describe_format(about.get("formatCode", ""))
        elif name in ("cellStyleXfs", "cellXfs", "cellStyles", "dxfs"):
            is_of_cells = name == "cellXfs"
        elif name == "xf" and is_of_cells:
            if how := formats.get(about.get("numFmtId", ""), ""):
                odd[str(count)] = how
            count += 1
    return odd


def describe_format(format: str) -> str:
    """Describe how a format like `0%`, `000`, `# ?/?`, `0.00 "kg"` shows numbers; "" if as they are."""
    format = _SKIPPED.sub("", format)
    bare = _WORDS.sub("", format)
    if _OF_DATES.search(bare) or not any(sign in bare for sign in "0#?"):
        return ""
    if "%" in bare:
        return PERCENTAGE
    if "/" in bare:
        return FRACTION
    if bare != format:
        return MORE
    if bare.startswith("00"):
        return ZEROS
    if match := _FIXED.fullmatch(bare.strip()):
        return _name_decimals(match[1]) + (GROUPED if _GROUPS.search(bare) else "")
    return ""


def _name_decimals(decimals: str | None) -> str:
    count = len(decimals or "")
    return _DECIMALS[count] if count < len(_DECIMALS) else ""


def is_as_shown(text: str, how: str) -> bool:
    """Tell whether a number in its own digits is what is shown: `1.25` with two decimals is, `1.5` isn't."""
    before, _, decimals = text.partition(".")
    if how.endswith(GROUPED) and len(before.lstrip("-")) > _UNGROUPED:
        return False
    return how.removesuffix(GROUPED) == _name_decimals(decimals)


def describe_shown(text: str) -> str:
    """Describe how a number is shown by its shown text."""
    text = text.strip()
    if text.endswith("%"):
        return PERCENTAGE
    if re.fullmatch(r"[-+0-9 ]*[0-9]/[0-9]+", text):
        return FRACTION
    if re.match(r"[-+]?0[0-9]", text):
        return ZEROS
    if not _A_NUMBER.fullmatch(text):
        return MORE if text else ""
    return _name_decimals(match[1]) if (match := _SHOWN_DECIMALS.fullmatch(text)) else ""


@dataclass(slots=True, eq=False)
class SheetSurvey:
    """Facts about a sheet before it is read; sizes are those of all cells up to the last that isn't empty."""

    name: str = ""
    is_hidden: bool = False
    rows: int = 0
    columns: int = 0
    letters: int = 0  # of all texts that are repeated
    errors: dict[CellPlace, str] = field(default_factory=dict)  # what is shown instead of a value
    formulas: set[CellPlace] = field(default_factory=set)
    unfinished: list[CellPlace] = field(default_factory=list)  # formulas without a result
    merged: list[CellPlace] = field(default_factory=list)  # the first of each
    shown: dict[CellPlace, str] = field(default_factory=dict)  # numbers that are shown otherwise, and how

    @property
    def cells(self) -> int:
        return self.rows * self.columns


def elements(data: bytes) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield all elements of a small part, with names and attributes without their prefixes."""
    found: list[tuple[str, dict[str, str]]] = []
    StartReader(lambda name, attributes: found.append((name, attributes))).read(data)
    for name, attributes in found:
        yield local_name(name), {local_name(key): value for key, value in attributes.items()}


class StartReader:
    """Calls back where elements start; the text in one is only collected on request, since there are so many."""

    def __init__(self, start: Callable[[str, dict[str, str]], None]) -> None:
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = start
        self._parser.StartDoctypeDeclHandler = self._refuse
        self._text: list[str] = []
        self._depth = 0

    def read(self, data: bytes) -> None:
        """Read a part; raises NoSpreadsheet."""
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError:
            raise NoSpreadsheet from None

    def listen(self, around: str, then: Callable[[str], None]) -> None:
        """Collect text until that element ends; `then` gets it."""

        def end(name: str) -> None:
            if local_name(name) == around:
                self._parser.CharacterDataHandler = self._parser.EndElementHandler = None
                then("".join(self._text))

        self._text = []
        self._parser.CharacterDataHandler = self._text.append
        self._parser.EndElementHandler = end

    @staticmethod
    def _refuse(*_: object) -> None:
        raise NoSpreadsheet


@lru_cache(1000)
def local_name(name: str) -> str:
    return name.rpartition(":")[2]


def whole_number(text: str | None, otherwise: int, endless: int = 0) -> int:
    """Parse a whole number, or return `otherwise`; `endless` stands for one that no program writes."""
    if not text or not (text.isascii() and text.isdigit()):
        return otherwise
    return int(text) if len(text) < 10 else endless or otherwise


def place_of_cell(text: str) -> CellPlace:
    """Return the place of a cell: `C14` → 13, 2."""
    letters = text.rstrip("0123456789")
    return CellPlace(int(text[len(letters) :]) - 1, column_number(letters) - 1)


@cache
def column_number(letters: str) -> int:
    """Return the number of a column: `A` → 1, `AA` → 27."""
    return reduce(lambda number, letter: number * 26 + ord(letter) - ord("@"), letters.upper(), 0)


_ENDLESS = 10**9
_ERROR = regex(r"(?:#[A-Z/0]+[!?A]|Err:[0-9]+)")
_NUMBERS = {"float": "", "percentage": PERCENTAGE, "currency": MORE}  # kinds of values in ODS, and how they are shown


class OdsReader:
    """Surveys all sheets, which are in one part; rows and cells say how often they are repeated."""

    def __init__(self, data: bytes) -> None:
        self.surveys: list[SheetSurvey] = []
        self._row = self._column = 0  # behind what was read
        self._times = 1  # that the cell is there
        self._rows = 0  # of those that the row stands for
        self._has_text = False  # in the cell, however empty
        self._style = ""
        self._hiding: set[str] = set()  # styles of sheets that aren't shown
        self._reader = StartReader(self._start)
        self._reader.read(data)

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        name = local_name(name)
        if name == "table-cell" or name == "covered-table-cell":
            if self.surveys and self._rows:
                self._cell(attributes, _whole_names(tuple(attributes)))
        elif name == "table-row":
            self._row, self._column = self._row + self._rows, 0
            self._rows = whole_number(_value(attributes, "number-rows-repeated"), 1, _ENDLESS)
        elif name == "p":
            self._has_text = True
        elif name == "s":  # so many blanks
            if self.surveys:
                self.surveys[-1].letters += whole_number(_value(attributes, "c"), 1, _ENDLESS) * self._times
        elif name == "table":  # sheets have no sheets in them
            self.surveys.append(SheetSurvey(_value(attributes, "name") or ""))
            self.surveys[-1].is_hidden = _value(attributes, "style-name") in self._hiding
            self._row = self._rows = 0
        elif name == "style":
            self._style = _value(attributes, "name") or ""
        elif name == "table-properties" and _value(attributes, "display") == "false":
            self._hiding.add(self._style)

    def _cell(self, attributes: Mapping[str, str], names: Mapping[str, str]) -> None:
        """Note a cell; `names` maps the names of its attributes without prefixes to whole ones."""
        repeated = attributes.get(names.get("number-columns-repeated", ""))
        times = whole_number(repeated, 1, _ENDLESS)
        self._column += times
        self._times = times * self._rows
        if "value-type" not in names and "formula" not in names:
            return
        survey = self.surveys[-1]
        survey.rows, survey.columns = max(survey.rows, self._row + self._rows), max(survey.columns, self._column)
        mark = CellPlace(self._row, self._column - times)
        kind, is_formula = attributes.get(names.get("value-type", ""), ""), "formula" in names
        if is_formula:
            survey.formulas.add(mark)
        if is_formula or times > 1 or self._rows > 1 or kind in _NUMBERS:
            self._has_text = False
            self._reader.listen("table-cell", partial(self._note_text, survey, mark, kind, self._times, is_formula))
        if "number-columns-spanned" in names or "number-rows-spanned" in names:
            about = {name: attributes[key] for name, key in names.items()}
            wide, high = (whole_number(about.get(f"number-{each}-spanned"), 1) for each in ("columns", "rows"))
            if wide * high > 1:
                survey.merged.append(mark)

    def _note_text(
        self, survey: SheetSurvey, mark: CellPlace, kind: str, times: int, is_formula: bool, text: str
    ) -> None:
        """Note the text of a cell that is a number, a formula or repeated; `kind` is that of its value, if any."""
        if times > 1:
            survey.letters += max(1, len(text)) * times
        if kind == "error" or (is_formula and _ERROR.fullmatch(text)):
            survey.errors[mark] = text
        elif is_formula and not kind and not self._has_text:
            survey.unfinished.append(mark)
        elif kind in _NUMBERS and (how := _NUMBERS[kind] or describe_shown(text)):
            survey.shown[mark] = how


@lru_cache(1000)
def _whole_names(names: tuple[str, ...]) -> dict[str, str]:
    return {local_name(name): name for name in names}


def _value(attributes: Mapping[str, str], name: str) -> str | None:
    return next((value for key, value in attributes.items() if local_name(key) == name), None)


_NOTHING = frozenset(("t", "r"))  # what stands in texts
_OTHERWISE = regex(r"(?:^|(?<= ))(?![A-Za-z]{1,3}[0-9]{1,7}(?: |\Z))")  # a place that is none
_HIDING = (b"<f", b't="e"', b"t='", b"<merge", b"<!", b"\0")  # formulas, errors, merged cells, documents in it
_IN_UTF8 = regex(rb"\s*<(?:\?xml(?:(?!encoding)[^>])*(?:encoding=.(?:UTF|utf)-8.[^>]*)?\?>\s*<)?worksheet")
_CELL = regex(rb'<c r="([A-Z]{1,3}[0-9]{1,7})"([^>]*)>')
_STYLE = regex(rb' s="([0-9]+)"')
_ANY_CELL = regex(rb"<(?:[^\s<>/]*:)?c[\s/>]")
_PLACE = regex(r"[A-Za-z]{1,3}[0-9]{1,7}")
_DIGITS = regex(r"[0-9]+")
_LETTERS = regex(r"[A-Za-z]+")


class XlsxReader:
    """Surveys a sheet. A cell is an element `c`: `r` its place, `t` its type, `s` its style; `f` is a formula, `v` a
    value. `odd`: styles whose numbers are shown otherwise. `is_uncomputed`: no formula has been computed yet."""

    def __init__(self, data: bytes, odd: Mapping[str, str] = {}, *, is_uncomputed: bool = False) -> None:
        self.survey = SheetSurvey()
        self.shared = 0  # cells whose texts stand in a part of their own
        self._odd, self._uncomputed = odd, ("", "0") if is_uncomputed else ("",)
        self._places: list[str] = []  # of cells with something in them
        self._place, self._row, self._style = "", 0, ""  # of the cell
        self._type: str | None = None
        self._formula: CellPlace | None = None  # whose result wasn't there yet
        self._reader = StartReader(self._start)
        places = self._scan(data)
        if not places:
            self._reader.read(data)
            if self._formula:
                self._note_result(self._formula, "")
            places = " ".join(self._places)
        if places and _OTHERWISE.search(places):
            raise NoSpreadsheet
        self.survey.rows = max(map(int, set(_DIGITS.findall(places))), default=0)
        self.survey.columns = max(map(column_number, set(_LETTERS.findall(places))), default=0)

    def _scan(self, data: bytes) -> str:
        """Return the places of all cells of a sheet that hides nothing and is written as Excel does; "" of others."""
        if any(sign in data for sign in _HIDING) or not _IN_UTF8.match(data):
            return ""
        cells = _CELL.findall(data)
        if len(cells) != len(_ANY_CELL.findall(data)):
            return ""
        self.shared = data.count(b't="s"')
        filled = [(place, about) for place, about in cells if about[-1:] != b"/"]
        for place, about in filled if self._odd else ():
            style = _STYLE.search(about)
            if style and b' t="' not in about.replace(b't="n"', b"") and (how := self._odd.get(style[1].decode())):
                self.survey.shown[place_of_cell(place.decode())] = how
        return b" ".join([place for place, _ in filled]).decode()

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name in _NOTHING:
            return
        name = name if name == "c" else local_name(name)
        if name == "c":
            place = attributes.get("r")
            if place is None:
                letters = self._place.rstrip("0123456789")
                column = column_number(letters) + 1 if self._place == f"{letters}{self._row}" else 1
                place = f"{column_letters(column)}{self._row}"
            self._place, self._type, self._style = place, attributes.get("t"), attributes.get("s", "")
            if self._formula:
                self._note_result(self._formula, "")
            self.shared += self._type == "s"
        elif name in ("v", "is", "f"):
            if self._place and (not self._places or self._places[-1] != self._place):
                self._places.append(self._place)
            if _PLACE.fullmatch(self._place):  # others are refused once all are known
                self._note_content(name, place_of_cell(self._place))
        elif name == "row":
            self._row = whole_number(attributes.get("r"), self._row + 1)
        elif name == "mergeCell":
            first, _, last = attributes.get("ref", "").replace("$", "").partition(":")
            if _PLACE.fullmatch(first) and _PLACE.fullmatch(last):
                self.survey.merged.append(place_of_cell(first))

    def _note_content(self, name: str, place: CellPlace) -> None:
        if name == "f":
            self.survey.formulas.add(place)
            if self._type not in ("e", "str"):
                self._formula = place
        elif name == "v":
            if how := self._odd.get(self._style) if self._type in (None, "n") else None:
                self.survey.shown[place] = how
            if self._type == "e":
                self._reader.listen("v", partial(self.survey.errors.__setitem__, place))
            elif self._formula:
                self._reader.listen("v", partial(self._note_result, self._formula))

    def _note_result(self, mark: CellPlace, text: str) -> None:
        self._formula = None
        if text.strip() in self._uncomputed:
            self.survey.unfinished.append(mark)
