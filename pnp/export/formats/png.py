"""A picture of each face.

It is cut along its outline, or a rectangle with its bleed around it.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from pnp.export.formats import write_faces
from pnp.model.game import Outline
from pnp.model.geometry import outline_path

if TYPE_CHECKING:
    from pnp.export.formats import Output
    from pnp.model.display import AnyFace
    from pnp.model.game import Format

OPTIONS = {"dpi": "only pictures have pixels"}
DRAWN_AS = "pdf"


def assemble(output: "Output") -> tuple[Path, ...]:
    """Write the files, fronts before their backs."""
    from pnp.export.rasteriser import face_png

    def draw_picture(one: "tuple[Format, AnyFace]") -> bytes:
        format, face = one
        if output.options.bleed == "yes" and format.bleed:
            return face_png(face, output.options.dpi, bleed=format.bleed)
        is_whole = format.outline is Outline.RECTANGLE or (format.outline is Outline.ROUNDED and not format.corner)
        outline = None if is_whole or not format.is_cut else outline_path(format)
        return face_png(face, output.options.dpi, outline=outline)

    return write_faces(output, ".png", output.mapped(draw_picture, output.faces), "drawing")
