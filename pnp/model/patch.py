"""A game and the modules chosen → the game they make of it: things added, replaced, dropped by id, figures raised.

Sections are named as `sections` yields them: "pieces.foxes", "rules", "setup.steps". Patches are applied in the order
of their ids: the order in which they are named means nothing. A further patch, which comes with two modules, is applied
after all modules. What stands `after:` or `before:` something comes in there, all else at the end. Sums are the same in
whatever order they are made, so several modules may add to one figure.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from pnp.model.game import FOR_ALL, Game, Module, Plus
from pnp.model.regex import regex
from pnp.model.rules import Bound, Expression, Rule, Table, Turn, place_in

_SECTIONS = ("components", "icons", "define", "rules", "examples", "selections")
SETUP = ("zones", "tables", "steps")
VICTORY = ("track", "conditions", "define", "player", "table", "rules", "winner")
PLAYERS = "setup.players"  # numbers: added, dropped, or all replaced
_NUMBER = regex(r"-?\d{1,9}")


def sections(game: Game) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield everything that a patch could change, by id."""
    for id, component in game.components.items():
        yield f"pieces.{id}", {piece.id: piece for piece in component.pieces}
    for id, group in game.groups.items():
        yield f"groups.{id}", group.entries
    for name in _SECTIONS:
        yield name, getattr(game, name)
    for name in SETUP:
        yield f"setup.{name}", getattr(game.setup, name) if game.setup else {}
    for name in VICTORY:
        yield f"victory.{name}", getattr(game.victory, name) if game.victory else {}


def order_patches(modules: Iterable[Module]) -> tuple[list[Module], list[Module]]:
    """Return patches in the order in which they are applied: modules, then what comes further with several."""
    chosen = sorted(modules, key=attrgetter("id"))
    ids = {module.id for module in chosen}
    further = [patch for module in chosen for patch in module.further if ids.issuperset(patch.parts)]
    return chosen, sorted(further, key=attrgetter("id"))


def apply_modules(game: Game, modules: Iterable[Module]) -> Game:
    """Return the game with these modules in it, and with what comes further with several of them."""
    for chosen in filter(None, order_patches(modules)):
        whole: dict[str, Any] = {name: _change_section(getattr(game, name), name, chosen) for name in _SECTIONS}
        for id, component in whole["components"].items():
            before = {piece.id: piece for piece in component.pieces}
            if (pieces := _change_section(before, f"pieces.{id}", chosen)) is not before:
                whole["components"] = {**whole["components"], id: replace(component, pieces=tuple(pieces.values()))}
        whole["groups"] = dict(game.groups)
        for id, group in game.groups.items():
            entries = _change_section(group.entries, f"groups.{id}", chosen)
            whole["groups"][id] = group if entries is group.entries else replace(group, entries=entries)
        parts: dict[str, Any]
        if setup := game.setup:
            parts = {name: _change_section(getattr(setup, name), f"setup.{name}", chosen) for name in SETUP}
            changes = [module.change(PLAYERS) for module in chosen]
            instead = [int(each.id) for change in changes for each in change.replace]
            players = {*(instead or setup.players), *(int(each.id) for change in changes for each in change.add)}
            players -= {int(id) for change in changes for id, _ in change.drop}
            whole["setup"] = replace(setup, players=tuple(sorted(players)), **parts)
        if victory := game.victory:
            parts = {name: _change_section(getattr(victory, name), f"victory.{name}", chosen) for name in VICTORY}
            whole["victory"] = replace(victory, **parts)
        game = replace(game, **whole, plain=game.plain or game)
    return game


