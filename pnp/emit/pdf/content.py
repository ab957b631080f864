"""Display lists → content streams. What appears more than once is written once and kept."""

from collections.abc import Iterable, Sequence

from pnp.emit.pdf.operators import fill_colour, items_box, number, outline, transform
from pnp.emit.pdf.resources import Form, Kit, Opacity, Settled, UseMask
from pnp.emit.pdf.shapes import MITER, Operators, Shapes
from pnp.emit.pdf.text import Fragments
from pnp.model.display import Drawing, DrawnContent, Group, Item, Matrix, PageArt, Picture, Raster, Run, Shape, Text
from pnp.model.sheet import Placement, Sheet
from pnp.model.visiting import Visitor, stretched

_POINTS_PER_MM = 72 / 25.4
_NOWHERE = "0 0 0 0 re"


class ContentComposer:
    """Writes contents and notes in its kit what they refer to.

    The same list gives the same content whatever was written before, so that pages can be shared out to processes.
    """

    def __init__(self, settled: Settled) -> None:
        self.kit = Kit()
        self.fragments = Fragments(self.kit, settled)
        self.shapes = Shapes(self.kit)
        self._drawings: dict[Drawing, str] = {}
        self._groups: dict[Group, Operators] = {}
        self._seen: set[Group] = set()
        self._known: set[Kit] = set()  # of faces, taken over
        self._of_faces: dict[Kit, int] = {}  # what those on a page use
        self._art = 0  # bits that note art

    def sheet(self, sheet: Sheet) -> tuple[str, frozenset[str]]:
        """A whole page, and the names it uses. This is where points become millimetres, and y turns downwards."""
        uses, self._of_faces = UseMask(), {}
        scale = f"{_POINTS_PER_MM:.9f}"
        out = [f"{scale} 0 0 -{scale} 0 {number(sheet.paper.h * _POINTS_PER_MM)} cm {number(MITER)} M"]
        if adjust := transform(sheet.adjust):
            out.append(adjust)
        out.extend(self._placement(placement, uses) for placement in sheet.placements)
        out.append(self._items(sheet.furniture, uses))
        used = [kit.named(mask) for kit, mask in self._of_faces.items()]
        return "\n".join(out), self.kit.named(uses.mask).union(*used)

    def _placement(self, placement: Placement, uses: UseMask) -> str:
        face = placement.face
        shown = f"0 0 {number(face.w)} {number(face.h)} re" if placement.clip is None else outline(placement.clip)
        return f"q {transform(_position(placement))} {shown or _NOWHERE} W n {self._face(face.content, uses)} Q"

    def _face(self, content: Group | DrawnContent, uses: UseMask) -> str:
        if not isinstance(content, DrawnContent):
            return self.group(content, uses)
        assert isinstance(content.kit, Kit)
        if content.kit not in self._known:
            self.kit.add(content.kit)
            self._known.add(content.kit)
        self._of_faces[content.kit] = self._of_faces.get(content.kit, 0) | content.uses
        return content.content

    def drawn(self, group: Group) -> DrawnContent:
        """A face's content, written now for any sheet to come."""
        uses = UseMask()
        return DrawnContent(self.group(group, uses), uses.mask, b"", self.kit)

    def _items(self, items: Iterable[Item], uses: UseMask) -> str:
        writing = _Writing(self, uses)
        for item in items:
            writing.visit(item)
        return " ".join(writing.out)

    def group(self, group: Group, uses: UseMask) -> str:
        """A group's content is kept from the second time on: most groups never come again."""
        written = self._groups.get(group)
        if written is None:
            written = self._write_group(group)
            if group in self._seen:
                self._groups[group] = written
            else:
                self._seen.add(group)
        uses.mask |= written.uses
        return written.content

    def _write_group(self, group: Group) -> Operators:
        uses = UseMask()
        content = self._items(group.items, uses)
        if group.opacity < 1 and content:
            name = self.kit.form(Form(content, items_box(group.items), True, self.kit.named(uses.mask)))
            state = self.kit.state(Opacity(group.opacity, group.opacity))
            content = f"/{state} gs /{name} Do"
            uses.mask = self.kit.bit(name) | self.kit.bit(state) | uses.mask & self._art
        rule = "W*" if group.clip_evenodd else "W"
        clip = f"{outline(group.clip) or _NOWHERE} {rule} n" if group.clip is not None else ""
        around = [part for part in ("q", transform(group.transform), clip, content, "Q") if part]
        return Operators(" ".join(around), uses.mask)

    def drawing(self, drawing: Drawing) -> str:
        if drawing not in self._drawings:
            uses = UseMask()
            content = self._items(drawing.items, uses)
            form = Form(content, (0.0, 0.0, drawing.w, drawing.h), False, self.kit.named(uses.mask))
            self._drawings[drawing] = self.kit.form(form)
        return self._drawings[drawing]

    def noted(self, drawing: Drawing, form: str) -> int:
        """The bit for whoever asks what art a face shows."""
        bit = self.kit.art(drawing.digest, form)
        self._art |= bit
        return bit


