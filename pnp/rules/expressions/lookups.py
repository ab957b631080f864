"""Constants, lists, names, attributes and items → closures."""

import re
from collections.abc import Mapping
from typing import Any, NoReturn

from jinja2 import nodes

from pnp.model.rules import Definition, Expression
from pnp.model.values import Poison, Record
from pnp.rules.expressions.compiler import Closure, Compiler, makes, start
from pnp.rules.expressions.errors import (
    AMBIGUOUS,
    BY_PLAYERS,
    NOT_READ,
    NOTHING_CALLED,
    UNFIT,
    UNKNOWN_NAME,
    UNREADABLE,
    WITHOUT_VALUE,
    BadValue,
    call_at,
    fail,
)
from pnp.rules.expressions.functions import FILTERS, FORMS, FUNCTIONS, check_number
from pnp.rules.expressions.names import IT, NOTHING, WHOSE, Absent, ByPlayers, Lazy, Names
from pnp.rules.expressions.values import Listing, Unknown, Work, name_value, require_list, show

TWO_MEANINGS = AMBIGUOUS.also("{name} may be {whose}, or {other}")
ITEM_HAS_NO = UNKNOWN_NAME.also(
    "{item} has no {name}, nor is there anything called {name}", varies=("item",), once=True
)
NO_ITEM = UNKNOWN_NAME.also("there is no item that `it` could mean")
NOT_IN_LIST = UNKNOWN_NAME.also("there is no {id} in this list", once=True)
OWNER_HAS_NO = UNKNOWN_NAME.also("{owner} has no {name}", varies=("owner",), once=True)
LIST_HAS_NO = UNKNOWN_NAME.also("a list has no {name}")
DIFFERS_BY_PLAYERS = BY_PLAYERS.also("{name} depends on the number of players: {figures}", varies=("figures",))
HAS_NO_FIGURE = UNFIT.also("{name} has no figure")
NO_KEY = UNREADABLE.also("only a text or a number can stand before the colon")
NONE_HAS_NO = UNFIT.also("{whose} is none here and has no {name}")
NOTHING_FOR_KEY = UNFIT.also("there is nothing for {key}, only for {keys}", varies=("key", "keys"))
NO_INDEX = UNFIT.also("{value} is no number of an item", varies=("value",))
NO_ITEM_AT = UNFIT.also("there is no item {index} in a list of {count}")
NO_PIECES_BY_ID = UNFIT.also("{id} is no number of an item, and this list has no pieces")

_SPECIAL = (Lazy, Absent, ByPlayers, Definition, Poison)


def check_names(expression: Expression, needed: Mapping[str, int], names: Names, work: Work) -> None:
    """Check that all names are there, also those that won't be looked up this time because `and` spares them."""
    for name, at in needed.items():
        scope = names.scope_of(name)
        if scope is None and name not in work.also_known:
            fail_for_unknown(expression, at, name, names, work)
        if scope and name in scope.hides:
            fail_for_two_meanings(expression, at, name, names, scope.hides[name])


def fail_for_two_meanings(expression: Expression, at: int, name: str, names: Names, whose: str) -> NoReturn:
    """Raise EvalError for a name that an item of a list and what stands around the list both have."""
    scope = names.scope_of(name)
    item = scope.item if scope else NOTHING
    owner = item.id if isinstance(item, Record) and item.id else "the item of the list"
    owners = f"{owner}'" if owner.endswith("s") else f"{owner}'s"
    meant = f"it.{name} is {owners}" if item is names.current_item() else f"name the item, item = … item.{name} …"
    other, way = WHOSE[whose]
    hint = f"{meant}, {way.format(name=name)}"
    fail(expression, at, code=TWO_MEANINGS, hint=hint, name=name, whose=owners, other=other)