def _change_section(items: Mapping[str, Any], section: str, modules: list[Module]) -> Mapping[str, Any]:
    """Return a section as modules change it; the same object where none does."""
    changes = [module.changes[section] for module in modules if section in module.changes]
    if not changes:
        return items
    result = dict(items)
    for change in changes:
        for item in change.add:
            result.setdefault(item.id, item)
    for change in changes:
        result |= {item.id: item for item in change.replace if item.id in result}
    for change in changes:
        for id, copies, _ in change.copies:
            if id in result:
                result[id] = result[id]._replace(copies=copies)
        for id, _ in change.drop:
            result.pop(id, None)
    more = {plus.span: plus for change in changes for plus in change.plus}  # of a file that two modules name once
    for id in dict.fromkeys(plus.id for plus in more.values()):
        if id in result:
            result[id] = _add_figures(result[id], [plus for plus in more.values() if plus.id == id])
    return _sort_by_anchors(result)


def _sort_by_anchors(items: Mapping[str, Any]) -> Mapping[str, Any]:
    """Put those with an anchor next to it; several at one anchor keep their order."""
    following, free = dict[tuple[str, str], list[str]](), list[str]()
    for id, item in items.items():
        after, before = getattr(item, "after", ""), getattr(item, "before", "")
        if after in items:
            following.setdefault(("after", after), []).append(id)
        elif before in items:
            following.setdefault(("before", before), []).append(id)
        else:
            free.append(id)
    if not following:
        return items
    order = dict[str, Any]()

    def walk(*ids: str) -> None:
        for id in ids:
            walk(*following.get(("before", id), ()))
            order[id] = items[id]
            walk(*following.get(("after", id), ()))

    walk(*free)
    return {**order, **items}  # those anchored in a circle come last, which is a problem reported elsewhere


def _add_figures(item: Any, more: Iterable[Plus]) -> Any:
    """Add figures to a rule or a table; what doesn't fit is a problem that is reported elsewhere.

    One figure for all comes to each that the rule itself expects, not to those of values that only modules bring.
    """
    for plus in sorted(more, key=lambda each: (not each.is_new, FOR_ALL not in each.figures)):
        if isinstance(item, Rule):
            item = replace(item, bounds=tuple([_raise_bound(bound, plus) for bound in item.bounds]))
        elif isinstance(item, Table):
            rows, places = dict(item.rows), dict(item.places)
            for key, figure in plus.figures.items():
                old = rows.get(players := int(key))
                if plus.is_new and players not in rows:
                    rows[players], places[players] = figure, plus.places[key]
                elif not plus.is_new and isinstance(old, int | float) and isinstance(figure, int | float):
                    rows[players], places[players] = old + figure, plus.places[key]
            item = replace(item, rows=rows, places=places)
    return item


def can_add_figures(item: Any, plus: Plus) -> bool:
    """Tell whether there are figures to add these to: one figure to any, figures for some values to such."""
    if isinstance(item, Rule):
        return any(FOR_ALL in plus.figures or isinstance(bound.expected, Mapping) for bound in item.bounds)
    return isinstance(item, Table) and FOR_ALL not in plus.figures


def _raise_bound(bound: Bound, plus: Plus) -> Bound:
    expected, for_all = bound.expected, plus.figures.get(FOR_ALL)
    if not isinstance(expected, Mapping):
        return bound if for_all is None else bound._replace(expected=_add(expected, for_all))
    if for_all is not None:
        return bound._replace(expected={key: _add(old, for_all) for key, old in expected.items()})
    own = {key: _add(expected[key], more) if key in expected else more for key, more in plus.figures.items()}
    return bound._replace(expected={**expected, **own})


def _add(one: Expression, other: Expression) -> Expression:
    """Return the sum of two numbers, at the second, or `(one) + (other)`, each character where it was written."""
    if _NUMBER.fullmatch(one.text) and _NUMBER.fullmatch(other.text):
        return Expression(str(int(one.text) + int(other.text)), place_in(other.span, other.turns, 0))
    turns: list[Turn] = []
    for offset, (_, span, own) in ((1, one), (len(one.text) + 6, other)):
        turns.append(Turn(offset, span.line, span.column, span.file))
        turns += [turn._replace(offset=turn.offset + offset, file=turn.file or span.file) for turn in own]
    return Expression(f"({one.text}) + ({other.text})", place_in(one.span, one.turns, 0), tuple(turns))
