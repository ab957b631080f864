"""Display items → the same in black and white alone, as lasers print it: no tints, no gradients, nothing translucent.

`marks` says what is painted and how well it stands out from white paper, `tones` decides which of it is black, and
`Black` rebuilds the items. Dark is black, light is white; what is between is decided by what lies on it and under it.
Bitmaps become grey: a printer's screen does better with them than a threshold would.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pnp.layout.black.marks import BLACK, FAINT, WHITE, Mark, marks_of
from pnp.layout.black.tones import by_itself, toned
from pnp.model.display import Colour, Drawing, Group, Item, Picture, Raster, Shape, Stroke, Text
from pnp.model.sheet import Sheet

__all__ = ["Black"]

_REMEMBERED = 20_000  # groups, drawings and bitmaps
_Tones = Iterator[bool] | None  # of all marks that follow, in order; None where each is decided by itself


class Black:
    """Turns faces and sheets black. What they share stays shared, and what is black already stays the same object."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, float], tuple[object, object]] = {}  # with what it was made of: ids come again

    def sheet(self, sheet: Sheet) -> Sheet:
        placements = tuple(
            [each._replace(face=each.face._replace(content=self.face(each.face.content))) for each in sheet.placements]
        )
        return sheet._replace(placements=placements, furniture=self.items(sheet.furniture))

    def face(self, content: Group) -> Group:
        items = self.items(content.items)
        return content if _same(items, content.items) else replace(content, items=items)

    def items(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """All that stands on one face: what is on a ground, and where the ground is, is only known together."""
        if len(self._known) > _REMEMBERED:
            self._known.clear()
        marks = tuple(marks_of(items))
        return self._all(items, 1.0, iter(toned(marks)) if any(mark.is_open for mark in marks) else None)

    def _all(self, items: Iterable[Item], opacity: float, tones: _Tones) -> tuple[Item, ...]:
        return tuple([made for item in items if (made := self._item(item, opacity, tones)) is not None])

    def _item(self, item: Item, opacity: float, tones: _Tones) -> Item | None:
        if isinstance(item, Text):
            return _text(item, tones)
        if isinstance(item, Shape):
            return _shape(item, opacity, tones)
        if isinstance(item, Picture):
            return self._picture(item, opacity)
        if tones is not None:
            return self._group(item, opacity, tones)
        key = id(item), opacity
        if key not in self._known:
            self._known[key] = item, self._group(item, opacity, None)
        return self._known[key][1]  # type: ignore[return-value]

    def _group(self, group: Group, opacity: float, tones: _Tones) -> Group | None:
        items = self._all(group.items, opacity * group.opacity, tones)
        if group.opacity == 1.0 and _same(items, group.items):
            return group
        return replace(group, items=items, opacity=1.0) if items else None

    def _picture(self, picture: Picture, opacity: float) -> Picture | None:
        key = id(picture.art), opacity
        if key not in self._known:
            self._known[key] = picture.art, self._art(picture.art, opacity)
        art = self._known[key][1]
        return picture._replace(art=art) if isinstance(art, Drawing | Raster) else None

    def _art(self, art: Drawing | Raster, opacity: float) -> Drawing | Raster | None:
        if isinstance(art, Raster):
            return None if opacity < FAINT else art if art.grey else replace(art, grey=True)
        items = self._all(art.items, opacity, None)
        if _same(items, art.items):
            return art
        return replace(art, items=items) if items else None


def _text(text: Text, tones: _Tones) -> Text:
    runs = tuple(
        [run._replace(fill=_tone(mark, tones)) for run, mark in zip(text.runs, marks_of((text,)), strict=True)]
    )
    return text if runs == text.runs else text._replace(runs=runs)


def _shape(shape: Shape, opacity: float, tones: _Tones) -> Shape | None:
    fill: Colour | None = None
    stroke: Stroke | None = None
    for mark in marks_of((shape,), opacity=opacity):
        if mark.kind == "fill":
            fill = _tone(mark, tones)
        elif shape.stroke is not None:
            stroke = shape.stroke._replace(paint=_tone(mark, tones))
    if fill is None and stroke is None:
        return None
    made = shape._replace(fill=fill, stroke=stroke, fill_opacity=1.0, stroke_opacity=1.0)
    return shape if made == shape else made


def _tone(mark: Mark, tones: _Tones) -> Colour:
    return BLACK if (by_itself(mark) if tones is None else next(tones)) else WHITE


def _same(made: tuple[Item, ...], items: tuple[Item, ...]) -> bool:
    return len(made) == len(items) and all(one is other or one == other for one, other in zip(made, items, strict=True))
