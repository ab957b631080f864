"""What somebody put together of a game's pieces → the rules of the selection that it breaks, at its own places.

And why nobody can put anything together that keeps them all.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import nodes

from pnp.model.problem import Code, Problem, code, has_errors, sort_problems
from pnp.model.rules import Expression, Rule, Selection, Written
from pnp.model.values import Unreadable, Value
from pnp.rules.bounds import (
    ANY_NUMBER,
    TURNED,
    UNLIMITED,
    Bounds,
    Counted,
    Limit,
    Test,
    allowed,
    in_count,
    list_of,
    test_of,
)
from pnp.rules.broken_rules import Home, expressions, names_of_fields, unmet
from pnp.rules.declared import EXPECTED, KINDS
from pnp.rules.expressions.functions import FORMS
from pnp.rules.expressions.lookups import IT
from pnp.rules.expressions.names import SELECTION, Absent, Names
from pnp.rules.expressions.reading import joined, parse
from pnp.rules.expressions.wrong import Wrong
from pnp.rules.filled_values import Places, filled_in, too_often, used, wrong_number
from pnp.rules.probing import circles, faults, probed

if TYPE_CHECKING:
    from pnp.rules.world import World

BREAKS = code("PNP575")


class JudgedSelection(NamedTuple):
    """The rules that a selection breaks, what else is wrong with it, and the names that its rules know."""

    breaches: Mapping[str, list[Problem]]  # by rule
    others: list[Problem]
    names: Names
    failing: Mapping[str, Problem]  # by rule why nobody knows whether it holds, or that it doesn't


def judge(world: "World", selection: Selection, written: Written) -> list[Problem]:
    """All that is wrong with a player's file."""
    found = judge_values(world, selection, written.values, Places(written.places, written.span))
    return sort_problems([*found.others, *(each for problems in found.breaches.values() for each in problems)])


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
    for name, declared in selection.fields.items():
        most = allowed(world, selection, declared, names) if name in selection.copies else None
        yield from too_often(world, list(used({name: declared}, said)), places, most)


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


IMPOSSIBLE = code(
    "PNP522", says="{selection}: {rule} wants at least {number:g} of {name}, {why}{whose}", varies=("why", "whose")
)
NOTHING_POSSIBLE = IMPOSSIBLE.also("{selection}: there is nothing that {name} could be")
LEAVES_NOTHING = IMPOSSIBLE.also("{selection}: {rule} leaves nothing that {name} could be")


def contradictions(world: "World", selection: Selection) -> Iterator[Problem]:
    """Yield why nobody can make a selection that keeps all its rules, where that is so with every number of players.

    Looked at are numbers of pieces in lists: bounds of `count`, comparisons of `…|count` in `require`, how many there
    are of each piece, which pieces `each` leaves, how many of one piece `count` with `by: id` allows; and the choices
    of a field that some `require` is about alone. What rules say besides is taken to be possible: what is told is
    certain. Where not all pieces are known, nobody can say.
    """
    setup = world.game.setup
    numbers = setup.players if setup and "players" in selection.fields else ()
    scopes = [world.for_players(number).inner({"players": number}) for number in numbers] or [world.names]
    try:
        found = [next(_Contradicted(world, selection, names).problems(), None) for names in scopes]
    except Unreadable:
        return
    if found[0] is not None and all(found):
        yield found[0]


