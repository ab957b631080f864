"""`flow`: blocks over as many columns and pages as they need.

A block becomes slices that nothing splits - a line of a paragraph, a row of a table - each knowing whether a column may
end after it; filling columns is then one simple walk over the slices.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.layout.attributes import Attributes
from pnp.layout.element import Element, Finding, Placed, Size, element
from pnp.layout.elements.lists import list_items
from pnp.layout.elements.stack import TOO_LARGE
from pnp.layout.elements.table import table_rows
from pnp.layout.elements.text import at_element, fit_at_full_size, set_text
from pnp.layout.engine import UNKNOWN_ELEMENT, Layouter, joined, shifted
from pnp.model.display import Shape, Stroke
from pnp.model.length import mm

_TEXTS = ("text", "p", "h1", "h2", "h3", "caption")
_LEAST_LINES = 2  # of a paragraph on either side of a break


class Slice(NamedTuple):
    """What is never split, as wide as a column."""

    placed: Placed
    h: float
    space: float = 0.0  # above it, except at the top of a column
    may_break: bool = True  # after it
    repeats: Placed | None = None  # the table's head, where a column begins with this row
    repeats_h: float = 0.0
    breaks: str = ""  # "page" or "column": begins a new one
    tag: str = ""
    origin: str = ""


@element("flow", attributes=("columns", "gap", "balance"), children=True)
class FlowElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        return Size(w or 0.0, 0.0)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        pages = lay.pages
        if pages is None or h is None:
            message = "<flow> can't stand here: it belongs directly into a <face>"
            return Placed(findings=(Finding(UNKNOWN_ELEMENT, message, "", "", element.origin),))
        pages.flows += 1
        if pages.flows > 1:
            return Placed(findings=(Finding(UNKNOWN_ELEMENT, "a face has one <flow>", "", "", element.origin),))
        count = int(own.number("columns", 1, 1, 12))
        gap = own.length("gap", 5.0)
        column_w = (w - gap * (count - 1)) / count
        slices = list(_slices(lay, element.children, column_w))
        end, columns = _fill(slices, pages.start, count, h)
        if end >= len(slices) and own.yes("balance", True):
            columns = _balanced(slices, pages.start, count, h) or columns
        parts = [shifted(placed, i * (column_w + gap), 0.0) for i, placed in enumerate(map(_column, columns))]
        findings = [*own.findings, *_too_high(columns, h)]
        pages.start, pages.done = end, end >= len(slices)
        inside = joined(parts) if parts else Placed()
        return inside._replace(findings=(*findings, *inside.findings))


@element("hr", attributes=("stroke", "stroke-width"))
class RuleElement:
    """A line across its box."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        return Size(w or 0.0, Attributes(lay, element).length("stroke-width", 0.25))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        width, colour = own.length("stroke-width", 0.25), own.colour("stroke", "ink")
        path = (("M", 0.0, width / 2), ("L", w, width / 2))
        items = (Shape(path, None, Stroke(colour, width)),) if colour else ()  # type: ignore[arg-type]
        return Placed(items, (), tuple(own.findings))


