"""What an edition can be written as: each output format is a file of its name, which imports what it needs when run.

The first line of a format's module is its help; `OPTIONS` are those of its own, with the reason why others don't count.

    def draw(face, options) -> object           in the job that laid a face out, in any process: plain values
    def assemble(output) -> tuple[Path, ...]    when all is drawn: files

A format whose faces have much in common offers `make_drawer() -> FaceDrawer` instead of `draw`; one that assembles what
another draws names it in `DRAWN_AS`. Formats of sheets set `TAKES_SHEETS`, and may tell how dark pages are: `coverage`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.io.writing import write_atomically
from pnp.registry import registry

if TYPE_CHECKING:
    from pnp.model.display import AnyFace, Face, FontFace
    from pnp.model.game import Edition, Format
    from pnp.model.options import Options
    from pnp.model.sheet import Leaf, Sheet


class FaceDrawer:
    """Draws faces of one edition, one after the other: with a function, if they have nothing in common."""

    parts: Mapping[str, Any] = {}  # what several faces refer to, by names that are made of what they stand for

    def __init__(self, draw: "Callable[[Face], Any]" = lambda _: None) -> None:
        self._draw = draw

    def draw(self, face: "Face") -> Any:
        """Return plain values: texts, bytes, numbers, and tuples of these."""
        return self._draw(face)

    def pack_parts(self, drawn: Iterable[Any]) -> dict[str, Any]:
        """Return as plain values the parts that what was drawn refers to."""
        return {}

    def unpack_parts(self, packed: Mapping[str, Any], find_font: "Callable[[str], FontFace | None]") -> None:
        """Take over parts that were packed by another drawer. Raises KeyError for a font that isn't there."""


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
    mapped: Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]  # as map does, perhaps in several processes

    @property
    def faces(self) -> "list[tuple[Format, AnyFace]]":
        """Return single faces with their formats, fronts before their backs."""
        return [(leaf.format, face) for leaf in self.leaves for face in (leaf.front, leaf.back) if face is not None]


class OutputFormat(NamedTuple):
    name: str
    options: Mapping[str, str]  # that change what is written → why they change nothing for other formats
    takes_sheets: bool  # else single faces
    drawn_as: str  # the format by which its faces are drawn
    make_drawer: "Callable[[Options], FaceDrawer]"
    assemble: Callable[[Output], tuple[Path, ...]]
    coverage: "Callable[[Path, tuple[Sheet, ...], int], dict[str, float]] | None"


def drawer_of(format: str, options: "Options") -> FaceDrawer:
    """Return a new drawer of the faces that this format assembles; one that draws nothing for no format."""
    if not format:
        return FaceDrawer()
    return FORMATS[FORMATS[format].drawn_as].make_drawer(options)


def drawing_of(format: str, options: "Options") -> tuple[object, ...]:
    """Return what tells apart what drawers of this format draw of the same faces."""
    if not format:
        return ()
    by = FORMATS[FORMATS[format].drawn_as]
    return by.name, *[getattr(options, name) for name in by.options]


def _format(name: str, module: ModuleType) -> OutputFormat:
    def make_drawer(options: "Options") -> FaceDrawer:
        if make := getattr(module, "make_drawer", None):
            made: FaceDrawer = make()
            return made
        return FaceDrawer(partial(module.draw, options=options))

    return OutputFormat(
        name,
        getattr(module, "OPTIONS", {}),
        getattr(module, "TAKES_SHEETS", False),
        getattr(module, "DRAWN_AS", name),
        make_drawer,
        module.assemble,
        getattr(module, "coverage", None),
    )


FORMATS = registry(__name__, _format)


def describe_formats() -> str:
    """Return what each format is, without importing it."""
    return " ".join(f"{name}: {FORMATS.read_first_line(name)}" for name in FORMATS)


def write_faces(output: Output, suffix: str, files: Iterable[bytes], doing: str = "writing") -> tuple[Path, ...]:
    """Write a file of each face, in the order of `Output.faces`."""
    faces = [face for _, face in output.faces]
    paths: list[Path] = []
    for number, (face, data) in enumerate(zip(faces, files, strict=True), 1):
        paths.append(output.target / (face.label.replace(" ", "_") + suffix))  # ids have no _: no other has that name
        write_atomically(paths[-1], data, output.within)
        output.progress(doing, number, len(faces))
    return tuple(paths)
