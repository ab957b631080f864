"""PO files → catalogues: the translations of a game into one language, by context and source, with their places."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, takewhile
from pathlib import Path
from typing import NamedTuple

from pnp.cardtext.braces import has_braces
from pnp.io.opening import path_inside, read_input
from pnp.io.project import CATALOGUES, Project, broader_tags, find_catalogues
from pnp.localise.languages import ENGLISH, Plurals, count_alike, language_name, plurals_of
from pnp.localise.po import ESCAPE, OTHER_CHARSET, STRING, Entry, PoFile, read_po, unescape
from pnp.model.game import Game
from pnp.model.language import Said, shorten
from pnp.model.problem import FileError, Problem, code
from pnp.model.regex import regex
from pnp.model.rules import Turn
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


def read_head(found: PoFile, file: str, tag: str) -> tuple[Plurals, list[Problem]]:
    """Return how the language counts, by the header, by Babel or like English, and the problems of the header."""
    right = plurals_of(tag)
    counts = right or ENGLISH
    if found.header is None:
        hint = f"a new one has it: pnp translate init writes Plural-Forms: {counts.header}"
        cause = next(iter(found.problems), None)  # it may be there
        return counts, [BROKEN_HEADER.at(Span(file, 1), hint=hint, cause=cause)]
    problems: list[Problem] = []
    fields, unreadable = _read_fields(found, found.header, file, problems)
    nothing = "", Span(file, found.header.says)
    type, at = fields.get("content-type", nothing)
    if (charset := _CHARSET.search(type)) is None:
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
    return counts, problems


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
            whole = at.slice(start, start + len(line))
            problems.append(NO_COLON.at(whole, line=line[:40], hint="lines are like Language: de"))
            unreadable.setdefault(line.strip().partition(" ")[0].lower(), problems[-1])
        elif name.strip().lower() in fields:
            before = at.slice(start, start + len(name))
            problems.append(REPEATED_FIELD.at(before, name=name.strip(), hint="delete one"))
        else:
            end = start + len(line.rstrip())
            fields[name.strip().lower()] = (value.strip(), at.slice(end - len(value.strip()), end))
    return fields, unreadable


def _parse_plurals(text: str) -> Plurals | None:
    """Parse Plural-Forms; None if it isn't valid, or some number has no form."""
    if (match := _PLURALS.fullmatch(text)) is None:
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


CONTROL = regex("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff\ufff9-\ufffb\ufffd-\uffff]")  # no font has these

_LARGEST = 1 << 30  # bytes: what is too large for a catalogue, its reader says
_SAYS = regex(r"\s*msgstr")
_NOT_ITSELF = regex(f"{ESCAPE.pattern}|{CONTROL.pattern}")


class Catalogue(NamedTuple):
    """One PO file."""

    file: str  # as spans name it
    language: str
    plurals: Plurals
    header: Entry | None
    entries: tuple[Entry, ...]  # in the order of the file
    torn: Problem | None = None  # why the rest of the file isn't known
    unreadable: Mapping[str, Problem] = {}  # contexts of entries that can't be read
    written: Mapping[Entry, str] = {}  # entries with their lines in the file

    def is_sure(self, entry: Entry) -> bool:
        """Check that an entry has a complete translation that isn't in doubt."""
        if entry.obsolete or entry.is_fuzzy or entry.is_empty:
            return False
        return not entry.plural or len(entry.forms) == self.plurals.number

    def translation(self, entry: Entry) -> Said | None:
        """Return what is printed for an entry, without control characters; None if it isn't sure."""
        if not self.is_sure(entry):
            return None
        turns = turns_of(entry, self.written.get(entry, "")) if has_braces(entry.forms[-1]) else ()
        return Said(tuple([CONTROL.sub("", form) for form in entry.forms]), Span(self.file, entry.says), turns)


