"""What is wrong with printed texts → problems: the same thing on many pieces is said once."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.model.display import Face, Text
from pnp.model.game import Edition, Piece
from pnp.model.problem import Code, Problem
from pnp.model.sheet import Leaf
from pnp.model.span import Span

_NUMBER = re.compile(r"\.\d+")  # of an item in a list: its siblings are the same field


class Wrong(NamedTuple):
    leaf: Leaf
    face: Face
    text: Text
    message: str  # what is wrong with it
    hint: str


def faces_once(leaves: Iterable[Leaf]) -> Iterator[tuple[Leaf, Face]]:
    """Each face that differs from all before: backs are mostly one and the same."""
    seen: set[int] = set()
    for leaf in leaves:
        for face in (leaf.front, leaf.back):
            if face is not None and id(face.content) not in seen:
                seen.add(id(face.content))
                yield leaf, face


def told(code: Code, edition: Edition, found: Iterable[Wrong]) -> Iterator[Problem]:
    """At the field's place on the first piece concerned; at the layout's, where the template says the text itself."""
    alike: dict[tuple[str, str, str, bool], dict[tuple[str, str], Wrong]] = {}
    for wrong in found:
        field = wrong.text.field
        key = wrong.leaf.component, _NUMBER.sub("", field), wrong.message, wrong.face is wrong.leaf.back
        alike.setdefault(key, {}).setdefault((wrong.leaf.piece, field), wrong)
    for (component_id, _, message, is_back), texts in alike.items():
        (id, field), wrong = next(iter(texts.items()))
        component = edition.components[component_id]
        piece = next(piece for piece in component.pieces if piece.id == id)
        others = f" and {len(texts) - 1} more" if len(texts) > 1 else ""
        what = f'"{field}"' if field else f"“{_short(wrong.text.says)}”"
        said = f"{piece.label}{others}: {what} {message}"
        layout = component.span if is_back else component.layout_span
        span, origin = _places(piece, field) if field else (layout, piece.span)
        yield code.at(span, said, hint=wrong.hint, origin=origin, subject=piece.label)


def _places(piece: Piece, field: str) -> tuple[Span, Span | None]:
    """Of a translated text its own place, then the source's."""
    said, source = piece.span_of(field), piece.source_of(field)
    return (source, None) if said == source or not said.file else (said, source)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return f"{line[:23]}…" if len(line) > 24 else line
