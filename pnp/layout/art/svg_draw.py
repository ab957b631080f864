"""The elements of an SVG file → items of the display list with all transforms worked in, so that groups are few."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from pnp.layout.art.clips import Clip
from pnp.layout.art.paint import Looks, Paintbox, opacity_of, reference
from pnp.layout.art.palette import Palette, TiledFill
from pnp.layout.art.paths import SHAPES, rounded_rect, shape_path
from pnp.layout.art.svg_clips import NO_CLIP, clips_of
from pnp.layout.art.svg_scene import NO_ELEMENT, Gradients, Place, Scene
from pnp.layout.art.svg_text import TextArtist, has_words
from pnp.layout.art.svg_tree import UNSUPPORTED, Node
from pnp.layout.art.transforms import determinant, reference_point_matrix, transform_path, transform_shape
from pnp.layout.art.values import (
    ArtError,
    Beyond,
    Unsupported,
    ViewBox,
    Viewport,
    length_of,
    quote,
    view_box,
    viewport_matrix,
)
from pnp.layout.text.fonts import FontStore
from pnp.model.display import IDENTITY, Colour, Gradient, Group, Item, Matrix, Path, Shape
from pnp.text.suggest import did_you_mean

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


def refusals(attributes: Mapping[str, str]) -> Iterator[Unsupported]:
    """One error for each attribute that would be lost on paper."""
    for name, text in attributes.items():
        harmless = _HARMLESS.get(name)
        if harmless is not None and text.strip() not in harmless:
            kind = Beyond if name in _BY_RESVG else Unsupported
            yield kind(name, f"{name} {quote(text.strip())} cannot be printed", _REFUSED_HINTS.get(name, ""))


# these say something, or are drawn only where another element names them
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


def is_for_us(node: Node) -> bool:
    """Whether the conditions of an element hold: it asks for no program's extension, and for no other language."""
    attributes = node.attributes
    if attributes.get("requiredExtensions", "").strip():
        return False
    languages = attributes.get("systemLanguage")
    return languages is None or any(tag.strip().partition("-")[0] == _LANGUAGE for tag in languages.split(","))


Drawer = Callable[[Node, Place], list[Item]]


