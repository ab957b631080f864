"""Two modules that can be chosen together → what both bring or change, so that the game isn't what either means."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from pnp.check import check
from pnp.check._owned import brought, place, subject
from pnp.io.project import Project
from pnp.model.changes import Plus
from pnp.model.game import Change, Game, Module
from pnp.model.patch import PLAYERS, sections
from pnp.model.problem import Problem, code
from pnp.model.span import Span

SECOND_OF_ID = code("PNP115", says='{module} brings a second "{id}"')
BOTH_CHANGE = code("PNP119", says="{module} {does} {id}, and {first} {first_does} it")
BOTH_COUNT = BOTH_CHANGE.also("{module} has {copies} copies of {id}, and {first} {first_copies}")
BOTH_REPLACE_PLAYERS = code("PNP531", says="{first} and {module} replace the numbers of players differently")
BOTH_BRING_ROWS = BOTH_REPLACE_PLAYERS.also(
    "{first} and {module} bring different rows of {table} for {players} players"
)
DROPS_NO_PLAYERS = BOTH_REPLACE_PLAYERS.also("{module} drops {players} players, who can't play anyway")


def _pairs(game: Game) -> Iterator[tuple[Module, Module]]:
    """A further patch is applied after the modules that it comes with, and so never disagrees with these."""
    needed = {patch.id: frozenset(game.needed(patch.id)) for patch in game.patches}
    enemies = {id: {other for each in ids for other in game.modules[each].not_with} for id, ids in needed.items()}
    possible = [patch for patch in game.patches if needed[patch.id].isdisjoint(enemies[patch.id])]
    for one, other in combinations(possible, 2):
        if one.id in other.parts or other.id in one.parts or not needed[one.id].isdisjoint(enemies[other.id]):
            continue
        if needed[other.id].isdisjoint(enemies[one.id]):
            yield one, other


def _not_with(first: Module) -> str:
    return f"not-with: [{first.id}]"


@check(SECOND_OF_ID)
def twins(game: Game, project: Project) -> Iterator[Problem]:
    for section, base in sections(game):
        earlier: dict[str, list[tuple[Module, Any]]] = {}
        for module in game.patches:
            for item in module.change(section).add:
                first = base.get(item.id) or _clashing(game, earlier.get(item.id, []), module, item)
                if first:
                    origin, piece = place(first), subject(section, item.id)
                    yield SECOND_OF_ID.at(place(item), module=module.label, id=item.id, origin=origin, subject=piece)
                earlier.setdefault(item.id, []).append((module, item))


def _clashing(game: Game, earlier: list[tuple[Module, Any]], module: Module, item: Any) -> Any | None:
    others = (first for other, first in earlier if game.go_together(module.id, other.id))
    return next((first for first in others if first.span != item.span), None)


@check(BOTH_CHANGE)
def find_clashes(game: Game, project: Project) -> Iterator[Problem]:
    for first, module in _pairs(game):
        for section in first.changes.keys() & module.changes.keys():
            for id, problem in (*_copies(first, module, section), *_changed(first, module, section)):
                both = {first.id, module.id}
                if not any(set(patch.parts) == both and id in patch.change(section).ids for patch in game.patches):
                    yield problem


def _changed(first: Module, module: Module, section: str) -> Iterator[tuple[str, Problem]]:
    """What both replace, or one of them drops, by its id."""
    by_first, by_module = _changes(first.changes[section]), _changes(module.changes[section])
    for id in sorted(by_first.keys() & by_module.keys()):
        (other, origin), (does, span) = by_first[id], by_module[id]
        if (other, does) != ("drops", "drops") and origin != span:
            problem = BOTH_CHANGE.at(span, module=module.label, does=does, id=id, first=first.label, first_does=other)
            yield id, problem._replace(hint=_not_with(first), origin=origin, subject=subject(section, id))


def _copies(first: Module, module: Module, section: str) -> Iterator[tuple[str, Problem]]:
    """Pieces that both want so many of."""
    by_first = {id: (copies, span) for id, copies, span in first.changes[section].copies}
    for id, own, span in module.changes[section].copies:
        other, origin = by_first.get(id, (own, span))
        if other != own:
            problem = BOTH_COUNT.at(span, module=module.label, copies=own, id=id, first=first.label, first_copies=other)
            yield id, problem._replace(hint=_not_with(first), origin=origin, subject=subject(section, id))


def _changes(change: Change) -> dict[str, tuple[str, Span]]:
    replaced = {item.id: ("replaces", place(item)) for item in change.replace}
    return replaced | {id: ("drops", span) for id, span in change.drop}


@check(BOTH_REPLACE_PLAYERS)
def players(game: Game, project: Project) -> Iterator[Problem]:
    for first, module in _pairs(game):
        rows = {(plus.id, key): (plus, figure) for plus, key, figure in _new_rows(first)}
        for plus, key, figure in _new_rows(module):
            row = rows.get((plus.id, key))
            if row and row[1] != figure:
                place, earlier = plus.places[key], row[0].places[key]
                problem = BOTH_BRING_ROWS.at(place, first=first.label, module=module.label, table=plus.id, players=key)
                yield problem._replace(hint=_not_with(first), origin=earlier)
        before, after = first.change(PLAYERS).replace, module.change(PLAYERS).replace
        if before and after and {each.id for each in before} != {each.id for each in after}:
            span, hint, origin = after[0].span, _not_with(first), before[0].span
            yield BOTH_REPLACE_PLAYERS.at(span, first=first.label, module=module.label, hint=hint, origin=origin)
    known = {str(number) for number in (game.setup.players if game.setup else ())}
    known |= {each.id for each in brought(game, PLAYERS)}
    cause = game.cause(PLAYERS)
    for module in game.patches:
        for id, span in module.change(PLAYERS).drop:
            if id not in known:
                yield DROPS_NO_PLAYERS.at(span, module=module.label, players=id, cause=cause)


def _new_rows(module: Module) -> Iterator[tuple[Plus, str, Any]]:
    for plus in module.change("setup.tables").plus:
        if plus.is_new:
            yield from ((plus, key, figure) for key, figure in plus.figures.items())
