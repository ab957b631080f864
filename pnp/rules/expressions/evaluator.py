"""Evaluates expressions and fills them into sentences: compiles each once, keeps count of the steps."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from jinja2 import nodes

from pnp.cardtext.braces import Hole, find_holes, has_braces, split_holes
from pnp.cardtext.suggest import Hints
from pnp.model.game import Game
from pnp.model.language import Speeches, default_speech
from pnp.model.problem import Problem
from pnp.model.rules import Definition, Expression, Sentence, place_in
from pnp.model.values import Unreadable
from pnp.rules.causes import Faults, UnreadNames
from pnp.rules.expressions import lookups, operations
from pnp.rules.expressions.compiler import Compiled, Compiler, Conjunct, NamePath, compile_conjuncts, mentions, parse
from pnp.rules.expressions.errors import ENDLESS, NOT_READ, BadValue, EvalError, call_at, fail
from pnp.rules.expressions.functions import print_value
from pnp.rules.expressions.lookups import check_names, fail_for_no_item
from pnp.rules.expressions.names import IT, OF_PLAYERS, Names, ids_of, to_name
from pnp.rules.expressions.values import (
    NEITHER_YES_NOR_NO,
    name_value,
    require_list,
    require_number,
    round_number,
    show,
    to_condition,
    truth,
)

USES_ITSELF = ENDLESS.also("{name} uses itself{way}: {text}")
GAME_ASKS_TOO_MUCH = ENDLESS.also("all that the game's rules ask takes more than {most} steps")
TOO_MANY_STEPS = ENDLESS.also("more than {most} steps")
DEFINITIONS_TOO_DEEP = ENDLESS.also("definitions more than {most} deep")
NESTED_TOO_DEEPLY = ENDLESS.also("nested too deeply")

_MAKERS = (lookups, operations)  # whose import lets them register
STEPS = 200_000  # of one evaluation; looking at an item is one, or more where what is asked of it is long
ALL_STEPS = 100 * STEPS  # of everything that a game asks
_DEEPEST = 20  # definitions within definitions


class Evaluator:
    """The evaluator of one examination, for all expressions of a game. It is the `Work` of their closures."""

    def __init__(self, ids: Collection[str] | None = None, speeches: Speeches = default_speech) -> None:
        self.ids = ids  # of everything in the game, modules included: a text that is none of them is a mistake
        self.also_known: set[str] = set()  # names that are there under other circumstances
        self.unread = UnreadNames()
        self.faulty: Faults = {}
        self._speeches = speeches
        self.speech = speeches("")
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
        self.cache: dict[Any, Any] = {}  # what has been found with any modules: states, orders that can be dealt

    def know(self, game: Game) -> None:
        """Note which ids and names there can be, and what couldn't be read, from the first game that is given."""
        if self.ids is None:
            self.ids = frozenset(ids_of(game))
            sections = ("components", "victory.track", "define", "victory.define")
            added = [item for module in game.patches for each in sections for item in module.change(each).add]
            self.also_known.update(("outcome", *OF_PLAYERS, *(to_name(item.id) for item in added)))
            self.unread = UnreadNames(game)

    def refuse(self, expressions: Mapping[Expression, Problem]) -> None:
        """Take these expressions as wrong: for a reason that evaluation can't know, and that is reported elsewhere."""
        for expression, problem in expressions.items():
            self._compiled[expression] = problem._replace(cause=problem)

    def value(self, expression: Expression, names: Names, run: Callable[[Names], Any] | None = None) -> Any:
        """Evaluate an expression, or with `run` a part of it. Raises EvalError."""
        if run is None:
            ready = self._ready.get(expression)
            if ready is None:
                ready = self._get(expression)
                check_names(expression, ready.names, names, self)
                self._ready[expression] = ready
            run = ready.run
        if self._exhausted:
            raise EvalError(self._exhausted)
        before, self._left = self._left, STEPS
        try:
            return run(names)
        except BadValue as bad:
            raise bad.at(expression, 0) from None
        except Unreadable as error:
            fail(expression, 0, code=NOT_READ, cause=error.problem, what=show(expression.text))
        except RecursionError:
            fail(expression, 0, code=NESTED_TOO_DEEPLY)
        finally:
            self.all_left -= STEPS - self._left + 1
            self._left = before
            if self.all_left < 0:
                self._exhausted = GAME_ASKS_TOO_MUCH.at(expression.span, most=ALL_STEPS)

    def compile_part(self, expression: Expression, node: nodes.Expr) -> Callable[[Names], Any]:
        """Compile a part of an expression to what yields its value. Raises EvalError where it can't be read."""
        run = Compiler(expression, self).make(node)
        return lambda names: self.value(expression, names, run)

    def truth(self, expression: Expression, names: Names) -> bool:
        """Evaluate to yes or no. Raises EvalError where it is neither: a list, a text."""
        value = self.value(expression, names)
        return value if value is True or value is False else call_at(expression, 0, truth, value)

    def decision(self, expression: Expression, names: Names) -> bool:
        """Evaluate to yes or no, where a number is no answer, as for `when`. Raises EvalError."""
        value = self.value(expression, names)
        if isinstance(value, int | float) and not isinstance(value, bool):
            said = name_value(value)
            fail(expression, 0, code=NEITHER_YES_NOR_NO, hint="compare it with something: … > 0", value=said)
        return value if value is True or value is False else call_at(expression, 0, truth, value)

    def number(self, expression: Expression, names: Names) -> Any:
        """Evaluate to a number as it is compared. Raises EvalError where it is none."""
        return round_number(call_at(expression, 0, require_number, self.value(expression, names)))

    def items(self, expression: Expression, names: Names) -> tuple[Any, ...]:
        """Evaluate to a list. Raises EvalError where it is none."""
        return call_at(expression, 0, require_list, self.value(expression, names), "a list is needed, and this is")

    def sides(self, expression: Expression, names: Names) -> tuple[Any, str, Any] | None:
        """Return both values of a comparison and the operator; of several that `and` joins, of the first that fails."""
        part = self._failing(expression, names)
        if part is None or part.sides is None:
            return None
        left, operator, right = part.sides
        return self.value(expression, names, left), operator, self.value(expression, names, right)

    def guilty_items(self, expression: Expression, names: Names) -> tuple[Any, ...]:
        """Return the items of a list for which an expression fails that asks about each of them."""
        part = self._failing(expression, names)
        found = self.value(expression, names, part.guilty) if part and part.guilty else ()
        return found if isinstance(found, tuple) else ()

    def _failing(self, expression: Expression, names: Names) -> Conjunct | None:
        """Return the first part that fails of those that `and` joins, or the only part."""
        if (parts := self._parts.get(expression)) is None:
            parts = self._parts[expression] = compile_conjuncts(expression, self._get(expression).node, self)
        for part in parts:
            if len(parts) == 1 or not to_condition(self.value(expression, names, part.run)):
                return part
        return None

    def uses(self, expression: Expression, names: Names | None = None, *, with_item: bool = False) -> frozenset[str]:
        """Return the names in an expression; with `names` also those in definitions that it uses, `with_item` `it`."""
        used = set(self._get(expression).uses)
        if names is not None:
            todo = list(used)
            while todo:
                if isinstance(value := names.find(todo.pop()), Definition):
                    more = self._get(value.expression).uses - used
                    used |= more
                    todo += more
        return frozenset(used if with_item else used - {IT})

    def mentions(self, expression: Expression) -> frozenset[NamePath]:
        """Return what an expression names, with what it asks of that; nothing where it can't be read."""
        if (found := self._mentions.get(expression)) is None:
            try:
                found = frozenset(mentions(self._get(expression).node))
            except EvalError:
                found = frozenset()
            self._mentions[expression] = found
        return found

    def failing_mentions(self, expression: Expression, names: Names) -> list[NamePath]:
        """Return what the part names that fails, where `and` joins several, in its order. Raises EvalError."""
        part = self._failing(expression, names)
        return list(mentions(part.node if part else self._get(expression).node))

    def needs(self, expression: Expression) -> frozenset[str]:
        """Return the names that an expression looks for outside of lists."""
        return frozenset(self._get(expression).names)

    def check(self, expression: Expression, names: Names | None = None) -> None:
        """Check that an expression can be read, and with `names` that it has no others. Raises EvalError."""
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
            raise BadValue(code=TOO_MANY_STEPS, most=STEPS)

    def hint(self, wrong: str, known: Collection[str]) -> str:
        if wrong not in self._suggested:
            self._suggested[wrong] = self._suggest(wrong, known)
        return self._suggested[wrong]

    def value_of(self, definition: Definition, names: Names) -> Any:
        """Return the value of a definition where it is used. Where it is the same elsewhere, it is found once."""
        view = names.view_of(definition)
        near = view
        while not near.is_fixed and near.outer is not None:
            near = near.outer
        if (used := near.known.get(definition.expression)) is None:
            used = near.known[definition.expression] = self.uses(definition.expression, near, with_item=True)
        home = view  # in the nearest scope that has any of these names, or the outermost, all mean the same
        while home.outer is not None and used.isdisjoint(home.mapping):
            home = home.outer
        if not home.is_fixed:
            return self._define(definition, view)
        if (known := home.known.get(id(definition))) is None:
            known = home.known[id(definition)] = (definition, self._define(definition, home))
        return known[1]

    def _define(self, definition: Definition, view: Names) -> Any:
        if definition in self._defining:
            raise EvalError(circle(self._defining[self._defining.index(definition) :]))
        expression = definition.expression
        if len(self._defining) >= _DEEPEST:
            fail(expression, 0, code=DEFINITIONS_TOO_DEEP, most=_DEEPEST)
        found = self._get(expression)
        if found.it_at >= 0:
            fail_for_no_item(expression, found.it_at, "a definition sees the items of its own lists only")
        self._defining.append(definition)
        try:
            self.spend(1)
            return found.run(view)
        except BadValue as bad:
            raise bad.at(expression, 0) from None
        finally:
            self._defining.pop()

    def _get(self, expression: Expression) -> Compiled:
        found = self._compiled.get(expression)
        if found is None:
            try:
                node, compiler = parse(expression), Compiler(expression, self)
                run = compiler.make(node)
                found = Compiled(run, compiler.names, frozenset(compiler.uses), node, compiler.it_at)
            except EvalError as wrong:
                found = wrong.problem
            self._compiled[expression] = found
        if not isinstance(found, Compiled):
            raise EvalError(found)
        return found

    def say(self, sentence: Sentence, names: Names, count: Any = None) -> str:
        """Fill in what a sentence of a rule has in braces, in the form for this count. Raises EvalError."""
        text = sentence.text_for(count)
        if not has_braces(text):
            return text
        if count is not None:
            names = names.nest({"count": count})
        with self._speak(sentence.language):
            parts = [_in_hole(sentence, text, part) if isinstance(part, Hole) else part for part in split_holes(text)]
            return "".join([part if isinstance(part, str) else show(self.value(part, names)) for part in parts])

    def print(self, phrase: Sentence, names: Names) -> str:
        """Fill in what a text of a piece has in braces. Raises EvalError."""
        text = phrase.other
        parts = [_in_hole(phrase, text, part) if isinstance(part, Hole) else part for part in split_holes(text)]
        return "".join([part if isinstance(part, str) else self.print_hole(part, phrase, names) for part in parts])

    def print_hole(self, expression: Expression, phrase: Sentence, names: Names) -> str:
        """Return what is printed in place of one of the braces of a text. Raises EvalError."""
        with self._speak(phrase.language):
            value = self.value(expression, names)
        return value if isinstance(value, str) else call_at(expression, 0, print_value, value)

    def check_filters(self, sentence: Sentence) -> None:
        """Check that the filters in a sentence can be read, and fit its language. Raises EvalError."""
        with self._speak(sentence.language):
            for expression in self.expressions_in(sentence):
                if "|" in expression.text:
                    self.check(expression)

    @contextmanager
    def _speak(self, language: str) -> Iterator[None]:
        """Read and say expressions as texts in this language have them, while this lasts."""
        before, self.speech = self.speech, self._speeches(language)
        try:
            yield
        finally:
            self.speech = before

    def expressions_in(self, sentence: Sentence) -> Iterable[Expression]:
        """Yield the expressions in a sentence."""
        for text in filter(None, (sentence.other, sentence.one, *sentence.forms)):
            for hole in find_holes(text):
                yield _in_hole(sentence, text, hole)


def _in_hole(sentence: Sentence, text: str, hole: Hole) -> Expression:
    """Return the expression in braces. Its place is known in the one form whose place is."""
    if text is not sentence.other:
        return Expression(hole.text, sentence.span)
    turns = [turn._replace(offset=turn.offset - hole.start) for turn in sentence.turns if turn.offset > hole.start]
    return Expression(hole.text, place_in(sentence.span, sentence.turns, hole.start), tuple(turns))


def circle(way: list[Definition]) -> Problem:
    """Return the problem that definitions use each other: the same wherever one enters the circle."""
    start = way.index(min(way, key=lambda definition: definition.span))
    first, *others = [*way[start:], *way[:start]]
    by_way_of = f", by way of {', '.join(each.id for each in others)}" if others else ""
    return USES_ITSELF.at(first.expression.span, name=first.id, way=by_way_of, text=show(first.expression.text))
