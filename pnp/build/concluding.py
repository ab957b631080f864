"""An edition → who judges its game whatever is printed of it; and all that is wrong with it, with the causes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from pnp.build.inputs import are_looked_at
from pnp.build.results import AboutGame, PieceFindings, Prepared, Result, SharedGame
from pnp.diagnostics.ignores import check_settings
from pnp.diagnostics.report import EditionProblems, Report
from pnp.localise.texts import says_phrases
from pnp.model.game import DATA, Edition, Game
from pnp.model.patch import SETUP, VICTORY
from pnp.model.problem import Problem, Severity, has_errors

if TYPE_CHECKING:
    from pnp.layout.reads import Read


def judge(prepared: Prepared, shared: SharedGame) -> list[Callable[[], AboutGame]]:
    """Return jobs that can be done at any time, but here: what one finds is shared with other editions of the game."""
    edition, modules = prepared.edition, () if prepared.options.thorough else prepared.edition.modules

    def check_data_and_rules() -> AboutGame:
        if modules not in shared.wrong:
            shared.wrong[modules] = tuple(_find_in_game(prepared))
        return AboutGame(shared.wrong[modules])

    def check_words() -> AboutGame:
        from pnp.build.untranslated import untranslated

        if edition.language not in shared.untranslated:
            shared.untranslated[edition.language] = tuple(untranslated(prepared.loaded.project, edition))
        return AboutGame(untranslated=shared.untranslated[edition.language])

    jobs = [check_words] if edition.translation else []
    if modules not in shared.wrong and prepared.passed.has_game():
        shared.wrong[modules] = ()
        return jobs
    return [check_data_and_rules, *jobs]


def _find_in_game(prepared: Prepared) -> list[Problem]:
    """Find what is wrong with a game's data and rules."""
    from pnp.check import check_game

    game, loaded, edition, options = prepared.game, prepared.loaded, prepared.edition, prepared.options
    of_data, found = check_game(game, loaded.project, loaded.of_game), list[Problem]()
    if _says_something(game):
        from pnp.build.judging import wrong_with_rules

        found = wrong_with_rules(game, edition, options)
    if are_looked_at(edition, options):
        from pnp.build.judging import wrong_together

        found = [*found, *wrong_together(loaded.project, game, has_errors([*loaded.of_game, *found]))]
    return [*of_data, *found]


_TOLD = ("define", "rules", "setup", "victory", "selections", "examples")


def _says_something(game: Game) -> bool:
    if any(getattr(game, part) for part in _TOLD) or says_phrases(game):
        return True
    return any(section.split(".")[0] in _TOLD for module in game.patches for section in module.changes)


def conclude(prepared: Prepared, about_game: Sequence[AboutGame] | None, findings: PieceFindings) -> Result:
    """Collect all that is wrong with an edition, with the causes that only show when all is known; remember it if it is
    right. `about_game` is None where nobody judged it."""
    edition, checks, (in_pieces, on_faces, reads) = prepared.edition, prepared.game.checks, findings
    of_game = [problem for each in about_game or () for problem in each.problems]
    of_words = [problem for each in about_game or () for problem in each.untranslated]
    is_clear = not (prepared.problems or on_faces or of_game)
    found = [*prepared.problems, *of_game]
    if of_words:
        from pnp.build.untranslated import with_causes

        found = [*with_causes(found, of_words, edition), *of_words]
    # what has no room follows from looks that couldn't be read, what can't be seen from a colour that is wrong
    style = prepared.loaded.style
    unread = style.cause()
    wrong = unread or next((each for key, each in style.poisoned.items() if key.startswith("colours")), None)
    if in_pieces:
        from pnp.layout.attributes import UNKNOWN_COLOUR
        from pnp.layout.editions import FAILING, OF_SIZES

        for each in in_pieces:
            wrong = wrong or (each if each.code == UNKNOWN_COLOUR.id else None)
    found += [each._replace(cause=each.cause or wrong) for each in on_faces] if wrong else on_faces
    shown = _ShownErrors(edition, found, reads)
    for each in in_pieces:
        cause = each.cause or (unread if each.code in OF_SIZES else None)
        found.append(each._replace(cause=cause or (shown.cause_of(each.subject) if each.code in FAILING else None)))
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
        prepared.passed.keep(game=bool(about_game) and is_clear, quiet=prepared.is_whole and not report.problems)
    tells_setup = any(("setup",) in each for each in reads.values())
    return Result(report, edition, prepared, tells_setup=tells_setup)


class _ShownErrors:
    """What faces show of pieces, of the setup and the victory, and the errors there: a template that fails fails of
    these."""

    def __init__(self, edition: Edition, problems: Iterable[Problem], reads: Mapping[str, frozenset["Read"]]) -> None:
        self._edition, self._reads = edition, reads
        self._errors: dict[str, Problem] = {}  # by the files that they are in
        self._of_pieces: dict[str, Problem] = {}
        for problem in problems:
            if problem.severity is Severity.ERROR and problem.cause is None:
                self._errors.setdefault(problem.span.file, problem)
                if problem.subject:
                    self._of_pieces.setdefault(problem.subject, problem)

    def cause_of(self, label: str) -> Problem | None:
        """Return the error for which a template fails with the piece of this label."""
        if not self._errors:
            return None
        if label in self._of_pieces:
            return self._of_pieces[label]
        paths = self._reads.get(label, frozenset())
        sections = {f"pieces.{path[1]}" if path[0] == "components" and path[1:] else path[0] for path in paths}
        return next((cause for each in sorted(sections) if (cause := self._of_section(each))), None)

    def _of_section(self, section: str) -> Problem | None:
        """The first error in a section's files; an answer can depend on anything that is wrong."""
        game, (name, _, id) = self._edition.game, section.partition(".")
        if name == DATA:
            return next(iter(self._errors.values()))
        files: set[str] = set()
        if name == "pieces" and (component := game.components.get(id)):
            files = {piece.file for piece in component.pieces} - {game.span.file}
        elif name in ("setup", "victory") and (told := getattr(game, name)):
            things = [item for part in (SETUP if name == "setup" else VICTORY) for item in getattr(told, part).values()]
            files = {told.span.file, *(item.span.file for item in things)}
        found = (self._errors[file] for file in sorted(files) if file in self._errors)
        return game.cause(section) or next(found, None)
