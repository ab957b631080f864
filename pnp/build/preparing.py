"""Files and options → what all editions of a game are made from → the edition that is wanted, and which of its pieces.

Pieces are chosen by component, by name or pattern, by what is true of them.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from pnp.build.loading import load_chosen
from pnp.build.results import Loaded, PieceFilter, Prepared
from pnp.cardtext.suggest import did_you_mean
from pnp.io.project import Project
from pnp.load import load_fonts, load_style
from pnp.localise import make_edition, translation_of
from pnp.localise.edition import fill_texts, template_data, world_of
from pnp.model.game import Component, Edition, Game, Piece
from pnp.model.language import Translation
from pnp.model.options import PSEUDO, Options
from pnp.model.problem import LimitError, Problem, UsageError, code, has_errors
from pnp.model.rules import Expression
from pnp.model.span import Span

if TYPE_CHECKING:
    from pnp.build.record import RecordedPiece
    from pnp.rules.world import World

MOST = 100_000

TOO_MANY = code("PNP008", says="{all} pieces would be printed, and {most} are the most")

_WILD = frozenset("*?[")
_IT, _NUMBER = "it", "number"
_OF_EACH = ("id", "copies", _NUMBER)  # what each piece has; a field of that name goes before


def check_printable(language: str, draft: bool) -> None:
    """Raise UsageError for a language that pnp invents, outside of drafts."""
    if language in PSEUDO and not draft:
        why = f"{language} is made from the source, to see what a translation will do: add --draft"
        raise UsageError(why, language)


def check_players(game: Game, players: int) -> None:
    """Raise UsageError for a number of players that the game isn't set up for, or for none."""
    from pnp.rules.circumstances import join_numbers

    if game.setup is None:
        raise UsageError(f"{game.id} has no setup.yaml: it says who can play, and how the game is set up")
    there = join_numbers(game.setup.players)
    if not players:
        raise UsageError(f"say how many play {game.id}: --players {there}")
    if players not in game.setup.players:
        raise UsageError(f"{game.id} is for {there} players, not for {players}")


def load(project: Project, options: Options) -> Loaded:
    """Load what all editions are made from. Raise UsageError, FileError, LimitError."""
    game, modules, of_game = load_chosen(project, options.game, options.modules, options.overlay)
    style, of_style = load_style(project, *(game.ids if game else (options.game,)))
    fonts, of_fonts = load_fonts(project)
    problems = [*of_game, *of_style, *of_fonts]
    return Loaded(project, game, modules, style, fonts, not has_errors(of_fonts), of_game, problems)


def localise(loaded: Loaded, options: Options, *, may_lack: bool = False) -> Prepared | None:
    """Return an edition, or None where there is no game. Raise UsageError, LimitError for one that can't be had.

    With `may_lack`, components and pieces that are named and that the edition doesn't have are no mistake.
    """
    if loaded.game is None:
        return None
    translation, of_language = translation_of(loaded.project, loaded.game, options.language)
    edition, of_texts = edition_of(loaded, options, translation)
    if options.players:
        check_players(edition.game, options.players)
    if options.where:
        options = _resolve_where(edition, options)
    wanted = chosen_pieces(options) if may_lack else wanted_pieces(edition, options)
    printed = {
        id: options.copies * sum(piece.copies for piece in component.pieces if wanted(component, piece))
        for id, component in edition.components.items()
    }
    if (all := sum(printed.values())) > MOST:
        largest = max(printed, key=lambda id: printed[id])
        span, hint = edition.components[largest].span, f"{printed[largest]} of {largest}"
        raise LimitError(str(TOO_MANY.at(span, all=all, most=MOST, hint=hint)))
    return Prepared(loaded, options, edition, wanted, [*loaded.problems, *of_language, *of_texts])


def edition_of(
    loaded: Loaded,
    options: Options,
    translation: Translation | None,
    typed: Callable[[Edition], Edition] = lambda edition: edition,
) -> tuple[Edition, list[Problem]]:
    """Return an edition with its texts filled in and what templates may ask for; and what is wrong with its texts.

    `typed` changes it before that: texts that are being typed. Raise UsageError.
    """
    assert loaded.game is not None
    edition = typed(make_edition(loaded.game, options.language, options.ink, loaded.modules, translation))
    edition, problems = fill_texts(edition)
    return replace(edition, told=template_data(edition, options.players)), problems


