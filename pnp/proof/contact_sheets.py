"""A handout → the PDF of its contact sheets: their grids and cells, a summary, and lines to write on."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from pnp.cardtext.marks import escape_marks, strip_marks
from pnp.export.pdf import Info, write_pdf
from pnp.impose.own_pages import OwnPage, draw
from pnp.impose.patterns import both_ways
from pnp.impose.press import size_of
from pnp.io.project import Project
from pnp.model.display import AnyFace, Group, SetText, Shape, Stroke, facts_of
from pnp.model.game import Component, Outline
from pnp.model.geometry import outline_path, rectangle_path
from pnp.model.length import MM_PER_POINT
from pnp.model.problem import UsageError
from pnp.model.sheet import Paper, Placement, Rect, Sheet
from pnp.model.values import Record, Value
from pnp.proof.details import Handout, HandoutPiece, HandoutText, PrintedText
from pnp.proof.wall import has_shrunk

_PROBLEMS = 3  # of a piece that are shown
_LONG = 110  # characters of one
_SHRUNK = 2  # texts whose size is shown
_JOINERS = "\u200c\u200d"  # which scripts can't do without


class SheetCell(NamedTuple):
    component: Component
    faces: tuple[AnyFace, ...]  # the source's first, where there are two; none where it can't be drawn
    values: Record  # of the template


GAP = 9.0  # between cells
LINE = 8.0  # from line to line of handwriting
_BETWEEN = 4.0  # pictures, and picture and words
_LEAST_SCALE = 0.72  # at which type of 9 pt can still be read
_NARROWEST = (36.0, 78.0)  # words beside one picture, and beside two of different languages
_LOWEST = 40.0  # a cell, lines included
_MOST = 12  # cells in a row or a column
_BELOW = 0.6  # of a whole page that a picture takes where its words stand below it


class SheetGrid(NamedTuple):
    columns: int
    rows: int
    cell: tuple[float, float]
    scale: float  # of the faces
    lines: int  # for remarks, below each
    is_below: bool = False  # words stand below the pictures, not beside them

    @property
    def each(self) -> int:
        """Cells of a sheet."""
        return self.columns * self.rows

    def place(self, number: int) -> Rect:
        """Return the place of a cell, in reading order."""
        row, column = divmod(number, self.columns)
        w, h = self.cell
        return Rect(column * (w + GAP), row * (h + GAP), w, h)

    def pictures(self, w: float, h: float, count: int) -> list[Rect]:
        """Return the places of the pictures in a cell."""
        each = w * self.scale
        return [Rect(number * (each + _BETWEEN), 0.0, each, h * self.scale) for number in range(count)]

    def words(self, w: float, h: float, count: int) -> Rect:
        """Return the place for words in a cell: what pictures and lines leave."""
        last = self.pictures(w, h, count)[-1]
        bottom = self.cell[1] - self.lines * LINE
        if self.is_below:
            return Rect(0.0, last.bottom + _BETWEEN, self.cell[0], bottom - last.bottom - _BETWEEN)
        left = last.right + _BETWEEN
        return Rect(left, 0.0, self.cell[0] - left, bottom)


_MARGIN = 12.0
_HEAD = 13.0  # from the top of a page's body to what it holds
_SMALLEST = (180.0, 250.0)  # of a paper
_HAIR = Stroke("#999999", 0.15)
_FEW = 40  # problems that belong to no piece on the sheets
_SPOKEN = "en"


class _Page(NamedTuple):
    """The cells of one sheet."""

    grid: SheetGrid
    cells: list[SheetCell]


def contact_sheets(project: Project, given: Handout, paper: Paper) -> bytes:
    """Return the PDF. Raises UsageError where the paper is too small, FileError, LimitError."""
    upright, _ = both_ways(paper)
    if upright.w < _SMALLEST[0] or upright.h < _SMALLEST[1]:
        sizes = f"{paper.name} is {size_of(upright.w, upright.h)}: contact sheets need {size_of(*_SMALLEST)}"
        raise UsageError(f"{sizes} (a4 and letter have them)", paper.name)
    body = Rect(_MARGIN, _MARGIN + _HEAD, upright.w - 2 * _MARGIN, upright.h - 2 * _MARGIN - _HEAD)
    room = (body.w, body.h)
    count = 2 if given.is_translated else 1
    pages: list[_Page] = []
    for cell in make_cells(given):
        format = cell.component.format
        grid = choose_grid(room, (format.w, format.h), count)
        if not pages or pages[-1].grid != grid or len(pages[-1].cells) == grid.each:
            pages.append(_Page(grid, []))
        pages[-1].cells.append(cell)
    fronts = [*_summary(project, given, body), *_draw_words(project, pages, body)]
    before = len(fronts) - len(pages)
    titles = [*["Summary"] * before, *[page.cells[0].component.title for page in pages]]
    heads = _heads(project, given, titles, body.w)
    sheets = []
    for number, (front, head, title) in enumerate(zip(fronts, heads, titles, strict=True)):
        placements = [Placement(head, body.x, _MARGIN, head.w, head.h), Placement(front, *body)]
        edges: list[Group] = []
        if number >= before:
            page = pages[number - before]
            for at, cell in enumerate(page.cells):  # its faces, with a fine line around each
                grid, format = page.grid, cell.component.format
                outline = None if format.outline is Outline.RECTANGLE else outline_path(format)
                edge = outline or rectangle_path(0, 0, format.w, format.h)
                stroke, place = _HAIR._replace(width=_HAIR.width / grid.scale), grid.place(at)
                for face, box in zip(cell.faces, grid.pictures(format.w, format.h, len(cell.faces)), strict=True):
                    x, y = body.x + place.x + box.x, body.y + place.y + box.y
                    placements.append(Placement(face, x, y, box.w, box.h, clip=outline, scale=grid.scale))
                    edges.append(Group((Shape(edge, stroke=stroke),), (grid.scale, 0.0, 0.0, grid.scale, x, y)))
        whole = Rect(0.0, 0.0, upright.w, upright.h)
        sheets.append(Sheet(upright, str(number + 1), title, title, "front", tuple(placements), tuple(edges), whole))
    about = given.wall.about
    info = Info(f"{about['title']}: contact sheets", language=about["language"])
    return write_pdf(sheets, info)


def _draw_words(project: Project, pages: Sequence[_Page], body: Rect) -> list[AnyFace]:
    """Return what is written on each page, without its pieces."""
    if not pages:
        return []
    own = []
    for number, (grid, cells) in enumerate(pages):
        records = []
        for at, cell in enumerate(cells):
            place, format = grid.place(at), cell.component.format
            words = grid.words(format.w, format.h, max(1, len(cell.faces)))
            lines = tuple([place.bottom - line * LINE for line in range(grid.lines)])
            box: dict[str, Value] = {
                **{"x": place.x, "y": place.y, "w": place.w, "lines": lines, "is_below": grid.is_below},
                **{"words_x": words.x, "words_y": words.y, "words_w": words.w, "words_h": words.h},
            }
            records.append(Record({**cell.values.read, **box}))
        values: dict[str, Value] = {"cells": tuple(records)}
        own.append(OwnPage(f"sheet-{number}", "Contact sheet", body.w, body.h, "contact-sheet.xml.j2", values))
    return _draw_fronts(own, project)


def _summary(project: Project, given: Handout, body: Rect) -> list[AnyFace]:
    wall = given.wall
    codes = Counter((problem["code"], problem["title"]) for problem in wall.problems)
    apart = [each for each in wall.problems if not any(label in wall.pieces for label in each["pieces"])]
    folder = f"card_data/{given.wall.about['game']}/"
    flags = Counter(flag for piece in wall.pieces.values() for flag in piece["flags"])
    numbers = Counter(piece["component"] for piece in wall.pieces.values())
    parts = [Record({"title": plain_text(each["title"], 60), "count": numbers[each["id"]]}) for each in wall.components]
    kinds = [
        {"code": code, "title": plain_text(title, 80), "count": codes[code, title]} for code, title in sorted(codes)
    ]
    others: list[Record] = []
    for each in apart[:_FEW]:
        place, message = plain_text(each["place"].removeprefix(folder)), plain_text(each["message"], 160)
        others.append(Record({"code": each["code"], "place": place, "message": message}))
    values: dict[str, Value] = {
        "title": plain_text(wall.about["title"], 80),
        "folder": plain_text(folder),
        "components": tuple(parts),
        "count": len(wall.pieces),
        "problems": len(wall.problems),
        "shrunk": flags["shrunk"],
        "untranslated": flags["untranslated"],
        "codes": tuple(map(Record, kinds)),
        "apart": tuple(others),
        "more": max(0, len(apart) - _FEW),
        "lines": tuple([body.h - line * LINE for line in range(6)]),
    }
    page = OwnPage("summary", "Summary", body.w, body.h, "contact-summary.xml.j2", values)
    return _draw_fronts([page], project)


def _heads(project: Project, given: Handout, titles: Sequence[str], w: float) -> list[AnyFace]:
    about = given.wall.about
    is_same = about["language"] == about["source"]
    languages = about["language"] if is_same else f"{about['source']} → {about['language']}"
    parts = [about["version"], languages, f"{about['ink']} ink", *about["modules"]]
    edition = " · ".join(part for part in parts if part)
    pages = []
    for number, title in enumerate(titles):
        values: dict[str, Value] = {"title": plain_text(about["title"], 80), "about": plain_text(edition, 90)}
        values |= {"page": f"{plain_text(title, 50)} · {number + 1} / {len(titles)}"}
        pages.append(OwnPage(f"head-{number}", "Contact sheet", w, 6.0, "contact-head.xml.j2", values))
    return _draw_fronts(pages, project)


def _draw_fronts(pages: Sequence[OwnPage], project: Project) -> list[AnyFace]:
    return [leaf.front for leaf in draw(pages, project, _SPOKEN)[0]]


def choose_grid(room: tuple[float, float], face: tuple[float, float], count: int) -> SheetGrid:
    """Return the grid for faces of a size, no larger than they print: as many on a sheet as can be read."""
    shapes = [(columns, rows) for columns in range(1, _MOST + 1) for rows in range(1, _MOST + 1)]
    all_grids = [_grid_beside(room, face, count, columns, rows) for columns, rows in shapes]
    grids = [each for each in all_grids if each.scale >= _LEAST_SCALE and each.cell[1] >= _LOWEST]
    if grids:
        return max(grids, key=lambda each: (each.each, each.scale))
    w, h = room
    scale = min(1.0, (w - (count - 1) * _BETWEEN) / count / face[0], h * _BELOW / face[1])
    below = SheetGrid(1, 1, room, scale, 4, is_below=True)
    return max(_grid_beside(room, face, count, 1, 1), below, key=lambda each: each.scale)


def _grid_beside(
    room: tuple[float, float], face: tuple[float, float], count: int, columns: int, rows: int
) -> SheetGrid:
    w, h = ((length - (parts - 1) * GAP) / parts for length, parts in zip(room, (columns, rows), strict=True))
    lines = 2 if rows > 1 else 4
    wide = (w - _NARROWEST[count > 1] - count * _BETWEEN) / count
    scale = min(1.0, wide / face[0], (h - lines * LINE) / face[1])
    return SheetGrid(columns, rows, (w, h), scale, lines)


def make_cells(given: Handout) -> Iterator[SheetCell]:
    """Yield each page of each piece, its back if no other piece has the same, and once a back that several have."""
    folder = f"card_data/{given.wall.about['game']}/"
    shared = Counter(_look(piece, leaf.back) for piece in given.pieces for leaf in piece.leaves if leaf.back)
    for number, piece in enumerate(given.pieces):
        yield from _piece_cells(given, piece, folder, shared)
        following = given.pieces[number + 1 : number + 2]
        if not following or following[0].component.id != piece.component.id:
            yield from _back_cells(given, piece, folder, shared)


def plain_text(text: str, most: int = 0) -> str:
    """Return one line that prints as it is, with dots where it is longer."""
    seen = "".join([sign if sign.isprintable() or sign in _JOINERS else " " for sign in text])
    line = " ".join(seen.split())
    return escape_marks(f"{line[: most - 1].rstrip()}…" if most and len(line) > most else line)


def points(mm: float) -> str:
    return f"{mm / MM_PER_POINT:.1f}".removesuffix(".0")


def _piece_cells(
    given: Handout, piece: HandoutPiece, folder: str, shared: Counter[tuple[str, str]]
) -> Iterator[SheetCell]:
    values = piece.values
    title, place = strip_marks(values["name"]), values["place"].removeprefix(folder)
    if not piece.leaves:
        yield SheetCell(piece.component, (), _cell_record(title, values["label"], place, piece, "not drawn"))
    for number, leaf in enumerate(piece.leaves):
        source = piece.source[number] if number < len(piece.source) else None
        if number == 0:
            own = [face for each in piece.leaves for face in (each.front, each.back) if face]
            facts = _facts([face for face in own if not shared[_look(piece, face)] > 1], values)
            record = _cell_record(title, values["label"], place, piece, facts)
        else:
            which = f"copy {leaf.copy}" if leaf.copy else f"page {number + 1}"
            record = _cell_record(f"{title}, {which}", values["label"], place)
        yield SheetCell(piece.component, _pair(given, leaf.front, source.front if source else None), record)
        if leaf.back and not shared[_look(piece, leaf.back)] > 1:
            record = _cell_record(f"{title}, back", values["label"], place)
            yield SheetCell(piece.component, _pair(given, leaf.back, source.back if source else None), record)


def _back_cells(
    given: Handout, piece: HandoutPiece, folder: str, shared: Counter[tuple[str, str]]
) -> Iterator[SheetCell]:
    """Yield a component's backs that several of its pieces have."""
    component, done = piece.component, set()
    for each in given.pieces:
        for number, leaf in enumerate(each.leaves):
            if each.component.id != component.id or leaf.back is None:
                continue
            look = _look(each, leaf.back)
            if shared[look] > 1 and look not in done:
                done.add(look)
                source = each.source[number].back if number < len(each.source) else None
                place = str(component.layout_span).removeprefix(folder)
                record = _cell_record(f"Back of {shared[look]}", component.id, place, facts=_facts([leaf.back]))
                yield SheetCell(component, _pair(given, leaf.back, source), record)


