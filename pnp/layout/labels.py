"""`{% trans %}…{% pluralize %}…{% endtrans %}` of templates: read by Jinja's extension, said in the edition's language.

A label is plain text, with names in braces where the template has variables; its context is the template's name. It is
escaped like any value that a template prints, and so are its variables.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, TemplateError, nodes
from jinja2.ext import InternationalizationExtension
from jinja2.parser import Parser
from markupsafe import Markup, escape

from pnp.cardtext.braces import fill_names
from pnp.layout.loader import LayoutLoader
from pnp.model.language import Speaker, counted
from pnp.model.problem import PnpError
from pnp.model.regex import regex
from pnp.model.span import Span

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
        where = f"{self._name}:{context}" if context else self._name
        said = [where, _plain(singular), _plain(plural or "")]
        arguments: list[nodes.Expr] = [nodes.Const(each) for each in said]
        arguments.append(plural_expr or nodes.Const(None))
        named = [nodes.Keyword(name, value) for name, value in variables.items()]
        return nodes.Output([nodes.Call(nodes.Name(SAY, "load"), arguments, named, None, None)])


def speaker(translation: Speaker | None) -> Callable[..., Markup]:
    """Return what says labels in the edition's language, or as the templates have them."""

    def say(context: str, source: str, plural: str, count: Any = None, /, **variables: Any) -> Markup:
        said = translation.find(context, source, plural) if translation else None
        if said is not None and translation is not None:
            text = counted(translation, said, count)
        else:
            text = plural if plural and count != 1 else source

        def value(name: str) -> str | None:
            if name not in variables:
                return None
            return str(escape("" if variables[name] is None else variables[name]))

        return Markup(fill_names(str(escape(text)), value))

    return say


def labels_in(loader: LayoutLoader, names: Iterable[str], folders: Sequence[Path]) -> Iterator[Label]:
    """The labels of these templates and of all that they reach. One that can't be read says nothing."""
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
                        context, message, plural = (
                            said.value for said in call.args[:3] if isinstance(said, nodes.Const)
                        )
                        yield Label(context, message, plural, Span(shown, call.lineno))
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
    """As translators see it: names in braces, characters themselves."""
    from html import unescape

    return unescape(_VARIABLE.sub(lambda found: f"{{{found[1]}}}" if found[1] else "%", text))
