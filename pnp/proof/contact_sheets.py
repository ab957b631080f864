"""A handout → the PDF of its contact sheets: a summary, then every piece with its faces, and lines to write on."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.emit.pdf import Info, write_pdf
from pnp.files.project import Project
from pnp.impose.grid import both_ways
from pnp.impose.press import size_of
from pnp.model.display import AnyFace, Group, Shape, Stroke
from pnp.model.game import Outline
from pnp.model.outline import outline_path, rectangle_path
from pnp.model.problem import UsageError
from pnp.model.sheet import Paper, Placement, Rect, Sheet
from pnp.model.values import Record, Value
from pnp.pages.drawing import OwnPage, draw_all
from pnp.proof.handout import Handout
from pnp.proof.sheet_cells import SheetCell, cells_of, common_folder, plain_text
from pnp.proof.sheet_grid import LINE, SheetGrid, grid_of

if TYPE_CHECKING:
    pass

_MARGIN = 12.0
_HEAD = 13.0  # from the top of a page's body to what it holds
_SMALLEST = (180.0, 250.0)  # of a paper
_HAIR = Stroke("#999999", 0.15)
_FEW = 40  # problems that belong to no piece on the sheets
_SPOKEN = "en"

Values = dict[str, Any]


class _Page(NamedTuple):
    """Cells that one sheet shows."""

    grid: SheetGrid
    cells: Sequence[SheetCell]


def contact_sheets(project: Project, given: Handout, paper: Paper) -> bytes:
    """Raises UsageError where the paper is too small, FileError, LimitError."""
    upright, _ = both_ways(paper)
    if upright.w < _SMALLEST[0] or upright.h < _SMALLEST[1]:
        said = f"{paper.name} is {size_of(upright.w, upright.h)}: contact sheets need {size_of(*_SMALLEST)}"
        raise UsageError(f"{said} (a4 and letter have them)", paper.name)
    body = Rect(_MARGIN, _MARGIN + _HEAD, upright.w - 2 * _MARGIN, upright.h - 2 * _MARGIN - _HEAD)
    pages = _pages(given, (body.w, body.h))
    fronts = [*_summary(project, given, body), *_drawn(project, pages, body)]
    before = len(fronts) - len(pages)
    titles = [*["Summary"] * before, *[page.cells[0].component.title for page in pages]]
    heads = _heads(project, given, titles, body.w)
    sheets = []
    for number, (front, head, title) in enumerate(zip(fronts, heads, titles, strict=True)):
        placements = [Placement(head, body.x, _MARGIN, head.w, head.h), Placement(front, *body)]
        furniture: list[Group] = []
        if number >= before:
            page = pages[number - before]
            for at, cell in enumerate(page.cells):
                _put(page.grid, at, cell, body, placements, furniture)
        label = str(number + 1)
        whole = Rect(0.0, 0.0, upright.w, upright.h)
        sheets.append(Sheet(upright, label, title, title, "front", tuple(placements), tuple(furniture), whole))
    about = given.wall.about
    info = Info(f"{about['title']}: contact sheets", language=about["language"])
    return write_pdf(sheets, info)


def _pages(given: Handout, room: tuple[float, float]) -> list[_Page]:
    """Components of one size share sheets."""
    count = 2 if given.is_translated else 1
    pages: list[_Page] = []
    waiting: list[SheetCell] = []
    grid: SheetGrid | None = None
    for cell in cells_of(given):
        format = cell.component.format
        own = grid_of(room, (format.w, format.h), count)
        if grid and waiting and (own != grid or len(waiting) == grid.each):
            pages.append(_Page(grid, waiting))
            waiting = []
        grid = own
        waiting.append(cell)
    return [*pages, _Page(grid, waiting)] if grid and waiting else pages


def _drawn(project: Project, pages: Sequence[_Page], body: Rect) -> list[AnyFace]:
    """What is said on each page, without its pieces."""
    if not pages:
        return []
    own = [
        OwnPage(f"sheet-{number}", "Contact sheet", body.w, body.h, "contact-sheet.xml.j2", {"cells": _cells(page)})
        for number, page in enumerate(pages)
    ]
    leaves, _ = draw_all(own, project, _SPOKEN)
    return [leaf.front for leaf in leaves]


def _cells(page: _Page) -> tuple[Record, ...]:
    grid = page.grid
    found = []
    for number, cell in enumerate(page.cells):
        place, format = grid.place(number), cell.component.format
        words = grid.words(format.w, format.h, max(1, len(cell.faces)))
        lines = tuple([place.bottom - line * LINE for line in range(grid.lines)])
        box: dict[str, Value] = {
            **{"x": place.x, "y": place.y, "w": place.w, "lines": lines, "is_below": grid.is_below},
            **{"words_x": words.x, "words_y": words.y, "words_w": words.w, "words_h": words.h},
        }
        found.append(Record({**cell.said.read, **box}))
    return tuple(found)


def _put(
    grid: SheetGrid, number: int, cell: SheetCell, body: Rect, placements: list[Placement], furniture: list[Group]
) -> None:
    """A cell's faces, with a fine line around each."""
    place, format = grid.place(number), cell.component.format
    outline = None if format.outline is Outline.RECTANGLE else outline_path(format)
    for face, at in zip(cell.faces, grid.pictures(format.w, format.h, len(cell.faces)), strict=True):
        x, y = body.x + place.x + at.x, body.y + place.y + at.y
        placements.append(Placement(face, x, y, at.w, at.h, clip=outline, scale=grid.scale))
        edge = Shape(
            outline or rectangle_path(0, 0, format.w, format.h), stroke=_HAIR._replace(width=_HAIR.width / grid.scale)
        )
        furniture.append(Group((edge,), (grid.scale, 0.0, 0.0, grid.scale, x, y)))


