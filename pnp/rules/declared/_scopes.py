"""One rule in one scope: its pieces, values and places; the figures that it expects, and how others are wrong.

All kinds of rules share this. Nothing here needs the parser of expressions, for reading rules doesn't.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.cardtext.suggest import DID_YOU_MEAN, did_you_mean
from pnp.model.game import Component
from pnp.model.problem import Code, Problem, Severity, code
from pnp.model.rules import Bound, Definition, Expression, Put, Rule, RuleKind, Step, Zone
from pnp.model.span import Span
from pnp.model.values import Record
from pnp.rules.expressions.errors import NOTHING_CALLED, UNKNOWN_NAME, EvalError
from pnp.rules.expressions.names import Absent, Lazy, Names
from pnp.rules.expressions.values import are_same, contrast, key, show

if TYPE_CHECKING:
    from pnp.rules.expressions.evaluator import Evaluator
    from pnp.rules.world import World

SAYS_NOTHING = code("PNP518", Severity.WARNING, says="{rule} says nothing: {why}")
NO_SUCH_LIST = UNKNOWN_NAME.also("there is no component, group or list {name}", once=True)
UNEXPECTED = code("PNP519", says="{rule}: {relation} says nothing of {left}{what}", varies=("left",))
NO_SUCH_VALUE = UNEXPECTED.also("{rule}: there is nothing of {name}{what}", varies=("rule",))
FIGURES_OF_WHAT = UNEXPECTED.also("{rule}: {relation} has a figure for each value of something, but of what?")
NAMED = 3  # ids in a message
EXPECTED = "expected"


class KindOfRule(NamedTuple):
    """A kind of rule: how people write it, the code of rules that are broken, and what finds these."""

    written: RuleKind
    code: Code
    check: Callable[[Rule, "RuleScope"], Iterable[Problem]]

    @property
    def is_of_players(self) -> bool:
        """Such a rule is judged for each number of players, whatever it names."""
        return self.written.about == "players"


@dataclass(frozen=True)
class RuleScope:
    """A rule in a scope, about some pieces; `share` names the value of `per` that they have."""

    rule: Rule
    kind: KindOfRule
    world: "World"
    names: Names
    only: tuple[Any, ...] | None = None  # the pieces, where they are known already
    share: str = ""

    @cached_property
    def pieces(self) -> tuple[Any, ...]:
        """The pieces that the rule is about, each as often as there are copies."""
        if self.only is not None:
            return self.only
        found = self.items(self.rule.of or self.rule.subject)
        where = self.rule.where
        if where is None:
            return found
        return tuple([item for item, holds in self.each(found, self.world.evaluator.truth, where) if holds])

    def items(self, expression: Expression) -> tuple[Any, ...]:
        """Return the list that a rule names. Raises EvalError."""
        try:
            return self.world.evaluator.items(expression, self.names)
        except EvalError as wrong:
            problem = wrong.problem
            if problem.says == NOTHING_CALLED.says and problem.value("name") == expression.text:
                named = NO_SUCH_LIST.at(problem.span, name=expression.text, hint=problem.hint, cause=problem.cause)
                raise EvalError(named) from None
            raise

    def each(
        self, items: Iterable[Any], evaluate: Callable[[Expression, Names], Any], expression: Expression
    ) -> Iterator[tuple[Any, Any]]:
        """Yield items with the values of an expression about each. Copies have the value of the first."""
        scope = self.names.item_scope(None)
        previous: Any = scope  # nothing that could be an item
        found = None
        for item in items:
            if item is not previous:
                scope.look_at(item)
                try:
                    found = evaluate(expression, scope)
                except EvalError as wrong:
                    problem = wrong.problem
                    said = {said for _, said in (*problem.values, *problem.details)}
                    if is_piece(item) and item.id not in said:
                        problem = problem._replace(when=(*problem.when, f", for {item.id}"))
                    raise EvalError(problem) from None
                previous = item
            yield item, found

    def values(self, expression: Expression) -> Iterator[tuple[Any, Any]]:
        """Yield all pieces with the value of an expression about each."""
        return self.each(self.pieces, self.world.evaluator.value, expression)

    def problem(
        self,
        code: Code,
        item: Any = None,
        at: Span | None = None,
        among: Sequence[Any] = (),
        figure: Span | None = None,
        **said: Any,
    ) -> Problem:
        """Make a problem at a place, at a piece, or at what the rule is about. The sentence names the `rule`, too.

        `among` are pieces of which some may be wrong: a group of one piece is that piece, few pieces are all shown.
        `figure` is where a figure stands that the rule says: that of a module has a file of its own.
        """
        spans, subject = ([at], "") if at else self._places(item, among)
        rule = self.rule.id + self.share
        origin = figure if figure and figure.file != self.rule.span.file else self.rule.span
        at = None if origin == spans[0] else origin
        problem = code.at(spans[0], hint=self.sentence, origin=at, subject=subject, rule=rule, **said)
        return problem._replace(others=tuple(spans[1:]))

    def compare(
        self, bound: Bound, expression: Expression, figure: Any, name: str = "", items: Sequence[Any] = ()
    ) -> "WrongFigure | None":
        """Return how a figure is wrong; None where it is as expected. Raises EvalError."""
        evaluator = self.world.evaluator
        expected = evaluator.value(expression, self.names)
        if bound.relation == "is":
            fits = are_same(figure, expected)
        else:
            number = evaluator.number(expression, self.names)
            fits = figure >= number if bound.relation == "at-least" else figure <= number
        first = self.modules_first(items)
        return None if fits else WrongFigure(name, figure, expected, first, expression.span, bound.relation)

    def says_nothing(self, why: str = "") -> Problem:
        """Make the problem of a rule that is about nothing."""
        what = show((self.rule.of or self.rule.subject).text)
        why = why or (f"there are no {what}" if self.rule.where is None else f"no {what} match")
        return SAYS_NOTHING.at(self.rule.span, rule=self.rule.id, why=why)

    @cached_property
    def sentence(self) -> str:
        """The rule's sentence, with its braces filled in."""
        try:
            return self.world.evaluator.say(self.rule.say, self.sentence_names)
        except EvalError:
            return self.rule.say.other  # reported when sentences are looked at

    @property
    def sentence_names(self) -> Names:
        """The names that its sentence knows: also the figure that it expects, under `expected`."""

        def expected() -> Any:
            # of its first bound: one figure, or one for each value of `by`
            if not self.rule.bounds:
                return Absent(f"rule {self.rule.id} expects no figure", "is, at-least or at-most says one")
            said = self.rule.bounds[0].expected
            if isinstance(said, Mapping) and self.kind.is_of_players:
                said = said.get(str(self.names.find("players")), Expression("none", self.rule.span))
            value = self.world.evaluator.value
            if isinstance(said, Mapping):
                return Record({name: value(figure, self.names) for name, figure in said.items()})
            return value(said, self.names)

        return self.names.nest({EXPECTED: Lazy(expected)})

    def _places(self, item: Any, among: Sequence[Any]) -> tuple[list[Span], str]:
        items = self.modules_first(among) if item is None else (item,)
        concerned = {id(piece): piece for each in items if (piece := self.world.piece_of(each))}
        game = self.world.game
        if concerned and (item is not None or len(concerned) <= NAMED):
            first = next(iter(concerned.values()))
            return [each.span for each in concerned.values()], first.label if first.component in game.components else ""
        # what breaks the rule may be a figure, not some piece
        if self.kind.written.has_figures or self.kind.written.about != "pieces":
            try:  # the first thing that the rule, or the part of it that fails, names
                paths = self.world.evaluator.failing_mentions(self.rule.subject, self.names)
            except EvalError:
                paths = []
            if place := next(filter(None, (_place_of_name(path, self.world, self.names) for path in paths)), None):
                return [place], ""
        if not concerned and isinstance(self.owner, Component):
            concerned = {id(piece): piece for piece in self.owner.pieces}
        files = {piece.file for piece in concerned.values()}
        if one := next((each for each in (files - self.own_files, files & self.own_files) if len(each) == 1), None):
            return [Span(one.pop())], ""
        return [self.owner.span if self.owner else self.rule.span], ""

    def modules_first(self, items: Iterable[Any]) -> list[Any]:
        """Return items with the pieces of modules first: without these, the game's own are right."""
        pieces = ((item, self.world.piece_of(item)) for item in items)
        return [item for item, _ in sorted(pieces, key=lambda each: each[1] is None or each[1].file in self.own_files)]

    @cached_property
    def own_files(self) -> set[str]:
        """The files of the game's own pieces."""
        game = self.world.game
        return {piece.file for owner in (game.plain or game).components.values() for piece in owner.pieces}

    @cached_property
    def owner(self) -> Any:
        """The component or group that the rule is about."""
        asked, uses = filter(None, (self.rule.of, self.rule.subject)), self.world.evaluator.uses
        used = (name for each in asked for name in sorted(uses(each), key=each.text.find))
        return next(filter(None, map(self.world.owner_of, used)), None)

    def entries(self, expression: Expression) -> tuple[Any, ...]:
        """Return values with a figure even if no piece has them: entries of a field's group, choices the rule names."""
        if isinstance(self.owner, Component) and (field := self.owner.fields.get(expression.text.strip())):
            of = field.of if field.type == "list" and field.of else field
            said = [bound.expected for bound in self.rule.bounds if isinstance(bound.expected, Mapping)]
            named = {name for figures in said for name in figures}
            choices = tuple([choice for choice in of.choices if choice in named])
            return self.world.entries_of(of.to, self.rule.subject) if of.to in self.world.game.groups else choices
        if expression.text.strip() == "outcome" and self.world.game.victory:
            return self.world.entries_of(self.world.game.victory.outcomes, self.rule.subject)
        return ()


