"""One rule in one world: its pieces, values and places, for all kinds of rules; where a broken one is told."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.model.game import Component
from pnp.model.problem import Code, Problem, Severity, code
from pnp.model.rules import Definition, Expression, Put, Rule, RuleKind, Step, Zone
from pnp.model.span import Span
from pnp.model.values import Record
from pnp.rules.expressions.names import Absent, Lazy, Names
from pnp.rules.expressions.values import key, shown
from pnp.rules.expressions.wrong import NOTHING_CALLED, UNKNOWN_NAME, Wrong

if TYPE_CHECKING:
    from pnp.rules.expressions.reading import NamePath
    from pnp.rules.world import World

SAYS_NOTHING = code("PNP518", Severity.WARNING, says="{rule} says nothing: {why}")
NO_SUCH_LIST = UNKNOWN_NAME.also("there is no component, group or list {name}", once=True)
NAMED = 3  # ids in a message
EXPECTED = "expected"


class KindOfRule(NamedTuple):
    """A kind of rule: how people write it, the code of rules that are broken, and what finds these."""

    written: RuleKind
    code: Code
    check: Callable[[Rule, "Judged"], Iterable[Problem]]

    @property
    def is_of_players(self) -> bool:
        """Such a rule is judged for each number of players, whatever it names."""
        return self.written.about == "players"


@dataclass(frozen=True)
class Judged:
    """A rule in a scope, about some pieces; `share` names the value of `per` that they have."""

    rule: Rule
    kind: KindOfRule
    world: "World"
    names: Names
    only: tuple[Any, ...] | None = None  # the pieces, where they are known already
    share: str = ""

    @cached_property
    def pieces(self) -> tuple[Any, ...]:
        """Those the rule is about, each as often as there are copies."""
        if self.only is not None:
            return self.only
        found = self.items(self.rule.of or self.rule.subject)
        where = self.rule.where
        if where is None:
            return found
        return tuple([item for item, holds in self.each(found, self.world.evaluator.truth, where) if holds])

    def items(self, expression: Expression) -> tuple[Any, ...]:
        try:
            return self.world.evaluator.items(expression, self.names)
        except Wrong as wrong:
            problem = wrong.problem
            if problem.says == NOTHING_CALLED.says and problem.value("name") == expression.text:
                named = NO_SUCH_LIST.at(problem.span, name=expression.text, hint=problem.hint, cause=problem.cause)
                raise Wrong(named) from None
            raise

    def each(
        self, items: Iterable[Any], evaluate: Callable[[Expression, Names], Any], expression: Expression
    ) -> Iterator[tuple[Any, Any]]:
        """Yield items with the values of an expression about each. Copies have the value of the first."""
        scope = self.names.about(None)
        previous: Any = scope  # nothing that could be an item
        found = None
        for item in items:
            if item is not previous:
                scope.look_at(item)
                try:
                    found = evaluate(expression, scope)
                except Wrong as wrong:
                    problem = wrong.problem
                    said = {said for _, said in (*problem.values, *problem.details)}
                    if is_piece(item) and item.id not in said:
                        problem = problem._replace(when=(*problem.when, f", for {item.id}"))
                    raise Wrong(problem) from None
                previous = item
            yield item, found

    def values(self, expression: Expression) -> Iterator[tuple[Any, Any]]:
        """All pieces with the value of an expression about each."""
        return self.each(self.pieces, self.world.evaluator.value, expression)

    def problem(self, code: Code, item: Any = None, at: Span | None = None, **said: Any) -> Problem:
        """At the piece; else there, or at what the rule is about. The sentence names the `rule`, too."""
        span, subject = (at, "") if at else self._place(item)
        origin, rule = self.rule.span if self.rule.span != span else None, self.rule.id + self.share
        return code.at(span, hint=self.sentence, origin=origin, subject=subject, rule=rule, **said)

    def nothing(self, why: str = "") -> Problem:
        what = shown((self.rule.of or self.rule.subject).text)
        why = why or (f"there are no {what}" if self.rule.where is None else f"no {what} match")
        return SAYS_NOTHING.at(self.rule.span, rule=self.rule.id, why=why)

    @cached_property
    def sentence(self) -> str:
        """What the rule says, filled in."""
        try:
            return self.world.evaluator.say(self.rule.say, self.said_names)
        except Wrong:
            return self.rule.say.other  # reported when sentences are looked at

    @property
    def said_names(self) -> Names:
        """What its sentence knows: also the figure that it expects, under `expected`."""
        return self.names.inner({EXPECTED: Lazy(self._expected)})

    def _expected(self) -> Any:
        """Of its first bound: one figure, or one for each value of `by`. Raises Wrong."""
        if not self.rule.bounds:
            return Absent(f"rule {self.rule.id} expects no figure", "is, at-least or at-most says one")
        said = self.rule.bounds[0].expected
        if isinstance(said, Mapping) and self.kind.is_of_players:
            players = str(self.names.find("players"))
            said = said.get(players, Expression("none", self.rule.span))
        value = self.world.evaluator.value
        if isinstance(said, Mapping):
            return Record({name: value(figure, self.names) for name, figure in said.items()})
        return value(said, self.names)

    def _place(self, item: Any) -> tuple[Span, str]:
        piece = self.world.piece_of(item)
        if piece is not None:
            return piece.span, piece.label if piece.component in self.world.game.components else ""
        # what breaks the rule may be a figure, not some piece
        is_of_figures = self.kind.written.has_figures or self.kind.written.about != "pieces"
        if is_of_figures and (home := home_of(self.rule, self.world, self.names)):
            return home, ""
        # the file of the component's pieces, the same with all modules, where there is but one
        game = self.world.game.plain or self.world.game
        owner = game.components.get(self.owner.id, self.owner) if isinstance(self.owner, Component) else None
        files = {piece.file for piece in owner.pieces} if owner else set()
        if len(files) == 1:
            return Span(files.pop()), ""
        return self.owner.span if self.owner else self.rule.span, ""

    @cached_property
    def owner(self) -> Any:
        """The component or group that the rule is about."""
        asked, uses = filter(None, (self.rule.of, self.rule.subject)), self.world.evaluator.uses
        used = (name for each in asked for name in sorted(uses(each), key=each.text.find))
        return next(filter(None, map(self.world.owner_of, used)), None)

    def entries(self, expression: Expression) -> tuple[Any, ...]:
        """Values of which there is a figure even if no piece has them: the entries of the group that a field refers to,
        and choices that the rule names."""
        if isinstance(self.owner, Component) and (field := self.owner.fields.get(expression.text.strip())):
            of = field.of if field.type == "list" and field.of else field
            said = [bound.expected for bound in self.rule.bounds if isinstance(bound.expected, Mapping)]
            named = {name for figures in said for name in figures}
            choices = tuple([choice for choice in of.choices if choice in named])
            return self.world.entries_of(of.to) if of.to in self.world.game.groups else choices
        if expression.text.strip() == "outcome" and self.world.game.victory:
            return self.world.entries_of(self.world.game.victory.outcomes)
        return ()


def kept(value: Any) -> tuple[Any, ...]:
    """A list counts in each of its values, anything else in itself."""
    return value if isinstance(value, tuple) else (value,)


def is_piece(item: Any) -> bool:
    return isinstance(item, Record) and bool(item.id)


def few(items: Iterable[Any]) -> str:
    """Some of the ids: "a, b, c and 12 more"; "" where they have none."""
    ids = list(dict.fromkeys(item.id for item in items if is_piece(item)))
    more = f" and {len(ids) - NAMED} more" if len(ids) > NAMED else ""
    return ", ".join(ids[:NAMED]) + more


def named(items: Iterable[Any]) -> str:
    """The same at the end of a sentence: ": a, b, c and 12 more"."""
    ids = few(items)
    return f": {ids}" if ids else ""


def grouped(valued: Iterable[tuple[Any, Any]], entries: Iterable[Any] = ()) -> dict[Any, tuple[Any, list[Any]]]:
    """The values that there are, and the pieces that have them."""
    found: dict[Any, tuple[Any, list[Any]]] = {key(entry): (entry, []) for entry in entries}
    for item, value in valued:
        for each in kept(value):
            found.setdefault(key(each), (each, []))[1].append(item)
    return found


def home_of(rule: Rule, world: "World", names: Names) -> Span | None:
    """The place of the first thing that the rule, or the part of it that fails, names; None where it names none."""
    try:
        paths: Iterable[NamePath] = world.evaluator.asked(rule.subject, names)
    except Wrong:
        return None
    found = (_place(path, world, names) for path in paths)
    return next((span for span in found if span), None)


def _place(path: "NamePath", world: "World", names: Names) -> Span | None:
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


def shares(whole: Judged) -> Iterator[Judged]:
    """Raises Wrong."""
    per = whole.rule.per
    if per is None:
        yield whole
    elif whole.kind.written.about != "pieces":
        for item in whole.items(per):
            yield replace(whole, names=whole.names.about(item), share=f" ({shown(item)})")
    else:
        for value, items in grouped(whole.values(per), whole.entries(per)).values():
            yield replace(whole, only=tuple(items), share=f" ({shown(value)})")
