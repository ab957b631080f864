"""A game's modules, and the expressions that name some → modules that can't be chosen, or aren't there; what modules
change → things that aren't there, or are named twice; and two modules that can be chosen together → what both change.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from pnp.cardtext.suggest import Hints
from pnp.check import check
from pnp.check._texts import label, list_brought, list_owned, noun, place, subject
from pnp.io.project import Project
from pnp.model.game import Game, Module, Plus
from pnp.model.patch import PLAYERS, can_add_figures, sections
from pnp.model.problem import Problem, Severity, code
from pnp.model.rules import Table
from pnp.model.span import Span

NEVER_CHOSEN = code("PNP117", says="{module} can't be chosen: it needs {other}, which excludes {enemy}")
EXCLUDES_NEEDED = NEVER_CHOSEN.also("{module} can't be chosen: it excludes {enemy}, which it needs")
IN_A_CIRCLE = code("PNP131", says="modules need each other in a circle: {circle}")
ALWAYS_COMES = code("PNP536", Severity.WARNING, says="{module} always comes with {other}, which it needs")
NEVER_COMES = ALWAYS_COMES.also("{module} and {other} can't be chosen together")


@check(NEVER_CHOSEN)
def choosable(game: Game, project: Project) -> Iterator[Problem]:
    for module in game.modules.values():
        together = game.required(module.id)
        for id in together:
            for enemy in game.modules[id].not_with:
                if enemy in together and id == module.id:
                    yield EXCLUDES_NEEDED.at(module.span, module=module.label, enemy=enemy)
                elif enemy in together:
                    yield NEVER_CHOSEN.at(module.span, module=module.label, other=id, enemy=enemy)


@check(IN_A_CIRCLE)
def circles(game: Game, project: Project) -> Iterator[Problem]:
    done: set[str] = set()
    for id in game.modules:
        # look for the shortest way from a module back to it
        ways = [[id]] if id not in done else []
        seen: set[str] = set()
        for way in ways:  # grows on the way
            needs = game.modules[way[-1]].needs
            if id in needs:
                done.update(way)
                yield IN_A_CIRCLE.at(game.modules[id].span, circle=" → ".join([*way, id]))
                break
            new = [need for need in dict.fromkeys(needs) if need in game.modules and need not in seen]
            seen.update(new)
            ways += [[*way, need] for need in new]


@check(ALWAYS_COMES)
def further(game: Game, project: Project) -> Iterator[Problem]:
    for module in game.modules.values():
        for patch in module.further:
            other = patch.parts[-1]
            if other in game.required(module.id):
                yield ALWAYS_COMES.at(patch.span, module=module.label, other=other, hint="say it without when-with")
            elif game.go_together(module.id) and game.go_together(other) and not game.go_together(patch.id):
                yield NEVER_COMES.at(patch.span, module=module.label, other=other, hint="delete it")


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


@check(CHANGES_NOTHING)
def find_changes_of_nothing(game: Game, project: Project) -> Iterator[Problem]:
    yield from (problem for _, _, problem in _find_aims_at_nothing(game))


def modules_at_fault(game: Game) -> dict[str, dict[str, Problem]]:
    """Return by module the sections in which it changes what isn't there: with it these aren't what is meant."""
    found: dict[str, dict[str, Problem]] = {}
    for module, section, problem in _find_aims_at_nothing(game):
        found.setdefault(module.parts[0], {}).setdefault(section, problem)
    return found


def _find_aims_at_nothing(game: Game) -> Iterator[tuple[Module, str, Problem]]:
    """Yield what modules replace or drop that isn't there: the module, the section and the problem."""
    hints = Hints()
    for section, base in sections(game):
        for module in game.patches:
            change, known, is_further = module.change(section), base, bool(module.parts[1:])
            if is_further:  # what the modules bring that it comes with is there
                with_it = [game.modules[id].change(section) for id in game.required(module.id)]
                known = {**base, **{item.id: item for each in with_it for item in each.add}}
            aims = [("replaces", item.id, place(item)) for item in change.replace]
            meant = {bulk.where.span for bulk in change.bulk}  # pieces that others bring, too
            aims += [("drops", id, span) for id, span in change.drop if span not in meant]
            for does, id, span in (aim for aim in aims if aim[1] not in known):
                others = game.modules.values() if not is_further else ()
                bringing = (other for other in others if any(each.id == id for each in other.change(section).add))
                hint = ""
                if other := next(bringing, None):  # what another module brings is changed where both are chosen
                    is_of_another = module.game and other.game not in (module.game, game.id)
                    called = f"{other.game}/{other.id}" if is_of_another else other.id
                    hint = f"module {other.id} brings it: say it under when-with: {called}"
                said: dict[str, Any] = {"module": module.label, "does": does, "thing": label(section), "id": id}
                problem = CHANGES_NOTHING.at(span, **said, hint=hint or hints(id, known), cause=game.cause(section, id))
                yield module, section, problem._replace(subject=subject(section, id))


