"""Elements and boxes → placed display items: the layouter, what it looks things up in, and the grounds of boxes.

`natural`, `draw` and `place` are pure and remembered: equal elements in equal boxes are laid out once for the whole
game, and give the same objects, under which an emitter finds what it made of them.
"""

from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from pnp.art.attribute_values import ArtError, mirrored_matrix, parse_transform
from pnp.art.palette import Palette, Source
from pnp.art.paths import rounded_rect
from pnp.cardtext.suggest import did_you_mean
from pnp.layout.artwork import Artwork
from pnp.layout.attributes import NO_ROOM, UNBOUND, Attributes, Look, look_of, read_defs
from pnp.layout.element import (
    AUTO,
    LEAST,
    MISPLACED,
    STRAY_TEXT,
    TEXT_BESIDE,
    UNKNOWN_ELEMENT,
    BoxSize,
    Element,
    Placed,
    Registered,
    framed,
    is_auto,
    registered_kinds,
    shifted,
)
from pnp.layout.elements import all_kinds
from pnp.model.display import IDENTITY, Colour, Matrix, Path, Shape, Stroke, multiply
from pnp.model.language import is_right_to_left, shorten
from pnp.model.length import mm
from pnp.model.options import design_of
from pnp.model.problem import Code, Finding, code, find
from pnp.model.style import Style
from pnp.typesetting.fonts import FontStore
from pnp.typesetting.paragraph import Paragraphs
from pnp.typesetting.shape import Shaper

if TYPE_CHECKING:
    from pnp.layout.elements.flow import Slice
    from pnp.layout.elements.text import Room


DRAFT_COLOUR = "#e0002a"
_MOST = 2048  # elements remembered


class FlowPages:
    """Kept by whoever makes one face after the other; a flow reads and sets it as it fills its page."""

    def __init__(self) -> None:
        self.start = 0  # the slice that the next page begins with
        self.done = True  # until a flow says that something is left
        self.flows = 0  # on this page
        self.room = 0.0  # that the flow has on it, in mm²
        self.origin = ""  # of the flow
        self.made_from: Hashable = None  # what the slices are of: the flow's blocks, and how wide its columns are
        self.slices: list[Slice] = []