class Catalogues:
    """The translation of a game: by its own catalogue, and by those of the games that have a part in it."""

    def __init__(self, language: str, catalogues: Iterable[Catalogue]) -> None:
        self.language = language
        self.all: Sequence[Catalogue] = tuple(catalogues)
        self._said: dict[tuple[str, str, str], Said] = {}
        for catalogue in self.all:
            for entry in catalogue.entries:
                if said := catalogue.translation(entry):
                    self._said.setdefault(entry.key, said)
        self._form = self.all[0].plurals.form if self.all else None

    def find(self, context: str, source: str, plural: str = "") -> Said | None:
        return self._said.get((context, source, plural))

    @property
    def forms(self) -> int:
        return self.all[0].plurals.number if self.all else 2

    @cached_property
    def _places(self) -> Mapping[str, Span]:
        return {shorten(form): said.span for said in reversed(self._said.values()) for form in said.forms}

    def place_of(self, text: str) -> Span | None:
        return self._places.get(text)

    def beginning(self, place: Span) -> tuple[str, int]:
        """Return the file and line in which the translation begins that stands at a place."""
        lines = [line for each in self.all if each.file == place.file for entry in each.entries for line in entry.lines]
        return place.file, max((line for line in lines if line <= place.line), default=place.line)

    def form(self, count: int) -> int:
        return self._form(abs(count)) if self._form else int(count != 1)


def turns_of(entry: Entry, written: str) -> tuple[Turn, ...]:
    """Return where the characters of the last form stand, from its lines: escapes are longer than what they mean."""
    lines = written.split("\n")
    begins = next((number for number, line in enumerate(lines) if _SAYS.match(line)), 0)
    last = entry.lines[-1] if entry.lines else entry.says
    turns, offset = list[Turn](), 0
    for number in range(begins + last - entry.says, len(lines)):
        at = lines[number].find('"') + 1
        string = STRING.fullmatch(lines[number][at - 1 :]) if at else None
        if string is None:
            break
        if not string[1]:
            continue
        done, line = 0, entry.says + number - begins
        for found in _NOT_ITSELF.finditer(string[1]):
            turns.append(Turn(offset, line, at + done + 1))
            offset += found.start() - done + len(CONTROL.sub("", unescape(found)))
            done = found.end()
        turns.append(Turn(offset, line, at + done + 1))
        offset += len(string[1]) - done
    return tuple(turns)


def catalogue_path(folder: Path, language: str) -> Path:
    """Return the path of a catalogue, or where it would be. Raises FileError where it can't be one of the game's."""
    path_there, *_ = find_catalogues(folder).get(language, [folder / CATALOGUES / f"{language}.po"])
    name = path_there.relative_to(folder).as_posix()
    path, here = path_inside(folder, name), f"{name} in {folder.name}'s folder is"
    if path is None:
        raise FileError(f"{name} leads out of {folder.name}'s folder")
    if path.is_dir():
        raise FileError(f"{here} a folder itself, not a catalogue")
    if not path.is_file() and (path.exists() or path.is_symlink()):
        raise FileError(f"{here} {'not a file' if path.exists() else 'a link to nothing'}")
    return path


def list_catalogues(game: Game) -> list[str]:
    """Return the languages that the game has a catalogue for."""
    return [tag for tag in game.languages[1:] if catalogue_path(game.folder, tag).is_file()]


def read_catalogue(project: Project, path: Path, language: str) -> tuple[Catalogue, list[Problem]]:
    """Read as much of a catalogue as can be read. Raises FileError, LimitError."""
    file = project.display(path)
    try:
        data = read_input(path, _LARGEST)
    except OSError as error:
        raise FileError(f"{file}: cannot be read: {error.strerror}") from error
    found = read_po(data, file)
    plurals, wrong = read_head(found, file, language)
    problems = [*found.problems, *wrong]
    torn = found.torn or (problems[0] if found.header is None and not found.entries else None)
    read = (found.header, found.entries, torn, found.unreadable, found.written)
    return Catalogue(file, language, plurals, *read), problems


def read_catalogues(project: Project, game: Game, language: str) -> tuple[Catalogues, list[Problem]]:
    """Read a language's catalogues, then those of its parents. Raises FileError, LimitError."""
    tags = (language, *parent_languages(game, language))
    # the game's own first, then those of its base and of its expansions, as far as they are there
    paths = [(path, tag) for tag in tags for path in dict.fromkeys(catalogue_path(each, tag) for each in game.folders)]
    read = [read_catalogue(project, path, tag) for path, tag in paths if path.is_file()]
    problems = [problem for _, wrong in read for problem in wrong]
    return Catalogues(language, [catalogue for catalogue, _ in read]), problems


def parent_languages(game: Game, language: str) -> list[str]:
    """Return the languages that are printed for what a regional one lacks, before the source is."""
    return list(takewhile(lambda tag: tag != game.languages[0], broader_tags(language)))
