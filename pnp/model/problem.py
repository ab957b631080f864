"""What can be wrong: a `Code` is a kind of mistake, a `Problem` one at its places, a `Finding` one on a face."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from operator import attrgetter
from string import Formatter
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.model.regex import regex
from pnp.model.span import Span


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


Mentioned = str | int | float | tuple[str, ...]  # what a sentence may name; a list is read out with commas
Values = tuple[tuple[str, Mentioned], ...]  # by the names of the sentence's places


class Problem(NamedTuple):
    """One mistake, which `code`, `says` and `values` tell; `str()` is the line that users see."""

    code: str
    severity: Severity
    span: Span
    says: str  # the code's sentence, with places for values
    values: Values = ()  # what the mistake is about: the same at two places are the same mistake
    details: Values = ()  # what only describes it: figures, who else is concerned
    hint: str = ""
    origin: Span | None = None  # the second place concerned: a template's line, the first of two duplicates
    subject: str = ""  # the piece concerned, "component/id"; empty where there is none
    template: Span | None = None  # the template's line, where that isn't the origin
    about: tuple[str, ...] = ()  # whom the sentence is said of, before it: "heroes/owl and 2 more", "example dusk"
    when: tuple[str, ...] = ()  # under what circumstances, behind it: " (with 3 players)", " (--ink full)"
    others: tuple[Span, ...] = ()  # all other places of the same mistake
    cause: "Problem | None" = None  # the mistake that this one follows from

    @property
    def message(self) -> str:
        """Names without end, which only a stranger's file has, are shortened."""
        sentence = _FORMAT.vformat(self.says, (), dict((*self.values, *self.details)))
        said = ": ".join((*self.about, sentence)) + "".join(self.when)
        return _ENDLESS.sub(r"\1…", said) if len(said) > _LONG else said

    @property
    def places(self) -> tuple[Span, ...]:
        return (self.span, *self.others)

    @property
    def mistake(self) -> tuple[str, str, Values]:
        """Return what it shares with the same mistake at another place, or under other circumstances."""
        return self.code, self.says, self.values

    def map_places(self, to: Callable[[Span], Span]) -> "Problem":
        """Return the problem with each of its places as `to` has it."""
        origin, others = self.origin and to(self.origin), tuple(map(to, self.others))
        return self._replace(span=to(self.span), origin=origin, others=others)

    def value(self, name: str) -> Mentioned:
        """Return what stands at a place of its sentence; "" where it has no such place."""
        return next((said for known, said in (*self.values, *self.details) if known == name), "")

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        origin = f" [{self.origin}]" if self.origin else ""
        also = f", also at {', '.join(map(str, self.others[:_NAMED]))}" if self.others else ""
        more = f" and {len(self.others) - _NAMED} more" if len(self.others) > _NAMED else ""
        return f"{self.span}: {self.severity} {self.code} {self.message}{hint}{origin}{also}{more}"