class Layouter:
    """Lays out one edition's elements in one ink."""

    def __init__(self, style: Style, ink: str, fonts: FontStore, art: Artwork, language: str, *, draft: bool) -> None:
        self.style, self.ink, self.fonts, self.art = style, ink, fonts, art
        self.language, self.draft = language, draft
        self.palette = Palette(style.palettes.get(design_of(ink)) or {}, partial(style.unread.cause, "colours"))
        self.paragraphs = Paragraphs(Shaper(fonts, language), art.icon_widths, language)
        self.gradients: Mapping[str, Source] = {}  # of the face being laid out
        self.pages: FlowPages | None = None  # set while a document's faces are made
        self.rooms: dict[tuple[str, str], Room] | None = None  # by field and text, where it is asked how much they have
        self._defs: tuple[Element, ...] = ()
        self._kinds: Mapping[str, Registered] = registered_kinds()
        self.is_rtl = is_right_to_left(language)
        self.mirrored = self.is_rtl and style.mirror  # are places counted from the right?
        self._natural = lru_cache(8192)(self._natural_anew)
        self._place, self._draw = lru_cache(_MOST)(self._place_anew), lru_cache(_MOST)(self._draw_anew)
        # of elements that have nothing wrong with them: box, where it is moved to, how much shows through
        self._frames: dict[tuple[object, ...], tuple[tuple[float, float | None], Matrix, float]] = {}
        self._looks: dict[tuple[str, tuple[str, ...]], Look] = {}
        self.colour = lru_cache(None)(self._colour_anew)

    def place(self, element: Element, w: float, h: float | None) -> Placed:
        """Place an element at its own x, y in a box of w × h, as children of faces and groups are."""
        # a flow depends on how far the document has come: nothing to remember
        place = self._place_anew if element.tag == "flow" else self._place
        return place(element, w, h, self._defs, self.mirrored)

    def draw(self, element: Element, w: float, h: float | None) -> Placed:
        """Draw an element in a box that its parent decided; its own x and y don't count."""
        draw = self._draw_anew if element.tag == "flow" else self._draw
        return draw(element, w, h, self._defs, self.mirrored)

    @contextmanager
    def direction(self, mirrored: bool) -> Iterator[None]:
        """Count places from the right, or not, while this lasts."""
        before, self.mirrored = self.mirrored, mirrored
        try:
            yield
        finally:
            self.mirrored = before

    def mirror_x(self, x: float, w: float, room: float) -> float:
        """Return the x of a box of width `w` that stands `x` from the side of a larger one where lines begin."""
        return room - x - w if self.mirrored else x

    def natural(self, element: Element, w: float | None) -> BoxSize:
        """Return the size an element wants: its own w and h, or what is in it; `w` is what there is."""
        return self._natural(element, w, self._defs)

    def own_length(self, element: Element, name: str, of: float | None) -> float | None:
        """Return the element's own x, y, w or h, a share being of `of`; None where it has none."""
        registered = self._kinds.get(element.tag)
        if registered is None or not registered.is_box or name not in element.attributes[::2]:
            return None
        return Attributes(self, element).optional_length(name, of)

    def width_in(self, element: Element, w: float) -> float:
        """Return the width of an element that stands alone: its own, an icon's as it is, all there is of others."""
        asked = self.own_length(element, "w", w)
        registered = self._kinds.get(element.tag)
        if asked is None and registered is not None and (registered.is_intrinsic or is_auto(element, "w")):
            return self.natural(element, w).w
        return w if asked is None else asked

    def use_defs(self, defs: tuple[Element, ...]) -> list[Finding]:
        """Make these gradients the ones that `url(#…)` means from here on."""
        self._defs = defs
        self.gradients, findings = read_defs(self, defs) if defs else ({}, [])
        return findings

    def look(self, element: Element) -> Look:
        """Return the type style of a text element; equal attributes share one."""
        key = element.tag, element.attributes
        if key not in self._looks:
            self._looks[key] = look_of(self, element)
        return self._looks[key]

    def _colour_anew(self, text: str) -> tuple[Colour | None, ArtError | None]:
        """Return the colour of a name, None for "none"; and what is wrong where there is no such colour."""
        try:
            return self.palette.colour(text), None
        except ArtError as error:
            return None, error.with_traceback(None)

    def check(self, element: Element, own: Attributes | None = None) -> list[Finding]:
        """Report findings about an element as it is written, whatever box it is in, after those of `own`."""
        registered = self._kinds.get(element.tag)
        if registered is None:
            hint = did_you_mean(element.tag, all_kinds())
            return [find(UNKNOWN_ELEMENT, hint=hint, origin=element.origin, tag=element.tag)]
        own = own or Attributes(self, element)
        own.check(registered)
        is_beside = registered.takes_text and bool(element.children) and registered.takes_children
        if element.text and not element.field and (is_beside or not registered.takes_text):
            code = TEXT_BESIDE if is_beside else STRAY_TEXT
            own.find(code, "put it in a <text>", text=shorten(element.text), tag=element.tag)
        if element.children and (element.field or not registered.takes_children):
            hint = "a text holds <br/>, **bold**, *italic* and [icon]" if registered.takes_text else ""
            own.find(MISPLACED, hint, child=element.children[0].tag, tag=element.tag)
        if element.field and not registered.takes_field:
            own.find(UNBOUND, "", "of", tag=element.tag)
        return own.findings

    def _natural_anew(self, element: Element, w: float | None, defs: tuple[Element, ...]) -> BoxSize:
        registered = self._kinds.get(element.tag)
        if registered is None:
            return BoxSize(0.0, 0.0)
        own_w = self.own_length(element, "w", w)
        own_h = self.own_length(element, "h", None)
        if own_w is not None and own_h is not None:
            return BoxSize(own_w, own_h)
        wanted = registered.kind.natural(self, element, w if own_w is None else own_w)
        return BoxSize(wanted.w if own_w is None else own_w, wanted.h if own_h is None else own_h)

    def _place_anew(
        self, element: Element, w: float, h: float | None, defs: tuple[Element, ...], mirrored: bool
    ) -> Placed:
        registered = self._kinds.get(element.tag)
        if registered is None or not registered.is_box:
            return self._draw_anew(element, w, h, defs, mirrored)
        # a template puts its texts into the same boxes on every face: what is right with one is right with all
        has = bool(element.field), bool(element.text), bool(element.children)
        key = mirrored, element.tag, element.attributes, has, w, h
        if key in self._frames:
            box, matrix, opacity = self._frames[key]
            return framed(registered.kind.draw(self, element, *box), matrix, opacity)
        own = Attributes(self, element)
        x, y = own.length("x", 0.0, w), own.length("y", 0.0, h)
        box_w, box_h = own.optional_length("w", w), own.optional_length("h", h)
        own_w, own_h = (registered.is_intrinsic or own.get(name) == AUTO for name in ("w", "h"))
        if (own_w and box_w is None) or (own_h and box_h is None):
            size = self.natural(element, w - x)
            box_w = size.w if own_w and box_w is None else box_w
            box_h = size.h if own_h and box_h is None else box_h
        box_w = w - x if box_w is None else box_w
        box_h = h - y if box_h is None and h is not None else box_h
        x = self.mirror_x(x, box_w, w)
        placed = self._draw_in_box(element, own, (box_w, box_h), (1.0, 0.0, 0.0, 1.0, x, y), w)
        is_simple = not (own_w or own_h or "transform" in own or "mirror" in own)
        if is_simple and not own.findings and min(box_w, box_h or LEAST) >= LEAST:
            opacity = own.number("opacity", 1.0, 0.0, 1.0)
            self._frames[key] = (box_w, box_h), (1.0, 0.0, 0.0, 1.0, x, y), opacity
        return placed

    def _draw_anew(
        self, element: Element, w: float, h: float | None, defs: tuple[Element, ...], mirrored: bool
    ) -> Placed:
        registered = self._kinds.get(element.tag)
        if registered is None:
            return Placed(findings=tuple(self.check(element)))
        own = Attributes(self, element)
        if registered.is_box:
            for name in ("x", "y", "w", "h"):
                own.optional_length(name, of=1.0)  # only to report what is none
        return self._draw_in_box(element, own, (w, h), IDENTITY, w)

    def _draw_in_box(
        self, element: Element, own: Attributes, box: tuple[float, float | None], matrix: Matrix, room: float
    ) -> Placed:
        """Draw it in its box, moved to its place, turned and faded where it says so (shapes fade themselves)."""
        w, h = box
        registered = self._kinds[element.tag]
        self.check(element, own)
        if registered.is_box and (w <= 0 or (h is not None and h <= 0)):
            if min(self.natural(element, None)) > 0:
                own.find(NO_ROOM, tag=element.tag, w=w, h=h or 0.0)
                return Placed(findings=tuple(own.findings))
            w, h = max(w, LEAST), None if h is None else max(h, LEAST)  # nothing in it: nothing lost
        if "mirror" in own and self.is_rtl and self.style.mirror:
            with self.direction(own.get("mirror") not in ("no", "false", "0")):
                placed = registered.kind.draw(self, element, w, h)
        else:
            placed = registered.kind.draw(self, element, w, h)
        if "transform" in own:
            try:
                turned = parse_transform(own.get("transform"))
                matrix = multiply(mirrored_matrix(turned, room) if self.mirrored else turned, matrix)
            except ArtError as error:
                own.wrong(error)
        opacity = own.number("opacity", 1.0, 0.0, 1.0) if registered.is_box else 1.0
        if own.findings:
            placed = placed._replace(findings=(*own.findings, *placed.findings))
        return framed(placed, matrix, opacity)

    def forget(self) -> None:
        """Forget everything, once the faces are made."""
        for remembered in (self._place, self._draw, self._natural):
            remembered.cache_clear()
        self.paragraphs.forget()

    def mark_wrong(self, w: float, h: float) -> Shape:
        """Return the outline that a draft shows around what is wrong."""
        path: Path = (("M", 0.0, 0.0), ("L", w, 0.0), ("L", w, h), ("L", 0.0, h), ("Z",))
        return Shape(path, None, Stroke(DRAFT_COLOUR, 0.5, dash=(1.2, 0.8)))


