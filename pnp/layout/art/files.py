"""An art file's path → its bytes, or the problem that keeps them from being read."""

from pathlib import Path

from pnp.model.opening import read_input
from pnp.model.problem import Problem, code
from pnp.model.span import Span

UNREADABLE = code(
    "PNP250",
    "art file that cannot be read",
    """
    The file is missing, is a folder, or may not be read by you. The drawing or picture cannot be printed.

    bad:  picture: art/oka.svg   where the file is art/oak.svg
    good: picture: art/oak.svg
    """,
)


def read_art(path: Path, shown: str, most: int) -> bytes | Problem:
    """The content, or its first `most` + 1 bytes: enough to see that it is too long."""
    try:
        if not path.exists():
            return UNREADABLE.at(Span(shown), "there is no such file")
        if not path.is_file():
            return UNREADABLE.at(Span(shown), "is not a file")
        return read_input(path, most)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return UNREADABLE.at(Span(shown), f"cannot be read: {reason.lower()}")
