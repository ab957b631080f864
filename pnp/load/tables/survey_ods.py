"""The XML of an ODS file → surveys of its sheets."""

from collections.abc import Mapping
from functools import lru_cache, partial

from pnp.load.tables.number_formats import MORE, PERCENTAGE, how_shown
from pnp.load.tables.rows import CellPlace
from pnp.load.tables.surveys import Merged, SheetSurvey, StartReader, bare, whole_number
from pnp.model.regex import regex

_ENDLESS = 10**9
_ERROR = regex(r"(?:#[A-Z/0]+[!?A]|Err:[0-9]+)")
_NUMBERS = {"float": "", "percentage": PERCENTAGE, "currency": MORE}  # kinds of values in ODS, and how they are shown


class OfOds:
    """All sheets are in one part. Rows and cells say how often they are repeated; texts are paragraphs."""

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
        name = bare(name)
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
        """`names`: of its attributes, by those without prefixes."""
        times = 1
        if "number-columns-repeated" in names:
            times = whole_number(attributes[names["number-columns-repeated"]], 1, _ENDLESS)
        self._column += times
        self._times = times * self._rows
        if "value-type" not in names and "formula" not in names:
            return
        survey = self.surveys[-1]
        survey.rows, survey.columns = max(survey.rows, self._row + self._rows), max(survey.columns, self._column)
        mark = CellPlace(self._row, self._column - times)
        kind = attributes[names["value-type"]] if "value-type" in names else ""
        if "formula" in names:
            survey.formulas.add(mark)
        if "formula" in names or times > 1 or self._rows > 1 or kind in _NUMBERS:
            self._has_text = False
            self._reader.listen("table-cell", partial(self._said, survey, mark, kind, self._times, "formula" in names))
        if "number-columns-spanned" in names or "number-rows-spanned" in names:
            about = {name: attributes[key] for name, key in names.items()}
            wide, high = (whole_number(about.get(f"number-{each}-spanned"), 1) for each in ("columns", "rows"))
            if wide * high > 1:
                survey.merged.append(Merged(mark, CellPlace(mark.line + high - 1, mark.column + wide - 1)))

    def _said(self, survey: SheetSurvey, mark: CellPlace, kind: str, times: int, is_formula: bool, text: str) -> None:
        """What stands in a cell that is a number, a formula or repeated. `kind`: of value; none where there is none."""
        if times > 1:
            survey.letters += max(1, len(text)) * times
        if kind == "error" or (is_formula and _ERROR.fullmatch(text)):
            survey.errors[mark] = text
        elif is_formula and not kind and not self._has_text:
            survey.unfinished.append(mark)
        elif kind in _NUMBERS and (how := _NUMBERS[kind] or how_shown(text)):
            survey.shown[mark] = how


@lru_cache(1000)
def _whole_names(names: tuple[str, ...]) -> dict[str, str]:
    return {bare(name): name for name in names}


def _value(attributes: Mapping[str, str], name: str) -> str | None:
    return next((value for key, value in attributes.items() if bare(key) == name), None)
