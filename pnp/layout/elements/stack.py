"""`row column pack`: children one after another by their own sizes, what is left shared by those that grow.

`pack`: children as near as can be to the places that they name, none over another.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pnp.layout.attributes import Attributes
from pnp.layout.element import LEAST, PANEL, BoxSize, Element, Placed, element, is_auto, join_placed, shifted
from pnp.layout.elements.shapes import shrink_together, shrinks_together
from pnp.layout.engine import TOO_LARGE, Layouter, Panel, overfull
from pnp.model.length import mm
from pnp.model.problem import find


class _Child(NamedTuple):
    element: Element
    along: float  # its size in the stack's direction
    grow: float


@element("row", "column", attributes=("gap", "align", "justify", "shrink", *PANEL), children=True)
class StackElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        panel = Panel(lay, element)
        inner = panel.inner_width(w)
        gaps = _gaps(panel.own, element)
        if element.tag == "column":
            sizes = [lay.natural(child, inner) for child in element.children]
            return panel.outer(BoxSize(max((s.w for s in sizes), default=0.0), sum(s.h for s in sizes) + gaps))
        children = _row(lay, element, inner, gaps)
        width = sum(child.along for child in children) + gaps
        if inner is not None and any(child.grow for child in children):
            width = max(width, inner)
            children = _grown(children, inner - gaps)
        heights = [lay.natural(child.element, child.along).h for child in children]
        return panel.outer(BoxSize(width, max(heights, default=0.0)))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        if "shrink" in element.attributes[::2] and shrinks_together(Attributes(lay, element)):
            return shrink_together(lay, element, lambda each: self._draw_children(lay, each, w, h))
        return self._draw_children(lay, element, w, h)

    def _draw_children(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        panel = Panel(lay, element)
        height = self.natural(lay, element, w).h if h is None else h
        inner_w, inner_h = panel.inner(w, height)
        is_row = element.tag == "row"
        along, across = (inner_w, inner_h) if is_row else (inner_h, inner_w)
        gap, gaps = panel.own.length("gap"), _gaps(panel.own, element)
        children = _row(lay, element, inner_w, gaps) if is_row else []
        for inner in () if is_row else element.children:
            grow = Attributes(lay, inner).number("grow", 0.0)
            asked = None if grow else lay.own_length(inner, "h", inner_h)
            high = 0.0 if grow else lay.natural(inner, inner_w).h if asked is None else asked
            children.append(_Child(inner, high, grow))
        over = sum(child.along for child in children if not child.grow) + gaps - along
        children = _grown(children, along - gaps)
        left = along - sum(child.along for child in children) - gaps
        justify = panel.own.choice("justify", ("start", "center", "end", "between"), "start")
        at = 0.0
        if left > 0 and justify == "between":
            gap += left / max(len(children) - 1, 1)
        elif left > 0 and justify != "start":
            at = left / 2 if justify == "center" else left
        align = panel.own.alignment(("start", "center", "end", "stretch"), "stretch")
        shrinks_together(panel.own)
        parts = []
        for child in children:
            size = lay.own_length(child.element, "h" if is_row else "w", across)
            if size is None and align == "stretch" and not is_auto(child.element, "h" if is_row else "w"):
                size = across
            elif size is None:
                natural = lay.natural(child.element, child.along if is_row else across)
                size = min(natural.h if is_row else natural.w, across)
            offset = {"center": (across - size) / 2, "end": across - size}.get(align, 0.0)
            x, y, child_w, child_h = (at, offset, child.along, size) if is_row else (offset, at, size, child.along)
            parts.append(shifted(lay.draw(child.element, child_w, child_h), lay.mirror_x(x, child_w, inner_w), y))
            at += child.along + gap
        wide, high = (over, 0.0) if is_row else (0.0, over)
        return join_placed(
            (panel.around(join_placed(parts), w, height), overfull(lay, element, w, height, wide=wide, high=high))
        )


def _gaps(own: Attributes, element: Element) -> float:
    return own.length("gap") * max(len(element.children) - 1, 0)


def _row(lay: Layouter, element: Element, inner: float | None, gaps: float) -> list[_Child]:
    """Return a row's children with their widths: each may take what those before it leave."""
    children: list[_Child] = []
    left = None if inner is None else inner - gaps
    for child in element.children:
        grow = 0.0 if inner is None else Attributes(lay, child).number("grow", 0.0)
        along = lay.own_length(child, "w", inner)
        if along is None:
            along = 0.0 if grow else lay.natural(child, left).w
        children.append(_Child(child, 0.0 if grow else along, grow))
        if left is not None and not grow:
            left = max(left - along, LEAST)
    return children


