"""State shared while an SVG file is drawn: elements, gradients and clips by id, problems, how much has been drawn."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, ParamSpec, TypeVar

from pnp.layout.art.clips import Budget, Clip
from pnp.layout.art.paint import Looks, Paintbox, reference
from pnp.layout.art.palette import NotInPalette, Palette, Source, TiledFill, is_gradient, read_gradient, read_stop
from pnp.layout.art.paths import Box
from pnp.layout.art.svg_tree import BAD_VALUE, TOO_MUCH, UNSUPPORTED_VALUE, Node, Overdone
from pnp.layout.art.transforms import transform_of
from pnp.layout.art.values import ArtError, NeedsBitmap, Undrawn, Unsupported, Viewport, quote
from pnp.model.display import IDENTITY, Colour, Matrix, Stop, multiply
from pnp.model.problem import Problem, Severity, code
from pnp.model.span import Span
from pnp.text.suggest import did_you_mean

REFERENCE = code(
    "PNP255 SVG reference that leads nowhere",
    """A `use` or a clip-path names another file, or something that contains the very place. Only ids of the same file
    are followed: other files and the web never are.

    Bad:  <use href="leaves.svg#oak"/>
    Good: <use href="#oak"/>  with <g id="oak"> in the same file""",
    says="<{tag}> {what}",
)
UNDRAWN = code(
    "PNP324 SVG that asks for what isn't there",
    """The file names something that isn't in it, or says something that SVG doesn't know: an id that no element has, an
element without a name of SVG's, a path without its `d`. SVG's standard says that nothing is drawn for it, and browsers
and editors leave it out, too: drawings that were edited for long are full of such leftovers. So the rest is printed.
Where something is missing on paper, mend the name.