class Artist:
    """Draws the elements of one scene."""

    def __init__(self, scene: Scene, palette: Palette, current: Colour, viewport: Viewport, fonts: FontStore) -> None:
        self._scene = scene
        self.texts = TextArtist(scene, fonts)
        self._gradients = Gradients(scene, palette, current, viewport)
        box = Paintbox(palette, self._gradients, viewport.length)
        self._start = Place(Looks(current=current), IDENTITY, viewport, box)
        self._unknown: set[str] = set()
        self._drawers: dict[str, Drawer] = {
            **dict.fromkeys(("g", "a"), self._children),
            **{"switch": self._branch, "use": self._use, "svg": self._viewport, "image": self._image},
            "text": self.texts.draw,
        }

    def draw_root(self, root: Node, matrix: Matrix, w: float, h: float) -> list[Item]:
        """All elements, and the background of the whole drawing, which has this size."""

        def draw(node: Node, here: Place) -> list[Item]:
            return [*self._scene.attempt(node, [], _background, node, here, w, h), *self._children(node, here)]

        if "transform" in root.attributes:
            self._scene.wrong(root, Unsupported("transform", "transform cannot be printed", "put it on a <g> inside"))
        return self._draw_by(draw, root, self._start._replace(matrix=matrix))

    def _branch(self, node: Node, here: Place) -> list[Item]:
        """The first child whose conditions hold."""
        chosen = next((child for child in node.children if child.tag not in _SILENT and is_for_us(child)), None)
        return [] if chosen is None else self._draw(chosen, here)

    def _draw(self, node: Node, place: Place) -> list[Item]:
        if node.tag in _SILENT or not is_for_us(node):
            return []
        drawer = self._shape if node.tag in SHAPES else self._drawers.get(node.tag)
        if node.tag == "flowRoot" and not has_words(node):  # what programs leave behind
            return []
        if drawer is None:
            span = self._scene.span(node)
            if node.tag in _LOST:
                problem = UNSUPPORTED.at(span, hint=_HINTS.get(node.tag, ""), tag=node.tag)
            elif node.tag not in self._unknown:
                self._unknown.add(node.tag)
                hint = did_you_mean(node.tag, (*SHAPES, *self._drawers), 0.75)
                problem = NO_ELEMENT.at(span, hint=hint, tag=node.tag)
            else:
                return []
            self._scene.problems.append(problem)
            return []
        return self._draw_by(drawer, node, place)

    def _draw_by(self, drawer: Drawer, node: Node, place: Place) -> list[Item]:
        """What is common to all that draws: looks, transform, clip, opacity."""
        if node.attributes.get("display", "").strip() == "none" or not is_for_us(node):
            return []
        scene = self._scene
        error: ArtError
        for error in refusals(node.attributes):
            named = reference(node.attributes[error.attribute]) if isinstance(error, Beyond) else None
            if named is not None and named[0] not in scene.ids:
                error = scene.nowhere(error.attribute, named[0], "it does nothing")
            scene.wrong(node, error)
        here = scene.enter(node, place)
        if determinant(here.matrix) == 0:
            return []
        items = scene.attempt(node, [], drawer, node, here)
        clips = scene.attempt(node, NO_CLIP, clips_of, scene, node, here, items)
        items = _wrapped(items, clips[0] if clips else None, scene.attempt(node, 1.0, opacity_of, node.attributes))
        for clip in clips[1:]:
            items = _wrapped(items, clip, 1.0)
        return items

    def _children(self, node: Node, here: Place) -> list[Item]:
        return [item for child in node.children for item in self._draw(child, here)]

    def _shape(self, node: Node, here: Place) -> list[Item]:
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
            raise Beyond("stroke", "stroke with a <pattern> cannot be printed", "draw its shapes instead")
        below = self._tiles(node, here, path) if isinstance(here.looks.fill, TiledFill) else []
        stroke = shape._replace(fill=None) if here.looks.stroke_first and shape.stroke else None
        shape = shape._replace(stroke=None) if stroke else shape
        parts = [transform_shape(here.matrix, part) for part in (stroke, shape) if part and (part.fill or part.stroke)]
        return [*parts[:1], *below, *parts[1:]] if stroke else [*below, *parts]

    def _tiles(self, node: Node, here: Place, path: Path) -> list[Item]:
        from pnp.layout.art.svg_patterns import tiled

        assert isinstance(here.looks.fill, TiledFill)
        name = here.looks.fill.name
        target = self._scene.target(node, "fill", f"#{name}", here.trail)
        if target is None:
            return []
        there = here._replace(looks=self._start.looks, trail=(*here.trail, name))
        return tiled(self._scene, target, self._children, there, path, here.looks)

    def _image(self, node: Node, here: Place) -> list[Item]:
        from pnp.layout.art.svg_pictures import embedded

        return embedded(self._scene, node, here, _sides(node, here.viewport)) if here.looks.visible else []

    def _use(self, node: Node, here: Place) -> list[Item]:
        href = node.attributes.get("href", "").strip()
        target = self._scene.target(node, "href", href, here.trail)
        if target is None:
            return []
        x, y, w, h = _sides(node, here.viewport)
        there = here.moved((1.0, 0.0, 0.0, 1.0, x or 0.0, y or 0.0))._replace(trail=(*here.trail, href[1:]))
        if target.tag in ("symbol", "svg"):
            return self._draw_by(lambda inner, place: self._viewport(inner, place, w, h), target, there)
        return self._draw(target, there)

    def _viewport(self, node: Node, here: Place, w: float | None = None, h: float | None = None) -> list[Item]:
        """An inner svg or a symbol: its view box put into its rectangle, and cut off there."""
        own_x, own_y, own_w, own_h = _sides(node, here.viewport)
        x, y = own_x or 0.0, own_y or 0.0
        w = next(side for side in (w, own_w, here.viewport.w) if side is not None)
        h = next(side for side in (h, own_h, here.viewport.h) if side is not None)
        if not w or not h:
            return []
        box = view_box(node.attributes)
        inner = (1.0, 0.0, 0.0, 1.0, x, y) if box is None else viewport_matrix(box, x, y, w, h, node.attributes)
        if node.tag == "symbol":
            here = here.moved(reference_point_matrix(node.attributes, inner, box or ViewBox(0.0, 0.0, w, h), x, y))
        viewport = Viewport(w, h) if box is None else Viewport(box.w, box.h)
        # percentages inside are of the viewport's size
        place = here.moved(inner)
        gradients = self._gradients.seen_from(viewport)
        paintbox = place.box._replace(gradients=gradients, length=viewport.length)
        there = place._replace(viewport=viewport, box=paintbox, looks=place.looks.switch_gradients(gradients))
        items = self._children(node, there)
        if node.attributes.get("overflow", "hidden").strip() in ("visible", "auto"):
            return items
        return _wrapped(items, Clip(transform_path(here.matrix, rounded_rect(x, y, w, h, 0.0, 0.0))), 1.0)


def _sides(node: Node, viewport: Viewport) -> tuple[float | None, float | None, float | None, float | None]:
    x, y = (length_of(node.attributes, name, viewport.length) for name in ("x", "y"))
    given = {name: text for name in ("width", "height") if (text := node.attributes.get(name, "auto")) != "auto"}
    w, h = (length_of(given, name, viewport.length, signed=False) for name in ("width", "height"))
    return x, y, w, h


def _background(root: Node, here: Place, w: float, h: float) -> list[Item]:
    """What a browser paints behind the whole drawing."""
    said = [name for name in root.attributes if name in ("background", "background-color")]
    text = root.attributes[said[-1]] if said else "none"
    colour = here.box.palette.colour(text, said[-1] if said else "background", here.looks.current)
    if colour is None or not here.looks.visible:
        return []
    return [Shape(rounded_rect(0.0, 0.0, w, h, 0.0, 0.0), colour)]


def _wrapped(items: Sequence[Item], clip: Clip | None, opacity: float) -> list[Item]:
    """Items under a clip and an opacity, without a group where none is needed."""
    if not items or opacity == 0 or (clip is not None and not clip.path):
        return []
    if clip is None and opacity == 1:
        return list(items)
    if clip is not None:
        return [Group(tuple(items), clip=clip.path, opacity=opacity, clip_evenodd=clip.evenodd)]
    match items:
        case [Shape(fill=None) | Shape(stroke=None) as only]:
            fill_opacity, stroke_opacity = only.fill_opacity * opacity, only.stroke_opacity * opacity
            return [only._replace(fill_opacity=fill_opacity, stroke_opacity=stroke_opacity)]
    return [Group(tuple(items), opacity=opacity)]
