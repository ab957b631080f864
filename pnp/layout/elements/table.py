"""`table` of `tr` of `th` and `td`: columns like a grid's, rules between rows, a head and striped rows if asked."""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.layout.art.shapes import rounded_rect
from pnp.layout.attributes import Attributes
from pnp.layout.element import Element, Finding, Placed, Size, element
from pnp.layout.elements.grid import arranged
from pnp.layout.elements.stack import TOO_LARGE
from pnp.layout.engine import UNKNOWN_ELEMENT, Layouter, joined, shifted
from pnp.layout.tracks import read_tracks, resolve
from pnp.model.display import Colour, Shape, Stroke
from pnp.model.length import mm


class Row(NamedTuple):
    """One row laid out at the table's width, its ground and the rule below included."""

    placed: Placed
    h: float
    is_head: bool


class _Looks(NamedTuple):
    line: Colour | None
    line_width: float
    head: Colour | None
    stripe: Colour | None
    pad_y: float
    pad_x: float


@element("table", attributes=("columns", "line", "line-width", "padding", "head", "stripe"), children=True)
class TableElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        width = 100.0 if w is None else w
        return Size(width, sum(row.h for row in table_rows(lay, element, width)))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        parts, y = [], 0.0
        for row in table_rows(lay, element, w):
            parts.append(shifted(row.placed, 0.0, y))
            y += row.h
        inside = joined(parts) if parts else Placed()
        findings = list(own.findings)
        if h is not None and y > h + 1e-3:
            findings.append(Finding(TOO_LARGE, f"<table> is {mm(y - h)} too high for its box", origin=element.origin))
        return inside._replace(findings=(*findings, *inside.findings))


@element("tr", children=True)
class RowElement:
    """Only tables know what to do with one."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        return Size(0.0, 0.0)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        finding = Finding(UNKNOWN_ELEMENT, "<tr> stands outside of a <table>", origin=element.origin)
        return Placed(findings=(finding,))


def table_rows(lay: Layouter, element: Element, w: float) -> list[Row]:
    """The table's rows at a width; a flow puts them on pages one by one."""
    own = Attributes(lay, element)
    rows = [row for row in element.children if row.tag == "tr"]
    tracks = read_tracks(own, "columns", str(max((len(row.children) for row in rows), default=1) or 1))
    pads = own.lengths("padding", 2) or (0.6, 1.0)
    looks = _Looks(
        own.colour("line"),
        own.length("line-width", 0.2),
        own.colour("head"),
        own.colour("stripe"),
        pads[0],
        pads[1],
    )
    cells = [arranged(lay, row.children, len(tracks)) for row in rows]

    def wanted(column: int) -> float:
        widths = [
            lay.natural(cell.element, None).w
            for line in cells
            for cell in line
            if cell.column == column and cell.span == 1
        ]
        return max(widths, default=0.0) + 2 * looks.pad_x

    widths = resolve(tracks, w, wanted)
    made: list[Row] = []
    stripe = False
    for row, line in zip(rows, cells, strict=True):
        is_head = bool(row.children) and all(cell.tag == "th" for cell in row.children)
        stripe = not stripe and not is_head
        ground = looks.head if is_head else looks.stripe if not stripe else None
        made.append(_row(lay, row, [(c.element, c.column, c.span) for c in line], widths, looks, ground, is_head))
    wrong = list(_strangers(element))
    if made and (wrong or own.findings):
        first = made[0].placed
        made[0] = made[0]._replace(placed=first._replace(findings=(*own.findings, *wrong, *first.findings)))
    return made


def _row(
    lay: Layouter,
    row: Element,
    cells: list[tuple[Element, int, int]],
    widths: list[float],
    looks: _Looks,
    ground: Colour | None,
    is_head: bool,
) -> Row:
    def width(column: int, span: int) -> float:
        return max(sum(widths[column : column + span]) - 2 * looks.pad_x, 0.1)

    asked = Attributes(lay, row).optional_length("h")
    heights = [lay.natural(cell, width(column, span)).h for cell, column, span in cells]
    height = asked if asked is not None else max(heights, default=0.0) + 2 * looks.pad_y
    parts: list[Placed] = []
    whole = sum(widths)
    if ground:
        parts.append(Placed((Shape(rounded_rect(0.0, 0.0, whole, height, 0.0, 0.0), ground),)))
    for cell, column, span in cells:
        placed = lay.draw(cell, width(column, span), height - 2 * looks.pad_y)
        parts.append(shifted(placed, sum(widths[:column]) + looks.pad_x, looks.pad_y))
    if looks.line and looks.line_width:
        rule = (("M", 0.0, height), ("L", whole, height))
        weight = looks.line_width * (2 if is_head else 1)
        parts.append(Placed((Shape(rule, None, Stroke(looks.line, weight)),)))  # type: ignore[arg-type]
    return Row(joined(parts) if parts else Placed(), height, is_head)


def _strangers(element: Element) -> Iterator[Finding]:
    for row in element.children:
        if row.tag != "tr":
            yield Finding(UNKNOWN_ELEMENT, f"<{row.tag}> can't stand in <table>", "rows are <tr>", origin=row.origin)
        for cell in row.children if row.tag == "tr" else ():
            if cell.tag not in ("td", "th"):
                message = f"<{cell.tag}> can't stand in <tr>"
                yield Finding(UNKNOWN_ELEMENT, message, "cells are <td> and <th>", origin=cell.origin)
