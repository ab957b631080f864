"""Filters and functions → closures."""

from collections.abc import Callable
from typing import Any

from jinja2 import nodes

from pnp.rules.expressions.compiler import Compiler, Run, makes, start
from pnp.rules.expressions.functions import FILTERS, FORMS, FUNCTIONS, NEED_BRACKETS
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.naming import IT, check_names
from pnp.rules.expressions.values import listed
from pnp.rules.expressions.wrong import UNKNOWN_FILTER, UNREADABLE, Bad, fail

Looking = Callable[[Names, tuple[Any, ...]], Callable[[Any], Any]]
_ALL = (*FILTERS, *FORMS)
_ELSEWHERE = {"length": "count", "select": "where", "selectattr": "where", "reject": "where(not …)", "list": "set"}


@makes(nodes.Filter)
def _filter(compiler: Compiler, node: nodes.Filter, depth: int) -> Run:
    if node.node is None or node.dyn_args is not None or node.dyn_kwargs is not None:
        fail(compiler.expression, node.lineno, "expressions have no * in brackets", code=UNREADABLE)
    if node.name in FORMS:
        return _form(compiler, node, depth)
    if node.name not in FILTERS:
        before, dot, after = node.name.partition(".")
        hint = f"(…|{before}).{after}" if dot else _ELSEWHERE.get(node.name) or compiler.work.hint(node.name, _ALL)
        fail(compiler.expression, node.lineno, f"there is no filter {node.name}", hint, UNKNOWN_FILTER)
    return _call_of(compiler, FILTERS[node.name], node.name, [node.node, *node.args], node, depth, 1)


@makes(nodes.Call)
def _call(compiler: Compiler, node: nodes.Call, depth: int) -> Run:
    name = node.node.name if isinstance(node.node, nodes.Name) else ""
    at = start(node)
    if node.dyn_args is not None or node.dyn_kwargs is not None:
        fail(compiler.expression, at, "expressions have no * in brackets", code=UNREADABLE)
    if name not in FUNCTIONS:
        hint = f"…|{name}(…)" if name in FORMS or name in FILTERS else compiler.work.hint(name, FUNCTIONS.keys())
        what = f"there is no function {name}" if name else "only functions can be called"
        fail(compiler.expression, at, what, hint, UNKNOWN_FILTER)
    return _call_of(compiler, FUNCTIONS[name], name, node.args, node, depth, 0)


def _call_of(
    compiler: Compiler,
    function: tuple[Callable[..., Any], int, int],
    name: str,
    arguments: list[nodes.Expr],
    node: nodes.Filter | nodes.Call,
    depth: int,
    own: int,
) -> Run:
    """A filter or a function of values; a filter's `own` value stands before it."""
    call, least, most = function
    at = node.lineno if own else start(node)
    if node.kwargs or not least <= len(arguments) - own <= most:
        wanted = "nothing" if not most else "one value" if most == 1 else f"{least} values" if least > 1 else "values"
        fail(compiler.expression, at, f"the brackets of {name} take {wanted}", code=UNREADABLE)
    made = [compiler.make(argument, depth) for argument in arguments]
    work = compiler.work

    def run(names: Names) -> Any:
        values = [each(names) for each in made]
        try:
            return call(work, *values)
        except Bad as bad:
            compiler.fail(at, bad)

    return run


def _form(compiler: Compiler, node: nodes.Filter, depth: int) -> Run:
    """A filter whose brackets hold an expression about each item."""
    work, at, name = compiler.work, node.lineno, node.name
    if len(node.args) + len(node.kwargs) > 1 or (name in NEED_BRACKETS and not (node.args or node.kwargs)):
        message = f"the brackets of {name} take one expression about each item"
        fail(compiler.expression, at, message, code=UNREADABLE)
    assert node.node is not None
    made, form = compiler.make(node.node, depth), FORMS[name]
    looking, weight = _about_items(compiler, node, depth) if node.args or node.kwargs else (_at_itself, 1)

    def run(names: Names) -> Any:
        value = made(names)
        try:
            items = listed(value, f"{name} needs a list, and this is")
            work.spend(len(items) * weight)
            return form(items, looking(names, items), work)
        except Bad as bad:
            compiler.fail(at, bad)

    return run


def _about_items(compiler: Compiler, node: nodes.Filter, depth: int) -> tuple[Looking, int]:
    """What yields, in a scope and for its items, the function of an item; and how many steps that takes."""
    item_name = str(node.kwargs[0].key) if node.kwargs else ""
    bound = compiler.bound | {item_name} if item_name else compiler.bound
    inside = Compiler(compiler.expression, compiler.work, bound)
    body = inside.make(node.kwargs[0].value if item_name else node.args[0], depth)
    compiler.uses |= inside.uses if item_name else inside.uses - {IT}
    compiler.it_at = max(compiler.it_at, inside.it_at) if item_name else compiler.it_at
    compiler.size += inside.size
    checked = False

    def looking(names: Names, items: tuple[Any, ...]) -> Callable[[Any], Any]:
        nonlocal checked
        scope = names.about(None)
        look = scope.look_at

        def each(item: Any) -> Any:
            look(item)
            return body(scope)

        def each_named(item: Any) -> Any:
            scope.look_at_named(item_name, item)
            return body(scope)

        if items and not checked:
            known = names.inner({item_name: items[0]}) if item_name else names.about(items[0])
            check_names(compiler.expression, inside.names, known, compiler.work)
            checked = True
        return each_named if item_name else each

    return looking, 1 + inside.size // 8


def _at_itself(names: Names, items: tuple[Any, ...]) -> Callable[[Any], Any]:
    return _itself


def _itself(item: Any) -> Any:
    return item
