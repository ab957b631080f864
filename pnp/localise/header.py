"""A catalogue's header → how its language counts, and what is wrong with it; and the header of a new catalogue."""

import re
from bisect import bisect_right
from itertools import accumulate
from typing import NamedTuple

from pnp.localise.entry import Entry, PoFile
from pnp.localise.languages import ENGLISH, Plurals, count_alike, language_name, plurals_of
from pnp.localise.po import OTHER_CHARSET
from pnp.model.problem import Problem, code
from pnp.model.regex import regex
from pnp.model.span import Span

BROKEN_HEADER = code("PNP603", says="the catalogue has no header")
NO_CHARSET = BROKEN_HEADER.also("the header doesn’t say the charset")
NO_LANGUAGE = BROKEN_HEADER.also("the header doesn’t say the language")
OTHER_LANGUAGE = BROKEN_HEADER.also("the header says that the language is {language}, the file’s name says {tag}")
NO_COLON = BROKEN_HEADER.also("the header’s line “{line}” has no colon")
REPEATED_FIELD = BROKEN_HEADER.also("the header has {name} twice")
WRONG_PLURALS = code("PNP604", says="Plural-Forms is not how {language} counts: {plurals}")
NO_PLURALS = WRONG_PLURALS.also("the header has no Plural-Forms")
UNCLEAR_PLURALS = WRONG_PLURALS.also("Plural-Forms can't be understood: {plurals}")
OTHER_FORMS = WRONG_PLURALS.also("{context} has {forms}, the language has {number}")

_PLURALS = regex(r"\s*nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+?)\s*;?\s*")
_CHARSET = regex(r"charset=([\w.:-]+)", re.IGNORECASE)


class Head(NamedTuple):
    """How a catalogue's language counts, and the problems of its header."""

    plurals: Plurals
    problems: list[Problem]


def read_head(found: PoFile, file: str, tag: str) -> Head:
    """Read a header. Where it doesn't say how, the language counts as Babel knows, or like English."""
    right = plurals_of(tag)
    counts = right or ENGLISH
    if found.header is None:
        hint = f"a new one has it: pnp translate init writes Plural-Forms: {counts.header}"
        cause = next(iter(found.problems), None)  # it may be there
        return Head(counts, [BROKEN_HEADER.at(Span(file, 1), hint=hint, cause=cause)])
    problems: list[Problem] = []
    fields, unreadable = _read_fields(found, found.header, file, problems)
    nothing = "", Span(file, found.header.says)
    type, at = fields.get("content-type", nothing)
    charset = _CHARSET.search(type)
    if charset is None:
        hint = "Content-Type: text/plain; charset=UTF-8"
        problems.append(NO_CHARSET.at(at, hint=hint, cause=unreadable.get("content-type")))
    elif charset[1].lower().replace("-", "") != "utf8":
        hint = "save it as UTF-8, and write charset=UTF-8"
        problems.append(OTHER_CHARSET.at(at, charset=charset[1], hint=hint))
    language, at = fields.get("language", nothing)
    hint = f"Language: {tag.replace('-', '_')}"
    if not language:
        problems.append(NO_LANGUAGE.at(at, hint=hint, cause=unreadable.get("language")))
    elif language.replace("_", "-").partition("-")[0].lower() != tag.partition("-")[0]:
        problems.append(OTHER_LANGUAGE.at(at, language=language, tag=tag, hint=hint))
    text, at = fields.get("plural-forms", nothing)
    hint = f"Plural-Forms: {counts.header}"
    if not text:
        problems.append(NO_PLURALS.at(at, hint=hint, cause=unreadable.get("plural-forms")))
    elif (read := _parse_plurals(text)) is None:
        problems.append(UNCLEAR_PLURALS.at(at, plurals=text[:60], hint=hint))
    elif right is not None and not count_alike(read, right):
        problems.append(WRONG_PLURALS.at(at, language=language_name(tag), plurals=text[:60], hint=hint))
    else:
        counts = read
    for entry in found.entries:
        if entry.plural and not entry.obsolete and len(entry.forms) != counts.number:
            forms = "1 form" if len(entry.forms) == 1 else f"{len(entry.forms)} forms"
            hint = f"msgstr[0] to msgstr[{counts.number - 1}]" if counts.number > 1 else "msgstr[0] alone"
            at = Span(file, entry.says)
            problems.append(OTHER_FORMS.at(at, context=entry.context, forms=forms, number=counts.number, hint=hint))
    return Head(counts, problems)


def _read_fields(
    found: PoFile, header: Entry, file: str, problems: list[Problem]
) -> tuple[dict[str, tuple[str, Span]], dict[str, Problem]]:
    """Return the header's fields with their places, and the problems of those that can't be read."""
    fields: dict[str, tuple[str, Span]] = {}
    unreadable: dict[str, Problem] = {}
    starts = [0, *accumulate(map(len, found.header_lines))]
    offset = 0
    for line in header.forms[0].split("\n"):
        number = max(bisect_right(starts, offset) - 1, 0)
        start, at = offset - starts[number], Span(file, header.says + number)
        offset += len(line) + 1
        if not line:
            continue
        name, colon, value = line.partition(":")
        if not colon:
            whole = at.of(start, start + len(line))
            problems.append(NO_COLON.at(whole, line=line[:40], hint="lines are like Language: de"))
            unreadable.setdefault(line.strip().partition(" ")[0].lower(), problems[-1])
        elif name.strip().lower() in fields:
            before = at.of(start, start + len(name))
            problems.append(REPEATED_FIELD.at(before, name=name.strip(), hint="delete one"))
        else:
            end = start + len(line.rstrip())
            fields[name.strip().lower()] = (value.strip(), at.of(end - len(value.strip()), end))
    return fields, unreadable


def _parse_plurals(text: str) -> Plurals | None:
    """Parse Plural-Forms; None if it isn't valid, or some number has no form."""
    match = _PLURALS.fullmatch(text)
    if match is None:
        return None
    plurals = Plurals(int(match[1]), match[2])
    try:
        return plurals if all(0 <= form < plurals.number for form in map(plurals.form, range(200))) else None
    except (ValueError, ZeroDivisionError, OverflowError, RecursionError):
        return None


def new_header(tag: str, title: str, now: str) -> Entry:
    """Return the header of a new catalogue; `now` is a date as gettext writes it."""
    counts = plurals_of(tag) or ENGLISH
    fields = {
        "Project-Id-Version": title,
        "Report-Msgid-Bugs-To": "",
        "POT-Creation-Date": now,
        "PO-Revision-Date": now,
        "Last-Translator": "",
        "Language-Team": language_name(tag),
        "Language": tag.replace("-", "_"),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": counts.header,
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return Entry("", "", (text,), comments=(f" {title} in {language_name(tag)}.",))
