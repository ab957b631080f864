"""A world → which of the worked examples for its modules don't come out.

An example is worked with exactly the modules that it names. Those in a module's own file are worked with that module
and those it needs, where they name none.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pnp.model.game import Module
from pnp.model.problem import Problem, code
from pnp.model.rules import ENDS
from pnp.model.span import Span
from pnp.model.suggest import did_you_mean
from pnp.model.values import Record
from pnp.model.worked import Example
from pnp.rules.expressions import Names, Wrong, contrasted, same, shown
from pnp.rules.expressions.wrong import UNKNOWN_ID
from pnp.rules.filling import Places
from pnp.rules.given import odd_names
from pnp.rules.numbers import WRONG_PLAYERS, wrong_number
from pnp.rules.selections import broken
from pnp.rules.victory.table import OFF_TRACK, possible
from pnp.rules.worked import computed, given_to, judged_example, known_of
from pnp.rules.world import DEALT, NO_PLAYERS

if TYPE_CHECKING:
    from pnp.rules.world import World

FAILS = code(
    "PNP576",
    "example that doesn't come out",
    """
    A worked example, mostly one of the rulebook, comes out otherwise than it says. Either the data isn't the game, or
    the example is miscalculated.
    """,
)
UNPLAYABLE = code(
    "PNP577",
    "example of modules that can't be chosen together",
    """
    An example names modules of which one needs another, or can't be used with another: it would never be worked.
    """,
)


DECIDED = ("outcome", "condition", "winner", "winners", "by")  # by what victory.yaml says


def examine_examples(world: "World") -> list[Problem]:
    """Of the examples that are for just these modules."""
    examples = [each for each in world.game.examples.values() if set(each.modules) == set(world.modules)]
    examples = [each for each in examples if world.blamed.isdisjoint(_texts_in(tuple(each.given.values())))]
    problems = _once(problem for example in examples for problem in _examine(world, example))
    return problems if world.modules else [*_unplayable(world), *problems]


def _once(problems: Iterable[Problem]) -> list[Problem]:
    """What is wrong at one place, with a definition say, is told for the first example that shows it."""
    found: dict[tuple[object, ...], Problem] = {}
    for problem in problems:
        found.setdefault((problem.code, problem.span, problem.message.partition(": ")[2]), problem)
    return list(found.values())


def _unplayable(world: "World") -> Iterator[Problem]:
    modules = world.game.modules
    changes = [module.change("examples") for module in modules.values()]
    added = [example for change in changes for example in (*change.add, *change.replace)]
    everywhere = {example.span: example for example in (*world.game.examples.values(), *added)}
    for example in everywhere.values():
        chosen = [modules[id] for id in example.modules if id in modules]
        for module in chosen:
            missing = [need for need in module.needs if need not in example.modules]
            missing = [need for need in missing if not _needs(modules, need, module)]
            clash = [other for other in module.not_with if other in example.modules]
            if missing or clash:
                why = f"needs {' and '.join(missing)}" if missing else f"can't be used with {' and '.join(clash)}"
                yield UNPLAYABLE.at(example.span, f"example {example.id}: module {module.id} {why}")


def _needs(modules: Mapping[str, Module], id: str, module: Module) -> bool:
    """Whether this one needs that one, too: a circle, which is reported for itself."""
    together = [id]
    for each in together:  # grows on the way
        together += [need for need in modules[each].needs if need in modules and need not in together]
    return module.id in together


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
        elif example.score and not world.unsure.isdisjoint(DECIDED):
            return
        elif example.score:
            yield from _of_table(world, example)
        else:
            yield from _plainly(world, example)
    except Wrong as wrong:
        yield _within(example, wrong.problem)


def _within(example: Example, problem: Problem) -> Problem:
    """A problem of what the example uses: that it doesn't say for how many players is its own mistake."""
    if problem.message == NO_PLAYERS.message and problem.span.file != example.span.file:
        message = f"example {example.id} doesn't say how many players there are"
        return WRONG_PLAYERS.at(example.span, message, hint="like players: 4", origin=problem.span)
    return problem._replace(message=f"example {example.id}: {problem.message}", origin=example.span)


def _plainly(world: "World", example: Example) -> Iterator[Problem]:
    """Of one that is neither a selection nor a finished table; what is given wrongly makes the rest worthless."""
    place = Places(example.places, example.span).of("players")
    if example.players and (problem := wrong_number(world, example.players, place)):
        yield problem._replace(message=f"example {example.id}: {problem.message}")
        return
    names, known = given_to(world, example)
    wrong = [*odd_names(world, example, names), *_off_track(world, example)]
    yield from wrong
    if not (wrong or _is_unsure(world, example) or _is_undealt(world, example)):
        names = computed(world, example, names, known)
        yield from _unsaid(world, example, names)
        yield from _expected(world, example, names)


