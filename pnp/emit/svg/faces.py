"""A face → one SVG file that needs no other: all that it refers to is defined in it, once."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from pnp.emit.pdf.resources import pack, unpack
from pnp.emit.svg.paints import clip_id, shape_element
from pnp.emit.svg.pictures import image_data
from pnp.emit.svg.texts import TextWriter
from pnp.emit.svg.writing import Definitions, attributes, escape, matrix_words, number
from pnp.model.display import IDENTITY, Drawing, Face, Group, Item, Matrix, PageArt, Picture, Raster, Shape, Text
from pnp.model.outline import rectangle_path
from pnp.model.visiting import Visitor

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
    """The file of a face whose body it is."""

    def address(match: re.Match[str]) -> str:
        art = unpack(body.bitmaps[int(match[1])], lambda name: None)
        assert isinstance(art, Raster | PageArt)
        return f'xlink:href="{image_data(art)}"'

    content = _PENDING.sub(address, body.content)
    return f"{body.opening}\n<title>{escape(label)}</title>\n{content}</svg>\n".encode()


def svg_body(face: Face, *, text: bool = False) -> SvgBody:
    """The same face makes the same words. `text`: what can be text stays text, and needs its fonts."""
    writer = _Writer(face.language, keeps_text=text)
    drawn = writer.group(face.content)
    definitions = writer.definitions.elements
    w, h = number(face.w), number(face.h)
    values = {"width": f"{w}mm", "height": f"{h}mm", "viewBox": f"0 0 {w} {h}", "xml:lang": escape(face.language)}
    values |= {"style": _FULL_WIDTHS} if text else {}
    lines = [*writer.fonts(), *(["<defs>", *definitions, "</defs>"] if definitions else []), drawn]
    opening = f'<?xml version="1.0" encoding="UTF-8"?>\n<svg {_SPACES}{attributes(values)}>'
    return SvgBody(opening, "".join(f"{line}\n" for line in lines if line), tuple(writer.bitmaps))


class _Writer(Visitor[str]):
    """Elements, or nothing where nothing is seen."""

    def __init__(self, language: str, *, keeps_text: bool) -> None:
        self.definitions = Definitions()
        self.bitmaps: dict[tuple[Any, ...], int] = {}  # packed, each with its number
        self._texts = TextWriter(self.definitions, language, keeps_text=keeps_text)
        self._ids: dict[Drawing, str] = {}

    def fonts(self) -> Iterable[str]:
        """What a viewer needs to show texts as they were set."""
        styles = sorted(self._texts.styles)
        names = [f"{family} {weight}{' italic' if is_italic else ''}" for family, weight, is_italic in styles]
        return [f"<desc>Fonts: {escape(', '.join(names))}</desc>"] if names else []

    def text(self, text: Text) -> str:
        return self._texts.write(text)

    def shape(self, shape: Shape) -> str:
        return shape_element(shape, self.definitions)

    def raster(self, picture: Picture, art: Raster) -> str:
        return self._bitmap(picture, art)

    def page(self, picture: Picture, art: PageArt) -> str:
        return self._bitmap(picture, art)

    def _bitmap(self, picture: Picture, art: Raster | PageArt) -> str:
        number = self.bitmaps.setdefault(pack(art), len(self.bitmaps))
        size = f'width="{art.w}" height="{art.h}" preserveAspectRatio="none"'
        id = self.definitions.add("i", f'<image {size} pending="{number}"/>')
        return self._use(id, picture, art.w, art.h)

    def drawing(self, picture: Picture, art: Drawing) -> str:
        if art not in self._ids:
            clip = clip_id(rectangle_path(0.0, 0.0, art.w, art.h), self.definitions)
            drawn = f'<g clip-path="url(#{clip})">\n{self._all(art.items)}\n</g>'
            self._ids[art] = self.definitions.add("d", drawn)
        return self._use(self._ids[art], picture, art.w, art.h)

    def _use(self, id: str, picture: Picture, w: float, h: float) -> str:
        if min(w, h) < _LEAST or not (picture.w and picture.h):
            return ""
        matrix: Matrix = (picture.w / w, 0.0, 0.0, picture.h / h, picture.x, picture.y)
        return f'<use xlink:href="#{id}" transform="{matrix_words(matrix)}"/>'

    def group(self, group: Group) -> str:
        inside = self._all(group.items) if group.clip != () else ""
        values = {}
        if group.transform != IDENTITY:
            values["transform"] = matrix_words(group.transform)
        if group.clip is not None and inside:
            values["clip-path"] = f"url(#{clip_id(group.clip, self.definitions, evenodd=group.clip_evenodd)})"
        if group.opacity != 1:
            values["opacity"] = number(group.opacity)
        return f"<g{attributes(values)}>\n{inside}\n</g>" if inside and values else inside

    def _all(self, items: Iterable[Item]) -> str:
        return "\n".join(filter(None, map(self.visit, items)))
