"""What was drawn → its contents, with what they refer to by name, in the order of the pieces."""

from pnp.build.results import Result
from pnp.emit.pdf.resources import Kit
from pnp.model.display import DrawnContent


def contents(result: Result) -> list[tuple[str, str, list[str]]]:
    found = []
    for leaf in result.leaves:
        for face in (leaf.front, leaf.back):
            if face:
                assert isinstance(face.content, DrawnContent)
                assert isinstance(face.content.kit, Kit)
                found.append((face.label, face.content.content, sorted(face.content.kit.named(face.content.uses))))
    return found
