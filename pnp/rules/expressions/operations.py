"""Operators, filters and functions → closures: arithmetic, comparisons, yes and no, calls."""

import operator
from collections.abc import Callable, Mapping
from functools import partial
from math import floor, log10
from typing import Any

from jinja2 import nodes

from pnp.model.problem import code
from pnp.rules.expressions.compiler import Closure, Compiler, make_condition, makes, start
from pnp.rules.expressions.errors import NUMBER_TOO_GREAT, UNFIT, UNKNOWN_FILTER, UNREADABLE, BadValue, call_at, fail
from pnp.rules.expressions.functions import (
    FILTERS,
    FORM,
    FORMS,
    FUNCTIONS,
    NEED_BRACKETS,
    Function,
    check_length,
    check_number,
    identity,
)
from pnp.rules.expressions.lookups import check_names
from pnp.rules.expressions.names import IT, Names
from pnp.rules.expressions.values import (
    Work,
    add_numbers,
    are_equal,
    contains,
    decimal_operator,
    name_value,
    require_list,
    require_number,
    round_number,
    show,
    to_condition,
)

IF_WITHOUT_ELSE = UNREADABLE.also("an if without else")
NO_TEST = UNKNOWN_FILTER.also("there is no test {name}", once=True)
NO_SUCH_ROOT = UNFIT.also("{one} ** {two}: there is no such root", varies=("one", "two"))
OPERAND_NO_NUMBER = UNFIT.also("{one} {sign} {two}: {value} is no number", varies=("one", "two", "value"))
DIVISION_BY_ZERO = UNFIT.also("{one} {sign} {two}: division by zero", varies=("one", "two"))
NO_FUNCTION = UNKNOWN_FILTER.also("there is no function {name}", once=True)
NOT_CALLABLE = UNKNOWN_FILTER.also("only functions can be called")
STAR_IN_BRACKETS = UNREADABLE.also("expressions have no * in brackets")
WRONG_BRACKETS = UNREADABLE.also("the brackets of {name} take {wanted}")
NOT_ONE_EXPRESSION = UNREADABLE.also("the brackets of {name} take one expression about each item")
NO_FILTER = UNKNOWN_FILTER.also("there is no filter {name}", once=True)
WRONG_FORMS = code("PNP631", says="{forms} form{ending}, where {language} has {wanted}", varies=("ending",))

Looking = Callable[[Names, tuple[Any, ...]], Callable[[Any], Any]]
_ALL = (*FILTERS, *FORMS)
_ELSEWHERE = {"length": "count", "select": "where", "selectattr": "where", "reject": "where(not …)", "list": "set"}
_minus, _times = decimal_operator(operator.sub), decimal_operator(operator.mul)


@makes(nodes.Not)
def _not(compiler: Compiler, node: nodes.Not, depth: int) -> Closure:
    made = make_condition(compiler, node.node, depth)
    return lambda names: not made(names)


@makes(nodes.And)
def _and(compiler: Compiler, node: nodes.And, depth: int) -> Closure:
    left, right = make_condition(compiler, node.left, depth), make_condition(compiler, node.right, depth)
    return lambda names: left(names) and right(names)


@makes(nodes.Or)
def _or(compiler: Compiler, node: nodes.Or, depth: int) -> Closure:
    """Compile to the first of the two that is yes: `level or 0`."""
    left, right, at = compiler.make(node.left, depth), compiler.make(node.right, depth), start(node.left)

    def run(names: Names) -> Any:
        value = left(names)
        if value is True:
            return True
        return value if value is not False and call_at(compiler.expression, at, to_condition, value) else right(names)

    return run


@makes(nodes.CondExpr)
def _choice(compiler: Compiler, node: nodes.CondExpr, depth: int) -> Closure:
    if node.expr2 is None:
        fail(compiler.expression, start(node), code=IF_WITHOUT_ELSE, hint="… if … else …")
    test = make_condition(compiler, node.test, depth)
    yes, no = compiler.make(node.expr1, depth), compiler.make(node.expr2, depth)
    return lambda names: yes(names) if test(names) else no(names)


