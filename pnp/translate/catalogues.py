"""Catalogues of a game: begun with all that translators are to say, brought up to date, counted.

Nothing that a translator wrote is ever lost: what can't be read is reported and left alone, and a file is written
beside the old one and then renamed. What is the same for all languages is gathered once: laying the game out, to
measure how much room each text has, takes most of the time.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pnp.build.sizes import Measuring
from pnp.edition.loading import read_game
from pnp.edition.texts import speeches, with_texts
from pnp.edition.untranslated import label_messages, of_game, whole_edition
from pnp.files.catalogues import canonical, is_tag
from pnp.files.project import Project
from pnp.layout.editions import Layout
from pnp.layout.elements.text import Room
from pnp.load import load_fonts, load_style
from pnp.localise import make_edition
from pnp.localise.catalogue import Catalogue, Catalogues, catalogue_path, read_catalogue, standing_in
from pnp.localise.checks.consistency import forms_in, found_in
from pnp.localise.header import new_header
from pnp.localise.languages import ENGLISH, locale_of, meant, name_of, plurals_of, tag_called
from pnp.localise.messages import OF_PNP, Message, known_words, messages_of, word_messages
from pnp.localise.missing import State, survey
from pnp.localise.po import MAX_BYTES, TWICE
from pnp.localise.sizes import Compared
from pnp.localise.updating import MOST_LOST, Updated, WantedEntry, updated
from pnp.localise.writing import po_text
from pnp.model.game import Edition, Game
from pnp.model.language import Term, script_of
from pnp.model.options import PSEUDO, Options
from pnp.model.problem import LimitError, PnpError, Problem, Severity, UsageError, has_errors
from pnp.model.span import Span
from pnp.model.values import value_at
from pnp.pages.told import tellings
from pnp.problems.causes import without_caused
from pnp.problems.ignores import CommentReader
from pnp.problems.kinds_of_game import as_set
from pnp.problems.report import list_problems

_IN_SQUARES = ("Jpan", "Hans", "Hant", "Kore")  # scripts whose letters are as wide as they are high


class TranslatableText(NamedTuple):
    """A message, and what is said about it in the catalogues of all languages."""

    message: Message
    room: Room | None = None
    terms: tuple[Term, ...] = ()  # of the glossary, that it has
    references: tuple[str, ...] = ()


class Translatable(NamedTuple):
    game: Game
    texts: tuple[TranslatableText, ...]  # without words of pnp's own, which are there in some languages
    wrong: list[Problem]  # errors that keep some of the game from being read: its texts would seem to have vanished
    rooms: Mapping[tuple[str, str], Room]

    def messages(self, catalogues: Catalogues) -> list[Message]:
        return [each.message for each in (*self.texts, *self._words(catalogues.language, catalogues.all))]

    def wanted(self, catalogue: Catalogue) -> list[WantedEntry]:
        language = catalogue.language
        return [
            WantedEntry(each.message, tuple(_notes(each, language)), each.references)
            for each in (*self.texts, *self._words(language, [catalogue]))
        ]

    def _words(self, language: str, catalogues: Iterable[Catalogue]) -> Iterator[TranslatableText]:
        if self.game.base is None:
            own = [each.message for each in self.texts]
            for message in dict.fromkeys(word_messages(self.game, language, own, catalogues)):
                yield TranslatableText(message, _room(message, self.rooms), _terms(message, self.game))


class NoCatalogues(UsageError):
    """There is none at all yet."""


class Counts(NamedTuple):
    """Of a part of a game in one language, or of the whole."""

    part: str
    translated: int
    copied: int  # as in the source
    inherited: int  # said by another language, as `fr-CA` is by `fr`
    fuzzy: int
    missing: int
    problems: int

    @property
    def all(self) -> int:
        return sum(self[1:-1])


class Status(NamedTuple):
    """Of a game in one language."""

    language: str
    file: Path
    parts: tuple[Counts, ...]
    has_more: bool  # to say: problems of any kind
    has_errors: bool
    inherits: tuple[str, ...] = ()  # from catalogues of these languages
    beside_source: Compared = Compared()

    @property
    def whole(self) -> Counts:
        """Return the sum of what the game says; what pnp says itself comes filled in, and counts apart."""
        columns = list(zip(*(part[1:] for part in self.parts if part.part != OF_PNP), strict=True)) or [(0,)] * 6
        return Counts("", *map(sum, columns))


class Changes(NamedTuple):
    """Of a catalogue's entries."""

    new: int
    changed: int
    vanished: int
    found: int  # under another context, or none
    unsure: int  # the same, to be looked at
    filled: int  # translated in the end