def values_in(value: Any) -> tuple[Any, ...]:
    """Return the values under which something counts: each of a list, anything else itself."""
    return value if isinstance(value, tuple) else (value,)


def is_piece(item: Any) -> bool:
    return isinstance(item, Record) and bool(item.id)


def some_ids(items: Iterable[Any]) -> str:
    """Return some of the ids: "a, b, c and 12 more"; "" where there are none."""
    ids = list(dict.fromkeys(item.id for item in items if is_piece(item)))
    return ", ".join(ids[:NAMED]) + (f" and {len(ids) - NAMED} more" if len(ids) > NAMED else "")


def group_by_value(valued: Iterable[tuple[Any, Any]], entries: Iterable[Any] = ()) -> dict[Any, tuple[Any, list[Any]]]:
    """Group pieces by their values: return each value, and the pieces that have it."""
    found: dict[Any, tuple[Any, list[Any]]] = {key(entry): (entry, []) for entry in entries}
    for item, value in valued:
        for each in values_in(value):
            found.setdefault(key(each), (each, []))[1].append(item)
    return found


def _place_of_name(path: Sequence[str], world: "World", names: Names) -> Span | None:
    """Return where the files say what a dotted name is."""
    setup, victory = world.game.setup, world.game.victory
    if setup and len(path) > 1 and world.owner_of(path[0]) is None:
        kind, id = path[:2]
        if kind == "tables" and id in setup.tables:
            table, players = setup.tables[id], names.find("players")
            return table.places.get(players, table.span) if isinstance(players, int) else table.span
        things: Mapping[str, Zone | Step] = setup.steps if kind == "dealt" else setup.zones
        thing = things.get(id) or things.get(id.replace("_", "-"))
        if thing and kind in ("zones", "lies", "may_lie", "faces", "dealt"):
            return thing.span
        put = [each for step in setup.steps.values() for each in step.actions if isinstance(each, Put)]
        if place := next((each.span for each in put if kind == "markers" and each.marker == id), None):
            return place
    if victory and path[0] in ("states", "outcome"):
        return victory.deciding
    if victory and path[0] == "track" and len(path) > 1 and path[1] in victory.track:
        return victory.track[path[1]].span
    value = names.find(path[0])
    return value.span if isinstance(value, Definition) else None


