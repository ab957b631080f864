"""`image`: an SVG or a picture of the game's folders in its box: contained, covering or stretched."""

from pnp.layout.art.pictures import effective_dpi, fit
from pnp.layout.art.shapes import rounded_rect
from pnp.layout.attributes import Attributes
from pnp.layout.element import Content, Element, Placed, Size, element
from pnp.layout.engine import Layouter
from pnp.model.display import Drawing, Group, Item, Picture, Raster, Shape, Stroke
from pnp.model.problem import Severity, code

LOW_RESOLUTION = code(
    "PNP292",
    "picture is coarse as printed",
    """
A bitmap has fewer than 300 pixels an inch at the size it is printed: edges turn soft or jagged. Use a larger file, a
smaller box, or an SVG.
""",
    Severity.WARNING,
)

LEAST_DPI = 300

_ACROSS = {"left": 0.0, "center": 0.5, "right": 1.0}
_DOWN = {"top": 0.0, "middle": 0.5, "bottom": 1.0}


@element("image", attributes=("href", "fit", "align", "fill"))
class ImageElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        own = Attributes(lay, element)
        art = lay.art.picture(own.get("href"), "#000000")
        if art is None:
            return Size(w or 0.0, own.length("h"))
        high = own.optional_length("h") if not own.get("h").endswith("%") else None
        if "w" in own or high is None:
            return Size(w or art.w, (w or art.w) * art.h / art.w)
        return Size(high * art.w / art.h, high)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        href = own.get("href")
        fill = own.colour("fill", "ink") or "#000000"
        how = own.choice("fit", ("contain", "cover", "stretch"), "contain")
        across, down = self._alignment(own)
        art = lay.art.picture(href, fill)
        height = self.natural(lay, element, w).h if h is None else h
        if art is None:
            if not lay.art.exists(href):
                own.findings.append(lay.art.missing_picture(href or "without a name", element.field, element.origin))
            items = _placeholder(w, height, lay.mark_wrong(w, height)) if lay.draft and height else ()
            return Placed(items, findings=tuple(own.findings))
        x, y, wide, high = fit(w, height, art.w, art.h, how, across, down)
        if isinstance(art, Raster):
            dpi = effective_dpi(art, wide, high)
            if dpi < LEAST_DPI - 0.5:
                own.find(
                    LOW_RESOLUTION, f"{href} has {dpi:.0f} dpi as printed at {wide:.1f} × {high:.1f} mm", "300 or more"
                )
        return self._placed(own, element, art, (x, y, wide, high), w, height)

    def _alignment(self, own: Attributes) -> tuple[float, float]:
        across = down = 0.5
        for word in own.get("align").split():
            if word in _ACROSS:
                across = _ACROSS[word]
            elif word in _DOWN:
                down = _DOWN[word]
            else:
                own.bad("align", f'"{word}" is none of {", ".join((*_ACROSS, *_DOWN))}')
        return across, down

    def _placed(
        self,
        own: Attributes,
        element: Element,
        art: Drawing | Raster,
        box: tuple[float, float, float, float],
        w: float,
        h: float,
    ) -> Placed:
        x, y, wide, high = box
        item: Item = Picture(art, x, y, wide, high)
        if wide > w + 1e-6 or high > h + 1e-6:
            item = Group((item,), clip=rounded_rect(0.0, 0.0, w, h, 0.0, 0.0))
            x, y, wide, high = 0.0, 0.0, w, h
        what = f"picture {own.get('href')}"
        content = Content(x, y, wide, high, what, element.field, element.origin, is_picture=True)
        return Placed((item,), (content,), tuple(own.findings))


def _placeholder(w: float, h: float, outline: Shape) -> tuple[Item, ...]:
    """A crossed box: here is a picture missing."""
    assert isinstance(outline.stroke, Stroke)
    cross = (("M", 0.0, 0.0), ("L", w, h), ("M", w, 0.0), ("L", 0.0, h))
    return (outline, Shape(cross, None, outline.stroke))  # type: ignore[arg-type]
