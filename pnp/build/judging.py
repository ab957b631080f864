"""A game → what is wrong with its data and rules, by itself and where its expansions come together.

The game's own check proves all sets of modules of all its expansions; what one of them has wrong by itself is said
where that one is checked. The check of an expansion tells which names others for the same game have, too.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.build.loading import join, load_expansions
from pnp.check import check_game, module_clashes
from pnp.check.modules import misnaming
from pnp.check.patches import modules_at_fault
from pnp.io.project import Project
from pnp.load import find_expansions, game_folder
from pnp.load.expansions import TWO_OF_A_NAME
from pnp.localise.messages import translate_rules
from pnp.localise.texts import speeches
from pnp.model.game import OVERLAY, Edition, Game
from pnp.model.options import Options
from pnp.model.problem import Problem, code, has_errors
from pnp.model.span import Span
from pnp.rules.examining import Known, examine, examine_unions


def wrong_with_rules(game: Game, edition: Edition, options: Options) -> list[Problem]:
    """For the chosen modules; thorough options without any are for all sets of them.

    With what only follows from something that is wrong elsewhere: that is its cause.
    """
    known = Known(modules_at_fault(game), dict(misnaming(game)))
    said = speeches(game, edition.translation)
    if edition.translation:
        game = translate_rules(game, edition.translation)
    if options.thorough and not edition.modules:
        return examine(game, known=known, speeches=said)
    chosen = (*edition.modules, OVERLAY) if OVERLAY in game.modules else edition.modules
    return examine(game, [chosen], known, said)


WRONG_EXPANSION = code("PNP534", says="{expansion} has errors")


def wrong_together(project: Project, game: Game, is_wrong: bool) -> Iterator[Problem]:
    """What the expansions of a game make wrong, unless it is wrong already; of an expansion, which names others have.

    Raises FileError, LimitError.
    """
    base = game.base or game
    if any(id != game.id for id in find_expansions(project, base.id)):
        together = _Together(project, base)
        if game is not base:
            yield from together.namesakes(game)
        elif not is_wrong:
            yield from together.unions()


@dataclass(slots=True)
class _Together:
    project: Project
    base: Game

    def unions(self) -> Iterator[Problem]:
        """Of the game with all its expansions."""
        whole: list[Game] = []
        folders = (self.base.folder.parent, self.project.root / "card_data")
        for expansion in load_expansions(self.project, self.base):
            game, problems = expansion.game, expansion.problems
            # those that come with pnp count only where the game does, too, and isn’t somebody’s own
            if game_folder(self.project, expansion.id).parent not in folders:
                continue
            if game is None or has_errors(problems) or has_errors(check_game(game, self.project, problems)):
                yield self._told_of(expansion.id)
            else:
                whole.append(game)
        if not whole:
            return
        joining: list[Problem] = []
        union = join(self.base, whole, joining)
        joining += check_game(union, self.project) if len(whole) > 1 else ()
        between = [each for each in joining if self._is_between(each, whole)]
        yield from between
        if has_errors(between):
            return
        known = {each.id: frozenset(each.modules) for each in whole}
        found = examine_unions(union, self.base, known, dict(misnaming(union)))
        yield from map(self._told_of, sorted(found.faulty))
        yield from found.problems

    def _told_of(self, expansion: str) -> Problem:
        file = self.project.display(game_folder(self.project, expansion) / "game.yaml")
        return WRONG_EXPANSION.at(Span(file, 1, 1), expansion=expansion, hint=f"see pnp check {expansion}")

    def _is_between(self, problem: Problem, expansions: list[Game]) -> bool:
        origin = problem.origin.file if problem.origin else ""
        whose = self._owner(problem.span.file, expansions) if problem.span else ""
        return whose != "" and self._owner(origin, expansions) not in ("", whose)

    def _owner(self, file: str, expansions: list[Game]) -> str:
        """The expansion in whose folder a file is."""
        found = (each.id for each in expansions if file.startswith(f"{self.project.display(each.folder)}/"))
        return next(found, "")

    def namesakes(self, game: Game) -> Iterator[Problem]:
        """Each at its place in this expansion, with the other's."""
        told = (TWO_OF_A_NAME.id, module_clashes.SECOND_OF_ID.id)
        for other in load_expansions(self.project, self.base):
            if other.game is None or other.id in (game.id, *game.outside):
                continue
            problems: list[Problem] = []
            union = join(self.base, [other.game, game], problems)
            found = [*problems, *module_clashes.twins(union, self.project)]
            for problem in found:
                if problem.code not in told or not self._is_between(problem, [other.game, game]):
                    continue
                if problem.origin is None or self._owner(problem.span.file, [game]):
                    yield problem
                else:
                    yield problem._replace(span=problem.origin, origin=problem.span, when=(f", in {other.id}",))
