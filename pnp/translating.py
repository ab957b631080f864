"""Catalogues of a game: begun, brought up to date, counted. Nothing that a translator wrote is ever lost: what can't be
read is reported and left alone, and a file is written beside the old one and then renamed.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pnp.folders import cache_folder
from pnp.ignoring import without_ignored
from pnp.layout import Layout
from pnp.layout.rooms import Room
from pnp.load import load_fonts, load_game, load_style
from pnp.localise import make_edition
from pnp.localise.catalogue import Catalogues, catalogue_path, read_catalogue
from pnp.localise.checks.terms import forms_in, found_in
from pnp.localise.entry import Entry
from pnp.localise.header import new_header
from pnp.localise.languages import USUAL, canonical, locale_of, meant, name_of, plurals_of
from pnp.localise.messages import Message, messages_of
from pnp.localise.missing import State, judged
from pnp.localise.updating import Updated, Wanted, updated
from pnp.localise.writing import po_text
from pnp.model.choices import PSEUDO
from pnp.model.game import Edition, Game
from pnp.model.problem import PnpError, Problem, Severity, UsageError, has_errors, in_reading_order
from pnp.model.project import Project
from pnp.telling import tellings
from pnp.translations import known_words, label_messages, of_game, whole_edition, word_messages


class Counts(NamedTuple):
    """Of a part of a game in one language, or of the whole."""

    part: str
    translated: int
    fuzzy: int
    missing: int
    problems: int

    @property
    def all(self) -> int:
        return self.translated + self.fuzzy + self.missing


class Status(NamedTuple):
    """Of a game in one language."""

    language: str
    file: Path
    parts: tuple[Counts, ...]
    problems: list[Problem]

    @property
    def whole(self) -> Counts:
        columns = list(zip(*(part[1:] for part in self.parts), strict=True)) or [(0,)] * 4
        return Counts("", *map(sum, columns))


class Written(NamedTuple):
    """What became of a catalogue; the file is untouched where there are problems, or nothing to change."""

    file: Path
    updated: Updated | None
    problems: list[Problem]
    is_changed: bool = True


def begin(project: Project, game_id: str, language: str) -> Written:
    """A new catalogue. Raises UsageError where it is there already, or can't be."""
    game, wrong = _game(project, game_id)
    if language in PSEUDO:
        raise UsageError(f"{language} is made from the source: it needs no catalogue")
    if locale_of(language) is None or not _is_tag(language):
        right = canonical(language)
        hint = "name it by its tag, like de, pt-BR or zh-Hant"
        if right != language and _is_tag(right) and locale_of(right) is not None:
            hint = f"did you mean {right}?"
        raise UsageError(f"there is no language {language}: {hint}")
    if language == game.languages[0]:
        raise UsageError(f"{language} is the language that {game_id} is written in")
    path = catalogue_path(game.folder, language)
    if path.exists() or path.is_symlink():
        shown = project.display(path)
        raise UsageError(f"{shown} is there already: pnp translate update {game_id} --lang {language}")
    if wrong:
        return Written(path, None, wrong)
    header = new_header(language, f"{game.title} {game.version}".strip(), time.strftime("%Y-%m-%d %H:%M+0000", _now()))
    return _written(project, game, language, path, header, ())


def bring_up_to_date(project: Project, game_id: str, language: str) -> Written:
    """Raises UsageError where there is no such catalogue."""
    game, wrong = _game(project, game_id)
    path = catalogue_path(game.folder, language)
    if not path.is_file():
        raise _no_catalogue(game, language)
    catalogue, problems = read_catalogue(project, path, language)
    if wrong or problems or catalogue.header is None:
        return Written(path, None, in_reading_order([*wrong, *problems]))
    return _written(project, game, language, path, catalogue.header, catalogue.entries)


def status_of(project: Project, game_id: str, language: str) -> Status:
    """Raises UsageError where there is no such catalogue."""
    game, _ = _game(project, game_id)
    path = catalogue_path(game.folder, language)
    if not path.is_file():
        raise _no_catalogue(game, language)
    catalogue, problems = read_catalogue(project, path, language)
    messages = [each.message for each in _wanted(project, game, language, measured=False)]
    found = judged(Catalogues(language, [catalogue]), messages, game.glossary, project.display(game.folder))
    kept = without_ignored((problem for _, problem in found.problems), project)
    found = found._replace(problems=tuple((part, problem) for part, problem in found.problems if problem in kept))
    counts = found.counts()
    parts = tuple(_counts(part, counts[part]) for part in counts)
    return Status(language, path, parts, in_reading_order([*problems, *(problem for _, problem in found.problems)]))


def catalogues_of(game: Game) -> list[str]:
    """The languages that it has a catalogue for."""
    return [tag for tag in game.languages[1:] if catalogue_path(game.folder, tag).is_file()]


def _no_catalogue(game: Game, language: str) -> UsageError:
    there = catalogues_of(game)
    likely = meant(language, there)
    hint = (
        f"did you mean {likely}?" if likely else f"pnp translate init {game.id} --lang {canonical(language)} begins it"
    )
    return UsageError(f"{game.id} has no catalogue for {language}; there is {', '.join(there) or 'none'}: {hint}")


