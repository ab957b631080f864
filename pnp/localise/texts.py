"""A game and its languages → how each says numbers; and an edition with what its texts have in braces filled in."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from pnp.cardtext.braces import has_braces
from pnp.localise.languages import Words, spoken
from pnp.model.game import Component, Edition, Game, Piece
from pnp.model.language import Plural, Speech, Speeches, Translation
from pnp.model.problem import Problem

if TYPE_CHECKING:
    from pnp.rules.world import World


def speeches(game: Game, translation: Translation | None = None) -> Speeches:
    """By the language of a sentence; "" is the one that the data is written in."""

    @cache
    def speech(language: str) -> Speech:
        said = translation if language and translation and translation.forms else None  # else nobody counts in it
        own = said.language if said else game.languages[0]
        return Speech(own, lambda: words(own, said), lambda: plurals(own, said))

    def words(language: str, translation: Translation | None) -> Mapping[int, str]:
        # what the game's catalogue says, else what pnp does; none in a language that pnp doesn't speak
        known, english = dict(spoken("numbers", language)), dict(spoken("numbers"))
        by_name = Words("numbers", language, translation)
        said = {name: by_name.say(name) for name in english}
        return {int(name): word for name, word in said.items() if name in known or word != english[name]}

    def plurals(language: str, translation: Translation | None) -> tuple[int, Plural]:
        if translation is not None:
            return translation.forms, translation.form
        from pnp.localise.languages import ENGLISH, plurals_of

        counts = plurals_of(language) or ENGLISH
        return counts.number, counts.form

    return speech


def world_of(edition: Edition) -> "World":
    """What its expressions know."""
    from pnp.rules.expressions.evaluator import Evaluator
    from pnp.rules.world import World

    translation = edition.translation
    evaluator = Evaluator(speeches=speeches(edition.source or edition.game, translation))
    modules = () if edition.game.base else edition.modules  # what an expansion brings isn't all that modules change
    if translation is None:
        return World(edition.game, modules, evaluator)
    from pnp.localise.messages import translate_game

    return World(edition.game, modules, evaluator, lambda game: translate_game(game, translation))


def with_texts(edition: Edition) -> tuple[Edition, list[Problem]]:
    """The edition with its texts as they are printed; what is wrong with those of its translation."""
    translated = edition.translation is not None
    has_own_ways = translated and any("|" in each.other and has_braces(each.other) for each in edition.game.sentences)
    if not (has_phrases(edition.game) or has_own_ways):
        return edition, []
    from pnp.rules.texts import filled_in, sentences_at_fault

    world = world_of(edition)
    game, problems = filled_in(world)
    problems += sentences_at_fault(world)
    components: dict[str, Component] = {}
    for id, part in edition.components.items():
        components[id] = whole = game.components[id]
        if len(whole.pieces) != len(part.pieces):  # of an expansion: some pieces of the component
            ids = {piece.id for piece in part.pieces}
            components[id] = replace(whole, pieces=tuple([piece for piece in whole.pieces if piece.id in ids]))
    return replace(edition, game=game, components=components), problems


def has_phrases(game: Game) -> bool:
    """Has any text of its pieces something in braces?"""
    pieces = [each.pieces for each in game.components.values()]
    entries = [each.entries.values() for each in game.groups.values()]
    return any(piece.phrases for some in (*pieces, *entries) for piece in some)


def says_phrases(game: Game) -> bool:
    """The same with what its modules bring, and its glossary."""
    if has_phrases(game) or any(term.phrase for term in game.glossary):
        return True
    changes = [change for module in game.patches for change in module.changes.values()]
    brought = [each for change in changes for each in (*change.add, *change.replace)]
    pieces = [piece for each in brought for piece in (each.pieces if isinstance(each, Component) else (each,))]
    return any(isinstance(piece, Piece) and piece.phrases for piece in pieces)
