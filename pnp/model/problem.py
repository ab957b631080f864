"""What can be wrong: a `Code` describes a kind of mistake, a `Problem` is one such mistake at its place."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from inspect import cleandoc
from types import MappingProxyType
from typing import NamedTuple

from pnp.model.span import Span


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Problem(NamedTuple):
    """One mistake; `str()` is the line that users see."""

    code: str
    severity: Severity
    span: Span
    message: str
    hint: str = ""
    origin: Span | None = None  # the second place concerned: a template's line, the first of two duplicates
    subject: str = ""  # the piece concerned, "component/id"; empty where there is none
    template: Span | None = None  # the template's line, where that isn't the origin

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        origin = f" [{self.origin}]" if self.origin else ""
        return f"{self.span}: {self.severity} {self.code} {self.message}{hint}{origin}"


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of mistake. `doc` says what it is, why it matters and what would be right; `pnp explain` prints it."""

    id: str
    title: str
    doc: str
    severity: Severity

    def at(self, span: Span, message: str, *, hint: str = "", origin: Span | None = None, subject: str = "") -> Problem:
        """Names without end, which only a stranger's file has, are shortened."""
        said = _ENDLESS.sub(r"\1…", message) if len(message) > _LONG else message
        return Problem(self.id, self.severity, span, said, hint, origin, subject)


_LONG = 200  # characters
_ENDLESS = re.compile(rf"(\S{{60}})\S{{{_LONG},}}")

_codes: dict[str, Code] = {}


def code(id: str, title: str, doc: str | None, severity: Severity = Severity.ERROR) -> Code:
    """Declare a kind of mistake, once, as a constant of the module that finds it.

    There is no `doc` where Python was told to leave out docstrings.
    """
    if id in _codes:
        raise AssertionError(f"{id} is declared twice: {_codes[id].title} and {title}")
    _codes[id] = Code(id, title, cleandoc(doc or "").strip(), severity)
    return _codes[id]


def declared_codes() -> Mapping[str, Code]:
    """The codes of all modules imported so far."""
    return MappingProxyType(_codes)


def has_errors(problems: Iterable[Problem]) -> bool:
    return any(p.severity is Severity.ERROR for p in problems)


def in_reading_order(problems: Iterable[Problem]) -> list[Problem]:
    """Sorted by file and line, each said once."""
    return sorted(set(problems), key=lambda p: (p.span, p.code, p.message))


class PnpError(Exception):
    """Something the user can cause that stops the whole command; the CLI turns it into one line and an exit code."""

    exit_code = 1


class UsageError(PnpError):
    """The command was asked for something that is not there: a game, a language, a paper."""

    exit_code = 2


class FileError(PnpError):
    """A file could not be read or written."""

    exit_code = 3


class LimitError(PnpError):
    """A file or a template asks for more memory, time or depth than it may have."""

    exit_code = 4
