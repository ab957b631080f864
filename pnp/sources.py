"""The file a span names → its lines as they stand there, for whatever points at them or is written beside them."""

import re
from collections.abc import Sequence
from pathlib import Path

from pnp.model.inside import is_file, path_inside
from pnp.model.opening import read_input
from pnp.model.project import Project
from pnp.model.span import Span

_BYTES = 32 * 1024 * 1024  # more than any file of a game may have
_BREAK = re.compile(r"\r\n?|\n")
_YAML_BREAK = re.compile("\r\n?|[\n\x85\u2028\u2029]")  # where YAML's reader counts lines


class Sources:
    """Reads each file once. One that can't be read is empty."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._texts: dict[str, str] = {}
        self._lines: dict[str, Sequence[str]] = {}

    def text(self, file: str) -> str:
        if file not in self._texts:
            self._texts[file] = self._read(file)
        return self._texts[file]

    def lines(self, file: str) -> Sequence[str]:
        if file not in self._lines:
            breaks = _YAML_BREAK if file.endswith((".yaml", ".yml")) else _BREAK
            self._lines[file] = breaks.split(text) if (text := self.text(file)) else ()
        return self._lines[file]

    def line(self, span: Span) -> str | None:
        """None where the span is a file as a whole, or leads beyond it."""
        lines = self.lines(span.file) if span.file and span.line else ()
        return lines[span.line - 1] if 0 < span.line <= len(lines) else None

    def _read(self, file: str) -> str:
        path = self._path(file)
        if path is None or not is_file(path):
            return ""
        try:
            data = read_input(path, _BYTES, self._project.bounds(path))
        except OSError:
            return ""
        return data.decode("utf-8-sig", "replace") if len(data) <= _BYTES and b"\0" not in data else ""

    def _path(self, file: str) -> Path | None:
        """None outside of the project and what comes with pnp: a template could name any file as its place."""
        path = self._project.root / file
        for base in (self._project.root, self._project.bundled):
            if path.is_relative_to(base):
                parts = path.relative_to(base).parts
                top = min(2, len(parts) - 1)  # card_data/mygame may itself be a link
                return path_inside(base.joinpath(*parts[:top]), "/".join(parts[top:])) if ".." not in parts else None
        return None
