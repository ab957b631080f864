"""The words of an SVG text → its letters, each with where it is to stand: spaces collapsed, lists shared out."""

from collections.abc import Container, Iterator
from typing import NamedTuple

from pnp.layout.art.svg_scene import Place, Scene
from pnp.layout.art.svg_tree import UNSUPPORTED, Node

_BLANKS = str.maketrans("\n\r\t", "   ")
_SPANS = frozenset(("tspan", "a"))
_PASSED_OVER = frozenset(("title", "desc", "metadata", "style", "script", "set", "animate"))


class TextSpan(NamedTuple):
    """An element with letters; `outer` are the numbers of those that it stands in and its own."""

    node: Node
    place: Place
    outer: tuple[int, ...]


class PlacedLetter(NamedTuple):
    character: str
    span: int  # its number
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0


def has_words(node: Node, but: Container[Node] = ()) -> bool:
    """Whether an element that has words, or anything in it, would show some; `but`: elements whose own don't count."""
    if node.attributes.get("display", "").strip() == "none" or node.tag == "style":
        return False
    if node not in but and any(isinstance(part, str) and part.strip() for part in node.content):
        return True
    return any(has_words(child, but) for child in node.children)


def letters_of(scene: Scene, node: Node, here: Place) -> tuple[list[TextSpan], list[PlacedLetter]]:
    """The spans of a text in the order of reading, and all letters that take room."""
    spans: list[TextSpan] = []
    letters = _collapsed(spans, list(_raw(scene, node, here, (), spans)))
    members: dict[int, list[int]] = {}
    for at, letter in enumerate(letters):
        for number in spans[letter.span].outer:
            members.setdefault(number, []).append(at)
    for number, own in members.items():  # an inner element's lists overrule those of the outer ones
        node, place, _ = spans[number]
        for name in ("x", "y", "dx", "dy"):
            text = node.attributes.get(name, "")
            values = place.looks.lettering.lengths(name, text, place.viewport.length)
            for at, value in zip(own, values, strict=False):
                letters[at] = letters[at]._replace(**{name: value})  # type: ignore[arg-type]
    return spans, letters


def _raw(
    scene: Scene, node: Node, here: Place, outer: tuple[int, ...], spans: list[TextSpan]
) -> Iterator[PlacedLetter]:
    number = len(spans)
    spans.append(TextSpan(node, here, (*outer, number)))
    for part in node.content:
        if isinstance(part, str):
            for character in part.translate(_BLANKS):
                yield PlacedLetter(character, number)
        elif part.tag in _SPANS and part.attributes.get("display", "").strip() != "none":
            inner = scene.enter(part, here)._replace(matrix=here.matrix)  # a part of a text has no transform
            yield from _raw(scene, part, inner, spans[number].outer, spans)
        elif part.tag not in _SPANS | _PASSED_OVER and has_words(part):
            hint = "turn the text into paths"
            scene.problems.append(UNSUPPORTED.at(scene.span(part), hint=hint, tag=part.tag))


def _collapsed(spans: list[TextSpan], raw: list[PlacedLetter]) -> list[PlacedLetter]:
    """One space for several and none at the ends, where spaces aren't kept."""

    def keeps(letter: PlacedLetter) -> bool:
        return spans[letter.span].place.looks.lettering.keeps_spaces

    kept: list[PlacedLetter] = []
    for letter in raw:
        if letter.character != " " or keeps(letter) or (kept and kept[-1].character != " "):
            kept.append(letter)
    if kept and kept[-1].character == " " and not keeps(kept[-1]):
        kept.pop()
    return kept
