"""State shared while an SVG file is drawn: elements, gradients and clip paths by id, problems, how much is drawn."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import NamedTuple, ParamSpec, TypeVar, assert_never

from pnp.art.attribute_values import (
    ArtError,
    NeedsBitmap,
    Undrawn,
    Unsupported,
    Viewport,
    length_of,
    quote,
    transform_of,
    transform_path,
)
from pnp.art.clips import Budget, Clip, union
from pnp.art.paint import Looks, Paintbox, reference
from pnp.art.palette import NotInPalette, Palette, Source, TiledFill, is_gradient, read_gradient, read_stop
from pnp.art.paths import SHAPES, Box, path_bounds, shape_path
from pnp.art.svg_tree import BAD_VALUE, TOO_MUCH, UNSUPPORTED_VALUE, Node, Overdone
from pnp.cardtext.suggest import did_you_mean
from pnp.model.display import IDENTITY, Colour, Group, Item, Matrix, Path, Picture, Shape, Stop, Text, multiply
from pnp.model.geometry import invert, rectangle_path, surround
from pnp.model.problem import Problem, Severity, code
from pnp.model.span import Span

REFERENCE = code("PNP255", says="<{tag}> {what}")
UNDRAWN = code("PNP324", Severity.WARNING, says="<{tag}> {what}")
NO_ELEMENT = UNDRAWN.also("SVG has no <{tag}>: it isn't drawn")
READ_TOO_OFTEN = TOO_MUCH.also("parts of it are drawn again and again")
TOO_MANY_DRAWN = TOO_MUCH.also("more than {most} elements are drawn")
TOO_MANY_LINES = TOO_MUCH.also("more than {most} lines, curves and stops of gradients are drawn")
USED_TOO_DEEPLY = TOO_MUCH.also("elements are used in each other more than {most} deep")

MAX_DRAWN = 50_000  # elements, those drawn by `use` included: of 27,000 files of others one has 6,300
MAX_SEGMENTS = 400_000  # and one 79,000
MAX_READ = 24_000_000  # characters, those read again with `use` included: three times the largest file
_A_CHILD = 20  # characters that an element in another counts for, whatever becomes of it
MAX_NESTING = 100
_MOST_COMPARED, _MOST_HINTS = 2_000, 20  # ids that are compared with one that isn't there, and how often
_FARTHEST = 1e12

NO_CLIP: tuple[Clip, ...] = ()

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
        self.bitmap_causes: dict[Problem, str] = {}  # problems that a bitmap solves, and the attribute of each
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
        if isinstance(error, NotInPalette | Undrawn):
            once, what = (self._lost, error.message) if isinstance(error, Undrawn) else (self._missing, error.name)
            if what in once:
                return
            once.add(what)
        code = UNDRAWN if isinstance(error, Undrawn) else BAD_VALUE
        if isinstance(error, Unsupported):
            code = UNSUPPORTED_VALUE
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
    """id → what a gradient paints where percentages are of this viewport; nothing where it is wrong, reported once."""

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
            if (following := self._scene.ids.get(href[1:])) is None:
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


def boxes_around(item: Item, bounds: Callable[[Path], Box] = path_bounds, *, as_painted: bool = False) -> Iterator[Box]:
    """Yield boxes around shapes and pictures; `as_painted`: with strokes, a clip standing for the whole group."""
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
            for left, top, right, bottom in boxes_around(child, bounds, as_painted=as_painted):
                corners = rectangle_path(left, top, right - left, bottom - top)
                yield bounds(transform_path(item.transform, corners))
    elif not isinstance(item, Text):  # texts of files are outlines
        assert_never(item)


def clips_of(scene: Scene, node: Node, here: Place, items: list[Item] | None = None) -> tuple[Clip, ...]:
    """Return the clips of an element whose inside is `here`: of one drawn as these items, or of a clip path's part."""
    text = node.attributes.get("clip-path", "none").strip()
    if text == "none":
        return NO_CLIP
    if (named := reference(text)) is None:
        raise Unsupported("clip-path", f"clip-path {quote(text)} cannot be printed", "only url(#id) can")
    name = named[0]
    if (target := scene.find_target(node, "clip-path", f"#{name}", here.trail)) is None:
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
        left, top, right, bottom = surround(box for item in items for box in boxes_around(item))
        corners = rectangle_path(left, top, right - left, bottom - top)
        box = path_bounds(transform_path(invert(here.matrix), corners))  # in the element's coordinates
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
    if (clip := union([clips[0] for clips in shown], scene.budget)) is None:
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
        if (target := scene.find_target(node, "href", href, here.trail)) is None:
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


def has_words(node: Node, ignored: Container[Node] = ()) -> bool:
    """Tell whether an element, or one in it, shows words; the own words of `ignored` elements don't count."""
    if node.attributes.get("display", "").strip() == "none" or node.tag == "style":
        return False
    if node not in ignored and any(isinstance(part, str) and part.strip() for part in node.content):
        return True
    return any(has_words(child, ignored) for child in node.children)
