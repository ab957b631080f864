"""Faces → an SVG file of each: letters as outlines, or as text that can be edited where its fonts are installed."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.export.formats import Output
    from pnp.model.display import Face
    from pnp.model.options import Options

HELP = "each face in lines and curves"
OPTIONS = {"text": "only SVG files can keep it"}


def draw(face: "Face", options: "Options") -> tuple[object, ...]:
    from pnp.export.svg import svg_body

    return tuple(svg_body(face, text=options.text))


def assemble(output: "Output") -> tuple[Path, ...]:
    from pnp.export.face_files import write_faces
    from pnp.export.svg import SvgBody, face_svg

    return write_faces(output, ".svg", lambda label, drawn: face_svg(label, SvgBody(*drawn)))
