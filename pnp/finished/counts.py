"""A table of names and numbers → how often each piece is printed."""

from collections.abc import Collection
from pathlib import Path

from pnp.files.opening import read_input
from pnp.finished.names import MOST_COPIES
from pnp.load.auto_ids import slug
from pnp.load.tables.counts import CALLED_COPIES
from pnp.load.tables.delimited import split_rows
from pnp.load.tables.rows import Cell, Unreadable
from pnp.model.problem import Problem, UsageError, code
from pnp.model.span import Span
from pnp.text.separators import dialect_of
from pnp.text.suggest import did_you_mean

NO_SUCH_PIECE = code(
    "PNP428 table of counts that can't be followed",
    """`--counts` names a CSV file whose first line says `name,copies`. Each line below it names a picture, with or
without its suffix, or a page by its number, and how often it is printed: 0 leaves it out.

Bad:  `gobln,3`
Good: `goblin,3`, where there is a goblin.png""",
    says='there is no "{name}"',
)
NO_COUNT = NO_SUCH_PIECE.also('"{text}" is no number of copies from 0 to {most}')
NO_COLUMNS = NO_SUCH_PIECE.also("the first line has no columns name and copies")
UNREADABLE_COUNTS = NO_SUCH_PIECE.also("{what}")

_NAMES = ("name", "file", "picture", "card", "id", "page", "datei", "bild", "karte", "seite", "nom", "nome", "nombre")
_LARGEST = 2_000_000  # bytes


class CountsTable:
    """Counts by name, each with its place."""

    def __init__(self, path: Path, shown: str) -> None:
        """Raises UsageError where there is no such file."""
        self._file = shown
        self.problems: list[Problem] = []
        self.counts: dict[str, int] = {}
        self._places: dict[str, Span] = {}
        try:
            text = read_input(path, _LARGEST)[:_LARGEST].decode("utf-8-sig", "replace").replace("\r\n", "\n")
        except OSError as error:
            raise UsageError(f"--counts {shown}: {(error.strerror or str(error)).lower()}") from None
        try:
            self._read(list(split_rows(text, dialect_of(text))))
        except Unreadable as error:
            place = Span(shown, error.mark.line + 1, error.mark.column + 1)
            self.problems.append(UNREADABLE_COUNTS.at(place, what=error.says.says, hint=error.hint))

    def _read(self, rows: list[list[Cell]]) -> None:
        headings = [slug(cell.text).replace("-", "_") for cell in rows[0]] if rows else []
        name = next((headings.index(each) for each in _NAMES if each in headings), None)
        called = (at for at, each in enumerate(headings) if at != name and (each in CALLED_COPIES or each == "number"))
        copies = next(called, None)
        if name is None or copies is None:
            self.problems.append(NO_COLUMNS.at(Span(self._file, 1, 1)))
            return
        for row in rows[1:]:
            if len(row) > max(name, copies):
                self._count(row[name], row[copies])

    def _count(self, name: Cell, copies: Cell) -> None:
        if not (copies.text.isascii() and copies.text.isdecimal() and int(copies.text[:9]) <= MOST_COPIES):
            self.problems.append(NO_COUNT.at(self._span(copies), text=copies.text, most=MOST_COPIES))
            return
        self.counts[name.text.casefold()] = int(copies.text)
        self._places[name.text.casefold()] = self._span(name)

    def _span(self, cell: Cell) -> Span:
        return Span(self._file, cell.mark.line + 1, cell.mark.column + 1)

    def unknown(self, names: Collection[str]) -> list[Problem]:
        """What no piece is called."""
        known = [name for name in names if name]
        wrong = {name: span for name, span in self._places.items() if name not in known}
        return [NO_SUCH_PIECE.at(span, name=name, hint=did_you_mean(name, known)) for name, span in wrong.items()]