@check(ADDS_TO_NOTHING)
def find_additions_to_nothing(game: Game, project: Project) -> Iterator[Problem]:
    hints = Hints()
    for section, things in list_owned(game):
        known: dict[str, list[Any]] = {}
        for _, item in things:
            known.setdefault(item.id, []).append(item)
        for module in game.patches:
            for plus in module.change(section).plus:
                if plus.id in known:
                    yield from _misfit(game, plus, known[plus.id], hints)
                else:
                    does = "brings rows of" if plus.is_new else "adds to"
                    said: dict[str, Any] = {
                        "module": module.label,
                        "does": does,
                        "thing": label(section),
                        "id": plus.id,
                    }
                    hint = hints(plus.id, known) or ("a new table has a title" if plus.is_new else "")
                    yield ADDS_TO_NOTHING.at(plus.span, **said, hint=hint, cause=game.cause(section, plus.id))


def _misfit(game: Game, plus: Plus, items: list[Any], hints: Hints) -> Iterator[Problem]:
    if isinstance(items[0], Table):
        rows = {str(number) for item in items for number in item.rows}
        for module in game.patches:
            rows |= {key for each in module.change("setup.tables").plus if each.is_new for key in each.figures}
        for key in plus.figures:
            if not plus.is_new and key not in rows:
                hint = hints(key, rows) or f"there are: {', '.join(sorted(rows))}"
                yield NO_ROW.at(plus.places[key], table=plus.id, players=key, hint=hint)
    elif not any(can_add_figures(item, plus) for item in items):
        wrong = ONE_FIGURE if any(item.bounds for item in items) else NO_FIGURE
        yield wrong.at(plus.span, rule=plus.id, origin=items[0].span)


@check(NO_ANCHOR)
def anchors(game: Game, project: Project) -> Iterator[Problem]:
    hints = Hints()
    for section, own in sections(game):
        if section not in _ANCHORED:
            continue
        items = list({item.span: item for item in (*own.values(), *list_brought(game, section))}.values())
        kind = noun(section)
        by_id = {item.id: item for item in items}
        following = {item.id: item.after or item.before for item in items}
        for item, where in product(items, ("after", "before")):
            anchor = getattr(item, where)
            if anchor and anchor not in by_id:
                span, hint = item.anchor or item.span, hints(anchor, by_id.keys() - {item.id})
                cause = game.cause(section, anchor)
                yield NO_ANCHOR.at(span, kind=kind, item=item.id, where=where, anchor=anchor, hint=hint, cause=cause)
        # each circle once, at its first item
        seen: set[str] = set()
        for id in by_id:
            via = [id]
            while (anchor := following[via[-1]]) in by_id and anchor not in via and anchor not in seen:
                via.append(anchor)
            if anchor in via:
                span, circle = by_id[anchor].anchor or by_id[anchor].span, [*via[via.index(anchor) :], anchor]
                yield ANCHORED_IN_A_CIRCLE.at(span, kind=kind, circle=" → ".join(circle))
            seen.update(via)


@check(FILE_TWICE)
def find_files_named_twice(game: Game, project: Project) -> Iterator[Problem]:
    for module in game.patches:
        files: set[str] = set()
        for section, _ in sections(game):
            change = module.change(section)
            seen: set[Span] = set()
            for item in (*change.add, *change.replace):
                span, file = Span(*item.span), item.span.file
                if span in seen and file not in files:
                    files.add(file)
                    yield FILE_TWICE.at(place(item), module=module.label, file=file, origin=module.span)
                seen.add(span)
            dropped: dict[str, Span] = {}
            for id, span in change.drop:
                first = dropped.setdefault(id, span)
                if first is not span:
                    thing, hint = label(section), "delete one"
                    yield DROPPED_TWICE.at(span, module=module.label, thing=thing, id=id, hint=hint, origin=first)


