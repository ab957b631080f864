"""Pieces → CSV: UTF-8, commas, a line a piece; what a spreadsheet would run as a formula behind an apostrophe.

If there are others than ASCII's signs, a mark begins the file: without it Excel takes `Löwe` for `LÃ¶we`.
"""

from pnp.importing.tables.data_export import CellValue, format_value, make_table
from pnp.io.csv_files import guard_formula, needs_quotes
from pnp.model.game import Component
from pnp.model.problem import Problem


def write(component: Component, problems: list[Problem]) -> bytes:
    table = make_table(component, problems)
    text = "".join([",".join(map(_cell, row)) + "\n" for row in (table.columns, *table.rows)])
    return text.encode("ascii" if text.isascii() else "utf-8-sig")


def _cell(value: CellValue) -> str:
    if value is None:
        return ""
    text = guard_formula(value) if isinstance(value, str) else format_value(value)
    return '"' + text.replace('"', '""') + '"' if needs_quotes(text) else text