@makes(nodes.Compare)
def _compare(compiler: Compiler, node: nodes.Compare, depth: int) -> Closure:
    expression, work, at = compiler.expression, compiler.work, start(node)
    first = compiler.make(node.expr, depth)
    steps = [(_COMPARING[each.op], compiler.make(each.expr, depth)) for each in node.ops]
    if len(steps) == 1:
        comparing, other = steps[0]
        return lambda names: call_at(expression, at, comparing, first(names), other(names), work)

    def chain(names: Names) -> bool:
        left = first(names)
        for comparing, made in steps:
            right = made(names)
            if not call_at(expression, at, comparing, left, right, work):
                return False
            left = right
        return True

    return chain


@makes(nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow)
def _arithmetic(compiler: Compiler, node: nodes.BinExpr, depth: int) -> Closure:
    left, right = compiler.make(node.left, depth), compiler.make(node.right, depth)
    expression, work, at, compute = compiler.expression, compiler.work, start(node), _ARITHMETIC[node.operator]
    return lambda names: call_at(expression, at, compute, left(names), right(names), work)


@makes(nodes.Neg, nodes.Pos)
def _sign(compiler: Compiler, node: nodes.Neg | nodes.Pos, depth: int) -> Closure:
    made, at = compiler.make(node.node, depth), start(node.node)
    signed = operator.neg if isinstance(node, nodes.Neg) else operator.pos
    return lambda names: signed(call_at(compiler.expression, at, require_number, made(names)))


@makes(nodes.Test)
def _test(compiler: Compiler, node: nodes.Test, depth: int) -> Closure:
    if node.name != "none" or node.args or node.kwargs or node.dyn_args or node.dyn_kwargs:
        fail(compiler.expression, node.lineno, code=NO_TEST, hint="is none, is not none", name=node.name)
    made = compiler.make(node.node, depth)
    return lambda names: made(names) is None


def _check_numbers(one: Any, two: Any, sign: str) -> None:
    for value in (one, two):
        if not isinstance(value, int | float) or isinstance(value, bool):
            wrong = next((each for each in (one, two) if each is None), value)  # beside a list, nothing is the mistake
            raise BadValue(code=OPERAND_NO_NUMBER, one=show(one), sign=sign, two=show(two), value=name_value(wrong))


def _computing(sign: str, compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Work], Any]:
    def run(one: Any, two: Any, work: Work) -> Any:
        if sign == "+" and isinstance(one, tuple) and isinstance(two, tuple):
            check_length(len(one) + len(two), work)
            return one + two
        _check_numbers(one, two, sign)
        if sign in ("/", "//", "%") and round_number(two) == 0:
            raise BadValue(code=DIVISION_BY_ZERO, one=show(one), sign=sign, two=show(two))
        return check_number(compute(one, two))

    return run


def _divide_whole(one: Any, two: Any) -> Any:
    """Return how often two goes into one: three times 0.1 into 0.3."""
    return one // two if type(one) is int and type(two) is int else floor(round_number(one / two))


def _power(one: Any, two: Any, work: Work) -> Any:
    _check_numbers(one, two, "**")
    if one == 0 and two < 0:
        raise BadValue(code=DIVISION_BY_ZERO, one=show(one), sign="**", two=show(two))
    if one < 0 and two != int(two):
        raise BadValue(code=NO_SUCH_ROOT, one=show(one), two=show(two))
    if abs(one) not in (0, 1) and two * log10(abs(one)) > 13:
        raise BadValue(code=NUMBER_TOO_GREAT)
    return check_number(float(one) ** two if two < 0 else one**two)


_ARITHMETIC: Mapping[str, Callable[[Any, Any, Work], Any]] = {
    "+": _computing("+", add_numbers),
    "-": _computing("-", _minus),
    "*": _computing("*", _times),
    "/": _computing("/", operator.truediv),
    "//": _computing("//", _divide_whole),
    "%": _computing("%", lambda one, two: _minus(one, _times(two, _divide_whole(one, two)))),
    "**": _power,
}


def _ordering(sign: str, compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any, Work], bool]:
    def run(one: Any, two: Any, work: Work) -> bool:
        if type(one) is not int or type(two) is not int:
            _check_numbers(one, two, sign)
            return compare(round_number(one), round_number(two))
        return compare(one, two)

    return run


_COMPARING: Mapping[str, Callable[[Any, Any, Work], bool]] = {
    "eq": are_equal,
    "ne": lambda one, two, work: not are_equal(one, two, work),
    "lt": _ordering("<", operator.lt),
    "lteq": _ordering("<=", operator.le),
    "gt": _ordering(">", operator.gt),
    "gteq": _ordering(">=", operator.ge),
    "in": lambda one, two, work: contains(two, one, work),
    "notin": lambda one, two, work: not contains(two, one, work),
}


