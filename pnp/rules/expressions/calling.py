"""Filters and functions → closures."""

from collections.abc import Callable
from functools import partial
from typing import Any

from jinja2 import nodes

from pnp.rules.expressions.compiler import Closure, Compiler, makes, start
from pnp.rules.expressions.functions import FILTERS, FORMS, FUNCTIONS, NEED_BRACKETS, itself
from pnp.rules.expressions.lookups import IT, check_names
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.printing import FORM, Function, check_forms
from pnp.rules.expressions.values import listed
from pnp.rules.expressions.wrong import UNKNOWN_FILTER, UNREADABLE, Bad, done_at, fail

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
    made, form = compiler.make(node.node, depth), FORMS[name]
    is_bare = not node.args and not node.kwargs
    looking, weight = (lambda names, items: itself, 1) if is_bare else _about_items(compiler, node, depth)

    def run(names: Names) -> Any:
        value = made(names)
        try:
            items = listed(value, f"{name} needs a list, and this is")
            work.spend(len(items) * weight)
            return form(items, looking(names, items), work)
        except Bad as bad:
            raise bad.at(compiler.expression, at) from None

    return run


def _about_items(compiler: Compiler, node: nodes.Filter, depth: int) -> tuple[Looking, int]:
    """Return what yields, in a scope and for its items, the function of an item; and how many steps that takes."""
    item_name = str(node.kwargs[0].key) if node.kwargs else ""
    bound = compiler.bound | {item_name} if item_name else compiler.bound
    inside = Compiler(compiler.expression, compiler.work, bound)
    asked = node.kwargs[0].value if item_name else node.args[0]
    body = inside.make(asked, depth)
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

    return looking, 1 + inside.size // 8