def _look(piece: HandoutPiece, face: AnyFace) -> tuple[str, str]:
    return piece.component.id, facts_of(face).whole


def _pair(given: Handout, face: AnyFace, source: AnyFace | None) -> tuple[AnyFace, ...]:
    """Return a face after that of the source, under another label."""
    if source is None:
        return (face,)
    return source._replace(label=f"{source.label} [{given.wall.about['source']}]"), face


def _cell_record(title: str, label: str, place: str, piece: HandoutPiece | None = None, facts: str = "") -> Record:
    problems, words = (piece.problems, piece.words) if piece else ((), ())
    shown = [(each["code"], each["message"].removeprefix(f"{label}: ")) for each in problems[:_PROBLEMS]]
    values: dict[str, Value] = {
        "title": plain_text(title, 60),
        "label": plain_text(label),
        "place": plain_text(place),
        "facts": facts and plain_text(facts, 160),
        "problems": tuple([Record({"code": code, "message": plain_text(text, _LONG)}) for code, text in shown]),
        "more": max(0, len(problems) - _PROBLEMS),
        "words": tuple(map(_text_record, words)) if piece and piece.source else (),
    }
    return Record(values)


def _text_record(words: HandoutText) -> Record:
    parts: dict[str, Value] = {"path": plain_text(words.path, 30)}
    for name, each in (("source", words.source or PrintedText("")), ("said", words.said)):
        parts[name] = Record({f"at_{most}": plain_text(each.text, most) for most in (600, 160, 60)})
        is_shrunk = has_shrunk(SetText("", "", (0, 0, 0, 0), each.size, each.full))
        whole = f" of {points(each.full)}" if is_shrunk else ""
        parts[f"{name}_size"] = f"{points(each.size)}{whole} pt" if each.size else ""
    return Record(parts)


def _facts(faces: Sequence[AnyFace], values: dict[str, Any] | None = None) -> str:
    """Return a line of facts about a piece, or about a back alone."""
    facts = [facts_of(face) for face in faces]
    found = [f"×{values['copies']}"] if values and values["copies"] > 1 else []
    found += ["untranslated"] if values and "untranslated" in values["flags"] else []
    shrunk = [text for each in facts for text in each.set_texts if has_shrunk(text)]
    shrunk.sort(key=lambda text: text.size / text.full)
    sizes = []
    for text in shrunk:
        name = text.field or f"“{text.says if len(text.says) < 20 else f'{text.says[:18].rstrip()}…'}”"
        sizes.append(f"{name} {points(text.size)} of {points(text.full)} pt")
    found += list(dict.fromkeys(sizes))[:_SHRUNK]
    resolutions = [each.dpi for each in facts if each.dpi is not None]
    found += [f"pictures from {min(resolutions)} dpi"] if resolutions else []
    return " · ".join(found)
