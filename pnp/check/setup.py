"""A game's setup → zones, steps and markers of which somebody at the table would ask what is meant."""

from collections.abc import Hashable, Iterator

from pnp.check import check
from pnp.check._texts import find_same, things_in
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.rules import Action, Expression, Move, Put, Shuffle, Step, Zone

DONE_TWICE = code("PNP183", Severity.WARNING, says="step {step} does the same twice")
FROM_THE_TOP = code("PNP166", Severity.WARNING, says="step {step} takes from {zone} what lies on top")
SAME_SPOT = code("PNP187", Severity.WARNING, says="zone {zone} is drawn where {first} is, at {x:g}, {y:g}")
NEVER_PUT = code("PNP188", Severity.WARNING, says="no step puts {marker} on its space")


@check(DONE_TWICE)
def find_repeated_actions(game: Game, project: Project) -> Iterator[Problem]:
    for step in _steps(game):
        first: dict[Hashable, Action] = {}
        for action in step.actions:
            if isinstance(action, Shuffle):
                continue
            key: Hashable
            if isinstance(action, Put):
                key = action.marker, action.to.text
            else:
                what = action.what
                said = what.text if isinstance(what, Expression) else tuple([name.id for name in what or ()])
                key = said, action.source, action.target, action.under
            other = first.setdefault(key, action)
            if other is not action:
                yield DONE_TWICE.at(action.span, step=step.id, origin=other.span)


def _steps(game: Game) -> list[Step]:
    return [each.item for each in things_in(game, "setup.steps")]


@check(FROM_THE_TOP)
def find_unchosen_moves(game: Game, project: Project) -> Iterator[Problem]:
    zones: list[Zone] = [each.item for each in things_in(game, "setup.zones")]
    held = {zone.id for zone in zones if zone.per and zone.per.text == "players"}
    for step in _steps(game) if held else ():
        shuffled = {action.zone for action in step.actions if isinstance(action, Shuffle)}
        for move in (action for action in step.actions if isinstance(action, Move)):
            # so many, not pieces that are named: those come out of a list
            is_amount = isinstance(move.what, Expression) and "|" not in move.what.text and "[" not in move.what.text
            if is_amount and not move.chosen and move.source in held - shuffled:
                hint = "chosen: true, where its player chooses"
                yield FROM_THE_TOP.at(move.span, step=step.id, zone=move.source, hint=hint)


@check(SAME_SPOT)
def same_spots(game: Game, project: Project) -> Iterator[Problem]:
    zones = [each for each in things_in(game, "setup.zones") if each.item.at]
    for first, zone in find_same(game, zones, lambda item: item.at):
        x, y = zone.at
        yield SAME_SPOT.at(zone.span, zone=zone.id, first=first.id, x=x, y=y, origin=first.span)


@check(NEVER_PUT, needs_all=True)
def unput_markers(game: Game, project: Project) -> Iterator[Problem]:
    track = things_in(game, "victory.track")
    put = {action.marker for step in _steps(game) for action in step.actions if isinstance(action, Put)}
    if not put <= {each.item.id for each in track}:  # one that there isn't is mostly another's name
        return
    for _, marker in track if put else ():
        if marker.start is not None and marker.read is None and marker.id not in put:
            yield NEVER_PUT.at(marker.span, marker=marker.id, hint=f"{{put: {marker.id}, to: …}}")
