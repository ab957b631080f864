"""Examines a game: all that is wrong with its rules, setups, victory and examples, for each set of modules."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from pnp.model.game import OVERLAY, Game
from pnp.model.language import Speeches, default_speech
from pnp.model.patch import apply_modules
from pnp.model.problem import Problem, first_error, has_errors, sort_problems
from pnp.model.rules import Example, Expression, Rule
from pnp.model.span import Span
from pnp.rules.causes import Faults, add_cause
from pnp.rules.circumstances import MOST_STEPS, Mistake, ProblemsOfPlayers, add_when, mistake, play_with, sets_to_judge
from pnp.rules.declared import KINDS, SAYS_NOTHING, check_all, expressions_of
from pnp.rules.examples import deciding_steps, examine_examples, unshown_steps
from pnp.rules.expressions.errors import EvalError
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.expressions.names import OF_PLAYERS
from pnp.rules.remembering import JudgedBefore
from pnp.rules.selections import examine_selections
from pnp.rules.setup.dealing import NEVER_TAKEN, find_untaken_steps
from pnp.rules.setup.faults import examine_setup
from pnp.rules.texts import examine_texts
from pnp.rules.victory.proofs import DECIDES_NOTHING, NEVER_SHARED, examine_victory, note_victory
from pnp.rules.world import World
from pnp.rules.written_values import judge_rules, rules_of_modules, unmet_needs

Sets = Iterable[tuple[str, ...]]


class Known(NamedTuple):
    """Mistakes that were found elsewhere, and are reported there."""

    faults: Faults
    expressions: Mapping[Expression, Problem]


_NOTHING = Known({}, {})


def examine(
    game: Game, sets: Sets | None = None, known: Known = _NOTHING, speeches: Speeches = default_speech
) -> list[Problem]:
    """Return the problems in reading order, with consequences; without `sets` all are judged, or as many as may be."""
    evaluator = Evaluator(speeches=speeches)
    evaluator.refuse(known.expressions)
    evaluator.faulty = known.faults
    examples = list(_examples_of(game))
    every = sets_to_judge(game, [example.modules for example in examples]) if sets is None else None
    wanted = every.sets if every else list(sets or ())
    found, failing = ProblemsOfSets(), dict[str, Problem]()
    remembered = JudgedBefore(game) if len(wanted) > 1 else None
    judged_sets, shown = 0, set[str]()
    for modules in wanted:
        if every and evaluator.spent > MOST_STEPS:
            break
        world = make_world(game, modules, evaluator)
        found.add(world, add_cause(examine_world(world, remembered, failing), world.causes.of_modules))
        shown.update(deciding_steps(world))
        judged_sets += 1
    unproved = every.unproved(game, judged_sets) if every else []
    problems = [*found.problems(are_all=every is not None and not unproved), *unproved]
    says_step = any(each.what.text.strip() == "by" for example in examples if example.score for each in example.expect)
    if every and not unproved and says_step:
        error = first_error(problems) or next(iter(game.unread.values()), None)
        idle = {each.span for each in problems if each.code == DECIDES_NOTHING.id}
        problems += [each for each in unshown_steps(game, shown, error) if each.span not in idle]
    return sort_problems(problems)


class FoundInUnions(NamedTuple):
    """The problems of sets of modules that only the game with all its expansions has."""

    problems: list[Problem]
    faulty: frozenset[str]  # expansions with mistakes of their own: sets with their modules aren't judged


def examine_unions(
    union: Game, game: Game, known: Mapping[str, Collection[str]], refused: Mapping[Expression, Problem]
) -> FoundInUnions:
    """Find what only shows where modules of several expansions are chosen together.

    `known`: by expansion, the modules of which its own check proves all sets; those of `game`, by itself, are proved.
    What an expansion has wrong by itself is only looked for where something is wrong: it may be the same.
    """
    evaluator = Evaluator()
    evaluator.refuse(refused)
    every = sets_to_judge(union, [example.modules for example in _examples_of(union)])
    homes: dict[tuple[str, ...], str] = {}  # the expansion whose own check judges these modules together, if one does
    for modules in every.sets:
        if not game.modules.keys() >= set(modules):
            all_of = [expansion for expansion, ids in known.items() if set(modules) <= set(ids)]
            homes[modules] = min(all_of, key=lambda each: len(known[each]), default="")
    between = [modules for modules, home in homes.items() if not home]
    judged_sets = len(every.sets) - len(between)

    def judge(modules: tuple[str, ...], judged_before: JudgedBefore) -> tuple[World, list[Problem]]:
        world = make_world(union, modules, evaluator)
        return world, examine_world(world, judged_before, {})

    judged, judged_before = list[tuple[World, list[Problem]]](), JudgedBefore(union, [game.modules, *known.values()])
    for modules in between:
        if evaluator.spent > MOST_STEPS:
            break
        judged_sets += 1
        judged.append(judge(modules, judged_before))
    own, faulty = set[Mistake](), set[str]()

    def collect() -> list[Problem]:
        found = ProblemsOfSets()
        for world, problems in judged:
            if faulty.isdisjoint(union.modules[id].game for id in world.modules):
                found.add(world, [each for each in problems if mistake(each) not in own])
        return found.problems(are_all=False)

    problems = collect()
    if problems:
        judged_before = JudgedBefore(union, [game.modules])
        for modules, home in homes.items():
            if evaluator.spent > MOST_STEPS:
                break
            if home and faulty.isdisjoint(union.modules[id].game for id in modules):
                _, of_home = judge(modules, judged_before)
                own.update(map(mistake, of_home))
                faulty |= {home} if has_errors(of_home) else set()
        problems = collect()
    unproved = [] if faulty else every.unproved(union, judged_sets)
    return FoundInUnions(sort_problems([*problems, *unproved]), frozenset(faulty))


def _examples_of(game: Game) -> Iterator[Example]:
    yield from game.examples.values()
    for module in game.patches:
        change = module.change("examples")
        yield from (*change.add, *change.replace)


def make_world(game: Game, modules: tuple[str, ...], evaluator: Evaluator) -> World:
    """Return the game as it is played with these modules."""
    return World(apply_modules(play_with(game, modules), [game.modules[id] for id in modules]), modules, evaluator)


def examine_world(world: World, remembered: JudgedBefore | None, failing: dict[str, Problem]) -> list[Problem]:
    """Return the problems of one set of modules; `failing` has rules that fail with others, and more come to it."""

    def judge(part: str, examine: Callable[[World], list[Problem]]) -> list[Problem]:
        return remembered.judge_part(part, world, examine) if remembered else examine(world)

    def judge_rule(rule: Rule) -> list[Problem]:
        found = remembered.judge_rule(rule, world, examine_rule) if remembered else examine_rule(rule, world)
        # a module may have another one
        return add_cause(found, world.causes.get("rules", rule.id) if world.modules else None)

    found = judge("texts", examine_texts)
    found = found + judge("setup", lambda world: [*examine_setup(world), *find_untaken_steps(world)])
    of_victory = judge("victory", examine_victory)
    note_victory(world, of_victory)
    found += of_victory
    of_rules: list[Problem] = []
    homes = _find_homes(world) if OVERLAY in world.modules else {}
    for rule, problems, why in judge_rules(world.game.rules, judge_rule, {**failing, **world.causes.by_id("rules")}):
        home = homes.get(rule.id, "")
        is_of_game = OVERLAY in world.modules and home != OVERLAY
        of_rules += [_add_way_out(each, rule, home) for each in problems] if is_of_game else problems
        failing |= {rule.id: why} if why else {}
    others = rules_of_modules(world.game) | failing.keys()
    found += unmet_needs(world.game.rules, lambda id: world.causes.get("rules", id), others)
    found += [*of_rules, *judge("selections", examine_selections)]
    of_pieces = {each.subject.partition("/")[2]: each for each in found if each.subject and first_error([each])}
    return [*found, *examine_examples(world, of_pieces)]


def _find_homes(world: World) -> dict[str, str]:
    """Return the modules that bring rules, or replace them, by the ids of these; an overlay, also those it adds to."""
    changes = [(patch.parts[0], patch.change("rules")) for patch in world.patches]
    homes = {rule.id: module for module, change in changes for rule in (*change.add, *change.replace)}
    return homes | {plus.id: OVERLAY for module, change in changes if module == OVERLAY for plus in change.plus}


def _add_way_out(problem: Problem, rule: Rule, home: str) -> Problem:
    """Add how an overlay can do without a rule of the game, or of the module that is its home."""
    where = f"rules: of when-with: {home}: of the overlay" if home else "rules: of the overlay"
    way_out = f"Without this rule: drop: [{rule.id}] in a file under {where}"
    return problem._replace(hint=f"{problem.hint} {way_out}".lstrip())


def examine_rule(rule: Rule, world: World) -> list[Problem]:
    """Judge a rule, one that is about players for each number of them."""
    used: set[str] = set()
    try:
        for expression in (*expressions_of(rule), *world.evaluator.expressions_in(rule.say)):
            used |= world.evaluator.uses(expression, world.names)
    except EvalError as wrong:
        return [wrong.problem]
    setup = world.game.setup
    if setup is None or not (KINDS[rule.kind].is_of_players or used.intersection(OF_PLAYERS)):
        return check_all([rule], world, world.names)
    found = ProblemsOfPlayers(setup.players)
    for players in setup.players:
        found.add(players, check_all([rule], world, world.names_for(players)))
    return list(found.problems())


_USELESS = (SAYS_NOTHING, NEVER_TAKEN, NEVER_SHARED, DECIDES_NOTHING)


class ProblemsOfSets:
    """Merges the same mistake with several sets of modules into one problem, found with the smallest; that something is
    of no use counts where it is found with each set in which the thing is."""

    def __init__(self) -> None:
        self._found: dict[Mistake, tuple[Problem, tuple[str, ...]]] = {}
        self._useless: dict[str, dict[Span | None, Problem]] = {code.id: {} for code in _USELESS}
        self._useful: dict[str, set[Span | None]] = {code.id: set() for code in _USELESS}
        self._alone = False

    def add(self, world: World, problems: Iterable[Problem]) -> None:
        useless: dict[str, set[Span | None]] = {code.id: set() for code in _USELESS}
        for problem in problems:
            if problem.code in useless:
                useless[problem.code].add(problem.span)
                known = self._useless[problem.code].setdefault(problem.span, problem)
                if problem.cause and not known.cause:
                    self._useless[problem.code][problem.span] = problem
            else:
                self._found.setdefault(mistake(problem), (problem, world.modules))
        setup, victory = world.game.setup, world.game.victory
        there: set[Span | None] = {rule.span for rule in world.game.rules.values()}
        there |= {step.when.span for step in (setup.steps.values() if setup else ()) if step.when}
        there |= {victory.ties, *(step.span for step in victory.winner.values())} if victory else set()
        for id, spans in useless.items():
            self._useful[id] |= there - spans
        self._alone = self._alone or not world.modules

    def problems(self, *, are_all: bool) -> list[Problem]:
        """Return the problems; steps of no use only where all sets have been added, idle rules where () has been."""
        found = [add_when(problem, f"with {', '.join(set_)}" if set_ else "") for problem, set_ in self._found.values()]
        for id, problems in self._useless.items():
            if are_all or (id == SAYS_NOTHING.id and self._alone):
                found += [problem for span, problem in problems.items() if span not in self._useful[id]]
        return found
