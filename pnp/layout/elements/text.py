"""`text p h1 h2 h3 caption td th li`: a box of text that wraps, aligns and shrinks to fit; cells may hold elements."""

from pnp.layout.element import PANEL, Content, Element, Finding, Placed, Size, element
from pnp.layout.engine import Layouter, joined, shifted
from pnp.layout.looks import STYLE_ATTRIBUTES, Look
from pnp.layout.panel import Panel
from pnp.layout.text.fonts import MISSING_GLYPH
from pnp.layout.text.lines import Fitted, fit, natural_width, place
from pnp.layout.text.paragraph import typesetting_of
from pnp.model.display import Item, Picture, Text
from pnp.model.length import mm, points
from pnp.model.problem import code

OVERFLOW = code(
    "PNP310",
    "text does not fit",
    """
At the smallest size its style allows, a text is still higher or wider than its box. Shorten it, give the box more
room, or lower `min` in `style.yaml` - nobody likes to read under 6.5 pt.
""",
)


@element("text", "p", "h1", "h2", "h3", "caption", attributes=STYLE_ATTRIBUTES, text=True)
class TextElement:
    """Without a height, it is as high as its text."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        if not element.text:
            return Size(0.0, 0.0)
        look = lay.look(element)
        wide = natural_width(lay.paragraphs, element.text, look.style)
        width = wide if w is None else min(wide, w)
        return Size(width, fit_at_full_size(lay, element, look, width).height)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        look = lay.look(element)
        findings = at_element(look.findings, element)
        if not element.text:
            return Placed(findings=findings)
        fitted = fit(lay.paragraphs, element.text, look.style, w, h)
        return set_text(lay, element, look, fitted, w, h, findings)


@element("td", "th", "li", attributes=(*STYLE_ATTRIBUTES, *PANEL), text=True, children=True)
class CellElement:
    """A text, or elements below one another, on a ground of its own."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        panel = Panel(lay, element)
        inner = panel.inner_width(w)
        if not element.children:
            size = TextElement().natural(lay, element, inner)
        else:
            sizes = [lay.natural(child, inner) for child in element.children]
            size = Size(max(s.w for s in sizes), sum(s.h for s in sizes))
        return panel.outer(size)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        panel = Panel(lay, element)
        inner_w, inner_h = panel.inner(w, h)
        if not element.children:
            inside = TextElement().draw(lay, element, inner_w, inner_h)
        else:
            parts, y = [], 0.0
            for child in element.children:
                height = lay.natural(child, inner_w).h
                parts.append(shifted(lay.draw(child, inner_w, height), 0.0, y))
                y += height
            inside = joined(parts)
        return panel.around(inside, w, self.natural(lay, element, w).h if h is None else h)


def fit_at_full_size(lay: Layouter, element: Element, look: Look, w: float) -> Fitted:
    """The text's lines at its style's size where only the width is given; words too wide make it shrink."""
    return fit(lay.paragraphs, element.text, look.style, w, None)


def at_element(findings: tuple[Finding, ...], element: Element) -> tuple[Finding, ...]:
    """Findings about a look, which equal elements share, for one of them."""
    return tuple([finding._replace(field=element.field, origin=element.origin) for finding in findings])


def set_text(
    lay: Layouter,
    element: Element,
    look: Look,
    fitted: Fitted,
    w: float,
    h: float | None,
    findings: tuple[Finding, ...],
) -> Placed:
    """The display items of fitted lines, and what is wrong with them."""
    runs, icons = place(fitted, look.style, look.fill, w, h)
    items: list[Item] = [Text(runs, element.text, fitted.size, element.field)] if runs else []
    for icon in icons:
        drawing = lay.art.icon(icon.name, look.fill)
        if drawing is not None:
            items.append(Picture(drawing, icon.x, icon.y, icon.w, icon.h))
    wrong = _wrong(lay, element, look, fitted)
    if wrong and lay.draft:
        items.append(lay.mark_wrong(w, h or fitted.height))
    content = _ink_box(element, look, fitted, w, h)
    return Placed(tuple(items), (content,), (*findings, *wrong) if findings or wrong else ())


def _ink_box(element: Element, look: Look, fitted: Fitted, w: float, h: float | None) -> Content:
    """The box around the text's lines."""
    height = fitted.height
    room_w, room_h = w - fitted.width, 0.0 if h is None else h - height
    x = {"center": room_w / 2, "end": room_w}.get(look.style.align, 0.0)
    y = {"middle": room_h / 2, "bottom": room_h}.get(look.style.valign, 0.0)
    what = f'text "{element.field}"' if element.field else f'text "{_short(element.text)}"'
    return Content(x, y, fitted.width, height, what, element.field, element.origin)


def _wrong(lay: Layouter, element: Element, look: Look, fitted: Fitted) -> tuple[Finding, ...]:
    paragraph = lay.paragraphs.paragraph(element.text, typesetting_of(look.style))
    if not (fitted.over_h or fitted.over_w or paragraph.missing or paragraph.unknown_icons):
        return ()
    name = f'"{element.field}"' if element.field else f'"{_short(element.text)}"'
    found: list[Finding] = []

    def find(code: object, message: str, hint: str = "") -> None:
        found.append(Finding(code, message, hint, element.field, element.origin))  # type: ignore[arg-type]

    if fitted.over_h:
        find(OVERFLOW, f"{name} is {mm(fitted.over_h)} too high at its smallest size, {points(fitted.size)}")
    if fitted.over_w:
        find(OVERFLOW, f"{name} is {mm(fitted.over_w)} too wide at its smallest size, {points(fitted.size)}")
    for character in paragraph.missing:
        find(MISSING_GLYPH, f"no font has {character!r} (U+{ord(character):04X}) of {name}")
    found += [lay.art.unknown_icon(icon, element.field, element.origin) for icon in paragraph.unknown_icons]
    return tuple(found)


def _short(text: str) -> str:
    text = text.replace("\n", " ")
    return text if len(text) <= 30 else text[:29] + "…"
