"""Pieces → an Excel workbook of one sheet: headings in bold that stay in sight, numbers as numbers, texts as texts.

Written by hand, since all it takes is five small files; the same pieces make the same bytes. Texts are marked as if
they had been typed behind an apostrophe, so that no spreadsheet takes one for a command, also once it is edited.
"""

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import yaml

from pnp.importing.tables.data_export import CellValue, PlainTable, format_value, make_table
from pnp.io.opening import read_beginning
from pnp.load.limits import FILE_BYTES
from pnp.model.game import Component
from pnp.model.problem import Problem
from pnp.model.span import column_letters

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PARTS = Path(__file__).parents[3] / "data" / "workbook.yaml"  # by their names, those that don't depend on pieces
_PLAIN, _HEADING, _TEXT = 0, 1, 2  # styles, by their numbers there
_WIDEST = 60  # characters of a column
_SHEET_NAME = 31  # characters
_LOOKS_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")  # spreadsheets read _x0041_ as A
_BEFORE_THEM_ALL = (1980, 1, 1, 0, 0, 0)


def write(component: Component, problems: list[Problem]) -> bytes:
    table = make_table(component, problems, has_blanks=False)
    workbook = f"""<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}">
<sheets><sheet name="{component.id[:_SHEET_NAME]}" sheetId="1" r:id="rId1"/></sheets>
</workbook>"""
    parts = {
        **yaml.safe_load(read_beginning(_PARTS, FILE_BYTES)),
        "xl/workbook.xml": workbook,
        "xl/worksheets/sheet1.xml": "".join(_sheet(table)),
    }
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as file:
        for name, text in parts.items():
            info = ZipInfo(name, _BEFORE_THEM_ALL)
            info.compress_type, info.create_system = ZIP_DEFLATED, 0
            file.writestr(info, _HEAD + text)
    return out.getvalue()


def _sheet(table: PlainTable) -> Iterator[str]:
    yield f'<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
    yield '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\n<cols>'
    for number, heading in enumerate(table.columns, 1):
        texts = [format_value(value) for row in table.rows if (value := row[number - 1]) is not None]
        width = max(map(len, (heading, *[line for text in texts for line in text.split("\n")]))) + 3
        yield f'<col min="{number}" max="{number}" width="{min(width, _WIDEST)}" customWidth="1"/>'
    yield "</cols>\n<sheetData>\n"
    yield from _row(1, table.columns, _HEADING)
    for number, row in enumerate(table.rows, 2):
        yield from _row(number, row, _TEXT)
    yield "</sheetData></worksheet>"


def _row(number: int, cells: Sequence[CellValue], style: int) -> Iterator[str]:
    yield f'<row r="{number}">'
    for column, value in enumerate(cells, 1):
        if value is not None:
            yield _cell(f"{column_letters(column)}{number}", value, style)
    yield "</row>\n"


def _cell(place: str, value: CellValue, style: int) -> str:
    if isinstance(value, bool):
        return f'<c r="{place}" s="{_PLAIN}" t="b"><v>{value:d}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{place}" s="{_PLAIN}"><v>{format_value(value)}</v></c>'
    text = escape(_LOOKS_ESCAPED.sub("_x005F_", value or ""))
    return f'<c r="{place}" s="{style}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
