"""Files → what all editions of a game are made from → the edition that was asked for, ready to be laid out."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from fnmatch import fnmatchcase

from pnp.build.passed import Passed
from pnp.build.results import Loaded, Prepared, Wanted
from pnp.edition.inputs import EditionInputs
from pnp.edition.loading import load_chosen
from pnp.edition.setups import check_players
from pnp.edition.texts import with_texts
from pnp.files.project import Project
from pnp.model.game import Component, Edition, Piece
from pnp.model.language import Translation
from pnp.model.options import Options
from pnp.model.problem import LimitError, Problem, UsageError, code, has_errors
from pnp.pages.told import tellings
from pnp.text.suggest import did_you_mean

MOST = 100_000

TOO_MANY = code(
    "PNP008 too many pieces to print",
    f"""All copies together are more than {MOST:,} pieces: thousands of sheets, which no printer and no memory holds.
Mostly `copies` has a digit too many. It stops `pnp check`, too.

Bad:  `copies: 999` for each of 5000 cards
Good: `copies: 9`, or one component after the other with `--only`""",
    says="{all} pieces would be printed, and {most} are the most",
)


def load(project: Project, options: Options) -> Loaded:
    """Raises UsageError, FileError, LimitError."""
    from pnp.load import load_fonts, load_style

    game, modules, of_game = load_chosen(project, options.game, options.modules, options.overlay)
    style, of_style = load_style(project, *(game.ids if game else (options.game,)))
    fonts, of_fonts = load_fonts(project)
    problems = [*of_game, *of_style, *of_fonts]
    return Loaded(project, game, modules, style, fonts, not has_errors(of_fonts), of_game, problems)


def localise(loaded: Loaded, options: Options) -> Prepared | None:
    """Raises UsageError, LimitError for what can't be had; None where there is no game."""
    from pnp.localise import translation_of

    if loaded.game is None:
        return None
    translation, of_language = translation_of(loaded.project, loaded.game, options.language)
    edition, of_texts = edition_of(loaded, options, translation)
    if options.players:
        check_players(edition.game, options.players)
    wanted = wanted_pieces(edition, options)
    _check_amount(edition, wanted, options)
    problems = [*loaded.problems, *of_language, *of_texts]
    inputs = EditionInputs(loaded.project, edition, loaded.fonts, options)
    passed = Passed(loaded.project, edition.game, inputs, wanted=options.cache)
    return Prepared(loaded, options, loaded.game, edition, wanted, inputs, passed, problems)


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


def wanted_pieces(edition: Edition, options: Options) -> Wanted:
    """Which pieces are printed. Raises UsageError for what is named and the edition doesn't have.

    What is printed on request only is wanted where its component or the piece is named, and where all is examined.
    """
    printed = {id: component for id, component in edition.components.items() if component.front}
    for id in options.only:
        if id not in printed:
            raise UsageError(f"{edition.game.id} prints no component {id}{_hint(id, printed)}", id)
    pieces = [piece for component in printed.values() for piece in component.pieces]
    for id in options.pieces:
        known = {piece.label if "/" in id else piece.id for piece in pieces}
        if not any(fnmatchcase(each, id) for each in known):
            raise UsageError(f"{edition.game.id} has no piece {id}{_hint(id, known)}", id)
    return chosen_pieces(options)


def chosen_pieces(options: Options) -> Wanted:
    """The same of any edition, which may lack what is named."""

    def unasked(component: Component) -> bool:
        return component.on_request and not options.pieces and not options.thorough

    def is_named(piece: Piece) -> bool:
        return any(fnmatchcase(name, id) for id in options.pieces for name in (piece.id, piece.label))

    def wanted(component: Component, piece: Piece) -> bool:
        return (
            bool(component.front)
            and (component.id in options.only if options.only else not unasked(component))
            and (not options.pieces or is_named(piece))
        )

    return wanted


def _hint(wrong: str, known: Iterable[str]) -> str:
    hint = did_you_mean(wrong, known)
    return f" ({hint})" if hint else ""


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
