"""What a user put together of a game's pieces → the rules of the selection that it breaks, at its own places."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from pnp.model.problem import Problem, code, has_errors, sort_problems
from pnp.model.rules import Selection, Written
from pnp.model.values import Value
from pnp.rules.causes import add_cause
from pnp.rules.contradictions import copies_allowed, find_contradiction
from pnp.rules.expressions.names import SELECTION, Names
from pnp.rules.probing import find_misnamed_in_selection
from pnp.rules.written_values import Places, WrittenFields, fill_in, find_overused, used_pieces, wrong_number

if TYPE_CHECKING:
    from pnp.rules.world import World

BREAKS = code("PNP575")


class JudgedSelection(NamedTuple):
    """The rules that a selection breaks, what else is wrong with it, and the names that its rules know."""

    breaches: Mapping[str, list[Problem]]  # by rule
    others: list[Problem]
    names: Names
    failing: Mapping[str, Problem]  # by rule why it can't be known whether it holds, or that it doesn't


def judge(world: "World", selection: Selection, written: Written) -> list[Problem]:
    """Return all that is wrong with a player's file."""
    found = judge_selection(world, selection, written.values, Places(written.places, written.span))
    return sort_problems([*found.others, *(each for problems in found.breaches.values() for each in problems)])


def judge_selection(world: "World", selection: Selection, said: Mapping[str, Value], places: Places) -> JudgedSelection:
    """Judge a selection by its values, which an example has, too."""

    def chosen_too_often(names: Names) -> Iterator[Problem]:
        # more often than there are copies, or may be, in each field by itself
        for name, declared in selection.fields.items():
            most = copies_allowed(world, selection, declared, names) if name in selection.copies else None
            yield from find_overused(world, list(used_pieces({name: declared}, said)), places, most)

    given = said.get("players")
    players = given if isinstance(given, int) and not isinstance(given, bool) else None
    if players is not None and (problem := wrong_number(world, players, places.span_of("players"))):
        return JudgedSelection({}, [*chosen_too_often(world.names), problem], world.names, {})
    outer = world.names if players is None else world.names_for(players)
    names = outer.nest_owned({**selection.define, **fill_in(world, selection.fields, said)}, SELECTION)
    others = list(chosen_too_often(names))
    written = WrittenFields(selection.fields, tuple(used_pieces(selection.fields, said)), places, BREAKS)
    found = written.judge(world, selection.rules, names, world.causes.by_id("selections.rules"))
    return JudgedSelection(found.by_rule, [*others, *found.others], names, found.failing)


def examine_selections(world: "World") -> list[Problem]:
    """Return what is wrong with the rules of selections, whatever is chosen: names, and rules that contradict each
    other."""
    problems: list[Problem] = []
    for selection in world.game.selections.values():
        found = find_misnamed_in_selection(world, selection)
        if not has_errors(found):  # otherwise it can't be known what its rules want
            found += find_contradiction(world, selection)
        problems += add_cause(found, world.causes.get("selections", selection.id))
    return problems
