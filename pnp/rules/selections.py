"""What a user put together of a game's pieces → the rules of the selection that it breaks, at its own places.

And whatever is chosen: rules that can't all be kept, bounds of numbers that exclude each other, nothing left to choose.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import nodes

from pnp.model.problem import Problem, code, has_errors, sort_problems
from pnp.model.rules import Expression, Rule, Selection, Written
from pnp.model.values import Field, Value
from pnp.rules.causes import add_cause
from pnp.rules.expressions.compiler import conjuncts, parse
from pnp.rules.expressions.errors import EvalError
from pnp.rules.expressions.functions import FORMS
from pnp.rules.expressions.names import IT, SELECTION, Names
from pnp.rules.probing import UNLIMITED, find_misnamed_in_selection
from pnp.rules.written_values import Breaches, Places, WrittenFields, fill_in, find_overused, used_pieces, wrong_number

if TYPE_CHECKING:
    from pnp.rules.world import World

BREAKS = code("PNP575")
IMPOSSIBLE = code(
    "PNP522", says="{selection}: {rule} wants at least {number:g} of {name}, {why}{whose}", varies=("why", "whose")
)
NOTHING_POSSIBLE = IMPOSSIBLE.also("{selection}: there is nothing that {name} could be")
LEAVES_NOTHING = IMPOSSIBLE.also("{selection}: {rule} leaves nothing that {name} could be")

_HINT = "no selection can keep to this"
_TURNED = {"lt": "gt", "lteq": "gteq", "gt": "lt", "gteq": "lteq", "eq": "eq"}


def judge(world: "World", selection: Selection, written: Written) -> list[Problem]:
    """Return all that is wrong with a player's file."""
    found = judge_selection(world, selection, written.values, Places(written.places, written.span))
    return sort_problems([*found.others, *(each for problems in found.by_rule.values() for each in problems)])


def judge_selection(world: "World", selection: Selection, said: Mapping[str, Value], places: Places) -> Breaches:
    """Judge a selection by its values, which an example has, too."""

    def chosen_too_often(names: Names) -> Iterator[Problem]:
        # more often than there are copies, or may be, in each field by itself
        for name, declared in selection.fields.items():
            most = copies_allowed(world, selection, declared, names) if name in selection.copies else None
            yield from find_overused(world, list(used_pieces({name: declared}, said)), places, most)

    given = said.get("players")
    players = given if isinstance(given, int) and not isinstance(given, bool) else None
    if players is not None and (problem := wrong_number(world, players, places.span_of("players"))):
        return Breaches({}, [*chosen_too_often(world.names), problem], world.names, {})
    outer = world.names if players is None else world.names_for(players)
    names = outer.nest_owned({**selection.define, **fill_in(world, selection.fields, said)}, SELECTION)
    others = list(chosen_too_often(names))
    written = WrittenFields(selection.fields, tuple(used_pieces(selection.fields, said)), places, BREAKS)
    found = written.judge(world, selection.rules, names, world.causes.by_id("selections.rules"))
    return found._replace(others=[*others, *found.others])


def examine_selections(world: "World") -> list[Problem]:
    """Return what is wrong with selections, whatever is chosen: names, and rules that contradict each other."""
    problems: list[Problem] = []
    for selection in world.game.selections.values():
        found = find_misnamed_in_selection(world, selection)
        if not has_errors(found):  # otherwise it can't be known what its rules want
            found += find_contradiction(world, selection)
        problems += add_cause(found, world.causes.get("selections", selection.id))
    return problems


def copies_allowed(world: "World", selection: Selection, declared: Field, names: Names) -> Callable[[Any], float]:
    """Return a function from a piece's record to how many copies may be chosen; what can't be evaluated is no limit."""
    to = declared.to or (declared.of.to if declared.of else "")
    expression = selection.copies.get(declared.name)
    if expression is None:
        component = world.game.components.get(to)
        copies = {piece.id: piece.copies for piece in component.pieces} if component else {}
        return lambda piece: copies.get(piece.id, inf)
    if expression.text == UNLIMITED:
        return lambda piece: inf

    def most(piece: Any) -> float:
        try:
            return float(world.evaluator.number(expression, names.item_scope(piece)))
        except EvalError:
            return inf

    return most


class Limit(NamedTuple):
    """A number of pieces that there must or may be."""

    number: float
    rule: Rule | None  # whose it is; None: that of how many there are


NOTHING_ASKED, ANY_NUMBER = Limit(0, None), Limit(inf, None)


@dataclass(frozen=True)
class Test:
    """A condition about a piece: an expression's node, and the name that the piece has in it. Equal if it reads so."""

    expression: Expression = field(compare=False)
    node: nodes.Expr = field(compare=False)
    item: str
    text: str


class CountedItems(NamedTuple):
    """Items of a list field, those for which all of these hold."""

    name: str
    tests: tuple[Test, ...]


def _make_test(expression: Expression, node: nodes.Expr | None = None, item: str = "") -> Test:
    """Make a test of a whole expression, or of a part of it. Raises EvalError."""
    node = node or parse(expression)
    return Test(expression, node, item, node.dump())


