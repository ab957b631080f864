"""What somebody wrote down, and a rule that it breaks → the problem where it was written.

A rule finds what is wrong with pieces, and its problems stand at them. Of a finished table or a selection the piece is
right, and what somebody wrote about it is wrong.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.model.game import Piece
from pnp.model.problem import Code, Problem, Severity
from pnp.model.rules import Expression, Rule
from pnp.model.values import Field, Record
from pnp.rules.declared import KINDS, check_rule
from pnp.rules.expressions.names import Names
from pnp.rules.filled_values import Places, Used
from pnp.rules.needs import judged

if TYPE_CHECKING:
    from pnp.rules.world import World


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
            found = check_rule(rule, world, names)
            return [self._at_place(world, rule, each, names) if _is_breach(each, rule) else each for each in found]

        for rule, problems, why in judged(rules, judge, lost):
            failing |= {rule.id: why} if why else {}
            if found := [problem for problem in problems if problem.code == self.code.id]:
                breaches[rule.id] = found
            # a rule about each of nothing holds: whoever chooses may choose nothing
            others += [each for each in problems if each not in found and each.severity is Severity.ERROR]
        return Breaches(breaches, others, failing)

    def _at_place(self, world: "World", rule: Rule, problem: Problem, names: Names) -> Problem:
        """Not where pieces and rules were written."""
        here = {*self.places.spans.values(), self.places.whole}
        uses = world.evaluator.uses
        asked = frozenset().union(*(uses(each, names) for each in expressions(rule)))
        span = problem.span if problem.span in here else self.places.of(self.path(asked, problem.subject))
        return problem._replace(code=self.code.id, severity=self.code.severity, span=span, origin=rule.span)

    def path(self, asked: Set[str], subject: str = "") -> str:
        """Of the piece concerned, or of a field among the names asked for: rather what was chosen than for whom."""
        for piece in self.used:
            if subject == f"{piece.component}/{piece.piece}" and piece.field in asked:
                return piece.path
        there = [name for name in self.fields if name in asked and self.places.prefix + name in self.places.spans]
        lists = [name for name in there if self.fields[name].type == "list"]
        return next(iter(lists or there), "")


def _is_breach(problem: Problem, rule: Rule) -> bool:
    return problem.code == KINDS[rule.kind].code.id


def written(fields: Mapping[str, Field], names: Names, places: Places) -> Iterator[tuple[Record, Piece]]:
    """The records in lists that were written down, each as if it were a piece of its own that stands there."""
    for name, field in fields.items():
        if field.type == "list" and field.of is not None and field.of.type == "record":
            yield from _records(name, names.find(name), places)


def _records(name: str, items: Any, places: Places) -> Iterator[tuple[Record, Piece]]:
    for number, item in enumerate(items if isinstance(items, tuple) else ()):
        if isinstance(item, Record):
            span = places.of(f"{name}.{number}")
            yield item, Piece(str(number), "", 1, {}, span.file, span.line, span.column, {})


def expressions(rule: Rule) -> Iterator[Expression]:
    """All of a rule's."""
    for bound in rule.bounds:
        yield from bound.expected.values() if isinstance(bound.expected, Mapping) else (bound.expected,)
    yield from (each for each in (rule.subject, rule.of, rule.where, rule.by, rule.per) if each is not None)
    yield from rule.own.values()