def fail_for_unknown(expression: Expression, at: int, name: str, names: Names, work: Work) -> NoReturn:
    """Raise EvalError for a name that nothing has."""
    item = names.current_item()
    if isinstance(item, Unknown):
        raise item.says(name).at(expression, at)
    known = dict.fromkeys(known for known in names if known != name)
    if name in FUNCTIONS or name in FILTERS or name in FORMS:
        hint = f"{name}(…)" if name in FUNCTIONS else f"…|{name}"
    # what begins there may be the id of something: `apple-1` without quotes is a difference
    elif (written := re.match(r"[a-z0-9-]*[a-z0-9]", expression.text[at:])) and written[0] in (work.ids or ()):
        word = written[0].replace("-", "_")
        hint = f"did you mean {word}?" if word in known else f"the id is '{written[0]}', in quotes"
    else:
        hint = work.hint(name, known)
    cause = work.unread.cause_of_name(name)
    if isinstance(item, Record) and item.id:
        fail(expression, at, code=ITEM_HAS_NO, hint=hint, cause=cause, item=item.id, name=name)
    fail(expression, at, code=NOTHING_CALLED, hint=hint, cause=cause, name=name)


@makes(nodes.Const)
def _const(compiler: Compiler, node: nodes.Const, depth: int) -> Closure:
    value = node.value
    if isinstance(value, int | float):
        call_at(compiler.expression, node.lineno, check_number, value)
    return lambda names: value


@makes(nodes.List, nodes.Tuple)
def _list(compiler: Compiler, node: nodes.List | nodes.Tuple, depth: int) -> Closure:
    parts = [compiler.make(item, depth) for item in node.items]
    return lambda names: tuple([part(names) for part in parts])


@makes(nodes.Dict)
def _dict(compiler: Compiler, node: nodes.Dict, depth: int) -> Closure:
    """Compile a small table: `{'owl': 6, 'bear': 10}[animal]`."""
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
            item = names.current_item()
            return item if item is not NOTHING else fail_for_no_item(expression, at)

        return the_item
    if name not in compiler.bound:
        compiler.names.setdefault(name, at)
        compiler.uses.add(name)

    def run(names: Names) -> Any:
        scope = names.scope_of(name)
        if scope is None:
            fail_for_unknown(expression, at, name, names, work)
        if name in scope.hides:
            fail_for_two_meanings(expression, at, name, names, scope.hides[name])
        value = scope.mapping[name]
        return _resolve(value, names, compiler, at, name) if type(value) in _SPECIAL else value

    return run


def fail_for_no_item(expression: Expression, at: int, hint: str = "") -> NoReturn:
    fail(expression, at, code=NO_ITEM, hint=hint)


def _resolve(value: Any, names: Names, compiler: Compiler, at: int, name: str) -> Any:
    """Return the value that something special stands for. Raises EvalError where there is none."""
    while type(value) in _SPECIAL:
        if isinstance(value, Lazy):
            value = value.get()
        elif isinstance(value, Absent):
            fail(compiler.expression, at, code=WITHOUT_VALUE, hint=value.hint, cause=value.cause, why=value.message)
        elif isinstance(value, ByPlayers):  # a figure, where it is the same with any number of players
            for each in value.figures.values():
                if isinstance(each, Absent) and each.cause:
                    fail(
                        compiler.expression, at, code=WITHOUT_VALUE, hint=each.hint, cause=each.cause, why=each.message
                    )
            figures = {number: figure for number, figure in value.figures.items() if not isinstance(figure, Absent)}
            different = tuple(dict.fromkeys(figures.values()))
            if not figures:
                fail(compiler.expression, at, code=HAS_NO_FIGURE, name=value.name)
            if len(different) > 1:
                said = f"{show(different)} with {show(tuple(figures))} players"
                hint = f"write {value.name}[{list(figures)[len(figures) // 2]}]"
                fail(compiler.expression, at, code=DIFFERS_BY_PLAYERS, hint=hint, name=value.name, figures=said)
            value = different[0]
        elif isinstance(value, Poison):
            fail(compiler.expression, at, code=NOT_READ, cause=value.problem, what=name)
        else:
            value = compiler.work.value_of(value, names)
    return value


