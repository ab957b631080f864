"""A game → all that is wrong with it in any ink and language, and with any of its modules.

The first edition is checked with its data and rules; of the other ones only the faces and the translations are. What
the first one showed isn't reported again, and the rest is reported with the options that show it. Editions share what
was drawn, so that one with a module costs about what the module adds.
"""

import gc
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from importlib import import_module
from operator import attrgetter, ne
from pathlib import Path
from typing import TypeVar

from pnp.build.drawn_pieces import draw_again_in_order, find_problems
from pnp.build.executors import HERE, Task, count_processors, run_task
from pnp.build.laying_out import conclude, judge
from pnp.build.pipeline import Stage, check, run
from pnp.build.results import (
    SILENT,
    GameFindings,
    PieceFindings,
    Prepared,
    Progress,
    Result,
    SharedGame,
    pause_collector,
)
from pnp.diagnostics.ignores import can_have_comments
from pnp.diagnostics.report import Report
from pnp.io.project import Project
from pnp.localise.sizes import Compared, compare_sizes, sizes_of, wrong_sizes
from pnp.model.game import OVERLAY, Edition, Game, Module
from pnp.model.options import DESIGNS, PSEUDO, Options
from pnp.model.problem import FileError, PnpError, Problem, Severity, code, has_errors

NO_EDITION = code("PNP134", says="{reason}")

_T = TypeVar("_T")
_OF_RULES = "PNP5"  # how the codes of mistakes in rules begin
_WORTH_PROCESSES = 150  # faces' pieces, in all languages and inks


@pause_collector()
def check_each(project: Project, options: Options, progress: Progress = SILENT) -> list[Problem]:
    """Return what is wrong with each edition. Raise UsageError, FileError, LimitError."""
    game = SharedGame(keeps_drawers=True)
    first = run(project, options, Stage.LOCALISE, game=game).prepared
    if first is None or not first.loaded.has_fonts:
        return check(project, options, progress, game).problems
    if not first.problems and first.passed.has("each edition"):
        return []
    report, _ = _check_editions(game, first, _list_other_editions(first.edition, options), progress)
    if first.is_whole and not options.overlay:
        files = _commentable_files(project, first.game.id, first.game.languages)
        report = replace(report, files=files, is_complete=True)
    if not report.problems:
        first.passed.keep("each edition")
    return _name_causes(first, report) or report.problems


@pause_collector()
def check_one(project: Project, options: Options, progress: Progress = SILENT) -> list[Problem]:
    """Return what is wrong with this edition. Raise UsageError, FileError, LimitError.

    With `--lang` it is checked with any modules, too, where none are named, and sizes are compared with the source.
    """
    game = SharedGame(keeps_drawers=True)
    first = run(project, options, Stage.LOCALISE, game=game).prepared
    if first is None or not first.loaded.has_fonts:
        return check(project, options, progress, game).problems
    others, edition = list[Options](), first.edition
    if options.language and not options.modules and not options.overlay:
        sets = _put_first(edition.modules, _module_sets(edition.game))[1:]
        others = [replace(options, language=edition.language, modules=modules) for modules in sets]
    report, result = _check_editions(game, first, others, progress)
    if options.language:
        differing: list[Problem] = []
        if result.prepared and result.prepared.edition.translation and not has_errors(result.problems):
            sizes = SizeComparison(project, result.prepared.options, game)
            differences = sizes.compare(result.prepared.options.language)
            if any(differences) and sizes.source.edition:
                differing = [*wrong_sizes(differences, sizes.source.edition, result.prepared.edition)]
        report = report.add_edition(Report().add(differing))
    if first.is_whole and not options.overlay:
        report = replace(report, files=_commentable_files(project, edition.game.id, [edition.language]))
    return _name_causes(first, report) or report.problems


def _name_causes(checked: Prepared, report: Report) -> list[Problem]:
    """Return problems with mistakes in rules at the values that make them; nothing where there are none."""
    project, game, uses_cache = checked.loaded.project, checked.game, checked.options.cache
    codes = set(map(attrgetter("severity", "code"), report.problems))
    is_wrong = any(severity is Severity.ERROR for severity, _ in codes)
    if checked.options.overlay or (is_wrong and not any(code.startswith(_OF_RULES) for _, code in codes)):
        return []
    from pnp.build.evidence import keep_right, name_causes

    if is_wrong:
        return name_causes(project, game, report.problems, uses_cache=uses_cache)
    if uses_cache:
        keep_right(project, game)
    return []


