"""Faces, each drawn by itself → a file of each."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.io.writing import write_atomically
from pnp.model.display import DrawnFace

if TYPE_CHECKING:
    from pnp.export.formats import Output


def write_faces(output: "Output", suffix: str, file: Callable[[str, Any], bytes]) -> tuple[Path, ...]:
    """The files, fronts before their backs; `file` makes one of a face's label and what was drawn of it."""
    faces = [face for leaf in output.leaves for face in (leaf.front, leaf.back) if face is not None]
    paths = [output.target / (face.label.replace(" ", "_") + suffix) for face in faces]  # ids have no _
    for n, (face, path) in enumerate(zip(faces, paths, strict=True), 1):
        assert isinstance(face, DrawnFace)
        write_atomically(path, file(face.label, face.drawn), output.within)
        output.progress("writing", n, len(faces))
    return tuple(paths)
