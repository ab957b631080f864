"""Worked examples: what is known of one, and which of them don't come out.

An example is worked with exactly the modules that it names. Those in a module's own file are worked with that module
and those it needs, where they name none. Expressions see it as `examples.an_evenings_end.winner`: a text that tells of
an example takes its figures from there.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pnp.cardtext.suggest import did_you_mean
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.rules import ENDS, Example, Expression, Judging, Verdict
from pnp.model.span import Span
from pnp.model.values import Record
from pnp.rules.causes import add_cause
from pnp.rules.expressions.errors import EvalError
from pnp.rules.expressions.names import NO_PLAYERS, Absent, Lazy, Names, make_absent, to_name
from pnp.rules.expressions.values import NOTHING_HAS_ID, are_same, contrast, show
from pnp.rules.probing import find_circles, find_faults
from pnp.rules.selections import judge_selection
from pnp.rules.victory.proofs import states_at_fault, verdicts_at_fault
from pnp.rules.victory.verdicts import (
    OFF_TRACK,
    JudgedTable,
    first_condition,
    judge_values,
    outcome_of,
    possible_values,
)
from pnp.rules.written_values import WRONG_PLAYERS, Places, fill_in, wrong_number

if TYPE_CHECKING:
    from pnp.rules.world import World

UNSHOWN = code("PNP545", Severity.WARNING, says="no example shows that nobody wins")
STEP_NOT_SHOWN = UNSHOWN.also("no example is decided by {step}")
FAILS = code("PNP576", says="{values}", varies=("values",))
BREAKS_UNEXPECTEDLY = FAILS.also("{id} is broken, expected to hold")
NO_SUCH_RULE = FAILS.also("{owner} has no rule {id}")
HOLDS_UNEXPECTEDLY = FAILS.also("{id} holds, expected broken")
UNPLAYABLE = code("PNP577", says="module {module} {why}")
NO_NUMBER_OF_PLAYERS = WRONG_PLAYERS.also("example {example} doesn't say how many players there are")
GIVEN_OFF_TRACK = OFF_TRACK.also("{id} is {value}")
UNUSED = code("PNP586", says="example {example} is given {name}, which the game has already")
NOTHING_LOOKS_AT = UNUSED.also("nothing looks at {name}")

DECIDED = ("outcome", "condition", "winners", "winner", "by")  # what a verdict says, beside the track
_FIXED = ("modules", "track", "states", "examples", "glossary")


def _judge_table(world: "World", example: Example) -> JudgedTable:
    """Judge an example that is a finished table, for the modules of this world, once."""
    key = ("example", example.id)
    if key not in world.cache:
        world.cache[key] = judge_values(world, example.given, Places(example.places, example.span, "score."))
    found: JudgedTable = world.cache[key]
    return found


def deciding_steps(world: "World") -> Iterator[str]:
    """Yield the ids of the steps that decide examples of this world; "" for one without a winner."""
    for example in world.game.examples.values():
        asked = {each.what.text.strip() for each in example.expect}
        if example.score and set(example.modules) == set(world.modules) and asked & {"winner", "winners", "by"}:
            verdict = _judge_table(world, example).verdict
            if verdict is not None:
                yield verdict.by if verdict.winners else ""


def unshown_steps(game: Game, shown: Collection[str], cause: Problem | None) -> Iterator[Problem]:
    """Yield the steps that decide none of the examples; `shown` are those that do."""
    changes = [patch.change("victory.winner") for patch in game.patches]
    own, hint = game.victory.winner.values() if game.victory else (), "an example with score:"
    missing: dict[str, Judging] = {}
    for step in (*own, *(step for change in changes for step in (*change.add, *change.replace))):
        if step.id not in shown and missing.setdefault(step.id, step) is step:
            yield STEP_NOT_SHOWN.at(step.span, step=step.id, hint=hint, cause=cause)
    if game.victory and game.victory.nobody and "" not in shown:
        yield UNSHOWN.at(game.victory.nobody.span, hint=hint, cause=cause)


def _verdict_values(verdict: Verdict) -> dict[str, Any]:
    """Return the values of names for what a verdict says: `winner` is a name, several that share, or none."""
    winners = verdict.winners
    return {
        **verdict.track,
        "outcome": verdict.outcome,
        "condition": verdict.condition or None,
        "winners": winners,
        "winner": winners[0] if len(winners) == 1 else winners or None,
        "by": verdict.by or None,
    }


def _initial_values(world: "World", example: Example) -> tuple[Names, dict[str, Any]]:
    """Return what is known before anything is computed; what is added to the mapping is known, too."""
    known: dict[str, Any] = dict(example.given)
    names = (world.names_for(example.players) if example.players else world.names).nest(known)
    victory = world.game.victory
    for id, variable in victory.track.items() if victory else ():
        if id not in known:
            known[id] = Absent(f"{id} isn't given") if variable.start is None else variable.start
    if victory and victory.conditions and "outcome" not in example.given:
        condition = Lazy(partial(first_condition, world, victory, names))

        def find(name: str) -> Any:
            if cause := states_at_fault(world):
                return make_absent(name, cause)
            first = condition.get()
            return None if first is None else first.id if name == "condition" else outcome_of(world, first)

        known |= {name: Lazy(partial(find, name)) for name in ("outcome", "condition")}
    return names, known


def example_values(world: "World") -> Any:
    """Return the examples as expressions see them. Each is worked when something looks at it."""
    working: set[str] = set()

    def work(example: Example) -> Any:
        if example.id in working:
            return Absent(f"example {example.id} can't be worked: it uses itself")
        working.add(example.id)
        try:
            return _work(world, example)
        except EvalError as wrong:
            return Absent(f"example {example.id} can't be worked: {wrong.problem.message}", cause=wrong.problem)
        finally:
            working.discard(example.id)

    missing = {to_name(id): value for id, value in world.causes.lost_by_id("examples").items()}
    examples: dict[str, Any] = {to_name(id): Lazy(partial(work, each)) for id, each in world.game.examples.items()}
    return missing.get("", Record({**examples, **missing}))


def _work(world: "World", example: Example) -> Any:
    """Work an example with exactly the modules that it names, whatever is chosen. Raises EvalError."""
    world = world if set(example.modules) == set(world.modules) else world.world_with(example.modules)
    if example.score:
        judged = _judge_table(world, example)
        if judged.verdict is None or judged.table is None:
            return Absent(f"example {example.id} can't be judged", cause=next(iter(judged.problems), None))
        steps: dict[str, Any] = {}  # what each player had, where the step was reached
        for round in judged.verdict.rounds:
            steps[to_name(round.id)] = Record({each.player: each.value for each in round.standings})
        return Record({**judged.table.known, **_verdict_values(judged.verdict), "figures": Record(steps)})
    if example.selection:
        selection = world.game.selections.get(example.selection)
        return Record(fill_in(world, selection.fields, example.given) if selection else {})
    names, known = _initial_values(world, example)
    for name, expression in example.let.items():
        known[name] = world.evaluator.value(expression, names)
    expected = {each.what.text: each.what for each in example.expect if each.what.text.isidentifier()}
    values = {name: world.evaluator.value(what, names) for name, what in expected.items()}
    return Record({"players": example.players, **known, **values})


def examine_examples(world: "World", of_pieces: Mapping[str, Problem] = MappingProxyType({})) -> list[Problem]:
    """Return what is wrong with the examples that are for just these modules.

    `of_pieces` has problems of pieces by their ids: what comes of one of them in an example is no other mistake.
    """
    found: list[Problem] = []
    for example in world.game.examples.values():
        if set(example.modules) != set(world.modules):
            continue
        cause = next((of_pieces[id] for id in _texts_in(tuple(example.given.values())) if id in of_pieces), None)
        # what comes of it may not be what it says where what it is about couldn't be read, or is wrong
        cause = cause or world.causes.get("examples", example.id)
        if not cause and example.score:
            cause = verdicts_at_fault(world)
        elif not cause and example.selection:
            cause = world.causes.get("selections", example.selection)
        found += add_cause(_examine(world, example), cause)
    once: dict[object, Problem] = {}  # what is wrong with a definition, say, is reported for the first that shows it
    for each in found:
        once.setdefault((each.mistake, each.details, each.span, each.cause is None), each)
    return [*(() if world.modules else _find_unplayable(world)), *once.values()]


def _find_unplayable(world: "World") -> Iterator[Problem]:
    """Yield examples whose modules can't be chosen together."""
    modules = world.game.modules
    changes = [module.change("examples") for module in modules.values()]
    added = [example for change in changes for example in (*change.add, *change.replace)]
    everywhere = {example.span: example for example in (*world.game.examples.values(), *added)}
    for example in everywhere.values():
        for module in [modules[id] for id in example.modules if id in modules]:
            missing = [need for need in module.needs if need not in example.modules]
            # of a circle each needs the other: that is reported for itself
            missing = [need for need in missing if module.id not in world.game.required(need)]
            clash = [other for other in module.not_with if other in example.modules]
            if missing or clash:
                why = f"needs {' and '.join(missing)}" if missing else f"can't be used with {' and '.join(clash)}"
                yield _about(example, UNPLAYABLE.at(example.span, module=module.id, why=why))


