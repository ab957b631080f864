"""The words of the layout language: elements as parsed, what laying one out gives, and the register of element kinds.

An element kind is one class in one file of `pnp/layout/elements/`, registered under its tag.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import yaml

from pnp.io.opening import read_beginning
from pnp.model.display import IDENTITY, Group, Item, Matrix, apply
from pnp.model.language import shorten
from pnp.model.problem import Finding, Problem, code

if TYPE_CHECKING:
    from pnp.layout.engine import Layouter

UNKNOWN_ELEMENT = code("PNP204", says="<{tag}> is no element of the layout language")
MISPLACED = UNKNOWN_ELEMENT.also("<{child}> can't stand in <{tag}>")
STRAY_TEXT = code("PNP208", says='text "{text}" stands directly in <{tag}>')
TEXT_BESIDE = STRAY_TEXT.also('text "{text}" stands beside other elements in <{tag}>')


class Element(NamedTuple):
    """One XML element with its binding resolved: hashable, so that equal elements are laid out once."""

    tag: str
    attributes: tuple[str, ...]  # name, value, name, value …
    children: tuple["Element", ...]
    text: str  # its own text: bound, or written in the template
    items: tuple[str, ...] = ()  # of a bound list
    field: str = ""  # the path of the bound field
    origin: str = ""  # stamp of the template's line, only when looking for the source of a problem
    share: float = 0.0  # of its style's size, which texts around it have, too; 0 where it shrinks by itself


class FaceFindings(NamedTuple):
    """What is wrong with a piece's faces and their art, of however many pieces, and what they show of others."""

    findings: tuple[Finding, ...]
    art: tuple[Problem, ...]
    reads: frozenset[tuple[str, ...]]


class Content(NamedTuple):
    """A box that must stay inside the safe area."""

    kind: Literal["text", "icon", "picture"]
    x: float
    y: float
    w: float
    h: float
    name: str  # as messages call it
    field: str = ""
    origin: str = ""


class Placed(NamedTuple):
    """An element laid out: what it draws, relative to the box it was given."""

    items: tuple[Item, ...] = ()
    content: tuple[Content, ...] = ()
    findings: tuple[Finding, ...] = ()


class BoxSize(NamedTuple):
    w: float
    h: float


class ElementKind(Protocol):
    """How one kind of element is measured and drawn. Both are pure: the layouter remembers what they returned."""

    def natural(self, lay: "Layouter", element: Element, w: float | None) -> BoxSize:
        """Return the size it wants where its parent leaves it the choice, not wider than `w`."""

    def draw(self, lay: "Layouter", element: Element, w: float, h: float | None) -> Placed:
        """Return its display items in a box of that size; without `h`, as high as it likes."""


class Registered(NamedTuple):
    kind: ElementKind
    attributes: frozenset[str]
    is_box: bool  # has x y w h of its own; a shape has its own coordinates instead
    takes_text: bool  # prints the text that stands in it
    takes_field: bool  # may be bound by `of=`
    takes_children: bool
    is_intrinsic: bool  # as large as it is, where no box is given; others fill what is around


AUTO = "auto"  # of w and h: as wide and high as what is in the element
LEAST = 0.1  # mm that a box is wide or high, however little room is left for it
BOX = ("x", "y", "w", "h", "grow", "span", "together", "keep", "transform", "opacity", "mirror")
SHAPE = (
    *("fill", "fill-opacity", "fill-rule", "opacity", "transform", "grow", "span", "together", "keep"),
    *("stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit"),
    *("stroke-dasharray", "stroke-dashoffset"),
)
PANEL = ("fill", "stroke", "stroke-width", "rx", "padding")

_kinds: dict[str, Registered] = {}


def element(
    *tags: str,
    attributes: tuple[str, ...] = (),
    box: bool = True,
    text: bool = False,
    field: bool = False,
    children: bool = False,
    intrinsic: bool = False,
) -> Callable[[type[ElementKind]], type[ElementKind]]:
    """Register a kind of element under its tags."""

    def register(kind: type[ElementKind]) -> type[ElementKind]:
        for tag in tags:
            if tag in _kinds:
                raise AssertionError(f"<{tag}> is registered twice")
            known = frozenset((*(BOX if box else SHAPE), *attributes))
            _kinds[tag] = Registered(kind(), known, box, text, text or field, children, intrinsic)
        return kind

    return register


def registered_kinds() -> Mapping[str, Registered]:
    """Return the kinds of elements whose modules are imported; `pnp.layout.elements` has all."""
    return _kinds


@cache
def read_hints(of: str) -> Mapping[str, str]:
    """Return hints by what authors wrote, of one kind: they are read once somebody needs one."""
    text = read_beginning(Path(__file__).parents[1] / "data" / "layout-hints.yaml", 100_000)
    hints: Mapping[str, str] = yaml.load(text, getattr(yaml, "CBaseLoader", yaml.BaseLoader))[of]
    return hints


def is_auto(element: Element, name: str) -> bool:
    """Return whether its w or h is that of what is in it, where its parent would stretch it."""
    pairs = element.attributes
    return AUTO in pairs and (name, AUTO) in zip(pairs[::2], pairs[1::2], strict=True)


def name_element(element: Element) -> str:
    """Return how messages call an element's text: by its field, or by how it begins."""
    return f'"{element.field}"' if element.field else f'"{shorten(element.text)}"'


def join_placed(parts: Sequence[Placed]) -> Placed:
    """Return several elements of one box as one."""
    if len(parts) == 1:
        return parts[0]
    return Placed(
        tuple([item for part in parts for item in part.items]),
        tuple([content for part in parts for content in part.content]),
        tuple([finding for part in parts for finding in part.findings]),
    )


def framed(placed: Placed, matrix: Matrix, opacity: float) -> Placed:
    if matrix == IDENTITY and opacity == 1.0:
        return placed
    items = (Group(placed.items, matrix, None, opacity),) if placed.items else ()
    return Placed(items, tuple([moved(content, matrix) for content in placed.content]), placed.findings)


def shifted(placed: Placed, x: float, y: float) -> Placed:
    """Return an element moved to a place in its parent's box."""
    return framed(placed, (1.0, 0.0, 0.0, 1.0, x, y), 1.0)


def moved(content: Content, matrix: Matrix) -> Content:
    """Return the box around a content box after a transform."""
    kind, x, y, w, h, name, field, origin = content
    if matrix[:4] == (1.0, 0.0, 0.0, 1.0):
        return Content(kind, x + matrix[4], y + matrix[5], w, h, name, field, origin)
    xs, ys = zip(*[apply(matrix, across, down) for down in (y, y + h) for across in (x, x + w)], strict=True)
    return content._replace(x=min(xs), y=min(ys), w=max(xs) - min(xs), h=max(ys) - min(ys))
