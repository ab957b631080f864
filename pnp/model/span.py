"""Where in a file a value was written."""

from typing import NamedTuple


class Span(NamedTuple):
    """A place in a file: lines and columns count from 1; 0 means "the file as a whole"."""

    file: str  # relative to the project with forward slashes, absolute outside of it
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"