def _texts_in(value: Any) -> Iterator[str]:
    """Yield all texts in a value: each could be the id of a piece."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | Record):
        for inner in value.values() if isinstance(value, Record) else value:
            yield from _texts_in(inner)


def _examine(world: "World", example: Example) -> Iterator[Problem]:
    try:
        if example.selection:
            yield from _examine_selection(world, example)
        elif example.score:
            yield from _examine_table(world, example)
        else:
            yield from _examine_values(world, example)
    except EvalError as wrong:
        place, why = wrong.problem.span, wrong.problem.value("why")
        if why == NO_PLAYERS.message and place.file != example.span.file:  # its own mistake
            yield NO_NUMBER_OF_PLAYERS.at(example.span, example=example.id, hint="like players: 4", origin=place)
        else:
            yield _about(example, wrong.problem)._replace(origin=example.span)


def _examine_values(world: "World", example: Example) -> Iterator[Problem]:
    """Examine an example with given values; where one is given wrongly, nothing else is reported."""
    place = Places(example.places, example.span).span_of("players")
    if example.players and (problem := wrong_number(world, example.players, place)):
        yield _about(example, problem)
        return
    names, known = _initial_values(world, example)
    wrong = list(_find_unused_names(world, example, names))
    track, places = (
        world.game.victory.track if world.game.victory else {},
        Places(example.places, example.span, "given."),
    )
    for id, value in example.given.items():
        if id in track and not any(are_same(value, each) for each in track[id].values):
            span, cause = places.span_of(id), world.causes.get("victory.track", id)
            off = GIVEN_OFF_TRACK.at(span, id=id, value=show(value), hint=possible_values(track[id]), cause=cause)
            wrong.append(_about(example, off))
    yield from wrong
    if not wrong:
        for name, expression in example.let.items():
            known[name] = world.evaluator.value(expression, names)
        yield from _check_sentence(world, example, names)
        yield from _compare(world, example, names)


def _compare(world: "World", example: Example, names: Names, spoken: Names | None = None) -> Iterator[Problem]:
    """Compare what an example expects: all that differs is one mistake. `spoken` has the names of its sentence."""
    failing: dict[Span, str] = {}
    ids = world.evaluator.ids or ()
    for expected in example.expect:
        value = world.evaluator.value(expected.what, names)
        if are_same(value, expected.value) or (value is None and expected.value == "none"):
            continue
        id, is_piece = expected.value, isinstance(value, Record) and value.id
        if ids and is_piece and isinstance(id, str) and id != "none" and id not in ids:
            hint, cause = did_you_mean(id, ids), world.evaluator.unread.cause_of_id(id)
            yield _about(example, NOTHING_HAS_ID.at(expected.span, id=id, hint=hint, cause=cause))
        else:
            found, wanted = contrast(value, expected.value)
            failing[expected.span] = f"{expected.what.text} is {found}, expected {wanted}"
    if failing:
        values, hint = "; ".join(failing.values()), _sentence(world, example, spoken or names)
        yield _about(example, FAILS.at(next(iter(failing)), values=values, hint=hint))


def _check_sentence(world: "World", example: Example, names: Names) -> Iterator[Problem]:
    """Yield what can't be filled in into an example's sentence."""
    return find_faults(world.evaluator.value, world.evaluator.expressions_in(example.say), names)


def _sentence(world: "World", example: Example, names: Names) -> str:
    """Return what an example says, filled in with what is known of it."""
    try:
        return " ".join(world.evaluator.say(example.say, names).split())
    except EvalError:
        return " ".join(example.say.other.split())  # reported by itself


def _examine_table(world: "World", example: Example) -> Iterator[Problem]:
    judged = _judge_table(world, example)
    yield from judged.problems
    victory = world.game.victory
    table = judged.table.names if judged.table else world.names
    why = next(iter(judged.problems), None)
    verdict = judged.verdict
    known = _verdict_values(verdict) if verdict else {name: make_absent(name, why) for name in DECIDED}
    spoken = table.nest(known)
    yield from _check_sentence(world, example, spoken) if judged.table else ()
    if victory and not judged.problems:
        rules = (*victory.rules, *([ENDS] if victory.ends else []))
        yield from _find_unbroken(world, example, dict.fromkeys(judged.breaches), rules, spoken)
    for problems in _unexpected_breaches(example, judged.breaches).values():
        yield from (_about(example, problem) for problem in problems)
    if verdict is not None:
        yield from _compare(world, example, world.names_for(len(verdict.players)).nest(known), spoken)


def _unexpected_breaches(example: Example, breaches: Mapping[str, list[Problem]]) -> dict[str, list[Problem]]:
    """Return rules that an example doesn't say it breaks, nor a rule that they need."""
    wanted = [each for id, _ in example.breaks for each in breaches.get(id, ())]
    others = {id: found for id, found in breaches.items() if id not in {id for id, _ in example.breaks}}
    return {id: left for id, found in others.items() if (left := [each for each in found if each.cause not in wanted])}


