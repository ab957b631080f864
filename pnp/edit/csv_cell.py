"""CSV text + the place of a cell + a new text → the same file with that text, in quotes as before where it can be."""

import re
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from pnp.edit.edits import CHANGED, UNWRITABLE, EditedText, Refusal, ValueAt, is_as_seen
from pnp.io.csv_files import SEPARATORS, Dialect, find_dialect, guard_formula, needs_quotes
from pnp.load.table_rows import LIST_SEPARATOR, QUOTED, BadCsv, Cell, split_rows

_BREAK = re.compile("\r\n?|\n")
_QUOTE = '"'
_BLANKS = {sign: re.compile(rf"[^\S\r\n{sign}]*") for sign in SEPARATORS}  # separators are none
_BLANKS_BEFORE = {sign: re.compile(rf"[^\S\r\n{sign}]*\Z") for sign in SEPARATORS}
_FAR = 1_000  # characters


class CsvCell(NamedTuple):
    """A cell in its row, below its heading; `item` is the number of a list's item, None for all of the cell."""

    heading: str
    row: Sequence[Cell]
    number: int
    item: int | None = None

    @property
    def cell(self) -> Cell:
        return self.row[self.number]

    @property
    def text(self) -> str:
        return self.cell.text if self.item is None else split_items(self.cell)[self.item][0]

    @property
    def is_unambiguous(self) -> bool:
        """Check that this is a whole cell, or the only item of its list with this text: items may have moved."""
        return self.item is None or [text for text, _ in split_items(self.cell)].count(self.text) == 1


def edit_cell(text: str, at: ValueAt, old: str, new: str, *, has_changed: bool = False) -> EditedText | Refusal:
    """Replace the text of a cell. `has_changed`: the place is of an older file, so only the path finds the cell."""
    if (rows := _read_rows(text)) is None:
        return Refusal("the table can't be read: fix what pnp check reports first")
    found = _find_by_path(rows, at.path) if has_changed else _find_at_place(rows, at, old)
    if isinstance(found, Refusal):
        return found
    if has_changed and (found.text != old or not found.is_unambiguous):
        return CHANGED
    if not is_as_seen(found.text, old):
        return Refusal(f"another text stands at {at.line}:{at.column}: look at it again")
    headings = [cell.text for cell in rows[0]]
    if not found.heading or headings.count(found.heading) != 1:
        return Refusal(f'one column must be called "{found.heading}": fix what pnp check reports first')
    if found.item is None:
        return _replace_cell(text, found, new)
    if LIST_SEPARATOR in new:
        return Refusal(f"an item of a list in a table can't have a {LIST_SEPARATOR} in it: that begins the next item")
    if not new.strip() or new != new.strip():
        return Refusal("an item of a list in a table can't be empty, nor begin or end with a blank")
    item, begin = split_items(found.cell)[found.item]
    return _replace_cell(text, found, f"{found.cell.text[:begin]}{new}{found.cell.text[begin + len(item) :]}")


def find_cell_path(text: str, at: ValueAt, old: str) -> tuple[str, ...]:
    """Return the path by which a text is found in a changed table; empty where it doesn't stand there."""
    rows = _read_rows(text) or []
    found = _find_at_place(rows, at, old)
    if isinstance(found, Refusal) or not found.is_unambiguous:
        return ()
    id = next((cell.text for cell, heading in zip(found.row, rows[0], strict=False) if heading.text == "id"), "")
    return (id, *found.heading.split("."), *([] if found.item is None else [str(found.item)])) if id else ()


def _read_rows(text: str, separator: str = "") -> list[list[Cell]] | None:
    """Read a table, or with its `separator` a part of one, which doesn't begin with the first line."""
    try:
        return list(split_rows(_BREAK.sub("\n", text), Dialect(separator) if separator else None))
    except BadCsv:
        return None


def split_items(cell: Cell) -> list[tuple[str, int]]:
    """Return each item of a list, and where in the cell's text it begins."""
    found, at = [], 0
    for item in cell.text.split(LIST_SEPARATOR):
        if text := item.strip():
            found.append((text, at + item.index(text)))
        at += len(item) + 1
    return found


