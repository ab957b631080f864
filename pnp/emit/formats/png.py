"""Leaves → a PNG picture of each face: cut along its outline, or as a rectangle with its bleed around it."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.emit.formats import Output
    from pnp.model import display, game

HELP = "a picture of each face"
OPTIONS = {"dpi": "only pictures have pixels"}


def write_faces(output: "Output") -> tuple[Path, ...]:
    """The files, fronts before their backs."""
    from pnp.emit.png import face_png
    from pnp.files.writing import write_atomically

    files: list[Path] = []
    for n, leaf in enumerate(output.leaves, 1):
        bleed = leaf.format.bleed if output.options.bleed == "yes" else 0.0
        outline = None if bleed else _outline(leaf.format)
        for face in (leaf.front, leaf.back):
            if face is not None:
                name = face.label.replace(" ", "_") + ".png"  # ids have no _: no other face has that name
                picture = face_png(face, output.options.dpi, outline=outline, bleed=bleed)
                write_atomically(output.target / name, picture, output.within)
                files.append(output.target / name)
        output.progress("drawing", n, len(output.leaves))
    return tuple(files)


def _outline(format: "game.Format") -> "display.Path | None":
    """What is cut out, where that isn't the whole face."""
    from pnp.model.game import Outline
    from pnp.model.outline import outline_path

    is_whole = format.outline is Outline.RECTANGLE or (format.outline is Outline.ROUNDED and not format.corner)
    return None if is_whole or not format.is_cut else outline_path(format)
