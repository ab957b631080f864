"""Pieces of an edition → a picture of all their faces side by side, each with its name."""

from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path as FilePath

from pnp.build.pipeline import Stage, run
from pnp.build.preparing import check_printable
from pnp.build.printing import picture_name
from pnp.build.record import side_of
from pnp.build.results import Prepared, Result
from pnp.export.pdf import Info, write_pdf
from pnp.export.rasteriser import pdf_page_pngs
from pnp.impose.own_pages import OwnPage, draw
from pnp.io.project import Project
from pnp.io.writing import write_atomically
from pnp.model.display import AnyFace, Group, Shape, Stroke, facts_of
from pnp.model.geometry import outline_path, rectangle_path
from pnp.model.length import MM_PER_INCH
from pnp.model.options import Options
from pnp.model.problem import UsageError
from pnp.model.sheet import Leaf, Paper, Placement, Rect, Sheet
from pnp.model.values import Record

MOST = 200  # faces on a picture
_GAP, _NAME = 4.0, 4.0  # between faces, and below each for its name
_WIDE = 1.5  # what a picture's width should be to its height
_PIXELS = 3000  # the longer side, at most
_HAIR = Stroke("#999999", 0.15)


_Shown = tuple[Leaf, AnyFace]
_Arranged = tuple[list[tuple[_Shown, float, float]], float, float]  # each with its corner; width and height of all


def show_side_by_side(project: Project, options: Options, out: FilePath) -> Result:
    """Draw the pieces that are asked for, in one PNG below `out`. Raise UsageError, FileError, LimitError."""
    check_printable(options.language, options.draft)
    result = run(project, options, Stage.LAY_OUT, judging=False)
    prepared = result.prepared
    if not (prepared and result.may_go_on):
        return result
    edition = prepared.edition
    faces = list(_list_faces(result))
    if len(faces) > MOST:
        raise UsageError(f"{len(faces)} faces side by side: {MOST} are the most (pnp proof shows them all)")
    widths = [face.w + _GAP for _, face in faces]
    ways = [_arrange_rows(faces, max(sum(widths) / rows, *widths)) for rows in range(1, len(faces) + 1)]
    places, w, h = min(ways, key=lambda way: abs(log(way[1] / way[2] / _WIDE)))
    pdf = write_pdf([_make_sheet(prepared, places, w, h)], Info(edition.game.title, language=edition.language))
    dpi = max(20, min(prepared.options.dpi, int(_PIXELS / max(w, h) * MM_PER_INCH)))
    target = out / edition.game.id / edition.language / f"{picture_name(edition, prepared.options)}.png"
    write_atomically(target, next(pdf_page_pngs(pdf, dpi)), prepared.loaded.project.writable(out))
    return result._replace(files=(target,))


def _list_faces(result: Result) -> Iterator[_Shown]:
    """Yield fronts, each before its back, unless there was one that looks the same."""
    seen = set()
    for leaf in result.leaves:
        yield leaf, leaf.front
        if leaf.back:
            side = side_of(leaf.back.label, f"{leaf.component}/{leaf.piece}")
            look = side, leaf.format[:4], leaf.format.is_cut, facts_of(leaf.back).whole
            if look not in seen:
                seen.add(look)
                yield leaf, leaf.back


def _arrange_rows(faces: Sequence[_Shown], broad: float) -> _Arranged:
    """Arrange faces in rows, in their order, on a ground as broad as that."""
    places: list[tuple[_Shown, float, float]] = []
    x = y = _GAP
    row = right = 0.0
    for each in faces:
        face = each[1]
        if x > _GAP and x + face.w > broad + 0.01:
            x, y, row = _GAP, y + row + _GAP, 0.0
        places.append((each, x, y))
        x, row = x + face.w + _GAP, max(row, face.h + _NAME)
        right = max(right, x)
    return places, right, y + row + _GAP


def _make_sheet(prepared: Prepared, places: Sequence[tuple[_Shown, float, float]], w: float, h: float) -> Sheet:
    names, faces, edges = list[Record](), list[Placement](), list[Group]()
    for (leaf, face), x, y in places:
        names.append(Record({"x": x, "y": y + face.h, "w": face.w, "h": _NAME, "text": face.label}))
        # of a page, all is shown; of what will be cut out, what is left
        outline = outline_path(leaf.format) if leaf.format.is_cut else rectangle_path(0.0, 0.0, face.w, face.h)
        faces.append(Placement(face, x, y, face.w, face.h, clip=outline))
        edges.append(Group((Shape(outline, stroke=_HAIR),), (1.0, 0.0, 0.0, 1.0, x, y)))
    page = OwnPage("shown", "Pieces", w, h, "side-by-side.xml.j2", {"names": tuple(names)})
    (ground,), _ = draw([page], prepared.loaded.project, "en")
    placements = (Placement(ground.front, 0.0, 0.0, w, h), *faces)
    return Sheet(Paper("shown", w, h), "1", "", "", "front", placements, tuple(edges), Rect(0.0, 0.0, w, h))