def _find_by_path(rows: Sequence[Sequence[Cell]], path: Sequence[str]) -> CsvCell | Refusal:
    """Find a cell in the only row that has the path's id in its column."""
    headings = [cell.text for cell in rows[0]] if rows else []
    if len(path) < 2 or headings.count("id") != 1:
        return CHANGED
    id = headings.index("id")
    named = [row for row in rows[1:] if len(row) > id and row[id].text == path[0]]
    column = ".".join(path[1:])
    item = int(path[-1]) if column not in headings and path[-1].isdigit() else None
    heading = column if item is None else ".".join(path[1:-1])
    if len(named) != 1 or heading not in headings or headings.index(heading) >= len(named[0]):
        return CHANGED
    found = CsvCell(heading, named[0], headings.index(heading), item)
    return found if item is None or item < len(split_items(found.cell)) else CHANGED


def _find_at_place(rows: Sequence[Sequence[Cell]], at: ValueAt, old: str) -> CsvCell | Refusal:
    """Find the cell that begins at a place, or one of its items; where both do, the path decides, or the old text."""
    place = at.line - 1, at.column - 1
    for above, row in enumerate(rows):
        if row[-1].mark.line + row[-1].text.count("\n") < at.line - 1:
            continue
        for number, cell in enumerate(row):
            heading = rows[0][number].text if number < len(rows[0]) else ""
            is_item = at.path[1:] and ".".join(at.path[1:-1]) == heading and at.path[-1].isdigit()
            starts = (cell.mark, cell.mark_of(0), cell.mark_of(len(cell.text) - len(cell.text.lstrip())))
            found = CsvCell(heading, row, number) if place in starts else None
            if found is None or is_item or not is_as_seen(cell.text, old):
                begins = (n for n, (_, begin) in enumerate(split_items(cell)) if cell.mark_of(begin) == place)
                item = next(begins, 0 if is_item and found else None)
                found = found if item is None else CsvCell(heading, row, number, item)
            if found is not None:
                return found if above else Refusal(f"at {at.line}:{at.column} stands a heading, not a text")
        break
    return Refusal(f"no text begins at {at.line}:{at.column}")


def _replace_cell(text: str, found: CsvCell, new: str) -> EditedText | Refusal:
    cell = found.cell
    if new == cell.text:
        return EditedText(text)
    ends = [0, *(found.end() for found in _BREAK.finditer(text))]
    start = ends[cell.mark.line] + cell.mark.column
    quoted = QUOTED.match(text, start) if cell.quoted else None
    bare = escaped if text.startswith(escaped := guard_formula(cell.text), start) else cell.text
    end = quoted.end() if quoted else start + len(bare)
    newline = next((found[0] for found in _BREAK.finditer(text)), "\n")
    written = guard_formula(new).replace(_QUOTE, _QUOTE * 2).replace("\n", newline)
    separator = find_dialect(_BREAK.sub("\n", text)).separator
    if cell.quoted or needs_quotes(new, separator):
        written = f"{_QUOTE}{written}{_QUOTE}"
        # around quotes only spaces and tabs can stand; other blanks around a bare cell go
        before = _BLANKS_BEFORE[separator].search(text[max(0, start - _FAR) : start])
        behind = _BLANKS[separator].match(text, end)
        if before and before[0].strip(" \t"):
            start -= len(before[0])
        if behind and behind[0].strip(" \t"):
            end = behind.end()
    after = f"{text[:start]}{written}{text[end:]}"
    start = ends[found.row[0].mark.line]
    # read the row again: this one cell is to have changed, and nothing else
    last = found.row[-1].mark.line + found.row[-1].text.count("\n") - found.row[0].mark.line
    count = last + new.count("\n") - cell.text.count("\n") + 1
    ends = [found.end() for found in islice(_BREAK.finditer(after, start), count)]
    again = _read_rows(after[start : ends[-1]] if len(ends) == count else after[start:], separator) or []
    expected = [cell.text for cell in found.row]
    expected[found.number] = new
    return EditedText(after) if ([[cell.text for cell in row] for row in again] == [expected]) else UNWRITABLE
