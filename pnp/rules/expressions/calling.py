"""Filters and functions → closures; lists that are asked about once for each item of another → a hash index."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from jinja2 import nodes

from pnp.model.rules import Definition
from pnp.model.values import Poisoned, Record
from pnp.rules.expressions import repeating
from pnp.rules.expressions.compiler import Closure, Compiler, makes, start, true_or_false
from pnp.rules.expressions.functions import FILTERS, FORMS, FUNCTIONS, NEED_BRACKETS, itself
from pnp.rules.expressions.lookups import IT, check_names
from pnp.rules.expressions.names import Frame, Names
from pnp.rules.expressions.printing import FORM, Function, check_forms
from pnp.rules.expressions.reading import joined
from pnp.rules.expressions.repeating import around, first_unknown, free_names, made_once
from pnp.rules.expressions.values import Work, key, kind, listed
from pnp.rules.expressions.wrong import UNKNOWN_FILTER, UNREADABLE, Bad, Wrong, done_at, fail

NO_FUNCTION = UNKNOWN_FILTER.also("there is no function {name}", once=True)
NOT_CALLABLE = UNKNOWN_FILTER.also("only functions can be called")
STAR_IN_BRACKETS = UNREADABLE.also("expressions have no * in brackets")
WRONG_BRACKETS = UNREADABLE.also("the brackets of {name} take {wanted}")
NOT_ONE_EXPRESSION = UNREADABLE.also("the brackets of {name} take one expression about each item")
NO_FILTER = UNKNOWN_FILTER.also("there is no filter {name}", once=True)

Looking = Callable[[Names, tuple[Any, ...]], Callable[[Any], Any]]
_ALL = (*FILTERS, *FORMS)
_ELSEWHERE = {"length": "count", "select": "where", "selectattr": "where", "reject": "where(not …)", "list": "set"}


@makes(nodes.Filter)
def _filter(compiler: Compiler, node: nodes.Filter, depth: int) -> Closure:
    if node.node is None or node.dyn_args is not None or node.dyn_kwargs is not None:
        fail(compiler.expression, node.lineno, code=STAR_IN_BRACKETS)
    if node.name in FORMS:
        return _form(compiler, node, depth)
    if node.name not in FILTERS:
        before, dot, after = node.name.partition(".")
        hint = f"(…|{before}).{after}" if dot else _ELSEWHERE.get(node.name) or compiler.work.hint(node.name, _ALL)
        fail(compiler.expression, node.lineno, code=NO_FILTER, hint=hint, name=node.name)
    if node.name == FORM:
        done_at(compiler.expression, node.lineno, check_forms, compiler.work, len(node.args))
    return _called(compiler, node, depth, FILTERS[node.name], node.name, node.node)


@makes(nodes.Call)
def _call(compiler: Compiler, node: nodes.Call, depth: int) -> Closure:
    name = node.node.name if isinstance(node.node, nodes.Name) else ""
    at = start(node)
    if node.dyn_args is not None or node.dyn_kwargs is not None:
        fail(compiler.expression, at, code=STAR_IN_BRACKETS)
    if name not in FUNCTIONS:
        hint = f"…|{name}(…)" if name in FORMS or name in FILTERS else compiler.work.hint(name, FUNCTIONS.keys())
        if name:
            fail(compiler.expression, at, code=NO_FUNCTION, hint=hint, name=name)
        fail(compiler.expression, at, code=NOT_CALLABLE, hint=hint)
    return _called(compiler, node, depth, FUNCTIONS[name], name)


def _called(
    compiler: Compiler, node: nodes.Filter | nodes.Call, depth: int, function: Function, name: str, *own: nodes.Expr
) -> Closure:
    """A filter or a function of values; a filter's `own` value stands before it."""
    call, least, most = function
    expression, work, at = compiler.expression, compiler.work, node.lineno if own else start(node)
    if node.kwargs or not least <= len(node.args) <= most:
        wanted = "nothing" if not most else "one value" if most == 1 else f"{least} values" if least > 1 else "values"
        fail(expression, at, code=WRONG_BRACKETS, name=name, wanted=wanted)
    made = [compiler.make(argument, depth) for argument in (*own, *node.args)]
    return lambda names: done_at(expression, at, call, work, *[each(names) for each in made])


