"""Pieces that modules name by what holds for them → their ids."""

from dataclasses import replace

from pnp.model.game import Change, Copies, Game, Module
from pnp.model.patch import apply_modules
from pnp.model.problem import Problem, Severity, code
from pnp.model.values import UnreadParts
from pnp.rules.expressions.errors import EvalError
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.expressions.values import show
from pnp.rules.world import World

NO_PIECES_MEANT = code("PNP533", Severity.WARNING, says="{module} means no piece: {text}")


def settle(game: Game, problems: list[Problem]) -> Game:
    """Return the game whose modules drop, or copy, the pieces they mean; what can't be evaluated counts as unread."""
    found: list[Problem] = []
    unread = UnreadParts(game.unread)
    replacing = [_bring(module, replacing=True) for module in game.patches]
    # the game with the pieces that modules bring, and also with those that they put in place of others
    evaluator = Evaluator()
    games = [apply_modules(game, [_bring(module, replacing=False) for module in game.patches])]
    if any(change.replace for module in replacing for change in module.changes.values()):
        games.append(apply_modules(game, replacing))
    worlds = [World(replace(each, plain=None), (), evaluator) for each in games]
    modules = {id: _settle(module, worlds, found, unread) for id, module in game.modules.items()}
    problems += dict.fromkeys(found)
    return replace(game, modules=modules, unread=unread)


def _bring(module: Module, *, replacing: bool) -> Module:
    """Return a module with only what it brings of components, groups and pieces."""
    kinds = ("pieces", "groups", "components")
    changes = {
        section: Change(change.add, change.replace if replacing else ())
        for section, change in module.changes.items()
        if section.partition(".")[0] in kinds
    }
    return replace(module, further=(), changes=changes)


def _settle(module: Module, worlds: list[World], problems: list[Problem], unread: UnreadParts) -> Module:
    changes = dict(module.changes)
    for section, change in module.changes.items():
        component = section.partition(".")[2]
        for bulk in change.bulk:
            try:
                ids: list[str] = []
                for world in worlds:
                    owner, of = world.game.components.get(component), world.names.item_scope
                    records = [world.records.get(component, piece.id) for piece in owner.pieces] if owner else []
                    ids += [each.id for each in records if world.evaluator.decision(bulk.where, of(each))]
            except EvalError as wrong:
                problems.append(wrong.problem)
                unread.note(f"modules.{section}", wrong.problem)
                continue
            if not ids:
                span, text, cause = bulk.where.span, show(bulk.where.text), worlds[0].game.cause(section)
                problems.append(NO_PIECES_MEANT.at(span, module=module.label, text=text, cause=cause))
            now, span = changes[section], bulk.where.span
            if bulk.copies:
                known = set(now.copies)
                more = [each for id in dict.fromkeys(ids) if (each := Copies(id, bulk.copies, span)) not in known]
                changes[section] = now._replace(copies=(*now.copies, *more))
            else:
                dropped = {id for id, _ in now.drop}
                more_dropped = [(id, span) for id in dict.fromkeys(ids) if id not in dropped]
                changes[section] = now._replace(drop=(*now.drop, *more_dropped))
    further = tuple([_settle(patch, worlds, problems, unread) for patch in module.further])
    return replace(module, changes=changes, further=further)