class CatalogueOutcome(NamedTuple):
    """What became of a catalogue; the file is untouched where there are problems, or nothing to change."""

    file: Path
    changes: Changes | None
    problems: list[Problem]
    is_changed: bool = True


def begin(project: Project, game_id: str, language: str, *, of_what_is_right: bool = False) -> CatalogueOutcome:
    """A new catalogue; with `of_what_is_right` of a game with errors, too, without the texts that can't be read.
    Raises UsageError where it is there already, or can't be, LimitError."""
    if language in PSEUDO:
        raise UsageError(f"{language} is made from the source: it needs no catalogue")
    if locale_of(language) is None or not is_tag(language):
        right = tag_called(language) or canonical(language)
        is_near = right != language and is_tag(right) and locale_of(right) is not None
        hint = f"did you mean {right}?" if is_near else "name it by its tag, like de, pt-BR or zh-Hant"
        raise UsageError(f"there is no language {language}: {hint}")
    source = translatable(project, game_id, measured=True)
    game = source.game
    if language == game.languages[0]:
        raise UsageError(f"{language} is the language that {game_id} is written in")
    path = catalogue_path(game.folder, language)
    if path.exists() or path.is_symlink():
        shown = project.display(path)
        raise UsageError(f"{shown} is there already: pnp translate update {game_id} --lang {language}")
    if source.wrong and not of_what_is_right:
        return CatalogueOutcome(path, None, list_problems(source.wrong))
    now = time.strftime("%Y-%m-%d %H:%M+0000", time.gmtime())
    header = new_header(language, f"{game.title} {game.version}".strip(), now)
    begun = Catalogue(project.display(path), language, ENGLISH, header, ())
    return _written(project, source, begun, path, force=True)


def bring_up_to_date(
    project: Project, game_id: str, language: str = "", *, force: bool = False
) -> Iterator[CatalogueOutcome]:
    """One catalogue, or all of the game's, each before the next is read.

    Raises UsageError where there is no such catalogue, LimitError.
    """
    source = translatable(project, game_id, measured=True)
    for tag in _wanted_languages(source.game, language):
        yield _brought_up_to_date(project, source, tag, force=force)


def _brought_up_to_date(project: Project, source: Translatable, language: str, *, force: bool) -> CatalogueOutcome:
    path = catalogue_path(source.game.folder, language)
    catalogue, problems = read_catalogue(project, path, language)
    stray = {entry.line for entry in catalogue.entries if not entry.context}  # which are told apart by their references
    wrong = [each for each in problems if not (each.code == TWICE.id and each.span.line in stray)]
    if source.wrong or wrong:
        return CatalogueOutcome(path, None, list_problems([*source.wrong, *wrong]))
    return _written(project, source, catalogue, path, force=force)


def status_of(project: Project, game_id: str, language: str = "") -> Iterator[Status]:
    """Of one language, or of all that the game has a catalogue for. Raises UsageError where there is no such one."""
    source = translatable(project, game_id, measured=False)
    measuring = Measuring(project, Options(game_id))
    for tag in _wanted_languages(source.game, language):
        yield _status(project, source, tag)._replace(beside_source=measuring.compared(tag))


