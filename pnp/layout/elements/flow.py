"""`flow hr break`: blocks over as many columns and pages as they need, and what only stands among these.

The blocks become slices that nothing splits, and these columns that are as full as they can be.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.cardtext.marks import printed_text
from pnp.layout.attributes import Attributes
from pnp.layout.element import UNKNOWN_ELEMENT, BoxSize, Element, Placed, element, join_placed, shifted
from pnp.layout.elements.grid import table_rows
from pnp.layout.elements.text import check_list, fitted_text, list_items, set_text
from pnp.layout.engine import CHANGED_FLOW, TOO_HIGH, UNSEEN, Layouter, StrayElement
from pnp.model.display import Path, Shape, Stroke
from pnp.model.length import ROUNDING, mm
from pnp.model.problem import Finding, find

_TRIES = 14  # of halving the height when columns are balanced: to a sixteen-thousandth of the page


class Slice(NamedTuple):
    """What is never split, as wide as a column."""

    placed: Placed
    h: float
    space: float = 0.0  # above it, except at the top of a column
    may_break: bool = True  # after it
    if_must: bool = False  # it may, where there is no better place
    is_line: bool = False  # of text
    repeats: Placed | None = None  # the table's head, where a column begins with this row
    repeats_h: float = 0.0
    breaks: str = ""  # "page" or "column": begins a new one
    tag: str = ""  # of the block it comes from
    origin: str = ""


Column = Sequence[Slice]


def fill(slices: Column, start: int, count: int, h: float) -> tuple[int, list[Column]]:
    """Return where the next page begins, and up to `count` columns of height `h` from slice `start` on."""
    columns: list[Column] = []
    at = start
    while at < len(slices) and len(columns) < count and not (columns and slices[at].breaks == "page"):
        end = _column_end(slices, at, h, is_last=len(columns) == count - 1)
        columns.append(slices[at:end])
        at = end
    return at, columns


def balanced(slices: Column, start: int, count: int, h: float) -> list[Column] | None:
    """Return the columns of the last page, at the least height that holds all; None if one must end or nothing fits."""
    if any(piece.breaks for piece in slices[start + 1 :]):
        return None
    low, high = 0.0, h
    best: list[Column] | None = None
    for _ in range(_TRIES):
        middle = (low + high) / 2
        end, columns = fill(slices, start, count, middle)
        fits = all(height(column) <= middle + ROUNDING for column in columns)
        if end == len(slices) and fits and all(column[-1].may_break for column in columns[:-1]):
            high, best = middle, columns
        else:
            low = middle
    return best


def height(column: Column) -> float:
    if not column:
        return 0.0
    return column[0].repeats_h + sum([piece.h for piece in column]) + sum([piece.space for piece in column[1:]])


def draw_column(column: Column) -> Placed:
    """Return the column's slices below one another."""
    parts: list[Placed] = []
    y = 0.0
    for i, piece in enumerate(column):
        if i:
            y += piece.space
        elif piece.repeats:
            parts.append(piece.repeats)
            y += piece.repeats_h
        parts.append(shifted(piece.placed, 0.0, y))
        y += piece.h
    return join_placed(parts)


def _column_end(slices: Column, start: int, h: float, is_last: bool) -> int:
    """Return the end of the column that begins at `start`: it holds at least one slice, and ends where it may. The
    last of its page rather ends before that than leave a line of text to another page, alone."""
    used = slices[start].repeats_h
    good = bad = start
    leaves_line = is_last and slices[-1].is_line and not slices[-1].breaks
    for i in range(start, len(slices)):
        piece = slices[i]
        if i > start and piece.breaks:
            return i
        used += piece.h + (piece.space if i > start else 0.0)
        if used > h + ROUNDING:
            break
        if piece.may_break and not (leaves_line and i + 2 == len(slices)):
            good = i + 1
        elif piece.may_break or piece.if_must:
            bad = i + 1
    else:
        return len(slices)
    if good > start:
        return good
    return bad if bad > start else max(i, start + 1)  # no place to break: the column ends where it is full


_TEXTS = ("text", "p", "h1", "h2", "h3", "caption")
_LISTS = ("ul", "ol")
_LEAST_LINES = 2  # of a paragraph on either side of a break


