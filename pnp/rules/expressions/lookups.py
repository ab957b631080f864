"""Constants, lists, names, attributes and items → closures."""

import re
from collections.abc import Mapping
from typing import Any, NoReturn

from jinja2 import nodes

from pnp.model.rules import Definition, Expression
from pnp.model.values import Poison, Record
from pnp.rules.expressions.compiler import Closure, Compiler, Evaluating, makes, start
from pnp.rules.expressions.functions import FILTERS, FORMS, FUNCTIONS, bounded
from pnp.rules.expressions.names import NOTHING, WHOSE, Absent, ByPlayers, Lazy, Names
from pnp.rules.expressions.operators import at_index, attribute
from pnp.rules.expressions.values import Unknown, Work, shown
from pnp.rules.expressions.wrong import (
    AMBIGUOUS,
    BY_PLAYERS,
    NOT_READ,
    NOTHING_CALLED,
    UNFIT,
    UNKNOWN_NAME,
    UNREADABLE,
    WITHOUT_VALUE,
    done_at,
    fail,
)

TWO_MEANINGS = AMBIGUOUS.also("{name} may be {whose}, or {other}")
ITEM_HAS_NO = UNKNOWN_NAME.also(
    "{item} has no {name}, nor is there anything called {name}", varies=("item",), once=True
)
NO_ITEM = UNKNOWN_NAME.also("there is no item that `it` could mean")
DIFFERS_BY_PLAYERS = BY_PLAYERS.also("{name} depends on the number of players: {figures}", varies=("figures",))
HAS_NO_FIGURE = UNFIT.also("{name} has no figure")
NO_KEY = UNREADABLE.also("only a text or a number can stand before the colon")

IT = "it"
_SPECIAL = (Lazy, Absent, ByPlayers, Definition, Poison)


def check_names(expression: Expression, needed: Mapping[str, int], names: Names, work: Evaluating) -> None:
    """Also those that won't be looked up this time: what `and` spares must be there, too."""
    for name, at in needed.items():
        if name not in names and name not in work.also_known:
            unknown(expression, at, name, names, work)
        if whose := names.hidden(name):
            ambiguous(expression, at, name, names, whose)


def ambiguous(expression: Expression, at: int, name: str, names: Names, whose: str) -> NoReturn:
    """An item of a list and what stands around the list both have this name."""
    scope = names.scope_of(name)
    item = scope.item if scope else NOTHING
    who = item.id if isinstance(item, Record) and item.id else "the item of the list"
    is_nearest = item is names.the_item()
    meant = f"it.{name} is {_of(who)}" if is_nearest else f"name the item, item = … item.{name} …"
    other, way = WHOSE[whose]
    hint = f"{meant}, {way.format(name=name)}"
    fail(expression, at, code=TWO_MEANINGS, hint=hint, name=name, whose=_of(who), other=other)


def _of(who: str) -> str:
    return f"{who}'" if who.endswith("s") else f"{who}'s"


def unknown(expression: Expression, at: int, name: str, names: Names, work: Work) -> NoReturn:
    item = names.the_item()
    if isinstance(item, Unknown):
        raise item.says(name).at(expression, at)
    known = dict.fromkeys(known for known in names if known != name)
    if name in FUNCTIONS or name in FILTERS or name in FORMS:
        hint = f"…|{name}" if name not in FUNCTIONS else f"{name}(…)"
    # what begins there may be the id of something: `apple-1` without quotes is a difference
    elif (written := re.match(r"[a-z0-9-]*[a-z0-9]", expression.text[at:])) and written[0] in (work.ids or ()):
        id = written[0]
        word = id.replace("-", "_")
        hint = f"did you mean {word}?" if word in known else f"the id is '{id}', in quotes"
    else:
        hint = work.hint(name, known)
    cause = work.cause_of_name(name)
    if isinstance(item, Record) and item.id:
        fail(expression, at, code=ITEM_HAS_NO, hint=hint, cause=cause, item=item.id, name=name)
    fail(expression, at, code=NOTHING_CALLED, hint=hint, cause=cause, name=name)


@makes(nodes.Const)
def _const(compiler: Compiler, node: nodes.Const, depth: int) -> Closure:
    value = node.value
    if isinstance(value, int | float):
        done_at(compiler.expression, node.lineno, bounded, value)
    return lambda names: value


@makes(nodes.List, nodes.Tuple)
def _list(compiler: Compiler, node: nodes.List | nodes.Tuple, depth: int) -> Closure:
    parts = [compiler.make(item, depth) for item in node.items]
    return lambda names: tuple([part(names) for part in parts])


@makes(nodes.Dict)
def _dict(compiler: Compiler, node: nodes.Dict, depth: int) -> Closure:
    """A small table: `{'owl': 6, 'bear': 10}[animal]`."""
    for pair in node.items:
        if not isinstance(pair.key, nodes.Const) or not isinstance(pair.key.value, str | int):
            fail(compiler.expression, start(pair.key), code=NO_KEY)
    parts = [(pair.key.as_const(), compiler.make(pair.value, depth)) for pair in node.items]
    return lambda names: Record({key: part(names) for key, part in parts})


