"""Text, lists and JSON on the terminal, without control characters; how far a build is, on a terminal alone."""

import json
import os
import sys
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO

import typer

from pnp.model.regex import regex

if TYPE_CHECKING:
    from rich.progress import Progress

_CONTROLS = regex(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)
_AFTER = 1.0  # seconds until progress is shown
_EVERY = 0.1

Parts = Iterable[tuple[str, str]]  # pieces of a line, each with its style


def escape_controls(text: str) -> str:
    """Return a text in one line, in which no character does anything to a terminal."""
    return _CONTROLS.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def escape_controls_in_lines(text: str) -> str:
    """Do the same, but keep line breaks."""
    return "\n".join(map(escape_controls, text.split("\n")))


def escape_controls_in_json(text: str) -> str:
    """Return JSON that means the same, without control characters besides line breaks."""
    return "\n".join(_CONTROLS.sub(lambda match: json.dumps(match[0])[1:-1], line) for line in text.split("\n"))


def is_terminal(stream: TextIO | None = None) -> bool:
    """Return whether lines can be changed again and coloured on a stream, standard error by default."""
    return (stream or sys.stderr).isatty() and os.environ.get("TERM") != "dumb"


def say(text: str) -> None:
    """Print what a command reports."""
    print(escape_controls_in_lines(text))


def suggest(text: str) -> None:
    """Print what can be done next, on a terminal alone: programs needn't read it."""
    if is_terminal():
        print(escape_controls(text), file=sys.stderr)


def complain(message: str) -> None:
    """Print in one line what stops a command, or what the user should know."""
    print_styled((("pnp:", "bold red"), (" " + escape_controls(" ".join(message.split())), "")), sys.stderr)


def print_styled(parts: Parts, stream: TextIO) -> None:
    """Print a line, in colours where the stream has them."""
    if not is_terminal(stream) or os.environ.get("NO_COLOR"):
        print("".join(text for text, _ in parts), file=stream)
        return
    from rich import console, text

    console.Console(file=stream).print(text.Text.assemble(*parts), soft_wrap=True)


def print_json(value: Any) -> None:
    is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    print(escape_controls_in_json(json.dumps(value, ensure_ascii=not is_unicode, indent=2)))


def relative_path(path: Path) -> str:
    """Return a path relative to the current folder, or in full if it is far from there."""
    try:
        here = Path(os.path.relpath(path)).as_posix()
    except (OSError, ValueError):  # the current folder is gone, or on another drive
        return path.as_posix()
    return path.as_posix() if here.startswith("../../..") else here


def count_of(number: int, noun: str) -> str:
    """Return "1 card", "2 cards"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def format_table(rows: Sequence[tuple[str, ...]], right: Collection[int]) -> list[str]:
    """Return lines whose columns are as wide as their contents; those in `right` are aligned to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    aligned = [f"{'>' if number in right else '<'}{width}" for number, width in enumerate(widths)]
    return ["  " + "  ".join(map(format, row, aligned)).rstrip() for row in rows]


def open_file(path: Path) -> None:
    """Open a file in the user's program for it, without waiting for that."""
    if typer.launch(str(path.resolve())):
        complain(f"nothing here opens {relative_path(path)} (on Linux xdg-open does, of the package xdg-utils)")


class ProgressLine:
    """A line that shows how far a command is; as a context manager, it removes the line at the end."""

    def __init__(self) -> None:
        self._shows = is_terminal()
        self._next = monotonic() + _AFTER
        self._bar: Progress | None = None
        self.lines: dict[str, None] = {}  # that were printed, in their order

    def __call__(self, what: str, done: int, total: int) -> None:
        if not self._shows or monotonic() < self._next:
            return
        self._next = monotonic() + _EVERY
        if self._bar is None:
            from rich import console, progress

            text = progress.TextColumn
            columns = (text("{task.description}"), progress.BarColumn(), text("{task.percentage:>3.0f} %"))
            to = console.Console(stderr=True)
            self._bar = progress.Progress(*columns, console=to, transient=True, auto_refresh=False)
            self._bar.add_task("")
            self._bar.start()
        task = self._bar.task_ids[0]
        self._bar.update(task, description=what, completed=done, total=total if total > 1 else None, refresh=True)

    def tell(self, line: str) -> None:
        """Print a line once; progress goes on below it."""
        if line not in self.lines:
            self.lines[line] = None
            self._end()
            complain(line)

    def __enter__(self) -> "ProgressLine":
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _end(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