def _examine_selection(world: "World", example: Example) -> Iterator[Problem]:
    selection = world.game.selections.get(example.selection)
    if selection is None:
        return
    found = judge_selection(world, selection, example.given, Places(example.places, example.span, "given."))
    yield from _check_sentence(world, example, found.names)
    broken = {**found.failing, **dict.fromkeys(found.by_rule)}
    yield from _find_unbroken(world, example, broken, selection.rules, found.names)
    for id, problems in _unexpected_breaches(example, found.by_rule).items():
        hint, span, cause = _sentence(world, example, found.names), problems[0].span, problems[0].cause
        yield _about(example, BREAKS_UNEXPECTEDLY.at(example.span, id=id, hint=hint, origin=span, cause=cause))
    yield from found.others
    if example.expect:
        yield from _compare(world, example, found.names)


def _find_unbroken(
    world: "World", example: Example, broken: Mapping[str, Problem | None], rules: Collection[str], spoken: Names
) -> Iterator[Problem]:
    """Yield rules that an example says it breaks, and doesn't. `broken` has for others why that can't be known."""
    owner = "victory" if example.score else example.selection
    for id, span in example.breaks:
        if id not in rules:
            hint = f"there are: {', '.join(rules)}"
            cause = world.causes.get("victory.rules" if example.score else "selections.rules", id)
            yield _about(example, NO_SUCH_RULE.at(span, owner=owner, id=id, hint=hint, cause=cause))
        elif (why := broken.get(id)) or id not in broken:
            hint = _sentence(world, example, spoken)
            yield _about(example, HOLDS_UNEXPECTEDLY.at(span, id=id, hint=hint, cause=why))


