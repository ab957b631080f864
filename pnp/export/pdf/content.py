"""Display lists → content streams. What appears more than once is written once and kept."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pnp.export.formats import FaceDrawer
from pnp.export.pdf.glyph_runs import Fragments
from pnp.export.pdf.operators import MITER, Operators, Shapes, fill_colour, number, outline, shape_box, transform
from pnp.export.pdf.resources import ContentUses, Form, Opacity, Resources, UseCollector, list_all, pack, unpack
from pnp.model.display import Drawing, Face, FontFace, Group, Item, Matrix, PageArt, Picture, Raster, Shape, Text
from pnp.model.geometry import Box, picture_box, surround, transform_box
from pnp.model.length import POINTS_PER_MM
from pnp.model.sheet import Placement, Sheet
from pnp.model.visiting import Visitor, picture_matrix

_ANYWHERE: Box = (-4000.0, -4000.0, 4000.0, 4000.0)  # wider than any sheet: texts stand on these
_FARTHEST = 1e8  # more is no place on a page
_NOWHERE = "0 0 0 0 re"
_LEFT_TO_RIGHT = {0}  # levels
_MOST_GROUPS = 4096  # to remember

DrawnData = tuple[str, tuple[str, ...], tuple[tuple[str, int], ...]]  # a face's content, and what it uses


class ContentComposer(FaceDrawer):
    """Writes contents, which depend on nothing written before, and keeps what they refer to among its resources."""

    def __init__(self) -> None:
        self.resources = self.parts = Resources()
        self.fragments = Fragments(self.resources)
        self.shapes = Shapes(self.resources)
        self._drawings: dict[Drawing, str] = {}
        self._groups: dict[Group, Operators] = {}
        self._seen: set[Group] = set()
        self._taken: Mapping[str, object] = {}  # the resources of faces that were drawn before

    def draw(self, face: Face) -> DrawnData:
        """Write a face's content, for any sheet to come."""
        uses = UseCollector()
        content = self._write_group(face.content, uses)
        return content, tuple(sorted(uses.names)), tuple(sorted(uses.glyphs.items()))

    def pack_parts(self, drawn: Iterable[DrawnData]) -> dict[str, Any]:
        """Return as plain values all resources that these contents refer to."""
        names = {name for _, names, _ in drawn for name in names}
        return {name: pack(self.resources[name]) for name in list_all(self.resources, names)}

    def unpack_parts(self, packed: Mapping[str, Any], find_font: Callable[[str], FontFace | None]) -> None:
        """Take over resources that were packed. Raises KeyError for a font that isn't there."""
        for name, values in packed.items():
            if name not in self.resources:
                self.resources[name] = unpack(values, find_font)

    def sheet(self, sheet: Sheet) -> Operators:
        """Write a whole page. This is where points become millimetres, and y turns downwards."""
        uses = UseCollector()
        scale = f"{POINTS_PER_MM:.9f}"
        out = [f"{scale} 0 0 -{scale} 0 {number[sheet.paper.h * POINTS_PER_MM]} cm {number[MITER]} M"]
        if adjust := transform(sheet.adjust):
            out.append(adjust)
        for placement in sheet.placements:
            face = placement.face
            shown = f"0 0 {number[face.w]} {number[face.h]} re" if placement.clip is None else outline(placement.clip)
            if isinstance(face, Face):
                content = self.group(face.content, uses)
            else:
                content, names, glyphs = face.drawn
                if face.parts is not self._taken:
                    self.resources.update(face.parts)
                    self._taken = face.parts
                uses.add(ContentUses(names, glyphs))
            out.append(f"q {transform(_position(placement))} {shown or _NOWHERE} W n {content} Q")
        out.append(self._write_items(sheet.furniture, uses))
        return Operators("\n".join(out), uses.collected())

    def _write_items(self, items: Iterable[Item], uses: UseCollector) -> str:
        writing = _Writing(self, uses)
        for item in items:
            writing.visit(item)
        return " ".join(writing.out)

    def group(self, group: Group, uses: UseCollector) -> str:
        """Write a group. Its content is kept from the second time on: most groups never come again."""
        written = self._groups.get(group)
        if written is None:
            if group not in self._seen:
                if len(self._seen) > _MOST_GROUPS:
                    self._seen.clear()
                    self._groups.clear()
                self._seen.add(group)
                return self._write_group(group, uses)
            own = UseCollector()
            content = self._write_group(group, own)
            written = self._groups[group] = Operators(content, own.collected())
        uses.add(written.uses)
        return written.content

    def _write_group(self, group: Group, uses: UseCollector) -> str:
        if group.opacity < 1 and group.items:
            inner = UseCollector()
            content = self._write_items(group.items, inner)
            if content:
                name = self.resources.add(Form(content, items_box(group.items), True, inner.collected()))
                state = self.resources.add(Opacity(group.opacity, group.opacity))
                uses.names |= {name, state}
                content = f"/{state} gs /{name} Do"
        else:
            content = self._write_items(group.items, uses)
        rule = "W*" if group.clip_evenodd else "W"
        clip = f"{outline(group.clip) or _NOWHERE} {rule} n" if group.clip is not None else ""
        around = [part for part in ("q", transform(group.transform), clip, content, "Q") if part]
        return " ".join(around)

    def drawing(self, drawing: Drawing) -> str:
        if drawing not in self._drawings:
            uses = UseCollector()
            content = self._write_items(drawing.items, uses)
            form = Form(content, (0.0, 0.0, drawing.w, drawing.h), False, uses.collected())
            self._drawings[drawing] = self.resources.add(form)
        return self._drawings[drawing]


