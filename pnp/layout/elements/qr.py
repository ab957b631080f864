"""`qr`: a text as a square that cameras read, with the light edge that they need around it.

`qr_code("https://example.org", "M")` → 25 rows of 25 modules
"""

from functools import lru_cache
from itertools import groupby
from math import ceil

from pnp.art.paths import rounded_rect
from pnp.cardtext.marks import strip_marks
from pnp.layout.attributes import Attributes
from pnp.layout.element import BoxSize, Content, Element, Placed, element, joined
from pnp.layout.engine import Layouter, overfull
from pnp.model.colour import luminance, rgb_of
from pnp.model.display import Path, Shape
from pnp.model.length import mm
from pnp.model.problem import Severity, code, find

# Bytes that the largest code holds which cameras read from a card, at each level: 77 modules a side
LONGEST = {"L": 520, "M": 412, "Q": 292, "H": 220}

Modules = tuple[tuple[bool, ...], ...]  # rows; is it dark?


@lru_cache(256)
def qr_code(text: str, level: str) -> Modules | None:
    """Return the smallest code that holds a text at just this level; None where it would be too large."""
    if len(text.encode()) > LONGEST[level]:
        return None
    import segno  # few games have codes

    made = segno.make(text, error=level, mode="byte", encoding="utf-8", micro=False, boost_error=False)
    return tuple([tuple(map(bool, row)) for row in made.matrix])


def dark_path(code: Modules, module: float, x: float, y: float) -> Path:
    """Rectangles of dark modules that are so large, from the top left corner at x, y on; as few as equal rows of
    modules below one another allow."""
    open_runs: dict[tuple[int, int], int] = {}  # start and end in a row → the row where it began
    path: list[tuple[int, int, int, int]] = []
    for number, row in enumerate((*code, ())):
        runs, at = [], 0
        for is_dark, group in groupby(row):
            length = len(list(group))
            if is_dark:
                runs.append((at, at + length))
            at += length
        for run in [run for run in open_runs if run not in runs]:
            path.append((run[0], open_runs.pop(run), run[1], number))
        for run in runs:
            open_runs.setdefault(run, number)
    return tuple(
        [
            segment
            for left, top, right, bottom in sorted(path, key=lambda box: (box[1], box[0]))
            for segment in rounded_rect(
                x + left * module, y + top * module, (right - left) * module, (bottom - top) * module, 0.0, 0.0
            )
        ]
    )


TOO_LONG = code("PNP293", says="a QR code holds {most} bytes at level {level}, the text has {bytes}")
FINE_MODULES = code(
    "PNP294", Severity.WARNING, says="the modules of a QR code are {module}, so cameras may not read it"
)
NOT_DARK = code("PNP295", Severity.WARNING, says="the QR code's {fill} is not dark enough on {ground}")

QUIET = 4.0  # modules around the code that have to be light
_LEAST_MODULE = 0.33  # mm
_USUAL_MODULE = 0.5
_LEAST_CONTRAST = 4.0  # times as light
_FEWEST = 21  # modules a side


@element("qr", attributes=("size", "level", "quiet", "fill", "ground"), text=True, intrinsic=True)
class QrElement:
    """`size` is its side, quiet zone included; else it is as large as its box lets it be."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        if element.field and not element.text:
            return BoxSize(0.0, 0.0)
        own = Attributes(lay, element)
        high = lay.own_length(element, "h", None)
        if high is None:
            made = qr_code(strip_marks(element.text), _level(own))
            high = ((len(made) if made else _FEWEST) + 2 * _quiet(own)) * _USUAL_MODULE
        side = own.length("size", high)
        return BoxSize(side, side)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        text, level = strip_marks(element.text), _level(own)
        fill, ground = own.colour("fill", "ink") or "#000000", own.colour("ground", "#ffffff")
        if not text:
            if not element.field:
                own.bad("of", "is missing")
            return Placed(findings=tuple(own.findings))
        side = own.length("size", min(w, self.natural(lay, element, w).h if h is None else h))
        made = qr_code(text, level)
        if made is None:
            count, most = len(text.encode()), LONGEST[level]
            wrong = find(TOO_LONG, field=element.field, origin=element.origin, level=level, most=most, bytes=count)
            items = (lay.mark_wrong(side, side),) if lay.draft else ()
            return Placed(items, findings=(*own.findings, wrong))
        height = side if h is None else h
        module = side / (len(made) + 2 * _quiet(own))
        if module < _LEAST_MODULE:
            hint = f'size="{ceil(_LEAST_MODULE / module * side * 10) / 10:g}" or more'
            own.find(FINE_MODULES, hint, module=mm(module))
        if ground and luminance(rgb_of(ground)) + 0.05 < _LEAST_CONTRAST * (luminance(rgb_of(fill)) + 0.05):
            own.find(NOT_DARK, "", "fill", fill=fill, ground=ground)
        x, y = (w - side) / 2, (height - side) / 2
        content = Content("picture", x, y, side, side, "QR code", element.field, element.origin)
        edge = (side - len(made) * module) / 2
        code = Shape(dark_path(made, module, x + edge, y + edge), fill)
        shapes = (Shape(rounded_rect(x, y, side, side, 0.0, 0.0), ground), code) if ground else (code,)
        placed = Placed(shapes, (content,), tuple(own.findings))
        return joined((placed, overfull(lay, element, w, height, wide=side - w, high=side - height)))


def _level(own: Attributes) -> str:
    return own.choice("level", tuple(LONGEST), "M")


def _quiet(own: Attributes) -> float:
    return own.number("quiet", QUIET, 0.0, 100.0)