SECOND_OF_ID = code("PNP115", says='{module} brings a second "{id}"')
BOTH_CHANGE = code("PNP119", says="{module} {does} {id}, and {first} {first_does} it")
BOTH_COUNT = BOTH_CHANGE.also("{module} has {copies} copies of {id}, and {first} {first_copies}")
BOTH_REPLACE_PLAYERS = code("PNP531", says="{first} and {module} replace the numbers of players differently")
BOTH_BRING_ROWS = BOTH_REPLACE_PLAYERS.also(
    "{first} and {module} bring different rows of {table} for {players} players"
)
DROPS_NO_PLAYERS = BOTH_REPLACE_PLAYERS.also("{module} drops {players} players, who can't play anyway")


def _pairs(game: Game) -> Iterator[tuple[Module, Module]]:
    """Yield modules that may be chosen together, but for a further patch and those that it comes with."""
    needed = {patch.id: frozenset(game.required(patch.id)) for patch in game.patches}
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
def find_second_ids(game: Game, project: Project) -> Iterator[Problem]:
    for section, base in sections(game):
        earlier: dict[str, list[tuple[Module, Any]]] = {}
        for module in game.patches:
            for item in module.change(section).add:
                before = earlier.setdefault(item.id, [])
                others = (other for owner, other in before if game.go_together(module.id, owner.id))
                first = base.get(item.id) or next((other for other in others if other.span != item.span), None)
                if first:
                    origin, piece = place(first), subject(section, item.id)
                    yield SECOND_OF_ID.at(place(item), module=module.label, id=item.id, origin=origin, subject=piece)
                before.append((module, item))


@check(BOTH_CHANGE)
def find_clashes(game: Game, project: Project) -> Iterator[Problem]:
    for first, module in _pairs(game):
        for section in first.changes.keys() & module.changes.keys():
            for id, problem in _find_disagreements(first, module, section):
                both = {first.id, module.id}
                if not any(set(patch.parts) == both and id in patch.change(section).ids for patch in game.patches):
                    yield problem._replace(hint=_not_with(first), subject=subject(section, id))


def _find_disagreements(first: Module, module: Module, section: str) -> Iterator[tuple[str, Problem]]:
    """Yield pieces that both want so many of, and what both replace, or one of them drops, by its id."""
    change, name, other_name = module.changes[section], module.label, first.label
    by_first = {id: (copies, span) for id, copies, span in first.changes[section].copies}
    for id, own, span in change.copies:
        other, origin = by_first.get(id, (own, span))
        if other != own:
            problem = BOTH_COUNT.at(span, module=name, copies=own, id=id, first=other_name, first_copies=other)
            yield id, problem._replace(origin=origin)
    of_first, of_module = [
        {item.id: ("replaces", place(item)) for item in each.replace} | {id: ("drops", span) for id, span in each.drop}
        for each in (first.changes[section], change)
    ]
    for id in sorted(of_first.keys() & of_module.keys()):
        (first_does, origin), (does, span) = of_first[id], of_module[id]
        if (first_does, does) != ("drops", "drops") and origin != span:
            problem = BOTH_CHANGE.at(span, module=name, does=does, id=id, first=other_name, first_does=first_does)
            yield id, problem._replace(origin=origin)


@check(BOTH_REPLACE_PLAYERS)
def players(game: Game, project: Project) -> Iterator[Problem]:
    for first, module in _pairs(game):
        new, own = [
            [(plus, *row) for plus in each.change("setup.tables").plus if plus.is_new for row in plus.figures.items()]
            for each in (first, module)
        ]
        rows = {(plus.id, key): (plus, figure) for plus, key, figure in new}
        for plus, key, figure in own:
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
    known |= {each.id for each in list_brought(game, PLAYERS)}
    cause = game.cause(PLAYERS)
    for module in game.patches:
        for id, span in module.change(PLAYERS).drop:
            if id not in known:
                yield DROPS_NO_PLAYERS.at(span, module=module.label, players=id, cause=cause)
