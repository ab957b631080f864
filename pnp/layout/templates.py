"""A template's name and a context → rendered XML; what goes wrong in it → findings with the template's line.

Templates are read from below the layout folders, and from nowhere else.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, Template, TemplateNotFound, TemplateSyntaxError

from pnp.cardtext.suggest import did_you_mean
from pnp.io.opening import OUTSIDE, is_file, is_link_out, path_inside, read_input
from pnp.io.project import Project, layout_folders
from pnp.layout.sandbox import TEMPLATE_SYNTAX, LayoutEnvironment, Watch, make_environment
from pnp.model.game import Game
from pnp.model.language import Speaker
from pnp.model.problem import FileError, Finding, LimitError, code, find

MAX_BYTES = 1_000_000  # of one template


class LayoutLoader(BaseLoader):
    """The first of the folders that has a template of that name gives it."""

    def __init__(self, folders: Sequence[Path], shown: Callable[[Path], str]) -> None:
        self._folders, self._shown = folders, shown

    def find(self, name: str) -> Path | None:
        paths = (path_inside(folder, name) for folder in self._folders)
        return next((path for path in paths if path and is_file(path)), None)

    def leads_out(self, name: str) -> bool:
        """Whether there would be such a template, if links could lead out of the folders."""
        return self.find(name) is None and any(is_link_out(folder, name) for folder in self._folders)

    def display_name(self, name: str) -> str:
        """Return the template's name in messages."""
        path = self.find(name)
        return self._shown(path) if path else name

    def get_source(self, environment: Any, template: str) -> tuple[str, str, Callable[[], bool]]:
        path = self.find(template)
        if path is None:
            raise TemplateNotFound(template)
        shown = self._shown(path)
        try:
            data = read_input(path, MAX_BYTES)
        except OSError as error:
            raise FileError(f"{shown}: cannot be read: {error.strerror}") from error
        if len(data) > MAX_BYTES:
            raise LimitError(f"{shown}: a template of more than {MAX_BYTES // 1_000_000} MB")
        try:
            return data.decode("utf-8-sig"), shown, lambda: True
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise TemplateSyntaxError("it is not written in UTF-8", line, template, shown) from None

    def list_templates(self) -> list[str]:
        return sorted({p.relative_to(folder).as_posix() for folder in self._folders for p in folder.rglob("*.j2")})


class Orders:
    """Orders the folders of one game with its expansions."""

    def __init__(self, project: Project, game: Game) -> None:
        self._project, self._game = project, game
        self.home = lru_cache(None)(self._home)
        self.layouts = lru_cache(None)(self._layouts)
        self.pictures = lru_cache(None)(self._pictures)

    def _home(self, file: str) -> Path | None:
        """Return the folder of the game whose file this is, as spans name it; None where it isn't known."""
        return next((each for each in self._games if file.startswith(f"{self._project.display(each)}/")), None)

    def _layouts(self, home: Path | None) -> tuple[Path, ...]:
        """Return the layout folders for pieces from this folder."""
        return tuple(layout_folders(self._project, *dict.fromkeys([*self._first(home), *self._game.ids])))

    def _pictures(self, home: Path | None) -> tuple[Path, ...]:
        first = [folder for id in self._first(home) for folder, game in self._games.items() if game == id]
        return tuple(dict.fromkeys((*([home] if home else []), *first, *self._game.folders, *self.layouts(home))))

    def _first(self, home: Path | None) -> list[str]:
        """Return the games that count before others; of an overlay, which is no game, none does."""
        own = self._games.get(home, "") if home else ""
        root = self._game.base or self._game
        return [own, root.id] if own else []

    @cached_property
    def _games(self) -> dict[Path, str]:
        """Return the ids by the folders of all games, and of an overlay, which is called nothing."""
        game = self._game
        found = {each.folder: each.game for each in game.modules.values() if each.folder}
        return {**found, game.folder: game.id, **({game.base.folder: game.base.id} if game.base else {})}


ENDLESSLY_NESTED = TEMPLATE_SYNTAX.also("template is nested too deeply")
TEMPLATE_MISSING = code("PNP202", says="template {name} is not there")
LEADS_OUT = OUTSIDE.also("template {name} is a link that leads out of its folder")

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
        self.display_name = self._loader.display_name
        self._make = partial(make_environment, self._loader, translation=translation, language=language)
        self._plain = self._make(stamped=False)
        self.asked = self._plain.asked  # names that renderings asked for, until somebody clears them
        self._template = lru_cache(None)(
            lambda name, stamped: (self._stamped if stamped else self._plain).get_template(name)
        )
        self.exists = lru_cache(None)(lambda name: self._loader.find(name) is not None)

    def render(self, name: str, context: Mapping[str, Any], watch: Watch, *, stamped: bool = False) -> str:
        """Render a template. Raises TemplateFailure, LimitError, FileError."""
        try:
            return watch.run(lambda: self._rendered(self._template(name, stamped), context))
        except FileError:
            raise
        except Exception as error:  # whatever a template's expressions raise is the template's mistake
            raise self._explain(error, name, context) from None

    def _explain(self, error: Exception, name: str, context: Mapping[str, Any]) -> Exception:
        """Return what to raise for an error of rendering: it names the innermost line of a template that it passed."""
        from pnp.layout import statements

        shown = self.display_name(name)
        place = statements.innermost_place(error) or f"{shown}:1:1"
        if isinstance(error, LimitError):
            return LimitError(f"{place}: {error}")
        if isinstance(error, RecursionError):
            return LimitError(f"{place}: templates or macros that call each other without end")
        if isinstance(error, TemplateNotFound):
            missing = str(error.name)
            if self._loader.leads_out(missing):
                return TemplateFailure(find(LEADS_OUT, origin=place, word=missing, name=missing))
            hint = did_you_mean(missing, self._loader.list_templates())
            return TemplateFailure(find(TEMPLATE_MISSING, hint=hint, origin=place, word=missing, name=missing))
        if isinstance(error, TemplateSyntaxError):
            shown = error.filename or self.display_name(error.name or name)
            try:
                finding = statements.explain_syntax(self.source(shown), error, shown, self._plain.filters)
            except TemplateSyntaxError:  # there is no text in which to look for more
                finding = find(TEMPLATE_SYNTAX, what=error.message or "", origin=f"{shown}:{error.lineno}:1")
            return TemplateFailure(finding)
        if isinstance(error, SyntaxError | MemoryError):  # Python's compiler gave up
            return TemplateFailure(find(ENDLESSLY_NESTED, origin=f"{shown}:1:1"))
        return TemplateFailure(statements.explain_failure(error, context, place, self.source, self._plain.filters))

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

    @cached_property
    def _stamped(self) -> LayoutEnvironment:
        environment = self._make(stamped=True)
        environment.asked = self.asked
        return environment

    def source(self, shown: str) -> str:
        """Return the text of the template that messages name so; "" where there is none."""
        name = next((each for each in self._loader.list_templates() if self.display_name(each) == shown), "")
        return self._loader.get_source(None, name)[0] if name else ""
