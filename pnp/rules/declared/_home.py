"""A broken rule that isn't about pieces → where the setup, or the victory, says what it asks about."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pnp.model.rules import Definition, Put, Rule, Setup
from pnp.model.span import Span
from pnp.rules.expressions import Names, Wrong
from pnp.rules.expressions.mentions import Path

if TYPE_CHECKING:
    from pnp.rules.world import World

_OF_ZONES = ("zones", "lies", "may_lie", "faces")


def home_of(rule: Rule, world: "World", names: Names) -> Span | None:
    """The place of the first thing that the rule, or the part of it that fails, names; None where it names none."""
    try:
        paths: Iterable[Path] = world.evaluator.asked(rule.subject, names)
    except Wrong:
        return None
    found = (_place(path, world, names) for path in paths)
    return next((span for span in found if span), None)


def _place(path: Path, world: "World", names: Names) -> Span | None:
    setup, victory = world.game.setup, world.game.victory
    if setup and len(path) > 1 and world.owner_of(path[0]) is None and (span := _of_setup(path, setup, names)):
        return span
    if victory and path[0] in ("states", "outcome"):
        return victory.deciding
    if victory and path[0] == "track" and len(path) > 1 and path[1] in victory.track:
        return victory.track[path[1]].span
    value = names.find(path[0])
    return value.span if isinstance(value, Definition) else None


def _of_setup(path: Path, setup: Setup, names: Names) -> Span | None:
    kind, id = path[:2]
    if kind == "tables" and id in setup.tables:
        table, players = setup.tables[id], names.find("players")
        return table.places.get(players, table.span) if isinstance(players, int) else table.span
    if kind in _OF_ZONES:
        zone = setup.zones.get(id) or setup.zones.get(id.replace("_", "-"))
        return zone.span if zone else None
    if kind == "dealt":
        step = setup.steps.get(id) or setup.steps.get(id.replace("_", "-"))
        return step.span if step else None
    if kind == "markers":
        put = [each for step in setup.steps.values() for each in step.actions if isinstance(each, Put)]
        return next((each.span for each in put if each.marker == id), None)
    return None
