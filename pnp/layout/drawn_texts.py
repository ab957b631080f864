"""Lines at their size → what they draw: letters and icons, and what lies around and below them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp.layout.art.paths import parse_path
from pnp.layout.attributes import UNKNOWN_COLOUR, Attributes
from pnp.layout.element import Element, Finding, find
from pnp.layout.engine import Layouter
from pnp.layout.text.along import Baseline, bent
from pnp.layout.text.letters import letter_shapes, letters_path
from pnp.layout.text.lines import NO_COLOURS, Fitted, first_baseline, place, share_before
from pnp.layout.text.pen import PlacedIcon, PlacedLines
from pnp.layout.type_looks import Look
from pnp.model.display import Colour, Group, Item, Matrix, Picture, Text
from pnp.text.brackets import written

NO_SUCH_COLOUR = UNKNOWN_COLOUR.also("words are in a colour that isn't there: {name}", once=True)


class DrawnText(NamedTuple):
    items: tuple[Item, ...]
    findings: tuple[Finding, ...] = ()  # of the colours that it names
    box: tuple[float, float, float, float] | None = None  # around a text along a path: left, top, width, height


def drawn_text(
    lay: Layouter,
    element: Element,
    look: Look,
    fitted: Fitted,
    says: str,
    w: float,
    h: float | None,
    track: Baseline | None,
) -> DrawnText:
    """In its box, or along a track in it."""
    colours, unknown = _colours_of(lay, element, fitted) if fitted.paragraph.colours else (NO_COLOURS, ())
    turned: tuple[tuple[PlacedIcon, Matrix], ...] = ()
    if track is None:
        lines = place(fitted, look.style, look.fill, w, h, colours)
    else:
        line = place(fitted, look.style, look.fill, fitted.width, None, colours)
        start = (track.length - fitted.width) * share_before(look.style.align, fitted.paragraph.from_right)
        lines, turned = bent(line, first_baseline(fitted, look.style, None), track, start)
    items: list[Item] = [*lines.rules]
    if lines.runs:
        text = Text(lines.runs, says, fitted.size, element.field, look.style.size)
        items += _lettered(lay, text, look, element.origin) if look.outline or look.shadow else (text,)
    items += [picture for icon in lines.icons for picture in _icon(lay, icon, icon.x, icon.y)]
    items += [Group(tuple(_icon(lay, icon, -icon.w / 2, -icon.h / 2)), matrix) for icon, matrix in turned]
    return DrawnText(tuple(items), unknown, _box_around(lines) if track else None)


def track_of(lay: Layouter, element: Element, along: str, w: float) -> Baseline | Finding:
    """The path that an element's text goes along, or what is wrong with it."""
    own = Attributes(lay, element)
    try:
        track = Baseline(parse_path(along), w if lay.mirrored else None)
        if track.length:
            return track
        own.bad("along", "goes nowhere", "like M5 20 Q30 0 55 20")
    except ValueError as error:
        own.bad("along", str(error))
    return own.findings[0]


def _box_around(lines: PlacedLines) -> tuple[float, float, float, float] | None:
    """As high as capitals on every side: letters may be turned in any direction."""
    if not lines.runs:
        return None
    runs, reach = lines.runs, max(run.size * run.font.cap_height for run in lines.runs)
    left, top = min(run.x for run in runs) - reach / 2, min(run.y for run in runs) - reach
    right, bottom = max(run.x for run in runs) + reach / 2, max(run.y for run in runs)
    return left, top, right - left, bottom - top


def _icon(lay: Layouter, icon: PlacedIcon, x: float, y: float) -> Iterator[Picture]:
    drawing = lay.art.icon(icon.name, icon.fill)
    if drawing is not None:
        yield Picture(lay.art.at_size(drawing, icon.w, icon.h), x, y, icon.w, icon.h)


def _lettered(lay: Layouter, text: Text, look: Look, place: str) -> Iterator[Item]:
    """A text on its outline and its shadow, which are drawn below it."""
    path = letters_path(text.runs, lay.fonts)
    yield from letter_shapes(path, text.size, look.outline, look.shadow, place)
    yield text._replace(outline=look.outline[1] if look.outline else "")


def _colours_of(lay: Layouter, element: Element, fitted: Fitted) -> tuple[Mapping[str, Colour], tuple[Finding, ...]]:
    """What the names of colours in a text mean, and which mean nothing."""
    found: dict[str, Colour] = {}
    unknown: list[Finding] = []
    for name in fitted.paragraph.colours:
        colour, error = lay.colour(name)
        if colour is not None:
            found[name] = colour
        else:
            hint, cause = (error.hint, error.cause) if error else ("", None)
            finding = find(NO_SUCH_COLOUR, hint=hint, word=written(name), cause=cause, name=name)
            unknown.append(finding._replace(field=element.field, origin=element.origin))
    return found, tuple(unknown)