@element("break", attributes=("to",))
class BreakElement:
    """Begins a new page or column of the flow it stands in."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        return Size(0.0, 0.0)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        own.choice("to", ("page", "column"), "page")
        return Placed(findings=tuple(own.findings))


def _slices(lay: Layouter, blocks: tuple[Element, ...], w: float) -> Iterator[Slice]:
    after = 0.0
    breaks = ""
    for block in blocks:
        if block.tag == "break":
            breaks = Attributes(lay, block).get("to", "page")
            continue
        own = Attributes(lay, block)
        before_style, after_style = _spaces(lay, block)
        made = list(_block_slices(lay, block, w))
        if not made:
            continue
        made[0] = made[0]._replace(space=max(after, before_style), breaks=breaks)
        breaks = ""
        keeps = own.choice("keep", ("next", "no"), "next" if block.tag in ("h1", "h2", "h3") else "no") == "next"
        if own.yes("together"):
            made = [*(piece._replace(may_break=False) for piece in made[:-1]), made[-1]]
        made[-1] = made[-1]._replace(may_break=not keeps)
        after = after_style
        yield from made


def _spaces(lay: Layouter, block: Element) -> tuple[float, float]:
    if block.tag in (*_TEXTS, "ul", "ol"):
        tag = "p" if block.tag == "text" else block.tag
        style = lay.style.styles.get(Attributes(lay, block).get("style") or tag) or lay.style.styles["p"]
        return style.before, style.after
    style = lay.style.styles["p"]
    return max(style.before, style.after), max(style.before, style.after)


def _block_slices(lay: Layouter, block: Element, w: float) -> Iterator[Slice]:
    if block.tag in _TEXTS:
        yield from _text_slices(lay, block, w)
    elif block.tag in ("ul", "ol"):
        space = 0.0
        for item in list_items(lay, block):
            body_w = max(w - item.indent, 0.1)
            marker = lay.draw(item.marker, item.indent, None)
            if item.body.children:
                high = lay.natural(item.body, body_w).h
                lines = [Slice(lay.draw(item.body, body_w, high), high, tag="li", origin=block.origin)]
            else:
                lines = list(_text_slices(lay, item.body, body_w))
            for i, line in enumerate(lines):
                body = shifted(line.placed, item.indent, 0.0)
                placed = joined([marker, body]) if not i else body
                yield line._replace(placed=placed, space=space if not i else line.space)
            space = item.gap
    elif block.tag == "table":
        rows = table_rows(lay, block, w)
        heads = [row for row in rows if row.is_head][:1] if rows and rows[0].is_head else []
        for row in rows:
            repeats = heads[0] if heads and not row.is_head else None
            yield Slice(
                row.placed,
                row.h,
                may_break=not row.is_head,
                repeats=repeats.placed if repeats else None,
                repeats_h=repeats.h if repeats else 0.0,
                tag="table",
                origin=block.origin,
            )
    else:
        own = Attributes(lay, block)
        size = lay.natural(block, w)
        wide = size.w if "w" in own or block.tag == "icon" else w
        placed = shifted(lay.draw(block, wide, size.h), (w - wide) / 2, 0.0)
        yield Slice(placed, size.h, tag=block.tag, origin=block.origin)


def _text_slices(lay: Layouter, element: Element, w: float) -> Iterator[Slice]:
    """A slice a line; never one line alone on either side of a break."""
    if not element.text:
        return
    look = lay.look(element)
    fitted = fit_at_full_size(lay, element, look, w)
    high = look.style.leading * fitted.size
    count = len(fitted.lines)
    findings = at_element(look.findings, element)
    for i, line in enumerate(fitted.lines):
        one = fitted._replace(lines=(line,), width=line.width * fitted.size, height=high)
        placed = set_text(lay, element, look, one, w, None, findings)
        if i:  # what is wrong with the text is said once
            placed = placed._replace(findings=())
        may_break = i + 1 == count or (i + 1 >= _LEAST_LINES and count - i - 1 >= _LEAST_LINES)
        yield Slice(placed, high, may_break=may_break, tag=element.tag, origin=element.origin)


def _fill(slices: list[Slice], start: int, count: int, h: float) -> tuple[int, list[list[Slice]]]:
    """Fills up to `count` columns of height `h`; where the next page begins, and the columns."""
    columns: list[list[Slice]] = []
    at = start
    while at < len(slices) and len(columns) < count:
        if columns and slices[at].breaks == "page":
            break
        end = _column_end(slices, at, h)
        columns.append(slices[at:end])
        at = end
    return at, columns


def _column_end(slices: list[Slice], start: int, h: float) -> int:
    """The slice after the last that the column beginning at `start` takes: at least one, ending where it may."""
    used = slices[start].repeats_h
    last = start
    for i in range(start, len(slices)):
        piece = slices[i]
        if i > start and piece.breaks:
            return i
        used += piece.h + (piece.space if i > start else 0.0)
        if used > h + 1e-6:
            break
        if piece.may_break:
            last = i + 1
    else:
        return len(slices)
    if last > start:
        return last
    return max(i, start + 1)  # no place to break: the column ends where it is full


def _balanced(slices: list[Slice], start: int, count: int, h: float) -> list[list[Slice]] | None:
    """The last page's columns at the least height that still holds all."""
    if count == 1 or any(piece.breaks for piece in slices[start + 1 :]):
        return None
    low, high = 0.0, h
    best: list[list[Slice]] | None = None
    for _ in range(14):
        middle = (low + high) / 2
        end, columns = _fill(slices, start, count, middle)
        fits = end >= len(slices) and all(_height(column) <= middle + 1e-6 for column in columns)
        if fits:
            high, best = middle, columns
        else:
            low = middle
    return best


def _height(column: list[Slice]) -> float:
    if not column:
        return 0.0
    return column[0].repeats_h + sum(piece.h for piece in column) + sum(piece.space for piece in column[1:])


def _column(column: list[Slice]) -> Placed:
    parts: list[Placed] = []
    y = 0.0
    for i, piece in enumerate(column):
        if not i and piece.repeats:
            parts.append(piece.repeats)
            y += piece.repeats_h
        y += piece.space if i else 0.0
        parts.append(shifted(piece.placed, 0.0, y))
        y += piece.h
    return joined(parts) if parts else Placed()


def _too_high(columns: list[list[Slice]], h: float) -> Iterator[Finding]:
    for column in columns:
        over = _height(column) - h
        if over > 1e-3:
            first = column[0]
            message = f"<{first.tag}> is {mm(over)} too high for a page of the flow"
            yield Finding(TOO_LARGE, message, "", "", first.origin)
