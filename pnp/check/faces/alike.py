"""Colours of a group's entries → those that not everybody can tell apart."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from pnp.check.faces import of_edition
from pnp.model.colour import SIGN, WHITE, Rgb, contrast, linear_rgb, rgb_of
from pnp.model.display import Colour
from pnp.model.game import Edition, Piece
from pnp.model.options import design_of
from pnp.model.problem import Problem, Severity, code
from pnp.model.style import Style

LOOK_ALIKE = code("PNP362", Severity.WARNING, says="{group}: {one} and {other} look alike {whom}")
MANY_ALIKE = LOOK_ALIKE.also("{group}: of {entries}, {count} pairs look alike: {pairs}", varies=("pairs",))

_GREYS = 10.0  # of L*, 0 to 100: side by side on paper that is a clear step
_COLOURS = 15.0  # ΔE of 1976
_FEW = 3  # pairs that are named


class _AlikePair(NamedTuple):
    one: Piece
    other: Piece
    whom: str


@of_edition(LOOK_ALIKE)
def alike(edition: Edition, style: Style) -> Iterator[Problem]:
    for group in edition.game.groups.values():
        coloured = [entry for entry in group.entries.values() if _said(entry)]
        pairs: dict[str, list[_AlikePair]] = {}
        for one, other in combinations(coloured, 2):
            if _differ(one, other, "icon") or _differ(one, other, "pattern"):
                continue
            for ink, palette in style.palettes.items():
                if whom := _to_whom(_colour(one, palette), _colour(other, palette)):
                    pairs.setdefault(ink, []).append(_AlikePair(one, other, whom))
            if edition.ink == "black" and _both_black(one, other, style.palettes.get(design_of("black"), {})):
                pairs.setdefault("black", []).append(_AlikePair(one, other, "to everybody"))
        for ink, found in pairs.items():
            for connected in _connected(found):
                yield _problem(group.id, connected)._replace(when=(f" (ink {ink})",))


def _connected(pairs: list[_AlikePair]) -> list[list[_AlikePair]]:
    """Those that share entries, together: to change one of these helps several pairs."""
    sets: list[list[_AlikePair]] = []
    for pair in pairs:
        concerned = [
            found for found in sets if any({pair.one.id, pair.other.id} & {p.one.id, p.other.id} for p in found)
        ]
        sets = [found for found in sets if found not in concerned]
        sets.append([*(each for found in concerned for each in found), pair])
    return sets


def _problem(group: str, pairs: list[_AlikePair]) -> Problem:
    """Of one pair, or of several at the colours of all their entries."""
    one, other, whom = pairs[0]
    hint = "give them different icons, patterns or lighter and darker colours"
    span, origin = other.span_of("colour"), one.span_of("colour")
    if len(pairs) == 1:
        return LOOK_ALIKE.at(span, group=group, one=one.id, other=other.id, whom=whom, hint=hint, origin=origin)
    said = [f"{pair.one.id} and {pair.other.id} {pair.whom}" for pair in pairs[:_FEW]]
    said += [f"{len(pairs) - _FEW} more"] if len(pairs) > _FEW else []
    entries = {entry.id: entry for pair in pairs for entry in pair[:2]}
    found = MANY_ALIKE.at(
        span, group=group, entries=tuple(entries), count=len(pairs), pairs="; ".join(said), hint=hint, origin=origin
    )
    places = dict.fromkeys(entry.span_of("colour") for entry in entries.values())
    return found._replace(others=tuple(place for place in places if place not in (span, origin)))


def _said(entry: Piece) -> str:
    said = entry.fields.get("colour")
    return said if isinstance(said, str) else ""


def _both_black(one: Piece, other: Piece, palette: Mapping[str, Colour]) -> bool:
    colours = _colour(one, palette), _colour(other, palette)
    return all(colour is not None and contrast(colour, WHITE) >= SIGN for colour in colours)


def _differ(one: Piece, other: Piece, field: str) -> bool:
    first, second = one.fields.get(field), other.fields.get(field)
    return bool(first and second and first != second)


def _colour(entry: Piece, palette: Mapping[str, Colour]) -> Rgb | None:
    """None for what is no colour, which is a problem elsewhere."""
    said = _said(entry)
    colour = palette.get(said, said)
    if colour[:1] != "#" or len(colour) not in (4, 7):
        return None
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    return rgb_of(f"#{digits}") if all(digit in "0123456789abcdefABCDEF" for digit in digits) else None


def _to_whom(one: Rgb | None, other: Rgb | None) -> str:
    """Who can't tell them apart; empty where everybody can tell them apart."""
    if one is None or other is None:
        return ""
    if difference(one, other) < _COLOURS:
        return "to everybody"
    where = ["in greyscale"] if abs(lightness(one) - lightness(other)) < _GREYS else []
    seen = {name: (as_seen_with(name, one), as_seen_with(name, other)) for name in DEFICIENCIES}
    where += [f"with {name}" for name, pair in seen.items() if difference(*pair) < _COLOURS]
    return " and ".join([", ".join(where[:-1]), where[-1]] if len(where) > 1 else where)


# Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency (2009),
# severity 1.0, for linear RGB.
DEFICIENCIES: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}

# IEC 61966-2-1: linear sRGB → XYZ, each row divided by the white point D65
_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_D65 = (0.9505, 1.0, 1.0890)


def lightness(rgb: Rgb) -> float:
    """L* of the grey that a black-and-white printer makes of it, 0 to 100."""
    return lab(rgb)[0]


@lru_cache(4096)
def lab(rgb: Rgb) -> Rgb:
    """CIE L*a*b*."""
    linear = linear_rgb(rgb)
    x, y, z = (
        _cube_root(sum(m * c for m, c in zip(row, linear, strict=True)) / white)
        for row, white in zip(_TO_XYZ, _D65, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Rgb, other: Rgb) -> float:
    """ΔE of 1976: the distance in L*a*b*."""
    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)


def as_seen_with(deficiency: str, rgb: Rgb) -> Rgb:
    linear = linear_rgb(rgb)
    r, g, b = (
        _encoded(min(max(sum(m * c for m, c in zip(row, linear, strict=True)), 0.0), 1.0))
        for row in DEFICIENCIES[deficiency]
    )
    return r, g, b


def _encoded(channel: float) -> float:
    return float(channel * 12.92 if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055)


def _cube_root(t: float) -> float:
    return float(t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116)
