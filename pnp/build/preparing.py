"""Files → what all editions of a game are made from → the edition that was asked for, ready to be laid out."""

from collections.abc import Callable
from dataclasses import replace

from pnp.build.choosing import chosen_pieces, wanted_pieces, with_where_named
from pnp.build.loading import load_chosen
from pnp.build.results import Loaded, Prepared, Wanted
from pnp.build.setups import check_players
from pnp.io.project import Project
from pnp.localise.texts import with_texts
from pnp.localise.told import tellings
from pnp.model.game import Edition
from pnp.model.language import Translation
from pnp.model.options import PSEUDO, Options
from pnp.model.problem import LimitError, Problem, UsageError, code, has_errors

MOST = 100_000

TOO_MANY = code("PNP008", says="{all} pieces would be printed, and {most} are the most")


def check_printable(language: str, draft: bool) -> None:
    """Raises UsageError for a language that nobody speaks, outside of drafts."""
    if language in PSEUDO and not draft:
        said = f"{language} is made from the source, to see what a translation will do: add --draft"
        raise UsageError(said, language)


def load(project: Project, options: Options) -> Loaded:
    """Raises UsageError, FileError, LimitError."""
    from pnp.load import load_fonts, load_style

    game, modules, of_game = load_chosen(project, options.game, options.modules, options.overlay)
    style, of_style = load_style(project, *(game.ids if game else (options.game,)))
    fonts, of_fonts = load_fonts(project)
    problems = [*of_game, *of_style, *of_fonts]
    return Loaded(project, game, modules, style, fonts, not has_errors(of_fonts), of_game, problems)


def localise(loaded: Loaded, options: Options, *, may_lack: bool = False) -> Prepared | None:
    """Return an edition, None where there is no game. Raises UsageError, LimitError for what can't be had.

    `may_lack`: components and pieces that are named and that the edition doesn't have are no mistake.
    """
    from pnp.localise import translation_of

    if loaded.game is None:
        return None
    translation, of_language = translation_of(loaded.project, loaded.game, options.language)
    edition, of_texts = edition_of(loaded, options, translation)
    if options.players:
        check_players(edition.game, options.players)
    options = with_where_named(edition, options)
    wanted = chosen_pieces(options) if may_lack else wanted_pieces(edition, options)
    _check_amount(edition, wanted, options)
    return Prepared(loaded, options, edition, wanted, [*loaded.problems, *of_language, *of_texts])


def edition_of(
    loaded: Loaded,
    options: Options,
    translation: Translation | None,
    typed: Callable[[Edition], Edition] = lambda edition: edition,
) -> tuple[Edition, list[Problem]]:
    """With its texts filled in and what templates may ask for; what is wrong with its texts. Raises UsageError.

    `typed` changes it before that: texts as somebody is typing them.
    """
    from pnp.localise import make_edition

    assert loaded.game is not None
    edition = typed(make_edition(loaded.game, options.language, options.ink, loaded.modules, translation))
    edition, problems = with_texts(edition)
    return replace(edition, told=tellings(edition, options.players)), problems


def _check_amount(edition: Edition, wanted: Wanted, options: Options) -> None:
    """Raises LimitError where all that is wanted is too much to print."""
    printed = {
        id: options.copies * sum(piece.copies for piece in component.pieces if wanted(component, piece))
        for id, component in edition.components.items()
    }
    if (all := sum(printed.values())) > MOST:
        largest = max(printed, key=lambda id: printed[id])
        span, hint = edition.components[largest].span, f"{printed[largest]} of {largest}"
        raise LimitError(str(TOO_MANY.at(span, all=all, most=MOST, hint=hint)))
