"""A game → what is wrong with its data and rules, alone and where its expansions come together.

The game's own check proves all sets of modules of all its expansions; what is wrong with one of them alone is reported
where that one is checked. The check of an expansion reports which names others for the same game have, too.
"""

from collections.abc import Iterator

from pnp.build.loading import join, load_expansions
from pnp.check import check_game
from pnp.check.modules import SECOND_OF_ID, find_second_ids, modules_at_fault
from pnp.check.names import find_misnamed_modules
from pnp.io.project import Project
from pnp.load import find_expansions, game_folder
from pnp.load.expansions import TWO_OF_A_NAME
from pnp.localise.edition import speeches
from pnp.localise.messages import translate_rules
from pnp.model.game import OVERLAY, Edition, Game
from pnp.model.options import Options
from pnp.model.problem import Problem, code, has_errors
from pnp.model.span import Span
from pnp.rules.examining import Known, examine, examine_unions


def judge_rules(game: Game, edition: Edition, options: Options) -> list[Problem]:
    """Return what is wrong with the rules for the chosen modules, or for all sets of them by a thorough check of none.

    What only follows from something that is wrong elsewhere has that as its cause.
    """
    known = Known(modules_at_fault(game), dict(find_misnamed_modules(game)))
    phrases = speeches(game, edition.translation)
    if edition.translation:
        game = translate_rules(game, edition.translation)
    if options.thorough and not edition.modules:
        return examine(game, known=known, speeches=phrases)
    chosen = (*edition.modules, OVERLAY) if OVERLAY in game.modules else edition.modules
    return examine(game, [] if game.open_choices(chosen) else [chosen], known, phrases)


WRONG_EXPANSION = code("PNP534", says="{expansion} has errors")


def judge_expansions(project: Project, game: Game, is_wrong: bool) -> Iterator[Problem]:
    """Yield what the expansions of a game make wrong, unless it is wrong already.

    Of an expansion, yield the names that others have, too. Raise FileError, LimitError.
    """
    base = game.base or game
    if any(id != game.id for id in find_expansions(project, base.id)):
        if game is not base:
            yield from _find_namesakes(project, base, game)
        elif not is_wrong:
            yield from _judge_unions(project, base)


def _judge_unions(project: Project, base: Game) -> Iterator[Problem]:
    """Yield what is wrong with the game with all its expansions."""
    whole: list[Game] = []
    folders = (base.folder.parent, project.root / "card_data")

    def report(expansion: str) -> Problem:
        file = project.display(game_folder(project, expansion) / "game.yaml")
        return WRONG_EXPANSION.at(Span(file, 1, 1), expansion=expansion, hint=f"see pnp check {expansion}")

    for expansion in load_expansions(project, base):
        game, problems = expansion.game, expansion.problems
        # those that come with pnp count only where the game does, too, and isn’t the user’s own
        if game_folder(project, expansion.id).parent not in folders:
            continue
        if game is None or has_errors(problems) or has_errors(check_game(game, project, problems)):
            yield report(expansion.id)
        else:
            whole.append(game)
    if not whole:
        return
    joining: list[Problem] = []
    union = join(base, whole, joining)
    joining += check_game(union, project) if len(whole) > 1 else ()
    between = [each for each in joining if _is_between(project, each, whole)]
    yield from between
    if has_errors(between):
        return
    known = {each.id: frozenset(each.modules) for each in whole}
    found = examine_unions(union, base, known, dict(find_misnamed_modules(union)))
    yield from map(report, sorted(found.faulty))
    yield from found.problems


def _find_namesakes(project: Project, base: Game, game: Game) -> Iterator[Problem]:
    """Yield each name that another expansion has, too, at its place in this one."""
    for other in load_expansions(project, base):
        if other.game is None or other.id in (game.id, *game.outside):
            continue
        problems: list[Problem] = []
        union = join(base, [other.game, game], problems)
        for problem in [*problems, *find_second_ids(union, project)]:
            is_namesake = problem.code in (TWO_OF_A_NAME.id, SECOND_OF_ID.id)
            if not is_namesake or not _is_between(project, problem, [other.game, game]):
                continue
            if problem.origin is None or _find_owner(project, problem.span.file, [game]):
                yield problem
            else:
                yield problem._replace(span=problem.origin, origin=problem.span, when=(f", in {other.id}",))


def _is_between(project: Project, problem: Problem, expansions: list[Game]) -> bool:
    origin = problem.origin.file if problem.origin else ""
    whose = _find_owner(project, problem.span.file, expansions) if problem.span else ""
    return whose != "" and _find_owner(project, origin, expansions) not in ("", whose)


def _find_owner(project: Project, file: str, expansions: list[Game]) -> str:
    """Return the expansion in whose folder a file is."""
    return next((each.id for each in expansions if file.startswith(f"{project.display(each.folder)}/")), "")
