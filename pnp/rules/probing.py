"""Names and ids that nothing has, in what only a filled-in file would evaluate; definitions that use themselves.

Examples show most of these, but an author writes rules first: of the slips in names of `selections.yaml` and
`victory.yaml` that are noticed, one in five is found here alone while a game has no examples, one in a hundred later.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pnp.model.problem import Problem
from pnp.model.rules import Definition, Rule, Selection, Victory
from pnp.model.values import Field, Record
from pnp.rules.declared import EXPECTED, KINDS, check_all
from pnp.rules.expressions.errors import AMBIGUOUS, UNKNOWN_FILTER, UNKNOWN_ID, UNKNOWN_NAME, EvalError
from pnp.rules.expressions.evaluator import circle
from pnp.rules.expressions.names import IT, PLAYER, SELECTION, TABLE, Absent, Frame, Names, make_absent
from pnp.rules.victory.verdicts import fields_of, outcome_of
from pnp.rules.written_values import expressions_of, names_of_fields, rules_of_modules, unmet_needs

if TYPE_CHECKING:
    from pnp.rules.world import World

UNLIMITED = "unlimited"
_LATER = Absent("only a filled-in file knows")
_OF_PIECES = ("id", "copies", IT, "count")  # what expressions about a piece know besides its fields
_WHOEVER = (UNKNOWN_NAME.id, UNKNOWN_FILTER.id, UNKNOWN_ID.id, AMBIGUOUS.id)  # wrong whatever is filled in


def find_circles(world: "World", define: Mapping[str, Definition]) -> Iterator[tuple[Problem, frozenset[str]]]:
    """Yield each circle of definitions once, with the names in it; a list's items may have a field of the same name."""
    after: dict[str, list[str]] = {}
    for id, definition in define.items():
        try:
            after[id] = [name for name in world.evaluator.needs(definition.expression) if name in define]
        except EvalError:  # reported where it is used
            after[id] = []
    seen: set[str] = set()
    for id in define:
        ways, reached = [[id]] if id not in seen else [], set[str]()
        for way in ways:  # from the name to itself, the shortest first; grows on the way
            if id in after[way[-1]]:
                seen.update(way)
                yield circle([define[each] for each in way]), frozenset(way)
                break
            new = [name for name in after[way[-1]] if name not in reached]
            reached.update(new)
            ways += [[*way, name] for name in new]


def find_faults(look: Callable[..., object], asked: Iterable[Any], *beside: Any) -> Iterator[Problem]:
    """Yield what is wrong with expressions, or sentences, as `look` finds out: it raises EvalError."""
    for each in asked:
        try:
            look(each, *beside)
        except EvalError as wrong:
            yield wrong.problem


def find_misnamed_in_selection(world: "World", selection: Selection) -> list[Problem]:
    """Find names in a selection's definitions and rules that nothing could have.

    Expressions may be about pieces: any field of any piece may be meant, which shows when they are evaluated.
    """
    check = world.evaluator.check
    declared = [field for owner in (*world.owners, selection) for field in owner.fields.values()]
    whole = world.names.nest_owned(dict.fromkeys((*selection.fields, *selection.define), _LATER), SELECTION)
    of_pieces = whole.nest(dict.fromkeys((*names_of_fields(declared), *_OF_PIECES), _LATER))
    found = [problem for problem, _ in find_circles(world, selection.define)]
    found += find_faults(check, (each.expression for each in selection.define.values()), of_pieces)
    found += unmet_needs(selection.rules, lambda id: world.causes.get("selections.rules", id))
    found += find_faults(check, [each for each in selection.copies.values() if each.text != UNLIMITED], of_pieces)
    found += _check_names_in(world, selection.rules, whole, of_pieces)
    probed: list[Problem] = []
    for last in (False, True):
        values = _everything(world, selection.fields, last)
        setup, outer = world.game.setup, world.names
        if setup and setup.players and "players" in selection.fields:
            players = values["players"] = setup.players[-1 if last else 0]
            outer = world.names_for(players)
        names = outer.nest_owned({**selection.define, **values}, SELECTION)
        probed += check_all(selection.rules.values(), world, names)
    return _merge(found, probed)


