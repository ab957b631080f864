"""A catalogue's header → how its language counts, and what is wrong with it; and the header of a new catalogue."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from pnp.localise.entry import Entry, PoFile
from pnp.localise.languages import ENGLISH, Plurals, alike, name_of, plurals_of
from pnp.localise.po import OTHER_CHARSET
from pnp.model.problem import Problem, code
from pnp.model.regex import regex
from pnp.model.span import Span

BROKEN_HEADER = code(
    "PNP603 broken header of a catalogue",
    r"""The first entry of a PO file, whose source is empty, is its header: lines like `Language: de`, each with `\n` at
    its end. It says what the language is, how it counts and in which charset the file is written. `pnp translate init`
    writes it; PO editors keep it.

    Bad:  `"Language de\n"`
    Good: `"Language: de\n"`""",
    says="the catalogue has no header",
)
NO_CHARSET = BROKEN_HEADER.also("the header doesn’t say the charset")
NO_LANGUAGE = BROKEN_HEADER.also("the header doesn’t say the language")
OTHER_LANGUAGE = BROKEN_HEADER.also("the header says that the language is {language}, the file’s name says {tag}")
NO_COLON = BROKEN_HEADER.also("the header’s line “{line}” has no colon")
REPEATED_FIELD = BROKEN_HEADER.also("the header has {name} twice")
WRONG_PLURALS = code(
    "PNP604 wrong plural forms",
    r"""    `Plural-Forms` in the header is not how the language counts, or an entry has more or fewer forms than that.
    Languages have one to six; the header says how many, and which of them n things take.

    Bad:  `"Plural-Forms: nplurals=2; plural=(n != 1);\n"` in Polish, which has three
    Good: what the message says, copied""",
    says="Plural-Forms is not how {language} counts: {plurals}",
)
NO_PLURALS = WRONG_PLURALS.also("the header has no Plural-Forms")
UNCLEAR_PLURALS = WRONG_PLURALS.also("Plural-Forms can't be understood: {plurals}")
OTHER_FORMS = WRONG_PLURALS.also("{context} has {forms}, the language has {number}")

_PLURALS = regex(r"\s*nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+?)\s*;?\s*")
_CHARSET = regex(r"charset=([\w.:-]+)", re.IGNORECASE)


class Head(NamedTuple):
    plurals: Plurals
    problems: list[Problem]


def read_head(found: PoFile, file: str, tag: str) -> Head:
    """Where the header doesn't say it, the language counts as Babel knows, or like English."""
    right = plurals_of(tag)
    counts = right or ENGLISH
    problems: list[Problem] = []
    if found.header is None:
        hint = f"a new one has it: pnp translate init writes Plural-Forms: {counts.header}"
        cause = next(iter(found.problems), None)  # it may be there
        problems.append(BROKEN_HEADER.at(Span(file, 1), hint=hint, cause=cause))
        return Head(counts, problems)
    fields = _HeaderFields(found, found.header, file, problems)
    problems += _about_fields(fields, tag)
    said, at = fields["plural-forms"]
    hint = f"Plural-Forms: {counts.header}"
    if not said:
        problems.append(NO_PLURALS.at(at, hint=hint, cause=fields.unreadable.get("plural-forms")))
    elif (read := _read(said)) is None:
        problems.append(UNCLEAR_PLURALS.at(at, plurals=said[:60], hint=hint))
    elif right is not None and not alike(read, right):
        problems.append(WRONG_PLURALS.at(at, language=name_of(tag), plurals=said[:60], hint=hint))
    else:
        counts = read
    problems += _counted(found, file, counts)
    return Head(counts, problems)


def new_header(tag: str, title: str, now: str) -> Entry:
    """`now` is when it was made, as gettext writes dates."""
    counts = plurals_of(tag) or ENGLISH
    fields = {
        "Project-Id-Version": title,
        "Report-Msgid-Bugs-To": "",
        "POT-Creation-Date": now,
        "PO-Revision-Date": now,
        "Last-Translator": "",
        "Language-Team": name_of(tag),
        "Language": tag.replace("-", "_"),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": counts.header,
    }
    said = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return Entry("", "", (said,), comments=(f" {title} in {name_of(tag)}.",))


class _HeaderFields:
    """The header's lines, each with its place in the file."""

    def __init__(self, found: PoFile, header: Entry, file: str, problems: list[Problem]) -> None:
        self.unreadable: dict[str, Problem] = {}  # those that are there, but can't be read
        self._whole = Span(file, header.says)
        self._said: dict[str, tuple[str, Span]] = {}
        for line, number, start in _numbered(header.forms[0], found.header_lines):
            name, colon, value = line.partition(":")
            at = Span(file, header.says + number)
            if not colon:
                whole = at.of(start, start + len(line))
                problems.append(NO_COLON.at(whole, line=line[:40], hint="lines are like Language: de"))
                self.unreadable.setdefault(line.strip().partition(" ")[0].lower(), problems[-1])
            elif name.strip().lower() in self._said:
                before = at.of(start, start + len(name))
                problems.append(REPEATED_FIELD.at(before, name=name.strip(), hint="delete one"))
            else:
                end = start + len(line.rstrip())
                self._said[name.strip().lower()] = (value.strip(), at.of(end - len(value.strip()), end))

    def __getitem__(self, name: str) -> tuple[str, Span]:
        """Nothing, at the header's first line, where it isn't there."""
        return self._said.get(name, ("", self._whole))


def _numbered(text: str, lines: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """What the header says, line by line, each with the number of the file's line in which it begins, and where."""
    starts = [0, *accumulate(map(len, lines))]
    at = 0
    for line in text.split("\n"):
        if line:
            number = max(bisect_right(starts, at) - 1, 0)
            yield line, number, at - starts[number]
        at += len(line) + 1


def _about_fields(fields: _HeaderFields, tag: str) -> Iterator[Problem]:
    type, at = fields["content-type"]
    charset = _CHARSET.search(type)
    if charset is None:
        hint = "Content-Type: text/plain; charset=UTF-8"
        yield NO_CHARSET.at(at, hint=hint, cause=fields.unreadable.get("content-type"))
    elif charset[1].lower().replace("-", "") != "utf8":
        yield OTHER_CHARSET.at(at, charset=charset[1], hint="save it as UTF-8, and write charset=UTF-8")
    language, at = fields["language"]
    hint = f"Language: {tag.replace('-', '_')}"
    if not language:
        yield NO_LANGUAGE.at(at, hint=hint, cause=fields.unreadable.get("language"))
    elif language.replace("_", "-").partition("-")[0].lower() != tag.partition("-")[0]:
        yield OTHER_LANGUAGE.at(at, language=language, tag=tag, hint=hint)


def _read(said: str) -> Plurals | None:
    match = _PLURALS.fullmatch(said)
    plurals = Plurals(int(match[1]), match[2]) if match else None
    try:
        return (
            plurals if plurals and all(0 <= form < plurals.number for form in map(plurals.form, range(200))) else None
        )
    except (ValueError, ZeroDivisionError, OverflowError, RecursionError):
        return None


def _counted(found: PoFile, file: str, plurals: Plurals) -> Iterator[Problem]:
    for entry in found.entries:
        if entry.plural and not entry.obsolete and len(entry.forms) != plurals.number:
            forms = "1 form" if len(entry.forms) == 1 else f"{len(entry.forms)} forms"
            hint = f"msgstr[0] to msgstr[{plurals.number - 1}]" if plurals.number > 1 else "msgstr[0] alone"
            at = Span(file, entry.says)
            yield OTHER_FORMS.at(at, context=entry.context, forms=forms, number=plurals.number, hint=hint)
