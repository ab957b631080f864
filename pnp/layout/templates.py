"""A template's name and a context → rendered XML; what goes wrong in it → findings with the template's line."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any

from jinja2 import Template, TemplateNotFound, TemplateSyntaxError, UndefinedError

from pnp.layout.absent import absent_value, is_about_nothing, local_names
from pnp.layout.bytecode import Compiled
from pnp.layout.element import Finding
from pnp.layout.loader import LayoutLoader
from pnp.layout.sandbox import LayoutEnvironment, make_environment
from pnp.layout.watch import Watch
from pnp.model.inside import OUTSIDE
from pnp.model.problem import FileError, LimitError, code
from pnp.model.suggest import did_you_mean
from pnp.model.translation import Translation

TEMPLATE_SYNTAX = code(
    "PNP200",
    "template cannot be read",
    """
Jinja could not parse a layout template: an unclosed `{% for %}`, a stray `%}`, an unknown filter.

Bad:  `{% if piece.power %}<text of="power"/>`
Good: `{% if piece.power %}<text of="power"/>{% endif %}`
""",
)
TEMPLATE_RUN = code(
    "PNP201",
    "template fails for a piece",
    """
An expression of the template went wrong for the piece named: mostly a name that doesn't exist. Templates are strict, so
that a misspelt field can't print as nothing; a field that a piece leaves out is there and prints nothing. What needs a
value, such as a loop or a sum, asks first whether there is one.

Bad:  `{{ piece.powr }}`
Good: `{{ piece.power }}`
""",
)
TEMPLATE_MISSING = code(
    "PNP202",
    "template not found",
    """
`include`, `extends` or `import` name a template that is neither in `layouts/<game>/` nor in `layouts/`.

Bad:  `{% include "shared/fraem.xml.j2" %}`
Good: `{% include "shared/frame.xml.j2" %}` with the file `layouts/shared/frame.xml.j2`
""",
)

MAX_CHARACTERS = 2_000_000  # of one rendered face
_AT_A_TIME = 500  # parts that are rendered before they are counted


class TemplateFailure(Exception):
    """Rendering failed; `finding.origin` is the template's place."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


class Templates:
    """The layouts of one game: rendered plainly, or with stamps to find where something comes from."""

    def __init__(
        self,
        folders: Sequence[Path],
        shown: Callable[[Path], str],
        cache: Path | None = None,
        translation: Translation | None = None,
        language: str = "",
    ) -> None:
        """`cache`: a folder for compiled templates, which needn't be there."""
        self._translation = translation
        self._language = language
        self._loader = LayoutLoader(folders, shown)
        self._folders = folders
        self._cache = cache
        self._plain = self._environment(stamped=False)
        self.asked = self._plain.asked  # names that renderings asked for, until somebody clears them
        self._stamped: LayoutEnvironment | None = None
        self._templates: dict[tuple[str, bool], Template] = {}
        self._existing: dict[str, bool] = {}

    def exists(self, name: str) -> bool:
        if name not in self._existing:
            self._existing[name] = self._loader.find(name) is not None
        return self._existing[name]

    def shown(self, name: str) -> str:
        return self._loader.shown(name)

    def render(self, name: str, context: Mapping[str, Any], watch: Watch, *, stamped: bool = False) -> str:
        """Raises TemplateFailure, LimitError, FileError."""
        try:
            with watch.rendering():
                return self._rendered(self._template(name, stamped), context)
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
            origin = f"{error.filename or self.shown(error.name or name)}:{error.lineno}:1"
            finding = Finding(TEMPLATE_SYNTAX, f"template cannot be read: {error.message}", origin=origin)
            raise TemplateFailure(finding) from None
        except (SyntaxError, MemoryError):  # Python's compiler gave up
            finding = Finding(TEMPLATE_SYNTAX, "template is nested too deeply", origin=f"{self.shown(name)}:1:1")
            raise TemplateFailure(finding) from None
        except Exception as error:  # whatever a template's expressions raise is the template's mistake
            place = self._place(error, name)
            message, hint = self._said(error, context, place)
            raise TemplateFailure(Finding(TEMPLATE_RUN, message, hint, origin=place)) from None

    def _missing(self, name: str, origin: str) -> Finding:
        if self._loader.leads_out(name):
            return Finding(OUTSIDE, f"template {name} is a link that leads out of its folder", origin=origin)
        hint = did_you_mean(name, self._loader.list_templates())
        return Finding(TEMPLATE_MISSING, f"template {name} is not there", hint, origin=origin)

    def _rendered(self, template: Template, context: Mapping[str, Any]) -> str:
        rendering = template.generate(context)
        xml = ""
        while parts := list(islice(rendering, _AT_A_TIME)):
            xml += "".join(parts)
            if len(xml) > MAX_CHARACTERS:
                raise LimitError(f"it renders more than {MAX_CHARACTERS} characters for one face")
        return xml

    def _template(self, name: str, stamped: bool) -> Template:
        template = self._templates.get((name, stamped))
        if template is None:
            if stamped and self._stamped is None:
                self._stamped = self._environment(stamped=True)
                self._stamped.asked = self.asked
            environment = self._stamped if stamped and self._stamped else self._plain
            template = self._templates[name, stamped] = environment.get_template(name)
        return template

    def _environment(self, *, stamped: bool) -> LayoutEnvironment:
        cache = Compiled(self._cache, self._folders, stamped=stamped) if self._cache else None
        return make_environment(
            self._loader, stamped=stamped, cache=cache, translation=self._translation, language=self._language
        )

    def _said(self, error: Exception, context: Mapping[str, Any], place: str) -> tuple[str, str]:
        """What failed at the template's place, and what would be right."""
        frames = [tb.tb_frame for tb in _chain(error) if _template_line(tb)]
        names = {**context, **(local_names(frames[-1].f_locals) if frames else {})}
        if is_about_nothing(error) and (absent := absent_value(self._line(place), names)):
            whose = f': "{absent.owner}" leaves it out' if absent.owner else ""
            return f"{absent.name} is nothing{whose}", f"ask for it first: {{% if {absent.name} %}}"
        return (str(error) if isinstance(error, UndefinedError) else f"the template fails: {error}"), ""

    def _line(self, place: str) -> str:
        """The template's line there."""
        file, number, _ = place.rsplit(":", 2)
        name = next((each for each in self._loader.list_templates() if self.shown(each) == file), "")
        lines = self._loader.get_source(None, name)[0].splitlines() if name else []
        return lines[int(number) - 1] if 0 < int(number) <= len(lines) else ""

    def _place(self, error: BaseException, name: str) -> str:
        """The innermost template line that the error passed, or that was interrupted for it, as a stamp."""
        for raised in (error, error.__context__):
            places = [place for tb in _chain(raised) if (place := _template_line(tb))]
            if places:
                return places[-1]
        return f"{self.shown(name)}:1:1"


def _chain(error: BaseException | None) -> Iterator[TracebackType]:
    tb = error.__traceback__ if error else None
    while tb is not None:
        yield tb
        tb = tb.tb_next


def _template_line(tb: TracebackType) -> str | None:
    """The place where the traceback passes a template, as it was compiled or as Jinja rewrote it."""
    scope = tb.tb_frame.f_globals
    template = scope.get("__jinja_template__")
    if template is not None:
        return f"{template.filename}:{template.get_corresponding_lineno(tb.tb_lineno)}:1"
    return f"{scope['__file__']}:{tb.tb_lineno}:1" if "__jinja_exception__" in scope else None