def _grown(children: list[_Child], room: float) -> list[_Child]:
    """Let growing children share what the fixed ones leave."""
    shares = sum(child.grow for child in children)
    if not shares:
        return children
    left = max(room - sum(child.along for child in children if not child.grow), LEAST)
    return [child._replace(along=left * child.grow / shares) if child.grow else child for child in children]


CROWDED = TOO_LARGE.also(
    "<pack> has no room to keep its {count} children apart: its box is {w} × {h}", varies=("w", "h")
)
TOO_MANY = TOO_LARGE.also("<pack> has {count} children: it keeps at most {most} apart")

_MOST = 100  # children: each is compared with each
_TURNS = 400  # until boxes that still lie over each other are given up
_SHORTEST = 67  # until this turn they give way where it is shortest,
_SIDEWAYS = 200  # until this one to the sides,
_STRETCH = 25  # then as many turns up and down, as many to the sides, and so on
_HIGHER, _TRIES = 1.15, 8  # as much higher a pack is, and so often, where its children have no room in it
_FARTHER = 0.05  # mm that boxes are pushed beyond what parts them, so that turns come to an end
_SLACK = 0.01  # mm that may lie over each other: nobody sees it


@dataclass(slots=True)
class _PackedBox:
    """A child's box on its way to its place."""

    w: float
    h: float
    x: float = 0.0
    y: float = 0.0


