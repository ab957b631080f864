"""Files → text. Knows encodings, sizes, and which paths may be read at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from pnp.files.inside import OUTSIDE, is_file, path_inside, why_outside
from pnp.files.opening import LeadsOut, read_input
from pnp.files.project import Project
from pnp.load import limits
from pnp.load.sink import shown
from pnp.model.problem import FileError, LimitError, Problem, Severity, code
from pnp.model.span import Span
from pnp.model.values import Poison
from pnp.text.suggest import did_you_mean, nearest

MISSING_FILE = code(
    "PNP001 file not found",
    """A file that is named somewhere does not exist. Names are relative to the folder of the game (fonts: of
`fonts.yaml`) and are case-sensitive, so that a project that works on one computer works on all.

Bad:  `data: Creatures.yaml` where the file is called `creatures.yaml`
Good: `data: creatures.yaml`""",
    says="there is no file {name}",
    once=True,
)
NOT_UTF8 = code(
    "PNP003 file is not UTF-8",
    """All text files are UTF-8, with or without a byte order mark. Files from old spreadsheets are often in another
encoding: export them again and choose "CSV UTF-8".""",
    says="{byte} is not UTF-8",
)
EMPTY_FILE = code(
    "PNP004 file is empty",
    """The file holds nothing but, perhaps, comments. A file of pieces is a list of mappings, all other files are
mappings. A file that shall hold no pieces says so: `[]`.""",
    says="the file is empty",
)
CONTROL_CHARACTER = code(
    "PNP005 control character",
    """A file or a value holds a character that can't be printed (other than line break and tab), mostly left over by
copying from elsewhere. Delete it, or write what was meant.""",
    says="control character {sign}",
)
TOO_LARGE = code(
    "PNP006 file is too large",
    f"""Files of data may have at most {limits.FILE_BYTES // (1024 * 1024)} MB: some 40,000 cards full of text.""",
    says="the file has more than {largest}",
)
MISNAMED = code(
    "PNP009 file whose name is nearly right",
    """pnp reads a file by its name, and there is none, but one that is called nearly so: nothing in it is used.

Bad:  `fonts/fonts.yml`, `layouts/mygame/styles.yaml`
Good: `fonts/fonts.yaml`, `layouts/mygame/style.yaml`""",
    Severity.WARNING,
    says="{file} is read by nothing",
)
NAMED_OUTSIDE = OUTSIDE.also("{name} {why}", once=True)


_reads: ContextVar[dict[str, bytes] | None] = ContextVar("reads", default=None)


class Source(NamedTuple):
    """A file's text, and the name under which messages speak of it."""

    name: str
    text: str


def named_file(
    folder: Path, name: str, span: Span, problems: list[Problem], *, within: str = "the game's folder"
) -> Path | Poison:
    """The file that a value at `span` names; poison where there is none or it is out of bounds."""
    path = path_inside(folder, name)
    if path is None:
        return lost(leading_out(name, span, within), problems)
    return path if is_file(path) else lost(MISSING_FILE.at(span, hint=_similar(path), name=shown(name)), problems)


def find_misnamed(project: Project, path: Path) -> list[Problem]:
    """Return what is wrong where a file that may be left out isn't there, but one of nearly its name is."""
    there = [each.name for each in path.parent.glob("*.y*ml") if is_file(each)]
    if not (found := nearest(path.name, there, 0.8)):
        return []
    file = project.display(path.parent / found)
    return [MISNAMED.at(Span(file), hint=f"pnp reads {path.name}: rename it", file=file)]


def lost(problem: Problem, problems: list[Problem]) -> Poison:
    """What can't be read for a problem that is found here."""
    problems.append(problem)
    return Poison(problem)


def position(text: str, index: int) -> tuple[int, int]:
    """The line and the column of a character, from 1."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def leading_out(name: str, span: Span, within: str = "the game's folder") -> Problem:
    """Of a file name that `path_inside` has no path for."""
    why, hint = why_outside(name, within)
    return NAMED_OUTSIDE.at(span, hint=hint, name=shown(name), why=why)


def _similar(path: Path) -> str:
    try:
        there = [entry.name for entry in path.parent.iterdir() if entry.name[0] != "."]
    except OSError:
        return ""
    siblings = [name for name in there if name not in (path.name, "game.yaml")]
    return did_you_mean(path.name, siblings) if nearest(path.name, siblings) else ""


@contextmanager
def record_reads() -> Iterator[dict[str, bytes]]:
    """Collect the content of each data file that is read inside of the context, by the name that spans give it.

    A file that changed between two reads counts as empty: its places may be those of either.
    """
    reads: dict[str, bytes] = {}
    token = _reads.set(reads)
    try:
        yield reads
    finally:
        _reads.reset(token)


def read_bytes(project: Project, path: Path, problems: list[Problem]) -> bytes | Poison:
    """Raises FileError, LimitError."""
    name = project.display(path)
    try:
        data = read_input(path, limits.FILE_BYTES, project.bounds(path))
    except LeadsOut:
        return lost(OUTSIDE.at(Span(name)), problems)
    except OSError as error:
        raise FileError(f"{name}: can't be read: {error.strerror}") from None
    if len(data) > limits.FILE_BYTES:
        largest = f"{limits.FILE_BYTES // (1024 * 1024)} MB"
        raise LimitError(str(TOO_LARGE.at(Span(name, 1, 1), largest=largest)))
    reads = _reads.get()
    if reads is not None and reads.setdefault(name, data) != data:
        reads[name] = b""
    return data


def read_source(project: Project, path: Path, problems: list[Problem]) -> Source | Poison:
    """Poison where the file isn't text; raises FileError, LimitError."""
    data, name = read_bytes(project, path, problems), project.display(path)
    if isinstance(data, Poison):
        return data
    try:
        return Source(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return lost(not_utf8(name, data, error), problems)


def not_utf8(name: str, data: bytes, error: UnicodeDecodeError) -> Problem:
    bad, start = error.object, error.start  # the codec counts from behind a byte order mark
    before = bad[:start].decode("utf-8", "replace")
    line, column = position(before, len(before))
    hint = "save the file as UTF-8" + (", it is UTF-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "")
    return NOT_UTF8.at(Span(name, line, column, column + 1), hint=hint, byte=f"byte {bad[start]:#04x}")
