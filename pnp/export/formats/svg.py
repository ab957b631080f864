"""Each face in lines and curves.

Letters are outlines, or text that can be edited where its fonts are installed. A file needs no other: all that it
refers to is defined in it, once.
"""

import re
from base64 import b64encode
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path as File
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.export.formats import write_faces
from pnp.export.pdf.art import opened_raster
from pnp.export.pdf.resources import pack, unpack
from pnp.export.svg_texts import TextWriter, attributes, escape, factor, matrix_words, number, path_words
from pnp.io.picture_data import split_transparency
from pnp.model.display import (
    IDENTITY,
    Drawing,
    DrawnFace,
    Face,
    Gradient,
    Group,
    Item,
    PageArt,
    Picture,
    Raster,
    Shape,
    Text,
)
from pnp.model.geometry import rectangle_path
from pnp.model.visiting import Visitor

if TYPE_CHECKING:
    from PIL.Image import Image

    from pnp.export.formats import Output
    from pnp.model.options import Options

OPTIONS = {"text": "only SVG files can keep it"}


PAGE_DPI = 300
_ORIENTATION = 0x0112
_COLOUR_MANAGED = ("icc_profile", "gamma", "chromaticity")  # what viewers show in other colours than are printed
_AS_THEY_ARE = {"JPEG": ("L", "RGB"), "PNG": ("1", "L", "LA", "P", "RGB", "RGBA")}  # others not all programs read


def image_data(art: Raster | PageArt) -> str:
    """Return the address of an `image` that holds its pixels."""
    if isinstance(art, PageArt):
        from pnp.export.rasteriser import page_art_image

        kind, data = "PNG", _png(page_art_image(art, PAGE_DPI))
    else:
        with opened_raster(art) as (image, data):
            kind = image.format or ""
            is_turned = image.getexif().get(_ORIENTATION, 1) != 1
            is_managed = kind == "PNG" and any(name in image.info for name in _COLOUR_MANAGED)
            is_readable = image.mode in _AS_THEY_ARE.get(kind, ())
            if not is_readable or art.grey or is_turned or is_managed:
                colours, mask = split_transparency(image)
                colours = colours.convert("L") if art.grey else colours
                if mask:
                    colours.putalpha(mask)
                kind, data = "PNG", _png(colours)
    return f"data:image/{kind.lower()};base64,{b64encode(data).decode('ascii')}"


def _png(image: "Image") -> bytes:
    file = BytesIO()
    image.save(file, "PNG", icc_profile=None)
    return file.getvalue()


_CAPS = ("butt", "round", "square")
_JOINS = ("miter", "round", "bevel")


