"""`clip-path` of an element → the outlines in which it is seen, all of which count."""

from collections.abc import Callable, Iterator

from pnp.layout.art.clips import Clip, union
from pnp.layout.art.paint import Looks, reference
from pnp.layout.art.paths import SHAPES, Box, path_bounds, rounded_rect, shape_path
from pnp.layout.art.svg_scene import Place, Scene
from pnp.layout.art.svg_tree import Node
from pnp.layout.art.transforms import inverse, transform_path
from pnp.layout.art.values import ArtError, NeedsBitmap, Unsupported, length_of, quote
from pnp.model.display import IDENTITY, Drawing, Group, Item, PageArt, Path, Picture, Raster, Shape, Text
from pnp.model.visiting import Visitor

NO_CLIP: tuple[Clip, ...] = ()


class DrawnBoxes(Visitor[Iterator[Box]]):
    """Finds boxes around shapes without their strokes, and around pictures, whatever clips leave of them."""

    def __init__(self, bounds: Callable[[Path], Box] = path_bounds) -> None:
        self.bounds = bounds

    def text(self, text: Text) -> Iterator[Box]:
        return iter(())  # texts of files are outlines

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


def clips_of(scene: Scene, node: Node, here: Place, items: list[Item] | None = None) -> tuple[Clip, ...]:
    """Return the clips of an element whose inside is `here`: of one drawn as these items, or of a clip path's part."""
    text = node.attributes.get("clip-path", "none").strip()
    if text == "none":
        return NO_CLIP
    named = reference(text)
    if named is None:
        raise Unsupported("clip-path", f"clip-path {quote(text)} cannot be printed", "only url(#id) can")
    name = named[0]
    target = scene.find_target(node, "clip-path", f"#{name}", here.trail)
    if target is None:
        return NO_CLIP
    if target.tag != "clipPath":
        raise ArtError("clip-path", f'clip-path: "#{name}" is a <{target.tag}>, not a <clipPath>')
    box = None
    if target.attributes.get("clipPathUnits", "userSpaceOnUse").strip() == "objectBoundingBox":
        if items is None:
            raise NeedsBitmap("clip-path", "in units of the box cannot be printed here")
        box = _box_around(items, here)
    key = name, here.viewport, box
    if key not in scene.clips:
        start = here._replace(looks=Looks(), matrix=IDENTITY, trail=(*here.trail, name))
        # a clip path inherits from where it stands, not from where it is used
        looks = start.looks
        for outer in scene.ancestors(target):
            own = {name: text for name, text in outer.attributes.items() if name in ("clip-rule", "visibility")}
            looks = scene.attempt(outer, looks, looks.inherit, own, start.box)
        there = start._replace(looks=looks)
        scene.clips[key] = scene.attempt(target, None, _read_clip_path, scene, target, there, box)
    clips = scene.clips[key] or NO_CLIP  # in the coordinates of what is clipped
    if items is not None:
        scene.spend(node, sum(len(clip.path) for clip in clips))
    return tuple([clip._replace(path=transform_path(here.matrix, clip.path)) for clip in clips])


def _read_clip_path(scene: Scene, node: Node, place: Place, box: Box | None) -> tuple[Clip, ...]:
    """Return the union of a clip path's children, and the clips of the clip path and of an only child."""
    here = scene.enter(node, place)
    if box is not None:
        left, top, right, bottom = box
        here = here.transform((right - left, 0.0, 0.0, bottom - top, left, top))
    found = [scene.attempt(child, [], _read_clip_shape, scene, child, here) for child in node.children]
    shown = [clips for clips in found if clips and clips[0].path]
    if len(shown) > 1 and any(len(clips) > 1 for clips in shown):
        raise NeedsBitmap("clip-path", "with several clipped shapes cannot be printed")
    clip = union([clips[0] for clips in shown], scene.budget)
    if clip is None:
        raise NeedsBitmap("clip-path", "is too intricate to be printed", "make one path of its shapes")
    inner = shown[0][1:] if shown else []
    return (clip, *inner, *clips_of(scene, node, place))


def _read_clip_shape(scene: Scene, node: Node, place: Place) -> list[Clip]:
    """Return a shape of a clip path, or one that is used there, followed by the clips of that."""
    if node.tag in ("title", "desc", "metadata") or node.attributes.get("display", "").strip() == "none":
        return []
    here = scene.enter(node, place)
    if node.tag == "use":
        href = node.attributes.get("href", "").strip()
        target = scene.find_target(node, "href", href, here.trail)
        if target is None:
            return []
        x, y = (length_of(node.attributes, side, here.viewport.length) or 0.0 for side in ("x", "y"))
        there = here.transform((1.0, 0.0, 0.0, 1.0, x, y))._replace(trail=(*here.trail, href[1:]))
        inner = _read_clip_shape(scene, target, there)
        return [*inner, *clips_of(scene, node, here)] if inner else []
    if node.tag not in SHAPES:
        raise NeedsBitmap("clip-path", "in a clip path cannot be printed", "only shapes and paths can")
    path = shape_path(node.tag, node.attributes, here.viewport.length)
    scene.spend(node, len(path))
    own = Clip(transform_path(here.matrix, path) if here.looks.visible else (), here.looks.clip_evenodd)
    return [own, *clips_of(scene, node, here)]


def _box_around(items: list[Item], here: Place) -> Box:
    """Return the box around items, in the coordinates of their element."""
    a, b, c, d, _, _ = here.matrix
    if (a and b) or (c and d):
        raise NeedsBitmap("clip-path", "clip-path in units of a turned box cannot be printed", "use userSpaceOnUse")
    boxes_of = DrawnBoxes()
    boxes = [box for item in items for box in boxes_of.visit(item)]
    if not boxes:
        return 0.0, 0.0, 0.0, 0.0
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return path_bounds(transform_path(inverse(here.matrix), box_path((left, top, right, bottom))))
