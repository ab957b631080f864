"""A world → which of the worked examples for its modules don't come out.

An example is worked with exactly the modules that it names. Those in a module's own file are worked with that module
and those it needs, where they name none.
"""

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pnp.cardtext.suggest import did_you_mean
from pnp.model.problem import Problem, code
from pnp.model.rules import ENDS, Example
from pnp.model.span import Span
from pnp.model.values import Record
from pnp.rules.expressions.names import Names, lost
from pnp.rules.expressions.printing import contrasted
from pnp.rules.expressions.values import NOTHING_HAS_ID, same, shown
from pnp.rules.expressions.wrong import Wrong
from pnp.rules.filled_values import WRONG_PLAYERS, Places, about, odd_names, wrong_number
from pnp.rules.probing import faults
from pnp.rules.selections import judge_values
from pnp.rules.victory.conditions import verdicts_at_fault
from pnp.rules.victory.finished import OFF_TRACK, possible
from pnp.rules.worked_examples import DECIDED, computed, given_to, judged_example, known_of
from pnp.rules.world import NO_PLAYERS

if TYPE_CHECKING:
    from pnp.rules.world import World

FAILS = code("PNP576", says="{values}", varies=("values",))
BREAKS_UNEXPECTEDLY = FAILS.also("{id} is broken, expected to hold")
NO_SUCH_RULE = FAILS.also("{owner} has no rule {id}")
HOLDS_UNEXPECTEDLY = FAILS.also("{id} holds, expected broken")
UNPLAYABLE = code("PNP577", says="module {module} {why}")
NO_NUMBER_OF_PLAYERS = WRONG_PLAYERS.also("example {example} doesn't say how many players there are")
GIVEN_OFF_TRACK = OFF_TRACK.also("{id} is {value}")


def examine_examples(world: "World", of_pieces: Mapping[str, Problem] = MappingProxyType({})) -> list[Problem]:
    """Of the examples that are for just these modules. `of_pieces`: what is wrong with pieces, by their ids; whatever
    comes of one of them in an example is no other mistake."""
    examples = [each for each in world.game.examples.values() if set(each.modules) == set(world.modules)]
    found: list[Problem] = []
    for example in examples:
        cause = next((of_pieces[id] for id in _texts_in(tuple(example.given.values())) if id in of_pieces), None)
        # what comes of it may not be what it says where what it is about couldn't be read, or is wrong
        cause = cause or world.causes.of("examples", example.id)
        if not cause and example.score:
            cause = verdicts_at_fault(world)
        elif not cause and example.selection:
            cause = world.causes.of("selections", example.selection)
        found += [each._replace(cause=cause) if cause else each for each in _examine(world, example)]
    once: dict[object, Problem] = {}  # what is wrong with a definition, say, is told for the first that shows it
    for each in found:
        once.setdefault((each.mistake, each.details, each.span, each.cause is None), each)
    return [*(() if world.modules else _unplayable(world)), *once.values()]


def _unplayable(world: "World") -> Iterator[Problem]:
    modules = world.game.modules
    changes = [module.change("examples") for module in modules.values()]
    added = [example for change in changes for example in (*change.add, *change.replace)]
    everywhere = {example.span: example for example in (*world.game.examples.values(), *added)}
    for example in everywhere.values():
        chosen = [modules[id] for id in example.modules if id in modules]
        for module in chosen:
            missing = [need for need in module.needs if need not in example.modules]
            # of a circle each needs the other: that is reported for itself
            missing = [need for need in missing if module.id not in world.game.required(need)]
            clash = [other for other in module.not_with if other in example.modules]
            if missing or clash:
                why = f"needs {' and '.join(missing)}" if missing else f"can't be used with {' and '.join(clash)}"
                yield about(example, UNPLAYABLE.at(example.span, module=module.id, why=why))


