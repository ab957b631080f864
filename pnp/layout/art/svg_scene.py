"""What drawing an SVG file shares: its elements by id, the problems found, how much has been drawn so far."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, ParamSpec, TypeVar

from pnp.layout.art.clips import Clip
from pnp.layout.art.origins import transform_of
from pnp.layout.art.paint import Looks, Paintbox
from pnp.layout.art.palette import NotInPalette
from pnp.layout.art.svg_tree import BAD_VALUE, UNSUPPORTED, Node, Overdone
from pnp.layout.art.transforms import multiply
from pnp.layout.art.trapezoids import Budget
from pnp.layout.art.values import ArtError, Unsupported, quoted
from pnp.layout.art.viewports import Viewport
from pnp.model.display import IDENTITY, Matrix
from pnp.model.problem import Problem, code
from pnp.model.span import Span
from pnp.model.suggest import did_you_mean

REFERENCE = code(
    "PNP255",
    "SVG reference that leads nowhere",
    """
    A `use` or a clip-path names something that isn't in the file, or something that contains the very place.
    Only ids of the same file are followed: other files and the web never are.

    bad:  <use href="leaves.svg#oak"/>
    good: <use href="#oak"/>  with <g id="oak"> in the same file
    """,
)

MAX_DRAWN = 100_000  # elements, each `use` counting what it draws
MAX_SEGMENTS = 1_000_000
MAX_NESTING = 100
_FARTHEST = 1e12

P = ParamSpec("P")
T = TypeVar("T")


class Place(NamedTuple):
    """What holds at one place of the drawing. `trail`: the ids that led here."""

    looks: Looks
    matrix: Matrix
    viewport: Viewport
    box: Paintbox
    trail: tuple[str, ...] = ()
    depth: int = 0

    def moved(self, inner: Matrix) -> "Place":
        matrix = multiply(self.matrix, inner)
        if not all(-_FARTHEST <= part <= _FARTHEST for part in matrix):
            raise ArtError("transform", "transform: all of them together are too large")
        return self._replace(matrix=matrix)


class Scene:
    """One file while it is being drawn; `problems` fills on the way."""

    def __init__(self, root: Node, ids: Mapping[str, Node], shown: str) -> None:
        self._root = root
        self._parents: dict[Node, Node] = {}
        self.ids = ids
        self.shown = shown
        self.problems: list[Problem] = []
        self.clips: dict[tuple[str, Viewport], Clip | None] = {}  # by id, where it was of use, in its own coordinates
        self.budget = Budget()
        self._missing: set[str] = set()
        self._drawn = 0
        self._segments = 0

    def span(self, node: Node) -> Span:
        return Span(self.shown, node.line, node.column)

    def around(self, node: Node) -> list[Node]:
        """The elements that a node stands in, from the root inwards."""
        if not self._parents:
            inner = [self._root]
            while inner:
                parent = inner.pop()
                self._parents.update((child, parent) for child in parent.children)
                inner += parent.children
        found: list[Node] = []
        while (outer := self._parents.get(node)) is not None:
            found.append(outer)
            node = outer
        return found[::-1]

    def wrong(self, node: Node, error: ArtError) -> None:
        if isinstance(error, NotInPalette):  # art may use a name a hundred times: once is enough to say
            if error.name in self._missing:
                return
            self._missing.add(error.name)
        kind = UNSUPPORTED if isinstance(error, Unsupported) else BAD_VALUE
        self.problems.append(kind.at(self.span(node), f"<{node.tag}> {error.message}", hint=error.hint))

    def attempt(self, node: Node, otherwise: T, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `read` gives; where it fails, the problem is kept and drawing goes on with `otherwise`."""
        try:
            return read(*args, **kwargs)
        except ArtError as error:
            self.wrong(node, error)
            return otherwise

    def enter(self, node: Node, place: Place) -> Place:
        """The place inside an element: its looks and transform over those around it. Raises Overdone."""
        self._drawn += 1
        if self._drawn > MAX_DRAWN:
            raise Overdone(self.span(node), f"more than {MAX_DRAWN} elements are drawn")
        if place.depth >= MAX_NESTING:
            raise Overdone(self.span(node), f"elements are used in each other more than {MAX_NESTING} deep")
        if "transform" in node.attributes:
            matrix = self.attempt(node, IDENTITY, transform_of, node.attributes, place.viewport)
            place = self.attempt(node, place, place.moved, matrix)
        return place._replace(looks=self._looks(node, place), depth=place.depth + 1)

    def spend(self, node: Node, segments: int) -> None:
        self._segments += segments
        if self._segments > MAX_SEGMENTS:
            raise Overdone(self.span(node), f"more than {MAX_SEGMENTS} lines and curves are drawn")

    def target(self, node: Node, attribute: str, href: str, trail: tuple[str, ...]) -> Node | None:
        """The element that `#id` names; None where it leads nowhere, which is then a problem."""
        name = href[1:]
        target = self.ids.get(name) if href.startswith("#") else None
        if not href.startswith("#"):
            message, hint = f"{attribute} {quoted(href)} is outside of this file", "only #id is followed"
        elif target is None:
            message, hint = f"{attribute}: there is no {quoted(name)}", did_you_mean(name, self.ids)
        elif name in trail:
            around = " → ".join((*trail[trail.index(name) :], name))
            message, hint = f"{attribute} goes round in a circle: {around}", ""
        else:
            return target
        self.problems.append(REFERENCE.at(self.span(node), f"<{node.tag}> {message}", hint=hint))
        return None

    def _looks(self, node: Node, place: Place) -> Looks:
        try:
            return place.looks.inherit(node.attributes, place.box)
        except ArtError:
            looks = place.looks  # with all that is right, having said all that is wrong
            for name, text in node.attributes.items():
                looks = self.attempt(node, looks, looks.inherit, {name: text}, place.box)
            return looks
