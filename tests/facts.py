"""What a problem tells without its words: its place, code and values, so that sentences can be rewritten freely.

`f:1:25 PNP001 file=A.ttf meant=B.ttf` stands for `f:1:25: error PNP001 there is no file "A.ttf" (did you mean B.ttf?)`.
What a command prints is read back by the sentences that codes declare; tests/diagnostics/golden/codes holds these.
"""

import re
from collections.abc import Iterable
from functools import cache
from string import Formatter
from typing import NamedTuple

from pnp.cardtext.suggest import DID_YOU_MEAN
from pnp.diagnostics.codes import all_codes
from pnp.model.problem import Problem, sentences_of

_LINE = re.compile(
    r"(?:(?P<place>\S.*?): )?(?P<severity>error|warning|note) (?P<code>PNP\d{3}) (?P<message>(?!and \d+ more ).*)"
)
_WORD = re.compile(r"[^\s=']+")
_ALSO = re.compile(r", also at (?P<also>.+?)$")
_ORIGIN = re.compile(r" \[(?P<origin>[^][]+)\]$")
_HINT = re.compile(r" \((?P<hint>.+)\)$")

_ABOUT = r"[\w-]+/\S+?(?: and \d+ more)?|[\w.-]+ and \d+ more|ignored|(?:example|printer) \S+?|(?:[\w-]+\.)+[\w-]+"


class Fact(NamedTuple):
    """A problem as a test compares it."""

    place: str
    severity: str
    code: str
    values: dict[str, str]
    about: str = ""
    when: str = ""  # " (with 3 players)"
    meant: str = ""  # the name that its hint suggests
    origin: str = ""
    also: str = ""

    def __str__(self) -> str:
        further = {
            "about": self.about,
            "when": self.when,
            "meant": self.meant,
            "origin": self.origin,
            "also": self.also,
        }
        values = {**self.values, **{f"~{name}": value for name, value in further.items() if value}}
        written = (f"{name}={_quote(value)}" for name, value in values.items())
        return " ".join((*filter(None, [self.place]), self.code, *written))


def _quote(value: str) -> str:
    return value if _WORD.fullmatch(value) else f"'{value}'"


def facts(shown: Problem | str) -> str:
    """Return a problem, or a line that shows one, as `place code name=value …`."""
    return str(fact(shown))


def list_facts(shown: Iterable[Problem | str] | str) -> list[str]:
    """Return the facts of problems, or of those lines of a text that show one."""
    return list(map(str, read_facts(shown)))


def read_facts(shown: Iterable[Problem | str] | str) -> list[Fact]:
    """Return problems, or those lines of a text that show one, as facts."""
    if isinstance(shown, str):
        return [fact(line) for line in shown.splitlines() if is_problem(line)]
    return list(map(fact, shown))


def is_problem(line: str) -> bool:
    return bool(_LINE.fullmatch(line))


def fact(shown: Problem | str) -> Fact:
    return _fact_of_line(shown) if isinstance(shown, str) else _fact_of(shown)


def _fact_of(problem: Problem) -> Fact:
    values: dict[str, str] = {}
    for _, names, written in _parts(problem.says):
        if names:
            values[names[0]] = problem._replace(says=written, about=(), when=()).message
    shown = _fact_of_line(str(problem._replace(about=(), when=())))
    return shown._replace(values=values, about=": ".join(problem.about), when="".join(problem.when))


def _parts(says: str) -> list[tuple[str, list[str], str]]:
    """Return the words of a sentence, each with the values behind it and how these are written.

    Values that follow each other without a word between them count as the first one.
    """
    parts: list[tuple[str, list[str], str]] = []
    for words, name, spec, conversion in Formatter().parse(says):
        if name is None:
            parts.append((words, [], ""))
            continue
        written = f"{{{name}{f'!{conversion}' if conversion else ''}{f':{spec}' if spec else ''}}}"
        if parts and not words and parts[-1][1]:
            parts[-1] = (parts[-1][0], [*parts[-1][1], name], parts[-1][2] + written)
        else:
            parts.append((words, [name], written))
    return parts


def _fact_of_line(line: str) -> Fact:
    read = _LINE.fullmatch(line)
    if not read:
        raise AssertionError(f"this line shows no problem: {line}")
    message, rest = read["message"], {}
    if found := _ALSO.search(message):
        rest["also"], message = found["also"], message[: found.start()]
    if found := _ORIGIN.search(message):
        rest["origin"], message = found["origin"], message[: found.start()]
    for hint in _hints(message):
        about, values, when = _values(read["code"], message.removesuffix(f" ({hint})"))
        if values is not None:
            meant = hint.removeprefix(DID_YOU_MEAN).removesuffix("?") if hint.startswith(DID_YOU_MEAN) else ""
            return Fact(read["place"] or "", read["severity"], read["code"], values, about, when, meant, **rest)
    raise AssertionError(f"no sentence of its code says this: {line}")


def _hints(message: str) -> list[str]:
    """Return what may be the hint at a message's end, first of all a suggestion, last that there is none."""
    starts = [found.end() for found in re.finditer(r" \((?!--ink \w+\)$)", message)] if message.endswith(")") else []
    starts.sort(key=lambda start: not message.startswith(DID_YOU_MEAN, start))
    return [message[start:-1] for start in starts] + [""]


def _values(code: str, message: str) -> tuple[str, dict[str, str] | None, str]:
    for pattern in _patterns(code):
        if found := pattern.fullmatch(message):
            values = {name.removeprefix("v_"): value for name, value in found.groupdict().items() if name[:2] == "v_"}
            return found["about"] or "", values, found["when"] or ""
    return "", None, ""


@cache
def _patterns(code: str) -> list[re.Pattern[str]]:
    """Return patterns of a code's sentences; those with most words of their own come first."""
    if code not in all_codes():
        raise AssertionError(f"there is no code {code}")
    found = []
    for said in {each.says for each in sentences_of(code)} or {"{sentence}"}:
        pattern, length, names = "", 0, set()
        for words, values, _ in _parts(said):
            pattern += re.escape(words)
            length += len(words)
            if values:
                pattern += f"(?P=v_{values[0]})" if values[0] in names else f"(?P<v_{values[0]}>.*?)"
                names.add(values[0])
        about = rf"(?P<about>(?:ignored: )?(?:\w+:)?(?:{_ABOUT}))"  # `step:` in front of the context of a text
        whole = rf"(?:{about}: )?{pattern}(?P<when>(?: \(.+\)|, (?:for|in|and in) .+)*)"
        found.append((-length, said, re.compile(whole)))
    return [pattern for _, _, pattern in sorted(found, key=lambda each: each[:2])]
