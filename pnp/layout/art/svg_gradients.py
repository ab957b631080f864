"""The gradients of an SVG file by id, each read when it is first used, with what it takes over from others by href."""

from collections.abc import Iterator, Mapping

from pnp.layout.art.gradients import Source, is_gradient, read_gradient, read_stop
from pnp.layout.art.palette import Palette
from pnp.layout.art.svg_scene import Scene
from pnp.layout.art.svg_tree import Node
from pnp.layout.art.values import ArtError, Unsupported, quoted
from pnp.layout.art.viewports import Viewport
from pnp.model.display import Colour, Stop


class Gradients(Mapping[str, Source]):
    """id → what it paints where percentages are of this viewport. What is wrong with a gradient is reported at it,
    once; it then paints nothing."""

    def __init__(self, scene: Scene, palette: Palette, current: Colour, viewport: Viewport) -> None:
        self._scene = scene
        self._palette = palette
        self._current = current
        self._viewport = viewport
        self._read: dict[str, Source] = {}
        self._seen_from = {viewport: self}

    def seen_from(self, viewport: Viewport) -> "Gradients":
        """The same gradients in another viewport."""
        if viewport not in self._seen_from:
            others = Gradients(self._scene, self._palette, self._current, viewport)
            others._seen_from = self._seen_from
            self._seen_from[viewport] = others
        return self._seen_from[viewport]

    def __iter__(self) -> Iterator[str]:
        return (name for name, node in self._scene.ids.items() if is_gradient(node.tag))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, name: str) -> Source:
        if name not in self._read:
            node = self._scene.ids[name]
            if node.tag == "pattern":
                raise Unsupported("fill", f'"#{name}" is a <pattern>: it cannot be printed', "draw its shapes instead")
            if not is_gradient(node.tag):
                raise KeyError(name)
            self._read[name] = self._source(node)
        return self._read[name]

    def _source(self, node: Node) -> Source:
        try:
            chain = self._chain(node)
            attributes = {name: text for link in reversed(chain) for name, text in link.attributes.items()}
            stops = next((found for link in chain if (found := _stop_nodes(link))), [])
            return read_gradient(node.tag, attributes, self._stops(stops), self._viewport)
        except ArtError as error:
            self._scene.wrong(node, error)
            return None

    def _chain(self, node: Node) -> list[Node]:
        """The gradient, the one its href names, the one that names …"""
        chain = [node]
        while href := chain[-1].attributes.get("href", "").strip():
            if not href.startswith("#"):
                raise ArtError("href", f"href {quoted(href)} is outside of this file", "only #id is followed")
            following = self._scene.ids.get(href[1:])
            if following is None or not is_gradient(following.tag):
                raise ArtError("href", f"href: there is no gradient {quoted(href[1:])}")
            if following in chain:
                raise ArtError("href", f"href {quoted(href)} leads back to this gradient")
            chain.append(following)
        return chain

    def _stops(self, nodes: list[Node]) -> Iterator[Stop]:
        for node in nodes:
            try:
                yield read_stop(node.attributes, self._palette, self._colour_at(node))
            except ArtError as error:
                self._scene.wrong(node, error)

    def _colour_at(self, node: Node) -> Colour:
        """`color` as it holds there."""
        for each in (node, *reversed(self._scene.around(node))):
            text = each.attributes.get("color", "inherit").strip()
            if text.lower() not in ("inherit", "currentcolor"):
                return self._palette.colour(text, "color") or self._current
        return self._current


def _stop_nodes(node: Node) -> list[Node]:
    return [child for child in node.children if child.tag == "stop"]
