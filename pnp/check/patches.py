"""What modules change → things that aren't there: to replace, to drop, to add to, to come in beside; or named twice."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from pnp.cardtext.suggest import Hints
from pnp.check import check
from pnp.check._owned import brought, label, noun, owned, place, subject
from pnp.io.project import Project
from pnp.model.changes import Plus, fits
from pnp.model.game import Game, Module
from pnp.model.patch import sections
from pnp.model.problem import Code, Problem, Severity, code
from pnp.model.rules import Table
from pnp.model.span import Span

CHANGES_NOTHING = code(
    "PNP116", says="{module} {does} {thing} that isn't there: {id}", varies=("module", "does"), once=True
)
ADDS_TO_NOTHING = code(
    "PNP530", says="{module} {does} {thing} that isn't there: {id}", varies=("module", "does"), once=True
)
NO_ROW = ADDS_TO_NOTHING.also("table {table} has no row for {players} players")
NO_FIGURE = ADDS_TO_NOTHING.also("rule {rule} expects no figure")
ONE_FIGURE = ADDS_TO_NOTHING.also("rule {rule} expects one figure for all")
NO_ANCHOR = code(
    "PNP130", says='{kind} {item} comes {where} "{anchor}", which is no {kind}', varies=("item", "where"), once=True
)
ANCHORED_IN_A_CIRCLE = NO_ANCHOR.also("each {kind} comes in next to another, in a circle: {circle}")
FILE_TWICE = code("PNP184", Severity.WARNING, says="{module} names {file} twice")
DROPPED_TWICE = FILE_TWICE.also("{module} drops {thing} twice: {id}")

_ANCHORED = ("setup.steps", "victory.conditions", "victory.winner")


class _Aim(NamedTuple):
    """What a module changes, and isn't there."""

    section: str
    known: Mapping[str, Any]  # what is there
    module: Module
    does: str
    id: str
    span: Span


@check(CHANGES_NOTHING)
def changed(game: Game, project: Project) -> Iterator[Problem]:
    hints = Hints()
    yield from (_changing_nothing(game, aim, hints) for aim in _nowhere(game))


def _changing_nothing(game: Game, aim: _Aim, hints: Hints) -> Problem:
    hint = _whose(game, aim.module, aim.section, aim.id) or hints(aim.id, aim.known)
    return _not_there(CHANGES_NOTHING, game, aim, hint)


def _not_there(code: Code, game: Game, aim: _Aim, hint: str) -> Problem:
    section, _, module, does, id, span = aim
    problem = code.at(span, module=module.label, does=does, thing=label(section), id=id, hint=hint)
    return problem._replace(subject=subject(section, id), cause=game.cause(section, id))


def _whose(game: Game, module: Module, section: str, id: str) -> str:
    """What another module brings is changed where both are chosen."""
    if module.parts[1:]:
        return ""
    for other in game.modules.values():
        if any(each.id == id for each in other.change(section).add):
            is_of_another = module.game and other.game not in (module.game, game.id)
            called = f"{other.game}/{other.id}" if is_of_another else other.id
            return f"module {other.id} brings it: say it under when-with: {called}"
    return ""


def modules_at_fault(game: Game) -> dict[str, dict[str, Problem]]:
    """By module, the sections in which it changes what isn't there: what these are with it isn't what is meant."""
    found: dict[str, dict[str, Problem]] = {}
    hints = Hints()
    for aim in _nowhere(game):
        found.setdefault(aim.module.parts[0], {}).setdefault(aim.section, _changing_nothing(game, aim, hints))
    return found


def _brought(game: Game, patch: Module, section: str) -> dict[str, Any]:
    """What there is because of the modules that a further patch comes with."""
    changes = [game.modules[id].change(section) for id in game.needed(patch.id)]
    return {item.id: item for change in changes for item in change.add}


def _nowhere(game: Game) -> Iterator[_Aim]:
    for section, base in sections(game):
        for module in game.patches:
            change = module.change(section)
            aims = [("replaces", item.id, place(item)) for item in change.replace]
            aims += [("drops", id, span) for id, span in change.drop]
            known = {**base, **_brought(game, module, section)} if module.parts[1:] else base
            yield from (_Aim(section, known, module, *aim) for aim in aims if aim[1] not in known)


