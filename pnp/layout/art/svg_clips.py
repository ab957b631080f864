"""What `clip-path` leaves of an element: outlines, all of which count."""

from collections.abc import Callable, Iterator

from pnp.layout.art.clips import Clip, union
from pnp.layout.art.paint import Looks, reference
from pnp.layout.art.paths import SHAPES, Box, path_bounds, rounded_rect, shape_path
from pnp.layout.art.svg_scene import Place, Scene
from pnp.layout.art.svg_tree import Node
from pnp.layout.art.transforms import inverse, transform_path
from pnp.layout.art.values import ArtError, Beyond, Unsupported, length_of, quote
from pnp.model.display import IDENTITY, Drawing, Group, Item, PageArt, Path, Picture, Raster, Shape, Text
from pnp.model.visiting import Visitor

NO_CLIP: tuple[Clip, ...] = ()


class DrawnBoxes(Visitor[Iterator[Box]]):
    """Around shapes without their strokes, and around pictures, whatever clips leave of them. Files hold no texts."""

    def __init__(self, bounds: Callable[[Path], Box] = path_bounds) -> None:
        self.bounds = bounds

    def text(self, text: Text) -> Iterator[Box]:
        return iter(())

    def shape(self, shape: Shape) -> Iterator[Box]:
        yield self.bounds(shape.path)

    def raster(self, picture: Picture, art: Raster) -> Iterator[Box]:
        yield picture.x, picture.y, picture.x + picture.w, picture.y + picture.h

    def drawing(self, picture: Picture, art: Drawing) -> Iterator[Box]:
        yield picture.x, picture.y, picture.x + picture.w, picture.y + picture.h

    def page(self, picture: Picture, art: PageArt) -> Iterator[Box]:
        return iter(())

    def group(self, group: Group) -> Iterator[Box]:
        for item in group.items:
            for box in self.visit(item):
                yield self.bounds(transform_path(group.transform, box_path(box)))


def box_path(box: Box) -> Path:
    left, top, right, bottom = box
    return rounded_rect(left, top, right - left, bottom - top, 0.0, 0.0)


def clips_of(scene: Scene, node: Node, here: Place, items: list[Item]) -> tuple[Clip, ...]:
    """The clips of an element whose inside is `here` and looks like the items."""
    named = _named(node)
    if named is None:
        return NO_CLIP
    target = _target(scene, node, named, here)
    if target is None:
        return NO_CLIP
    box = _box(items, here) if _units(target) == "objectBoundingBox" else None
    clips = _clips(scene, node, target, named, here, box)
    scene.spend(node, sum(len(clip.path) for clip in clips))
    return tuple([clip._replace(path=transform_path(here.matrix, clip.path)) for clip in clips])


def _named(node: Node) -> str | None:
    text = node.attributes.get("clip-path", "none").strip()
    if text == "none":
        return None
    named = reference(text)
    if named is None:
        raise Unsupported("clip-path", f"clip-path {quote(text)} cannot be printed", "only url(#id) can")
    return named[0]


def _target(scene: Scene, node: Node, name: str, here: Place) -> Node | None:
    target = scene.target(node, "clip-path", f"#{name}", here.trail)
    if target is not None and target.tag != "clipPath":
        raise ArtError("clip-path", f'clip-path: "#{name}" is a <{target.tag}>, not a <clipPath>')
    return target


def _units(node: Node) -> str:
    return node.attributes.get("clipPathUnits", "userSpaceOnUse").strip()


def _clips(scene: Scene, node: Node, target: Node, name: str, here: Place, box: Box | None) -> tuple[Clip, ...]:
    """In the coordinates of what is clipped."""
    key = name, here.viewport, box
    if key not in scene.clips:
        start = here._replace(looks=Looks(), matrix=IDENTITY, trail=(*here.trail, name))
        # a clip path inherits from where it stands, not from where it is used
        looks = start.looks
        for outer in scene.around(target):
            own = {name: text for name, text in outer.attributes.items() if name in ("clip-rule", "visibility")}
            looks = scene.attempt(outer, looks, looks.inherit, own, start.box)
        there = start._replace(looks=looks)
        scene.clips[key] = scene.attempt(target, None, _clip_path, scene, target, there, box)
    return scene.clips[key] or NO_CLIP


def _clip_path(scene: Scene, node: Node, place: Place, box: Box | None) -> tuple[Clip, ...]:
    """All its children as one, and what clips that or its only child."""
    here = scene.enter(node, place)
    if box is not None:
        left, top, right, bottom = box
        here = here.moved((right - left, 0.0, 0.0, bottom - top, left, top))
    found = [scene.attempt(child, [], _clip_shape, scene, child, here) for child in node.children]
    shown = [clips for clips in found if clips and clips[0].path]
    if len(shown) > 1 and any(len(clips) > 1 for clips in shown):
        raise Beyond("clip-path", "with several clipped shapes cannot be printed")
    clip = union([clips[0] for clips in shown], scene.budget)
    if clip is None:
        raise Beyond("clip-path", "is too intricate to be printed", "make one path of its shapes")
    inner = shown[0][1:] if shown else []
    return (clip, *inner, *_outer(scene, node, place))


def _outer(scene: Scene, node: Node, place: Place) -> tuple[Clip, ...]:
    """The clips of a clip path, or of a shape in one."""
    named = _named(node)
    target = _target(scene, node, named, place) if named else None
    if named is None or target is None:
        return NO_CLIP
    if _units(target) == "objectBoundingBox":
        raise Beyond("clip-path", "in units of the box cannot be printed here")
    clips = _clips(scene, node, target, named, place, None)
    return tuple([clip._replace(path=transform_path(place.matrix, clip.path)) for clip in clips])


def _clip_shape(scene: Scene, node: Node, place: Place) -> list[Clip]:
    """One shape of a clip path, or one that is used there; then what clips it."""
    if node.tag in ("title", "desc", "metadata") or node.attributes.get("display", "").strip() == "none":
        return []
    here = scene.enter(node, place)
    if node.tag == "use":
        href = node.attributes.get("href", "").strip()
        target = scene.target(node, "href", href, here.trail)
        if target is None:
            return []
        x, y = (length_of(node.attributes, side, here.viewport.length) or 0.0 for side in ("x", "y"))
        there = here.moved((1.0, 0.0, 0.0, 1.0, x, y))._replace(trail=(*here.trail, href[1:]))
        inner = _clip_shape(scene, target, there)
        return [*inner, *_outer(scene, node, here)] if inner else []
    if node.tag not in SHAPES:
        raise Beyond("clip-path", "in a clip path cannot be printed", "only shapes and paths can")
    path = shape_path(node.tag, node.attributes, here.viewport.length)
    scene.spend(node, len(path))
    own = Clip(transform_path(here.matrix, path) if here.looks.visible else (), here.looks.clip_evenodd)
    return [own, *_outer(scene, node, here)]


def _box(items: list[Item], here: Place) -> Box:
    """The box around what is drawn, in the coordinates of its element."""
    a, b, c, d, _, _ = here.matrix
    if (a and b) or (c and d):
        raise Beyond("clip-path", "clip-path in units of a turned box cannot be printed", "use userSpaceOnUse")
    boxes_of = DrawnBoxes()
    boxes = [box for item in items for box in boxes_of.visit(item)]
    if not boxes:
        return 0.0, 0.0, 0.0, 0.0
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return path_bounds(transform_path(inverse(here.matrix), box_path((left, top, right, bottom))))
