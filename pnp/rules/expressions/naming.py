"""Constants, lists, names, attributes and items → closures."""

import re
from collections.abc import Mapping
from typing import Any, NoReturn

from jinja2 import nodes

from pnp.model.rules import Definition, Expression
from pnp.model.values import Record
from pnp.rules.expressions.compiler import Compiler, Evaluating, Run, makes, start
from pnp.rules.expressions.functions import FILTERS, FORMS, FUNCTIONS, GREATEST
from pnp.rules.expressions.names import (
    DEFINITION,
    LISTED,
    NOTHING,
    PLAYER,
    SELECTION,
    TABLE,
    Absent,
    Lazy,
    Names,
)
from pnp.rules.expressions.operators import at_index, attribute
from pnp.rules.expressions.values import Unknown, Work
from pnp.rules.expressions.wrong import AMBIGUOUS, ENDLESS, UNKNOWN_NAME, UNREADABLE, Bad, fail

IT = "it"
_SPECIAL = (Lazy, Absent, Definition)


def check_names(expression: Expression, needed: Mapping[str, int], names: Names, work: Evaluating) -> None:
    """Also those that won't be looked up this time: what `and` spares is still misspelt."""
    for name, at in needed.items():
        if name not in names and name not in work.also_known:
            unknown(expression, at, name, names, work)
        if whose := names.hidden(name):
            ambiguous(expression, at, name, names, whose)


def ambiguous(expression: Expression, at: int, name: str, names: Names, whose: str) -> NoReturn:
    """An item of a list and what stands around the list both have this name."""
    scope = names
    while name not in scope.mapping and scope.outer is not None:
        scope = scope.outer
    item = scope.item
    who = item.id if isinstance(item, Record) and item.id else "the item of the list"
    is_nearest = item is names.the_item()
    meant = f"it.{name} is {_of(who)}" if is_nearest else f"name the item, item = … item.{name} …"
    other = {
        SELECTION: f"chosen.{name} the selection's",
        PLAYER: f"player.{name} the player's",
        TABLE: f"table.{name} the finished table's",
        LISTED: f"name the player for the other: player = … player.{name} …",
        DEFINITION: "the definition needs another name",
    }[whose]
    fail(expression, at, f"{name} may be {_of(who)}, or {_WHOSE[whose]}", f"{meant}, {other}", AMBIGUOUS)


_WHOSE = {
    SELECTION: "the selection's",
    PLAYER: "the player's",
    TABLE: "the finished table's",
    LISTED: "the player's",
    DEFINITION: "the definition",
}


def _of(who: str) -> str:
    return f"{who}'" if who.endswith("s") else f"{who}'s"


def unknown(expression: Expression, at: int, name: str, names: Names, work: Work) -> NoReturn:
    item = names.the_item()
    if isinstance(item, Unknown):
        raise item.says(name).at(expression, at)
    known = dict.fromkeys(known for known in names if known != name)
    if name in FUNCTIONS or name in FILTERS or name in FORMS:
        hint = f"…|{name}" if name not in FUNCTIONS else f"{name}(…)"
    elif id := _id_at(expression.text, at, work):
        word = id.replace("-", "_")
        hint = f"did you mean {word}?" if word in known else f"the id is '{id}', in quotes"
    else:
        hint = work.hint(name, known)
    whose = f"{item.id} has no {name}, nor is there" if isinstance(item, Record) and item.id else "there is"
    what = f"anything called {name}" if whose != "there is" else f"nothing called {name}"
    fail(expression, at, f"{whose} {what}", hint, UNKNOWN_NAME)


def _id_at(text: str, at: int, work: Work) -> str:
    """What begins there, where that is the id of something: `apple-1` without quotes is a difference."""
    written = re.match(r"[a-z0-9-]*[a-z0-9]", text[at:])
    return written[0] if written and work.ids is not None and written[0] in work.ids else ""