def slices_of(lay: Layouter, blocks: tuple[Element, ...], w: float) -> tuple[list[Slice], list[Finding]]:
    """Slice all blocks at the width of a column."""
    slices, findings = list[Slice](), list[Finding]()
    after, breaks = 0.0, ""
    for block in blocks:
        if block.tag in ("break", *_TEXTS, *_LISTS, "table"):  # the others are checked when they are drawn
            findings += lay.check(block)
        if block.tag in _LISTS:
            findings += check_list(lay, block)
        own = Attributes(lay, block)
        if block.tag == "break":
            breaks = own.choice("to", ("page", "column"), "page")
            findings += own.findings
            continue
        made = list(_SLICERS.get(block.tag, _slice_figure)(lay, block, w))
        if not made:
            continue
        if block.tag in (*_TEXTS, *_LISTS):
            styles = lay.style.styles
            style = styles.get(own.get("style") or block.tag) or styles["p"]
            space_before, space_after = style.before, style.after
        else:
            style = lay.style.styles["p"]
            space_before, space_after = (max(style.before, style.after),) * 2
        made[0] = made[0]._replace(space=max(after, space_before), breaks=breaks)
        if own.yes("together"):
            made = [piece._replace(may_break=False, if_must=piece.may_break) for piece in made]
        ends_in_colon = block.tag in _TEXTS and printed_text(block.text).rstrip().endswith((":", "："))
        keep = own.keep("next" if ends_in_colon or block.tag in ("h1", "h2", "h3") else "no")
        made[-1] = made[-1]._replace(may_break=keep != "next", if_must=False)
        if keep == "previous" and slices:
            slices[-1] = slices[-1]._replace(may_break=False)
        slices += [piece._replace(tag=block.tag, origin=block.origin) for piece in made]
        after, breaks = space_after, ""
    return slices, findings


def _slice_text(lay: Layouter, element: Element, w: float) -> Iterator[Slice]:
    """Yield a slice a line; never one line alone on either side of a break."""
    if not element.text:
        return
    if lay.look(element).along:
        yield from _slice_figure(lay, element, w)
        return
    lines = list(fitted_text(lay, element, w, None).lines())
    count = len(lines)
    for n, line in enumerate(lines, 1):
        placed = set_text(lay, line, w, None)
        if n > 1:  # what is wrong with the text is said once
            placed = placed._replace(findings=())
        may_break = n == count or (n >= _LEAST_LINES and count - n >= _LEAST_LINES)
        yield Slice(placed, line.fitted.height, may_break=may_break, is_line=True)


def _slice_list(lay: Layouter, element: Element, w: float) -> list[Slice]:
    """Return the slices of the items, the first of each with its marker; no line stays alone at an end of the list."""
    space = 0.0
    slices: list[Slice] = []
    for item in list_items(lay, element):
        body_w = item.body_width(w)
        marker_x, body_x = item.places(lay, w)
        marker = shifted(lay.draw(item.marker, item.indent, None), marker_x, 0.0)
        least = lay.natural(item.marker, None).h
        if item.body.children or not item.body.text:
            high = max(lay.natural(item.body, body_w).h, least)
            lines = [Slice(lay.draw(item.body, body_w, high), high)]
        else:
            wrong = Placed(findings=tuple(lay.check(item.body)))
            lines = list(_slice_text(lay, item.body, body_w))
            lines[0] = lines[0]._replace(placed=join_placed((wrong, lines[0].placed)), h=max(lines[0].h, least))
        for i, line in enumerate(lines):
            body = shifted(line.placed, body_x, 0.0)
            placed = body if i else join_placed((marker, body))
            slices.append(line._replace(placed=placed, space=line.space if i else space))
        space = item.gap
    for at in (0, len(slices) - 1):
        if len(slices) > 1 and slices[at].is_line:
            before = max(at - 1, 0)
            slices[before] = slices[before]._replace(may_break=False)
    return slices