Bad:  `<use href="#oka"/>` where the file has `<g id="oak">`
Good: `<use href="#oak"/>`""",
    Severity.WARNING,
    says="<{tag}> {what}",
)
NO_ELEMENT = UNDRAWN.also("SVG has no <{tag}>: it isn't drawn")
READ_TOO_OFTEN = TOO_MUCH.also("parts of it are drawn again and again")
TOO_MANY_DRAWN = TOO_MUCH.also("more than {most} elements are drawn")
TOO_MANY_LINES = TOO_MUCH.also("more than {most} lines, curves and stops of gradients are drawn")
USED_TOO_DEEPLY = TOO_MUCH.also("elements are used in each other more than {most} deep")

MAX_DRAWN = 50_000  # elements, each `use` counting what it draws: of 27,000 files of others one has 6,300
MAX_SEGMENTS = 400_000  # and one 79,000
MAX_READ = 24_000_000  # characters, also of what is read again where it is used: three times the largest file
_A_CHILD = 20  # characters that an element in another counts for, whatever becomes of it
MAX_NESTING = 100
_MOST_COMPARED, _MOST_HINTS = 2_000, 20  # ids that are compared with one that isn't there, and how often
_FARTHEST = 1e12

P = ParamSpec("P")
T = TypeVar("T")


class Place(NamedTuple):
    """The state at one place of the drawing. `trail`: the ids that led here."""

    looks: Looks
    matrix: Matrix
    viewport: Viewport
    box: Paintbox
    trail: tuple[str, ...] = ()
    depth: int = 0

    def transform(self, inner: Matrix) -> "Place":
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
        self.bitmap_causes: dict[Problem, str] = {}  # those for which a bitmap would do, and what each is about
        self.clips: dict[tuple[str, Viewport, Box | None], tuple[Clip, ...] | None] = {}  # in their own coordinates
        self.budget = Budget()
        self._missing: set[str] = set()
        self._lost: set[str] = set()
        self._drawn = self._segments = self._read = 0

    def span(self, node: Node) -> Span:
        return Span(self.shown, node.line, node.column)

    def ancestors(self, node: Node) -> list[Node]:
        """Return the elements that a node stands in, from the root inwards."""
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

    def report(self, node: Node, error: ArtError) -> None:
        """Note a problem at an element; a missing colour or id only once, however often it is used."""
        if isinstance(error, NotInPalette):
            if error.name in self._missing:
                return
            self._missing.add(error.name)
        if isinstance(error, Undrawn):
            if error.message in self._lost:
                return
            self._lost.add(error.message)
        code = BAD_VALUE
        if isinstance(error, Undrawn | Unsupported):
            code = UNDRAWN if isinstance(error, Undrawn) else UNSUPPORTED_VALUE
        span = self.span(node).at(error.attribute)
        problem = code.at(span, hint=error.hint, cause=error.cause, tag=node.tag, what=error.message)
        if isinstance(error, NeedsBitmap):
            self.bitmap_causes[problem] = f"{error.attribute} of <{node.tag}>"
        else:
            self.problems.append(problem)

    def attempt(self, node: Node, otherwise: T, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of `read`; if it fails, note the problem and go on with `otherwise`."""
        try:
            return read(*args, **kwargs)
        except ArtError as error:
            self.report(node, error)
            return otherwise

    def enter(self, node: Node, place: Place) -> Place:
        """Return the place inside an element: its looks and transform over those around it. Raises Overdone."""
        self._drawn += 1
        if self._drawn > MAX_DRAWN:
            raise Overdone(TOO_MANY_DRAWN.at(self.span(node), most=MAX_DRAWN))
        if place.depth >= MAX_NESTING:
            raise Overdone(USED_TOO_DEEPLY.at(self.span(node), most=MAX_NESTING))
        self.count_reading(node)
        if "transform" in node.attributes:
            matrix = self.attempt(node, IDENTITY, transform_of, node.attributes, place.viewport)
            place = self.attempt(node, place, place.transform, matrix)
        lost: dict[str, str] = {}  # gradients that aren't there paint nothing
        for side in ("fill", "stroke"):
            named = reference(node.attributes.get(side, ""))
            if named and not named[1] and named[0] not in place.box.gradients:
                self.report(node, self.missing_error(side, named[0], "nothing is painted"))
                lost[side] = "none"
        attributes = {**node.attributes, **lost} if lost else node.attributes
        try:
            looks = place.looks.inherit(attributes, place.box)
        except ArtError:
            looks = place.looks  # keep what is right, report what is wrong
            for name, text in attributes.items():
                looks = self.attempt(node, looks, looks.inherit, {name: text}, place.box)
        return place._replace(looks=looks, depth=place.depth + 1)

    def count_reading(self, node: Node) -> None:
        """Count the characters of an element that is read again wherever it is used. Raises Overdone."""
        self._read += sum(map(len, node.attributes.values())) + _A_CHILD * (len(node.attributes) + len(node.children))
        if self._read > MAX_READ:
            raise Overdone(READ_TOO_OFTEN.at(self.span(node)))

    def spend(self, node: Node, segments: int) -> None:
        """Count lines, curves and stops that are drawn. Raises Overdone."""
        self._segments += segments
        if self._segments > MAX_SEGMENTS:
            raise Overdone(TOO_MANY_LINES.at(self.span(node), most=MAX_SEGMENTS))

    def count_link(self, chain: Sequence[Node]) -> None:
        """Count one more link of elements that take over each other's attributes. Raises Overdone."""
        self.count_reading(chain[-1])
        if len(chain) > MAX_NESTING:
            raise Overdone(USED_TOO_DEEPLY.at(self.span(chain[-1]), most=MAX_NESTING))

    def find_target(self, node: Node, attribute: str, href: str, trail: tuple[str, ...]) -> Node | None:
        """Return the element that `#id` names; None where it leads nowhere, which is reported."""
        name = href[1:]
        if len(trail) >= MAX_NESTING:
            raise Overdone(USED_TOO_DEEPLY.at(self.span(node), most=MAX_NESTING))
        if href.startswith("#") and name not in self.ids:
            effect = "nothing is cut off" if attribute == "clip-path" else "nothing is drawn for it"
            self.report(node, self.missing_error(attribute, name, effect))
            return None
        if not href.startswith("#"):
            message, hint = f"{attribute} {quote(href)} is outside of this file", "only #id is followed"
        elif name in trail:
            around = " → ".join((*trail[trail.index(name) :], name))
            message, hint = f"{attribute} goes round in a circle: {around}", ""
        else:
            return self.ids[name]
        self.problems.append(REFERENCE.at(self.span(node), hint=hint, tag=node.tag, what=message))
        return None

    def missing_error(self, attribute: str, name: str, effect: str) -> Undrawn:
        """Return the error for an id that no element has which could serve there."""
        if name in self.ids:
            return Undrawn(attribute, f"{attribute}: {quote(name)} is a <{self.ids[name].tag}>, so {effect}")
        is_few = len(self.ids) <= _MOST_COMPARED and len(self._lost) < _MOST_HINTS
        hint = did_you_mean(name, self.ids) if is_few else ""
        return Undrawn(attribute, f"{attribute}: there is no {quote(name)}, so {effect}", hint)


