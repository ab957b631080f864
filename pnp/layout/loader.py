"""A template's name → its source, from below the layout folders and nowhere else."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, TemplateNotFound, TemplateSyntaxError

from pnp.model.inside import is_file, is_link_out, path_inside
from pnp.model.opening import read_input
from pnp.model.problem import FileError, LimitError

MAX_BYTES = 1_000_000  # of one template


class LayoutLoader(BaseLoader):
    """The first of the folders that has a template of that name gives it."""

    def __init__(self, folders: Sequence[Path], shown: Callable[[Path], str]) -> None:
        self._folders = folders
        self._shown = shown

    def find(self, name: str) -> Path | None:
        for folder in self._folders:
            path = path_inside(folder, name)
            if path and is_file(path):
                return path
        return None

    def leads_out(self, name: str) -> bool:
        """Whether there would be such a template, if links could lead out of the folders."""
        return self.find(name) is None and any(is_link_out(folder, name) for folder in self._folders)

    def shown(self, name: str) -> str:
        """How messages name the template."""
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
