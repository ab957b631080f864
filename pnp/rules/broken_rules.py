"""What somebody wrote down, and a rule that it breaks → the problem where it was written.

A rule finds what is wrong with pieces, and its problems stand at them. Of a finished table or a selection the piece is
right, and what somebody wrote about it is wrong.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pnp.cardtext.suggest import did_you_mean
from pnp.model.game import Game, Piece
from pnp.model.problem import Code, Problem, Severity, code, first_error
from pnp.model.rules import Expression, Rule
from pnp.model.values import Field, Record
from pnp.rules.declared import KINDS, check_rule
from pnp.rules.expressions.names import Names
from pnp.rules.filled_values import Places, Used

if TYPE_CHECKING:
    from pnp.rules.world import World

NEEDS_NOTHING = code("PNP517", says="{rule} needs {need}, which doesn't stand above it")
NO_RULE_TO_NEED = NEEDS_NOTHING.also("there is no rule {need}", once=True)

Judge = Callable[[Rule], list[Problem]]


def judged(
    rules: Mapping[str, Rule], judge: Judge, failing: Mapping[str, Problem]
) -> Iterator[tuple[Rule, list[Problem], Problem | None]]:
    """Rules with what is wrong with each, and why it fails, if it does: for itself, or for one that it needs.

    `failing`: the same of rules that aren't among these, since they couldn't be read, or are dropped.
    """
    found = {id: problem for id, problem in failing.items() if id not in rules}
    for rule in rules.values():
        cause = next((found[need] for need in rule.needs if need in found), None)
        problems = [each if each.cause or cause is None else each._replace(cause=cause) for each in judge(rule)]
        if why := cause or first_error(problems):
            found[rule.id] = why
        yield rule, problems, why


def unmet(
    rules: Mapping[str, Rule], cause: Callable[[str], Problem | None], others: frozenset[str] = frozenset()
) -> Iterator[Problem]:
    """Needs of nothing that stands above; `cause`: why a rule isn't there; `others`: rules that modules have."""
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
    """By rule what breaks it, at its place; what else is wrong with the rules; and why a rule can't be relied on."""

    by_rule: Mapping[str, list[Problem]]
    others: list[Problem]
    failing: Mapping[str, Problem]


@dataclass(frozen=True, slots=True)
class Home:
    """What was written, by its fields; `used` are the pieces that it names."""

    fields: Mapping[str, Field]
    used: tuple[Used, ...]
    places: Places
    code: Code  # of a rule that is broken

    def judge(self, world: "World", rules: Mapping[str, Rule], names: Names, lost: Mapping[str, Problem]) -> "Breaches":
        """`lost`: rules that couldn't be read."""
        breaches: dict[str, list[Problem]] = {}
        others: list[Problem] = []
        failing = dict(lost)
        world = world.with_written(written(self.fields, names, self.places))

        def judge(rule: Rule) -> list[Problem]:
            found, broken = check_rule(rule, world, names), KINDS[rule.kind].code.id
            here = {*self.places.spans.values(), self.places.whole}
            for n, each in enumerate(found):
                if each.code == broken:  # it isn't where pieces and rules were written
                    asked = frozenset().union(*(world.evaluator.uses(one, names) for one in expressions(rule)))
                    span = each.span if each.span in here else self.places.of(self.path(asked, each.subject))
                    severity = self.code.severity
                    found[n] = each._replace(code=self.code.id, severity=severity, span=span, origin=rule.span)
            return found

        for rule, problems, why in judged(rules, judge, lost):
            failing |= {rule.id: why} if why else {}
            if found := [problem for problem in problems if problem.code == self.code.id]:
                breaches[rule.id] = found
            # a rule about each of nothing holds: whoever chooses may choose nothing
            others += [each for each in problems if each not in found and each.severity is Severity.ERROR]
        return Breaches(breaches, others, failing)

    def path(self, asked: Set[str], subject: str = "") -> str:
        """Of the piece concerned, or of a field among the names asked for: rather what was chosen than for whom."""
        for piece in self.used:
            if subject == f"{piece.component}/{piece.piece}" and piece.field in asked:
                return piece.path
        there = [name for name in self.fields if name in asked and self.places.prefix + name in self.places.spans]
        lists = [name for name in there if self.fields[name].type == "list"]
        return next(iter(lists or there), "")


def written(fields: Mapping[str, Field], names: Names, places: Places) -> Iterator[tuple[Record, Piece]]:
    """The records in lists that were written down, each as if it were a piece of its own that stands there."""
    for name, field in fields.items():
        if field.type == "list" and field.of is not None and field.of.type == "record":
            items = names.find(name)
            for number, item in enumerate(items if isinstance(items, tuple) else ()):
                if isinstance(item, Record):
                    span = places.of(f"{name}.{number}")
                    yield item, Piece(str(number), "", 1, {}, span.file, span.line, span.column, {})


def names_of_fields(fields: Iterable[Field]) -> Iterator[str]:
    """Yield the names of fields, and of those in records and in lists of records."""
    for field in fields:
        yield field.name
        yield from names_of_fields([*field.fields.values(), *([field.of] if field.of else [])])


def expressions(rule: Rule) -> Iterator[Expression]:
    """All of a rule's."""
    for bound in rule.bounds:
        yield from bound.expected.values() if isinstance(bound.expected, Mapping) else (bound.expected,)
    yield from (each for each in (rule.subject, rule.of, rule.where, rule.by, rule.per) if each is not None)
    yield from rule.own.values()
