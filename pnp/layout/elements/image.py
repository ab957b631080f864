"""`image icon`: an SVG or a picture of the game’s folders in its box, an icon by its name."""

from collections.abc import Sequence
from math import sqrt

from pnp.art.attribute_values import FITS, ArtError, fit, transform_path
from pnp.art.clips import EDGES, NO_MASK, USUAL_BLEED, ArtFrame, Clip, UnfitMask, frame_picture, mask_outlines
from pnp.art.palette import css_colour
from pnp.art.paths import rounded_rect
from pnp.art.rasters import Box, effective_dpi
from pnp.layout.attributes import Attributes
from pnp.layout.element import BoxSize, Content, Element, Placed, element, join_placed
from pnp.layout.engine import Layouter, overfull
from pnp.model.display import Colour, Drawing, Group, Item, Matrix, PageArt, Picture, Raster, Shape
from pnp.model.game import Format, Outline
from pnp.model.geometry import outline_path
from pnp.model.length import MM_PER_INCH, ROUNDING, parse_length
from pnp.model.problem import Severity, code
from pnp.model.sheet import Rect

_USUAL_SIZE = 4.0

NOT_IN_DRAWING = code("PNP336", Severity.WARNING, says="{name} has nothing in {colour}")

Art = Drawing | Raster | PageArt
Cut = tuple[Picture, Sequence[Clip]]  # and the outlines in which it stays

_PAIRS = 'pairs like "#d40000: main, black: ink": a colour of the file, and what it becomes'
_SHAPES = {str(Outline.CIRCLE): (1.0, 1.0), str(Outline.HEXAGON): (sqrt(3) / 2, 1.0)}  # width, height
_THERE_ARE = "circle, hexagon, rounded 3mm, or a picture of the game's folder"
_MOST_NAMED = 8  # colours of a drawing
_ROUNDED = "rounded"


