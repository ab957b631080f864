"""`image`: an SVG or a picture of the game's folders in its box: contained, covering or stretched."""

from typing import NamedTuple

from pnp.layout.art.fitting import FITS, fit
from pnp.layout.art.pictures import effective_dpi
from pnp.layout.art.shapes import rounded_rect
from pnp.layout.attributes import Attributes
from pnp.layout.element import Content, Element, Placed, Size, element
from pnp.layout.engine import Layouter
from pnp.model.display import Drawing, Group, Item, Path, Picture, Raster, Shape
from pnp.model.length import MM_PER_INCH
from pnp.model.problem import Severity, code

LOW_RESOLUTION = code(
    "PNP292",
    "picture is coarse as printed",
    """
A bitmap has fewer than 300 pixels an inch at the size it is printed: edges turn soft or jagged. Use a larger file, a
smaller box, or an SVG.

Bad:  `<image href="art/fox.png" w="40" h="40"/>` with a picture of 200 × 200 pixels: 127 dpi
Good: the same picture 16 mm wide, or one of 480 × 480 pixels
""",
    Severity.WARNING,
)
GREY_PICTURE = code(
    "PNP364",
    "picture is printed in greys",
    """
`--ink black` makes everything black or white but bitmaps: they lose their colours and stay greys, which a laser prints
as fine dots. Lines and letters in them get ragged edges that way; pictures in SVG don't.

Bad:  `<image href="art/fox.png" …/>`
Good: `<image href="art/fox.svg" …/>`, or a photograph that may look like one in a newspaper
""",
    Severity.NOTE,
)

LEAST_DPI = 300
_MISSING = 10.0  # mm that a picture is wide that isn't there, where nothing says how wide
_ROUNDING = 0.5  # dpi that boxes may be off because of rounded millimetres
_SLACK = 1e-6

_ACROSS = {"left": 0.0, "center": 0.5, "right": 1.0}
_DOWN = {"top": 0.0, "middle": 0.5, "bottom": 1.0}


class _Wishes(NamedTuple):
    """What the attributes ask for."""

    href: str
    fill: str
    fit: str
    across: float
    down: float


@element("image", attributes=("href", "fit", "align", "fill"))
class ImageElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        """By its height where that is given, else as wide as there is room, or its own size where nobody says."""
        art = lay.art.picture(Attributes(lay, element).get("href"), "#000000")
        high = lay.asked(element, "h", None)
        if art is None:
            wide = w or _MISSING
            return Size(wide, high or wide)
        if high is not None and lay.asked(element, "w", w) is None:
            return Size(high * art.w / art.h, high)
        wide = w or (art.w if isinstance(art, Drawing) else art.w / LEAST_DPI * MM_PER_INCH)
        return Size(wide, wide * art.h / art.w)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        wishes = _wishes(own)
        height = self.natural(lay, element, w).h if h is None else h
        if not wishes.href:
            own.bad("href", "is missing")
            return Placed(findings=tuple(own.findings))
        art = lay.art.picture(wishes.href, wishes.fill)
        if art is None:
            if not lay.art.exists(wishes.href):
                own.findings.append(lay.art.missing_picture(wishes.href, element.origin))
            items = _placeholder(w, height, lay.mark_wrong(w, height)) if lay.draft else ()
            return Placed(items, findings=tuple(own.findings))
        x, y, wide, high = fit(w, height, art.w, art.h, wishes.fit, wishes.across, wishes.down)
        if isinstance(art, Raster) and (dpi := effective_dpi(art, wide, high)) < LEAST_DPI - _ROUNDING:
            message = f"{wishes.href} has {dpi:.0f} dpi as printed at {wide:.1f} × {high:.1f} mm"
            own.find(LOW_RESOLUTION, message, "300 or more")
        if isinstance(art, Raster) and lay.ink == "black":
            own.find(GREY_PICTURE, "bitmaps stay grey in black ink", "SVG pictures print in pure black")
        item: Item = Picture(art, x, y, wide, high)
        if wide > w + _SLACK or high > height + _SLACK:
            item = Group((item,), clip=rounded_rect(0.0, 0.0, w, height, 0.0, 0.0))
            x, y, wide, high = 0.0, 0.0, w, height
        content = Content("picture", x, y, wide, high, wishes.href, "", element.origin)
        return Placed((item,), (content,), tuple(own.findings))


def _wishes(own: Attributes) -> _Wishes:
    across = down = 0.5
    for word in own.get("align").split():
        if word in _ACROSS:
            across = _ACROSS[word]
        elif word in _DOWN:
            down = _DOWN[word]
        else:
            own.bad("align", f'"{word}" is none of {", ".join((*_ACROSS, *_DOWN))}')
    fill = own.colour("fill", "ink") or "#000000"
    return _Wishes(own.get("href"), fill, own.choice("fit", FITS, "contain"), across, down)


def _placeholder(w: float, h: float, outline: Shape) -> tuple[Item, ...]:
    """A crossed box: here is a picture missing."""
    cross: Path = (("M", 0.0, 0.0), ("L", w, h), ("M", w, 0.0), ("L", 0.0, h))
    return (outline, Shape(cross, None, outline.stroke))