def _form(compiler: Compiler, node: nodes.Filter, depth: int) -> Closure:
    """A filter whose brackets hold an expression about each item."""
    work, at, name = compiler.work, node.lineno, node.name
    if len(node.args) + len(node.kwargs) > 1 or (name in NEED_BRACKETS and not (node.args or node.kwargs)):
        fail(compiler.expression, at, code=NOT_ONE_EXPRESSION, name=name)
    assert node.node is not None
    made, form = made_once(node.node, compiler.make(node.node, depth)), FORMS[name]
    is_bare = not node.args and not node.kwargs
    looking, weight, index = (lambda names, items: itself, 1, None) if is_bare else _about_items(compiler, node, depth)

    def run(names: Names) -> Any:
        value = made(names)
        try:
            items = listed(value, f"{name} needs a list, and this is")
            if index is not None and (candidates := index.candidates(names, items)) is not None:
                items = candidates
            work.spend(len(items) * weight)
            return form(items, looking(names, items), work)
        except Bad as bad:
            raise bad.at(compiler.expression, at) from None

    return run


def _about_items(compiler: Compiler, node: nodes.Filter, depth: int) -> tuple[Looking, int, "Index | None"]:
    """What yields, in a scope and for its items, the function of an item; how many steps that takes; an index."""
    item_name = str(node.kwargs[0].key) if node.kwargs else ""
    bound = compiler.bound | {item_name} if item_name else compiler.bound
    inside = Compiler(compiler.expression, compiler.work, bound)
    asked = node.kwargs[0].value if item_name else node.args[0]
    body = inside.make(asked, depth)
    index = Index(inside, asked, item_name) if node.name in INDEXED and IT not in bound else None
    compiler.uses |= inside.uses if item_name else inside.uses - {IT}
    compiler.it_at = max(compiler.it_at, inside.it_at) if item_name else compiler.it_at
    compiler.size += inside.size
    checked = False

    def looking(names: Names, items: tuple[Any, ...]) -> Callable[[Any], Any]:
        nonlocal checked
        scope = names.about(None)
        look = partial(scope.look_at_named, item_name) if item_name else scope.look_at

        def each(item: Any) -> Any:
            look(item)
            return body(scope)

        if items and not checked:
            known = names.inner({item_name: items[0]}) if item_name else names.about(items[0])
            check_names(compiler.expression, inside.names, known, compiler.work)
            checked = True
        return each

    return looking, 1 + inside.size // 8, index


INDEXED = ("where", "any")  # forms that only look at items for which their condition holds
Lookup = Callable[["_Found", Any, Work], list[int] | None]
_PLAIN = ("a text", "a number", "yes or no", "a piece")


class _Side(NamedTuple):
    """Of a comparison; `looked_up` finds the items whose side it is by what the other side yields."""

    node: nodes.Expr
    other: nodes.Expr
    looked_up: Lookup


class _Found(NamedTuple):
    """An index: the places of items by the keys of what their side of a comparison yields."""

    places: dict[Any, list[int]]
    kinds: frozenset[str]  # of what they yield
    unknown: bool  # whether a text among that is the id of nothing
    other: Closure  # the side that isn't about the item
    looked_up: Lookup
    around: list[Any]  # what else the item's side looks up
    free: list[str]