def _texts_in(value: Any) -> Iterator[str]:
    """All that could be ids of pieces."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | Record):
        for inner in value.values() if isinstance(value, Record) else value:
            yield from _texts_in(inner)


def _examine(world: "World", example: Example) -> Iterator[Problem]:
    try:
        if example.selection:
            yield from _of_selection(world, example)
        elif example.score:
            yield from _of_table(world, example)
        else:
            yield from _plainly(world, example)
    except Wrong as wrong:
        place, why = wrong.problem.span, wrong.problem.value("why")
        if why == NO_PLAYERS.message and place.file != example.span.file:  # its own mistake
            yield NO_NUMBER_OF_PLAYERS.at(example.span, example=example.id, hint="like players: 4", origin=place)
        else:
            yield about(example, wrong.problem)._replace(origin=example.span)


def _plainly(world: "World", example: Example) -> Iterator[Problem]:
    """Of one that is neither a selection nor a finished table; what is given wrongly makes the rest worthless."""
    place = Places(example.places, example.span).of("players")
    if example.players and (problem := wrong_number(world, example.players, place)):
        yield about(example, problem)
        return
    names, known = given_to(world, example)
    wrong = list(odd_names(world, example, names))
    track = world.game.victory.track if world.game.victory else {}
    for id, value in example.given.items():
        if id in track and not any(same(value, each) for each in track[id].values):
            span, cause = Places(example.places, example.span, "given.").of(id), world.causes.of("victory.track", id)
            off = GIVEN_OFF_TRACK.at(span, id=id, value=shown(value), hint=possible(track[id]), cause=cause)
            wrong.append(about(example, off))
    yield from wrong
    if not wrong:
        names = computed(world, example, names, known)
        yield from _unsaid(world, example, names)
        yield from _expected(world, example, names)


def _expected(world: "World", example: Example, names: Names, spoken: Names | None = None) -> Iterator[Problem]:
    """All that comes out otherwise is one mistake, at the first place. `spoken` is what its sentence knows, if that
    isn't what its expressions do."""
    failing: dict[Span, str] = {}
    ids = world.evaluator.ids or ()
    for expected in example.expect:
        value = world.evaluator.value(expected.what, names)
        if same(value, expected.value) or (value is None and expected.value == "none"):
            continue
        id, is_piece = expected.value, isinstance(value, Record) and value.id
        if ids and is_piece and isinstance(id, str) and id != "none" and id not in ids:
            hint, cause = did_you_mean(id, ids), world.evaluator.cause_of_id(id)
            yield about(example, NOTHING_HAS_ID.at(expected.span, id=id, hint=hint, cause=cause))
        else:
            found, wanted = contrasted(value, expected.value)
            failing[expected.span] = f"{expected.what.text} is {found}, expected {wanted}"
    if failing:
        values, hint = "; ".join(failing.values()), _sentence(world, example, spoken or names)
        yield about(example, FAILS.at(next(iter(failing)), values=values, hint=hint))


def _unsaid(world: "World", example: Example, names: Names) -> Iterator[Problem]:
    """What can't be filled in into its sentence."""
    return faults(world.evaluator.value, world.evaluator.spoken(example.say), names)


def _sentence(world: "World", example: Example, names: Names) -> str:
    """What it says, filled in with what is known of it."""
    try:
        return " ".join(world.evaluator.say(example.say, names).split())
    except Wrong:
        return " ".join(example.say.other.split())  # reported by itself


def _of_table(world: "World", example: Example) -> Iterator[Problem]:
    judged = judged_example(world, example)
    yield from judged.problems
    victory = world.game.victory
    table = judged.table.names if judged.table else world.names
    why = next(iter(judged.problems), None)
    spoken = table.inner(known_of(judged.verdict) if judged.verdict else {name: lost(name, why) for name in DECIDED})
    yield from _unsaid(world, example, spoken) if judged.table else ()
    if victory and not judged.problems:
        rules = (*victory.rules, *([ENDS] if victory.ends else []))
        yield from _unbroken(world, example, dict.fromkeys(judged.breaches), rules, spoken)
    for problems in _unwanted(example, judged.breaches).values():
        yield from (about(example, problem) for problem in problems)
    if judged.verdict is not None:
        names = world.for_players(len(judged.verdict.players)).inner(known_of(judged.verdict))
        yield from _expected(world, example, names, spoken)


def _unwanted(example: Example, breaches: Mapping[str, list[Problem]]) -> dict[str, list[Problem]]:
    """Rules that it doesn't say it breaks, nor a rule that they need."""
    wanted = [each for id, _ in example.breaks for each in breaches.get(id, ())]
    others = {id: found for id, found in breaches.items() if id not in {id for id, _ in example.breaks}}
    return {id: left for id, found in others.items() if (left := [each for each in found if each.cause not in wanted])}


def _of_selection(world: "World", example: Example) -> Iterator[Problem]:
    selection = world.game.selections.get(example.selection)
    if selection is None:
        return
    places = Places(example.places, example.span, "given.")
    found = judge_values(world, selection, example.given, places)
    yield from _unsaid(world, example, found.names)
    broken = {**found.failing, **dict.fromkeys(found.breaches)}
    yield from _unbroken(world, example, broken, selection.rules, found.names)
    for id, problems in _unwanted(example, found.breaches).items():
        hint, span, cause = _sentence(world, example, found.names), problems[0].span, problems[0].cause
        yield about(example, BREAKS_UNEXPECTEDLY.at(example.span, id=id, hint=hint, origin=span, cause=cause))
    yield from found.others
    if example.expect:
        yield from _expected(world, example, found.names)


def _unbroken(
    world: "World", example: Example, broken: Mapping[str, Problem | None], rules: Collection[str], spoken: Names
) -> Iterator[Problem]:
    """Rules that it says it breaks, and doesn't. `broken` says of others why nobody knows."""
    owner = "victory" if example.score else example.selection
    for id, span in example.breaks:
        if id not in rules:
            hint = f"there are: {', '.join(rules)}"
            cause = world.causes.of("victory.rules" if example.score else "selections.rules", id)
            yield about(example, NO_SUCH_RULE.at(span, owner=owner, id=id, hint=hint, cause=cause))
        elif (why := broken.get(id)) or id not in broken:
            hint = _sentence(world, example, spoken)
            yield about(example, HOLDS_UNEXPECTEDLY.at(span, id=id, hint=hint, cause=why))
