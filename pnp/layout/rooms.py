"""What was laid out → how much room each text had: its style, its box, and how many characters that holds."""

from typing import TYPE_CHECKING, NamedTuple

from pnp.layout.text.lines import natural_width
from pnp.model.style import TypeStyle

if TYPE_CHECKING:
    from pnp.layout.text.paragraph import Paragraphs

_SAMPLE = "Each other player who has more than you gives you one of them, and then takes it back from the row."


class Room(NamedTuple):
    """The box of a text; `h` is None where it is as high as it likes, then characters are those of a line."""

    style: str
    w: float  # mm
    h: float | None
    characters: int  # average ones, at the smallest size that the style allows


def room_of(paragraphs: "Paragraphs", style: TypeStyle, w: float, h: float | None) -> Room:
    smallest = min(style.min, style.size)
    each = natural_width(paragraphs, _SAMPLE, style) / style.size * smallest / len(_SAMPLE)
    on_a_line = max(1, int(w / each))
    lines = 1 if h is None else max(1, int(h / (style.leading * smallest) + 0.001))
    return Room(style.name, w, h, on_a_line * lines)


class Rooms:
    """By field, or nothing where the template says the text itself, and text."""

    def __init__(self, paragraphs: "Paragraphs") -> None:
        self._paragraphs = paragraphs
        self.found: dict[tuple[str, str], Room] = {}

    def note(self, field: str, text: str, style: TypeStyle, w: float, h: float | None) -> None:
        """Of several boxes for the same text the narrowest counts."""
        room = room_of(self._paragraphs, style, w, h)
        known = self.found.get((field, text))
        if known is None or room.characters < known.characters:
            self.found[field, text] = room