@makes(nodes.Const)
def _const(compiler: Compiler, node: nodes.Const, depth: int) -> Run:
    value = node.value
    if isinstance(value, int | float) and not isinstance(value, bool) and not -GREATEST <= value <= GREATEST:
        compiler.fail(node.lineno, Bad("a number of more than twelve digits", code=ENDLESS))
    return lambda names: value


@makes(nodes.List, nodes.Tuple)
def _list(compiler: Compiler, node: nodes.List | nodes.Tuple, depth: int) -> Run:
    parts = [compiler.make(item, depth) for item in node.items]
    return lambda names: tuple([part(names) for part in parts])


@makes(nodes.Dict)
def _dict(compiler: Compiler, node: nodes.Dict, depth: int) -> Run:
    """A small table: `{'owl': 6, 'bear': 10}[animal]`."""
    for pair in node.items:
        if not isinstance(pair.key, nodes.Const) or not isinstance(pair.key.value, str | int):
            compiler.fail(start(pair.key), Bad("only a text or a number can stand before the colon", code=UNREADABLE))
    parts = [(pair.key.as_const(), compiler.make(pair.value, depth)) for pair in node.items]
    return lambda names: Record({key: part(names) for key, part in parts})


@makes(nodes.Name)
def _name(compiler: Compiler, node: nodes.Name, depth: int) -> Run:
    expression, work, at, name = compiler.expression, compiler.work, node.lineno, node.name
    if name == IT and IT not in compiler.bound:
        compiler.uses.add(IT)
        compiler.it_at = at
        return _it(compiler, at)
    if name not in compiler.bound:
        compiler.names.setdefault(name, at)
        compiler.uses.add(name)

    def run(names: Names) -> Any:
        scope: Names | None = names
        while scope is not None:
            value = scope.mapping.get(name, NOTHING)
            if value is not NOTHING:
                if scope.hides and name in scope.hides:
                    ambiguous(expression, at, name, names, scope.hides[name])
                return resolved(value, names, compiler, at) if type(value) in _SPECIAL else value
            scope = scope.outer
        return unknown(expression, at, name, names, work)

    return run


def _it(compiler: Compiler, at: int) -> Run:
    def run(names: Names) -> Any:
        item = names.the_item()
        if item is NOTHING:
            no_item(compiler.expression, at)
        return item

    return run


def no_item(expression: Expression, at: int, hint: str = "") -> NoReturn:
    fail(expression, at, "there is no item that `it` could mean", hint, UNKNOWN_NAME)


def resolved(value: Any, names: Names, compiler: Compiler, at: int) -> Any:
    while type(value) in _SPECIAL:
        if isinstance(value, Lazy):
            value = value.get()
        elif isinstance(value, Absent):
            fail(compiler.expression, at, value.message, value.hint)
        else:
            value = compiler.work.defined(value, names)
    return value


@makes(nodes.Getattr)
def _getattr(compiler: Compiler, node: nodes.Getattr, depth: int) -> Run:
    owner, name, work = compiler.make(node.node, depth), node.attr, compiler.work
    at = node.lineno + len(re.match(r"\.?\s*", compiler.expression.text[node.lineno :])[0])  # type: ignore[index]
    named = isinstance(node.node, nodes.Name | nodes.Getattr)
    whose = compiler.expression.text[start(node.node) : node.lineno].strip() if named else ""

    def run(names: Names) -> Any:
        value = owner(names)
        try:
            found = attribute(value, name, whose, work)
        except Bad as bad:
            compiler.fail(at, bad)
        return resolved(found, names, compiler, at) if type(found) in _SPECIAL else found

    return run


@makes(nodes.Getitem)
def _getitem(compiler: Compiler, node: nodes.Getitem, depth: int) -> Run:
    owner, index, work = compiler.make(node.node, depth), compiler.make(node.arg, depth), compiler.work
    at = start(node.arg)

    def run(names: Names) -> Any:
        value, place = owner(names), index(names)
        try:
            found = at_index(value, place, work)
        except Bad as bad:
            compiler.fail(at, bad)
        return resolved(found, names, compiler, at) if type(found) in _SPECIAL else found

    return run