@dataclass
class _Contradicted:
    world: "World"
    selection: Selection
    names: Names
    _bounds: dict[Counted, Bounds] = field(default_factory=dict)
    _copies: dict[str, Limit] = field(default_factory=dict)  # of one piece, by field
    _each: dict[str, list[Callable[[Any], bool]]] = field(default_factory=dict)  # what must hold of a piece, by field

    def problems(self) -> Iterator[Problem]:
        """Whoever asks is content with the first."""
        for rule in self.selection.rules.values():
            try:
                if rule.kind == "count" and rule.per is None:
                    self._read_count(rule)
                elif rule.kind == "each" and rule.of and rule.per is None:
                    self._read_each(rule, rule.of)
                elif rule.kind == "require" and rule.per is None:
                    for part in joined(parse(rule.subject)):
                        self._read_comparison(rule, part)
            except Wrong:
                continue  # said where names are looked at
        yield from self._counts()
        yield from self._choices()

    def _read_count(self, rule: Rule) -> None:
        counted = self._counted(rule.subject, parse(rule.subject))
        if counted and rule.where:
            counted = self._narrowed(counted, test_of(rule.where))
        for bound in rule.bounds if counted else ():
            number = self._number(bound.expected) if isinstance(bound.expected, Expression) else None
            if counted is None or number is None:
                continue
            if rule.by is None:
                sign = {"is": "eq", "at-least": "gteq", "at-most": "lteq"}[bound.relation]
                self._bounds.setdefault(counted, Bounds()).add(sign, number, rule)
            elif rule.by.text in ("id", "it", "it.id") and bound.relation == "at-most" and not counted.tests:
                limit = Limit(number, rule)
                self._copies[counted.name] = min(limit, self._copies.get(counted.name, limit), key=lambda it: it.number)

    def _read_each(self, rule: Rule, of: Expression) -> None:
        counted = self._counted(of, parse(of))
        test = self._test(test_of(rule.subject))
        where = self._test(test_of(rule.where)) if rule.where else None
        if counted is not None and not counted.tests and test and (where or rule.where is None):
            holds = (lambda piece: test(piece) or not where(piece)) if where else test
            self._each.setdefault(counted.name, []).append(holds)

    def _read_comparison(self, rule: Rule, part: nodes.Expr) -> None:
        """`40 <= deck|count <= 60`"""
        if not isinstance(part, nodes.Compare):
            return
        left: nodes.Expr = part.expr
        for operand in part.ops:
            right, turned = operand.expr, TURNED.get(operand.op, "")
            for side, other, sign in ((left, right, operand.op), (right, left, turned)):
                listed = in_count(side)
                counted = self._counted(rule.subject, listed) if listed is not None else None
                number = self._number(rule.subject, other) if counted else None
                if counted and number is not None and sign in TURNED:
                    self._bounds.setdefault(counted, Bounds()).add(sign, number, rule)
            left = right

    def _number(self, expression: Expression, node: nodes.Expr | None = None) -> float | None:
        """What doesn't depend on the selection."""
        node = node or parse(expression)
        if not _free_names(node).isdisjoint(self._own):
            return None
        try:
            value = self.world.evaluator.part(expression, node)(self.names)
        except Wrong:
            return None
        return value if isinstance(value, int | float) and not isinstance(value, bool) else None

    @property
    def _own(self) -> set[str]:
        """The names that only a selection has a value for."""
        return {*self.selection.fields, *self.selection.define, "chosen"} - {"players"}

    def _counted(self, expression: Expression, node: nodes.Expr) -> Counted | None:
        """`deck`, `deck|where(…)`, a definition of that."""
        if isinstance(node, nodes.Name):
            if definition := self.selection.define.get(node.name):
                inner = parse(definition.expression)
                is_itself = node.name in _free_names(inner)
                return None if is_itself else self._counted(definition.expression, inner)
            return Counted(node.name, ()) if list_of(self.selection.fields.get(node.name)) else None
        if not isinstance(node, nodes.Filter) or node.name != "where" or node.node is None:
            return None
        counted = self._counted(expression, node.node)
        test = test_of(expression, node.kwargs[0].value, str(node.kwargs[0].key)) if node.kwargs else None
        test = test or (test_of(expression, node.args[0]) if node.args else None)
        return self._narrowed(counted, test) if counted and test else None

    def _narrowed(self, counted: Counted, test: Test) -> Counted | None:
        return Counted(counted.name, (*counted.tests, test)) if self._test(test) else None

    def _test(self, test: Test) -> Callable[[Any], bool] | None:
        """Whether a piece passes; None where that depends on the selection. What can't be said of a piece is yes."""
        if not (_free_names(test.node) - {test.item}).isdisjoint(self._own):
            return None
        run = self.world.evaluator.part(test.expression, test.node)

        def passes(piece: Any) -> bool:
            names = self.names.inner({test.item: piece}) if test.item else self.names.about(piece)
            try:
                return run(names) not in (False, None, 0, ())
            except Wrong:
                return True

        return passes

    def _there(self, counted: Counted, but: tuple[Test, ...] = ()) -> Limit:
        """How many can be chosen: as often as is allowed, those that `each` leaves."""
        pieces = self.world.entries_of(list_of(self.selection.fields[counted.name]))
        tests = [*filter(None, map(self._test, counted.tests)), *self._each.get(counted.name, ())]
        without = list(filter(None, map(self._test, but)))
        most = allowed(self.world, self.selection, self.selection.fields[counted.name], self.names)
        copies = self._copies.get(counted.name, ANY_NUMBER)
        total: float = 0
        for piece in pieces:
            is_meant = all(test(piece) for test in tests)
            if is_meant and not (without and all(test(piece) for test in without)):
                total += min(most(piece), copies.number)
        return Limit(total, copies.rule)

    def _counts(self) -> Iterator[Problem]:
        for counted, bounds in self._bounds.items():
            least, name = bounds.least, counted.name
            if least.rule is None:
                continue
            whole = self._bounds.get(Counted(name, ()), Bounds())
            for most in (bounds.most, whole.most):
                if most.rule is not None and least.number > most.number:
                    yield self._problem(least, f"at most {most.number:g}", most.rule, name)
            there = self._there(counted)
            if least.number > there.number:
                yield self._problem(least, f"there are {there.number:g} to choose", there.rule, name)
            for other, its in self._bounds.items():
                if other.name == name and other.tests and not counted.tests and its.most.rule:
                    room = self._there(counted, other.tests).number + max(its.most.number, 0)
                    if least.number > room:
                        yield self._problem(least, f"at most {room:g} are possible", its.most.rule, name)

    def _problem(self, least: Limit, why: str, other: Rule | None, name: str) -> Problem:
        assert least.rule is not None
        whose = f" ({other.id})" if other and other is not least.rule else ""
        later = max((rule for rule in (least.rule, other) if rule), key=lambda rule: rule.span)
        origin = next((rule.span for rule in (least.rule, other) if rule and rule is not later), None)
        said = {"number": least.number, "name": name, "why": why, "whose": whose}
        return self._told(IMPOSSIBLE, later, least.rule, origin=origin, **said)

    def _told(self, code: Code, at: Rule, rule: Rule, **said: Any) -> Problem:
        hint = "no selection can keep to this"
        return code.at(at.span, hint=hint, selection=self.selection.id, rule=rule.id, **said)

    def _choices(self) -> Iterator[Problem]:
        """Fields that are one thing, and rules about nothing else of the selection."""
        there = {**self.world.game.groups, **self.world.game.components}
        for name, declared in self.selection.fields.items():
            choices: list[Any] = list(declared.choices)
            if declared.type == "reference":
                choices = list(self.world.entries_of(declared.to))
            if declared.type != "choice" and (declared.type != "reference" or declared.to not in there):
                continue  # what it can be isn't known
            choices += [] if declared.required else [None]
            for rule in self.selection.rules.values():
                try:
                    used = _free_names(parse(rule.subject)) if rule.kind == "require" else frozenset[str]()
                except Wrong:
                    continue
                if rule.per is not None or used & self._own != {name}:
                    continue
                choices = [choice for choice in choices if self._may_hold(rule, name, choice)]
                if not choices:
                    yield self._told(LEAVES_NOTHING, rule, rule, name=name)
                    return
            if not choices:
                yield NOTHING_POSSIBLE.at(declared.span, selection=self.selection.id, name=name)

    def _may_hold(self, rule: Rule, name: str, choice: Any) -> bool:
        try:
            return self.world.evaluator.truth(rule.subject, self.names.inner({name: choice}))
        except Wrong:
            return True


def _free_names(node: nodes.Node) -> frozenset[str]:
    """Return all names that it may look up around it; `it` only where that isn't an item of a list within."""
    if isinstance(node, nodes.Name):
        return frozenset((node.name,))
    if isinstance(node, nodes.Filter) and node.name in FORMS:
        about = frozenset().union(*(_free_names(each) - {IT} for each in node.args))
        named = frozenset().union(*(_free_names(each.value) - {each.key} for each in node.kwargs))
        return about | named | (_free_names(node.node) if node.node else frozenset())
    return frozenset().union(*map(_free_names, node.iter_child_nodes()))