@element("icon", attributes=("name", "size", "fill"), field=True, intrinsic=True)
class IconElement:
    """`size` is its height; else it is as large as its box lets it be."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        own = Attributes(lay, element)
        if element.field and not element.text:
            return BoxSize(0.0, 0.0)
        size = own.length("size", lay.own_length(element, "h", None) or _USUAL_SIZE)
        drawing = lay.art.icon(own.get("name") or element.text, "#000000")
        return BoxSize(size * drawing.w / drawing.h if drawing else size, size)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        name = own.get("name") or element.text
        fill = own.colour("fill", "ink") or "#000000"
        if not name and element.field:
            return Placed(findings=tuple(own.findings))
        if name not in lay.art.icon_widths:
            if name:
                own.findings.append(lay.art.unknown_icon(name, element.field, element.origin))
            else:
                own.bad("name", "is missing")
            size = own.length("size", _USUAL_SIZE)
            return Placed((lay.mark_wrong(size, size),) if lay.draft else (), findings=tuple(own.findings))
        drawing = lay.art.icon(name, fill)
        if drawing is None:
            return Placed(findings=tuple(own.findings))
        height = self.natural(lay, element, w).h if h is None else h
        high = own.length("size", min(height, w * drawing.h / drawing.w))
        wide = high * drawing.w / drawing.h
        x, y = (w - wide) / 2, (height - high) / 2
        content = Content("icon", x, y, wide, high, name, element.field, element.origin)
        drawing = lay.art.at_size(drawing, wide, high)
        placed = Placed((Picture(drawing, x, y, wide, high),), (content,), tuple(own.findings))
        return join_placed((placed, overfull(lay, element, w, height, wide=wide - w, high=high - height)))


LOW_RESOLUTION = code("PNP292", Severity.WARNING, says="{name} has {dpi:.0f} dpi as printed at {w:.1f} × {h:.1f} mm")
GREY_PICTURE = code("PNP364", Severity.NOTE, says="bitmaps stay grey in black ink")
COLOURED_PAGE = code("PNP325", Severity.NOTE, says="pages of PDFs keep their colours in black ink")

LEAST_DPI = 300
_MISSING = 10.0  # mm that a picture is wide that isn't there, where nothing says how wide
_ROUNDING = 0.5  # dpi that boxes may be off because of rounded millimetres
_SMALLEST = 1000  # of a picture's width or height is the least that is shown

_ACROSS = {"left": 0.0, "center": 0.5, "right": 1.0}
_DOWN = {"top": 0.0, "middle": 0.5, "bottom": 1.0}


@element("image", attributes=("href", "fit", "align", "fill", "crop", "edges", "bleed", "tint", "recolour", "mask"))
class ImageElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        """Return its size by its height if given, otherwise as wide as there is room, or its own size."""
        own = Attributes(lay, element)
        art = lay.art.picture(own.get("href"), "#000000")
        high = lay.own_length(element, "h", None)
        if art is None:
            wide = w or _MISSING
            return BoxSize(wide, high or wide)
        part = _part(own, art)
        if high is not None and lay.own_length(element, "w", w) is None:
            return BoxSize(high * part.w / part.h, high)
        own_width = part.w / LEAST_DPI * MM_PER_INCH if isinstance(art, Raster) else part.w
        wide = w or own_width  # a bitmap's own is where it is as fine as it must be
        return BoxSize(wide, wide * part.h / part.w)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        href, across, down = own.get("href"), 0.5, 0.5  # how much of the room that is left lies left of it, and above
        for word in own.get("align").split():
            if word in _ACROSS:
                across = _ACROSS[word]
            elif word in _DOWN:
                down = _DOWN[word]
            else:
                own.bad("align", f'"{word}" is none of {", ".join((*_ACROSS, *_DOWN))}')
        fill, how = own.colour("fill", "ink") or "#000000", own.choice("fit", FITS, "contain")
        height = self.natural(lay, element, w).h if h is None else h
        if not href:
            own.bad("href", "is missing")
            return Placed(findings=tuple(own.findings))
        art = lay.art.picture(href, fill)
        if art is None:
            if not lay.art.exists(href):
                own.findings.append(lay.art.missing_picture(href, element.origin))
            if not lay.draft:
                return Placed(findings=tuple(own.findings))
            outline = lay.mark_wrong(w, height)  # a crossed box: here is a picture missing
            cross = Shape((("M", 0.0, 0.0), ("L", w, height), ("M", w, 0.0), ("L", 0.0, height)), None, outline.stroke)
            return Placed((outline, cross), findings=tuple(own.findings))
        part, edges = _part(own, art), own.choice("edges", EDGES, "none")
        x, y, wide, high = fit(w, height, part.w, part.h, how, across, down)
        all_w, all_h = wide * (art.w / part.w), high * (art.h / part.h)
        if isinstance(art, Raster) and (dpi := effective_dpi(art, all_w, all_h)) < LEAST_DPI - _ROUNDING:
            own.find(LOW_RESOLUTION, "300 or more", name=href, dpi=dpi, w=all_w, h=all_h)
        if isinstance(art, Raster) and lay.ink == "black":
            own.find(GREY_PICTURE, "SVG pictures print in pure black")
        elif isinstance(art, PageArt) and lay.ink == "black":
            own.find(COLOURED_PAGE, "SVG pictures print in pure black")
        art = in_its_colours(lay, own, art)
        art = tinted(lay, own, lay.art.at_size(art, all_w, all_h) if isinstance(art, Drawing) else art)
        picture = Picture(art, x - wide * part.x / part.w, y - high * part.y / part.h, all_w, all_h)
        seen = ArtFrame(max(x, 0.0), max(y, 0.0), min(x + wide, w), min(y + high, height))
        box = seen.left, seen.top, seen.right - seen.left, seen.bottom - seen.top
        picture, clips = cut(lay, own, picture, box)
        item: Item = picture
        if edges != "none" or "crop" in own or wide > w + ROUNDING or high > height + ROUNDING:
            far = own.length("bleed", USUAL_BLEED)
            made = ArtFrame(seen.left - far, seen.top - far, seen.right + far, seen.bottom + far)
            item = frame_picture(picture, seen, made, edges)
        for clip in clips:
            item = Group((item,), clip=clip.path, clip_evenodd=clip.evenodd)
        content = Content("picture", *box, href, "", element.origin)
        return Placed((item,), (content,), tuple(own.findings))


def _part(own: Attributes, art: Drawing | Raster | PageArt) -> Rect:
    """Return the part of a picture that is shown, in its own units."""
    whole, said = Rect(0.0, 0.0, art.w, art.h), own.get("crop").split()
    if not said:
        return whole
    try:
        x, y, w, h = map(float, said)
    except ValueError:
        hint = "left, top, width, height in the picture's own units"
        own.bad("crop", f'"{own.get("crop")}" is not four numbers', hint)
        return whole
    shown_w, shown_h = min(x + w, art.w) - max(x, 0.0), min(y + h, art.h) - max(y, 0.0)
    is_part = shown_w >= art.w / _SMALLEST and shown_h >= art.h / _SMALLEST  # False of nan, too
    if not (is_part and w <= art.w * _SMALLEST and h <= art.h * _SMALLEST):
        own.bad("crop", f'"{own.get("crop")}" is no part of the picture, which is {art.w:.6g} × {art.h:.6g}')
        return whole
    return Rect(x, y, w, h)


def in_its_colours(lay: Layouter, own: Attributes, art: Art) -> Art:
    """Replace the colours that `recolour` names."""
    if "recolour" not in own:
        return art
    colours: dict[Colour, Colour] = {}
    for pair in own.get("recolour").split(","):
        before, colon, after = (part.strip() for part in pair.partition(":"))
        if not (before and colon and after):
            own.bad("recolour", f'"{pair.strip()}" is no pair', f"write {_PAIRS}")
            continue
        try:
            old = css_colour(before, "recolour")
        except ArtError as error:
            own.bad("recolour", f'"{before}" is no colour of a file', error.hint or f"write {_PAIRS}")
            continue
        new = _opaque(own, "recolour", after)
        if old is None:
            own.bad("recolour", f'"{before}" is no colour that could be replaced', f"write {_PAIRS}")
        elif old in colours:
            own.bad("recolour", f"{before} is there twice")
        elif new is not None:
            colours[old] = new
    if not isinstance(art, Drawing) or art.source:
        hint = "only drawings (SVG) have colours by name; try tint"
        own.bad("recolour", "the picture is no drawing of lines and curves", hint)
        return art
    made, met = lay.art.recoloured(art, tuple(colours.items()))
    some = sorted(met)[:_MOST_NAMED]
    for colour in colours:
        if colour not in met:
            own.find(NOT_IN_DRAWING, f"it has {', '.join(some)}", "recolour", name=own.get("href"), colour=colour)
    return made


def _opaque(own: Attributes, name: str, text: str) -> Colour | None:
    """Return a colour of the palette or of CSS; one that doesn't exist is reported."""
    before = len(own.findings)
    colour = own.colour_of(text)
    if colour is None and len(own.findings) == before:
        own.bad(name, f'"{text}" is no colour', "a palette's name, #rrggbb or a CSS colour name")
    return colour