class Index:
    """Of the list that a form asks about: which items a comparison in its condition leaves over.

    `cards|where(a = cards|any(b = b.partner == a.id))` looks at 10,000 cards twice instead of 100,000,000 times. What
    comes out is the same, problems included: where a comparison could be one that never holds, an id one that nothing
    has, or a value one that can't be had of some item, the list is looked through as it stands.
    """

    def __init__(self, compiler: Compiler, body: nodes.Expr, item_name: str) -> None:
        """`compiler` is that of the condition."""
        self._compiler = compiler
        self._parts = joined(body)
        self._item_name = item_name
        self._items: Any = None
        self._found: _Found | None = None
        self._is_built = False

    def candidates(self, names: Names, items: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """Those for which the condition may hold, in their order; None where all are to be looked at."""
        if len(items) < repeating.SHORTEST:
            return None
        if items is not self._items:  # an index is for the second time
            self._items, self._found, self._is_built = items, None, False
            return None
        work = self._compiler.work
        try:
            if not self._is_built:
                self._is_built = True
                self._found = self._built(names, items)
            found = self._found
            if found is None or any(a is not b for a, b in zip(found.around, around(names, found.free), strict=True)):
                return None
            places = found.looked_up(found, found.other(names), work)
        except (Bad, Wrong, Poisoned):
            return None
        return None if places is None else tuple([items[place] for place in places])

    def _built(self, names: Names, items: tuple[Any, ...]) -> _Found | None:
        own = self._own_names(items)
        if own is None:
            return None
        passing: list[int] = list(range(len(items)))
        for part in self._parts:
            for side in _sides(part):
                if not free_names(side.node).isdisjoint(own) and free_names(side.other).isdisjoint(own):
                    return self._indexed(names, items, passing, side, own)
            if free_names(part).isdisjoint(own) or not free_names(part) <= own:
                return None
            test = true_or_false(self._fresh(), part, 0)  # what only asks about the item is asked now
            passing = [place for place, holds in self._of_items(names, items, passing, test) if holds]
        return None

    def _own_names(self, items: tuple[Any, ...]) -> frozenset[str] | None:
        """The names that mean an item, or something of it."""
        if any(isinstance(item, Frame) for item in items):
            return None
        if self._item_name:
            return frozenset((self._item_name,))
        if not any(isinstance(item, Record) for item in items):
            return frozenset((IT,))
        keys = items[0]._values.keys() if isinstance(items[0], Record) else None
        if keys is None or any(type(item) is not Record or item._values.keys() != keys for item in items):
            return None
        return frozenset((*keys, IT))

    def _fresh(self) -> Compiler:
        return Compiler(self._compiler.expression, self._compiler.work, self._compiler.bound)

    def _of_items(
        self, names: Names, items: tuple[Any, ...], places: list[int], run: Callable[[Names], Any]
    ) -> Iterable[tuple[int, Any]]:
        self._compiler.work.spend(len(places))
        scope = names.about(None)
        look = partial(scope.look_at_named, self._item_name) if self._item_name else scope.look_at
        for place in places:
            look(items[place])
            yield place, run(scope)

    def _indexed(
        self, names: Names, items: tuple[Any, ...], passing: list[int], side: _Side, own: frozenset[str]
    ) -> _Found | None:
        free, is_list = sorted(free_names(side.node) - own), side.looked_up is _in_lists
        beside = around(names, free)
        if any(type(value) is Definition for value in beside):
            return None
        places: dict[Any, list[int]] = {}
        kinds: set[str] = set()
        texts: list[Any] = []
        for place, value in self._of_items(names, items, passing, self._fresh().make(side.node)):
            if is_list and value is not None and type(value) is not tuple:
                return None
            values = (value or ()) if is_list else (value,)
            for each in values:
                if each is not None and kind(each) not in _PLAIN:
                    return None
                kinds.update((kind(each),) if each is not None else ())
                texts.append(each)
            for name in dict.fromkeys([key(each) for each in values]):
                places.setdefault(name, []).append(place)
        unknown = first_unknown(texts, self._compiler.work) is not None
        return _Found(places, frozenset(kinds), unknown, self._fresh().make(side.other), side.looked_up, beside, free)


def _equal(found: _Found, value: Any, work: Work) -> list[int] | None:
    """Where the items' values are equal to this; None where comparing could be a problem."""
    if value is not None and kind(value) not in _PLAIN:
        return None
    kinds = found.kinds | ({kind(value)} if value is not None else set())
    if value is not None and len(kinds) > 1 and not (kinds == {"a text", "a piece"} and _all_known(found, value, work)):
        return None
    return found.places.get(key(value), [])


def _in_lists(found: _Found, value: Any, work: Work) -> list[int] | None:
    """Where this is in the items' lists."""
    if value is not None and kind(value) not in _PLAIN:
        return None
    return found.places.get(key(value), []) if _all_known(found, value, work) else None


def _in_a_list(found: _Found, value: Any, work: Work) -> list[int] | None:
    """Where the items' values are in this list."""
    if value is not None and type(value) is not tuple:
        return None
    values = value or ()
    has_pieces = any(isinstance(each, Record) for each in values)
    if (has_pieces and found.unknown) or ("a piece" in found.kinds and first_unknown(values, work) is not None):
        return None
    places = {place for each in values for place in found.places.get(key(each, work), ())}
    return sorted(places)


def _all_known(found: _Found, value: Any, work: Work) -> bool:
    """Whether no text would be compared with a piece that is the id of nothing."""
    if isinstance(value, Record):
        return not found.unknown
    return not (isinstance(value, str) and "a piece" in found.kinds) or work.ids is None or value in work.ids


def _sides(part: nodes.Expr) -> list[_Side]:
    """Of an equality, or `in`."""
    if not isinstance(part, nodes.Compare) or len(part.ops) > 1 or part.ops[0].op not in ("eq", "in"):
        return []
    left, right = part.expr, part.ops[0].expr
    of_left, of_right = (_in_a_list, _in_lists) if part.ops[0].op == "in" else (_equal, _equal)
    return [_Side(left, right, of_left), _Side(right, left, of_right)]