class Gradients(Mapping[str, Source]):
    """id → what a gradient paints where percentages are of this viewport.

    A mistake is reported once, at the gradient, which then paints nothing.
    """

    def __init__(self, scene: Scene, palette: Palette, current: Colour, viewport: Viewport) -> None:
        self._scene, self._palette, self._current, self._viewport = scene, palette, current, viewport
        self._read: dict[str, Source] = {}
        self._by_viewport = {viewport: self}

    def switch_viewport(self, viewport: Viewport) -> "Gradients":
        """Return these gradients in another viewport."""
        if viewport not in self._by_viewport:
            others = Gradients(self._scene, self._palette, self._current, viewport)
            others._by_viewport = self._by_viewport
            self._by_viewport[viewport] = others
        return self._by_viewport[viewport]

    def __iter__(self) -> Iterator[str]:
        return (name for name, node in self._scene.ids.items() if is_gradient(node.tag))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, name: str) -> Source:
        if name not in self._read:
            node = self._scene.ids[name]
            if node.tag == "pattern":
                return TiledFill(name)
            if not is_gradient(node.tag):
                raise KeyError(name)
            self._read[name] = self._scene.attempt(node, None, self._read_source, node)
        return self._read[name]

    def _read_source(self, node: Node) -> Source:
        chain = [node]  # and the one its href names, the one that names …
        self._scene.count_reading(node)
        while href := chain[-1].attributes.get("href", "").strip():
            if not href.startswith("#"):
                raise ArtError("href", f"href {quote(href)} is outside of this file", "only #id is followed")
            following = self._scene.ids.get(href[1:])
            if following is None:
                self._scene.report(chain[-1], self._scene.missing_error("href", href[1:], "nothing is taken over"))
                break
            if not is_gradient(following.tag):
                raise ArtError("href", f"href: {quote(href[1:])} is no gradient")
            if following in chain:
                raise ArtError("href", f"href {quote(href)} leads back to this gradient")
            chain.append(following)
            self._scene.count_link(chain)
        attributes = {name: text for link in reversed(chain) for name, text in link.attributes.items()}
        given = ([child for child in link.children if child.tag == "stop"] for link in chain)
        stops: list[Stop] = []
        for stop in next(filter(None, given), []):
            self._scene.count_reading(stop)
            around = (stop, *reversed(self._scene.ancestors(stop)))
            texts = (each.attributes.get("color", "inherit").strip() for each in around)
            colour = next((text for text in texts if text.lower() not in ("inherit", "currentcolor")), "none")
            try:
                current = self._palette.colour(colour, "color") or self._current
                stops.append(read_stop(stop.attributes, self._palette, current))
            except ArtError as error:
                self._scene.report(stop, error)
        return read_gradient(node.tag, attributes, stops, self._viewport)
