"""What every kind of table is read to: a row of headings and rows of cells, each with its place."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from yaml.nodes import Node

from pnp.load import limits
from pnp.load.sink import Place
from pnp.model.problem import Code, Problem, code
from pnp.text.separators import SEPARATORS

BAD_TABLE = code(
    "PNP018 table cannot be read",
    """A table has a first line with the names of the fields and then one line a piece. In a CSV file commas,
semicolons or tabs stand between the cells: whichever the first line has most of. A cell that holds such a sign, a quote
or a line break stands in double quotes, and a quote in it is doubled. A cell beyond the last column belongs to nothing:
mostly a text with a comma lacks its quotes. In a list, semicolons separate items.

Bad:  `owl,Flip one, then draw`
Good: `owl,"Flip one, then draw"`""",
    says="text behind the closing quote",
)

TOO_MANY_CELLS = code(
    "PNP019 table is too large",
    f"""A table may have {limits.NODES:,} cells and {limits.COLUMNS:,} columns with a name, so that a strange file can't
fill the memory. Mostly a spreadsheet was saved with thousands of empty columns or rows: delete them and save again, or
spread the pieces over several components.
""",
    says="the table has more than {most:,} cells",
)
TOO_MANY_COLUMNS = TOO_MANY_CELLS.also("the table has {count:,} columns, and {most:,} are the most")


class CellPlace(NamedTuple):
    """A place as YAML's nodes keep it: counted from 0. In a spreadsheet, its row and its column."""

    line: int
    column: int

    @property
    def shown(self) -> Place:
        return (self.line + 1, self.column + 1)


class Cell(NamedTuple):
    text: str
    mark: CellPlace
    quoted: bool = False
    node: Node | None = None  # of JSON: what can't be said as a text
    is_sheet: bool = False
    note: Problem | None = None  # what is wrong with it, should anybody need it

    @property
    def place(self) -> Place:
        return self.mark.shown

    def mark_of(self, index: int) -> CellPlace:
        """The place of a character of the text; where quotes are doubled before it, a little left of it."""
        if self.is_sheet:
            return self.mark
        breaks = self.text.count("\n", 0, index)
        if breaks:
            return CellPlace(self.mark.line + breaks, index - self.text.rfind("\n", 0, index) - 1)
        return CellPlace(self.mark.line, self.mark.column + index + self.quoted)


class Understood(NamedTuple):
    """What was made of a file that doesn't say it itself."""

    kind: str  # CSV, JSON, XLSX, ODS
    encoding: str = ""
    separator: str = ""
    sheet: str = ""

    def __str__(self) -> str:
        parts = (self.kind, self.encoding, f"{SEPARATORS[self.separator]} between cells" if self.separator else "")
        return ", ".join(filter(None, (*parts, f'sheet "{self.sheet}"' if self.sheet else "")))


class TableRows(NamedTuple):
    """`marks`: where each row begins, if not with its first cell. `formulas`: cells that a spreadsheet computes."""

    header: Sequence[Cell]
    rows: Sequence[Sequence[Cell]]  # those that aren't empty
    understood: Understood
    marks: Sequence[CellPlace] = ()
    formulas: Collection[CellPlace] = frozenset()


class Unreadable(Exception):
    """From here on the text can't be split into cells."""

    def __init__(self, mark: CellPlace, says: Code, hint: str = "") -> None:
        super().__init__(says.says)
        self.mark = mark
        self.says = says
        self.hint = hint
