"""How often each card of a table is there: cells as people write them → numbers, and no card where there is none."""

import re

from pnp.load.sink import Sink, shown
from pnp.load.tables.rows import TableRows
from pnp.model.problem import Severity, code
from pnp.model.regex import regex

SO_MANY = code(
    "PNP065 number of copies with something beside it",
    """How often a card of a table is printed is a whole number. `3x`, `x3` and `3 ×` are read as 3; a row with 0 copies
is left out, which is how one keeps a card that isn't wanted at the moment. Both are told: a slip looks the same.

Bad:  `3x` in the column of copies
Good: `3`""",
    Severity.WARNING,
    says="{text} is read as {copies}",
    varies=("text", "copies"),
)
NONE = SO_MANY.also("0 copies: this row is left out")
CALLED_COPIES = frozenset(  # what people call the column, as a slug
    (
        *("copies", "copy", "count", "qty", "quantity", "amount", "number_of_copies", "how_many", "anzahl", "menge"),
        *("kopien", "exemplare", "stuck", "nombre", "exemplaires", "quantite", "copias", "cantidad", "copie"),
        *("quantita", "aantal", "ilosc"),
    )
)
_COUNT = regex(r"(?:[x×*]\s*)?([0-9]{1,6})(?:\s*[x×*])?", re.IGNORECASE)


def count_of(text: str) -> int | None:
    """`3`, `3x`, `x 3` → 3."""
    found = _COUNT.fullmatch(text)
    return int(found[1]) if found else None


def with_counts(table: TableRows, at: int, sink: Sink) -> TableRows:
    """`at`: the number of the column of copies. What can't be read stays as it is."""
    if table.marks:  # JSON, which has numbers
        return table
    rows = []
    for row in table.rows:
        cell = row[at] if at < len(row) else None
        count = count_of(cell.text) if cell else None
        if cell is None or count is None or cell.text == str(count) != "0":
            rows.append(row)
        elif count == 0:
            sink.report(NONE, cell.place, hint="delete the row, or write 1")
        else:
            sink.report(SO_MANY, cell.place, hint=f"write {count}", text=shown(cell.text), copies=count)
            rows.append([*row[:at], cell._replace(text=str(count)), *row[at + 1 :]])
    return table._replace(rows=rows)