def _status(project: Project, source: Translatable, language: str) -> Status:
    game = source.game
    path = catalogue_path(game.folder, language)
    catalogue, problems = read_catalogue(project, path, language)
    behind = [
        read_catalogue(project, other, tag)[0]
        for tag in standing_in(game, language)
        if (other := catalogue_path(game.folder, tag)).is_file()
    ]
    both = Catalogues(language, [catalogue, *behind])
    messages = source.messages(both)
    found = survey(both, messages, game.glossary, project.display(game.folder), speeches(game, both))
    kept = set(CommentReader(project).heed(found.problems))
    told = as_set([each for each in found.problems if each in kept], game.checks)
    found = found._replace(problems=tuple(told))
    kinds = (State.TRANSLATED, State.COPIED, State.INHERITED, State.FUZZY, State.MISSING, "problems")
    parts = tuple(Counts(part, *(counted[kind] for kind in kinds)) for part, counted in found.counts().items())
    every = without_caused([*source.wrong, *as_set(problems, game.checks), *told])
    by = tuple(each.language for each in behind)
    return Status(language, path, parts, bool(every), has_errors(every), by)


def _wanted_languages(game: Game, language: str) -> list[str]:
    if language and catalogue_path(game.folder, language).is_file():
        return [language]
    there = catalogues_of(game)
    if language:
        begin = f"pnp translate init {game.id} --lang {tag_called(language) or canonical(language)} begins it"
        hint = f"did you mean {likely}?" if (likely := meant(language, there)) else begin
        raise UsageError(f"{game.id} has no catalogue for {language}; there is {', '.join(there) or 'none'}: {hint}")
    if not there:
        raise NoCatalogues(f"{game.id} has no catalogues: pnp translate init {game.id} --lang de begins one")
    return there


def catalogues_of(game: Game) -> list[str]:
    """The languages that it has a catalogue for."""
    return [tag for tag in game.languages[1:] if catalogue_path(game.folder, tag).is_file()]


def languages_of(project: Project, game_id: str) -> list[str]:
    """Those that it has a catalogue for."""
    game, _ = read_game(project, game_id)
    return catalogues_of(game) if game else []


def in_words(language: str) -> str:
    return f"{name_of(language)} ({language})"


def _written(
    project: Project, source: Translatable, catalogue: Catalogue, path: Path, *, force: bool
) -> CatalogueOutcome:
    from pnp.files.writing import write_changed

    game, language = source.game, catalogue.language
    assert catalogue.header is not None
    plurals = plurals_of(language)
    words = known_words(language)

    def prefill(message: Message) -> tuple[str, ...]:
        if known := words.get(message.context):
            return known
        terms = [forms_in(term, language) for term in game.glossary if term.term == message.text]
        return terms[0][:1] if terms and not message.one else ()

    merged = updated(catalogue.entries, source.wanted(catalogue), plurals.number if plurals else 2, prefill)
    if merged.loses_most and not force:
        return CatalogueOutcome(path, None, [_accident(merged, catalogue, game)])
    data = po_text(catalogue.header, merged.entries, catalogue.written).encode()
    if len(data) > MAX_BYTES:
        limit = f"{MAX_BYTES // 1_000_000} MB, more than is ever read"
        raise LimitError(f"{catalogue.file} would have more than {limit}: it is left as it was")
    filled = sum(all(entry.forms) for entry in merged.entries)
    changes = Changes(merged.new, merged.changed, merged.vanished, merged.found, merged.unsure, filled)
    return CatalogueOutcome(path, changes, [], is_changed=write_changed(path, data, project.root))


def _accident(merged: Updated, catalogue: Catalogue, game: Game) -> Problem:
    nameless = sum(not entry.context for entry in catalogue.entries if not entry.obsolete)
    other = "are these another game’s, or ids changed?"
    why = f"{nameless} entries have no msgctxt" if nameless > merged.kept else other
    hint = f"{why}; if that is right: pnp translate update {game.id} --lang {catalogue.language} --force"
    return MOST_LOST.at(Span(catalogue.file), lost=merged.lost, all=merged.lost + merged.kept, hint=hint)


