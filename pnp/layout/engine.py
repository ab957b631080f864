"""Elements and boxes → placed display items: the layouter and what it looks things up in.

`natural`, `draw` and `place` are pure and remembered: equal elements in equal boxes are laid out once for the whole
game, and give the same objects, under which an emitter finds what it made of them.
"""

from collections.abc import Mapping
from functools import lru_cache

from pnp.layout.art.gradients import Source
from pnp.layout.art.palette import Palette
from pnp.layout.art.transforms import apply, multiply, parse_transform
from pnp.layout.art.values import ArtError
from pnp.layout.artwork import Artwork
from pnp.layout.attributes import BAD_ATTRIBUTE, Attributes
from pnp.layout.element import Content, Element, Finding, Placed, Registered, Size, kinds
from pnp.layout.looks import Look, look_of
from pnp.layout.pages import Pages
from pnp.layout.text.fonts import FontStore
from pnp.layout.text.paragraph import Paragraphs
from pnp.layout.text.shape import Shaper
from pnp.model.display import IDENTITY, Colour, Group, Matrix, Shape, Stroke
from pnp.model.problem import code
from pnp.model.style import Style
from pnp.model.suggest import did_you_mean

UNKNOWN_ELEMENT = code(
    "PNP204",
    "unknown element",
    """
The layout language has no element of this name, or it can't stand where it stands; `docs/layout-language.md` shows all.

Bad:  `<txt of="name"/>`
Good: `<text of="name"/>`
""",
)
STRAY_TEXT = code(
    "PNP208",
    "text outside of a text element",
    """
Only `text`, `p`, `li`, `td` and their like print text; text that stands directly in a row or a face would be lost.

Bad:  `<row>Attack</row>`
Good: `<row><text>Attack</text></row>`
""",
)

DRAFT_COLOUR = "#e0002a"


