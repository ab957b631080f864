"""A game's setup → zones, steps and markers of which somebody at the table would ask what is meant."""

from collections.abc import Hashable, Iterator

from pnp.check import check
from pnp.check._owned import part, same
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.rules import Action, Expression, Move, Put, Shuffle, Step, Zone

DONE_TWICE = code("PNP183", Severity.WARNING, says="step {step} does the same twice")
FROM_THE_TOP = code("PNP166", Severity.WARNING, says="step {step} takes from {zone} what lies on top")
SAME_SPOT = code("PNP187", Severity.WARNING, says="zone {zone} is drawn where {first} is, at {x:g}, {y:g}")
NEVER_PUT = code("PNP188", Severity.WARNING, says="no step puts {marker} on its space")


@check(DONE_TWICE)
def repeated_actions(game: Game, project: Project) -> Iterator[Problem]:
    for step in _steps(game):
        first: dict[Hashable, Action] = {}
        for action in step.actions:
            other = first.setdefault(_done(action), action)
            if other is not action and not isinstance(action, Shuffle):
                yield DONE_TWICE.at(action.span, step=step.id, origin=other.span)


def _steps(game: Game) -> list[Step]:
    return [each.item for each in part(game, "setup.steps")]


def _done(action: Action) -> Hashable:
    if isinstance(action, Shuffle):
        return action.zone
    if isinstance(action, Put):
        return action.marker, action.to.text
    what = action.what
    said = what.text if isinstance(what, Expression) else tuple([name.id for name in what or ()])
    return said, action.source, action.target, action.under


@check(FROM_THE_TOP)
def unchosen(game: Game, project: Project) -> Iterator[Problem]:
    zones: list[Zone] = [each.item for each in part(game, "setup.zones")]
    held = {zone.id for zone in zones if zone.per and zone.per.text == "players"}
    for step in _steps(game) if held else ():
        shuffled = {action.zone for action in step.actions if isinstance(action, Shuffle)}
        for move in (action for action in step.actions if isinstance(action, Move)):
            if _is_amount(move) and not move.chosen and move.source in held - shuffled:
                hint = "chosen: true, where its player chooses"
                yield FROM_THE_TOP.at(move.span, step=step.id, zone=move.source, hint=hint)


def _is_amount(move: Move) -> bool:
    """So many, not pieces that are named: those come out of a list."""
    return isinstance(move.what, Expression) and "|" not in move.what.text and "[" not in move.what.text


@check(SAME_SPOT)
def same_spots(game: Game, project: Project) -> Iterator[Problem]:
    zones = [each for each in part(game, "setup.zones") if each.item.at]
    for first, zone in same(game, zones, lambda item: item.at):
        x, y = zone.at
        yield SAME_SPOT.at(zone.span, zone=zone.id, first=first.id, x=x, y=y, origin=first.span)


@check(NEVER_PUT, needs_all=True)
def unput_markers(game: Game, project: Project) -> Iterator[Problem]:
    track = part(game, "victory.track")
    put = {action.marker for step in _steps(game) for action in step.actions if isinstance(action, Put)}
    if not put <= {each.item.id for each in track}:  # one that there isn't is mostly another's name
        return
    for _, marker in track if put else ():
        if marker.start is not None and marker.read is None and marker.id not in put:
            yield NEVER_PUT.at(marker.span, marker=marker.id, hint=f"{{put: {marker.id}, to: …}}")