@makes(nodes.Getattr)
def _getattr(compiler: Compiler, node: nodes.Getattr, depth: int) -> Closure:
    return _attribute_of(compiler, node, depth, _SPECIAL)[0]


def _attribute_of(
    compiler: Compiler, node: nodes.Getattr, depth: int, special: tuple[type, ...] = ()
) -> tuple[Closure, int]:
    """Return what yields the attribute, resolved where it is one of these, and where it is named."""
    owner, name, work = compiler.make(node.node, depth), node.attr, compiler.work
    at = node.lineno + len(re.match(r"\.?\s*", compiler.expression.text[node.lineno :])[0])  # type: ignore[index]
    is_named = isinstance(node.node, nodes.Name | nodes.Getattr)
    whose = compiler.expression.text[start(node.node) : node.lineno].strip() if is_named else ""

    def run(names: Names) -> Any:
        value = owner(names)
        found = value._values.get(name, NOTHING) if isinstance(value, Record) else NOTHING
        if found is NOTHING:
            found = call_at(compiler.expression, at, _attribute, value, name, whose, work)
        return _resolve(found, names, compiler, at, name) if type(found) in special else found

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
            value = _resolve(value, names, compiler, named_at, "it")
        found = call_at(compiler.expression, at, _item_at, value, place, work)
        return _resolve(found, names, compiler, at, "it") if type(found) in _SPECIAL else found

    return run


def _attribute(value: Any, name: str, whose: str, work: Work) -> Any:
    """Return `value.name`; of a record only what it says."""
    if isinstance(value, Mapping):
        for written in (name, name.replace("_", "-")):
            if (found := value.get(written, NOTHING)) is not NOTHING:
                return found
        owner = (value.id if isinstance(value, Record) else "") or whose or "it"
        hint, cause = work.hint(name, [str(key) for key in value]), work.unread.cause_of_name(name)
        raise BadValue(code=OWNER_HAS_NO, hint=hint, cause=cause, owner=owner, name=name)
    if isinstance(value, Listing):
        return _attribute(value.says, name, whose, work)
    if isinstance(value, Absent):
        raise BadValue(code=WITHOUT_VALUE, hint=value.hint, cause=value.cause, why=value.message)
    if isinstance(value, tuple):
        raise BadValue(code=LIST_HAS_NO, hint=f"|map({name}) takes it of each item", name=name)
    if isinstance(value, Unknown):
        raise value.says(name)
    if value is None:
        raise BadValue(code=NONE_HAS_NO, whose=whose or "it", name=name)
    raise BadValue(code=OWNER_HAS_NO, owner=name_value(value), name=name)


def _item_at(value: Any, index: Any, work: Work) -> Any:
    """Return `value[index]`: what stands under a name; of a list the piece with that id, or an item, from 0."""
    wanted = index.id if isinstance(index, Record) else index
    if isinstance(value, Mapping):
        if isinstance(wanted, str | int | float) and (found := value.get(wanted, NOTHING)) is not NOTHING:
            return found
        raise BadValue(code=NOTHING_FOR_KEY, key=show(index), keys=show(tuple(value)))
    if isinstance(value, Listing) and isinstance(wanted, str):
        return _attribute(value, wanted, "it", work)
    items = require_list(value, "an item of a list is meant, and this is")
    if isinstance(wanted, str):
        work.spend(len(items))
        pieces = [item for item in items if isinstance(item, Record) and item.id]
        if (piece := next((piece for piece in pieces if piece.id == wanted), None)) is not None:
            return piece
        if not pieces:
            raise BadValue(code=NO_PIECES_BY_ID, id=show(wanted))
        hint, cause = work.hint(wanted, [piece.id for piece in pieces]), work.unread.cause_of_id(wanted)
        raise BadValue(code=NOT_IN_LIST, hint=hint, cause=cause, id=wanted)
    if not isinstance(index, int) or isinstance(index, bool):
        raise BadValue(code=NO_INDEX, value=name_value(index))
    if not -len(items) <= index < len(items):
        raise BadValue(code=NO_ITEM_AT, index=index, count=len(items))
    return items[index]