def split_by_per(whole: RuleScope) -> Iterator[RuleScope]:
    """Yield the rule for each value of `per`, or the whole of it. Raises EvalError."""
    per = whole.rule.per
    if per is None:
        yield whole
    elif whole.kind.written.about != "pieces":
        for item in whole.items(per):
            yield replace(whole, names=whole.names.item_scope(item), share=f" ({show(item)})")
    else:
        for value, items in group_by_value(whole.values(per), whole.entries(per)).values():
            yield replace(whole, only=tuple(items), share=f" ({show(value)})")


class WrongFigure(NamedTuple):
    """A figure that isn't what a rule says; `items` make it up."""

    name: str  # what it is of; "" where the rule has but one
    figure: Any
    expected: Any
    items: Sequence[Any]
    place: Span  # of what the rule says
    relation: str = "is"

    @property
    def values(self) -> dict[str, Any]:
        """Return the values of `SAYS` and of `NONE_OF_THEM`, but for the rule."""
        wanted, found = contrast(self.expected, self.figure)
        whose = f" for {self.name}" if self.name else ""
        named, many = some_ids(self.items), len(self.items)
        if many != self.figure and len({id(item) for item in self.items}) > NAMED:
            named = f"of {many} pieces"  # a sum: those that are named first may count for nothing
        pieces = f" ({named})" if named not in ("", self.name) else ""
        return {"found": found, "whose": whose, "pieces": pieces, "wanted": f"{_WORDS[self.relation]}{wanted}"}