def _check_editions(
    game: SharedGame, first: Prepared, others: Iterable[Options], progress: Progress
) -> tuple[Report, Result]:
    """Report what is wrong with the first edition and with others; return the result of the first, too.

    Pieces are drawn by languages and inks, each by one process, where there are many; the game is judged meanwhile.
    """
    project, asked = first.loaded.project, first.options
    editions = [asked]
    for each in others:
        same_look = (each.language or first.edition.language, each.ink) == (first.edition.language, first.edition.ink)
        editions.append(each if same_look else replace(each, format=""))  # nobody builds these now
    prepared, judged = dict[Options, Prepared | FileError](), dict[Options, GameFindings]()

    def prepare(options: Options) -> Prepared:
        made = run(project, options, Stage.LOCALISE, game=game).prepared
        assert made is not None
        return made

    for options in editions:  # before there are processes, which then have it all
        try:
            prepared[options] = prepare(options)
        except FileError as missing:
            prepared[options] = missing

    def judge_all() -> None:
        for options, made in prepared.items():
            if not isinstance(made, FileError):
                judged[options] = judge(made, game)

    def draw(group: Sequence[Options]) -> list[PieceFindings | FileError]:
        found = list[PieceFindings | FileError]()
        for options in group:
            try:
                made = prepare(options)
                drawn = draw_again_in_order(made, SILENT if is_shared_out else progress)
                found.append(find_problems(made, drawn))
            except FileError as error:
                found.append(error)
        return found

    jobs = asked.jobs or count_processors()
    looks = {(each.ink, each.language) for each in editions}
    count = len(first.pieces) * len(looks)
    is_shared_out = asked.executor == HERE and jobs > 1 and len(looks) > 1 and count >= _WORTH_PROCESSES
    by_ink = len({ink for ink, _ in looks}) >= jobs  # languages in one ink have the same art
    groups: dict[object, list[Options]] = {}
    for each in editions:
        options = replace(each, jobs=1) if is_shared_out else each
        groups.setdefault(each.ink if by_ink else (each.ink, each.language), []).append(options)
    items = list(groups.values())
    if is_shared_out:  # imported once, not by each process
        import_module("pnp.layout.editions")
    task = Task(draw, items, [1.0] * len(items), meanwhile=judge_all, tell=progress.tell, is_long=is_shared_out)
    findings = dict[Options, PieceFindings | FileError]()
    for group, found in zip(items, run_task(task, jobs if is_shared_out else 1), strict=True):
        findings |= zip([replace(each, jobs=asked.jobs) for each in group], found, strict=True)
        if is_shared_out:
            progress("laying out", len(findings), len(editions))
    report, result = Report(), Result(Report())
    for options in editions:
        made, of_pieces = prepared[options], findings[options]
        if isinstance(made, FileError) or isinstance(of_pieces, FileError):
            error = made if isinstance(made, FileError) else of_pieces
            if options is asked and isinstance(error, FileError):
                raise error
            report = report.add_edition(Report().add([NO_EDITION.at(first.edition.game.span, reason=str(error))]))
        elif options is asked:
            result = conclude(made, judged[options], of_pieces)
            report = result.report
        else:
            of_edition = conclude(made, judged[options], of_pieces).report
            report = report.add_edition(of_edition, partial(_differing_options, options, first.edition, made.edition))
    return report, result


def _list_other_editions(edition: Edition, options: Options) -> Iterator[Options]:
    """Yield each language in each ink, without and with modules: all of these in as few sets as may be.

    Those that differ in one thing come first. Black is no other edition than low: it only has other colours.
    """
    languages = _put_first(edition.language, edition.game.languages)
    inks = _put_first(edition.ink, DESIGNS)
    others = () if options.overlay else ((), *_module_sets(edition.game))  # it goes with what is chosen
    sets = _put_first(edition.modules, others)
    every = [(language, ink, modules) for language in languages for ink in inks for modules in sets]
    same = edition.language, edition.ink, edition.modules
    for language, ink, modules in sorted(every, key=lambda each: sum(map(ne, each, same))):
        if (language, ink, modules) != same:
            yield replace(options, language=language, ink=ink, modules=modules)


