"""The words of the layout language: elements as parsed, what laying one out gives, and the register of element kinds.

An element kind is one class in one file of `pnp/layout/elements/`, registered under its tag; there is no second list.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from pnp.model.display import Item
from pnp.model.problem import Code, code
from pnp.model.translation import shortened

if TYPE_CHECKING:
    from pnp.layout.engine import Layouter

UNKNOWN_ELEMENT = code(
    "PNP204",
    "unknown element",
    """
The layout language has no element of this name, or it can't stand where it stands; `docs/layout-language.md` shows all.

Bad:  `<txt of="name"/>`
Good: `<text of="name"/>`
""",
)
STRAY_TEXT = code(
    "PNP208",
    "text outside of a text element",
    """
Only `text`, `p`, `li`, `td` and their like print text; text that stands directly in a row or a face, or between the
elements in a cell, would be lost.

Bad:  `<row>Attack</row>`
Good: `<row><text>Attack</text></row>`
""",
)


class Element(NamedTuple):
    """One XML element with its binding resolved: hashable, so that equal elements are laid out once."""

    tag: str
    attributes: tuple[str, ...]  # name, value, name, value …
    children: tuple["Element", ...]
    text: str  # its own text: bound, or written in the template
    items: tuple[str, ...] = ()  # of a bound list
    field: str = ""  # the path of the bound field
    origin: str = ""  # stamp of the template's line, only when looking for the source of a problem


class Finding(NamedTuple):
    """A problem before it is known which piece has it."""

    code: Code
    message: str
    hint: str = ""
    field: str = ""
    origin: str = ""
    is_general: bool = False  # about the edition rather than a place: told once
    amount: float | None = None  # of what is found more than once at one origin, the least is told
    longest: tuple[str, str] = ("", "")  # of the texts in a box that is too small: its field, what it says


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


class Size(NamedTuple):
    w: float
    h: float


class Kind(Protocol):
    """How one kind of element is measured and drawn. Both are pure: the layouter remembers what they returned."""

    def natural(self, lay: "Layouter", element: Element, w: float | None) -> Size:
        """The size it wants where its parent leaves it the choice, not wider than `w`."""

    def draw(self, lay: "Layouter", element: Element, w: float, h: float | None) -> Placed:
        """Its display items in a box of that size; without `h`, as high as it likes."""


class Registered(NamedTuple):
    kind: Kind
    attributes: frozenset[str]
    is_box: bool  # has x y w h of its own; a shape has its own coordinates instead
    takes_text: bool  # prints the text that stands in it
    takes_field: bool  # may be bound by `of=`
    takes_children: bool
    is_intrinsic: bool  # as large as it is, where no box is given; others fill what is around


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
) -> Callable[[type[Kind]], type[Kind]]:
    """Register a kind of element under its tags."""

    def register(kind: type[Kind]) -> type[Kind]:
        for tag in tags:
            if tag in _kinds:
                raise AssertionError(f"<{tag}> is registered twice")
            known = frozenset((*(BOX if box else SHAPE), *attributes))
            _kinds[tag] = Registered(kind(), known, box, text, text or field, children, intrinsic)
        return kind

    return register


def kinds() -> Mapping[str, Registered]:
    """All kinds of elements; importing the package `pnp.layout.elements` fills it."""
    return _kinds


def named(element: Element) -> str:
    """How messages call an element's text: by its field, or by how it begins."""
    return f'"{element.field}"' if element.field else f'"{shortened(element.text)}"'
