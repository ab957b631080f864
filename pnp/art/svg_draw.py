"""The elements of an SVG file → items of the display list with all transforms worked in, so that groups are few."""

import binascii
import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import ceil, floor
from pathlib import Path as File
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from pnp.art.attribute_values import (
    ArtError,
    Length,
    NeedsBitmap,
    Unsupported,
    ViewBox,
    Viewport,
    checked_length,
    length_of,
    quote,
    reference_point_matrix,
    share,
    transform_of,
    transform_path,
    transform_shape,
    view_box,
    viewport_matrix,
)
from pnp.art.clips import Clip
from pnp.art.paint import Looks, Paintbox, opacity_of, reference
from pnp.art.palette import Palette, TiledFill
from pnp.art.paths import SHAPES, path_bounds, shape_path
from pnp.art.rasters import MAX_BYTES, raster_of
from pnp.art.svg_scene import NO_CLIP, NO_ELEMENT, Gradients, Place, Scene, clips_of, has_words
from pnp.art.svg_tree import UNSUPPORTED, Node
from pnp.cardtext.suggest import did_you_mean
from pnp.model.display import IDENTITY, Colour, Drawing, Gradient, Group, Item, Matrix, Path, Picture, Shape, multiply
from pnp.model.geometry import determinant, invert, rectangle_path
from pnp.model.regex import regex
from pnp.typesetting.fonts import FontStore

if TYPE_CHECKING:
    from pnp.art.svg_text import TextArtist

_NONE = frozenset(("none", ""))
_NORMAL = frozenset(("normal", ""))
_HARMLESS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("filter", "backdrop-filter", "mask", "mask-image", "marker", "marker-start"), _NONE),
    **dict.fromkeys(("marker-mid", "marker-end", "vector-effect"), _NONE),
    **dict.fromkeys(("translate", "rotate", "scale", "offset-path"), _NONE),
    "pathLength": frozenset[str](),
    "mix-blend-mode": _NORMAL,
    "color-interpolation": frozenset(("auto", "sRGB")),
    "clip": frozenset(("auto",)),
}
_BY_RESVG = frozenset(("filter", "mask", "marker", "marker-start", "marker-mid", "marker-end", "mix-blend-mode"))
_REFUSED_HINTS = {
    "pathLength": "give dashes in user units",
    **dict.fromkeys(("marker-start", "marker-mid", "marker-end"), "draw the marker as a shape"),
    "filter": "draw shadows and glows as shapes",
    "mask": "use a clip path",
}
# elements that draw nothing, or only where another element names them
_SILENT = frozenset(
    (
        *("defs", "title", "desc", "metadata", "style", "script", "view", "symbol", "clipPath", "linearGradient"),
        *("radialGradient", "stop", "filter", "mask", "pattern", "marker", "hatch", "solidcolor", "solidColor"),
        *("font", "font-face", "color-profile", "cursor"),
    )
)
_LOST = frozenset(  # elements with something to be seen
    (
        *("flowRoot", "foreignObject", "animate", "animateMotion", "animateTransform", "animateColor", "set", "mesh"),
        *("video", "audio", "canvas", "iframe", "tspan", "textPath", "tref"),
    )
)
_HINTS = {"flowRoot": "turn the text into paths", "foreignObject": "draw it as shapes"}

_LANGUAGE = "en"  # of drawings that have words in several: a file knows nothing of the game's
_MOST_TILES = 5_000
_AS_FINE = 100.0  # least width or height of a tile in its own units, so that nothing is rounded away
_DATA = regex(r"\s*data:([^;,]*)((?:;[^;,]*)*),(.*)", re.DOTALL | re.IGNORECASE)
_BLANK = regex(rb"\s+")

Drawer = Callable[[Node, Place], list[Item]]


def is_drawn_here(node: Node) -> bool:
    """Tell whether the conditions of an element hold: it asks for no program's extension, and for no other language."""
    attributes = node.attributes
    if attributes.get("requiredExtensions", "").strip():
        return False
    languages = attributes.get("systemLanguage")
    return languages is None or any(tag.strip().partition("-")[0] == _LANGUAGE for tag in languages.split(","))