def _gradient(gradient: Gradient) -> str:
    x1, y1, x2, y2 = map(number, gradient[:4])
    if gradient.radius:
        kind, inner = "radialGradient", number(gradient.inner)
        values = {"cx": x2, "cy": y2, "r": number(gradient.radius), "fx": x1, "fy": y1}
        values |= {"fr": inner} if gradient.inner else {}
    else:
        kind, values = "linearGradient", {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    values["gradientUnits"] = "userSpaceOnUse"
    if gradient.transform != IDENTITY:
        values["gradientTransform"] = matrix_words(gradient.transform)
    stops = "".join(
        f"<stop{attributes({'offset': factor(offset), 'stop-color': colour} | _opacity('stop-opacity', opacity))}/>"
        for offset, colour, opacity in gradient.stops
    )
    return f"<{kind}{attributes(values)}>{stops}</{kind}>"


def _opacity(name: str, value: float) -> dict[str, str]:
    return {} if value == 1 else {name: number(value)}


_SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

_FULL_WIDTHS = "text-spacing-trim:space-all"  # browsers would move marks of Chinese and Japanese together
_PENDING = re.compile(r'pending="(\d+)"')  # a bitmap's number, which no text can look like: its quotes are escaped
_LEAST = 1e-6  # millimetres: what is smaller isn't seen, however much it is enlarged


class SvgBody(NamedTuple):
    """A file without its title, which faces that look alike don't share, and without its bitmaps, which are large."""

    opening: str
    content: str
    bitmaps: tuple[tuple[Any, ...], ...]  # packed


def face_svg(label: str, body: SvgBody) -> bytes:
    """Return the file of a face whose body it is."""

    def address(match: re.Match[str]) -> str:
        art = unpack(body.bitmaps[int(match[1])], lambda name: None)
        assert isinstance(art, Raster | PageArt)
        return f'xlink:href="{image_data(art)}"'

    content = _PENDING.sub(address, body.content)
    return f"{body.opening}\n<title>{escape(label)}</title>\n{content}</svg>\n".encode()


def svg_body(face: Face, *, text: bool = False) -> SvgBody:
    """Write a face; the same face makes the same words. `text`: what can be text stays text, and needs its fonts."""
    writer = _Writer(face.language, keeps_text=text)
    drawn = writer.group(face.content)
    definitions = writer.definitions.elements
    w, h = number(face.w), number(face.h)
    values = {"width": f"{w}mm", "height": f"{h}mm", "viewBox": f"0 0 {w} {h}", "xml:lang": escape(face.language)}
    values |= {"style": _FULL_WIDTHS} if text else {}
    names = [
        f"{family} {weight}{' italic' if is_italic else ''}" for family, weight, is_italic in sorted(writer.styles)
    ]
    fonts = [f"<desc>Fonts: {escape(', '.join(names))}</desc>"] if names else []  # that a viewer needs for texts
    lines = [*fonts, *(["<defs>", *definitions, "</defs>"] if definitions else []), drawn]
    opening = f'<?xml version="1.0" encoding="UTF-8"?>\n<svg {_SPACES}{attributes(values)}>'
    return SvgBody(opening, "".join(f"{line}\n" for line in lines if line), tuple(writer.bitmaps))


class _Writer(Visitor[str]):
    """Elements, or nothing where nothing is seen."""

    def __init__(self, language: str, *, keeps_text: bool) -> None:
        self.bitmaps: dict[tuple[Any, ...], int] = {}  # packed, each with its number
        self._texts = TextWriter(language, keeps_text=keeps_text)
        self.styles, self.definitions = self._texts.styles, self._texts.definitions
        self._ids: dict[Drawing, str] = {}

    def text(self, text: Text) -> str:
        return self._texts.write(text)

    def shape(self, shape: Shape) -> str:
        stroke = shape.stroke if shape.stroke and shape.stroke.width > 0 else None
        if not shape.path or (shape.fill is None and stroke is None):
            return ""
        values = {"d": path_words(shape.path), "fill": "none"}
        if shape.fill is not None:
            values["fill"] = self._paint(shape.fill)
            values |= _opacity("fill-opacity", shape.fill_opacity) | ({"fill-rule": "evenodd"} if shape.evenodd else {})
        if stroke:
            values |= {"stroke": self._paint(stroke.paint), "stroke-width": number(stroke.width)}
            if stroke.cap:
                values["stroke-linecap"] = _CAPS[stroke.cap]
            if stroke.join:
                values["stroke-linejoin"] = _JOINS[stroke.join]
            elif stroke.miter != 4.0:
                values["stroke-miterlimit"] = number(max(stroke.miter, 1.0))
            if any(stroke.dash):
                values["stroke-dasharray"] = " ".join(map(number, stroke.dash))
                values |= {"stroke-dashoffset": number(stroke.dash_offset)} if stroke.dash_offset else {}
            values |= _opacity("stroke-opacity", shape.stroke_opacity)
        return f"<path{attributes(values)}/>"

    def _paint(self, paint: str | Gradient) -> str:
        if isinstance(paint, str):
            return paint
        return f"url(#{self.definitions.add('p', _gradient(paint))})" if paint.stops else "#000000"

    def _clip(self, d: str, rule: str = "") -> str:
        """Return the reference to what shows only what is inside of a path."""
        id = self.definitions.add("c", f'<clipPath><path d="{d}"{rule}/></clipPath>')
        return f"url(#{id})"

    def raster(self, picture: Picture, art: Raster | PageArt) -> str:
        number = self.bitmaps.setdefault(pack(art), len(self.bitmaps))
        size = f'width="{art.w}" height="{art.h}" preserveAspectRatio="none"'
        id = self.definitions.add("i", f'<image {size} pending="{number}"/>')
        return self._use(id, picture, art.w, art.h)

    page = raster

    def drawing(self, picture: Picture, art: Drawing) -> str:
        if art not in self._ids:
            clip = self._clip(path_words(rectangle_path(0.0, 0.0, art.w, art.h)))
            drawn = f'<g clip-path="{clip}">\n{self._all(art.items)}\n</g>'
            self._ids[art] = self.definitions.add("d", drawn)
        return self._use(self._ids[art], picture, art.w, art.h)

    def _use(self, id: str, picture: Picture, w: float, h: float) -> str:
        if min(w, h) < _LEAST or not (picture.w and picture.h):
            return ""
        matrix = matrix_words((picture.w / w, 0.0, 0.0, picture.h / h, picture.x, picture.y))
        return f'<use xlink:href="#{id}" transform="{matrix}"/>'

    def group(self, group: Group) -> str:
        inside = self._all(group.items) if group.clip != () else ""
        values = {}
        if group.transform != IDENTITY:
            values["transform"] = matrix_words(group.transform)
        if group.clip is not None and inside:
            rule = ' clip-rule="evenodd"' if group.clip_evenodd else ""
            values["clip-path"] = self._clip(path_words(group.clip), rule)
        if group.opacity != 1:
            values["opacity"] = number(group.opacity)
        return f"<g{attributes(values)}>\n{inside}\n</g>" if inside and values else inside

    def _all(self, items: Iterable[Item]) -> str:
        return "\n".join(filter(None, map(self.visit, items)))


def draw(face: Face, options: "Options") -> tuple[object, ...]:
    return tuple(svg_body(face, text=options.text))


def assemble(output: "Output") -> tuple[File, ...]:
    faces = [face for _, face in output.faces if isinstance(face, DrawnFace)]
    return write_faces(output, ".svg", (face_svg(face.label, SvgBody(*face.drawn)) for face in faces))
