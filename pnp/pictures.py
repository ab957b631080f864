"""Leaves → a picture of each face: cut along its outline, or as a rectangle with its bleed around it."""

from pathlib import Path

from pnp.model.display import Path as Outlined
from pnp.model.game import Format, Outline
from pnp.model.outline import outline_path
from pnp.model.sheet import Leaf
from pnp.request import Progress


def write_pictures(
    leaves: tuple[Leaf, ...], folder: Path, within: Path, dpi: int, *, with_bleed: bool, progress: Progress
) -> tuple[Path, ...]:
    """The files, fronts before their backs; links on the way to them may not lead out of the folder `within`."""
    from pnp.emit.files import write_atomically
    from pnp.emit.png import face_png

    files: list[Path] = []
    for n, leaf in enumerate(leaves, 1):
        bleed = leaf.format.bleed if with_bleed else 0.0
        outline = None if bleed else _outline(leaf.format)
        for face in (leaf.front, leaf.back):
            if face is not None:
                file = folder / (face.label.replace(" ", "_") + ".png")  # ids have no _: no other face has that name
                write_atomically(file, face_png(face, dpi, outline=outline, bleed=bleed), within)
                files.append(file)
        progress("drawing", n, len(leaves))
    return tuple(files)


def _outline(format: Format) -> Outlined | None:
    """What is cut out, where that isn't the whole face."""
    is_whole = format.outline is Outline.RECTANGLE or (format.outline is Outline.ROUNDED and not format.corner)
    return None if is_whole or not format.is_cut else outline_path(format)
