"""The filters of a layout template: those of Jinja's that make texts and lists, none of them without bounds.

`{% trans %}…{% pluralize %}…{% endtrans %}` is read by Jinja's extension and said in the edition's language. A label is
plain text, with names in braces where the template has variables; its context is the template's name. It is escaped
like any value that a template prints, and so are its variables.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import Environment, TemplateError, Undefined, filters, nodes, pass_environment, pass_eval_context
from jinja2.ext import InternationalizationExtension
from jinja2.nodes import EvalContext
from jinja2.parser import Parser
from markupsafe import Markup, escape

from pnp.cardtext.braces import fill_names
from pnp.cardtext.icons import change_words
from pnp.cardtext.orthography import MOST_DIGITS, capitalise, format_number, lower, title_case, upper
from pnp.model.language import Speaker, pick_form
from pnp.model.problem import LimitError, PnpError
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.model.values import Record, require

if TYPE_CHECKING:
    from pnp.layout.templates import LayoutLoader

MAX_MADE = 100_000  # characters or items that one expression may make
MAX_STEPS = 10_000  # of a range, columns of a batch

_AS_THEY_ARE = (
    *("abs", "count", "d", "default", "dictsort", "first", "float", "groupby", "int", "items", "last", "length"),
    *("list", "map", "max", "min", "reject", "rejectattr", "reverse", "select", "selectattr", "sort", "unique"),
)
_OF_ONE_TEXT = (*("e", "escape", "forceescape", "safe", "string", "striptags", "trim", "wordcount"),)
_CASES = {"capitalize": capitalise, "lower": lower, "title": title_case, "upper": upper}
_MARKUP = re.compile(r"(<[^>]*>|&#?\w+;)")


def check_made(length: int) -> None:
    if length > MAX_MADE:
        raise LimitError(f"a value of {length} characters or items is more than a template may make")


def one_text(value: Any) -> Any:
    """Return a value that prints as one text; refuse a list, whose text would be Python's. Raises Unreadable."""
    if isinstance(value, str | int | float | Record | Undefined) or value is None:
        return value
    raise TypeError(f"a text or a number is expected, not a {type(require(value)).__name__}")


def cases(language: str) -> dict[str, Callable[[str], str]]:
    """Return changes of texts by name, for filters and methods: as readers of the language write."""
    return {name: partial(_cased, function, language) for name, function in _CASES.items()}


def _cased(function: Callable[[str, str], str], language: str, text: str) -> str:
    """Change the words of a text, but no icons, and of markup no tags and entities."""
    change = partial(change_words, change=lambda words: function(words, language))
    if not isinstance(text, Markup):
        return change(text)
    return Markup("".join([part if at % 2 else change(part) for at, part in enumerate(_MARKUP.split(text))]))


def layout_filters(language: str) -> dict[str, Callable[..., Any]]:
    known: Mapping[str, Callable[..., Any]] = filters.FILTERS
    return {
        **{name: known[name] for name in _AS_THEY_ARE},
        **{name: partial(_filter_text, known[name]) for name in _OF_ONE_TEXT},
        **{name: _change_words(function) for name, function in cases(language).items()},
        "batch": _in_groups(known["batch"]),
        "join": _join,
        "number": _number(language),
        "replace": _replace,
        "round": _round,
        "slice": _in_groups(known["slice"]),
        "sum": _sum,
    }


def _filter_text(function: Callable[..., Any], value: Any, /, *arguments: Any) -> Any:
    return function(one_text(value), *arguments)


def _change_words(function: Callable[[str], str]) -> Callable[..., Any]:
    def cased(value: Any) -> Any:
        text = one_text(value)
        return function(text if isinstance(text, str) else str(text))

    return cased


def _number(language: str) -> Callable[..., Any]:
    """Nothing for a field that is left out."""

    def number(value: Any, digits: int | None = None) -> str:
        if isinstance(one_text(value), bool) or not isinstance(value, int | float | None):
            raise TypeError(f"a number is expected, not a {type(value).__name__}")
        if digits is not None and not 0 <= digits <= MOST_DIGITS:
            raise LimitError(f"{digits} digits behind the decimal point are none or more than {MOST_DIGITS}")
        return "" if value is None else format_number(language, value, digits)

    return number


def _in_groups(function: Callable[..., Any]) -> Callable[..., Any]:
    def checked(value: Iterable[Any], count: int, fill_with: Any = None) -> Any:
        if count > MAX_STEPS:
            raise LimitError(f"groups of {count} are more than a template may make")
        return function(value, count, fill_with)

    return checked


@pass_eval_context
def _join(context: EvalContext, value: Iterable[Any], d: str = "", attribute: str | int | None = None) -> Any:
    items = list(value)
    if attribute is not None:
        items = list(map(filters.make_attrgetter(context.environment, attribute), items))
    check_made(sum([len(str(one_text(item))) for item in items]) + len(d) * len(items))
    return filters.do_join(context, items, d)


@pass_eval_context
def _replace(context: EvalContext, text: str, old: str, new: str, count: int | None = None) -> str:
    text = str(one_text(text)) if not isinstance(text, str) else text
    check_made(len(text) + text.count(old) * len(new))
    return filters.do_replace(context, text, old, new, count)


