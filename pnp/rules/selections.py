"""What somebody put together of a game's pieces → the rules of the selection that it breaks, at its own places."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from pnp.model.problem import Problem, code, has_errors, in_reading_order
from pnp.model.rules import Selection
from pnp.model.values import Value
from pnp.model.worked import Written
from pnp.rules.bounds import UNLIMITED, allowed
from pnp.rules.breaches import Home, expressions, names_of_fields, unmet
from pnp.rules.contradictions import contradictions
from pnp.rules.declared import EXPECTED, KINDS
from pnp.rules.expressions.names import SELECTION, Absent, Names
from pnp.rules.filled_values import Places, filled_in, too_often, used, wrong_number
from pnp.rules.probing import circles, faults, probed

if TYPE_CHECKING:
    from pnp.rules.world import World

BREAKS = code(
    "PNP575 selection that breaks a rule",
    """What somebody put together breaks one of the rules that selections.yaml has for it. The place is that of the
    field which the rule is about, the hint is the rule's sentence.""",
)


class JudgedSelection(NamedTuple):
    """The rules that a selection breaks, what else is wrong with it, and the names that its rules know."""

    breaches: Mapping[str, list[Problem]]  # by rule
    others: list[Problem]
    names: Names
    failing: Mapping[str, Problem]  # by rule why nobody knows whether it holds, or that it doesn't


def judge(world: "World", selection: Selection, written: Written) -> list[Problem]:
    """All that is wrong with a player's file."""
    found = judge_values(world, selection, written.values, Places(written.places, written.span))
    return in_reading_order([*found.others, *(each for problems in found.breaches.values() for each in problems)])


def judge_values(world: "World", selection: Selection, said: Mapping[str, Value], places: Places) -> JudgedSelection:
    """The same for an example."""
    given = said.get("players")
    players = given if isinstance(given, int) and not isinstance(given, bool) else None
    if players is not None and (problem := wrong_number(world, players, places.of("players"))):
        return JudgedSelection({}, [*_pieces(world, selection, said, places, world.names), problem], world.names, {})
    outer = world.names if players is None else world.for_players(players)
    names = outer.whole({**selection.define, **filled_in(world, selection.fields, said)}, SELECTION)
    others = list(_pieces(world, selection, said, places, names))
    home = Home(selection.fields, tuple(used(selection.fields, said)), places, BREAKS)
    found = home.judge(world, selection.rules, names, world.causes.by_id("selections.rules"))
    return JudgedSelection(found.by_rule, [*others, *found.others], names, found.failing)


def _pieces(
    world: "World", selection: Selection, said: Mapping[str, Value], places: Places, names: Names
) -> Iterator[Problem]:
    """Those that are chosen more often than there are copies, or may be, in each field by itself."""
    for name, field in selection.fields.items():
        most = allowed(world, selection, field, names) if name in selection.copies else None
        yield from too_often(world, list(used({name: field}, said)), places, most)


def examine_selections(world: "World") -> list[Problem]:
    """Names in rules of selections that nothing could have, without anybody's selection."""
    problems: list[Problem] = []
    for selection in world.game.selections.values():
        found = list(_misnamed(world, selection))
        lines = {problem.span[:2] for problem in found}
        once: dict[object, Problem] = {}
        for problem in probed(world, selection):
            once.setdefault((problem.code, problem.span), problem)
        found += [problem for problem in once.values() if problem.span[:2] not in lines]
        if not has_errors(found):  # else nobody knows what its rules want
            found += contradictions(world, selection)
        cause = world.causes.of("selections", selection.id)
        problems += [each._replace(cause=cause) for each in found] if cause else found
    return problems


def _misnamed(world: "World", selection: Selection) -> Iterator[Problem]:
    """Expressions may be about pieces: any field of any piece may be meant, which is seen when they are evaluated."""
    unknown = Absent("only a player's file knows")
    declared = [field for owner in (*world.owners, selection) for field in owner.fields.values()]
    fields = dict.fromkeys((*names_of_fields(declared), "id", "copies", "it", "count"), unknown)
    whole = world.names.whole(dict.fromkeys((*selection.fields, *selection.define), unknown), SELECTION)
    of_pieces = whole.inner(fields)
    yield from (problem for problem, _ in circles(world, selection.define))
    check = world.evaluator.check
    yield from faults(check, (each.expression for each in selection.define.values()), of_pieces)
    yield from unmet(selection.rules, lambda id: world.causes.of("selections.rules", id))
    yield from faults(check, [each for each in selection.copies.values() if each.text != UNLIMITED], of_pieces)
    for rule in selection.rules.values():
        for expression in expressions(rule):
            is_whole = KINDS[rule.kind].written.about == "game" or expression is rule.of
            yield from faults(check, [expression], whole if is_whole else of_pieces)
        yield from faults(check, world.evaluator.spoken(rule.say), whole.inner({EXPECTED: unknown}))