def tinted(lay: Layouter, own: Attributes, art: Art) -> Art:
    """Tint the picture, but not in black ink: all is black there, and a pale tint would leave nothing visible."""
    if "tint" not in own:
        return art
    colour = _opaque(own, "tint", own.get("tint"))
    if isinstance(art, PageArt):
        own.bad("tint", "pages of PDFs keep their colours", "save it as SVG or PNG")
        return art
    return art if colour is None or lay.ink == "black" else lay.art.tinted(art, colour)


def cut(lay: Layouter, own: Attributes, shown: Picture, seen: Box) -> Cut:
    """Mask the picture; `seen`: what of it lies in its box."""
    if "mask" not in own:
        return shown, ()
    mask = own.get("mask").strip()
    x, y, w, h = seen
    if mask in _SHAPES:
        left, top, wide, high = fit(w, h, *_SHAPES[mask], "contain")
        path = outline_path(Format(wide, high, Outline(mask)))
        return shown, [Clip(transform_path((1.0, 0.0, 0.0, 1.0, x + left, y + top), path))]
    if mask.partition(" ")[0] == _ROUNDED:
        radius = parse_length(mask.removeprefix(_ROUNDED).strip())
        if radius is None or radius < 0:
            own.bad("mask", f'"{mask}" has no radius', "write rounded 3mm")
            return shown, ()
        radius = min(radius, w / 2, h / 2)
        return shown, [Clip(rounded_rect(*seen, radius, radius))]
    if "." not in mask:
        own.bad("mask", f'"{mask}" is no shape', f"there are {_THERE_ARE}")
        return shown, ()
    art = lay.art.picture(mask, "#000000")
    if art is None:
        if not lay.art.exists(mask):
            own.findings.append(lay.art.missing_picture(mask, own.origin))
        return shown, ()
    left, top, wide, high = fit(w, h, art.w, art.h, "contain", 0.5, 0.5)
    try:
        if isinstance(art, Drawing):
            matrix: Matrix = (wide / art.w, 0.0, 0.0, high / art.h, x + left, y + top)
            return shown, [clip._replace(path=transform_path(matrix, clip.path)) for clip in mask_outlines(art)]
        if isinstance(art, PageArt):
            raise UnfitMask("it is a page of a PDF", "use an SVG or a PNG")
        if not isinstance(shown.art, Raster):
            raise UnfitMask("it is a bitmap, and the picture is none", "use an SVG as mask")
    except UnfitMask as error:
        own.find(NO_MASK, error.hint, "mask", name=mask, why=error.why)
        return shown, ()
    across, down = shown.art.w / shown.w, shown.art.h / shown.h  # pixels a millimetre
    there = (x + left - shown.x) * across, (y + top - shown.y) * down, wide * across, high * down
    return shown._replace(art=lay.art.masked(shown.art, art, there)), ()