class Artist:
    """Draws the elements of one scene."""

    def __init__(self, scene: Scene, palette: Palette, current: Colour, viewport: Viewport, fonts: FontStore) -> None:
        self._scene = scene
        self._fonts = fonts
        self.texts: TextArtist | None = None  # where there is one
        self._gradients = Gradients(scene, palette, current, viewport)
        box = Paintbox(palette, self._gradients, viewport.length)
        self._start = Place(Looks(current=current), IDENTITY, viewport, box)
        self._unknown: set[str] = set()
        self._drawers: dict[str, Drawer] = {
            **dict.fromkeys(("g", "a"), self._draw_children),
            **{"switch": self._draw_children, "use": self._draw_use, "svg": self._draw_viewport},
            **{"image": self._draw_image, "text": self._draw_text},
        }

    def _draw_text(self, node: Node, here: Place) -> list[Item]:
        if self.texts is None:
            from pnp.art.svg_text import TextArtist

            self.texts = TextArtist(self._scene, self._fonts)
        return self.texts.draw(node, here)

    def draw_root(self, root: Node, matrix: Matrix, w: float, h: float) -> list[Item]:
        """Draw all elements, and the background of the whole drawing, which has this size."""

        def draw_background(node: Node, here: Place) -> list[Item]:
            names = [name for name in node.attributes if name in ("background", "background-color")]
            text, name = (node.attributes[names[-1]], names[-1]) if names else ("none", "background")
            colour = here.box.palette.colour(text, name, here.looks.current)
            is_shown = colour is not None and here.looks.visible
            return [Shape(rectangle_path(0.0, 0.0, w, h), colour)] if is_shown else []

        def draw(node: Node, here: Place) -> list[Item]:
            return [*self._scene.attempt(node, [], draw_background, node, here), *self._draw_children(node, here)]

        if "transform" in root.attributes:
            self._scene.report(root, Unsupported("transform", "transform cannot be printed", "put it on a <g> inside"))
        return self._draw_with(draw, root, self._start._replace(matrix=matrix))

    def _draw(self, node: Node, place: Place) -> list[Item]:
        if node.tag in _SILENT or not is_drawn_here(node):
            return []
        drawer = self._draw_shape if node.tag in SHAPES else self._drawers.get(node.tag)
        if drawer is not None:
            return self._draw_with(drawer, node, place)
        if node.tag == "flowRoot" and not has_words(node):  # a leftover of programs
            return []
        span = self._scene.span(node)
        if node.tag in _LOST:
            self._scene.problems.append(UNSUPPORTED.at(span, hint=_HINTS.get(node.tag, ""), tag=node.tag))
        elif node.tag not in self._unknown:
            self._unknown.add(node.tag)
            hint = did_you_mean(node.tag, (*SHAPES, *self._drawers), 0.75)
            self._scene.problems.append(NO_ELEMENT.at(span, hint=hint, tag=node.tag))
        return []

    def _draw_with(self, drawer: Drawer, node: Node, place: Place) -> list[Item]:
        """Draw an element of any kind: its looks, transform, clips and opacity, and what would be lost on paper."""
        if node.attributes.get("display", "").strip() == "none" or not is_drawn_here(node):
            return []
        scene = self._scene
        for name, text in node.attributes.items():
            if (harmless := _HARMLESS.get(name)) is not None and text.strip() not in harmless:
                kind = NeedsBitmap if name in _BY_RESVG else Unsupported
                message = f"{name} {quote(text.strip())} cannot be printed"
                error: ArtError = kind(name, message, _REFUSED_HINTS.get(name, ""))
                named = reference(text) if name in _BY_RESVG else None
                if named is not None and named[0] not in scene.ids:
                    error = scene.missing_error(name, named[0], "it does nothing")
                scene.report(node, error)
        here = scene.enter(node, place)
        if determinant(here.matrix) == 0:
            return []
        items = scene.attempt(node, [], drawer, node, here)
        clips = scene.attempt(node, NO_CLIP, clips_of, scene, node, here, items)
        items = _group(items, clips[0] if clips else None, scene.attempt(node, 1.0, opacity_of, node.attributes))
        for clip in clips[1:]:
            items = _group(items, clip, 1.0)
        return items

    def _draw_children(self, node: Node, here: Place) -> list[Item]:
        children: Iterable[Node] = node.children
        if node.tag == "switch":  # the first child whose conditions hold
            children = [child for child in children if child.tag not in _SILENT and is_drawn_here(child)][:1]
        return [item for child in children for item in self._draw(child, here)]

    def _draw_shape(self, node: Node, here: Place) -> list[Item]:
        path = shape_path(node.tag, node.attributes, here.viewport.length)
        self._scene.spend(node, len(path))
        shape = Shape(path, *here.looks.paints(path))
        paints = (shape.fill, shape.stroke and shape.stroke.paint)
        self._scene.spend(node, sum(len(paint.stops) for paint in paints if isinstance(paint, Gradient)))
        if shape.stroke is not None:
            shape = shape._replace(stroke=shape.stroke._replace(place=str(self._scene.span(node))))
        if not path or not here.looks.visible:
            return []
        if isinstance(here.looks.stroke, TiledFill):
            raise NeedsBitmap("stroke", "stroke with a <pattern> cannot be printed", "draw its shapes instead")
        below = self._tile(node, here, path, here.looks.fill) if isinstance(here.looks.fill, TiledFill) else []
        stroke = shape._replace(fill=None) if here.looks.stroke_first and shape.stroke else None
        shape = shape._replace(stroke=None) if stroke else shape
        parts = [transform_shape(here.matrix, part) for part in (stroke, shape) if part and (part.fill or part.stroke)]
        return [*parts[:1], *below, *parts[1:]] if stroke else [*below, *parts]

    def _tile(self, node: Node, here: Place, path: Path, fill: TiledFill) -> list[Item]:
        """Fill a path with a pattern, whose tile is drawn once; with nothing where its tiles have no size."""
        scene = self._scene
        if (target := scene.find_target(node, "fill", f"#{fill.name}", here.trail)) is None:
            return []
        chain = [target]  # and the one its href names, the one that names …
        while href := chain[-1].attributes.get("href", "").strip():
            following = scene.ids.get(href[1:]) if href.startswith("#") else None
            if following is None or following.tag != "pattern" or following in chain:
                raise ArtError("href", f"href: {quote(href)} is no other pattern of this file")
            chain.append(following)
            scene.count_link(chain)
        given = {name: text for link in reversed(chain) for name, text in link.attributes.items()}
        content = next((link for link in chain if link.children), target)
        left, top, right, bottom = path_bounds(path)
        viewport = Viewport(right - left, bottom - top)
        relative = given.get("patternUnits", "objectBoundingBox").strip() == "objectBoundingBox"
        measure: Length = share if relative else here.viewport.length
        x, y, w, h = (checked_length(name, given.get(name, "0"), measure) for name in ("x", "y", "width", "height"))
        if relative:
            x, y, w, h = left + x * viewport.w, top + y * viewport.h, w * viewport.w, h * viewport.h
        matrix = transform_of(given, here.viewport, "patternTransform")
        if w <= 0 or h <= 0 or not determinant(matrix):
            return []
        enlarged = max(_AS_FINE / max(w, h), 1.0)
        if (box := view_box(given)) is not None:
            inner = viewport_matrix(box, 0.0, 0.0, w, h, given)
        elif given.get("patternContentUnits", "userSpaceOnUse").strip() == "objectBoundingBox":
            inner = viewport.w, 0.0, 0.0, viewport.h, 0.0, 0.0
        else:
            inner = IDENTITY
        matrix_inside = multiply((enlarged, 0.0, 0.0, enlarged, 0.0, 0.0), inner)
        there = here._replace(looks=self._start.looks, trail=(*here.trail, fill.name), matrix=matrix_inside)
        if not (items := tuple(self._draw_children(content, there))):
            return []
        tile = Drawing(f"{scene.shown} {target.attributes.get('id', '')}", w * enlarged, h * enlarged, items)
        seen = path_bounds(transform_path(invert(matrix), path))
        columns = range(floor((seen[0] - x) / w), ceil((seen[2] - x) / w))
        rows = range(floor((seen[1] - y) / h), ceil((seen[3] - y) / h))
        if len(columns) * len(rows) > _MOST_TILES:
            raise NeedsBitmap("fill", f"fill with more than {_MOST_TILES} tiles of a <pattern> cannot be printed")
        scene.spend(target, len(columns) * len(rows))
        tiles = tuple([Picture(tile, x + column * w, y + row * h, w, h) for row in rows for column in columns])
        placed = Group(tiles, multiply(here.matrix, matrix))
        clip, opacity = transform_path(here.matrix, path), here.looks.fill_opacity
        return [Group((placed,), clip=clip, opacity=opacity, clip_evenodd=here.looks.evenodd)]

    def _draw_image(self, node: Node, here: Place) -> list[Item]:
        """Draw an embedded picture in its rectangle; without a size as large as its pixels."""
        if not here.looks.visible:
            return []
        href = node.attributes.get("href", "").strip()
        x, y, w, h = _sides(node, here.viewport)
        if not href:
            return []
        if not (match := _DATA.fullmatch(href)):
            hint = "embed it, or place it in the layout"
            raise Unsupported("href", f"href {quote(href)} is outside of this file", hint)
        kind, parameters, text = match.groups()
        if "svg" in kind.lower():
            raise Unsupported("href", "href holds an SVG in the SVG: it cannot be printed", "use <g> or <symbol>")
        is_packed = "base64" in parameters.lower()
        if is_packed and len(text) > MAX_BYTES * 2:
            raise Unsupported("href", "href holds more than a picture may have", "save it smaller")
        data = unquote_to_bytes(text)
        if is_packed:
            try:
                packed = _BLANK.sub(b"", data)
                data = b64decode(packed + b"=" * (-len(packed) % 4))
            except (binascii.Error, ValueError):
                message = "href is no base64 that can be read"
                raise ArtError("href", message, "embed the picture again") from None
        shown, span = self._scene.shown, self._scene.span(node)
        raster, problems = raster_of(data, File(shown), f"{shown} {len(data)}", span)
        self._scene.problems += problems
        if raster is None:
            return []
        if w is None and h is None:
            w, h = float(raster.w), float(raster.h)
        w = raster.w * (h or 0.0) / raster.h if w is None else w
        h = raster.h * w / raster.w if h is None else h
        if not w or not h:
            return []
        x, y = x or 0.0, y or 0.0
        fitted = viewport_matrix(ViewBox(0.0, 0.0, raster.w, raster.h), x, y, w, h, node.attributes)
        picture = Picture(replace(raster, data=data), 0.0, 0.0, float(raster.w), float(raster.h))
        placed = Group((picture,), multiply(here.matrix, fitted))
        if "slice" not in node.attributes.get("preserveAspectRatio", ""):
            return [placed]
        return [Group((placed,), clip=transform_path(here.matrix, rectangle_path(x, y, w, h)))]

    def _draw_use(self, node: Node, here: Place) -> list[Item]:
        href = node.attributes.get("href", "").strip()
        if (target := self._scene.find_target(node, "href", href, here.trail)) is None:
            return []
        x, y, w, h = _sides(node, here.viewport)
        there = here.transform((1.0, 0.0, 0.0, 1.0, x or 0.0, y or 0.0))._replace(trail=(*here.trail, href[1:]))
        if target.tag in ("symbol", "svg"):
            return self._draw_with(lambda inner, place: self._draw_viewport(inner, place, w, h), target, there)
        return self._draw(target, there)

    def _draw_viewport(self, node: Node, here: Place, w: float | None = None, h: float | None = None) -> list[Item]:
        """Draw an inner svg or a symbol: its view box put into its rectangle, and clipped there."""
        own_x, own_y, own_w, own_h = _sides(node, here.viewport)
        x, y = own_x or 0.0, own_y or 0.0
        w = next(side for side in (w, own_w, here.viewport.w) if side is not None)
        h = next(side for side in (h, own_h, here.viewport.h) if side is not None)
        if not w or not h:
            return []
        box = view_box(node.attributes)
        inner = (1.0, 0.0, 0.0, 1.0, x, y) if box is None else viewport_matrix(box, x, y, w, h, node.attributes)
        if node.tag == "symbol":
            own_box = box or ViewBox(0.0, 0.0, w, h)
            here = here.transform(reference_point_matrix(node.attributes, inner, own_box, x, y))
        viewport = Viewport(w, h) if box is None else Viewport(box.w, box.h)
        # percentages inside are of the viewport's size
        place = here.transform(inner)
        gradients = self._gradients.switch_viewport(viewport)
        paintbox = place.box._replace(gradients=gradients, length=viewport.length)
        looks = place.looks.switch_gradients(gradients)
        items = self._draw_children(node, place._replace(viewport=viewport, box=paintbox, looks=looks))
        if node.attributes.get("overflow", "hidden").strip() in ("visible", "auto"):
            return items
        return _group(items, Clip(transform_path(here.matrix, rectangle_path(x, y, w, h))), 1.0)


def _sides(node: Node, viewport: Viewport) -> tuple[float | None, float | None, float | None, float | None]:
    x, y = (length_of(node.attributes, name, viewport.length) for name in ("x", "y"))
    given = {name: text for name in ("width", "height") if (text := node.attributes.get(name, "auto")) != "auto"}
    w, h = (length_of(given, name, viewport.length, signed=False) for name in ("width", "height"))
    return x, y, w, h


def _group(items: Sequence[Item], clip: Clip | None, opacity: float) -> list[Item]:
    """Put items under a clip and an opacity, without a group where none is needed."""
    if not items or opacity == 0 or (clip is not None and not clip.path):
        return []
    if clip is not None:
        return [Group(tuple(items), clip=clip.path, opacity=opacity, clip_evenodd=clip.evenodd)]
    if opacity == 1:
        return list(items)
    match items:
        case [Shape(fill=None) | Shape(stroke=None) as only]:
            fill_opacity, stroke_opacity = only.fill_opacity * opacity, only.stroke_opacity * opacity
            return [only._replace(fill_opacity=fill_opacity, stroke_opacity=stroke_opacity)]
    return [Group(tuple(items), opacity=opacity)]