class Panel:
    """Room around what is in a box, and the shape painted behind it."""

    def __init__(self, lay: "Layouter", element: Element) -> None:
        self.own = Attributes(lay, element)
        # of a cell that holds a text, `fill` is the text's colour
        self._is_filled = "fill" in self.own and (
            bool(element.children) or not registered_kinds()[element.tag].takes_text
        )
        self._above, self._beside = self.own.lengths("padding", 2) or (0.0, 0.0)

    def inner_width(self, w: float | None) -> float | None:
        return None if w is None else max(w - 2 * self._beside, LEAST)

    def inner(self, w: float, h: float) -> tuple[float, float]:
        return max(w - 2 * self._beside, LEAST), max(h - 2 * self._above, LEAST)

    def outer(self, size: BoxSize) -> BoxSize:
        return BoxSize(size.w + 2 * self._beside, size.h + 2 * self._above)

    def around(self, inside: Placed, w: float, h: float) -> Placed:
        """Put what is inside on its ground, with findings about the attributes read so far."""
        placed = shifted(inside, self._beside, self._above)
        fill = self.own.colour("fill") if self._is_filled else None
        line = self.own.colour("stroke")
        width = self.own.length("stroke-width", 0.25)
        radius = self.own.length("rx", 0.0)
        stroke = Stroke(line, width, place=self.own.origin) if line and width else None
        inset = width / 2 if stroke else 0.0
        path = rounded_rect(inset, inset, w - 2 * inset, h - 2 * inset, radius, radius)
        ground = (Shape(path, fill, stroke),) if fill or stroke else ()
        return Placed((*ground, *placed.items), placed.content, (*self.own.findings, *placed.findings))


