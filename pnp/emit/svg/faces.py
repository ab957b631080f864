"""A face → one SVG file that needs no other: all that it refers to is defined in it, once."""

from collections.abc import Iterable
from typing import NamedTuple

from pnp.emit.svg.paints import clip_id, shape_element
from pnp.emit.svg.pictures import page_element, raster_element
from pnp.emit.svg.texts import TextWriter
from pnp.emit.svg.writing import Definitions, attributes, escape, matrix_words, number
from pnp.model.display import IDENTITY, Drawing, Face, Group, Item, Matrix, PageArt, Picture, Raster, Shape, Text
from pnp.model.outline import rectangle_path
from pnp.model.visiting import Visitor

_SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

_FULL_WIDTHS = "text-spacing-trim:space-all"  # browsers would move marks of Chinese and Japanese together
_LEAST = 1e-6  # millimetres: what is smaller isn't seen, however much it is enlarged


class SvgBody(NamedTuple):
    """A file without its title: faces that look alike share it."""

    opening: str
    content: str


def face_svg(label: str, body: SvgBody) -> bytes:
    """The file of a face whose body it is."""
    return f"{body.opening}\n<title>{escape(label)}</title>\n{body.content}</svg>\n".encode()


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
    return SvgBody(opening, "".join(f"{line}\n" for line in lines if line))


class _Writer(Visitor[str]):
    """Elements, or nothing where nothing is seen."""

    def __init__(self, language: str, *, keeps_text: bool) -> None:
        self.definitions = Definitions()
        self._texts = TextWriter(self.definitions, language, keeps_text=keeps_text)
        self._ids: dict[Raster | Drawing | PageArt, str] = {}

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
        if art not in self._ids:
            self._ids[art] = self.definitions.add("i", raster_element(art))
        return self._use(self._ids[art], picture, art.w, art.h)

    def page(self, picture: Picture, art: PageArt) -> str:
        if art not in self._ids:
            self._ids[art] = self.definitions.add("i", page_element(art))
        return self._use(self._ids[art], picture, art.w, art.h)

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
