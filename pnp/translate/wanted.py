"""A game → all that translators are to say, with what each entry tells them.

What is the same for all languages is gathered once: laying the game out, to measure how much room each text has, takes
most of the time.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from pnp.edition.loading import read_game
from pnp.edition.texts import with_texts
from pnp.edition.untranslated import label_messages, of_game, whole_edition, word_messages
from pnp.files.project import Project
from pnp.layout import Layout
from pnp.layout.elements.text import Room
from pnp.load import load_fonts, load_style
from pnp.localise import make_edition
from pnp.localise.catalogue import Catalogue, Catalogues
from pnp.localise.checks.consistency import forms_in, found_in
from pnp.localise.messages import Message, messages_of
from pnp.localise.updating import WantedEntry
from pnp.model.game import Edition, Game
from pnp.model.language import Term, script_of
from pnp.model.problem import PnpError, Problem, Severity, UsageError, has_errors
from pnp.model.values import value_at
from pnp.pages.told import tellings
from pnp.problems.causes import as_told

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


def translatable(project: Project, game_id: str, *, measured: bool) -> Translatable:
    """Raises UsageError for a game that comes with pnp, or can't be read at all."""
    game, problems = read_game(project, game_id)
    if game is None:
        raise UsageError(f"{game_id} can't be read: {as_told(problems)[0] if problems else 'it is empty'}")
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
    yield from _terms_said(text.terms, language)


def _terms(message: Message, game: Game) -> tuple[Term, ...]:
    return tuple([term for term in game.glossary if found_in(term, message.text)])


def _terms_said(terms: tuple[Term, ...], language: str) -> Iterator[str]:
    for term in terms:
        forms = ", ".join(forms_in(term, language))
        yield f"glossary: {term.term}" + (f" = {forms}" if forms else "")


def _references(message: Message, project: Project) -> tuple[str, ...]:
    """Files of pnp's own are named without the folder that they happen to be in."""
    if not message.span.file:
        return ()
    shown = message.span.file.removeprefix(f"{project.bundled.as_posix()}/")
    shown = f"\u2068{shown}\u2069" if " " in shown else shown
    return (f"{shown}:{message.span.line}" if message.span.line else shown,)
