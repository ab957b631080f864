"""What kinds of rules share: the pieces a rule is about, where problems belong, how they are worded."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pnp.model.game import Component
from pnp.model.problem import Code, Problem, Severity, code
from pnp.model.rules import Expression, Rule
from pnp.model.span import Span
from pnp.model.values import Record
from pnp.rules.declared._home import home_of
from pnp.rules.expressions import Absent, Lazy, Names, Wrong, key, shown

if TYPE_CHECKING:
    from pnp.rules.world import World

SAYS_NOTHING = code(
    "PNP518",
    "rule about nothing",
    """
    A rule says what must hold for each of some pieces, but there are none of them: it holds whatever the game is.

    Bad:  `each: copies == 1`, `of: creatures`, `where: id == 'old-olw'`
    Good: the same with `where: id == 'old-owl'`
    """,
    Severity.WARNING,
)
_OF_FIGURES = ("require", "table", "count", "sum")
NAMED = 3  # ids in a message
EXPECTED = "expected"


@dataclass(frozen=True)
class Judged:
    """A rule in a scope, about some pieces; `share` names the value of `per` that they have."""

    rule: Rule
    code: Code
    world: "World"
    names: Names
    only: tuple[Any, ...] | None = None  # the pieces, where they are known already
    share: str = ""

    @cached_property
    def pieces(self) -> tuple[Any, ...]:
        """Those the rule is about, each as often as there are copies."""
        if self.only is not None:
            return self.only
        found = self.items(self.rule.subject if self.rule.of is None else self.rule.of)
        where = self.rule.where
        if where is None:
            return found
        truth = self.world.evaluator.truth
        return tuple([item for item, holds in self.each(found, lambda names: truth(where, names)) if holds])

    def items(self, expression: Expression) -> tuple[Any, ...]:
        try:
            return self.world.evaluator.items(expression, self.names)
        except Wrong as wrong:
            if wrong.problem.message == f"there is nothing called {expression.text}":
                message = f"there is no component, group or list {expression.text}"
                raise Wrong(wrong.problem._replace(message=message)) from None
            raise

    def each(self, items: Iterable[Any], value: Any) -> Iterator[tuple[Any, Any]]:
        """Items with their values: what `value` yields of the scope of an item. Copies have the value of the first."""
        scope = self.names.about(None)
        previous: Any = scope  # nothing that could be an item
        found = None
        for item in items:
            if item is not previous:
                scope.look_at(item)
                try:
                    found = value(scope)
                except Wrong as wrong:
                    raise _about(wrong, item) from None
                previous = item
            yield item, found

    def values(self, expression: Expression) -> Iterator[tuple[Any, Any]]:
        """All pieces with the value of an expression about each."""
        evaluate = self.world.evaluator.value
        return self.each(self.pieces, lambda names: evaluate(expression, names))

    def problem(self, message: str, item: Any = None, at: Span | None = None) -> Problem:
        """At the piece; else there, or at what the rule is about."""
        span, subject = (at, "") if at else self._place(item)
        words = f"{self.rule.id}{self.share}: {message}"
        return self.code.at(span, words, hint=self.sentence, origin=_other(self.rule.span, span), subject=subject)

    def nothing(self, why: str = "") -> Problem:
        what = shown((self.rule.of or self.rule.subject).text)
        why = why or (f"there are no {what}" if self.rule.where is None else f"no {what} match")
        return SAYS_NOTHING.at(self.rule.span, f"{self.rule.id} says nothing: {why}")

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
        if isinstance(said, Mapping) and self.rule.kind == "table":
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
        home = home_of(self.rule, self.world, self.names) if self.rule.kind in _OF_FIGURES else None
        return home or self._file or (self.owner.span if self.owner else self.rule.span), ""

    @property
    def _file(self) -> Span | None:
        """That of the component's pieces, the same with all modules; None where there is none, or several."""
        game = self.world.game.plain or self.world.game
        owner = game.components.get(self.owner.id, self.owner) if isinstance(self.owner, Component) else None
        files = {piece.file for piece in owner.pieces} if owner else set()
        return Span(files.pop()) if len(files) == 1 else None

    @cached_property
    def owner(self) -> Any:
        """The component or group that the rule is about."""
        rule = self.rule
        for expression in (rule.of, rule.subject):
            if expression is not None:
                used = sorted(self.world.evaluator.uses(expression), key=expression.text.find)
                for owner in filter(None, map(self.world.owner_of, used)):
                    return owner
        return None

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

    def of_share(self, items: tuple[Any, ...], share: Any) -> "Judged":
        return replace(self, only=items, share=f" ({shown(share)})")


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


def grouped(valued: Iterable[tuple[Any, Any]], entries: Iterable[Any] = ()) -> dict[Any, tuple[Any, list[Any]]]:
    """The values that there are, and the pieces that have them."""
    found: dict[Any, tuple[Any, list[Any]]] = {key(entry): (entry, []) for entry in entries}
    for item, value in valued:
        for each in kept(value):
            found.setdefault(key(each), (each, []))[1].append(item)
    return found


def _about(wrong: Wrong, item: Any) -> Wrong:
    if not isinstance(item, Record) or not item.id or wrong.problem.message.startswith(f"{item.id} has no "):
        return wrong
    return Wrong(wrong.problem._replace(message=f"{wrong.problem.message}, for {item.id}"))


def _other(origin: Span, span: Span) -> Span | None:
    return origin if origin != span else None