@check(ADDS_TO_NOTHING)
def raised(game: Game, project: Project) -> Iterator[Problem]:
    hints = Hints()
    for section, things in owned(game):
        known: dict[str, list[Any]] = {}
        for _, item in things:
            known.setdefault(item.id, []).append(item)
        for module in game.patches:
            for plus in module.change(section).plus:
                if plus.id in known:
                    yield from _misfit(game, plus, known[plus.id], hints)
                else:
                    does = "brings rows of" if plus.is_new else "adds to"
                    hint = hints(plus.id, known) or ("a new table has a title" if plus.is_new else "")
                    aim = _Aim(section, known, module, does, plus.id, plus.span)
                    yield _not_there(ADDS_TO_NOTHING, game, aim, hint)


def _misfit(game: Game, plus: Plus, items: list[Any], hints: Hints) -> Iterator[Problem]:
    if isinstance(items[0], Table):
        rows = {str(number) for item in items for number in item.rows}
        for module in game.patches:
            rows |= {key for each in module.change("setup.tables").plus if each.is_new for key in each.figures}
        for key in plus.figures:
            if not plus.is_new and key not in rows:
                hint = hints(key, rows) or f"there are: {', '.join(sorted(rows))}"
                yield NO_ROW.at(plus.places[key], table=plus.id, players=key, hint=hint)
    elif not any(fits(item, plus) for item in items):
        wrong = ONE_FIGURE if any(item.bounds for item in items) else NO_FIGURE
        yield wrong.at(plus.span, rule=plus.id, origin=items[0].span)


@check(NO_ANCHOR)
def anchors(game: Game, project: Project) -> Iterator[Problem]:
    hints = Hints()
    for section, own in sections(game):
        if section not in _ANCHORED:
            continue
        items = list({item.span: item for item in (*own.values(), *brought(game, section))}.values())
        kind = noun(section)
        by_id = {item.id: item for item in items}
        for item, where in product(items, ("after", "before")):
            anchor = getattr(item, where)
            if anchor and anchor not in by_id:
                span, hint = item.anchor or item.span, hints(anchor, by_id.keys() - {item.id})
                cause = game.cause(section, anchor)
                yield NO_ANCHOR.at(span, kind=kind, item=item.id, where=where, anchor=anchor, hint=hint, cause=cause)
        yield from _circles(by_id, kind)


def _circles(by_id: Mapping[str, Any], kind: str) -> Iterator[Problem]:
    """Each circle once, at its first item."""
    seen: set[str] = set()
    for id in by_id:
        via = [id]
        while (
            (anchor := by_id[via[-1]].after or by_id[via[-1]].before) in by_id
            and anchor not in via
            and anchor not in seen
        ):
            via.append(anchor)
        if anchor in via:
            span, circle = by_id[anchor].anchor or by_id[anchor].span, [*via[via.index(anchor) :], anchor]
            yield ANCHORED_IN_A_CIRCLE.at(span, kind=kind, circle=" → ".join(circle))
        seen.update(via)


@check(FILE_TWICE)
def named_twice(game: Game, project: Project) -> Iterator[Problem]:
    for module in game.patches:
        files: set[str] = set()
        for section, _ in sections(game):
            change = module.change(section)
            for item in _again([*change.add, *change.replace]):
                if item.span.file not in files:
                    files.add(item.span.file)
                    yield FILE_TWICE.at(place(item), module=module.label, file=item.span.file, origin=module.span)
            dropped: dict[str, Span] = {}
            for id, span in change.drop:
                first = dropped.setdefault(id, span)
                if first is not span:
                    thing, hint = label(section), "delete one"
                    yield DROPPED_TWICE.at(span, module=module.label, thing=thing, id=id, hint=hint, origin=first)


def _again(items: list[Any]) -> Iterator[Any]:
    """What stands in one place and comes twice."""
    seen: set[Span] = set()
    for item in items:
        if Span(*item.span) in seen:
            yield item
        seen.add(Span(*item.span))