_WORDS = {"is": "", "at-least": "at least ", "at-most": "at most "}
SAYS = "{rule}: {found}{whose}{pieces}, the rule says {wanted}"
NONE_OF_THEM = SAYS + ", and none of the other {others} is right"


def compare(
    scope: RuleScope,
    codes: tuple[Code, Code],
    amounts: Sequence[tuple[Any, Any]],
    add: Callable[[Sequence[Any]], Any],
) -> Iterator[Problem]:
    """Compare the sum of all amounts, or of those of each value of `by`, with what a rule says.

    Arguments:
        codes: they say that a figure is wrong (`SAYS`), and that all are (`NONE_OF_THEM`)
        amounts: pieces, each with what it counts for
        add: makes a figure of amounts

    Raises EvalError.
    """
    by, parts = scope.rule.by, {"": amounts}
    if by:
        valued = [(each, value) for each, (_, value) in zip(amounts, scope.values(by), strict=True)]
        parts = {show(value): each for value, each in group_by_value(valued, scope.entries(by)).values()}
    figures = {name: add([amount for _, amount in each]) for name, each in parts.items()}
    pieces = {name: [piece for piece, _ in each] for name, each in parts.items()}
    for bound in scope.rule.bounds:
        expected = bound.expected
        if isinstance(expected, Mapping) and by is None:
            yield FIGURES_OF_WHAT.at(bound.span, rule=scope.rule.id, relation=bound.relation, hint="by: says of what")
            continue
        wanted = expected if isinstance(expected, Mapping) else dict.fromkeys(figures, expected)
        yield from unexpected_keys(scope, bound, wanted, figures)
        off = [
            each
            for name in figures
            if name in wanted and (each := scope.compare(bound, wanted[name], figures[name], name, pieces[name]))
        ]
        if len(off) > 1 and len(off) == len(figures) and not isinstance(expected, Mapping):
            yield scope.problem(codes[1], at=off[0].place, others=len(off) - 1, **off[0].values)
        else:
            yield from (scope.problem(codes[0], among=each.items, figure=each.place, **each.values) for each in off)


def unexpected_keys(
    scope: RuleScope, bound: Bound, expected: Mapping[str, Expression], there: Mapping[str, Any], what: str = ""
) -> Iterator[Problem]:
    """Yield values that are expected and don't occur, and the other way round."""
    id = scope.rule.id + scope.share
    missing = [name for name in there if name not in expected]
    for name in expected:
        if name not in there:
            hint = did_you_mean(name, missing or there)
            missing = [name for name in missing if hint != f"{DID_YOU_MEAN}{name}?"]
            yield NO_SUCH_VALUE.at(expected[name].span, rule=id, name=name, what=what, hint=hint)
    if missing:
        yield UNEXPECTED.at(bound.span, rule=id, relation=bound.relation, left=show(tuple(missing)), what=what)


_FAILS = {
    "==": "{} isn't {}",
    "!=": "both are {}",
    "<": "{} isn't less than {}",
    "<=": "{} is more than {}",
    ">": "{} isn't more than {}",
    ">=": "{} is less than {}",
    "in": "{} isn't one of {}",
    "not in": "{} is one of {}",
}


def explain_failure(evaluator: "Evaluator", expression: Expression, names: Names) -> str:
    """Return how an expression fails: "1 isn't 2", or "doesn't hold". Raises EvalError."""
    sides = evaluator.sides(expression, names)
    if sides is None:
        return "doesn't hold"
    left, operator, right = sides
    shown = contrast(left, right) if operator == "==" else (show(left), show(right))
    return _FAILS[operator].format(*shown)