@dataclass
class Bounds:
    """The least and the most that rules say of one thing that is counted."""

    least: Limit = NOTHING_ASKED
    most: Limit = ANY_NUMBER

    def add(self, sign: str, number: float, rule: Rule) -> None:
        step = 1 if number == int(number) else 0
        least, most = number + (step if sign == "gt" else 0), number - (step if sign == "lt" else 0)
        if sign in ("gt", "gteq", "eq") and least > self.least.number:
            self.least = Limit(least, rule)
        if sign in ("lt", "lteq", "eq") and most < self.most.number:
            self.most = Limit(most, rule)


def find_contradiction(world: "World", selection: Selection) -> list[Problem]:
    """Return why there can be no selection that keeps all its rules, where that is so with every number of players.

    Looked at are numbers of pieces in lists: bounds of `count`, comparisons of `…|count` in `require`, how many there
    are of each piece, which pieces `each` leaves, how many of one piece `count` with `by: id` allows; and the choices
    of a field that some `require` is about alone. What rules say besides is taken to be possible: what is reported is
    certain. Where not all pieces are known, there is no answer.
    """
    setup = world.game.setup
    numbers = setup.players if setup and "players" in selection.fields else ()
    scopes = [world.names_for(number).nest({"players": number}) for number in numbers] or [world.names]
    try:
        found = [next(ContradictionSearch(world, selection, names).problems(), None) for names in scopes]
    except EvalError:
        return []
    return [found[0]] if found[0] is not None and all(found) else []


Condition = Callable[[Any], bool]  # of a piece's record