def _off_track(world: "World", example: Example) -> Iterator[Problem]:
    """Values that the track doesn't have."""
    track = world.game.victory.track if world.game.victory else {}
    for id, value in example.given.items():
        if id in track and not any(same(value, each) for each in track[id].values):
            span = Places(example.places, example.span, "given.").of(id)
            message = f"example {example.id}: {id} is {shown(value)}"
            yield OFF_TRACK.at(span, message, hint=possible(track[id]))


def _uses(world: "World", example: Example) -> set[str]:
    """The names in what it expects. Raises Wrong."""
    expressions = (*example.let.values(), *(expected.what for expected in example.expect))
    return {name for each in expressions for name in world.evaluator.uses(each, world.names)}


def _is_unsure(world: "World", example: Example) -> bool:
    """It expects what can't be said, which is a problem already. Raises Wrong."""
    return not world.unsure.isdisjoint(_uses(world, example) - example.given.keys())


def _is_undealt(world: "World", example: Example) -> bool:
    """It looks at a setup that can't be dealt, which is a problem already. Raises Wrong."""
    from pnp.rules.setup import is_sure

    used = _uses(world, example)
    return example.players is not None and not used.isdisjoint(DEALT) and not is_sure(world, example.players, used)


def _expected(world: "World", example: Example, names: Names, spoken: Names | None = None) -> Iterator[Problem]:
    """All that comes out otherwise is one mistake, at the first place. `spoken` is what its sentence knows, if that
    isn't what its expressions do."""
    failing: dict[Span, str] = {}
    for expected in example.expect:
        value = world.evaluator.value(expected.what, names)
        if same(value, expected.value) or (value is None and expected.value == "none"):
            continue
        if unknown := _unknown_id(world, value, expected.value):
            message, hint = f"nothing has the id {expected.value}", did_you_mean(str(expected.value), unknown)
            yield UNKNOWN_ID.at(expected.span, f"example {example.id}: {message}", hint=hint)
        else:
            found, wanted = contrasted(value, expected.value)
            failing[expected.span] = f"{expected.what.text} is {found}, expected {wanted}"
    if failing:
        message = f"example {example.id}: {'; '.join(failing.values())}"
        yield FAILS.at(next(iter(failing)), message, hint=_sentence(world, example, spoken or names))


def _unsaid(world: "World", example: Example, names: Names) -> Iterator[Problem]:
    """What can't be filled in into its sentence."""
    for hole in world.evaluator.spoken(example.say):
        try:
            world.evaluator.value(hole, names)
        except Wrong as wrong:
            yield wrong.problem


def _unknown_id(world: "World", value: object, expected: object) -> Collection[str]:
    """All ids there are, where a piece or an entry is expected by one that isn't among them."""
    ids = world.evaluator.ids or ()
    is_piece = isinstance(value, Record) and value.id
    return ids if is_piece and isinstance(expected, str) and expected != "none" and expected not in ids else ()


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
    spoken = table.inner(known_of(judged.verdict)) if judged.verdict else table
    yield from _unsaid(world, example, spoken) if judged.table else ()
    if victory and not judged.problems:
        rules = (*victory.rules, *([ENDS] if victory.ends else []))
        yield from _unbroken(world, example, judged.broken, rules, "victory", spoken)
    wanted = {each.id for each in example.breaks}
    for problem in [each for id, found in judged.broken.items() if id not in wanted for each in found]:
        yield problem._replace(message=f"example {example.id}: {problem.message}")
    if judged.verdict is not None:
        names = world.for_players(len(judged.verdict.players)).inner(known_of(judged.verdict))
        yield from _expected(world, example, names, spoken)


def _of_selection(world: "World", example: Example) -> Iterator[Problem]:
    selection = world.game.selections.get(example.selection)
    if selection is None:
        return
    places = Places(example.places, example.span, "given.")
    found = broken(world, selection, example.given, places)
    wanted = {each.id for each in example.breaks}
    yield from _unsaid(world, example, found.names)
    yield from _unbroken(world, example, found.rules, selection.rules, selection.id, found.names)
    for id, problems in found.rules.items():
        if id not in wanted:
            message = f"example {example.id}: {id} is broken, expected to hold"
            yield FAILS.at(example.span, message, hint=_sentence(world, example, found.names), origin=problems[0].span)
    yield from found.others
    if example.expect:
        yield from _expected(world, example, found.names)


def _unbroken(
    world: "World", example: Example, broken: Collection[str], rules: Collection[str], owner: str, spoken: Names
) -> Iterator[Problem]:
    """Rules that it says it breaks, and doesn't."""
    for id, span in example.breaks:
        if id not in rules:
            hint = f"there are: {', '.join(rules)}"
            yield FAILS.at(span, f"example {example.id}: {owner} has no rule {id}", hint=hint)
        elif id not in broken:
            yield FAILS.at(
                span, f"example {example.id}: {id} holds, expected broken", hint=_sentence(world, example, spoken)
            )
