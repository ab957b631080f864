"""
Two entries of a group can only be told apart by their colours, and not everybody can: the colours come out alike on a
black-and-white printer, or for eyes with protanopia, deuteranopia or tritanopia (one man in twelve has some of it).
Entries with different icons or patterns may have any colours. Colours of both designs are looked at; in black ink,
which turns low ink's colours black, all but light ones are alike.

Bad:  `red: {colour: "#d04040"}` and `green: {colour: "#508030"}`, without icons
Good: the same with `icon: leaf` and `icon: flame`, or with a colour that is much lighter
"""

from collections.abc import Iterator, Mapping
from itertools import combinations

from pnp.check.faces._colours import DEFICIENCIES, as_seen_with, difference, lightness
from pnp.model.choices import design_of
from pnp.model.colour import SIGN, WHITE, Rgb, contrast, rgb_of
from pnp.model.display import Colour
from pnp.model.game import Edition, Piece
from pnp.model.problem import Problem, Severity, code
from pnp.model.style import Style

CODE = code("PNP362", "colours that not everybody can tell apart", __doc__, Severity.WARNING)

_GREYS = 10.0  # of L*, 0 to 100: side by side on paper that is a clear step
_COLOURS = 15.0  # ΔE of 1976


def check(edition: Edition, style: Style) -> Iterator[Problem]:
    for group in edition.game.groups.values():
        coloured = [entry for entry in group.entries.values() if entry.fields.get("colour")]
        for one, other in combinations(coloured, 2):
            if _differ(one, other, "icon") or _differ(one, other, "pattern"):
                continue
            for ink, palette in style.palettes.items():
                if alike := _alike(_colour(one, palette), _colour(other, palette)):
                    yield _problem(group.id, one, other, f"{alike} (ink {ink})")
            if edition.ink == "black" and _both_black(one, other, style.palettes.get(design_of("black"), {})):
                yield _problem(group.id, one, other, "to everybody (ink black)")


def _problem(group: str, one: Piece, other: Piece, alike: str) -> Problem:
    message = f"{group}: {one.id} and {other.id} look alike {alike}"
    hint = "give them different icons, patterns or lighter and darker colours"
    return CODE.at(other.span_of("colour"), message, hint=hint, origin=one.span_of("colour"))


def _both_black(one: Piece, other: Piece, palette: Mapping[str, Colour]) -> bool:
    colours = _colour(one, palette), _colour(other, palette)
    return all(colour is not None and contrast(colour, WHITE) >= SIGN for colour in colours)


def _differ(one: Piece, other: Piece, field: str) -> bool:
    first, second = one.fields.get(field), other.fields.get(field)
    return bool(first and second and first != second)


def _colour(entry: Piece, palette: Mapping[str, Colour]) -> Rgb | None:
    """None for what is no colour, which is a problem elsewhere."""
    said = str(entry.fields["colour"])
    colour = palette.get(said, said)
    if colour[:1] != "#" or len(colour) not in (4, 7):
        return None
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    return rgb_of(f"#{digits}") if all(digit in "0123456789abcdefABCDEF" for digit in digits) else None


def _alike(one: Rgb | None, other: Rgb | None) -> str:
    """To whom; empty where everybody can tell them apart."""
    if one is None or other is None:
        return ""
    if difference(one, other) < _COLOURS:
        return "to everybody"
    where = ["in greyscale"] if abs(lightness(one) - lightness(other)) < _GREYS else []
    seen = {name: (as_seen_with(name, one), as_seen_with(name, other)) for name in DEFICIENCIES}
    where += [f"with {name}" for name, pair in seen.items() if difference(*pair) < _COLOURS]
    return " and ".join([", ".join(where[:-1]), where[-1]] if len(where) > 1 else where)