def languages_of(project: Project, game_id: str) -> list[str]:
    return catalogues_of(_game(project, game_id)[0])


def usual_languages() -> tuple[str, ...]:
    return USUAL


def in_words(language: str) -> str:
    return f"{name_of(language)} ({language})"


def _is_tag(language: str) -> bool:
    from pnp.localise.edition import TAG

    return TAG.fullmatch(language) is not None


def _now() -> time.struct_time:
    return time.gmtime()


def _counts(part: str, counted: Counter[str]) -> Counts:
    return Counts(part, counted[State.TRANSLATED], counted[State.FUZZY], counted[State.MISSING], counted["problems"])


def _game(project: Project, game_id: str) -> tuple[Game, list[Problem]]:
    """The game, and the errors that keep some of it from being read: its texts would seem to have vanished.

    Raises UsageError for one that comes with pnp, or can't be read at all.
    """
    game, problems = load_game(project, game_id)
    if game is None:
        raise UsageError(f"{game_id} can't be read: {problems[0] if problems else 'it is empty'}")
    if not game.folder.is_relative_to(project.root):
        raise UsageError(f"{game_id} comes with pnp and belongs to all projects: pnp new makes a copy of your own")
    return game, [each for each in problems if each.severity is Severity.ERROR]


def _written(
    project: Project, game: Game, language: str, path: Path, header: Entry, entries: Iterable[Entry]
) -> Written:
    from pnp.emit.files import write_atomically

    plurals = plurals_of(language)
    forms = plurals.number if plurals else 2
    words = known_words(language)

    def prefill(message: Message) -> tuple[str, ...]:
        if known := words.get(message.context):
            return known
        terms = [forms_in(term, language) for term in game.glossary if term.term == message.text]
        return terms[0][:1] if terms and not message.one else ()

    wanted = list(_wanted(project, game, language, measured=True))
    merged = updated(entries, wanted, forms, prefill)
    data = po_text(header, merged.entries).encode()
    is_changed = not path.is_file() or path.read_bytes() != data
    if is_changed:
        write_atomically(path, data)
    return Written(path, merged, [], is_changed)


def _wanted(project: Project, game: Game, language: str, *, measured: bool) -> Iterator[Wanted]:
    """The game's messages, with what their entries tell translators."""
    folder = project.display(game.folder)
    messages = messages_of(game)
    if game.base is not None:
        messages = of_game(messages, folder)
    rooms: dict[tuple[str, str], Room] = {}
    for edition in _editions(game) if measured else ():
        layout = _layout(project, edition)
        try:
            for key, room in layout.rooms(lambda component, _: bool(component.front)).items() if layout else ():
                rooms.setdefault(key, room)
        except PnpError:  # said when it is built
            continue
    labels = label_messages(project, whole_edition(make_edition(game, "", "low", ())))
    messages += [label for label in labels if game.base is None or f"layouts/{game.id}/" in label.span.file]
    if game.base is None:
        messages += word_messages(game, language)
    for message in dict.fromkeys(messages):
        yield Wanted(message, tuple(_notes(message, game, language, rooms)), tuple(_references(message, project)))


def _editions(game: Game) -> Iterator[Edition]:
    """The game alone, then with each module that can be chosen."""
    yield make_edition(game, "", "low", ())
    for module in game.modules.values():
        ids = {module.id}
        while more := {need for id in ids if id in game.modules for need in game.modules[id].needs} - ids:
            ids |= more
        try:
            yield make_edition(game, "", "low", ids)
        except UsageError:
            continue


def _layout(project: Project, edition: Edition) -> Layout | None:
    """None where the game can't be laid out yet."""
    style, _ = load_style(project, *edition.game.ids)
    fonts, problems = load_fonts(project)
    if has_errors(problems):
        return None
    edition = replace(edition, told=tellings(edition, 0))
    return Layout(edition, style, fonts, project, cache=cache_folder("templates"))


def _notes(message: Message, game: Game, language: str, rooms: Mapping[tuple[str, str], Room]) -> Iterator[str]:
    if message.about:
        yield message.about
    room = rooms.get((message.path, message.text)) or rooms.get(("", message.text))
    if room is not None:
        box = f"{room.w:.0f} mm wide" if room.h is None else f"{room.w:.0f} × {room.h:.0f} mm"
        what = "a line of about" if room.h is None else "room for about"
        yield f"{room.style}, {box}: {what} {room.characters} characters"
    for term in game.glossary:
        if found_in(term, message.text):
            forms = ", ".join(forms_in(term, language))
            yield f"glossary: {term.term}" + (f" = {forms}" if forms else "")


def _references(message: Message, project: Project) -> Iterator[str]:
    """Files of pnp's own are named without the folder that they happen to be in."""
    file = message.span.file
    if not file:
        return
    bundled = f"{project.bundled.as_posix()}/"
    shown = file.removeprefix(bundled)
    shown = f"\u2068{shown}\u2069" if " " in shown else shown
    yield f"{shown}:{message.span.line}" if message.span.line else shown