@element("pack", attributes=("gap", *PANEL), children=True)
class PackElement:
    """A child's `x` and `y` are where its middle would be; boxes that lie over each other give way, each by half."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        """Return all the width there is, and the height of the children in rows, or more where their places need it."""
        panel = Panel(lay, element)
        inner, gap = panel.inner_width(w), _gap(panel.own)
        # as many children in each row as find room; one row where nothing says how wide they may be
        sizes = [lay.natural(child, inner) for child in element.children]
        across = down = row = 0.0
        for size in sizes:
            if inner is not None and across and across + size.w > inner:
                across, down, row = 0.0, down + row + gap, 0.0
            across += size.w + gap
            row = max(row, size.h)
        room = BoxSize(max(across - gap, 0.0) if inner is None else inner, down + row)
        for _ in range(_TRIES if inner is not None and len(element.children) <= _MOST else 0):
            if _pushed_apart(_wanted(lay, element.children, room), room, gap):
                break
            room = room._replace(h=room.h * _HIGHER)
        return panel.outer(room)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        panel = Panel(lay, element)
        height = self.natural(lay, element, w).h if h is None else h
        room = BoxSize(*panel.inner(w, height))
        boxes = _wanted(lay, element.children, room)
        is_apart = len(boxes) <= _MOST and _pushed_apart(boxes, room, _gap(panel.own))
        parts = []
        for child, box in zip(element.children, boxes, strict=True):
            parts.append(shifted(lay.draw(child, box.w, box.h), lay.mirror_x(box.x, box.w, room.w), box.y))
        wide = max([box.w for box in boxes], default=0.0) - room.w
        high = max([box.h for box in boxes], default=0.0) - room.h
        wrong = overfull(lay, element, w, height, wide=wide, high=high)
        if not (is_apart or wrong.findings):
            count = len(element.children)
            if count > _MOST:
                finding = find(TOO_MANY, origin=element.origin, count=count, most=_MOST)
            else:
                hint = "make them smaller, or let a <fit> choose smaller ones"
                finding = find(CROWDED, hint=hint, origin=element.origin, count=count, w=mm(w), h=mm(height))
            wrong = Placed((lay.mark_wrong(w, height),) if lay.draft else (), findings=(finding,))
        return join_placed((panel.around(join_placed(parts), w, height), wrong))


def _gap(own: Attributes) -> float:
    gap = own.length("gap")
    if gap < 0:
        own.bad("gap", f"is negative: {own.get('gap')}", "a <pack> keeps its children apart")
    return max(gap, 0.0)


def _wanted(lay: Layouter, children: Sequence[Element], room: BoxSize) -> list[_PackedBox]:
    """Return the children's boxes where they want to be; those that name no place share the middle of the room."""
    boxes: list[_PackedBox] = []
    placeless: list[_PackedBox] = []
    for child in children:
        asked_w, asked_h = lay.own_length(child, "w", room.w), lay.own_length(child, "h", room.h)
        w = lay.natural(child, room.w).w if asked_w is None else asked_w
        box = _PackedBox(w, lay.natural(child, w).h if asked_h is None else asked_h)
        x, y = lay.own_length(child, "x", room.w), lay.own_length(child, "y", room.h)
        if x is None and y is None:
            placeless.append(box)
        box.x = (room.w / 2 if x is None else x) - box.w / 2
        box.y = (room.h / 2 if y is None else y) - box.h / 2
        boxes.append(box)
    for place, box in enumerate(placeless):
        box.x = (place + 0.5) / len(placeless) * room.w - box.w / 2
    return boxes


def _pushed_apart(boxes: Sequence[_PackedBox], room: BoxSize, gap: float) -> bool:
    """Move boxes until none lies over another; False where they find no such places."""
    for box in boxes:
        _keep_inside(box, room)
    area = sum([(box.w + gap) * (box.h + gap) for box in boxes])
    if area > (room.w + gap) * (room.h + gap) + _SLACK:
        return False
    for turn in range(_TURNS):
        over = list(_overlaps(boxes, gap))
        if not over:
            return True
        for one, other, dx, dy in over:
            # those that get stuck in one way come free in another
            is_sideways = turn < _SIDEWAYS or (turn - _SIDEWAYS) // _STRETCH % 2 == 1
            if one.h + gap + other.h > room.h or (dx < dy if turn < _SHORTEST else is_sideways):
                push = (dx / 2 + _FARTHER) * (1 if one.x + one.w / 2 <= other.x + other.w / 2 else -1)
                one.x, other.x = one.x - push, other.x + push
            else:
                push = (dy / 2 + _FARTHER) * (1 if one.y + one.h / 2 <= other.y + other.h / 2 else -1)
                one.y, other.y = one.y - push, other.y + push
            _keep_inside(one, room)
            _keep_inside(other, room)
    return not any(_overlaps(boxes, gap))


def _overlaps(boxes: Sequence[_PackedBox], gap: float) -> Iterator[tuple[_PackedBox, _PackedBox, float, float]]:
    """Yield each two boxes that are too near to each other: how far across, and how far down."""
    for place, one in enumerate(boxes, 1):
        for other in boxes[place:]:
            dx = min(one.x + one.w, other.x + other.w) - max(one.x, other.x) + gap
            dy = min(one.y + one.h, other.y + other.h) - max(one.y, other.y) + gap
            if dx > _SLACK and dy > _SLACK:
                yield one, other, dx, dy


def _keep_inside(box: _PackedBox, room: BoxSize) -> None:
    box.x = max(0.0, min(box.x, room.w - box.w))
    box.y = max(0.0, min(box.y, room.h - box.h))