def _slice_table(lay: Layouter, element: Element, w: float) -> Iterator[Slice]:
    """Yield a slice a row; a column that begins with a row repeats the head."""
    asked = lay.own_length(element, "w", w)
    wide = w if asked is None else asked
    rows = table_rows(lay, element, wide)
    heads = next((i for i, row in enumerate(rows) if not row.is_head), len(rows))
    head_h = sum([row.h for row in rows[:heads]])
    head = join_placed([shifted(row.placed, 0.0, sum([r.h for r in rows[:i]])) for i, row in enumerate(rows[:heads])])
    x = (w - wide) / 2
    for i, row in enumerate(rows):
        placed = shifted(row.placed, x, 0.0)
        if i < heads:
            yield Slice(placed, row.h, may_break=False)
        else:
            repeats = shifted(head, x, 0.0)._replace(findings=()) if heads else None
            yield Slice(placed, row.h, may_break=not row.is_head, repeats=repeats, repeats_h=head_h)


def _slice_figure(lay: Layouter, element: Element, w: float) -> Iterator[Slice]:
    """Yield anything else as one slice; in the middle of the column where it has a width of its own."""
    high, wide = lay.natural(element, w).h, lay.width_in(element, w)
    yield Slice(shifted(lay.draw(element, wide, high), (w - wide) / 2, 0.0), high)


_SLICERS: dict[str, Callable[[Layouter, Element, float], Iterable[Slice]]] = {
    **dict.fromkeys(_TEXTS, _slice_text),
    **dict.fromkeys(_LISTS, _slice_list),
    "table": _slice_table,
}


FLOW_ELSEWHERE = UNKNOWN_ELEMENT.also("<flow> can't stand here: it belongs directly into a <face>")
SECOND_FLOW = UNKNOWN_ELEMENT.also("a face has one <flow>")
STRAY_BREAK = UNKNOWN_ELEMENT.also("<break> stands outside of a <flow>")

_LEAST = 1.0  # mm that a column is wide


@element("flow", attributes=("columns", "gap", "balance"), children=True)
class FlowElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        return BoxSize(w or 0.0, 0.0)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        """Draw the next page: a document runs as its language does, also where layouts aren't mirrored."""
        with lay.direction(lay.is_rtl):
            own = Attributes(lay, element)
            pages = lay.pages
            if pages is None or h is None:
                own.find(FLOW_ELSEWHERE)
                return Placed(findings=tuple(own.findings))
            pages.flows += 1
            if pages.flows > 1:
                own.find(SECOND_FLOW)
                return Placed(findings=tuple(own.findings))
            pages.room, pages.origin = w * h, element.origin
            count = int(own.number("columns", 1, 1, 12))
            gap = own.length("gap", 5.0)
            column_w = (w - gap * (count - 1)) / count
            if column_w < _LEAST:
                own.bad("gap", f"leaves no room for {count} columns in {mm(w)}")
                return Placed(findings=tuple(own.findings))
            # on the first page; on the others the blocks have to be the same
            made_from = element.children, round(column_w, 6)
            if pages.made_from is None:
                pages.made_from = made_from
                pages.slices, findings = slices_of(lay, element.children, column_w)
                own.findings += findings
            elif pages.made_from != made_from:
                own.find(CHANGED_FLOW)
            end, columns = fill(pages.slices, pages.start, count, h)
            is_last = end == len(pages.slices)
            if count > 1 and own.yes("balance", True) and (is_last or pages.slices[end].breaks == "page"):
                columns = balanced(pages.slices[:end], pages.start, count, h) or columns
            for column in columns:
                if (over := height(column) - h) > UNSEEN:
                    first = column[0]
                    own.findings.append(find(TOO_HIGH, origin=first.origin, tag=first.tag, over=mm(over)))
            pages.start, pages.done = end, is_last
            places = [lay.mirror_x(i * (column_w + gap), column_w, w) for i in range(len(columns))]
            parts = [shifted(draw_column(column), x, 0.0) for x, column in zip(places, columns, strict=True)]
            return join_placed((Placed(findings=tuple(own.findings)), *parts))


@element("hr", attributes=("stroke", "stroke-width"))
class RuleElement:
    """A line across its box."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        return BoxSize(w or 0.0, Attributes(lay, element).length("stroke-width", 0.25))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        width, colour = own.length("stroke-width", 0.25), own.colour("stroke", "ink")
        path: Path = (("M", 0.0, width / 2), ("L", w, width / 2))
        items = (Shape(path, None, Stroke(colour, width, place=element.origin)),) if colour else ()
        return Placed(items, (), tuple(own.findings))


@element("break", attributes=("to",))
class BreakElement(StrayElement):
    """Begins a new page or column of the flow it stands in."""

    code = STRAY_BREAK
