"""An exception that nobody foresaw → one line that helps whoever meets it, and whoever has to find it."""

from collections.abc import Iterator
from pathlib import Path
from types import FrameType, TracebackType

from pnp.model.display import Raster
from pnp.model.game import Piece
from pnp.model.problem import code

UNFORESEEN = code(
    "PNP099",
    "mistake of pnp itself",
    """
pnp met something that whoever wrote it did not foresee, and stopped; nothing is left half written. The message names
the piece or the file that it was busy with, as far as that is known: there must be something unusual in it, and
changing that may help. With `PNP_DEBUG=1` in the environment the same command shows where in pnp it happened: please
send that along when you report it.
""",
)
EXIT_CODE = 5

_PACKAGE = Path(__file__).parent
_STAGES = {
    "load": "loading",
    "check": "checking",
    "rules": "judging rules",
    "localise": "translating",
    "layout": "laying out",
    "impose": "placing pieces on sheets",
    "emit": "writing",
}
_LONGEST = 200  # characters of what the exception says


def in_one_line(error: BaseException) -> str:
    """`PNP099 a mistake of pnp itself in laying out, at cards/owl: KeyError: 'x' (…)`"""
    frames = list(_frames(error.__traceback__))
    stage = next((f" in {_STAGES[room]}" for frame in frames if (room := _room(frame)) in _STAGES), "")
    busy = next((f", at {what}" for frame in reversed(frames) if (what := _busy_with(frame))), "")
    said = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
    said = f"{said[:_LONGEST]}…" if len(said) > _LONGEST else said
    return f"{UNFORESEEN.id} a {UNFORESEEN.title}{stage}{busy}: {said} (PNP_DEBUG=1 shows where)"


def _frames(tb: TracebackType | None) -> Iterator[FrameType]:
    while tb is not None:
        yield tb.tb_frame
        tb = tb.tb_next


def _room(frame: FrameType) -> str:
    path = Path(frame.f_code.co_filename)
    return path.relative_to(_PACKAGE).parts[0] if path.is_relative_to(_PACKAGE) else ""


def _busy_with(frame: FrameType) -> str:
    """The piece, or else the file, that this call was about."""
    from pnp.load.sink import Sink

    there = frame.f_locals
    values = [*there.values(), getattr(there.get("self"), "sink", None)]
    pieces = [value.label for value in values if isinstance(value, Piece)]
    files = [value.file for value in values if isinstance(value, Sink)]
    pictures = [value.name for value in values if isinstance(value, Raster)]
    return next(iter((*pieces, *files, *pictures)), "")