def _put_first(first: _T, every: Sequence[_T]) -> list[_T]:
    return list(dict.fromkeys([first, *every]))


def _differing_options(other: Options, first: Edition, edition: Edition, label: str) -> list[str]:
    """Return the options by which an edition differs from the first one; of its modules those that add the piece."""
    options = [f"--ink {other.ink}"] if other.ink != first.ink else []
    options += [f"--lang {other.language}"] if other.language != first.language else []
    modules = [id for id in other.modules if id not in first.modules]
    component, _, piece = label.partition("/")
    changes = {id: edition.game.modules[id].change(f"pieces.{component}") for id in modules}
    modules = [
        id for id, change in changes.items() if any(each.id == piece for each in (*change.add, *change.replace))
    ] or modules
    return options + [f"--with {id}" for id in modules]


def _module_sets(game: Game) -> list[tuple[str, ...]]:
    """Return few sets of modules that have each module that can be chosen by name; of an expansion its own."""
    modules = {
        id: module
        for id, module in game.modules.items()
        if id != OVERLAY and (game.base is None or module.game == game.id)
    }
    sets: list[set[str]] = []
    for id in modules:
        wanted, new = set[str](), {id}
        while new:
            wanted |= new
            new = {need for each in new if each in modules for need in modules[each].needs} - wanted
        found = next((each for each in sets if _can_go_together(each | wanted, modules)), None)
        if found is not None:
            found |= wanted
        elif _can_go_together(wanted, modules):
            sets.append(wanted)
    for each in sets:  # one of each choice is there
        for ids in game.open_choices(each).values():
            fitting = (id for id in ids if _can_go_together({*each, *game.required(id)}, game.modules))
            each.update(game.required(next(fitting, "")))
    return [tuple(sorted(each)) for each in sets]


def _can_go_together(ids: set[str], modules: Mapping[str, Module]) -> bool:
    return ids <= modules.keys() and not any(other in ids for id in ids for other in modules[id].not_with)


def _commentable_files(project: Project, game: str, languages: Collection[str]) -> list[str]:
    """Return files of a game's own folders that may have comments, named as in spans; catalogues of these languages."""
    found: list[str] = []
    for part in ("card_data", "layouts"):
        top = project.find(part, game)
        for folder, inner, files in os.walk(top) if top else ():
            inner.sort()
            for name in sorted(files):
                if can_have_comments(name) and (not name.endswith(".po") or name.removesuffix(".po") in languages):
                    found.append(project.display(Path(folder, name)))
    return found


class SizeComparison:
    """Compares the sizes of a game's faces in its languages."""

    def __init__(self, project: Project, options: Options, game: SharedGame | None = None) -> None:
        chosen = options.game, "", options.ink, options.modules, options.overlay
        self._options = Options(*chosen, cache=options.cache, jobs=options.jobs, thorough=True)
        self._project, self._game, self._is_shared = project, game or SharedGame(), game is not None

    @cached_property
    def source(self) -> Result:
        """Return the game in the language that it is written in. Raise UsageError, FileError, LimitError."""
        return self._lay_out("")

    def compare(self, language: str) -> Compared:
        """Compare a language with the source; return nothing where it can't be laid out, which a build reports."""
        try:
            if language in ("", *PSEUDO) or not self.source.edition or language == self.source.edition.language:
                return Compared()
            found = compare_sizes(sizes_of(self.source.leaves), sizes_of(self._lay_out(language).leaves))
        except PnpError:
            return Compared()
        gc.collect()  # a layout knows itself by many ways: one for each language would take much memory
        return found

    def _lay_out(self, language: str) -> Result:
        options, game = replace(self._options, language=language), self._game
        if language and not self._is_shared:  # what is shared stays: one language after the other takes less memory
            game = SharedGame(game.loaded, options.modules)
        return run(self._project, options, Stage.LAY_OUT, game=game, judging=False)
