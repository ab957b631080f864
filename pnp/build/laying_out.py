"""A prepared edition → laid out, its game judged meanwhile; and all that is wrong with it, with the causes."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from pnp.build.drawn_pieces import MOST, draw_again_in_order, find_problems
from pnp.build.inputs import is_checked_with_expansions
from pnp.build.record import make_record
from pnp.build.results import GameFindings, PieceFindings, Prepared, Progress, Result, SharedGame
from pnp.check import check_game
from pnp.diagnostics.ignores import check_settings
from pnp.diagnostics.report import EditionProblems, Report
from pnp.localise.edition import has_any_phrases
from pnp.model.game import DATA, Edition
from pnp.model.patch import SETUP, VICTORY
from pnp.model.problem import Problem, Severity, has_errors

if TYPE_CHECKING:
    from pnp.layout.context import Read

_RULES = ("define", "rules", "setup", "victory", "selections", "examples")  # parts of a game that are judged


def judge(prepared: Prepared, shared: SharedGame) -> GameFindings:
    """Find what is wrong with data, rules and words, unless that is known: it is shared with the game's editions."""
    edition, modules = prepared.edition, () if prepared.options.thorough else prepared.edition.modules
    if modules not in shared.wrong:
        shared.wrong[modules] = () if prepared.passed.has("game") else tuple(_find_in_game(prepared))
    if edition.translation and edition.language not in shared.untranslated:
        from pnp.build.untranslated import find_untranslated

        shared.untranslated[edition.language] = tuple(find_untranslated(prepared.loaded.project, edition))
    return shared.wrong[modules], shared.untranslated.get(edition.language, ())


def _find_in_game(prepared: Prepared) -> list[Problem]:
    """Find what is wrong with a game's data and rules."""
    game, loaded, edition, options = prepared.game, prepared.loaded, prepared.edition, prepared.options
    found = check_game(game, loaded.project, loaded.of_game)
    has_rules = any(getattr(game, part) for part in _RULES) or has_any_phrases(game)
    if not has_rules:
        has_rules = any(section.split(".")[0] in _RULES for module in game.patches for section in module.changes)
    is_with_expansions = is_checked_with_expansions(edition, options)
    if not (has_rules or is_with_expansions):
        return found
    from pnp.build import judging

    of_rules = judging.judge_rules(game, edition, options) if has_rules else []
    if is_with_expansions:
        is_wrong = has_errors([*loaded.of_game, *of_rules])
        of_rules = [*of_rules, *judging.judge_expansions(loaded.project, game, is_wrong)]
    return [*found, *of_rules]


def lay_out(
    prepared: Prepared,
    judge_game: Callable[[], GameFindings] | None,
    progress: Progress,
    *,
    keep_leaves: bool = True,
    spare: int = MOST,
) -> Result:
    """Lay out all wanted pieces. Raise FileError, LimitError.

    `judge_game` finds out, meanwhile, what is wrong whatever is printed; None leaves that out. `spare` is the number
    of pieces that stay in the cache although this edition doesn't have them any more.
    """
    if not prepared.loaded.has_fonts:
        found = check_game(prepared.game, prepared.loaded.project, prepared.loaded.of_game)
        return Result(Report().add([*prepared.problems, *found]), prepared.edition)
    about_game: GameFindings | None = None

    def judge_meanwhile() -> None:
        nonlocal about_game
        about_game = judge_game() if judge_game else None

    drawn = draw_again_in_order(prepared, progress, judge_meanwhile, spare, keep_leaves=keep_leaves)
    result = conclude(prepared, about_game, find_problems(prepared, drawn))
    result = result._replace(leaves=drawn.leaves)
    return result._replace(laid_out=make_record(result)) if keep_leaves and result.may_go_on else result


def conclude(prepared: Prepared, about_game: GameFindings | None, findings: PieceFindings) -> Result:
    """Collect all that is wrong with an edition, with the causes that only show when all is known.

    What is right is remembered. `about_game` is None where the game wasn't judged.
    """
    edition, checks, (in_pieces, on_faces, reads) = prepared.edition, prepared.game.checks, findings
    of_game, of_words = about_game or ((), ())
    is_clear = not (prepared.problems or on_faces or of_game)
    found = [*prepared.problems, *of_game]
    if of_words:
        from pnp.build.untranslated import add_causes

        found = [*add_causes(found, of_words, edition), *of_words]
    # what has no room follows from looks that couldn't be read, what can't be seen from a colour that is wrong
    style = prepared.loaded.style
    unread = style.unread.get("")
    wrong = unread or next((each for key, each in style.unread.items() if key.startswith("colours")), None)
    if in_pieces:
        from pnp.layout import attributes, editions

        for each in in_pieces:
            wrong = wrong or (each if each.code == attributes.UNKNOWN_COLOUR.id else None)
    found += [each._replace(cause=each.cause or wrong) for each in on_faces] if wrong else on_faces
    errors = [each for each in found if each.severity is Severity.ERROR and each.cause is None]
    for each in in_pieces:
        cause = each.cause or (unread if each.code in editions.OF_SIZES else None)
        if each.code in editions.FAILING and errors:
            cause = cause or _find_shown_error(edition, errors, each.subject, reads.get(each.subject, frozenset()))
        found.append(each._replace(cause=cause))
    unwanted = {
        piece.label
        for component in edition.components.values()
        for piece in component.pieces
        if component.front and not prepared.wanted(component, piece)
    }
    found = [problem for problem in found if problem.subject not in unwanted] if unwanted else found
    found += check_settings(checks)
    report = Report(prepared.loaded.project, checks, (EditionProblems(found),))
    if about_game is not None:
        if is_clear:
            prepared.passed.keep("game")
        if prepared.is_whole and not report.problems:
            prepared.passed.keep("edition")
    return Result(report, edition, prepared, tells_setup=any(("setup",) in each for each in reads.values()))


def _find_shown_error(
    edition: Edition, errors: Sequence[Problem], label: str, reads: "frozenset[Read]"
) -> Problem | None:
    """Return the error for which a template fails with this piece: in the piece, or in what its faces show besides."""
    if of_piece := next((each for each in errors if each.subject == label), None):
        return of_piece
    game = edition.game
    sections = {f"pieces.{path[1]}" if path[0] == "components" and path[1:] else path[0] for path in reads}
    for section in sorted(sections):
        name, _, id = section.partition(".")
        if name == DATA:  # an answer can depend on anything that is wrong
            return errors[0]
        files: set[str] = set()
        if name == "pieces" and (component := game.components.get(id)):
            files = {piece.file for piece in component.pieces} - {game.span.file}
        elif name in ("setup", "victory") and (whole := getattr(game, name)):
            parts = [getattr(whole, part) for part in (SETUP if name == "setup" else VICTORY)]
            files = {whole.span.file, *(item.span.file for part in parts for item in part.values())}
        of_files = [each for each in errors if each.span.file in files]
        if cause := game.cause(section) or min(of_files, key=attrgetter("span.file"), default=None):
            return cause
    return None
