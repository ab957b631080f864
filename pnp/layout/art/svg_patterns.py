"""`fill="url(#pattern)"` → its tile, drawn once, as often as it takes to fill a path."""

from collections.abc import Callable
from math import ceil, floor

from pnp.layout.art.paint import Looks
from pnp.layout.art.paths import path_bounds
from pnp.layout.art.svg_scene import Place, Scene
from pnp.layout.art.svg_tree import Node
from pnp.layout.art.transforms import determinant, inverse, transform_of, transform_path
from pnp.layout.art.values import (
    ArtError,
    Beyond,
    Length,
    Viewport,
    checked_length,
    quote,
    share,
    view_box,
    viewport_matrix,
)
from pnp.model.display import Drawing, Group, Item, Path, Picture, multiply

_MOST = 5_000  # tiles
_AS_FINE = 100.0  # units that a tile is at least wide or high in its own coordinates, so that nothing is rounded away

Drawer = Callable[[Node, Place], list[Item]]


def tiled(scene: Scene, node: Node, drawer: Drawer, place: Place, path: Path, looks: Looks) -> list[Item]:
    """A path, in the coordinates of the place, full of tiles; nothing where they have no size."""
    # it, the one its href names, the one that names …
    chain = [node]
    while href := chain[-1].attributes.get("href", "").strip():
        following = scene.ids.get(href[1:]) if href.startswith("#") else None
        if following is None or following.tag != "pattern" or following in chain:
            raise ArtError("href", f"href: {quote(href)} is no other pattern of this file")
        chain.append(following)
        scene.follows(chain)
    said = {name: text for link in reversed(chain) for name, text in link.attributes.items()}
    content = next((link for link in chain if link.children), node)
    left, top, right, bottom = path_bounds(path)
    viewport = Viewport(right - left, bottom - top)
    relative = said.get("patternUnits", "objectBoundingBox").strip() == "objectBoundingBox"
    measure: Length = share if relative else place.viewport.length
    x, y, w, h = (checked_length(name, said.get(name, "0"), measure) for name in ("x", "y", "width", "height"))
    if relative:
        x, y, w, h = left + x * viewport.w, top + y * viewport.h, w * viewport.w, h * viewport.h
    matrix = transform_of(said, place.viewport, "patternTransform")
    if w <= 0 or h <= 0 or not determinant(matrix):
        return []
    enlarged = max(_AS_FINE / max(w, h), 1.0)
    if (box := view_box(said)) is not None:
        inner = viewport_matrix(box, 0.0, 0.0, w, h, said)
    elif said.get("patternContentUnits", "userSpaceOnUse").strip() == "objectBoundingBox":
        inner = viewport.w, 0.0, 0.0, viewport.h, 0.0, 0.0
    else:
        inner = 1.0, 0.0, 0.0, 1.0, 0.0, 0.0
    there = place._replace(matrix=multiply((enlarged, 0.0, 0.0, enlarged, 0.0, 0.0), inner))
    items = tuple(drawer(content, there))
    if not items:
        return []
    tile = Drawing(f"{scene.shown} {node.attributes.get('id', '')}", w * enlarged, h * enlarged, items)
    seen = path_bounds(transform_path(inverse(matrix), path))
    columns = range(floor((seen[0] - x) / w), ceil((seen[2] - x) / w))
    rows = range(floor((seen[1] - y) / h), ceil((seen[3] - y) / h))
    if len(columns) * len(rows) > _MOST:
        raise Beyond("fill", f"fill with more than {_MOST} tiles of a <pattern> cannot be printed")
    scene.spend(node, len(columns) * len(rows))
    tiles = tuple([Picture(tile, x + column * w, y + row * h, w, h) for row in rows for column in columns])
    placed = Group(tiles, multiply(place.matrix, matrix))
    clip, opacity = transform_path(place.matrix, path), looks.fill_opacity
    return [Group((placed,), clip=clip, opacity=opacity, clip_evenodd=looks.evenodd)]
