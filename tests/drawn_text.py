"""What was drawn → its faces and what is known of them, in the order of the pieces."""

from typing import Any

from pnp.build.results import Result
from pnp.model.display import DrawnFace, FaceRecord, facts_of


def contents(result: Result) -> list[tuple[str, Any, FaceRecord]]:
    found = []
    for leaf in result.leaves:
        for face in (leaf.front, leaf.back):
            if face:
                assert isinstance(face, DrawnFace)
                found.append((face.label, face.drawn, facts_of(face)))
    return found
