"""Where in a file a value was written."""

from typing import NamedTuple


class Span(NamedTuple):
    """A place in a file: lines and columns count from 1; 0 means "the file as a whole".

    `part` and `word` say more closely what is meant than whoever found it can see: characters of the value that
    begins here, or a word behind it. `pnp.problems.pinpoint` looks them up in the file and puts `end` in their place.
    """

    file: str  # relative to the project with forward slashes, absolute outside of it
    line: int = 0
    column: int = 0
    end: int = 0  # the column behind its last character, in the same line; 0 where that isn't known
    part: tuple[int, int] | None = None  # from which character of the value to which
    word: str = ""

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"

    def of(self, start: int, end: int) -> "Span":
        """These characters of the value that begins here."""
        return self._replace(part=(start, end))

    def at(self, word: str) -> "Span":
        """This word, which stands here or behind it."""
        return self._replace(word=word)

    @property
    def start(self) -> tuple[str, int, int]:
        """Two spans of one value begin at the same place."""
        return self[:3]
