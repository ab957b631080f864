"""Folders and picture files → sides, in the order in which people count."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pnp.finished.names import in_order
from pnp.finished.sizing import sized
from pnp.finished.values import FinishedSide, Wishes
from pnp.layout.art.pictures import read_raster
from pnp.model.display import Raster
from pnp.model.problem import Problem, Severity, code, has_errors
from pnp.model.span import Span

PICTURES = (".png", ".jpg", ".jpeg", ".webp")
PDFS = (".pdf",)

NOT_TAKEN = code(
    "PNP423 file in a folder that isn't printed",
    """`pnp sheet FOLDER` prints the PNG, JPEG and WebP pictures and the PDFs that lie in the folder itself. What
else is there is left out, as are folders in it, whose names can be given beside it.

Bad:  cards/owl.psd
Good: cards/owl.png""",
    Severity.NOTE,
    says="left out, being no picture and no PDF: {names}",
)
EMPTY_FOLDER = code(
    "PNP424 nothing to print",
    """In the folder there is nothing that can be printed: no file whose name ends in .png, .jpg, .jpeg, .webp or .pdf.

Bad:  `pnp sheet .` where the pictures lie in cards/
Good: `pnp sheet cards`""",
    says="no pictures and no PDFs here",
)

_NAMED = 5


def files_of(folder: Path, shown: str, besides: Sequence[Path]) -> tuple[list[Path], list[Problem]]:
    """What of a folder is printed; `besides` are files that mean something else."""
    files = sorted((path for path in folder.iterdir() if path.name[0] != "."), key=lambda path: in_order(path.name))
    others = {path.resolve() for path in besides}
    files = [path for path in files if path.is_file() and path.resolve() not in others]
    taken = [path for path in files if path.suffix.lower() in (*PICTURES, *PDFS)]
    left = [path.name for path in files if path not in taken]
    problems = []
    if left:
        more = [f"{len(left) - _NAMED} more"] if len(left) > _NAMED else []
        problems.append(NOT_TAKEN.at(Span(shown), names=", ".join([*left[:_NAMED], *more])))
    if not taken:
        problems.append(EMPTY_FOLDER.at(Span(shown)))
    return taken, problems


def pictures(
    files: Sequence[Path],
    display: Callable[[Path], str],
    wishes: Wishes,
    progress: Callable[[int], None],
    counts_rows: bool = True,
) -> Iterator[tuple[FinishedSide | None, list[Problem]]]:
    """One answer for each file, in their order."""
    read = _read(files, display, counts_rows)
    for done, (path, (raster, problems)) in enumerate(zip(files, read, strict=True), 1):
        progress(done)
        if raster is None or has_errors(problems):
            yield None, problems
            continue
        side, found = sized(path.stem, display(path), raster, wishes)
        yield side, [*problems, *found]


def _read(
    files: Iterable[Path], display: Callable[[Path], str], counts_rows: bool
) -> Iterator[tuple[Raster | None, list[Problem]]]:
    """Several at a time: unpacking and digests let other threads run."""

    def read(path: Path) -> tuple[Raster | None, list[Problem]]:
        return read_raster(path, path.name, display(path), counts_rows=counts_rows)

    with ThreadPoolExecutor() as threads:
        yield from threads.map(read, files)
