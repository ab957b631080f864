"""A template's name and a context → rendered XML; what goes wrong in it → findings with the template's line."""

import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Template, TemplateError, TemplateNotFound, TemplateSyntaxError, UndefinedError

from pnp.layout.element import Finding
from pnp.layout.sandbox import LayoutLoader, make_environment
from pnp.model.problem import LimitError, code
from pnp.model.suggest import did_you_mean

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
An expression of the template went wrong for the piece named: mostly a name that doesn't exist - templates are strict,
so that a misspelt field can't print as nothing. Test for an optional value with `{% if piece.art %}`.
""",
)
TEMPLATE_MISSING = code(
    "PNP202",
    "template not found",
    """
`front:`, `back:`, `include`, `extends` or `import` name a template that is neither in `layouts/<game>/` nor in
`layouts/`.
""",
)


class TemplateFailure(Exception):
    """Rendering failed; `finding.origin` is the template's place."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


class Templates:
    """The layouts of one game: rendered plainly, or with stamps to find where something comes from."""

    def __init__(self, folders: Sequence[Path], project_display: Any) -> None:
        self._loader = LayoutLoader(folders, project_display)
        self._display = project_display
        self._plain = make_environment(self._loader, stamped=False)
        self._stamped: Any = None
        self._templates: dict[tuple[str, bool], Template] = {}

    def render(self, name: str, context: Mapping[str, Any], *, stamped: bool = False) -> str:
        """Raises TemplateFailure, LimitError."""
        try:
            return self._template(name, stamped).render(context)
        except TemplateNotFound as error:
            hint = did_you_mean(str(error.name), self._loader.list_templates())
            message = f"template {error.name} is not there"
            raise TemplateFailure(Finding(TEMPLATE_MISSING, message, hint, origin=self._place(error, name))) from None
        except TemplateSyntaxError as error:
            origin = f"{error.filename or self._shown(error.name or name)}:{error.lineno}:1"
            raise TemplateFailure(
                Finding(TEMPLATE_SYNTAX, f"template cannot be read: {error.message}", origin=origin)
            ) from None
        except LimitError as error:
            raise LimitError(f"{self._place(error, name)}: {error}") from None
        except UndefinedError as error:
            raise TemplateFailure(Finding(TEMPLATE_RUN, str(error), origin=self._place(error, name))) from None
        except (TemplateError, ArithmeticError, TypeError, ValueError, LookupError, AttributeError) as error:
            message = f"{type(error).__name__}: {error}"
            raise TemplateFailure(Finding(TEMPLATE_RUN, message, origin=self._place(error, name))) from None
        except RecursionError:
            raise LimitError(f"{self._shown(name)}: templates include each other without end") from None

    def _template(self, name: str, stamped: bool) -> Template:
        template = self._templates.get((name, stamped))
        if template is None:
            if stamped and self._stamped is None:
                self._stamped = make_environment(self._loader, stamped=True)
            template = (self._stamped if stamped else self._plain).get_template(name)
            self._templates[name, stamped] = template
        return template

    def _shown(self, name: str) -> str:
        path = self._loader.find(name)
        return self._display(path) if path else name

    def _place(self, error: BaseException, name: str) -> str:
        """The innermost template line of the error's traceback, as a stamp."""
        shown = {
            self._display(path): path for path in [self._loader.find(n) for n in self._loader.list_templates()] if path
        }
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if frame.filename in shown:
                return f"{frame.filename}:{frame.lineno}:1"
        return f"{self._shown(name)}:1:1"