def wanted_pieces(edition: Edition, options: Options) -> PieceFilter:
    """Return which pieces are printed. Raise UsageError for names that the edition doesn't have.

    What is printed on request only is wanted where its component or the piece is named, and where all is examined.
    """
    printed = {id: component for id, component in edition.components.items() if component.front}
    for id in options.only:
        if id not in printed:
            raise UsageError(f"{edition.game.id} prints no component {id}{_hint(id, printed)}", id)
    pieces = [piece for component in printed.values() for piece in component.pieces]
    names = {"": {piece.id for piece in pieces}, "/": {piece.label for piece in pieces}}
    for id in options.pieces:
        known = names["/" if "/" in id else ""]
        if id not in known and not any(fnmatchcase(each, id) for each in known):
            raise UsageError(f"{edition.game.id} has no piece {id}{_hint(id, known)}", id)
    return chosen_pieces(options)


def chosen_pieces(options: Options) -> PieceFilter:
    """Return which pieces are printed of any edition, which may lack names."""
    is_named = match_names(options.pieces)

    def wanted(component: Component, piece: Piece) -> bool:
        if not component.front:
            return False
        if options.only:
            is_asked = component.id in options.only
        else:
            is_asked = not component.on_request or bool(options.pieces) or options.thorough
        return is_asked and (not options.pieces or is_named(piece))

    return wanted


def match_names(names: Iterable[str]) -> Callable[["Piece | RecordedPiece"], bool]:
    """Return whether a piece has one of these names: "id", "component/id", or a pattern of either."""
    known = frozenset(names)
    patterns = [name for name in known if not _WILD.isdisjoint(name)]
    known = known.difference(patterns)

    def has_name(piece: "Piece | RecordedPiece") -> bool:
        own = (piece.id, f"{piece.component}/{piece.id}")
        return not known.isdisjoint(own) or any(fnmatchcase(name, id) for id in patterns for name in own)

    return has_name


def _resolve_where(edition: Edition, options: Options) -> Options:
    """Return options whose `pieces` are, by name, those for which `where` is true.

    Raise UsageError where that is none, and for what is no expression about any component's pieces.
    """
    from pnp.rules.expressions import errors, values

    world, expression = world_of(edition), Expression(options.where, Span(""))
    found: list[Piece] = []
    piece: Piece | None = None
    try:
        for component in _comparable_components(world, edition, expression, options):
            for number, piece in enumerate(component.pieces, 1):
                names = world.names if _NUMBER in world.names else world.names.nest({_NUMBER: number})
                if world.evaluator.decision(expression, names.item_scope(world.records.get(component.id, piece.id))):
                    found.append(piece)
    except errors.EvalError as error:
        is_nothing = error.problem.value("value") == values.name_value(None)
        needs = world.evaluator.needs(expression) if is_nothing else ()
        left_out = [name for name, value in piece.fields.items() if value is None and name in needs] if piece else []
        if piece and left_out:
            empty = left_out[0]
            words = re.compile(rf"""'[^']*'|"[^"]*"|(?<![\w.]){empty}\b""")
            better = words.sub(lambda word: f"({empty} or 0)" if word[0] == empty else word[0], options.where)
            why = (
                f"`{empty}` is empty for {piece.id} ({piece.span}), so `{options.where}` can't be compared. "
                f"Use `{better}`, or give the field a default."
            )
            raise UsageError(f"--where: {why}", empty) from None
        hint = f" ({error.problem.hint})" if error.problem.hint else ""
        raise UsageError(f'--where "{options.where}": {error.problem.message}{hint}') from None
    is_named = match_names(options.pieces)
    labels = tuple([piece.label for piece in found if not options.pieces or is_named(piece)])
    if not labels:
        of = "none of these pieces" if options.pieces or options.only else f"no piece of {edition.game.id}"
        raise UsageError(f'--where "{options.where}" is true of {of}')
    return replace(options, pieces=labels)


def _comparable_components(
    world: "World", edition: Edition, expression: Expression, options: Options
) -> list[Component]:
    """Return components whose pieces have all the fields that the expression names."""
    printed = {
        id: each
        for id, each in edition.components.items()
        if each.front and (id in options.only if options.only else options.pieces or not each.on_request)
    }
    fields = {name for component in printed.values() for name in component.fields}
    known = {*fields, *_OF_EACH}
    of_each = {name for name in (_IT, *_OF_EACH) if name not in fields}
    needs = world.evaluator.needs(expression)
    asked = [name for name in needs if name not in of_each and name not in world.names]
    found = [component for component in printed.values() if component.fields.keys() >= set(asked)]
    if not found:
        missing = next((name for name in asked if name not in known), "")
        of = " or ".join(printed) if options.only else edition.game.id
        what = f"nothing in {of} has a field {missing}{_hint(missing, known)}"
        what = what if missing else f"no component has {' and '.join(asked)}"
        raise UsageError(f'--where "{options.where}": {what}', missing)
    return found


def _hint(wrong: str, known: Iterable[str]) -> str:
    hint = did_you_mean(wrong, known)
    return f" ({hint})" if hint else ""
