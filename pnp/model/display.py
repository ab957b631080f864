"""The display list: what stands on a face or a sheet, in millimetres, y downwards. Every output walks this one list.

`Text`, `Shape`, `Picture` and `Group` are all there is. Values made once and used often (`Shaped`, `Group`, `Drawing`,
`Raster`, `PageArt`) compare by identity, so that an emitter can keep what it made of them under the object itself.
Whatever tells items apart by their kind does so through `pnp.model.visiting`.
"""

import marshal
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any, Literal, NamedTuple

Colour = str  # "#rrggbb"

Matrix = tuple[float, float, float, float, float, float]  # a b c d e f, as in SVG and PDF
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that does `inner` first, then `outer`."""
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def apply(m: Matrix, x: float, y: float) -> tuple[float, float]:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


# ("M", x, y) ("L", x, y) ("C", x1, y1, x2, y2, x, y) ("Z",): absolute, nothing else
Segment = (
    tuple[Literal["M", "L"], float, float]
    | tuple[Literal["C"], float, float, float, float, float, float]
    | tuple[Literal["Z"]]
)
Path = tuple[Segment, ...]


class Stop(NamedTuple):
    offset: float
    colour: Colour
    opacity: float = 1.0


class Gradient(NamedTuple):
    """Linear from (x1, y1) to (x2, y2), or radial from the circle of radius `inner` about (x1, y1) to that of `radius`
    about (x2, y2); in the coordinates of the shape's parent."""

    x1: float
    y1: float
    x2: float
    y2: float
    stops: tuple[Stop, ...]
    radius: float = 0.0  # 0: linear
    transform: Matrix = IDENTITY
    inner: float = 0.0

    @property
    def is_clear(self) -> bool:
        """Tell whether something can be seen through it."""
        return any(stop.opacity < 1 for stop in self.stops)


Paint = Colour | Gradient


class Stroke(NamedTuple):
    paint: Paint
    width: float
    cap: int = 0  # 0 butt, 1 round, 2 square
    join: int = 0  # 0 mitre, 1 round, 2 bevel
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    dash_offset: float = 0.0
    place: str = ""  # "file:line:column" where it is written; of templates only while looking for one


class Shape(NamedTuple):
    path: Path
    fill: Paint | None = None
    stroke: Stroke | None = None
    evenodd: bool = False
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    of_letters: bool = False  # the outline or the shadow of a text: nobody writes on it


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FontFace:
    """A font file as the emitter embeds it; `name` is unique and stable across runs."""

    name: str
    path: FilePath
    index: int
    data: bytes
    units_per_em: int
    ascent: float  # of the em
    descent: float  # of the em, negative
    cap_height: float
    italic_angle: float
    bbox: tuple[float, float, float, float]  # of the em
    is_cff: bool
    bold: bool
    instance: tuple[tuple[str, float], ...] = ()  # of a variable font: where on its axes it is used


class Glyph(NamedTuple):
    """One positioned glyph, in font units."""

    id: int
    advance: int
    dx: int
    dy: int
    cluster: int  # index into the Shaped text of the first character it stands for


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Shaped:
    """A piece of text in one font, shaped: the unit of caching. Glyphs are in visual order."""

    text: str
    font: FontFace
    glyphs: tuple[Glyph, ...]
    width: float  # of the em, trailing space included
    rtl: bool = False


class Run(NamedTuple):
    """Shaped pieces one after another on one baseline: same font, size and colour."""

    x: float
    y: float  # of the baseline
    font: FontFace
    size: float  # millimetres
    fill: Colour
    parts: tuple[Shaped, ...]
    gap: float = 0.0  # added to each space, for justified lines
    tracking: float = 0.0  # added to each glyph
    level: int = 0  # bidi embedding level; odd runs right to left
    turn: float | None = None  # radians, clockwise about its beginning: of each letter of a text along a path

    def turn_matrix(self, matrix: Matrix) -> Matrix:
        """From how it would stand upright to what the matrix leads to."""
        if self.turn is None:
            return matrix
        cos, sin, x, y = math.cos(self.turn), math.sin(self.turn), self.x, self.y
        return multiply(matrix, (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y))