TOO_LARGE = code("PNP210", says="<{tag}> is {over} too {how} for its box")
TOO_HIGH = TOO_LARGE.also("<{tag}> is {over} too high for a page of the flow")
CHANGED_FLOW = code("PNP211", says="the blocks of <flow> or their width change from page to page")

UNSEEN = 0.05  # mm by which something may be too large: nobody sees it on paper


def overfull(lay: "Layouter", element: Element, w: float, h: float, *, wide: float = 0.0, high: float = 0.0) -> Placed:
    """Report children that are so much too wide or too high for an element's box of w × h."""
    too_much = [(over, how) for over, how in ((wide, "wide"), (high, "high")) if over > UNSEEN]
    longest = max(_texts(element), key=lambda each: len(each[1]), default=("", "")) if too_much else ("", "")
    findings = tuple(
        find(TOO_LARGE, origin=element.origin, tag=element.tag, over=mm(over), how=how)._replace(longest=longest)
        for over, how in too_much
    )
    return Placed((lay.mark_wrong(w, h),) if findings and lay.draft else (), findings=findings)


def _texts(element: Element) -> Iterator[tuple[str, str]]:
    """Yield field, or nothing, and text of an element and of those in it."""
    if element.text:
        yield element.field, element.text
    yield from ((f"{element.field}.{number}", item) for number, item in enumerate(element.items))
    for child in element.children:
        yield from _texts(child)


class StrayElement:
    """An element that only the one around it draws."""

    code: Code

    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        return BoxSize(0.0, 0.0)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        return Placed(findings=(find(self.code, origin=element.origin),))
