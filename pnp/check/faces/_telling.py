"""What is wrong with printed texts → problems: the same thing on many pieces is said once."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.model.game import Edition, Piece
from pnp.model.problem import Code, Problem
from pnp.model.span import Span

_NUMBER = re.compile(r"\.\d+")  # of an item in a list: its siblings are the same field


class Wrong(NamedTuple):
    """A text with which something is wrong."""

    field: str  # of the piece, where it prints one
    says: str
    message: str  # what is wrong with it
    hint: str


def told(code: Code, edition: Edition, found: Iterable[tuple[str, str, bool, Wrong]]) -> Iterator[Problem]:
    """At the field's place on the first piece concerned; at the layout's, where the template says the text itself.

    `found` has the component, the piece, and whether it is on the back.
    """
    alike: dict[tuple[str, str, str, bool], dict[tuple[str, str], Wrong]] = {}
    for component_id, piece_id, is_back, wrong in found:
        key = component_id, _NUMBER.sub("", wrong.field), wrong.message, is_back
        alike.setdefault(key, {}).setdefault((piece_id, wrong.field), wrong)
    for (component_id, _, message, is_back), texts in alike.items():
        (id, field), wrong = next(iter(texts.items()))
        component = edition.components[component_id]
        piece = next(piece for piece in component.pieces if piece.id == id)
        others = f" and {len(texts) - 1} more" if len(texts) > 1 else ""
        what = f'"{field}"' if field else f"“{_short(wrong.says)}”"
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
