"""A display list → text that a person can review: one line an item, groups indented, rounded to 0.01 mm.

Positions are in the coordinates of the group that a line stands in; sizes of type are in points.
"""

import json
from collections.abc import Iterable, Iterator

from pnp.export.pdf.operators import as_rectangle
from pnp.model.display import (
    IDENTITY,
    Drawing,
    Face,
    Group,
    Item,
    Matrix,
    PageArt,
    Paint,
    Path,
    Picture,
    Raster,
    Run,
    Shape,
    Stroke,
    Text,
)
from pnp.model.length import MM_PER_POINT
from pnp.model.sheet import Placement, Sheet
from pnp.model.visiting import Visitor


def listing(what: Face | Sheet) -> str:
    """Return what stands on a face; or which faces stand where on a sheet, with everything around them."""
    lines = _face(what) if isinstance(what, Face) else _sheet(what)
    return "\n".join(lines) + "\n"


def _face(face: Face) -> Iterator[str]:
    yield f"face {face.label} {_size(face.w, face.h)} {face.language}"
    yield from _indented(_items((face.content,)))


def _sheet(sheet: Sheet) -> Iterator[str]:
    yield f"sheet {_quoted(sheet.label)} {sheet.side} on {sheet.paper.name} {_size(sheet.paper.w, sheet.paper.h)}"
    yield f"  component {sheet.component} {_quoted(sheet.title)}"
    yield f"  trim at {_numbers(sheet.trim[:2])} {_size(sheet.trim.w, sheet.trim.h)}"
    if sheet.bleed:
        yield f"  bleed at {_numbers(sheet.bleed[:2])} {_size(sheet.bleed.w, sheet.bleed.h)}"
    if sheet.adjust != IDENTITY:
        yield f"  adjusted{_transform(sheet.adjust)}"
    yield from _indented(map(_placement, sheet.placements))
    yield from _indented(_items(sheet.furniture))


def _placement(placement: Placement) -> str:
    turn = f" turn {placement.turn}" if placement.turn else ""
    clip = f" clip {_path(placement.clip)}" if placement.clip is not None else ""
    where = f"{_at(placement.x, placement.y)} {_size(placement.w, placement.h)}"
    return f"place {placement.face.label} at {where}{turn}{clip}"


def _items(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        yield from _LINES.visit(item)


class _Lines(Visitor[Iterator[str]]):
    """Of one item; the first says what it is."""

    def text(self, text: Text) -> Iterator[str]:
        field = f" of {text.field}" if text.field else ""
        yield f"text {_quoted(text.says)} {_points(text.size)}{field}"
        yield from _indented(map(_run, text.runs))

    def shape(self, shape: Shape) -> Iterator[str]:
        parts = [_path(shape.path)]
        if shape.fill is not None:
            evenodd = " evenodd" if shape.evenodd else ""
            parts.append(f"fill {_paint(shape.fill)}{_opacity(shape.fill_opacity)}{evenodd}")
        if shape.stroke is not None:
            parts.append(f"stroke {_stroke(shape.stroke)}{_opacity(shape.stroke_opacity)}")
        yield " ".join(parts)

    def raster(self, picture: Picture, art: Raster) -> Iterator[str]:
        yield f"picture {_picture(picture)}"

    def drawing(self, picture: Picture, art: Drawing) -> Iterator[str]:
        yield f"drawing {_picture(picture)}"

    def page(self, picture: Picture, art: PageArt) -> Iterator[str]:
        yield f"page {art.number} of {_picture(picture)}"

    def group(self, group: Group) -> Iterator[str]:
        rule = " evenodd" if group.clip_evenodd else ""
        clip = f" clip {_path(group.clip)}{rule}" if group.clip is not None else ""
        yield f"group{_transform(group.transform)}{_opacity(group.opacity)}{clip}"
        yield from _indented(_items(group.items))


_LINES = _Lines()


def _picture(picture: Picture) -> str:
    return f"{picture.art.name} at {_at(picture.x, picture.y)} {_size(picture.w, picture.h)}"


def _run(run: Run) -> str:
    says = _quoted("".join(part.text for part in run.parts))
    spacing = f" gap {_number(run.gap)}" if run.gap else ""
    spacing += f" tracking {_number(run.tracking)}" if run.tracking else ""
    level = f" level {run.level}" if run.level else ""
    return f"at {_at(run.x, run.y)} {says} {run.font.name} {_points(run.size)} {run.fill}{spacing}{level}"


def _stroke(stroke: Stroke) -> str:
    parts = [_paint(stroke.paint), _number(stroke.width)]
    if stroke.cap:
        parts.append(("butt", "round", "square")[stroke.cap] + " caps")
    if stroke.join:
        parts.append(("mitre", "round", "bevel")[stroke.join] + " joins")
    if stroke.dash:
        parts.append(f"dash {_numbers(stroke.dash)}")
    if stroke.dash_offset:
        parts.append(f"from {_number(stroke.dash_offset)}")
    return " ".join(parts)


def _paint(paint: Paint) -> str:
    if isinstance(paint, str):
        return paint
    stops = ", ".join(f"{_number(stop.offset)} {stop.colour}" for stop in paint.stops)
    if paint.radius:
        where = f"radial about {_at(paint.x1, paint.y1)} radius {_number(paint.radius)}"
    else:
        where = f"linear from {_at(paint.x1, paint.y1)} to {_at(paint.x2, paint.y2)}"
    return f"({where}{_transform(paint.transform)}: {stops})"


def _path(path: Path) -> str:
    if rectangle := as_rectangle(path):
        return f"rectangle at {_at(rectangle.x, rectangle.y)} {_size(rectangle.w, rectangle.h)}"
    return "path " + " ".join(f"{segment[0]} {_numbers(segment[1:])}".strip() for segment in path)


def _transform(matrix: Matrix) -> str:
    if matrix == IDENTITY:
        return ""
    if matrix[:4] == IDENTITY[:4]:
        return f" at {_numbers(matrix[4:])}"
    return f" matrix {' '.join(f'{value:.4g}' for value in matrix[:4])} {_numbers(matrix[4:])}"


def _opacity(value: float) -> str:
    return f" opacity {_number(value)}" if value != 1 else ""


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _at(x: float, y: float) -> str:
    return f"{_number(x)} {_number(y)}"


def _size(w: float, h: float) -> str:
    return f"{_number(w)} × {_number(h)}"


def _points(millimetres: float) -> str:
    return f"{_number(millimetres / MM_PER_POINT)} pt"


def _numbers(values: Iterable[float]) -> str:
    return " ".join(map(_number, values))


def _number(value: float) -> str:
    return str(round(value, 2) + 0.0).removesuffix(".0")
