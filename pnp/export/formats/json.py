"""Faces → their display lists as JSON, for other programs: docs/face-json.md describes it."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.export.formats import Output
    from pnp.model.display import Face
    from pnp.model.options import Options

HELP = "each face as data for other programs"


def draw(face: "Face", options: "Options") -> bytes:
    from pnp.export.face_json import json_body

    return json_body(face)


def assemble(output: "Output") -> tuple[Path, ...]:
    from pnp.export.face_files import write_faces
    from pnp.export.face_json import face_json

    return write_faces(output, ".json", face_json)
