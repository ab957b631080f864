"""`clip-path` of an element → the outlines in which it is seen, all of which count."""

from collections.abc import Callable, Iterator
from typing import assert_never

from pnp.layout.art.clips import Clip, union
from pnp.layout.art.paint import Looks, reference
from pnp.layout.art.paths import SHAPES, Box, path_bounds, rounded_rect, shape_path
from pnp.layout.art.svg_scene import Place, Scene
from pnp.layout.art.svg_tree import Node
from pnp.layout.art.transforms import inverse, transform_path
from pnp.layout.art.values import ArtError, NeedsBitmap, Unsupported, length_of, quote
from pnp.model.display import IDENTITY, Group, Item, Path, Picture, Shape, Text

NO_CLIP: tuple[Clip, ...] = ()


def boxes_around(item: Item, bounds: Callable[[Path], Box] = path_bounds, *, as_painted: bool = False) -> Iterator[Box]:
    """Yield boxes around shapes and pictures in an item.

    `as_painted`: with strokes, a clip standing for the whole group; otherwise without strokes, whatever clips leave.
    """
    if isinstance(item, Shape):
        reach = item.stroke.width / 2 if as_painted and item.stroke else 0.0
        left, top, right, bottom = bounds(item.path)
        yield left - reach, top - reach, right + reach, bottom + reach
    elif isinstance(item, Picture):
        yield item.x, item.y, item.x + item.w, item.y + item.h
    elif isinstance(item, Group):
        if as_painted and item.clip is not None:
            yield bounds(item.clip)
            return
        for child in item.items:
            for box in boxes_around(child, bounds, as_painted=as_painted):
                yield bounds(transform_path(item.transform, box_path(box)))
    elif not isinstance(item, Text):  # texts of files are outlines
        assert_never(item)


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
        a, b, c, d, _, _ = here.matrix
        if (a and b) or (c and d):
            raise NeedsBitmap("clip-path", "clip-path in units of a turned box cannot be printed", "use userSpaceOnUse")
        boxes = [box for item in items for box in boxes_around(item)]
        left, top = min([box[0] for box in boxes], default=0.0), min([box[1] for box in boxes], default=0.0)
        right, bottom = max([box[2] for box in boxes], default=0.0), max([box[3] for box in boxes], default=0.0)
        # in the element's coordinates
        box = path_bounds(transform_path(inverse(here.matrix), box_path((left, top, right, bottom))))
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