@makes(nodes.Name)
def _name(compiler: Compiler, node: nodes.Name, depth: int) -> Closure:
    expression, work, at, name = compiler.expression, compiler.work, node.lineno, node.name
    if name == IT and IT not in compiler.bound:
        compiler.uses.add(IT)
        compiler.it_at = at

        def the_item(names: Names) -> Any:
            item = names.the_item()
            return item if item is not NOTHING else no_item(expression, at)

        return the_item
    if name not in compiler.bound:
        compiler.names.setdefault(name, at)
        compiler.uses.add(name)

    def run(names: Names) -> Any:
        scope = names.scope_of(name)
        if scope is None:
            unknown(expression, at, name, names, work)
        if name in scope.hides:
            ambiguous(expression, at, name, names, scope.hides[name])
        value = scope.mapping[name]
        return resolved(value, names, compiler, at, name) if type(value) in _SPECIAL else value

    return run


def no_item(expression: Expression, at: int, hint: str = "") -> NoReturn:
    fail(expression, at, code=NO_ITEM, hint=hint)


def resolved(value: Any, names: Names, compiler: Compiler, at: int, name: str) -> Any:
    """Raises Wrong where there is no value, or one that couldn't be read."""
    while type(value) in _SPECIAL:
        if isinstance(value, Lazy):
            value = value.get()
        elif isinstance(value, Absent):
            fail(compiler.expression, at, code=WITHOUT_VALUE, hint=value.hint, cause=value.cause, why=value.message)
        elif isinstance(value, ByPlayers):
            value = _of_all(value, compiler, at)
        elif isinstance(value, Poison):
            fail(compiler.expression, at, code=NOT_READ, cause=value.problem, what=name)
        else:
            value = compiler.work.defined(value, names)
    return value


def _of_all(value: ByPlayers, compiler: Compiler, at: int) -> Any:
    """The figure that there is with any number of players."""
    for each in value.figures.values():
        if isinstance(each, Absent) and each.cause:
            fail(compiler.expression, at, code=WITHOUT_VALUE, hint=each.hint, cause=each.cause, why=each.message)
    figures = {number: figure for number, figure in value.figures.items() if not isinstance(figure, Absent)}
    different = list(dict.fromkeys(figures.values()))
    if len(different) == 1:
        return different[0]
    if not figures:
        fail(compiler.expression, at, code=HAS_NO_FIGURE, name=value.name)
    number = list(figures)[len(figures) // 2]
    each = f"{shown(tuple(different))} with {shown(tuple(figures))} players"
    hint = f"write {value.name}[{number}]"
    fail(compiler.expression, at, code=DIFFERS_BY_PLAYERS, hint=hint, name=value.name, figures=each)


@makes(nodes.Getattr)
def _getattr(compiler: Compiler, node: nodes.Getattr, depth: int) -> Closure:
    return _attribute_of(compiler, node, depth, _SPECIAL)[0]


def _attribute_of(
    compiler: Compiler, node: nodes.Getattr, depth: int, special: tuple[type, ...] = ()
) -> tuple[Closure, int]:
    """Return what yields the attribute, resolved where it is one of these, and where it is named."""
    owner, name, work = compiler.make(node.node, depth), node.attr, compiler.work
    at = node.lineno + len(re.match(r"\.?\s*", compiler.expression.text[node.lineno :])[0])  # type: ignore[index]
    named = isinstance(node.node, nodes.Name | nodes.Getattr)
    whose = compiler.expression.text[start(node.node) : node.lineno].strip() if named else ""

    def run(names: Names) -> Any:
        value = owner(names)
        found = value._values.get(name, NOTHING) if isinstance(value, Record) else NOTHING
        if found is NOTHING:
            found = done_at(compiler.expression, at, attribute, value, name, whose, work)
        return resolved(found, names, compiler, at, name) if type(found) in special else found

    return run, at


@makes(nodes.Getitem)
def _getitem(compiler: Compiler, node: nodes.Getitem, depth: int) -> Closure:
    work = compiler.work
    if isinstance(node.node, nodes.Getattr):  # figures of which the brackets choose one
        owner, named_at = _attribute_of(compiler, node.node, depth)
    else:
        owner, named_at = compiler.make(node.node, depth), 0
    index, at = compiler.make(node.arg, depth), start(node.arg)

    def run(names: Names) -> Any:
        value, place = owner(names), index(names)
        if isinstance(value, ByPlayers):
            value = Record(value.figures)
        elif type(value) in _SPECIAL:
            value = resolved(value, names, compiler, named_at, "it")
        found = done_at(compiler.expression, at, at_index, value, place, work)
        return resolved(found, names, compiler, at, "it") if type(found) in _SPECIAL else found

    return run