class _Writing(Visitor[None]):
    """What is written of one item after another, and what that leaves selected."""

    __slots__ = ("_composer", "_fill", "_font", "_uses", "out")

    def __init__(self, composer: ContentComposer, uses: UseCollector) -> None:
        self.out: list[str] = []
        self._composer = composer
        self._uses = uses
        self._fill = self._font = ""  # unknown at the start, and kept by whatever restores it

    def text(self, text: Text) -> None:
        out, uses, fragments = self.out, self._uses, self._composer.fragments
        fill, font = self._fill, self._font
        out.append("BT")
        levels = {run.level for run in text.runs}
        turned, base = levels != _LEFT_TO_RIGHT and any(levels), int(0 not in levels)
        for at, run in enumerate(text.runs):
            name = fragments.name_of(run.font)
            if name != font:
                font = name
                out.append(f"/{name} 1 Tf")
            if run.fill != fill:
                fill = run.fill
                out.append(fill_colour(fill))
            if turned:
                behind = at - 1 if base else at + 1  # does the text go on there in its own direction?
                is_edge = not 0 <= behind < len(text.runs) or text.runs[behind].y != run.y
                is_edge = is_edge or text.runs[behind].level % 2 == base
                out.append(fragments.place_turned(run, base, uses, is_edge=is_edge))
            else:
                out.append(fragments.place(run, uses))
        out.append("ET")
        self._fill, self._font = fill, font

    def shape(self, shape: Shape) -> None:
        written = self._composer.shapes.known.get(shape) or self._composer.shapes.write(shape)
        self._uses.add(written.uses)
        self.out.append(written.content)
        self._fill = ""

    def raster(self, picture: Picture, art: Raster) -> None:
        _, x, y, w, h = picture
        self._do(self._composer.resources.add(art), (w, 0.0, 0.0, -h, x, y + h))

    def drawing(self, picture: Picture, art: Drawing) -> None:
        self._do(self._composer.drawing(art), picture_matrix(picture, art))

    def page(self, picture: Picture, art: PageArt) -> None:
        w, h = picture.w / art.w, picture.h / art.h  # upwards, in millimetres of its own
        self._do(self._composer.resources.add(art), (w, 0.0, 0.0, -h, picture.x, picture.y + picture.h))

    def _do(self, name: str, matrix: Matrix) -> None:
        self._uses.names.add(name)
        self.out.append(f"q {transform(matrix)} /{name} Do Q")

    def group(self, group: Group) -> None:
        self.out.append(self._composer.group(group, self._uses))


def _position(placement: Placement) -> Matrix:
    """From the face's coordinates to the sheet's: scaled, turned clockwise, then moved to the rectangle."""
    x, y, w, h, scale = placement.x, placement.y, placement.w, placement.h, placement.scale
    match placement.turn % 360:
        case 90:
            return 0.0, scale, -scale, 0.0, x + w, y
        case 180:
            return -scale, 0.0, 0.0, -scale, x + w, y + h
        case 270:
            return 0.0, -scale, scale, 0.0, x, y + h
        case _:
            return scale, 0.0, 0.0, scale, x, y


def items_box(items: Iterable[Item]) -> Box:
    """Return a box around items, whatever their coordinates; around a text it is wider than any sheet."""
    boxes = [box for item in items if (box := _BOXES.visit(item))]
    left, top, right, bottom = (min(max(edge, -_FARTHEST), _FARTHEST) for edge in surround(boxes))
    return left, top, right, bottom


class _ItemBoxes(Visitor[Box | None]):
    """None for what is nowhere."""

    def text(self, text: Text) -> Box:
        return _ANYWHERE

    def shape(self, shape: Shape) -> Box | None:
        return shape_box(shape) if shape.path else None

    def raster(self, picture: Picture, art: Raster) -> Box:
        return picture_box(picture)

    def drawing(self, picture: Picture, art: Drawing) -> Box:
        return picture_box(picture)

    def page(self, picture: Picture, art: PageArt) -> Box:
        return picture_box(picture)

    def group(self, group: Group) -> Box:
        return transform_box(group.transform, items_box(group.items))


_BOXES = _ItemBoxes()