@makes(nodes.Filter)
def _filter(compiler: Compiler, node: nodes.Filter, depth: int) -> Closure:
    expression, work, name = compiler.expression, compiler.work, node.name
    if node.node is None or node.dyn_args is not None or node.dyn_kwargs is not None:
        fail(expression, node.lineno, code=STAR_IN_BRACKETS)
    if name in FORMS:
        return _form(compiler, node, node.node, depth)
    if name not in FILTERS:
        before, dot, after = name.partition(".")
        hint = f"(…|{before}).{after}" if dot else _ELSEWHERE.get(name) or work.hint(name, _ALL)
        fail(expression, node.lineno, code=NO_FILTER, hint=hint, name=name)
    if name == FORM and (forms := len(node.args)) != (wanted := work.speech.plurals[0]):
        ending, language, hint = "" if forms == 1 else "s", work.speech.language, "one word for each"
        said = {"forms": forms, "ending": ending, "language": language, "wanted": wanted}
        fail(expression, node.lineno, code=WRONG_FORMS, hint=hint, **said)
    return _call_of_values(compiler, node, depth, FILTERS[name], name, node.node)


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
    return _call_of_values(compiler, node, depth, FUNCTIONS[name], name)


def _call_of_values(
    compiler: Compiler, node: nodes.Filter | nodes.Call, depth: int, function: Function, name: str, *own: nodes.Expr
) -> Closure:
    """Compile a filter or a function of values; a filter's `own` value stands before it."""
    call, least, most = function
    expression, work, at = compiler.expression, compiler.work, node.lineno if own else start(node)
    if node.kwargs or not least <= len(node.args) <= most:
        wanted = "nothing" if not most else "one value" if most == 1 else f"{least} values" if least > 1 else "values"
        fail(expression, at, code=WRONG_BRACKETS, name=name, wanted=wanted)
    made = [compiler.make(argument, depth) for argument in (*own, *node.args)]
    return lambda names: call_at(expression, at, call, work, *[each(names) for each in made])


def _form(compiler: Compiler, node: nodes.Filter, subject: nodes.Expr, depth: int) -> Closure:
    """Compile a filter whose brackets hold an expression about each item."""
    work, at, name = compiler.work, node.lineno, node.name
    if len(node.args) + len(node.kwargs) > 1 or (name in NEED_BRACKETS and not (node.args or node.kwargs)):
        fail(compiler.expression, at, code=NOT_ONE_EXPRESSION, name=name)
    made, form = compiler.make(subject, depth), FORMS[name]
    is_bare = not node.args and not node.kwargs
    looking, weight = (lambda names, items: identity, 1) if is_bare else _about_items(compiler, node, depth)

    def run(names: Names) -> Any:
        value = made(names)
        try:
            items = require_list(value, f"{name} needs a list, and this is")
            work.spend(len(items) * weight)
            return form(items, looking(names, items), work)
        except BadValue as bad:
            raise bad.at(compiler.expression, at) from None

    return run


def _about_items(compiler: Compiler, node: nodes.Filter, depth: int) -> tuple[Looking, int]:
    """Return what yields, in a scope and for its items, the function of an item; and how many steps that takes."""
    item_name = str(node.kwargs[0].key) if node.kwargs else ""
    inside = Compiler(compiler.expression, compiler.work, compiler.bound | ({item_name} if item_name else frozenset()))
    body = inside.make(node.kwargs[0].value if item_name else node.args[0], depth)
    compiler.uses |= inside.uses if item_name else inside.uses - {IT}
    compiler.it_at = max(compiler.it_at, inside.it_at) if item_name else compiler.it_at
    compiler.size += inside.size
    checked = False

    def looking(names: Names, items: tuple[Any, ...]) -> Callable[[Any], Any]:
        nonlocal checked
        scope = names.item_scope(None)
        look = partial(scope.look_at_named, item_name) if item_name else scope.look_at

        def each(item: Any) -> Any:
            look(item)
            return body(scope)

        if items and not checked:
            known = names.nest({item_name: items[0]}) if item_name else names.item_scope(items[0])
            check_names(compiler.expression, inside.names, known, compiler.work)
            checked = True
        return each

    return looking, 1 + inside.size // 8
