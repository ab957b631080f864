"""A piece of a state → pictures of its faces as they print, by side."""

from collections.abc import Iterator, Sequence
from functools import partial

from pnp.build.recording import side_of
from pnp.engine.executors import results
from pnp.engine.work import Task
from pnp.model.display import AnyFace
from pnp.model.game import Format, Outline
from pnp.model.length import MM_PER_INCH
from pnp.model.outline import outline_path
from pnp.model.sheet import Leaf
from pnp.proof.states import GameState

_MOST_PIXELS = 900  # along a picture's longer edge
_MANY = 200  # pictures of a page
_DPI, _FEWER = 150, 100

Label = tuple[str, str]  # component, id


class StateFaces:
    """The faces of a state; none where that is only a record."""

    def __init__(self, state: GameState) -> None:
        self._leaves: dict[Label, list[Leaf]] = {}
        for leaf in state.laid_out.leaves if state.laid_out else ():
            self._leaves.setdefault((leaf.component, leaf.piece), []).append(leaf)

    def of(self, component: str, piece: str) -> dict[str, tuple[Format, AnyFace]]:
        """A piece's, by their sides."""
        leaves = self._leaves.get((component, piece), [])
        faces = [leaf.front for leaf in leaves] + [leaf.back for leaf in leaves if leaf.back]
        return {side_of(face.label, f"{component}/{piece}"): (leaves[0].format, face) for face in faces}


def pictures(faces: Sequence[tuple[Format, AnyFace]], jobs: int) -> Iterator[bytes]:
    """PNG, in their order."""
    dpi = _DPI if len(faces) <= _MANY else _FEWER
    work: Task[tuple[Format, AnyFace], bytes] = Task(partial(_picture, dpi), faces, [1] * len(faces))
    return results(work, jobs)


def _picture(most: int, one: tuple[Format, AnyFace]) -> bytes:
    from pnp.emit.png import face_png

    format, face = one
    dpi = min(most, int(_MOST_PIXELS / max(face.w, face.h) * MM_PER_INCH))
    is_whole = format.outline is Outline.RECTANGLE or (format.outline is Outline.ROUNDED and not format.corner)
    return face_png(face, max(dpi, 20), outline=None if is_whole or not format.is_cut else outline_path(format))