@dataclass
class ContradictionSearch:
    """A search for rules of a selection that contradict each other, with one number of players."""

    world: "World"
    selection: Selection
    names: Names
    _bounds: dict[CountedItems, Bounds] = field(default_factory=dict)
    _copies: dict[str, Limit] = field(default_factory=dict)  # of one piece, by field
    _each: dict[str, list[tuple[Condition, Condition | None]]] = field(default_factory=dict)  # and where, by field

    def problems(self) -> Iterator[Problem]:
        """Yield contradictions, of which the first says enough."""
        for rule in self.selection.rules.values():
            try:
                if rule.kind == "count" and rule.per is None:
                    self._read_count(rule)
                elif rule.kind == "each" and rule.of and rule.per is None:
                    counted, test = self._counted(rule.of, parse(rule.of)), self._compile(_make_test(rule.subject))
                    where = self._compile(_make_test(rule.where)) if rule.where else None
                    if counted is not None and not counted.tests and test and (where or rule.where is None):
                        self._each.setdefault(counted.name, []).append((test, where))
                elif rule.kind == "require" and rule.per is None:
                    for part in conjuncts(parse(rule.subject)):
                        self._read_comparison(rule, part)
            except EvalError:
                continue  # reported where names are checked
        yield from self._check_counts()
        yield from self._check_choices()

    def _read_count(self, rule: Rule) -> None:
        counted = self._counted(rule.subject, parse(rule.subject))
        if counted and rule.where:
            test = _make_test(rule.where)
            counted = counted._replace(tests=(*counted.tests, test)) if self._compile(test) else None
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

    def _read_comparison(self, rule: Rule, part: nodes.Expr) -> None:
        """Read a comparison like `40 <= deck|count <= 60`."""
        if not isinstance(part, nodes.Compare):
            return
        left: nodes.Expr = part.expr
        for operand in part.ops:
            right, turned = operand.expr, _TURNED.get(operand.op, "")
            for side, other, sign in ((left, right, operand.op), (right, left, turned)):
                listed: nodes.Expr | None = None  # x of `x|count` or `count(x)`
                if isinstance(side, nodes.Filter) and side.name == "count" and not side.args:
                    listed = side.node
                elif isinstance(side, nodes.Call) and isinstance(side.node, nodes.Name) and len(side.args) == 1:
                    listed = side.args[0] if side.node.name == "count" else None
                counted = self._counted(rule.subject, listed) if listed is not None else None
                number = self._number(rule.subject, other) if counted else None
                if counted and number is not None and sign in _TURNED:
                    self._bounds.setdefault(counted, Bounds()).add(sign, number, rule)
            left = right

    def _number(self, expression: Expression, node: nodes.Expr | None = None) -> float | None:
        """Return the number that an expression is, if it doesn't depend on the selection."""
        node = node or parse(expression)
        if not _free_names(node).isdisjoint(self._own):
            return None
        try:
            value = self.world.evaluator.compile_part(expression, node)(self.names)
        except EvalError:
            return None
        return value if isinstance(value, int | float) and not isinstance(value, bool) else None

    @property
    def _own(self) -> set[str]:
        """The names that only a selection has a value for."""
        return {*self.selection.fields, *self.selection.define, "chosen"} - {"players"}

    def _counted(self, expression: Expression, node: nodes.Expr) -> CountedItems | None:
        """Return which items `deck`, `deck|where(…)` or a definition of that means."""
        if isinstance(node, nodes.Name):
            if definition := self.selection.define.get(node.name):
                inner = parse(definition.expression)
                return None if node.name in _free_names(inner) else self._counted(definition.expression, inner)
            return CountedItems(node.name, ()) if self._target(node.name) else None
        if not isinstance(node, nodes.Filter) or node.name != "where" or node.node is None:
            return None
        counted = self._counted(expression, node.node)
        test = _make_test(expression, node.kwargs[0].value, str(node.kwargs[0].key)) if node.kwargs else None
        test = test or (_make_test(expression, node.args[0]) if node.args else None)
        if counted is None or test is None or self._compile(test) is None:
            return None
        return counted._replace(tests=(*counted.tests, test))

    def _target(self, name: str) -> str:
        """Return the component or group that the items of a list field are of."""
        declared = self.selection.fields.get(name)
        return declared.of.to if declared and declared.of and declared.of.type == "reference" else ""

    def _compile(self, test: Test) -> Condition | None:
        """Return whether a piece passes a test, as a function; None where that depends on the selection."""
        if not (_free_names(test.node) - {test.item}).isdisjoint(self._own):
            return None
        run = self.world.evaluator.compile_part(test.expression, test.node)

        def passes(piece: Any) -> bool:
            names = self.names.nest({test.item: piece}) if test.item else self.names.item_scope(piece)
            try:
                return run(names) not in (False, None, 0, ())
            except EvalError:
                return True

        return passes

    def _count_choosable(self, counted: CountedItems, but: tuple[Test, ...] = ()) -> Limit:
        """Count the pieces that can be chosen: as often as is allowed, those that `each` leaves."""
        pieces = self.world.entries_of(self._target(counted.name))
        tests = list(filter(None, map(self._compile, counted.tests)))
        without = list(filter(None, map(self._compile, but)))
        most = copies_allowed(self.world, self.selection, self.selection.fields[counted.name], self.names)
        copies = self._copies.get(counted.name, ANY_NUMBER)
        each, total = self._each.get(counted.name, ()), 0.0
        for piece in pieces:
            is_meant = all(test(piece) for test in tests)
            is_meant = is_meant and all(test(piece) or (where and not where(piece)) for test, where in each)
            if is_meant and not (without and all(test(piece) for test in without)):
                total += min(most(piece), copies.number)
        return Limit(total, copies.rule)

    def _check_counts(self) -> Iterator[Problem]:
        for counted, bounds in self._bounds.items():
            least, name = bounds.least, counted.name
            if least.rule is None:
                continue
            whole = self._bounds.get(CountedItems(name, ()), Bounds())
            for most in (bounds.most, whole.most):
                if most.rule is not None and least.number > most.number:
                    yield self._problem(least, f"at most {most.number:g}", most.rule, name)
            there = self._count_choosable(counted)
            if least.number > there.number:
                yield self._problem(least, f"there are {there.number:g} to choose", there.rule, name)
            for other, its in self._bounds.items():
                if other.name == name and other.tests and not counted.tests and its.most.rule:
                    room = self._count_choosable(counted, other.tests).number + max(its.most.number, 0)
                    if least.number > room:
                        yield self._problem(least, f"at most {room:g} are possible", its.most.rule, name)

    def _problem(self, least: Limit, why: str, other: Rule | None, name: str) -> Problem:
        assert least.rule is not None
        whose = f" ({other.id})" if other and other is not least.rule else ""
        later = max((rule for rule in (least.rule, other) if rule), key=lambda rule: rule.span)
        origin = next((rule.span for rule in (least.rule, other) if rule and rule is not later), None)
        selection, rule, number = self.selection.id, least.rule.id, least.number
        said: dict[str, Any] = {"rule": rule, "number": number, "name": name, "why": why, "whose": whose}
        return IMPOSSIBLE.at(later.span, hint=_HINT, origin=origin, selection=selection, **said)

    def _check_choices(self) -> Iterator[Problem]:
        """Check fields that are one thing, by the rules about nothing else of the selection."""
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
                except EvalError:
                    continue
                if rule.per is not None or used & self._own != {name}:
                    continue
                possible: list[Any] = []
                for choice in choices:
                    with suppress(EvalError):
                        if not self.world.evaluator.truth(rule.subject, self.names.nest({name: choice})):
                            continue
                    possible.append(choice)
                choices = possible
                if not choices:
                    yield LEAVES_NOTHING.at(rule.span, hint=_HINT, selection=self.selection.id, rule=rule.id, name=name)
                    return
            if not choices:
                yield NOTHING_POSSIBLE.at(declared.span, selection=self.selection.id, name=name)


def _free_names(node: nodes.Node) -> frozenset[str]:
    """Return all names that a node may look up around it; `it` only where that isn't an item of a list within."""
    if isinstance(node, nodes.Name):
        return frozenset((node.name,))
    if isinstance(node, nodes.Filter) and node.name in FORMS:
        about = frozenset().union(*(_free_names(each) - {IT} for each in node.args))
        named = frozenset().union(*(_free_names(each.value) - {each.key} for each in node.kwargs))
        return about | named | (_free_names(node.node) if node.node else frozenset())
    return frozenset().union(*map(_free_names, node.iter_child_nodes()))
