"""The gradients of an SVG file by id, each read when it is first used, with what it takes over from others by href."""

from collections.abc import Callable, Iterator, Mapping

from pnp.layout.art.gradients import Source, is_gradient, read_gradient, read_stop
from pnp.layout.art.palette import Palette
from pnp.layout.art.svg_tree import Node
from pnp.layout.art.values import ArtError, Length, Unsupported, quoted
from pnp.model.display import Colour, Stop

Report = Callable[[Node, ArtError], None]


class Gradients(Mapping[str, Source]):
    """id → what it paints. What is wrong with a gradient is reported at it, once; it then paints nothing."""

    def __init__(
        self, ids: Mapping[str, Node], palette: Palette, current: Colour, length: Length, report: Report
    ) -> None:
        self._ids = ids
        self._palette = palette
        self._current = current
        self._length = length
        self._report = report
        self._read: dict[str, Source] = {}

    def __iter__(self) -> Iterator[str]:
        return (name for name, node in self._ids.items() if is_gradient(node.tag))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, name: str) -> Source:
        if name not in self._read:
            node = self._ids[name]
            if not is_gradient(node.tag):
                raise Unsupported(
                    "fill", f'"#{name}" is a <{node.tag}>: it cannot be printed', "draw its shapes instead"
                )
            self._read[name] = self._source(node)
        return self._read[name]

    def _source(self, node: Node) -> Source:
        try:
            chain = self._chain(node)
            attributes = {name: text for link in reversed(chain) for name, text in link.attributes.items()}
            stops = next((found for link in chain if (found := _stop_nodes(link))), [])
            return read_gradient(node.tag, attributes, self._stops(stops), self._length)
        except ArtError as error:
            self._report(node, error)
            return None

    def _chain(self, node: Node) -> list[Node]:
        """The gradient, the one its href names, the one that names …"""
        chain = [node]
        while href := chain[-1].attributes.get("href", "").strip():
            if not href.startswith("#"):
                raise ArtError("href", f"href {quoted(href)} is outside of this file", "only #id is followed")
            following = self._ids.get(href[1:])
            if following is None or not is_gradient(following.tag):
                raise ArtError("href", f"href: there is no gradient {quoted(href[1:])}")
            if following in chain:
                raise ArtError("href", f"href {quoted(href)} leads back to this gradient")
            chain.append(following)
        return chain

    def _stops(self, nodes: list[Node]) -> Iterator[Stop]:
        for node in nodes:
            try:
                yield read_stop(node.attributes, self._palette, self._current)
            except ArtError as error:
                self._report(node, error)


def _stop_nodes(node: Node) -> list[Node]:
    return [child for child in node.children if child.tag == "stop"]
