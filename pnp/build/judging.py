"""An edition → what is wrong with its game whatever is printed of it; and with what was found in laying it out, all."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pnp.build.results import AboutGame, Prepared, Result
from pnp.edition.expansions import are_looked_at, wrong_together
from pnp.edition.texts import says_phrases, speeches
from pnp.edition.untranslated import in_short, untranslated, with_causes
from pnp.model.game import DATA, OVERLAY, Edition, Game
from pnp.model.options import Options
from pnp.model.patch import SETUP, VICTORY
from pnp.model.problem import Problem, Severity, has_errors, in_reading_order
from pnp.model.style import Style
from pnp.problems.causes import each_once, without_caused
from pnp.problems.ignores import sort_out
from pnp.problems.kinds_of_game import as_set, wrong_settings

if TYPE_CHECKING:
    from pnp.layout.reads import Read


def judge(prepared: Prepared, other: Result | None = None) -> list[Callable[[], AboutGame]]:
    """Jobs that can be done at any time, by any process.

    `other` is another edition of the same game: what is known of its data, rules and words isn't found again.
    """
    game, loaded, edition, options = prepared.game, prepared.loaded, prepared.edition, prepared.options

    def check_data() -> AboutGame:
        from pnp.check import check_game

        return AboutGame(tuple(check_game(game, loaded.project, loaded.of_game)))

    def examine_rules() -> AboutGame:
        found = wrong_with_rules(game, edition, options)
        if are_looked_at(edition, options):
            found = [*found, *wrong_together(loaded.project, game, has_errors([*loaded.of_game, *found]))]
        return AboutGame(tuple(found))

    def check_words() -> AboutGame:
        return AboutGame(untranslated=untranslated(loaded.project, edition))

    has_words = bool(other and other.edition and other.edition.language == edition.language)
    jobs: list[Callable[[], AboutGame]] = []
    if other:
        known = other.about_game if has_words else other.about_game._replace(untranslated={})
        jobs.append(lambda: known)
    elif not prepared.passed.has_game():
        jobs += [check_data, examine_rules]
    return [*jobs, check_words] if edition.translation and not has_words else jobs


def conclude(
    prepared: Prepared,
    about_game: Iterable[AboutGame],
    in_pieces: list[Problem],
    on_faces: list[Problem],
    reads: Mapping[str, frozenset["Read"]],
) -> Result:
    """All that is wrong with an edition, without what follows from other mistakes and what is to be ignored.

    `in_pieces` was found in laying out each, `on_faces` with all that was drawn; `reads` is what pieces, by their
    labels, show of others.
    """
    about_game = list(about_game)
    parts = {problem: part for each in about_game for problem, part in each.untranslated.items()}
    of_game = with_causes((problem for each in about_game for problem in each.problems), parts, prepared.edition)
    in_pieces, on_faces = _with_wrong_looks(in_pieces, on_faces, prepared.loaded.style)
    problems = [*with_causes(prepared.problems, parts, prepared.edition), *of_game, *on_faces, *parts]
    in_pieces = _Shown(prepared.edition, without_caused(problems), reads).with_causes(in_pieces)
    kept, ignored = sort_out(_concerning([*problems, *in_pieces], prepared), prepared.loaded.project)
    settings = prepared.game.checks
    kept += wrong_settings(settings)
    told = as_set(each_once(in_reading_order(in_short(without_caused(kept), parts))), settings)
    about = AboutGame(tuple(of_game), parts)
    return Result(told, prepared.edition, prepared, about_game=about, ignored=ignored)


def _with_wrong_looks(
    in_pieces: list[Problem], on_faces: list[Problem], style: Style
) -> tuple[list[Problem], list[Problem]]:
    """What has no room follows from looks that couldn't be read, what can't be seen from a colour that is wrong."""
    unread = style.cause()
    wrong = unread or next((each for key, each in style.poisoned.items() if key.startswith("colours")), None)
    if in_pieces:
        from pnp.layout.attributes import UNKNOWN_COLOUR
        from pnp.layout.editions import OF_SIZES

        wrong = wrong or next((each for each in in_pieces if each.code == UNKNOWN_COLOUR.id), None)
        if unread:
            follows = [each.code in OF_SIZES for each in in_pieces]
            found = zip(in_pieces, follows, strict=True)
            in_pieces = [each._replace(cause=each.cause or unread) if is_so else each for each, is_so in found]
    if wrong:
        on_faces = [each._replace(cause=each.cause or wrong) for each in on_faces]
    return in_pieces, on_faces


class _Shown:
    """What faces show of pieces, of the setup and the victory, and the errors there: a template that fails fails of
    these."""

    def __init__(self, edition: Edition, problems: Iterable[Problem], reads: Mapping[str, frozenset["Read"]]) -> None:
        self._edition, self._reads = edition, reads
        self._errors: dict[str, Problem] = {}  # by the files that they are in
        self._of_pieces: dict[str, Problem] = {}
        for problem in problems:
            if problem.severity is Severity.ERROR:
                self._errors.setdefault(problem.span.file, problem)
                self._of_pieces.setdefault(problem.subject, problem)

    def with_causes(self, found: Iterable[Problem]) -> list[Problem]:
        if not self._errors:
            return list(found)
        from pnp.layout.editions import FAILING

        return [
            each._replace(cause=self._cause(each.subject)) if each.code in FAILING and not each.cause else each
            for each in found
        ]

    def _cause(self, label: str) -> Problem | None:
        own = self._of_pieces.get(label) if label else None
        sections = {
            f"pieces.{path[1]}" if path[0] == "components" and path[1:] else path[0] for path in self._of(label)
        }
        return own or next((cause for each in sorted(sections) if (cause := self._of_section(each))), None)

    def _of(self, label: str) -> frozenset["Read"]:
        return self._reads.get(label, frozenset())

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


def _concerning(problems: Iterable[Problem], prepared: Prepared) -> Iterator[Problem]:
    """Without those of pieces that could be printed, but aren't this time."""
    others = {
        piece.label
        for component in prepared.edition.components.values()
        for piece in component.pieces
        if component.front and not prepared.wanted(component, piece)
    }
    return (problem for problem in problems if problem.subject not in others)


_TOLD = ("define", "rules", "setup", "victory", "selections", "examples")


def wrong_with_rules(game: Game, edition: Edition, options: Options) -> list[Problem]:
    """For the chosen modules; thorough options without any are for all sets of them.

    With what only follows from something that is wrong elsewhere: that is its cause.
    """
    if not _says_something(game):
        return []
    from pnp.check.modules import misnaming
    from pnp.check.patches import modules_at_fault
    from pnp.rules.examining import Known, examine

    known = Known(modules_at_fault(game), dict(misnaming(game)))
    said = speeches(game, edition.translation)
    if edition.translation:
        from pnp.localise.messages import speaking

        game = speaking(game, edition.translation)
    if options.thorough and not edition.modules:
        return examine(game, known=known, speeches=said)
    chosen = (*edition.modules, OVERLAY) if OVERLAY in game.modules else edition.modules
    return examine(game, [chosen], known, said)


def _says_something(game: Game) -> bool:
    if any(getattr(game, part) for part in _TOLD) or says_phrases(game):
        return True
    return any(section.split(".")[0] in _TOLD for module in game.patches for section in module.changes)
