"""What `tint`, `recolour` and `mask` of an `<image>` make of its picture."""

from collections.abc import Sequence
from math import sqrt

from pnp.layout.art.clips import Clip
from pnp.layout.art.masks import NO_MASK, Box, UnfitMask, mask_outlines
from pnp.layout.art.palette import css_colour
from pnp.layout.art.shapes import rounded_rect
from pnp.layout.art.transforms import transform_path
from pnp.layout.art.values import ArtError, fit
from pnp.layout.attributes import Attributes
from pnp.layout.engine import Layouter
from pnp.model.display import Colour, Drawing, Matrix, PageArt, Picture, Raster
from pnp.model.game import Format, Outline
from pnp.model.length import parse_length
from pnp.model.outline import outline_path
from pnp.model.problem import Severity, code

NOT_IN_DRAWING = code(
    "PNP336 colour that the drawing doesn't have",
    """`recolour=` replaces a colour that isn't in the drawing, so that nothing changes: mostly the file says a colour
that is nearly the same.

Bad:  `<image href="art/fox.svg" recolour="#d30000: main"/>` where the file says `#d40000`
Good: `<image href="art/fox.svg" recolour="#d40000: main"/>`""",
    Severity.WARNING,
    says="{name} has nothing in {colour}",
)

Art = Drawing | Raster | PageArt
Cut = tuple[Picture, Sequence[Clip]]  # and the outlines in which it stays

_PAIRS = 'pairs like "#d40000: main, black: ink": a colour of the file, and what it becomes'
_SHAPES = {str(Outline.CIRCLE): (1.0, 1.0), str(Outline.HEXAGON): (sqrt(3) / 2, 1.0)}  # width, height
_THERE_ARE = "circle, hexagon, rounded 3mm, or a picture of the game's folder"
_MOST_NAMED = 8  # colours of a drawing
_ROUNDED = "rounded"


def in_its_colours(lay: Layouter, own: Attributes, art: Art) -> Art:
    """With the colours that `recolour` names replaced."""
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
        own.bad(
            "recolour",
            "the picture is no drawing of lines and curves",
            "only drawings (SVG) have colours by name; try tint",
        )
        return art
    made, met = lay.art.recoloured(art, colours)
    some = sorted(met)[:_MOST_NAMED]
    for colour in colours:
        if colour not in met:
            own.find(NOT_IN_DRAWING, f"it has {', '.join(some)}", "recolour", name=own.get("href"), colour=colour)
    return made


def _opaque(own: Attributes, name: str, text: str) -> Colour | None:
    """A colour of the palette or of CSS; that there is none is told."""
    before = len(own.findings)
    colour = own.colour_of(text)
    if colour is None and len(own.findings) == before:
        own.bad(name, f'"{text}" is no colour', "a palette's name, #rrggbb or a CSS colour name")
    return colour


def tinted(lay: Layouter, own: Attributes, art: Art) -> Art:
    """In black ink it stays as it is: all is black there, and a pale tint would leave nothing to be seen."""
    if "tint" not in own:
        return art
    colour = _opaque(own, "tint", own.get("tint"))
    if isinstance(art, PageArt):
        own.bad("tint", "pages of PDFs keep their colours", "save it as SVG or PNG")
        return art
    return art if colour is None or lay.ink == "black" else lay.art.tinted(art, colour)


def cut(lay: Layouter, own: Attributes, shown: Picture, seen: Box) -> Cut:
    """What `mask` leaves of the picture; `seen`: what of it lies in its box."""
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
    x, y, w, h = seen
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
