"""PO text + whose translation + a new one → the same catalogue with it; what it was doubted for is gone.

An entry is read by itself, whatever stands around it, so what comes out is right if its entry is.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from pnp.localise.entry import Entry, PoFile, is_unseen
from pnp.localise.po import read_po
from pnp.localise.writing import WIDTH, quoted
from pnp.mend.edit import EntryAt, Refusal, Spliced
from pnp.model.problem import LimitError

_BREAK = re.compile("\r\n|\r|\n")
_LINES = re.compile("[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$")
_FLAGS = re.compile(r"(\s*#,)(.*)")
_SEPARATORS = re.compile("[\u2028\u2029]")  # no escape for them is read by all tools, and bare they end lines for some
_ENDLESS = 1_000_000  # the width of catalogues whose tool doesn't wrap


class PoLines(NamedTuple):
    """The lines of an entry with their ends, and how many stand before it."""

    lines: list[str]
    above: int


def mend_entry(text: str, at: EntryAt, old: str, new: str) -> Spliced | Refusal:
    """`old` is empty where there is no translation yet.

    Line and paragraph separators of the new one become line breaks; at its ends, where pasted texts have them, they go.
    """
    new = _SEPARATORS.sub("\n", new.strip("\u2028\u2029"))
    try:
        file = read_po(text.encode(), "")
    except LimitError as error:
        return Refusal(str(error))
    entry = _entry(file, at)
    if isinstance(entry, Refusal):
        return entry
    if at.form > len(entry.forms) or (at.form and not entry.plural):
        return Refusal(f"the entry has {len(entry.forms)} forms: pnp translate update brings those that it lacks")
    said = entry.forms[at.form] if at.form < len(entry.forms) else ""
    if said != old:
        return Refusal("the translation has changed meanwhile: look at it again")
    settles = at.settled and not is_unseen(new)
    if said == new and at.form < len(entry.forms) and not (settles and (entry.is_fuzzy or entry.previous)):
        return Spliced(text)
    return _mended(text, file, entry, at.form, new, settles=settles)


def _entry(file: PoFile, at: EntryAt) -> Entry | Refusal:
    key = at.context, at.source, at.plural
    found = [entry for entry in file.entries if entry.key == key and not entry.obsolete]
    if len(found) == 1:
        return found[0]
    if found:
        return Refusal(f"the entry is there twice, in lines {found[0].line} and {found[1].line}: delete one")
    if wrong := (file.unreadable.get(at.context) or file.torn):
        return Refusal(f"the catalogue can't be read at line {wrong.span.line}: {wrong.message}")
    return Refusal("the catalogue doesn't have the entry: pnp translate update brings it")


def _mended(text: str, file: PoFile, entry: Entry, form: int, new: str, *, settles: bool) -> Spliced | Refusal:
    every = _LINES.findall(text)
    place = _lines_of(file, entry, every)
    lines = [*place.lines]
    first, last = _strings(lines, entry, form, place.above)
    keyword = f"msgstr[{form}]" if entry.plural else "msgstr"
    ending = _ending(lines[first - 1 : first + 1] + lines + every)
    begin = lines[first] if first < len(lines) else lines[-1]
    indent = begin[: len(begin) - len(begin.lstrip())] if begin.lstrip().startswith("msgstr") else ""
    written = quoted(keyword, new, indent, _width(lines))
    is_open = last == len(lines) and not lines[-1].endswith(("\n", "\r"))
    if is_open and first == len(lines):
        lines[-1] += ending
    lines[first:last] = [line + ending for line in written]
    if is_open:
        lines[-1] = lines[-1].removesuffix(ending)
    if settles:
        lines = [line for line in map(_without_doubt, lines) if line]
    if not _is_right(lines, entry, form, new, settles=settles):
        return Refusal("the translation can't be written there without changing something else")
    every[place.above : place.above + len(place.lines)] = lines
    return Spliced("".join(every))


def _lines_of(file: PoFile, entry: Entry, every: list[str]) -> PoLines:
    """With its comments: it may begin before the line of its first keyword."""
    written = file.written[entry].split("\n")[:-1]
    before = next(n for n, line in enumerate(written) if line.strip() and not line.lstrip().startswith("#"))
    above = entry.line - 1 - before
    return PoLines(every[above : above + len(written)], above)


def _strings(lines: list[str], entry: Entry, form: int, above: int) -> tuple[int, int]:
    """The first of the lines that say a form, and the one behind them; behind all where there is none yet."""
    starts = [*(line - 1 - above for line in entry.lines), len(lines)]
    return starts[form], starts[min(form + 1, len(starts) - 1)]


def _ending(lines: Iterable[str]) -> str:
    found = (_BREAK.search(line) for line in lines)
    return next((ending[0] for ending in found if ending), "\n")


def _width(lines: list[str]) -> int:
    """Catalogues have one text a line, however long, or are wrapped."""
    said = [line.rstrip() for line in lines if line.lstrip().startswith("msg")]
    return _ENDLESS if any(len(line) > WIDTH and " " in line[10:-1].strip() for line in said) else WIDTH


def _without_doubt(line: str) -> str:
    """Without the flag that says that a translation is doubtful; empty where it has nothing else to say."""
    stripped = line.lstrip()
    if stripped.startswith("#|"):
        return ""
    found = _FLAGS.match(line)
    if found is None or "fuzzy" not in [flag.strip() for flag in found[2].split(",")]:
        return line
    flags = [flag for flag in found[2].split(",") if flag.strip() not in ("fuzzy", "")]
    said = ",".join(flags)
    return f"{found[1]}{said if said.startswith(' ') else ' ' + said}{line[found.end() :]}" if flags else ""


def _is_right(lines: list[str], entry: Entry, form: int, new: str, *, settles: bool) -> bool:
    """Whether the entry, read by itself, is what it was but for this."""
    found = read_po("".join(lines).encode(), "")
    if len(found.entries) != 1 or found.problems:
        return False
    forms = [*entry.forms]
    forms[form : form + 1] = [new]
    flags = tuple([flag for flag in entry.flags if not settles or flag != "fuzzy"])
    expected = entry._replace(forms=tuple(forms), flags=flags, previous=() if settles else entry.previous)
    there = found.entries[0]
    return there == expected._replace(line=there.line, says=there.says, lines=there.lines)