class _Writing(Visitor[None]):
    """What is written of one item after another, and what that leaves selected."""

    __slots__ = ("_composer", "_fill", "_font", "_uses", "out")

    def __init__(self, composer: ContentComposer, uses: UseMask) -> None:
        self.out: list[str] = []
        self._composer = composer
        self._uses = uses
        self._fill = self._font = ""  # unknown at the start, and kept by whatever restores it

    def text(self, text: Text) -> None:
        out, uses, fragments = self.out, self._uses, self._composer.fragments
        fill, font = self._fill, self._font
        out.append("BT")
        levels = {run.level for run in text.runs}
        turned, base = any(levels), int(0 not in levels)
        for at, run in enumerate(text.runs):
            name = fragments.font(run.font)
            if name != font:
                font = name
                uses.mask |= self._composer.kit.bit(name)
                out.append(f"/{name} 1 Tf")
            if run.fill != fill:
                fill = run.fill
                out.append(fill_colour(fill))
            if turned:
                out.append(fragments.turned(run, base, uses, is_edge=_is_edge(text.runs, at, base)))
            else:
                out.append(fragments.placed(run, uses))
        out.append("ET")
        self._fill, self._font = fill, font

    def shape(self, shape: Shape) -> None:
        written = self._composer.shapes.known.get(shape) or self._composer.shapes.written(shape)
        self._uses.mask |= written.uses
        self.out.append(written.content)
        self._fill = ""

    def raster(self, picture: Picture, art: Raster) -> None:
        _, x, y, w, h = picture
        self._do(self._composer.kit.image(art), (w, 0.0, 0.0, -h, x, y + h))

    def drawing(self, picture: Picture, art: Drawing) -> None:
        form = self._composer.drawing(art)
        self._uses.mask |= self._composer.noted(art, form)
        self._do(form, stretched(picture, art))

    def page(self, picture: Picture, art: PageArt) -> None:
        w, h = picture.w / art.w, picture.h / art.h  # upwards, in millimetres of its own
        self._do(self._composer.kit.page(art), (w, 0.0, 0.0, -h, picture.x, picture.y + picture.h))

    def _do(self, name: str, matrix: Matrix) -> None:
        self._uses.mask |= self._composer.kit.bit(name)
        self.out.append(f"q {transform(matrix)} /{name} Do Q")

    def group(self, group: Group) -> None:
        self.out.append(self._composer.group(group, self._uses))


def _is_edge(runs: Sequence[Run], at: int, base: int) -> bool:
    """Does the text go on in its own direction behind a run: left of it where that is from right to left?"""
    behind = at - 1 if base else at + 1
    if not 0 <= behind < len(runs):
        return True
    return runs[behind].y != runs[at].y or runs[behind].level % 2 == base


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
