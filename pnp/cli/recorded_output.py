"""What a command says → the same, kept as well."""

import io
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.build.cache import Answer, Manifest

if TYPE_CHECKING:
    from pnp.io.project import Project


class _KeepingStream(io.TextIOBase):
    """A stream that keeps what is written to it."""

    def __init__(self, stream: Any) -> None:
        self.stream, self.kept = stream, list[str]()

    def write(self, text: str) -> int:
        self.kept.append(text)
        return int(self.stream.write(text))

    def flush(self) -> None:
        self.stream.flush()

    def isatty(self) -> bool:
        return bool(self.stream.isatty())

    def fileno(self) -> int:
        return int(self.stream.fileno())

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return str(self.stream.encoding)


def remembered(words: Sequence[str]) -> Manifest:
    """What is known of a command, which speaks otherwise to a terminal."""
    return Manifest([*words, *(str(stream.isatty()) for stream in (sys.stdout, sys.stderr))])


class RememberedRun:
    """A command that says the same again as long as nothing has changed that it depends on."""

    def __init__(self, manifest: Manifest) -> None:
        self._manifest = manifest
        self._streams: tuple[_KeepingStream, _KeepingStream] | None = None

    def depends_on(self, project: "Project", others: Iterable[Path], written: Iterable[Path]) -> None:
        """From here on what is said is kept. `others`: files that were read besides those of the project."""
        if self._manifest.depends_on(project, others, written):
            out, err = self._streams = _KeepingStream(sys.stdout), _KeepingStream(sys.stderr)
            sys.stdout, sys.stderr = out, err

    def keep(self, exit_code: int) -> None:
        """What was said since; from now on streams are what they were."""
        if self._streams:
            out, err = self._streams
            sys.stdout, sys.stderr = out.stream, err.stream
            self._manifest.keep(Answer(exit_code, "".join(out.kept), "".join(err.kept)))
