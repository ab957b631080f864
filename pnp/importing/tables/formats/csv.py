"""Pieces → CSV: UTF-8, commas, a line a piece; what a spreadsheet would take for a command behind an apostrophe.

Where there are others than ASCII's signs, a mark begins the file: without it Excel takes `Löwe` for `LÃ¶we`.
"""

from collections.abc import Sequence

from pnp.importing.tables.cells import CellValue, table_of, written
from pnp.io.csv_files import guard_formula, needs_quotes
from pnp.model.game import Component
from pnp.model.problem import Problem


def write(component: Component, problems: list[Problem]) -> bytes:
    table = table_of(component, problems)
    text = "".join(map(_line, (table.columns, *table.rows)))
    return text.encode("ascii" if text.isascii() else "utf-8-sig")


def _line(cells: Sequence[CellValue]) -> str:
    return ",".join(map(_cell, cells)) + "\n"


def _cell(value: CellValue) -> str:
    if value is None:
        return ""
    text = guard_formula(value) if isinstance(value, str) else written(value)
    if needs_quotes(text):
        return '"' + text.replace('"', '""') + '"'
    return text
