"""Palettes as style.yaml says them → the same colours in each, and what one of them lacks."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pnp.model.problem import Problem, code
from pnp.model.span import Span
from pnp.model.style import cause_of
from pnp.text.suggest import nearest

UNEQUAL_PALETTES = code(
    "PNP121 palettes name different colours",
    """Templates name colours, and each edition looks them up in the palette of its ink: so every palette has the same
names.

Bad:  `low: {spring: "#000"}`, and no `spring` in `full`
Good: `low: {spring: "#000"}` and `full: {spring: "#284"}`""",
    says='colour "{name}" is in the palette {ink}, but not in {other}',
)
OTHER_NAME = UNEQUAL_PALETTES.also('colour "{name}" of the palette {ink} is called "{called}" in {other}')


class SaidValue(NamedTuple):
    """One value of a style or a palette, and where it is written."""

    value: Any
    span: Span


def even_out(palettes: Mapping[str, dict[str, SaidValue]], poisoned: Mapping[str, Problem]) -> Iterator[Problem]:
    """Each colour that a palette lacks is reported, and borrowed from another; one that is misspelt in either, once."""
    for ink, colours in palettes.items():
        for other, lacking in palettes.items():
            for name in [each for each in colours if each not in lacking]:
                called = nearest(name, [each for each in lacking if each not in colours])
                cause = cause_of(poisoned, "colours", name)
                here = colours[name].span
                if called:
                    there, both = lacking[called].span, "call it the same in both"
                    lacking[name], colours[called] = lacking[called], colours[name]
                    said = OTHER_NAME.at(here, cause=cause, name=name, ink=ink, called=called, other=other)
                    yield said._replace(hint=both, origin=there)
                else:
                    lacking[name] = colours[name]
                    yield UNEQUAL_PALETTES.at(here, cause=cause, name=name, ink=ink, other=other)
