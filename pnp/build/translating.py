"""The work of `pnp translate`: begin catalogues of a game, bring them up to date, count what they translate.

What is the same for all languages is gathered once: laying the game out, to measure how much room each text has, takes
most of the time.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pnp.build.edition_checks import SizeComparison
from pnp.build.loading import read_game
from pnp.build.untranslated import label_messages
from pnp.diagnostics.ignores import CommentReader, apply_settings
from pnp.diagnostics.report import drop_consequences, list_problems
from pnp.io.project import Project, canonical_tag, is_tag
from pnp.layout.editions import Layout
from pnp.layout.elements.text import Room
from pnp.load import load_fonts, load_style
from pnp.localise import make_edition
from pnp.localise.catalogue import (
    Catalogue,
    Catalogues,
    catalogue_path,
    list_catalogues,
    new_header,
    parent_languages,
    read_catalogue,
)
from pnp.localise.checks.consistency import forms_in, has_term
from pnp.localise.edition import fill_texts, speeches, template_data
from pnp.localise.languages import ENGLISH, find_tag, guess_language, locale_of
from pnp.localise.messages import OF_PNP, Message, messages_of, word_messages
from pnp.localise.missing import Counts, survey
from pnp.localise.po import TWICE
from pnp.localise.sizes import Compared
from pnp.localise.updating import CatalogueOutcome, WantedEntry, write_catalogue
from pnp.model.game import Game
from pnp.model.language import Term, script_of
from pnp.model.options import PSEUDO, Options
from pnp.model.problem import PnpError, Problem, Severity, UsageError, has_errors
from pnp.model.values import value_at

_IN_SQUARES = ("Jpan", "Hans", "Hant", "Kore")  # scripts whose letters are as wide as they are high


class TranslatableText(NamedTuple):
    """A message with what the catalogues of all languages note about it."""

    message: Message
    room: Room | None = None
    terms: tuple[Term, ...] = ()  # terms of the glossary that it has
    references: tuple[str, ...] = ()

    def notes(self, language: str) -> Iterator[str]:
        """Yield the notes about the text in catalogues of a language."""
        if self.message.about:
            yield self.message.about
        if room := self.room:
            box = f"{room.w:.0f} mm wide" if room.h is None else f"{room.w:.0f} × {room.h:.0f} mm"
            what = "a line of about" if room.h is None else "room for about"
            characters = room.wide if script_of(language) in _IN_SQUARES else room.characters
            yield f"{room.style}, {box}: {what} {characters} characters"
        for term in self.terms:
            forms = ", ".join(forms_in(term, language))
            yield f"glossary: {term.term}" + (f" = {forms}" if forms else "")


class Translatable(NamedTuple):
    """All texts of a game that can be translated."""

    game: Game
    texts: tuple[TranslatableText, ...]  # without words of pnp's own, which are there in some languages
    wrong: list[Problem]  # errors that keep some of the game from being read: its texts would seem to have vanished
    rooms: Mapping[tuple[str, str], Room]

    def in_language(self, language: str, catalogues: Iterable[Catalogue]) -> tuple[TranslatableText, ...]:
        """Return the texts with pnp's own words."""
        if self.game.base is not None:
            return self.texts
        words = dict.fromkeys(word_messages(self.game, language, [each.message for each in self.texts], catalogues))
        return (*self.texts, *(self.describe(each) for each in words))

    def describe(self, message: Message, references: tuple[str, ...] = ()) -> TranslatableText:
        """Add to a message the room and the terms of its text."""
        room = self.rooms.get((message.path, message.text)) or self.rooms.get(("", message.text))
        terms = tuple([term for term in self.game.glossary if has_term(term, message.text)])
        return TranslatableText(message, room, terms, references)


class NoCatalogues(UsageError):
    """The game has no catalogue yet."""


class Status(NamedTuple):
    """Counts of the translated texts of a game in one language."""

    language: str
    file: Path
    parts: tuple[Counts, ...]
    has_more: bool  # to report: problems of any kind
    has_errors: bool
    inherits: tuple[str, ...] = ()  # from catalogues of these languages
    beside_source: Compared = Compared()

    @property
    def whole(self) -> Counts:
        """Return the sum of the game's own texts; texts of pnp come filled in, and count separately."""
        columns = list(zip(*(part[1:] for part in self.parts if part.part != OF_PNP), strict=True)) or [(0,)] * 6
        return Counts("", *map(sum, columns))


def begin_catalogue(
    project: Project, game_id: str, language: str, *, of_what_is_right: bool = False
) -> CatalogueOutcome:
    """Write a new catalogue; with `of_what_is_right` also for a game with errors, without the texts that can't be read.

    Raise UsageError where it is there already, or can't be, LimitError.
    """
    if language in PSEUDO:
        raise UsageError(f"{language} is made from the source: it needs no catalogue")
    if locale_of(language) is None or not is_tag(language):
        right = find_tag(language) or canonical_tag(language)
        is_near = right != language and is_tag(right) and locale_of(right) is not None
        hint = f"did you mean {right}?" if is_near else "name it by its tag, like de, pt-BR or zh-Hant"
        raise UsageError(f"there is no language {language}: {hint}")
    source = gather_texts(project, game_id, measure=True)
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
    return _write(project, source, begun, path, force=True)


def update_catalogues(
    project: Project, game_id: str, language: str = "", *, force: bool = False
) -> Iterator[CatalogueOutcome]:
    """Bring one catalogue up to date, or all of the game's, each before the next is read.

    Raise UsageError where there is no such catalogue, LimitError.
    """
    source = gather_texts(project, game_id, measure=True)
    for tag in _list_languages(source.game, language):
        path = catalogue_path(source.game.folder, tag)
        catalogue, problems = read_catalogue(project, path, tag)
        stray = {entry.line for entry in catalogue.entries if not entry.context}  # references tell them apart
        wrong = [each for each in problems if not (each.code == TWICE.id and each.span.line in stray)]
        if source.wrong or wrong:
            yield CatalogueOutcome(path, None, list_problems([*source.wrong, *wrong]))
        else:
            yield _write(project, source, catalogue, path, force=force)


