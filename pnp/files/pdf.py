"""A path → somebody's PDF, opened by pikepdf; a page of it → its content, unpacked as far as that is safe."""

import logging
import warnings
import zlib
from base64 import a85decode
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from pnp.files.opening import open_input
from pnp.model.problem import Problem, code
from pnp.model.regex import regex
from pnp.model.span import Span

if TYPE_CHECKING:
    from pikepdf import Pdf

CANNOT_OPEN = code(
    "PNP410 PDF that cannot be read",
    """Somebody's PDF is printed by copying what its pages draw. That can't be done where the file is missing, opens
only with a password, is cut off or damaged beyond what can be repaired, is no PDF at all, or holds more than any page
of cards does, as files do that are made to fill up memory.

Bad:  cards.pdf of which half was downloaded, or that asks for a password
Good: the whole file; one saved again without a password by whoever knows it""",
    says="cannot be read: {why}",
)
LOCKED = CANNOT_OPEN.also("is locked: it opens only with a password")
BROKEN = CANNOT_OPEN.also("is broken: {why}")
NO_PDF = CANNOT_OPEN.also("is no PDF")
OVERFULL = CANNOT_OPEN.also("a page is larger than {most} MB when it is unpacked")

MOST_CONTENT = 64  # megabytes that a page draws, unpacked
_UNBOUNDED = 65_536  # packed bytes in ways that nobody uses any more and that can't be unpacked bit by bit
_DEEPEST = 100  # pages in groups of pages
_LONGEST = 120  # characters of what is wrong


_AGAIN = regex(rb"(/x\d+ \d+ 0 R)((?: \1)+)")  # Cairo lists a picture as often as a page shows it
_MOST_MENDED = 256 << 20  # bytes of a file

NOWHERE = Span("")
_NOBODY = logging.NullHandler()


class UnreadablePdf(Exception):
    """What is wrong with it, said of no file yet."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self._problem = problem

    def told(self, shown: str) -> Problem:
        """`shown` names the file."""
        return self._problem._replace(span=Span(shown))


@contextmanager
def opened_pdf(path: Path, within: Path | None = None) -> Iterator["Pdf"]:
    """Raises UnreadablePdf, also for what is found to be wrong while it is open."""
    import pikepdf

    try:
        with open_input(path, within) as file:
            if b"%PDF-" not in file.read(1024):
                raise UnreadablePdf(NO_PDF.at(NOWHERE))
            file.seek(0)
            with _in_silence(), pikepdf.open(file, suppress_warnings=True) as pdf:
                mended = _named_once(pdf, file)
                if mended is None:
                    yield pdf
                    return
            with _in_silence(), pikepdf.open(BytesIO(mended), suppress_warnings=True) as pdf:
                yield pdf
    except pikepdf.PasswordError:
        raise UnreadablePdf(LOCKED.at(NOWHERE, hint="save it without a password")) from None
    except OSError as error:
        raise UnreadablePdf(CANNOT_OPEN.at(NOWHERE, why=(error.strerror or str(error)).lower())) from None
    except (pikepdf.PdfError, RuntimeError, ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        said = " ".join(str(error).split()).rpartition(": ")[2] or type(error).__name__
        raise UnreadablePdf(BROKEN.at(NOWHERE, hint="copy or export it again", why=said[:_LONGEST])) from None


def _named_once(pdf: "Pdf", file: BinaryIO) -> bytes | None:
    """A file of Cairo's without the second to last mention of pictures that a page shows again and again: there qpdf
    gives up, and such pages would be empty. None where nothing is to be mended."""
    from pikepdf import Dictionary

    about: Any = pdf.trailer.get("/Info")
    if not (isinstance(about, Dictionary) and str(about.get("/Producer", "")).startswith("cairo")):
        return None
    file.seek(0)
    content = file.read(_MOST_MENDED)
    mended = _AGAIN.sub(lambda found: found[1] + b" " * len(found[2]), content)  # nothing moves
    return mended if mended != content and len(content) < _MOST_MENDED else None


@contextmanager
def _in_silence() -> Iterator[None]:
    """What pikepdf repairs, it needn't say: what can't be printed is told."""
    logger = logging.getLogger("pikepdf")
    logger.addHandler(_NOBODY)
    logger.propagate = False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def inherited(page: Any, key: str) -> Any:
    """What a page says, or the first of those around it that does; None where nobody does."""
    for _ in range(_DEEPEST):
        if page is None or (found := page.get(key)) is not None:
            return None if page is None else found
        page = page.get("/Parent")
    return None


def page_content(page: Any) -> bytes:
    """The operators of all its parts, one after the other. Raises UnreadablePdf."""
    from pikepdf import Array, Stream

    contents: Any = page.get("/Contents")
    parts = [part for part in (contents if isinstance(contents, Array) else [contents]) if isinstance(part, Stream)]
    found, left = [], MOST_CONTENT << 20
    for part in parts:
        found.append(unpacked(part, left))
        left -= len(found[-1])
    return b"\n".join(found)


def unpacked(stream: Any, most: int) -> bytes:
    """What is in a stream. Raises UnreadablePdf where that is more."""
    from pikepdf import Array

    filters: Any = stream.get("/Filter")
    names = [] if filters is None else list(map(str, filters if isinstance(filters, Array) else [filters]))
    data: bytes = stream.read_raw_bytes()
    if not set(names) <= {"/FlateDecode", "/Fl", "/ASCII85Decode", "/A85"} or "/DecodeParms" in stream:
        if len(data) > _UNBOUNDED:
            raise UnreadablePdf(CANNOT_OPEN.at(NOWHERE, why=f"a page is packed as {' '.join(names)}"))
        return bytes(stream.get_stream_buffer())
    for name in names:
        if name in ("/FlateDecode", "/Fl"):
            # As much as there is, where the end is missing: viewers show that, too.
            unpacking, parts = zlib.decompressobj(), list[bytes]()
            try:
                parts.append(unpacking.decompress(data, most + 1))
                if unpacking.unconsumed_tail:
                    raise UnreadablePdf(OVERFULL.at(NOWHERE, most=MOST_CONTENT))
            except zlib.error:
                why = "what a page draws is damaged"
                raise UnreadablePdf(BROKEN.at(NOWHERE, hint="copy or export it again", why=why)) from None
            data = b"".join(parts)
        else:
            data = a85decode(data.strip().removeprefix(b"<~").partition(b"~")[0])
    if len(data) > most:
        raise UnreadablePdf(OVERFULL.at(NOWHERE, most=MOST_CONTENT))
    return data