def find_misnamed_in_victory(world: "World", victory: Victory) -> list[Problem]:
    """Find names that nothing could have in what a table is read by, its rules, its end, the steps to the winner."""
    evaluator = world.evaluator
    of_table = [variable.read for variable in victory.track.values() if variable.read]  # asked of the table as a whole
    of_table += [victory.ends] if victory.ends else []
    winner, conditions = victory.winner.values(), victory.conditions.values()
    table = world.names.nest(dict.fromkeys((*victory.track, *victory.table, "players", "outcome", TABLE), _LATER))
    of_player = table.nest(dict.fromkeys(("name", IT, PLAYER, *victory.player), _LATER))
    found = list(find_faults(evaluator.check, of_table, table))
    found += find_faults(evaluator.check, (step.value for step in winner), of_player)
    others = rules_of_modules(world.game, "victory.rules")
    found += unmet_needs(victory.rules, lambda id: world.causes.get("victory.rules", id), others)
    # fields of anything that a rule could be about each of
    fields = [*(name for owner in world.owners for name in owner.fields), *names_of_fields(fields_of(victory).values())]
    found += _check_names_in(world, victory.rules, table, table.nest(dict.fromkeys((*fields, *_OF_PIECES), _LATER)))
    setup, probed = world.game.setup, list[Problem]()
    for last in (False, True):
        number = (setup.players[-1 if last else 0] if setup and setup.players else 2) or 1
        values = _everything(world, victory.player, last)
        players = tuple([Frame({**values, "name": str(n)}, str(n), is_player=True) for n in range(number)])
        track = {id: variable.values[-1 if last else 0] for id, variable in victory.track.items() if variable.values}
        outcomes = [outcome_of(world, condition) for condition in conditions]
        known: dict[str, Any] = {**track, **_everything(world, victory.table, last), "players": players}
        known["outcome"] = outcomes[-1 if last else 0] if outcomes else None
        names = (world.names_for(number) if setup and setup.players else world.names).nest_owned(known, TABLE)
        probed += check_all(victory.rules.values(), world, names)
        sentences = [*(each.say for each in conditions), *(each.say for each in winner)]
        sentences += [victory.nobody] if victory.nobody else []
        probed += find_faults(evaluator.value, of_table, names)
        probed += find_faults(evaluator.value, (step.value for step in winner), names.nest_owned(players[0], PLAYER))
        holes = (hole for each in sentences for hole in evaluator.expressions_in(each))
        probed += find_faults(evaluator.value, holes, names)
    return _merge(found, probed)


def _check_names_in(world: "World", rules: Mapping[str, Rule], whole: Names, of_pieces: Names) -> Iterator[Problem]:
    """Yield names in rules that nothing has, neither what was filled in as a whole nor its pieces."""
    check = world.evaluator.check
    for rule in rules.values():
        for expression in expressions_of(rule):
            is_whole = KINDS[rule.kind].written.about == "game" or expression is rule.of
            yield from find_faults(check, [expression], whole if is_whole else of_pieces)
        yield from find_faults(check, world.evaluator.expressions_in(rule.say), whole.nest({EXPECTED: _LATER}))


def _merge(found: list[Problem], probed: list[Problem]) -> list[Problem]:
    """Add what shows with values that were made up, on other lines: names and ids that nothing has."""
    lines = {problem.span[:2] for problem in found}
    once: dict[object, Problem] = {}
    for problem in probed:
        if problem.code in _WHOEVER and problem.span[:2] not in lines:
            once.setdefault((problem.code, problem.span), problem)
    return [*found, *once.values()]


def _everything(world: "World", fields: Mapping[str, Field], last: bool) -> dict[str, Any]:
    """Make up values of fields, lists with all that they can have; others for `last`."""
    found: dict[str, Any] = {}
    for name, field in fields.items():
        try:
            found[name] = _any_value(world, field, last)
        except EvalError as wrong:
            found[name] = make_absent(name, wrong.problem.cause)
    return found


def _any_value(world: "World", field: Field, last: bool) -> Any:
    """Make up a value that a field may have, another one for `last`. Raises EvalError where not all are known."""
    if field.type in ("reference", "choice"):
        there = world.entries_of(field.to) if field.type == "reference" else field.choices
        return there[-1 if last else 0] if there else None
    if field.type == "list" and field.of:
        if field.of.type == "reference":
            return world.entries_of(field.of.to)
        return tuple([_any_value(world, field.of, each) for each in (False, True)])
    if field.type == "record":
        return Record(_everything(world, field.fields, last))
    if field.type == "boolean":
        return not last
    if field.type in ("integer", "number"):
        bound = field.maximum if last else field.minimum
        return 1 if bound is None else int(bound) if field.type == "integer" else bound
    return None
