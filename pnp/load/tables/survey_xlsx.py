"""The XML of a sheet of an XLSX file → its survey."""

from collections.abc import Mapping
from functools import partial

from pnp.load.tables.packed import NoSpreadsheet
from pnp.load.tables.rows import CellPlace
from pnp.load.tables.surveys import Merged, SheetSurvey, StartReader, bare, column_number, place_of_cell, whole_number
from pnp.model.regex import regex
from pnp.model.span import column_letters

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


class OfXlsx:
    """A cell's element is `c`: `r` its place, `t` its type, `s` its style; in it `f` is a formula, `v` or `is` the
    value. `odd`: styles whose numbers are shown otherwise. `is_uncomputed`: nobody has computed its formulas yet."""

    def __init__(self, data: bytes, odd: Mapping[str, str] = {}, *, is_uncomputed: bool = False) -> None:
        self.survey = SheetSurvey()
        self.shared = 0  # cells whose texts stand in a part of their own
        self._odd, self._uncomputed = odd, ("", "0") if is_uncomputed else ("",)
        self._places: list[str] = []  # of cells with something in them
        self._place = ""
        self._row = 0
        self._type: str | None = None
        self._style = ""
        self._formula: CellPlace | None = None  # whose result wasn't there yet
        self._reader = StartReader(self._start)
        places = self._at_a_glance(data) or self._read(data)
        if places and _OTHERWISE.search(places):
            raise NoSpreadsheet
        self.survey.rows = max(map(int, set(_DIGITS.findall(places))), default=0)
        self.survey.columns = max(map(column_number, set(_LETTERS.findall(places))), default=0)

    def _at_a_glance(self, data: bytes) -> str:
        """The places of all cells of a sheet that hides nothing and is written as Excel does; else nothing."""
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
            letters = self._place.rstrip("0123456789")
            column = column_number(letters) + 1 if self._place == f"{letters}{self._row}" else 1
            place = f"{column_letters(column)}{self._row}"
        self._place = place
        self._type, self._style = attributes.get("t"), attributes.get("s", "")
        if self._formula:
            self._computed(self._formula, "")
        if self._type == "s":
            self.shared += 1

    def _other(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "c":
            self._cell(attributes)
        elif name in ("v", "is", "f"):
            if self._place and (not self._places or self._places[-1] != self._place):
                self._places.append(self._place)
            self._filled(name)
        elif name == "row":
            self._row = whole_number(attributes.get("r"), self._row + 1)
        elif name == "mergeCell":
            first, _, last = attributes.get("ref", "").replace("$", "").partition(":")
            if _PLACE.fullmatch(first) and _PLACE.fullmatch(last):
                self.survey.merged.append(Merged(place_of_cell(first), place_of_cell(last)))

    def _filled(self, name: str) -> None:
        if not _PLACE.fullmatch(self._place):  # which is told once all are known
            return
        if name == "f":
            self.survey.formulas.add(place_of_cell(self._place))
        if name == "f" and self._type not in ("e", "str"):
            self._formula = place_of_cell(self._place)
        elif name == "v":
            if how := self._odd.get(self._style) if self._type in (None, "n") else None:
                self.survey.shown[place_of_cell(self._place)] = how
            if self._type == "e":
                self._reader.listen("v", partial(self._failed, place_of_cell(self._place)))
            elif self._formula:
                self._reader.listen("v", partial(self._computed, self._formula))

    def _failed(self, mark: CellPlace, text: str) -> None:
        self.survey.errors[mark] = text

    def _computed(self, mark: CellPlace, text: str) -> None:
        self._formula = None
        if text.strip() in self._uncomputed:
            self.survey.unfinished.append(mark)
