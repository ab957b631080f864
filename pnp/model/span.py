"""Where in a file a value was written."""

from typing import NamedTuple

from pnp.model.regex import regex

_SHEET = regex(r"(?si)(.*?\.(?:xls[xm]|ods))#")


class Span(NamedTuple):
    """A place in a file: lines and columns count from 1; 0 means "the file as a whole".

    `part` and `word` say more closely what is meant than whoever found it can see: characters of the value that
    begins here, or a word behind it. `pnp.diagnostics.pinpoint` looks them up in the file and puts `end` there.
    """

    file: str  # relative to the project with forward slashes, absolute outside of it; "heroes.xlsx#Cards" is a sheet
    line: int = 0  # of a sheet, its row
    column: int = 0
    end: int = 0  # the column behind its last character, in the same line; 0 where that isn't known
    part: tuple[int, int] | None = None  # from which character of the value to which
    word: str = ""

    def __str__(self) -> str:
        if not self.line:
            return self.file
        if "#" in self.file and is_sheet(self.file):
            return f"{self.path}:{self.cell}"
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"

    @property
    def path(self) -> str:
        """Return the file without a sheet's name."""
        return path_of(self.file)

    @property
    def cell(self) -> str:
        """Return `Cards!C14`; "" in a file that isn't a spreadsheet."""
        if not is_sheet(self.file):
            return ""
        place = f"!{column_letters(self.column)}{self.line}" if self.line else ""
        return self.file[len(self.path) + 1 :] + place

    def slice(self, start: int, end: int) -> "Span":
        """Return the place of these characters of the value that begins here."""
        return self._replace(part=(start, end))

    def at(self, word: str) -> "Span":
        """Return the place of a word, which stands here or behind."""
        return self._replace(word=word)

    @property
    def start(self) -> tuple[str, int, int]:
        """Return where it begins, which is the same for all spans of one value."""
        return self[:3]


def is_sheet(file: str) -> bool:
    """Tell whether a file is a sheet of a spreadsheet, whose places are rows and columns of cells."""
    return "#" in file and path_of(file) != file


def path_of(file: str) -> str:
    """Return `heroes.xlsx` for `heroes.xlsx#Cards`."""
    found = _SHEET.match(file)
    return found[1] if found else file


def column_letters(number: int) -> str:
    """Return `C` for 3, `AA` for 27, "" for 0."""
    letters = ""
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
