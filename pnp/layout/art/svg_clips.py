"""clip-path="url(#id)" → the path that is left to see, in the coordinates of the drawing."""

from pnp.layout.art.clips import Clip, union
from pnp.layout.art.paint import Looks, reference
from pnp.layout.art.shapes import is_shape, shape_path
from pnp.layout.art.svg_scene import Place, Scene
from pnp.layout.art.svg_tree import Node
from pnp.layout.art.transforms import transform_path
from pnp.layout.art.values import ArtError, Unsupported, length_of, quoted
from pnp.model.display import IDENTITY


def clip_of(scene: Scene, node: Node, here: Place) -> Clip | None:
    """The clip of an element whose inside is `here`; None where it has none, or none that can be used."""
    text = node.attributes.get("clip-path", "none").strip()
    if text == "none":
        return None
    named = reference(text)
    if named is None:
        raise Unsupported("clip-path", f"clip-path {quoted(text)} cannot be printed", "only url(#id) can")
    name = named[0]
    target = scene.target(node, "clip-path", f"#{name}", here.trail)
    if target is None:
        return None
    if target.tag != "clipPath":
        raise ArtError("clip-path", f'clip-path: "#{name}" is a <{target.tag}>, not a <clipPath>')
    key = name, here.viewport
    if key not in scene.clips:
        start = here._replace(looks=Looks(), matrix=IDENTITY, trail=(*here.trail, name))
        there = start._replace(looks=_looks_around(scene, target, start))
        scene.clips[key] = scene.attempt(target, None, _clip_path, scene, target, there)
    clip = scene.clips[key]
    if clip is None:
        return None
    scene.spend(node, len(clip.path))
    return clip._replace(path=transform_path(here.matrix, clip.path))


def _looks_around(scene: Scene, node: Node, place: Place) -> Looks:
    """What a clip path takes over: it inherits from where it stands, not from where it is used."""
    looks = place.looks
    for outer in scene.around(node):
        own = {name: outer.attributes[name] for name in ("clip-rule", "visibility") if name in outer.attributes}
        looks = scene.attempt(outer, looks, looks.inherit, own, place.box)
    return looks


def _clip_path(scene: Scene, node: Node, place: Place) -> Clip | None:
    """All its children as one, in the coordinates of what it clips."""
    here = scene.enter(node, place)
    if node.attributes.get("clipPathUnits", "userSpaceOnUse").strip() != "userSpaceOnUse":
        raise Unsupported("clipPathUnits", "clipPathUnits objectBoundingBox cannot be printed", "use userSpaceOnUse")
    _refuse_clips(node)
    clips = [scene.attempt(child, Clip(()), _clip_shape, scene, child, here) for child in node.children]
    clip = union([clip for clip in clips if clip.path], scene.budget)
    if clip is None:
        raise Unsupported("clip-path", "is too intricate to be printed", "make one path of its shapes")
    return clip


def _clip_shape(scene: Scene, node: Node, place: Place) -> Clip:
    """One shape of a clip path, or one that is used there."""
    if node.tag in ("title", "desc", "metadata") or node.attributes.get("display", "").strip() == "none":
        return Clip(())
    here = scene.enter(node, place)
    _refuse_clips(node)
    if node.tag == "use":
        href = node.attributes.get("href", "").strip()
        target = scene.target(node, "href", href, here.trail)
        if target is None:
            return Clip(())
        x, y = (length_of(node.attributes, side, here.viewport.length) or 0.0 for side in ("x", "y"))
        there = here.moved((1.0, 0.0, 0.0, 1.0, x, y))._replace(trail=(*here.trail, href[1:]))
        return _clip_shape(scene, target, there)
    if not is_shape(node.tag):
        raise Unsupported("clip-path", "in a clip path cannot be printed", "only shapes and paths can")
    path = shape_path(node.tag, node.attributes, here.viewport.length)
    scene.spend(node, len(path))
    return Clip(transform_path(here.matrix, path) if here.looks.visible else (), here.looks.clip_evenodd)


def _refuse_clips(node: Node) -> None:
    if node.attributes.get("clip-path", "none").strip() != "none":
        raise Unsupported("clip-path", "with a clip path in a clip path cannot be printed")
