"""What an edition can be written as, one output format a file: a file is called as its format, `--format` and the
files that it writes are.

A format's module says what it writes in `HELP`, on which option of its own that depends in `OPTIONS`, with the reason
why others don't; and has either `write_sheets` or `write_faces`, which write and say to which files. What of the pages
is dark, `coverage` says. Modules are imported to offer formats: they import what they need when they write.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from pnp.registry import registry

if TYPE_CHECKING:
    from pnp.emit.pdf.write import Redrawn
    from pnp.model.game import Edition
    from pnp.model.options import Options
    from pnp.model.sheet import Leaf, Sheet

S = TypeVar("S")
T = TypeVar("T")


class Mapped(Protocol):
    """Results in the order of the items."""

    def __call__(self, do: Callable[[S], T], items: Sequence[S]) -> Iterator[T]: ...


class Output(NamedTuple):
    """What is to be written, and where."""

    edition: "Edition"
    options: "Options"
    leaves: "tuple[Leaf, ...]"
    sheets: "tuple[Sheet, ...]"  # with instructions before them; none for formats of single faces
    printed: str  # how sheets are: "one-sided", or turned over the "long" or "short" edge
    target: Path  # the file; for single faces a folder
    within: Path  # out of which no link may lead
    progress: Callable[[str, int, int], None]  # what is being done, done, of how many
    mapped: "Mapped"  # does the same with each of many, perhaps in several processes
    redrawn: "Redrawn"  # where a glyph stands for several texts


class OutputFormat(NamedTuple):
    name: str
    help: str
    options: Mapping[str, str]  # that change what is written → why they change nothing for other formats
    takes_sheets: bool  # else single faces
    write: Callable[[Output], tuple[Path, ...]]
    coverage: "Callable[[Path, tuple[Sheet, ...], int], dict[str, float]] | None"


def _format(name: str, module: ModuleType) -> OutputFormat:
    write = getattr(module, "write_sheets", None)
    options, coverage = getattr(module, "OPTIONS", {}), getattr(module, "coverage", None)
    return OutputFormat(name, module.HELP, options, write is not None, write or module.write_faces, coverage)


FORMATS = registry(__name__, _format)