class Text(NamedTuple):
    """One laid-out text: its runs, and what it says for readers of the display list."""

    runs: tuple[Run, ...]
    says: str
    size: float  # of its body, millimetres, after shrinking
    field: str = ""  # the piece's field it prints, where it prints one
    full: float = 0.0  # size of its body that it was to have, millimetres
    outline: Colour = ""  # of the line around its letters, which is the ground that they stand on

    @property
    def is_bent(self) -> bool:
        """Tell whether it goes along a path."""
        return self.runs[0].turn is not None


class SetText(NamedTuple):
    """A text as it stands on a face, for those who need none of its glyphs; all in millimetres on paper."""

    field: str
    says: str
    box: tuple[float, float, float, float]  # around its letters: left, top, width, height
    size: float  # of its body
    full: float  # that its style asks for: it shrank, where that is more
    lines: int = 1


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Raster:
    """A bitmap on disk, checked: printed files hold it once however often it is used."""

    name: str
    path: FilePath
    w: int  # pixels, after EXIF rotation
    h: int
    digest: str
    grey: bool = False  # printed without its colours
    data: bytes = b""  # its file's, where it isn't one of its own
    dpi: float = 0.0  # that the file says it has; 0 where it says nothing


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Drawing:
    """Vector art with a size of its own (from an SVG file), stored once in a printed file."""

    name: str
    w: float
    h: float
    items: tuple["Item", ...]
    icon: str = ""  # the name by which the game calls it, where it is one of its icons
    digest: str = ""  # of its file
    source: str = ""  # SVG that is drawn as a bitmap once it is known how large: until then there are no items
    fonts: tuple[FontFace, ...] = ()  # that its source names


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PageArt:
    """A page of somebody's PDF: printed files hold its operators once, so that vectors stay vectors."""

    name: str
    path: FilePath
    number: int  # from 1
    box: tuple[float, float, float, float]  # what is seen of it: left, bottom, right, top, in its own units
    turn: int  # degrees clockwise by which it is shown
    unit: float  # millimetres of one of its own units
    digest: str  # of the file

    @property
    def w(self) -> float:
        """Millimetres, as it is shown."""
        left, bottom, right, top = self.box
        return (right - left if self.turn % 180 == 0 else top - bottom) * self.unit

    @property
    def h(self) -> float:
        left, bottom, right, top = self.box
        return (top - bottom if self.turn % 180 == 0 else right - left) * self.unit


class Picture(NamedTuple):
    """Art stretched onto a rectangle; cropping is a Group's clip."""

    art: Raster | Drawing | PageArt
    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Group:
    """Items in a coordinate system of their own; `clip` is in it, too. What is inside of it, its rule says."""

    items: tuple["Item", ...]
    transform: Matrix = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0
    clip_evenodd: bool = False


Item = Text | Shape | Picture | Group


class Face(NamedTuple):
    """One printed side of a piece, as it was laid out."""

    label: str  # "component/id", "component/id back", "component/id page 2"
    w: float
    h: float
    content: Group
    language: str


class FaceRecord(NamedTuple):
    """What a finished face shows, in plain texts, numbers and tuples: the same in any process."""

    texts: tuple[tuple[Any, ...], ...]  # the fields of `SetText`s, in the order in which they are drawn
    fonts: tuple[str, ...]  # names of those that its texts are set in
    type: tuple[str, ...]  # colours and sizes that its texts have
    art: str  # digest of the files of its pictures and icons
    looks: str  # digest of all that is drawn besides, but for where groups, texts and art stand
    whole: str  # digest of all that is seen: two faces with the same one look the same
    dpi: int | None  # the smallest resolution of its bitmaps, in pixels an inch of paper

    @property
    def set_texts(self) -> tuple[SetText, ...]:
        return tuple([SetText(*text) for text in self.texts])


class DrawnFace(NamedTuple):
    """One printed side of a piece, as an exporter has drawn it."""

    label: str
    w: float
    h: float
    language: str
    drawn: Any  # what the exporter made of it
    parts: Mapping[str, Any]  # what several faces refer to by name
    record: bytes


AnyFace = Face | DrawnFace


def facts_of(face: AnyFace) -> FaceRecord:
    """Return what is known of a face that was drawn."""
    assert isinstance(face, DrawnFace), f"{face.label} isn't drawn yet"
    return FaceRecord(*marshal.loads(face.record))
