"""What was written down - a finished table, an army, an example of either - as expressions see it; and the rules that
it breaks.

That every value is one its field can have was checked when it was read. A rule finds what is wrong with pieces, and its
problems stand at them; but here the piece is right, and what was written about it is wrong.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from copy import copy
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.cardtext.suggest import did_you_mean
from pnp.model.game import Game, Piece
from pnp.model.problem import Code, Problem, Severity, code, first_error
from pnp.model.rules import Expression, Rule
from pnp.model.span import Span
from pnp.model.values import Field, Record, Value
from pnp.rules.causes import add_cause
from pnp.rules.declared import KINDS, check_rule
from pnp.rules.expressions.names import Names, make_absent

if TYPE_CHECKING:
    from pnp.rules.world import World

NEEDS_NOTHING = code("PNP517", says="{rule} needs {need}, which doesn't stand above it")
NO_RULE_TO_NEED = NEEDS_NOTHING.also("there is no rule {need}", once=True)
TOO_OFTEN = code("PNP579", says="{id} is used {times} times")
WRONG_PLAYERS = code("PNP580", says="{players}")


def wrong_number(world: "World", players: int, span: Span) -> Problem | None:
    """Return the problem of a number of players that setup.yaml doesn't have; any will do where it says none."""
    setup = world.game.setup
    if setup is None or not setup.players or players in setup.players:
        return None
    *others, last = setup.players
    either = f"{', '.join(map(str, others))} or " if others else ""
    said, possible = (f"{number} player{'' if number == 1 else 's'}" for number in (players, last))
    return WRONG_PLAYERS.at(span, players=said, hint=f"it is for {either}{possible}")


class Places(NamedTuple):
    """The places where values were written, by their paths below `prefix`."""

    spans: Mapping[str, Span]
    whole: Span
    prefix: str = ""

    def span_of(self, path: str) -> Span:
        """Return the place of a value, or of the nearest thing around it."""
        while path:
            if place := self.spans.get(self.prefix + path):
                return place
            path = path.rpartition(".")[0]
        return self.whole


class Used(NamedTuple):
    """A piece that a field, or a list in it, names."""

    component: str
    piece: str
    field: str
    path: str