class Layouter:
    """Lays out one edition's elements in one ink."""

    def __init__(self, style: Style, ink: str, fonts: FontStore, art: Artwork, language: str, *, draft: bool) -> None:
        self.style = style
        self.palette = Palette(style.palettes.get(ink) or {})
        self.fonts = fonts
        self.art = art
        self.language = language
        self.draft = draft
        self.paragraphs = Paragraphs(Shaper(fonts, language), art.icon_widths, language)
        self.gradients: Mapping[str, Source] = {}  # of the face being laid out
        self.pages: Pages | None = None  # set while a document's faces are made
        self._defs: tuple[Element, ...] = ()
        self._kinds: Mapping[str, Registered] = kinds()
        self._place = lru_cache(8192)(self._place_anew)
        self._draw = lru_cache(8192)(self._draw_anew)
        self._natural = lru_cache(8192)(self._natural_anew)
        self._looks: dict[tuple[str, tuple[str, ...]], Look] = {}
        self._colours: dict[str, tuple[Colour | None, str | None]] = {}

    def place(self, element: Element, w: float, h: float | None) -> Placed:
        """An element at its own x, y in a box of w × h, as children of faces and groups are."""
        if element.tag == "flow":  # depends on how far the document has come: nothing to remember
            return self._place_anew(element, w, h, self._defs)
        return self._place(element, w, h, self._defs)

    def draw(self, element: Element, w: float, h: float | None) -> Placed:
        """An element in a box that its parent decided; its own x and y don't count."""
        if element.tag == "flow":
            return self._draw_anew(element, w, h, self._defs)
        return self._draw(element, w, h, self._defs)

    def natural(self, element: Element, w: float | None) -> Size:
        """The size an element wants: its own w and h, or what is in it; `w` is what there is."""
        return self._natural(element, w, self._defs)

    def place_all(self, elements: tuple[Element, ...], w: float, h: float | None) -> Placed:
        """Elements one above the other, each at its own place."""
        return joined([self.place(element, w, h) for element in elements])

    def use_defs(self, defs: tuple[Element, ...]) -> list[Finding]:
        """Makes these gradients the ones that `url(#…)` means from here on."""
        from pnp.layout.gradients import read_defs

        self._defs = defs
        self.gradients, findings = read_defs(self, defs) if defs else ({}, [])
        return findings

    def look(self, element: Element) -> Look:
        """The type style of a text element; equal attributes share one."""
        key = element.tag, element.attributes
        look = self._looks.get(key)
        if look is None:
            look = self._looks[key] = look_of(self, element)
        return look

    def colour(self, text: str) -> tuple[Colour | None, str | None]:
        """The colour of a name, None for "none"; and a hint where there is no such colour."""
        found = self._colours.get(text)
        if found is None:
            try:
                found = self.palette.colour(text), None
            except ArtError as error:
                found = None, error.hint
            self._colours[text] = found
        return found

    def _natural_anew(self, element: Element, w: float | None, defs: tuple[Element, ...]) -> Size:
        registered = self._kinds.get(element.tag)
        if registered is None:
            return Size(0.0, 0.0)
        own = Attributes(self, element)
        own_w = own.optional_length("w", w) if registered.is_box else None
        own_h = own.optional_length("h") if registered.is_box and not own.get("h").endswith("%") else None
        if own_w is not None and own_h is not None:
            return Size(own_w, own_h)
        wanted = registered.kind.natural(self, element, w if own_w is None else own_w)
        return Size(wanted.w if own_w is None else own_w, wanted.h if own_h is None else own_h)

    def _place_anew(self, element: Element, w: float, h: float | None, defs: tuple[Element, ...]) -> Placed:
        registered = self._kinds.get(element.tag)
        if registered is None:
            return Placed(findings=(self._unknown(element),))
        if not registered.is_box:
            return self._transformed(element, Attributes(self, element), self.draw(element, w, h), 0.0, 0.0)
        own = Attributes(self, element)
        x, y = own.length("x", 0.0, w), own.length("y", 0.0, h)
        box_w, box_h = own.optional_length("w", w), own.optional_length("h", h)
        if registered.is_intrinsic and (box_w is None or box_h is None):
            size = self.natural(element, w - x)
            box_w, box_h = size.w if box_w is None else box_w, size.h if box_h is None else box_h
        if box_w is None:
            box_w = w - x
        if box_h is None and h is not None:
            box_h = h - y
        if box_w <= 0 or (box_h is not None and box_h <= 0):
            own.bad("w", f"leaves no room: the box is {box_w:.2f} × {box_h or 0:.2f} mm")
            return Placed(findings=tuple(own.findings))
        placed = self._transformed(element, own, self.draw(element, box_w, box_h), x, y)
        return placed._replace(findings=(*own.findings, *placed.findings)) if own.findings else placed

    def _draw_anew(self, element: Element, w: float, h: float | None, defs: tuple[Element, ...]) -> Placed:
        registered = self._kinds.get(element.tag)
        if registered is None:
            return Placed(findings=(self._unknown(element),))
        findings = self._misplaced(element, registered)
        placed = registered.kind.draw(self, element, w, h)
        return placed._replace(findings=(*findings, *placed.findings)) if findings else placed

    def _misplaced(self, element: Element, registered: Registered) -> list[Finding]:
        own = Attributes(self, element)
        own.check_known(registered)
        if element.text and not element.field and not registered.takes_text:
            own.find(
                STRAY_TEXT, f'text "{_short(element.text)}" stands directly in <{element.tag}>', "put it in a <text>"
            )
        if element.children and not registered.takes_children:
            tag = element.children[0].tag
            own.find(UNKNOWN_ELEMENT, f"<{tag}> can't stand in <{element.tag}>")
        if element.field and not registered.takes_text:
            own.find(BAD_ATTRIBUTE, f"<{element.tag}> prints no text: it can't be bound with of=")
        return own.findings

    def _unknown(self, element: Element) -> Finding:
        message = f"<{element.tag}> is no element of the layout language"
        return Finding(UNKNOWN_ELEMENT, message, did_you_mean(element.tag, self._kinds), "", element.origin)

    def _transformed(self, element: Element, own: Attributes, placed: Placed, x: float, y: float) -> Placed:
        """Moved to its place; turned and faded where the element says so (shapes paint their own opacity)."""
        matrix: Matrix = (1.0, 0.0, 0.0, 1.0, x, y)
        if "transform" in own:
            try:
                matrix = multiply(parse_transform(own.get("transform")), matrix)
            except ValueError as error:
                own.bad("transform", str(error))
        opacity = (
            own.number("opacity", 1.0, 0.0, 1.0)
            if element.tag in self._kinds and self._kinds[element.tag].is_box
            else 1.0
        )
        if matrix == IDENTITY and opacity == 1.0:
            return placed._replace(findings=(*placed.findings, *own.findings)) if own.findings else placed
        items = (Group(placed.items, matrix, None, opacity),) if placed.items else ()
        content = tuple([moved(content, matrix) for content in placed.content])
        return Placed(items, content, placed.findings if not own.findings else (*placed.findings, *own.findings))

    def mark_wrong(self, w: float, h: float) -> Shape:
        """The outline that a draft shows around what is wrong."""
        path = (("M", 0.0, 0.0), ("L", w, 0.0), ("L", w, h), ("L", 0.0, h), ("Z",))
        return Shape(path, None, Stroke(DRAFT_COLOUR, 0.5, dash=(1.2, 0.8)))  # type: ignore[arg-type]


def joined(parts: list[Placed]) -> Placed:
    """Several elements of one box as one."""
    if len(parts) == 1:
        return parts[0]
    return Placed(
        tuple([item for part in parts for item in part.items]),
        tuple([content for part in parts for content in part.content]),
        tuple([finding for part in parts for finding in part.findings]),
    )


def shifted(placed: Placed, x: float, y: float) -> Placed:
    """An element moved to a place in its parent's box."""
    if not (x or y):
        return placed
    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, x, y)
    items = (Group(placed.items, matrix),) if placed.items else ()
    return Placed(items, tuple([moved(content, matrix) for content in placed.content]), placed.findings)


def moved(content: Content, matrix: Matrix) -> Content:
    """The box around a content box after a transform."""
    x, y, w, h = content.x, content.y, content.w, content.h
    if matrix[:4] == (1.0, 0.0, 0.0, 1.0):
        return content._replace(x=x + matrix[4], y=y + matrix[5])
    corners = [apply(matrix, *corner) for corner in ((x, y), (x + w, y), (x, y + h), (x + w, y + h))]
    left, top = min(c[0] for c in corners), min(c[1] for c in corners)
    return content._replace(x=left, y=top, w=max(c[0] for c in corners) - left, h=max(c[1] for c in corners) - top)


def _short(text: str) -> str:
    return text if len(text) <= 30 else text[:29] + "…"
