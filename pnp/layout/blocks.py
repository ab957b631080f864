"""The blocks of a flow → slices that nothing splits, and what is wrong with the blocks as they are written."""

from collections.abc import Iterable, Iterator

from pnp.layout.attributes import Attributes
from pnp.layout.columns import Slice
from pnp.layout.element import Element, Finding, Placed
from pnp.layout.elements.lists import Item, list_items, misplaced
from pnp.layout.elements.table import table_rows
from pnp.layout.elements.text import fitted_text, set_text
from pnp.layout.engine import Layouter, joined, shifted

_TEXTS = ("text", "p", "h1", "h2", "h3", "caption")
_LISTS = ("ul", "ol")
_HEADINGS = ("h1", "h2", "h3")
_LEAST_LINES = 2  # of a paragraph on either side of a break


def slices_of(lay: Layouter, blocks: tuple[Element, ...], w: float) -> tuple[list[Slice], list[Finding]]:
    """All blocks at the width of a column."""
    slices: list[Slice] = []
    findings: list[Finding] = []
    after = 0.0
    breaks = ""
    for block in blocks:
        if block.tag in ("break", *_TEXTS, *_LISTS, "table"):  # the others are checked when they are drawn
            findings += lay.check(block)
        if block.tag in _LISTS:
            findings += misplaced(lay, block)
        own = Attributes(lay, block)
        if block.tag == "break":
            breaks = own.choice("to", ("page", "column"), "page")
            findings += own.findings
            continue
        made = list(_slices(lay, block, w))
        if not made:
            continue
        space_before, space_after = _spaces(lay, block)
        made[0] = made[0]._replace(space=max(after, space_before), breaks=breaks)
        if own.yes("together"):
            made = [piece._replace(may_break=False, if_must=piece.may_break) for piece in made]
        keep = own.keep("next" if block.tag in _HEADINGS else "no")
        made[-1] = made[-1]._replace(may_break=keep != "next", if_must=False)
        if keep == "previous" and slices:
            slices[-1] = slices[-1]._replace(may_break=False)
        slices += [piece._replace(tag=block.tag, origin=block.origin) for piece in made]
        after, breaks = space_after, ""
    return slices, findings


def _spaces(lay: Layouter, block: Element) -> tuple[float, float]:
    """What the block's style wants above and below it; figures keep a paragraph's distance on both sides."""
    if block.tag in (*_TEXTS, *_LISTS):
        styles = lay.style.styles
        style = styles.get(Attributes(lay, block).get("style") or block.tag) or styles["p"]
        return style.before, style.after
    style = lay.style.styles["p"]
    return (max(style.before, style.after),) * 2


def _slices(lay: Layouter, block: Element, w: float) -> Iterable[Slice]:
    if block.tag in _TEXTS:
        return _of_text(lay, block, w)
    if block.tag in _LISTS:
        return _of_list(lay, block, w)
    if block.tag == "table":
        return _of_table(lay, block, w)
    return _of_figure(lay, block, w)


def _of_text(lay: Layouter, element: Element, w: float) -> Iterator[Slice]:
    """A slice a line; never one line alone on either side of a break."""
    if not element.text:
        return
    text = fitted_text(lay, element, w, None)
    count = len(text.fitted.lines)
    for n, line in enumerate(text.lines(), 1):
        placed = set_text(lay, line, w, None)
        if n > 1:  # what is wrong with the text is said once
            placed = placed._replace(findings=())
        may_break = n == count or (n >= _LEAST_LINES and count - n >= _LEAST_LINES)
        yield Slice(placed, line.fitted.height, may_break=may_break, is_line=True)


def _of_list(lay: Layouter, element: Element, w: float) -> list[Slice]:
    """The slices of the items, the first of each with its marker; no item of one line alone at an end of the list."""
    space = 0.0
    slices: list[Slice] = []
    for item in list_items(lay, element):
        first, *others = _of_item(lay, item, w)
        slices += [first._replace(space=space), *others]
        space = item.gap
    for at in (0, len(slices) - 1):
        if len(slices) > 1 and slices[at].is_line:
            before = max(at - 1, 0)
            slices[before] = slices[before]._replace(may_break=False)
    return slices


def _of_item(lay: Layouter, item: Item, w: float) -> Iterator[Slice]:
    body_w = item.body_width(w)
    marker_x, body_x = item.places(lay, w)
    marker = shifted(lay.draw(item.marker, item.indent, None), marker_x, 0.0)
    least = lay.natural(item.marker, None).h
    if item.body.children or not item.body.text:
        high = max(lay.natural(item.body, body_w).h, least)
        lines = [Slice(lay.draw(item.body, body_w, high), high)]
    else:
        wrong = Placed(findings=tuple(lay.check(item.body)))
        lines = list(_of_text(lay, item.body, body_w))
        lines[0] = lines[0]._replace(placed=joined((wrong, lines[0].placed)), h=max(lines[0].h, least))
    for i, line in enumerate(lines):
        body = shifted(line.placed, body_x, 0.0)
        yield line._replace(placed=body if i else joined((marker, body)))


def _of_table(lay: Layouter, element: Element, w: float) -> Iterator[Slice]:
    """A slice a row; a column that begins with a row repeats the head."""
    asked = lay.asked(element, "w", w)
    wide = w if asked is None else asked
    rows = table_rows(lay, element, wide)
    heads = 0
    while heads < len(rows) and rows[heads].is_head:
        heads += 1
    head_h = sum([row.h for row in rows[:heads]])
    head = joined([shifted(row.placed, 0.0, sum([r.h for r in rows[:i]])) for i, row in enumerate(rows[:heads])])
    x = (w - wide) / 2
    for i, row in enumerate(rows):
        placed = shifted(row.placed, x, 0.0)
        if i < heads:
            yield Slice(placed, row.h, may_break=False)
        else:
            repeats = shifted(head, x, 0.0)._replace(findings=()) if heads else None
            yield Slice(placed, row.h, may_break=not row.is_head, repeats=repeats, repeats_h=head_h)


def _of_figure(lay: Layouter, element: Element, w: float) -> Iterator[Slice]:
    """Anything else is one slice; in the middle of the column where it has a width of its own."""
    high, wide = lay.natural(element, w).h, lay.width_in(element, w)
    yield Slice(shifted(lay.draw(element, wide, high), (w - wide) / 2, 0.0), high)
