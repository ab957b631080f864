"""Leaves → a PNG picture of each face: cut along its outline, or as a rectangle with its bleed around it."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.export.formats import Output
    from pnp.model import display, game

HELP = "a picture of each face"
OPTIONS = {"dpi": "only pictures have pixels"}
DRAWN_AS = "pdf"


def assemble(output: "Output") -> tuple[Path, ...]:
    """The files, fronts before their backs."""
    from pnp.export.png import face_png
    from pnp.io.writing import write_atomically

    faces = [(leaf.format, face) for leaf in output.leaves for face in (leaf.front, leaf.back) if face is not None]

    def picture(one: "tuple[game.Format, display.AnyFace]") -> bytes:
        format, face = one
        bleed = format.bleed if output.options.bleed == "yes" else 0.0
        return face_png(face, output.options.dpi, outline=None if bleed else _outline(format), bleed=bleed)

    files: list[Path] = []
    for n, ((_, face), data) in enumerate(zip(faces, output.mapped(picture, faces), strict=True), 1):
        name = face.label.replace(" ", "_") + ".png"  # ids have no _: no other face has that name
        write_atomically(output.target / name, data, output.within)
        files.append(output.target / name)
        output.progress("drawing", n, len(faces))
    return tuple(files)


def _outline(format: "game.Format") -> "display.Path | None":
    """What is cut out, where that isn't the whole face."""
    from pnp.model.game import Outline
    from pnp.model.outline import outline_path

    is_whole = format.outline is Outline.RECTANGLE or (format.outline is Outline.ROUNDED and not format.corner)
    return None if is_whole or not format.is_cut else outline_path(format)