def _about(example: Example, problem: Problem) -> Problem:
    """Return a problem whose message begins with the example: "example dusk: …"."""
    return problem._replace(about=(f"example {example.id}", *problem.about))


def _find_unused_names(world: "World", example: Example, names: Names) -> Iterator[Problem]:
    """Yield given values that nothing looks at, or that the game has already. Raises EvalError for misspelt names."""
    if not example.given:
        return
    own_names = names.nest(dict.fromkeys(example.let, Absent("not computed yet")))
    own = (*example.let.values(), *(expected.what for expected in example.expect))
    for expression in own:
        world.evaluator.check(expression, own_names)
    places = Places(example.places, example.span, "name.")
    track = world.game.victory.track if world.game.victory else {}
    there = {to_name(id) for id in (*world.game.components, *world.game.groups)}
    used: set[str] = set()  # all that its expressions look at, by way of definitions and conditions, too
    for name in example.given:
        if name in there or name in _FIXED:
            yield UNUSED.at(places.span_of(name), example=example.id, name=name, hint="another name")
        elif name not in track:
            victory = world.game.victory
            if not used:
                used = _names_in(world, own, names)
                if victory and not used.isdisjoint(("outcome", "condition")):
                    used |= _names_in(world, (each.when for each in victory.conditions.values()), names)
            if any(not used.isdisjoint(way) for _, way in find_circles(world, victory.define if victory else {})):
                return  # what they would look at can't be known
            if name not in used:
                near = did_you_mean(name, {*track, *used} - example.given.keys() - there)
                hint = near if near.startswith("did") else ""  # all that expressions look at isn't what is meant
                cause = world.causes.first_in("victory.track", "victory.define", "victory.conditions", "define")
                yield _about(example, NOTHING_LOOKS_AT.at(places.span_of(name), name=name, hint=hint, cause=cause))


def _names_in(world: "World", expressions: Iterable[Expression], names: Names) -> set[str]:
    found: set[str] = set()
    for expression in expressions:
        try:
            found |= world.evaluator.uses(expression, names)
        except EvalError:  # a condition that can't be read is reported elsewhere, or when it is evaluated
            continue
    return found
