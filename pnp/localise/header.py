"""A catalogue's header → how its language counts, and what is wrong with it; and the header of a new catalogue."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from pnp.localise.entry import Entry, PoFile
from pnp.localise.languages import ENGLISH, Plurals, alike, name_of, plurals_of
from pnp.localise.po import NOT_UTF8
from pnp.model.problem import Problem, code
from pnp.model.span import Span

BROKEN_HEADER = code(
    "PNP603",
    "broken header of a catalogue",
    r"""
    The first entry of a PO file, whose source is empty, is its header: lines like `Language: de`, each with `\n` at its
    end. It says what the language is, how it counts and in which charset the file is written. `pnp translate init`
    writes it; PO editors keep it.

    Bad:  `"Language de\n"`
    Good: `"Language: de\n"`
    """,
)
WRONG_PLURALS = code(
    "PNP604",
    "wrong plural forms",
    r"""
    `Plural-Forms` in the header is not how the language counts, or an entry has more or fewer forms than that.
    Languages have one to six; the header says how many, and which of them n things take.

    Bad:  `"Plural-Forms: nplurals=2; plural=(n != 1);\n"` in Polish, which has three
    Good: what the message says, copied
    """,
)

_PLURALS = re.compile(r"\s*nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+?)\s*;?\s*")
_CHARSET = re.compile(r"charset=([\w.:-]+)", re.IGNORECASE)


class Head(NamedTuple):
    plurals: Plurals
    problems: list[Problem]


def read_head(found: PoFile, file: str, tag: str) -> Head:
    """Where the header doesn't say it, the language counts as Babel knows, or like English."""
    right = plurals_of(tag)
    counts = right or ENGLISH
    problems: list[Problem] = []
    if found.header is None and found.problems:
        return Head(counts, [])  # said already: it may be there
    if found.header is None:
        hint = f"a new one has it: pnp translate init writes Plural-Forms: {counts.header}"
        problems.append(BROKEN_HEADER.at(Span(file, 1), "the catalogue has no header", hint=hint))
        return Head(counts, problems)
    fields = _Fields(found, found.header, file, problems)
    problems += _about_fields(fields, tag)
    said, at = fields["plural-forms"]
    wrong = ""
    if not said:
        wrong = "the header has no Plural-Forms" if "plural-forms" not in fields.broken else ""
    elif (read := _read(said)) is None:
        wrong = f"Plural-Forms can't be understood: {said[:60]}"
    elif right is not None and not alike(read, right):
        wrong = f"Plural-Forms is not how {name_of(tag)} counts: {said[:60]}"
    else:
        counts = read
    if wrong:
        problems.append(WRONG_PLURALS.at(at, wrong, hint=f"Plural-Forms: {counts.header}"))
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


class _Fields:
    """The header's lines, each with its place in the file."""

    def __init__(self, found: PoFile, header: Entry, file: str, problems: list[Problem]) -> None:
        self.broken: set[str] = set()  # those that are there, but can't be read
        self._whole = Span(file, header.says)
        self._said: dict[str, tuple[str, Span]] = {}
        for line, number in _numbered(header.forms[0], found.header_lines):
            name, colon, value = line.partition(":")
            at = Span(file, header.says + number)
            if not colon:
                message = f"the header’s line “{line[:40]}” has no colon"
                problems.append(BROKEN_HEADER.at(at, message, hint="lines are like Language: de"))
                self.broken.add(line.strip().partition(" ")[0].lower())
            elif name.strip().lower() in self._said:
                problems.append(BROKEN_HEADER.at(at, f"the header has {name.strip()} twice", hint="delete one"))
            else:
                self._said[name.strip().lower()] = (value.strip(), at)

    def __getitem__(self, name: str) -> tuple[str, Span]:
        """Nothing, at the header's first line, where it isn't there."""
        return self._said.get(name, ("", self._whole))


def _numbered(text: str, lines: Sequence[str]) -> Iterator[tuple[str, int]]:
    """What the header says, line by line, each with the number of the file's line in which it begins."""
    starts = [0, *accumulate(map(len, lines))]
    at = 0
    for line in text.split("\n"):
        if line:
            yield line, max(bisect_right(starts, at) - 1, 0)
        at += len(line) + 1


def _about_fields(fields: _Fields, tag: str) -> Iterator[Problem]:
    type, at = fields["content-type"]
    charset = _CHARSET.search(type)
    if charset is None and "content-type" not in fields.broken:
        hint = "Content-Type: text/plain; charset=UTF-8"
        yield BROKEN_HEADER.at(at, "the header doesn’t say the charset", hint=hint)
    elif charset and charset[1].lower().replace("-", "") != "utf8":
        message = f"the header says that the catalogue is in {charset[1]}"
        yield NOT_UTF8.at(at, message, hint="save it as UTF-8, and write charset=UTF-8")
    language, at = fields["language"]
    if not language and "language" not in fields.broken:
        yield BROKEN_HEADER.at(at, "the header doesn’t say the language", hint=f"Language: {tag.replace('-', '_')}")
    elif language and language.replace("_", "-").partition("-")[0].lower() != tag.partition("-")[0]:
        message = f"the header says that the language is {language}, the file’s name says {tag}"
        yield BROKEN_HEADER.at(at, message, hint=f"Language: {tag.replace('-', '_')}")


def _read(said: str) -> Plurals | None:
    match = _PLURALS.fullmatch(said)
    if match is None:
        return None
    plurals = Plurals(int(match[1]), match[2])
    try:
        form = plurals.form
        return plurals if all(0 <= form(n) < plurals.number for n in range(200)) else None
    except (ValueError, ZeroDivisionError, OverflowError, RecursionError):
        return None


def _counted(found: PoFile, file: str, plurals: Plurals) -> Iterator[Problem]:
    for entry in found.entries:
        if entry.plural and not entry.obsolete and len(entry.forms) != plurals.number:
            forms = "1 form" if len(entry.forms) == 1 else f"{len(entry.forms)} forms"
            message = f"{entry.context} has {forms}, the language has {plurals.number}"
            hint = f"msgstr[0] to msgstr[{plurals.number - 1}]" if plurals.number > 1 else "msgstr[0] alone"
            yield WRONG_PLURALS.at(Span(file, entry.says), message, hint=hint)