def fill_in(world: "World", fields: Mapping[str, Field], said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields' values, with the pieces that they refer to instead of ids."""
    values: dict[str, Any] = {}
    for name, field in fields.items():
        value = said.get(name)
        value = field.default if value is None else value
        found = world.records.link(value, field) if value is not None else None
        targets = _missing_targets(field, found)
        cause = next((why for to, id in targets if (why := world.cause_of_owner(to, id))), None)
        values[name] = make_absent(field.name, cause) if cause else found
    return values


def _missing_targets(field: Field, value: Any) -> Iterator[tuple[str, str]]:
    """Yield references to what isn't there: to which group or component, and to what."""
    if field.type == "reference" and isinstance(value, str):
        yield field.to, value
    elif field.type == "list" and field.of and isinstance(value, tuple):
        for item in value:
            yield from _missing_targets(field.of, item)
    elif field.type == "record" and isinstance(value, Record):
        for name, inner in field.fields.items():
            yield from _missing_targets(inner, value.read.get(name))


def used_pieces(fields: Mapping[str, Field], said: Mapping[str, Value], path: str = "") -> Iterator[Used]:
    """Yield the pieces that values name, but for those in records."""
    for name, field in fields.items():
        value = said.get(name)
        if field.type == "reference" and isinstance(value, str):
            yield Used(field.to, value, name, path + name)
        elif field.of is not None and field.of.type == "reference" and isinstance(value, tuple):
            for n, item in enumerate(value):
                yield Used(field.of.to, str(item), name, f"{path}{name}.{n}")


def find_overused(
    world: "World", pieces: list[Used], places: Places, most: Callable[[Any], float] | None = None
) -> Iterator[Problem]:
    """Yield a problem at the first use of a piece that is used up. `most`: how many there may be, if not its copies."""
    copies: dict[tuple[str, str], float] = {}
    for id in {piece.component for piece in pieces} & world.game.components.keys():
        for each in world.game.components[id].pieces:
            copies[id, each.id] = most(world.records.get(id, each.id)) if most else each.copies
    times = Counter((piece.component, piece.piece) for piece in pieces)
    seen: Counter[tuple[str, str]] = Counter()
    for component, id, _, path in pieces:
        there = copies.get((component, id), inf)
        seen[component, id] += 1
        if there < seen[component, id] <= there + 1:
            hint = f"{there:g} may be chosen" if most else "there is only one" if there == 1 else f"there are {there}"
            cause = world.causes.get(f"pieces.{component}", id)
            yield TOO_OFTEN.at(places.span_of(path), id=id, times=times[component, id], hint=hint, cause=cause)


def judge_rules(
    rules: Mapping[str, Rule], judge: Callable[[Rule], list[Problem]], failing: Mapping[str, Problem]
) -> Iterator[tuple[Rule, list[Problem], Problem | None]]:
    """Judge rules in their order; yield each with its problems, and why it fails, if it does: for itself, or for one
    that it needs. `failing`: why rules fail that aren't among these, since they couldn't be read, or are dropped."""
    found = {id: problem for id, problem in failing.items() if id not in rules}
    for rule in rules.values():
        cause = next((found[need] for need in rule.needs if need in found), None)
        problems = add_cause(judge(rule), cause, keep=True)
        if why := cause or first_error(problems):
            found[rule.id] = why
        yield rule, problems, why


def unmet_needs(
    rules: Mapping[str, Rule], cause: Callable[[str], Problem | None], others: frozenset[str] = frozenset()
) -> Iterator[Problem]:
    """Yield the problems of rules that need what doesn't stand above them; `others` are the rules of modules."""
    above: set[str] = set()
    for rule in rules.values():
        for need, span in rule.needs.items():
            if need in rules and need not in above:
                yield NEEDS_NOTHING.at(span, rule=rule.id, need=need)
            elif need not in rules and need not in others:
                yield NO_RULE_TO_NEED.at(span, need=need, hint=did_you_mean(need, rules), cause=cause(need))
        above.add(rule.id)


def rules_of_modules(game: Game, section: str = "rules") -> frozenset[str]:
    """Return the rules of a section that a module brings or takes away."""
    changes = [module.change(section) for module in game.patches]
    added = [rule.id for change in changes for rule in change.add]
    return frozenset([*added, *(id for change in changes for id, _ in change.drop)])


class Breaches(NamedTuple):
    """Problems by the rule that is broken, at their places; other problems; and what was judged with."""

    by_rule: Mapping[str, list[Problem]]
    others: list[Problem]
    names: Names  # that the rules know
    failing: Mapping[str, Problem]  # by rule why it can't be known whether it holds, or that it doesn't


@dataclass(frozen=True, slots=True)
class WrittenFields:
    """Values that were written, by their fields; `used` are the pieces that they name."""

    fields: Mapping[str, Field]
    used: tuple[Used, ...]
    places: Places
    code: Code  # of a rule that is broken

    def judge(self, world: "World", rules: Mapping[str, Rule], names: Names, lost: Mapping[str, Problem]) -> Breaches:
        """Judge by rules; `lost`: those that couldn't be read."""
        breaches: dict[str, list[Problem]] = {}
        others: list[Problem] = []
        failing = dict(lost)
        records: dict[int, tuple[Record, Piece]] = {}  # in lists, each as if it were a piece that stands there
        for name, field in self.fields.items():
            if field.type == "list" and field.of is not None and field.of.type == "record":
                items = names.find(name)
                for number, item in enumerate(items if isinstance(items, tuple) else ()):
                    if isinstance(item, Record):
                        span = self.places.span_of(f"{name}.{number}")
                        records[id(item)] = item, Piece(str(number), "", 1, {}, span.file, span.line, span.column, {})
        world = copy(world)
        world.written = records

        def judge(rule: Rule) -> list[Problem]:
            found, broken = check_rule(rule, world, names), KINDS[rule.kind].code.id
            here = {*self.places.spans.values(), self.places.whole}
            for n, each in enumerate(found):
                if each.code == broken:  # it isn't where pieces and rules were written
                    asked = frozenset().union(*(world.evaluator.uses(one, names) for one in expressions_of(rule)))
                    span = each.span if each.span in here else self.places.span_of(self.path(asked, each.subject))
                    severity = self.code.severity
                    found[n] = each._replace(code=self.code.id, severity=severity, span=span, origin=rule.span)
            return found

        for rule, problems, why in judge_rules(rules, judge, lost):
            failing |= {rule.id: why} if why else {}
            if found := [problem for problem in problems if problem.code == self.code.id]:
                breaches[rule.id] = found
            # a rule about each of nothing holds: a user may choose nothing
            others += [each for each in problems if each not in found and each.severity is Severity.ERROR]
        return Breaches(breaches, others, names, failing)

    def path(self, asked: Set[str], subject: str = "") -> str:
        """Return the path of the piece concerned, or of a field among the names asked for, rather that of a list."""
        for piece in self.used:
            if subject == f"{piece.component}/{piece.piece}" and piece.field in asked:
                return piece.path
        there = [name for name in self.fields if name in asked and self.places.prefix + name in self.places.spans]
        lists = [name for name in there if self.fields[name].type == "list"]
        return next(iter(lists or there), "")


def names_of_fields(fields: Iterable[Field]) -> Iterator[str]:
    """Yield the names of fields, and of those in records and in lists of records."""
    for field in fields:
        yield field.name
        yield from names_of_fields([*field.fields.values(), *([field.of] if field.of else [])])


def expressions_of(rule: Rule) -> Iterator[Expression]:
    """Yield all expressions of a rule, but for those in its sentence."""
    for bound in rule.bounds:
        yield from bound.expected.values() if isinstance(bound.expected, Mapping) else (bound.expected,)
    yield from (each for each in (rule.subject, rule.of, rule.where, rule.by, rule.per) if each is not None)
    yield from rule.own.values()
