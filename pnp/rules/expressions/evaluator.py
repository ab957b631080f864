"""Evaluates expressions: compiles each once, keeps count of the steps."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from jinja2 import nodes

from pnp.cardtext.suggest import Hints
from pnp.model.language import Speeches, default_speech
from pnp.model.problem import Problem
from pnp.model.rules import Definition, Expression
from pnp.model.values import Poison, Unreadable, UnreadParts
from pnp.rules.expressions import arithmetic, calling, lookups
from pnp.rules.expressions.compiler import Compiled, Compiler, Conjunct, compiled, compiled_parts
from pnp.rules.expressions.lookups import IT, check_names, no_item
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.printing import Saying
from pnp.rules.expressions.reading import NamePath, mentions
from pnp.rules.expressions.values import NEITHER_YES_NOR_NO, a_number, exact, holding, listed, named, shown, truth
from pnp.rules.expressions.wrong import ENDLESS, NOT_READ, Bad, Wrong, done_at, fail
from pnp.rules.poisoned import cause_of_id, cause_of_name

USES_ITSELF = ENDLESS.also("{name} uses itself{way}: {text}")
GAME_ASKS_TOO_MUCH = ENDLESS.also("all that the game's rules ask takes more than {most} steps")
TOO_MANY_STEPS = ENDLESS.also("more than {most} steps")
DEFINITIONS_TOO_DEEP = ENDLESS.also("definitions more than {most} deep")
NESTED_TOO_DEEPLY = ENDLESS.also("nested too deeply")

_MAKERS = (arithmetic, calling, lookups)  # whose import lets them register
STEPS = 200_000  # of one evaluation; looking at an item is one, or more where what is asked of it is long
ALL_STEPS = 100 * STEPS  # of everything that a game asks
_DEEPEST = 20  # definitions within definitions


class Evaluator(Saying):
    """One for an examination."""

    def __init__(self, ids: Collection[str] | None = None, speeches: Speeches = default_speech) -> None:
        self.ids = ids  # of everything in the game, modules included: a text that is none of them is a mistake
        self.also_known: set[str] = set()  # names that are there under other circumstances
        self.unread = UnreadParts()  # of the game
        self.unknown_fields: Mapping[str, Mapping[str, Poison]] | None = None  # see pnp.rules.poisoned
        self.faulty: Mapping[str, Mapping[str, Problem]] = {}  # modules and sections: see pnp.rules.poisoned
        super().__init__(speeches)
        self._compiled: dict[Expression, Compiled | Problem] = {}
        self._ready: dict[Expression, Compiled] = {}  # whose names have been checked
        self._parts: dict[Expression, list[Conjunct]] = {}
        self._mentions: dict[Expression, frozenset[NamePath]] = {}
        self._defining: list[Definition] = []
        self._suggest = Hints()
        self._suggested: dict[str, str] = {}
        self._left = STEPS
        self.all_left = ALL_STEPS
        self._exhausted: Problem | None = None

    def refuse(self, expressions: Mapping[Expression, Problem]) -> None:
        """Those that are wrong for a reason of which an evaluation knows nothing, and which is told elsewhere."""
        for expression, problem in expressions.items():
            self._compiled[expression] = problem._replace(cause=problem)

    def value(self, expression: Expression, names: Names, run: Callable[[Names], Any] | None = None) -> Any:
        """Evaluate an expression, or with `run` a part of it. Raises Wrong."""
        if run is None:
            run = (self._ready.get(expression) or self._first_time(expression, names)).run
        if self._exhausted:
            raise Wrong(self._exhausted)
        before, self._left = self._left, STEPS
        try:
            return run(names)
        except Bad as bad:
            raise bad.at(expression, 0) from None
        except Unreadable as error:
            fail(expression, 0, code=NOT_READ, cause=error.problem, what=shown(expression.text))
        except RecursionError:
            fail(expression, 0, code=NESTED_TOO_DEEPLY)
        finally:
            self.all_left -= STEPS - self._left + 1
            self._left = before
            if self.all_left < 0:
                self._exhausted = GAME_ASKS_TOO_MUCH.at(expression.span, most=ALL_STEPS)

    def part(self, expression: Expression, node: nodes.Expr) -> Callable[[Names], Any]:
        """What yields the value of a part of an expression. Raises Wrong where that can't be read."""
        run = Compiler(expression, self).make(node)
        return lambda names: self.value(expression, names, run)

    def truth(self, expression: Expression, names: Names) -> bool:
        """Raises Wrong where it is no yes or no: a list, a text."""
        value = self.value(expression, names)
        return value if value is True or value is False else done_at(expression, 0, truth, value)

    def decision(self, expression: Expression, names: Names) -> bool:
        """The same of what is decided by it: a number is no answer to when. Raises Wrong."""
        value = self.value(expression, names)
        if isinstance(value, int | float) and not isinstance(value, bool):
            fail(expression, 0, code=NEITHER_YES_NOR_NO, hint="compare it with something: … > 0", value=named(value))
        return value if value is True or value is False else done_at(expression, 0, truth, value)

    def number(self, expression: Expression, names: Names) -> Any:
        """As it is compared. Raises Wrong where it is no number."""
        return exact(done_at(expression, 0, a_number, self.value(expression, names)))

    def items(self, expression: Expression, names: Names) -> tuple[Any, ...]:
        """Raises Wrong where it is no list."""
        return done_at(expression, 0, listed, self.value(expression, names), "a list is needed, and this is")

    def sides(self, expression: Expression, names: Names) -> tuple[Any, str, Any] | None:
        """Of a comparison: the left value, the operator, the right value; of several with `and` the first to fail."""
        part = self._failing(expression, names)
        if part is None or (sides := part.sides) is None:
            return None
        left, right = (self.value(expression, names, run) for run in (sides.left, sides.right))
        return left, sides.operator, right

    def guilty(self, expression: Expression, names: Names) -> tuple[Any, ...]:
        """Of a list that is asked about each of its items: those because of which it fails."""
        part = self._failing(expression, names)
        found = self.value(expression, names, part.guilty) if part and part.guilty else ()
        return found if isinstance(found, tuple) else ()

    def _parts_of(self, expression: Expression) -> list[Conjunct]:
        if (parts := self._parts.get(expression)) is None:
            parts = self._parts[expression] = compiled_parts(expression, self._get(expression).node, self)
        return parts

    def _failing(self, expression: Expression, names: Names) -> Conjunct | None:
        parts = self._parts_of(expression)
        for part in parts:
            if len(parts) == 1 or not holding(self.value(expression, names, part.run)):
                return part
        return None

    def uses(self, expression: Expression, names: Names | None = None) -> frozenset[str]:
        """The names in it; with names also those in the definitions that it uses."""
        return self.uses_with_item(expression, names) - {IT}

    def uses_with_item(self, expression: Expression, names: Names | None) -> frozenset[str]:
        """The same, and `it`, which lists ask about their items by, too."""
        used = set(self._get(expression).uses)
        if names is not None:
            todo = list(used)
            while todo:
                if isinstance(value := names.find(todo.pop()), Definition):
                    more = self._get(value.expression).uses - used
                    used |= more
                    todo += more
        return frozenset(used)

    def mentions(self, expression: Expression) -> frozenset[NamePath]:
        """What it names, with what it asks of that; nothing where it can't be read."""
        if (found := self._mentions.get(expression)) is None:
            try:
                found = frozenset(mentions(self._get(expression).node))
            except Wrong:
                found = frozenset()
            self._mentions[expression] = found
        return found

    def asked(self, expression: Expression, names: Names) -> list[NamePath]:
        """The same in its order, of the part that fails where it joins several with `and`. Raises Wrong."""
        part = self._failing(expression, names)
        return list(mentions(part.node if part else self._get(expression).node))

    def needs(self, expression: Expression) -> frozenset[str]:
        """The names that it looks for outside of lists."""
        return frozenset(self._get(expression).names)

    def check(self, expression: Expression, names: Names | None = None) -> None:
        """Whether it can be read at all; with names, whether it has others than those. Raises Wrong."""
        found = self._get(expression)
        if names is not None:
            check_names(expression, found.names, names, self)

    @property
    def spent(self) -> int:
        """The steps of everything so far."""
        return ALL_STEPS - self.all_left

    def spend(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise Bad(code=TOO_MANY_STEPS, most=STEPS)

    def hint(self, wrong: str, known: Collection[str]) -> str:
        if wrong not in self._suggested:
            self._suggested[wrong] = self._suggest(wrong, known)
        return self._suggested[wrong]

    def cause_of_name(self, name: str) -> Problem | None:
        return cause_of_name(self.unread, name) if self.unread else None

    def cause_of_id(self, id: str) -> Problem | None:
        return cause_of_id(self.unread, id) if self.unread else None

    def defined(self, definition: Definition, names: Names) -> Any:
        """Its value where it is used. Where it says the same elsewhere, that is found once."""
        view = names.view_of(definition)
        near = view
        while not near.is_fixed and near.outer is not None:
            near = near.outer
        if (used := near.known.get(definition.expression)) is None:
            used = near.known[definition.expression] = self.uses_with_item(definition.expression, near)
        home = view.home_of(used)
        if not home.is_fixed:
            return self._defined(definition, view)
        if (known := home.known.get(id(definition))) is None:
            known = home.known[id(definition)] = (definition, self._defined(definition, home))
        return known[1]

    def _defined(self, definition: Definition, view: Names) -> Any:
        if definition in self._defining:
            raise Wrong(circle(self._defining[self._defining.index(definition) :]))
        expression = definition.expression
        if len(self._defining) >= _DEEPEST:
            fail(expression, 0, code=DEFINITIONS_TOO_DEEP, most=_DEEPEST)
        found = self._get(expression)
        if found.it_at >= 0:
            no_item(expression, found.it_at, "a definition sees the items of its own lists only")
        self._defining.append(definition)
        try:
            self.spend(1)
            return found.run(view)
        except Bad as bad:
            raise bad.at(expression, 0) from None
        finally:
            self._defining.pop()

    def _get(self, expression: Expression) -> Compiled:
        found = self._compiled.get(expression)
        if found is None:
            try:
                found = compiled(expression, self)
            except Wrong as wrong:
                found = wrong.problem
            self._compiled[expression] = found
        if not isinstance(found, Compiled):
            raise Wrong(found)
        return found

    def _first_time(self, expression: Expression, names: Names) -> Compiled:
        found = self._get(expression)
        check_names(expression, found.names, names, self)
        self._ready[expression] = found
        return found


def circle(way: list[Definition]) -> Problem:
    """The same wherever one enters it."""
    start = way.index(min(way, key=lambda definition: definition.span))
    first, *others = [*way[start:], *way[:start]]
    by_way_of = f", by way of {', '.join(each.id for each in others)}" if others else ""
    return USES_ITSELF.at(first.expression.span, name=first.id, way=by_way_of, text=shown(first.expression.text))
