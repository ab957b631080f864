"""Each face in lines and curves.

Letters are outlines, or text that can be edited where its fonts are installed.
"""

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from pnp.export.formats import write_faces
from pnp.model.display import DrawnFace

if TYPE_CHECKING:
    from pnp.export.formats import Output
    from pnp.model.display import Face
    from pnp.model.options import Options

OPTIONS = {"text": "only SVG files can keep it"}


def _svg() -> ModuleType:
    from pnp.export import svg

    return svg


def draw(face: "Face", options: "Options") -> tuple[object, ...]:
    return tuple(_svg().svg_body(face, text=options.text))


def assemble(output: "Output") -> tuple[Path, ...]:
    svg = _svg()
    faces = [face for _, face in output.faces if isinstance(face, DrawnFace)]
    return write_faces(output, ".svg", (svg.face_svg(face.label, svg.SvgBody(*face.drawn)) for face in faces))