def translatable(project: Project, game_id: str, *, measured: bool) -> Translatable:
    """Raises UsageError for a game that comes with pnp, or can't be read at all."""
    game, problems = read_game(project, game_id)
    if game is None:
        raise UsageError(f"{game_id} can't be read: {list_problems(problems)[0] if problems else 'it is empty'}")
    if not game.folder.is_relative_to(project.root):
        raise UsageError(f"{game_id} comes with pnp and belongs to all projects: pnp new makes a copy of your own")
    wrong = [each for each in problems if each.severity is Severity.ERROR]
    rooms = _rooms(project, game) if measured and not wrong else {}
    texts = [
        TranslatableText(each, _room(each, rooms), _terms(each, game), _references(each, project))
        for each in _messages(project, game)
    ]
    return Translatable(game, tuple(texts), wrong, rooms)


def _messages(project: Project, game: Game) -> Iterator[Message]:
    messages = messages_of(game)
    if game.base is not None:
        messages = of_game(messages, project.display(game.folder))
    labels = label_messages(project, whole_edition(make_edition(game, "", "low", ())))
    messages += [label for label in labels if game.base is None or f"layouts/{game.id}/" in label.span.file]
    yield from dict.fromkeys(messages)


def _rooms(project: Project, game: Game) -> dict[tuple[str, str], Room]:
    """By field, or "" of what templates say, and text."""
    rooms: dict[tuple[str, str], Room] = {}
    for edition in _editions(game):
        filled, _ = with_texts(edition)
        written = _as_written(edition, filled)
        layout = _layout(project, filled)
        with suppress(PnpError):  # said when it is built
            for key, room in layout.rooms(lambda component, _: bool(component.front)).items() if layout else ():
                rooms.setdefault(written.get(key, key), room)
    return rooms


def _as_written(edition: Edition, filled: Edition) -> dict[tuple[str, str], tuple[str, str]]:
    """Fields and texts as they are printed → the same as messages have them, with something in braces."""
    if filled is edition:
        return {}
    return {
        (path, str(value_at(printed.fields, path))): (path, str(value_at(piece.fields, path)))
        for component in edition.components.values()
        for piece, printed in zip(component.pieces, filled.components[component.id].pieces, strict=True)
        for path in piece.phrases
    }


def _editions(game: Game) -> Iterator[Edition]:
    """The game alone, then with each module that can be chosen."""
    yield make_edition(game, "", "low", ())
    for module in game.modules.values():
        ids = {module.id}
        while more := {need for id in ids if id in game.modules for need in game.modules[id].needs} - ids:
            ids |= more
        with suppress(UsageError):
            yield make_edition(game, "", "low", ids)


def _layout(project: Project, edition: Edition) -> Layout | None:
    """None where the game can't be laid out yet."""
    style, _ = load_style(project, *edition.game.ids)
    fonts, problems = load_fonts(project)
    if has_errors(problems):
        return None
    edition = replace(edition, told=tellings(edition, 0))
    return Layout(edition, style, fonts, project)


def _room(message: Message, rooms: Mapping[tuple[str, str], Room]) -> Room | None:
    return rooms.get((message.path, message.text)) or rooms.get(("", message.text))


def _notes(text: TranslatableText, language: str) -> Iterator[str]:
    """What catalogues of a language say about it."""
    if text.message.about:
        yield text.message.about
    if room := text.room:
        box = f"{room.w:.0f} mm wide" if room.h is None else f"{room.w:.0f} × {room.h:.0f} mm"
        what = "a line of about" if room.h is None else "room for about"
        characters = room.wide if script_of(language) in _IN_SQUARES else room.characters
        yield f"{room.style}, {box}: {what} {characters} characters"
    for term in text.terms:
        forms = ", ".join(forms_in(term, language))
        yield f"glossary: {term.term}" + (f" = {forms}" if forms else "")


def _terms(message: Message, game: Game) -> tuple[Term, ...]:
    return tuple([term for term in game.glossary if found_in(term, message.text)])


def _references(message: Message, project: Project) -> tuple[str, ...]:
    """Files of pnp's own are named without the folder that they happen to be in."""
    if not message.span.file:
        return ()
    shown = message.span.file.removeprefix(f"{project.bundled.as_posix()}/")
    shown = f"\u2068{shown}\u2069" if " " in shown else shown
    return (f"{shown}:{message.span.line}" if message.span.line else shown,)