class _SentenceFormat(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        return ", ".join(value) if isinstance(value, tuple) else str(super().format_field(value, format_spec))


_FORMAT = _SentenceFormat()
_NAMED = 2  # of the places beside the first one
_LONG = 200  # characters
_ENDLESS = regex(rf"(\S{{60}})\S{{{_LONG},}}")


class Code(NamedTuple):
    """A kind of mistake, which `pnp/data/codes/` explains.

    `says` is its sentence, with the names of values in braces. `varies` are those among them that only describe the
    mistake; numbers always do. `once` is true of what mostly has one cause: where several places share the values,
    one line is said of all of them. `grave` is true of a warning that is told before all others, and never
    only counted. `many` is the hint of a sentence that stands for very many problems of its code.
    """

    id: str
    severity: Severity
    says: str = ""
    varies: frozenset[str] = frozenset()
    once: bool = False
    grave: bool = False
    many: str = ""

    def also(self, says: str, *, varies: Iterable[str] = (), once: bool = False, many: str = "") -> "Code":
        """Declare the same kind of mistake in other words."""
        return _noted(self._replace(says=says, varies=frozenset(varies), once=once, many=many))

    def at(
        self,
        span: Span,
        *,
        hint: str = "",
        origin: Span | None = None,
        subject: str = "",
        cause: Problem | None = None,
        **said: Mentioned,
    ) -> Problem:
        """`said` is what stands at the places of the sentence."""
        return Problem(self.id, self.severity, span, self.says, *self.sorted(said), hint, origin, subject, cause=cause)

    def sorted(self, said: Mapping[str, Mentioned]) -> tuple[Values, Values]:
        """Return what the mistake is about, and what only describes it."""
        if self.says not in _named:
            _named[self.says] = frozenset(name for _, name, _, _ in _FORMAT.parse(self.says) if name)
        if said.keys() != _named[self.says]:
            raise AssertionError(f"{self.id} says {self.says!r}, not {', '.join(said) or 'nothing'}")
        describing = {name for name, value in said.items() if name in self.varies or isinstance(value, int | float)}
        values = tuple([(name, value) for name, value in said.items() if name not in describing])
        return values, tuple([(name, value) for name, value in said.items() if name in describing])


_codes: dict[str, Code] = {}
_sentences: dict[str, dict[str, Code]] = {}
_named: dict[str, frozenset[str]] = {}  # the places of a sentence


def _noted(said: Code) -> Code:
    _sentences.setdefault(said.id, {}).setdefault(said.says, said)
    return said


def code(
    id: str,
    severity: Severity = Severity.ERROR,
    *,
    says: str = "",
    varies: Iterable[str] = (),
    once: bool = False,
    grave: bool = False,
) -> Code:
    """Declare a kind of mistake, once, as a constant of the module that finds it; `also` declares further sentences."""
    if id in _codes:
        raise AssertionError(f"{id} is declared twice")
    _codes[id] = Code(id, severity, says, frozenset(varies), once, grave)
    return _noted(_codes[id]) if says else _codes[id]


def declared_codes() -> Mapping[str, Code]:
    """Return the codes of all modules imported so far."""
    return MappingProxyType(_codes)


def sentences_of(id: str) -> tuple[Code, ...]:
    """Return a code with each of its sentences."""
    return tuple(_sentences.get(id, {}).values())


def sentence_of(id: str, says: str) -> Code | None:
    """Return a code with one of its sentences."""
    return _sentences.get(id, {}).get(says)


def has_errors(problems: Iterable[Problem]) -> bool:
    return Severity.ERROR in map(attrgetter("severity"), problems)


def first_error(problems: Iterable[Problem]) -> Problem | None:
    return next((p for p in problems if p.severity is Severity.ERROR), None)


def sort_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Sort problems by file and line; each is there once."""
    return sorted(dict.fromkeys(problems), key=attrgetter("span.start", "code", "message"))


class PnpError(Exception):
    """Something the user can cause that stops the whole command; the CLI turns it into one line and an exit code."""

    exit_code = 1


class UsageError(PnpError):
    """The command was asked for what isn't there: a game, a paper. `named` are values of options that it is about."""

    exit_code = 2

    def __init__(self, message: str, *named: str) -> None:
        super().__init__(message)
        self.named = named


class FileError(PnpError):
    """A file could not be read or written."""

    exit_code = 3


class LimitError(PnpError):
    """A file or a template asks for more memory, time or depth than it may have."""

    exit_code = 4


class Finding(NamedTuple):
    """A problem before it is known which piece has it."""

    code: Code
    values: Values = ()
    details: Values = ()
    hint: str = ""
    field: str = ""
    origin: str = ""
    word: str = ""  # what is meant there: an attribute, or part of a text
    is_general: bool = False  # about the edition rather than a place: told once
    longest: tuple[str, str] = ("", "")  # of the texts in a box that is too small: its field, what it says
    cause: Problem | None = None


def find(
    code: Code,
    *,
    hint: str = "",
    field: str = "",
    origin: str = "",
    word: str = "",
    is_general: bool = False,
    cause: Problem | None = None,
    **said: Mentioned,
) -> Finding:
    """`said` is what stands at the places of the code's sentence."""
    return Finding(code, *code.sorted(said), hint, field, origin, word, is_general, cause=cause)