def _round(value: float, precision: int = 0, method: Any = "common") -> float:
    if abs(precision) > 20:
        raise LimitError(f"rounding to {precision} digits is more than a template may do")
    return filters.do_round(value, precision, method)


@pass_environment
def _sum(environment: Environment, iterable: Iterable[Any], attribute: str | int | None = None, start: int = 0) -> Any:
    if attribute is not None:
        iterable = map(filters.make_attrgetter(environment, attribute), iterable)
    numbers = list(iterable)
    for number in (*numbers, start):
        if not isinstance(number, int | float):
            raise TypeError(f"a number is expected, not a {type(number).__name__}")
    return sum(numbers, start)


SAY = "pnp_label"  # what a template calls; no name that anybody would give a variable

_VARIABLE = regex(r"%(?:\((\w+)\)s|(%))")
_COMMENT = regex(r"\{#.*?#\}", re.DOTALL)
_NAMED = regex(r"""["']([^"'\n{}]+\.j2)["']""")
_COMPUTED = regex(  # a name that isn't all in quotes
    r"""\{%-?\s*(?:include|import|extends|from)\s+(?!["'][^"'\n]*["']\s*(?:%|-|as|import|with|ignore))"""
)


class Label(NamedTuple):
    """What a template says itself, at its line; `plural` is empty where it says it of any count."""

    context: str
    text: str
    plural: str
    span: Span


class Labels(InternationalizationExtension):
    """Parses the tag as Jinja does, but compiles it to one call, with the template's name as context."""

    _name = ""

    def parse(self, parser: Parser) -> nodes.Node | list[nodes.Node]:
        self._name, line = parser.name or "", parser.stream.current.lineno
        parsed = super().parse(parser)
        for node in parsed if isinstance(parsed, list) else [parsed]:
            for call in node.find_all(nodes.Call):
                said = (each.value for each in call.args if isinstance(each, nodes.Const))
                if any(isinstance(text, str) and "<" in text for text in said):
                    parser.fail("an element can't stand in {% trans %}: put it around it", line)
        return parsed

    def _make_node(
        self,
        singular: str,
        plural: str | None,
        context: str | None,
        variables: dict[str, nodes.Expr],
        plural_expr: nodes.Expr | None,
        vars_referenced: bool,
        num_called_num: bool,
    ) -> nodes.Output:
        said = [f"{self._name}:{context}" if context else self._name, _plain(singular), _plain(plural or "")]
        arguments: list[nodes.Expr] = [nodes.Const(each) for each in said]
        arguments.append(plural_expr or nodes.Const(None))
        named = [nodes.Keyword(name, value) for name, value in variables.items()]
        return nodes.Output([nodes.Call(nodes.Name(SAY, "load"), arguments, named, None, None)])


def speaker(translation: Speaker | None) -> Callable[..., Markup]:
    """Return what says labels in the edition's language, or as the templates have them."""

    def say(context: str, source: str, plural: str, count: Any = None, /, **variables: Any) -> Markup:
        said = translation.find(context, source, plural) if translation else None
        if said is not None and translation is not None:
            text = pick_form(translation, said, count)
        else:
            text = plural if plural and count != 1 else source

        def value(name: str) -> str | None:
            shown = variables.get(name)
            return str(escape("" if shown is None else shown)) if name in variables else None

        return Markup(fill_names(str(escape(text)), value))

    return say


def labels_in(loader: "LayoutLoader", names: Iterable[str], folders: Sequence[Path]) -> Iterator[Label]:
    """Yield the labels of these templates and of all that they reach. One that can't be read says nothing."""
    waiting, seen = list(names), set[str]()
    environment: Environment | None = None
    while waiting:
        name = waiting.pop(0)
        if name in seen:
            continue
        seen.add(name)
        try:
            source, shown, _ = loader.get_source(None, name)
            if "trans" in source:  # most say nothing themselves: no need to parse them
                environment = environment or Environment(loader=loader, extensions=[Labels])
                environment.policies["ext.i18n.trimmed"] = True
                tree = environment.parse(source, name, shown)
                for call in tree.find_all(nodes.Call):
                    if isinstance(call.node, nodes.Name) and call.node.name == SAY:
                        said = [each.value for each in call.args[:3] if isinstance(each, nodes.Const)]
                        yield Label(said[0], said[1], said[2], Span(shown, call.lineno))
        except (TemplateError, PnpError, RecursionError, SyntaxError):
            continue
        text = _COMMENT.sub("", source)
        waiting += _NAMED.findall(text)
        if _COMPUTED.search(text):
            # where a name is put together, any template beside this one may be meant
            beside = name.rpartition("/")[0]
            others = {path.name for folder in folders for path in (folder / beside).glob("*.j2")}
            waiting += [f"{beside}/{each}" if beside else each for each in sorted(others)]


def _plain(text: str) -> str:
    """Return a text as translators see it: names in braces, characters themselves."""
    return unescape(_VARIABLE.sub(lambda found: f"{{{found[1]}}}" if found[1] else "%", text))
