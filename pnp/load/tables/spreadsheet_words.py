"""Tables of text → the same without what a spreadsheet wrote into cells instead of values: its errors, and formulas."""

import re
from collections.abc import Sequence

from pnp.load.sink import Sink, shown
from pnp.load.tables.rows import Cell
from pnp.load.tables.sheets import HIDDEN_VALUE, NO_RESULT
from pnp.model.regex import regex
from pnp.model.span import Span

_ERRORS = frozenset(  # in the languages of those who wrote most of them
    (
        *(
            "#NULL!",
            "#DIV/0!",
            "#VALUE!",
            "#REF!",
            "#NAME?",
            "#NUM!",
            "#N/A",
            "#SPILL!",
            "#CALC!",
            "#ERROR!",
            "#FIELD!",
        ),
        *("#WERT!", "#BEZUG!", "#ZAHL!", "#NV", "#ÜBERLAUF!", "#VALEUR!", "#NOM?", "#NOMBRE!", "#N/D", "#VALORE!"),
        *("#RIF!", "#NOME?", "#¡VALOR!", "#¡REF!", "#¿NOMBRE?", "#¡NUM!", "#¡DIV/0!", "#VALOR!", "#WAARDE!", "#NAAM?"),
    )
)
_OF_LIBREOFFICE = regex(r"Err:5[0-9]{2}")
_FORMULA = regex(r"=[A-Z][A-Z0-9.]*\(.*\)[^)]*", re.DOTALL)
_BEGINNINGS = ("#", "=", "E")
_TYPED = "in the spreadsheet, type it as text: behind an apostrophe"


def without_errors(rows: Sequence[Sequence[Cell]], sink: Sink) -> list[Sequence[Cell]]:
    """Such cells are empty, and know what is wrong."""
    return [
        [_judged(cell, sink) if cell.text.startswith(_BEGINNINGS) else cell for cell in row]
        if any(cell.text.startswith(_BEGINNINGS) for cell in row)
        else row
        for row in rows
    ]


def _judged(cell: Cell, sink: Sink) -> Cell:
    span = Span(sink.file, *cell.place)
    if cell.text in _ERRORS or _OF_LIBREOFFICE.fullmatch(cell.text):
        return cell._replace(text="", note=HIDDEN_VALUE.at(span, hint=_TYPED, error=shown(cell.text)))
    if _FORMULA.fullmatch(cell.text):
        return cell._replace(text="", note=NO_RESULT.at(span, hint=_TYPED))
    return cell