def _write(
    project: Project, source: Translatable, catalogue: Catalogue, path: Path, *, force: bool
) -> CatalogueOutcome:
    language = catalogue.language
    texts = source.in_language(language, [catalogue])
    wanted = [WantedEntry(each.message, tuple(each.notes(language)), each.references) for each in texts]
    return write_catalogue(project, source.game, path, catalogue, wanted, force=force)


def count_translations(project: Project, game_id: str, language: str = "") -> Iterator[Status]:
    """Count what is translated in one language, or in all that the game has a catalogue for.

    Raise UsageError where there is no such catalogue.
    """
    source = gather_texts(project, game_id, measure=False)
    sizes, game = SizeComparison(project, Options(game_id)), source.game
    for tag in _list_languages(game, language):
        path = catalogue_path(game.folder, tag)
        catalogue, problems = read_catalogue(project, path, tag)
        behind = [
            read_catalogue(project, other, parent)[0]
            for parent in parent_languages(game, tag)
            if (other := catalogue_path(game.folder, parent)).is_file()
        ]
        both = Catalogues(tag, [catalogue, *behind])
        messages = [each.message for each in source.in_language(tag, both.all)]
        found = survey(both, messages, game.glossary, project.display(game.folder), speeches(game, both))
        kept = set(CommentReader(project).filter(found.problems))
        heeded = apply_settings([each for each in found.problems if each in kept], game.checks)
        counts = found._replace(problems=tuple(heeded)).counts()
        every = drop_consequences([*source.wrong, *apply_settings(problems, game.checks), *heeded])
        inherits = tuple(each.language for each in behind)
        yield Status(tag, path, counts, bool(every), has_errors(every), inherits, sizes.compare(tag))


def _list_languages(game: Game, language: str) -> list[str]:
    if language and catalogue_path(game.folder, language).is_file():
        return [language]
    there = list_catalogues(game)
    if language:
        begin = f"pnp translate init {game.id} --lang {find_tag(language) or canonical_tag(language)} begins it"
        hint = f"did you mean {likely}?" if (likely := guess_language(language, there)) else begin
        raise UsageError(f"{game.id} has no catalogue for {language}; there is {', '.join(there) or 'none'}: {hint}")
    if not there:
        raise NoCatalogues(f"{game.id} has no catalogues: pnp translate init {game.id} --lang de begins one")
    return there


def gather_texts(project: Project, game_id: str, *, measure: bool) -> Translatable:
    """Gather what can be translated, with its room if `measure`.

    Raise UsageError for a game that comes with pnp, or can't be read at all.
    """
    game, problems = read_game(project, game_id)
    if game is None:
        raise UsageError(f"{game_id} can't be read: {list_problems(problems)[0] if problems else 'it is empty'}")
    if not game.folder.is_relative_to(project.root):
        raise UsageError(f"{game_id} comes with pnp and belongs to all projects: pnp new makes a copy of your own")
    wrong = [each for each in problems if each.severity is Severity.ERROR]
    source = Translatable(game, (), wrong, _measure_rooms(project, game) if measure and not wrong else {})
    messages = messages_of(game)
    if game.base is not None:
        folder = project.display(game.folder)
        messages = [message for message in messages if message.span.file.startswith(f"{folder}/")]
    labels = label_messages(project, make_edition(game, "", "low", ()))
    messages += [label for label in labels if game.base is None or f"layouts/{game.id}/" in label.span.file]
    texts = [source.describe(each, _references(each, project)) for each in dict.fromkeys(messages)]
    return source._replace(texts=tuple(texts))


def _measure_rooms(project: Project, game: Game) -> dict[tuple[str, str], Room]:
    """Return the room of each text, by its field, or "" for labels of templates, and by the text as messages have it.

    The game alone is laid out, then each of its modules.
    """
    editions = [make_edition(game, "", "low", ())]
    for module in game.modules.values():
        with suppress(UsageError):
            editions.append(make_edition(game, "", "low", game.required(module.id)))
    fonts, problems = load_fonts(project)
    if has_errors(problems):
        return {}
    rooms: dict[tuple[str, str], Room] = {}
    for edition in editions:
        filled, _ = fill_texts(edition)
        as_written = {  # texts as they are printed → as messages have them, with something in braces
            (path, str(value_at(printed.fields, path))): (path, str(value_at(piece.fields, path)))
            for component in (edition.components.values() if filled is not edition else ())
            for piece, printed in zip(component.pieces, filled.components[component.id].pieces, strict=True)
            for path in piece.phrases
        }
        style, _ = load_style(project, *filled.game.ids)
        layout = Layout(replace(filled, told=template_data(filled, 0)), style, fonts, project)
        with suppress(PnpError):  # reported when it is built
            for key, room in layout.rooms(lambda component, _: bool(component.front)).items():
                rooms.setdefault(as_written.get(key, key), room)
    return rooms


def _references(message: Message, project: Project) -> tuple[str, ...]:
    """Return the message's file and line; files of pnp's own are named without the folder that they happen to be in."""
    if not message.span.file:
        return ()
    shown = message.span.file.removeprefix(f"{project.bundled.as_posix()}/")
    shown = f"\u2068{shown}\u2069" if " " in shown else shown
    return (f"{shown}:{message.span.line}" if message.span.line else shown,)
