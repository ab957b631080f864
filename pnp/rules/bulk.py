"""Pieces that modules name by what holds for them → their ids."""

from collections.abc import Iterator
from dataclasses import replace

from pnp.model.game import Bulk, Change, Copies, Game, Module
from pnp.model.patch import apply_modules
from pnp.model.problem import Problem, Severity, code
from pnp.model.values import UnreadParts
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.expressions.values import shown
from pnp.rules.expressions.wrong import Wrong
from pnp.rules.world import World

NO_PIECES_MEANT = code("PNP533", Severity.WARNING, says="{module} means no piece: {text}")


def settle(game: Game, problems: list[Problem]) -> Game:
    """The game whose modules drop, or copy, the pieces that they mean. Where that can't be said, nobody knows which
    pieces there are with them."""
    found: list[Problem] = []
    unread = UnreadParts(game.unread)
    replacing = [_only(module, replacing=True) for module in game.patches]
    # the game with the pieces that modules bring, and also with those that they put in place of others
    evaluator = Evaluator()
    games = [apply_modules(game, [_only(module, replacing=False) for module in game.patches])]
    if any(change.replace for module in replacing for change in module.changes.values()):
        games.append(apply_modules(game, replacing))
    worlds = [World(replace(each, plain=None), (), evaluator) for each in games]
    modules = {id: _settled(module, worlds, found, unread) for id, module in game.modules.items()}
    problems += dict.fromkeys(found)
    return replace(game, modules=modules, unread=unread)


def _only(module: Module, *, replacing: bool) -> Module:
    """What the module brings of components, groups and pieces."""
    kinds = ("pieces", "groups", "components")
    changes = {
        section: Change(change.add, change.replace if replacing else ())
        for section, change in module.changes.items()
        if section.partition(".")[0] in kinds
    }
    return replace(module, further=(), changes=changes)


def _settled(module: Module, worlds: list[World], problems: list[Problem], unread: UnreadParts) -> Module:
    changes = dict(module.changes)
    for section, change in module.changes.items():
        component = section.partition(".")[2]
        for bulk in change.bulk:
            try:
                ids = list(dict.fromkeys(id for world in worlds for id in _meant(component, bulk, world)))
            except Wrong as wrong:
                problems.append(wrong.problem)
                unread.note(f"modules.{section}", wrong.problem)
                continue
            if not ids:
                span, text, cause = bulk.where.span, shown(bulk.where.text), worlds[0].game.cause(section)
                problems.append(NO_PIECES_MEANT.at(span, module=module.label, text=text, cause=cause))
            now, span = changes[section], bulk.where.span
            if bulk.copies:
                known = set(now.copies)
                more = [each for id in ids if (each := Copies(id, bulk.copies, span)) not in known]
                changes[section] = now._replace(copies=(*now.copies, *more))
            else:
                dropped = {id for id, _ in now.drop}
                changes[section] = now._replace(drop=(*now.drop, *((id, span) for id in ids if id not in dropped)))
    further = tuple([_settled(patch, worlds, problems, unread) for patch in module.further])
    return replace(module, changes=changes, further=further)


def _meant(component: str, bulk: Bulk, world: World) -> Iterator[str]:
    """Raises Wrong where the expression can't be evaluated."""
    owner = world.game.components.get(component)
    for piece in owner.pieces if owner else ():
        if world.evaluator.decision(bulk.where, world.names.about(world.records.get(component, piece.id))):
            yield piece.id
