"""A template's name and a context → rendered XML; what goes wrong in it → findings with the template's line."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any

from jinja2 import Template, TemplateNotFound, TemplateSyntaxError, UndefinedError
from jinja2.utils import internal_code

from pnp.cardtext.suggest import did_you_mean
from pnp.io.opening import OUTSIDE
from pnp.layout.limits import Watch
from pnp.layout.loader import TEMPLATE_SYNTAX, LayoutLoader
from pnp.layout.reads import PLACED
from pnp.layout.sandbox import NAMES, NUMBERS, LayoutEnvironment, NotThere, make_environment
from pnp.model.finding import Finding, find
from pnp.model.language import Speaker
from pnp.model.problem import FileError, LimitError, code
from pnp.model.regex import regex
from pnp.model.values import Record, Unavailable

ENDLESSLY_NESTED = TEMPLATE_SYNTAX.also("template is nested too deeply")
TEMPLATE_RUN = code("PNP201", says="{what}")
NO_NAME = TEMPLATE_RUN.also("there is nothing called {name}", once=True)
NOT_OF_OWNER = TEMPLATE_RUN.also('"{owner}" has no {name}', varies=("owner",), once=True)
NOT_AMONG = TEMPLATE_RUN.also("there is no {name}", once=True)
NOTHING_THERE = TEMPLATE_RUN.also("{name} is nothing")
LEFT_OUT = TEMPLATE_RUN.also('{name} is nothing: "{owner}" leaves it out', varies=("owner",))
TEMPLATE_FAILS = TEMPLATE_RUN.also("the template fails: {error}")
TEMPLATE_MISSING = code("PNP202", says="template {name} is not there")
LEADS_OUT = OUTSIDE.also("template {name} is a link that leads out of its folder")

_OWNERS = ("piece", "game", "component")  # that a template names before what they have

MAX_CHARACTERS = 2_000_000  # of one rendered face
_AT_A_TIME = 500  # parts that are rendered before they are counted


class TemplateFailure(Exception):
    """Rendering failed; `finding.origin` is the template's place."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding


class Templates:
    """The layouts of one game: rendered plainly, or with stamps to find where something comes from."""

    def __init__(
        self,
        folders: Sequence[Path],
        shown: Callable[[Path], str],
        translation: Speaker | None = None,
        language: str = "",
    ) -> None:
        self._loader = LayoutLoader(folders, shown)
        self._make = partial(make_environment, self._loader, translation=translation, language=language)
        self._plain = self._make(stamped=False)
        self.asked = self._plain.asked  # names that renderings asked for, until somebody clears them
        self._template = lru_cache(None)(self._compiled)
        self.exists = lru_cache(None)(lambda name: self._loader.find(name) is not None)

    def shown(self, name: str) -> str:
        return self._loader.shown(name)

    def render(self, name: str, context: Mapping[str, Any], watch: Watch, *, stamped: bool = False) -> str:
        """Raises TemplateFailure, LimitError, FileError."""
        try:
            return watch.run(lambda: self._rendered(self._template(name, stamped), context))
        except LimitError as error:
            raise LimitError(f"{self._place(error, name)}: {error}") from None
        except FileError:
            raise
        except RecursionError as error:
            message = "templates or macros that call each other without end"
            raise LimitError(f"{self._place(error, name)}: {message}") from None
        except TemplateNotFound as error:
            raise TemplateFailure(self._missing(str(error.name), self._place(error, name))) from None
        except TemplateSyntaxError as error:
            raise TemplateFailure(self._unreadable(error, error.name or name)) from None
        except (SyntaxError, MemoryError):  # Python's compiler gave up
            raise TemplateFailure(find(ENDLESSLY_NESTED, origin=f"{self.shown(name)}:1:1")) from None
        except Exception as error:  # whatever a template's expressions raise is the template's mistake
            raise TemplateFailure(self._said(error, context, self._place(error, name))) from None

    def _unreadable(self, error: TemplateSyntaxError, name: str) -> Finding:
        from pnp.layout.statements import what_is_wrong

        shown = error.filename or self.shown(name)
        try:
            return what_is_wrong(self.source(shown), error, shown, self._plain.filters)
        except TemplateSyntaxError:  # there is no text in which to look for more
            return find(TEMPLATE_SYNTAX, what=error.message or "", origin=f"{shown}:{error.lineno}:1")

    def _missing(self, name: str, origin: str) -> Finding:
        if self._loader.leads_out(name):
            return find(LEADS_OUT, origin=origin, word=name, name=name)
        hint = did_you_mean(name, self._loader.list_templates())
        return find(TEMPLATE_MISSING, hint=hint, origin=origin, word=name, name=name)

    def _rendered(self, template: Template, context: Mapping[str, Any]) -> str:
        environment = template.environment
        names = {**environment.globals, **context}
        rendering = template.root_render_func(
            environment.context_class(environment, names, template.name, template.blocks)
        )
        xml = ""
        while parts := list(islice(rendering, _AT_A_TIME)):
            xml += "".join(parts)
            if len(xml) > MAX_CHARACTERS:
                raise LimitError(f"it renders more than {MAX_CHARACTERS} characters for one face")
        return xml

    def _compiled(self, name: str, stamped: bool) -> Template:
        return (self._stamped if stamped else self._plain).get_template(name)

    @cached_property
    def _stamped(self) -> LayoutEnvironment:
        environment = self._make(stamped=True)
        environment.asked = self.asked
        return environment

    def _said(self, error: Exception, context: Mapping[str, Any], place: str) -> Finding:
        """What failed at the template's place, and what would be right."""
        from jinja2.debug import get_template_locals

        from pnp.layout.statements import no_such_filter

        if isinstance(error, Unavailable):
            return find(TEMPLATE_FAILS, origin=place, cause=error.cause, error=str(error))
        if isinstance(error, NotThere):
            at = self._written(place, error.name)
            name, owner = error.name, error.owner
            hint = did_you_mean(name, [*_names_in(owner, context), *(self._given(at) if error.owner is None else [])])
            owners = [each for each in _OWNERS if owner is None and name in _names_in(context.get(each, {}), context)]
            if owners:
                hint = f"did you mean {owners[0]}.{name}?"
            said = partial(find, hint=hint, origin=at, word=name, name=name)
            if isinstance(owner, Record) and owner.id:
                return said(NOT_OF_OWNER, owner=owner.id)
            return said(NO_NAME if owner is None else NOT_AMONG)
        frames = [tb.tb_frame for tb in _chain(error) if _template_line(tb)]
        names = {**context, **(get_template_locals(frames[-1].f_locals) if frames else {})}
        if _NOTHING.search(str(error)) and (absent := _absent_value(self._line(place), names)):
            name, by = absent
            said = partial(find, hint=f"ask for it first: {{% if {name} %}}", origin=place, word=name, name=name)
            return said(LEFT_OUT, owner=by) if by else said(NOTHING_THERE)
        if unknown := no_such_filter(str(error), self._plain.filters):  # Jinja waits where it stands in an {% if %}
            return unknown._replace(origin=place)
        if isinstance(error, UndefinedError):
            return find(TEMPLATE_RUN, origin=place, what=str(error))
        return find(TEMPLATE_FAILS, origin=place, error=str(error))

    def source(self, shown: str) -> str:
        """The text of the template that messages name so; "" where there is none."""
        name = next((each for each in self._loader.list_templates() if self.shown(each) == shown), "")
        return self._loader.get_source(None, name)[0] if name else ""

    def _written(self, place: str, name: str) -> str:
        """Where a name stands that is missed at a place: a `set` above it only passes on what isn't there."""
        file, number, _ = place.rsplit(":", 2)
        named = re.compile(rf"\b{re.escape(name)}\b")
        if named.search(self._line(place)):
            return place
        before = list(enumerate(self.source(file).splitlines()[: int(number)], 1))
        found = (at for at, line in reversed(before) if _SET.search(line) and named.search(line))
        return f"{file}:{next(found, number)}:1"

    def _given(self, place: str) -> list[str]:
        """Names that the template of a place sets, counts with, imports or defines."""
        found = _GIVEN.findall(self.source(place.rsplit(":", 2)[0]))
        return [name for each in found for name in re.findall(r"\w+", " ".join(each))]

    def _line(self, place: str) -> str:
        """The template's line there."""
        file, number, _ = place.rsplit(":", 2)
        lines = self.source(file).splitlines()
        return lines[int(number) - 1] if 0 < int(number) <= len(lines) else ""

    def _place(self, error: BaseException, name: str) -> str:
        """The innermost template line that the error passed, or that was interrupted for it, as a stamp."""
        for raised in (error, error.__context__):
            places = [place for tb in _chain(raised) if (place := _template_line(tb))]
            if places:
                return places[-1]
        return f"{self.shown(name)}:1:1"


def _names_in(owner: Mapping[str, Any] | None, context: Mapping[str, Any]) -> list[str]:
    """What there is in it, or at all."""
    if owner is None:
        return [*NAMES, *NUMBERS]
    return [*map(str, owner), *(PLACED if owner is context.get("piece") else ())]


def _chain(error: BaseException | None) -> Iterator[TracebackType]:
    tb = error.__traceback__ if error else None
    while tb is not None:
        yield tb
        tb = tb.tb_next


def _template_line(tb: TracebackType) -> str | None:
    """The place where the traceback passes a template."""
    template = tb.tb_frame.f_globals.get("__jinja_template__")
    if template is None or tb.tb_frame.f_code in internal_code:
        return None
    return f"{template.filename}:{template.get_corresponding_lineno(tb.tb_lineno)}:1"


_CHAIN = regex(r"\b([a-zA-Z_]\w*)((?:\.[a-zA-Z_]\w*)+)")
_NOTHING = regex(r"\bNoneType\b|^None has no|^'None' has no")
_SET = regex(r"\{%[-+]?\s*set\b")
_GIVEN = regex(r"\{%[-+]?\s*(?:(?:set|for)\s+([\w\s,]+?)\s*(?:=|\bin\b|%\})|macro\s+(\w+)|[^%]*?\bas\s+(\w+))")


def _absent_value(line: str, names: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the first name of a template's line that leads to nothing, as it is written there, and the id of the piece
    or entry that leaves it out; empty where it is another thing."""
    for root, path in _CHAIN.findall(line):
        value: Any = names.get(root)
        name = root
        if value is None and root in names:
            return root, ""
        for part in path[1:].split("."):
            if not isinstance(value, Mapping) or part not in value:
                break
            owner, value = value, value[part]
            name += f".{part}"
            if value is None:
                return name, owner.id if isinstance(owner, Record) else ""
    return None