def _summary(project: Project, given: Handout, body: Rect) -> list[AnyFace]:
    wall = given.wall
    codes = Counter((problem["code"], problem["title"]) for problem in wall.problems)
    apart = [each for each in wall.problems if not any(label in wall.pieces for label in each["pieces"])]
    folder = common_folder(given)
    flags = Counter(flag for piece in wall.pieces.values() for flag in piece["flags"])
    numbers = Counter(piece["component"] for piece in wall.pieces.values())
    values: dict[str, Value] = {
        "title": plain_text(wall.about["title"], 80),
        "folder": plain_text(folder),
        "components": tuple(
            [Record({"title": plain_text(each["title"], 60), "count": numbers[each["id"]]}) for each in wall.components]
        ),
        "count": len(wall.pieces),
        "problems": len(wall.problems),
        "shrunk": flags["shrunk"],
        "untranslated": flags["untranslated"],
        "codes": tuple(
            [
                Record({"code": code, "title": plain_text(title, 80), "count": count})
                for (code, title), count in sorted(codes.items())
            ]
        ),
        "apart": tuple(
            [
                Record(
                    {
                        "code": each["code"],
                        "place": plain_text(each["place"].removeprefix(folder)),
                        "message": plain_text(each["message"], 160),
                    }
                )
                for each in apart[:_FEW]
            ]
        ),
        "more": max(0, len(apart) - _FEW),
        "lines": tuple([body.h - line * LINE for line in range(6)]),
    }
    page = OwnPage("summary", "Summary", body.w, body.h, "contact-summary.xml.j2", values)
    leaves, _ = draw_all([page], project, _SPOKEN)
    return [leaf.front for leaf in leaves]


def _heads(project: Project, given: Handout, titles: Sequence[str], w: float) -> list[AnyFace]:
    about = given.wall.about
    is_same = about["language"] == about["source"]
    languages = about["language"] if is_same else f"{about['source']} → {about['language']}"
    parts = [about["version"], languages, f"{about['ink']} ink", *about["modules"]]
    said = " · ".join(part for part in parts if part)
    pages = []
    for number, title in enumerate(titles):
        values: dict[str, Value] = {"title": plain_text(about["title"], 80), "about": plain_text(said, 90)}
        values |= {"page": f"{plain_text(title, 50)} · {number + 1} / {len(titles)}"}
        pages.append(OwnPage(f"head-{number}", "Contact sheet", w, 6.0, "contact-head.xml.j2", values))
    leaves, _ = draw_all(pages, project, _SPOKEN)
    return [leaf.front for leaf in leaves]
