"""A game → all that is wrong with it in any ink and language, and with any of its modules.

It is checked first as it was asked for, with its data and rules; of the other editions only the faces and the
translations are. What the first one showed isn't said again, and of the rest it is said what shows it. Editions share
what passed (`passed.py`), so that one with a module costs about what the module brings.
"""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from pnp.build.pipeline import Stage, check, run
from pnp.build.results import SILENT, Progress, Result, SharedGame, collector_paused
from pnp.build.sizes import differing_sizes
from pnp.diagnostics.ignores import can_tell
from pnp.diagnostics.report import Report
from pnp.io.project import Project
from pnp.model.game import OVERLAY, Edition, Game, Module
from pnp.model.options import DESIGNS, Options
from pnp.model.problem import FileError, Problem, code

NO_EDITION = code("PNP134", says="{reason}")

_T = TypeVar("_T")


@collector_paused()
def check_each(project: Project, options: Options, progress: Progress = SILENT) -> list[Problem]:
    """What is wrong with each edition. Raises UsageError, FileError, LimitError."""
    game = SharedGame(keeps_drawers=True)
    begun = run(project, options, Stage.LOCALISE, game=game)
    known = begun.prepared
    if known and not known.problems and known.passed.was_quiet_in_each():
        return []
    first = check(project, options, progress, game)
    if first.prepared is None:
        return first.problems
    edition = first.prepared.edition
    report = _check_others(project, game, first, _other_editions(edition, options), progress)
    if first.prepared.is_whole and not options.overlay:
        report = replace(report, files=_files(project, edition.game.id, edition.game.languages), is_complete=True)
    first.prepared.passed.keep(quiet_in_each=not report.problems)
    return report.problems


@collector_paused()
def check_one(project: Project, options: Options, progress: Progress = SILENT) -> list[Problem]:
    """What is wrong with this edition; of a language that was asked for, also with any modules where none are named,
    and what differs in size from the source.

    Raises UsageError, FileError, LimitError.
    """
    game = SharedGame(keeps_drawers=True)
    result = check(project, options, progress, game)
    if result.prepared is None:
        return result.problems
    report, edition = result.report, result.prepared.edition
    if options.language and not options.modules and not options.overlay:
        sets = _first(edition.modules, _sets(_choosable(edition.game)))[1:]
        others = [replace(options, language=edition.language, modules=modules) for modules in sets]
        report = _check_others(project, game, result, others, progress)
    if options.language:
        report = report.add_edition(Report().add(differing_sizes(result, game)))
    if result.prepared.is_whole and not options.overlay:
        report = replace(report, files=_files(project, edition.game.id, [edition.language]))
    return report.problems


def _check_others(
    project: Project, game: SharedGame, first: Result, others: Iterable[Options], progress: Progress
) -> Report:
    """Report what is wrong with the first edition and with others of it."""
    edition, report = first.edition, first.report
    assert edition is not None
    for other in others:
        if (other.language, other.ink) != (edition.language, edition.ink):  # which nobody builds now
            other = replace(other, format="")
        try:
            result = check(project, other, progress, game)
        except FileError as error:
            report = report.add_edition(Report().add([NO_EDITION.at(edition.game.span, reason=str(error))]))
            continue
        report = report.add_edition(result.report, partial(_options_of, other, edition, result.edition))
    return report


def _other_editions(edition: Edition, options: Options) -> Iterator[Options]:
    """Each language in each ink, without and with modules: all of these in as few sets as may be.

    Those that differ in one thing come first. Black is no other edition than low: it only has other colours.
    """
    languages = _first(edition.language, edition.game.languages)
    inks = _first(edition.ink, DESIGNS)
    others = () if options.overlay else ((), *_sets(_choosable(edition.game)))  # it goes with what is chosen
    sets = _first(edition.modules, others)
    every = [(language, ink, modules) for language in languages for ink in inks for modules in sets]
    same = edition.language, edition.ink, edition.modules
    for language, ink, modules in sorted(every, key=lambda each: _differences(each, same)):
        if (language, ink, modules) != same:
            yield replace(options, language=language, ink=ink, modules=modules)


def _first(asked: _T, every: Sequence[_T]) -> list[_T]:
    return list(dict.fromkeys([asked, *every]))


def _differences(one: tuple[object, ...], other: tuple[object, ...]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def _options_of(other: Options, first: Edition, edition: Edition | None, label: str) -> list[str]:
    """The options by which an edition differs from the first one; of its modules those that bring the piece, if any."""
    options = [f"--ink {other.ink}"] if other.ink != first.ink else []
    options += [f"--lang {other.language}"] if other.language != first.language else []
    modules = [id for id in other.modules if id not in first.modules]
    if edition:
        component, _, piece = label.partition("/")
        changes = {id: edition.game.modules[id].change(f"pieces.{component}") for id in modules}
        modules = [
            id for id, change in changes.items() if any(each.id == piece for each in (*change.add, *change.replace))
        ] or modules
    return options + [f"--with {id}" for id in modules]


def _choosable(game: Game) -> dict[str, Module]:
    """Modules that can be asked for by name: of an expansion its own."""
    own = {id: module for id, module in game.modules.items() if game.base is None or module.game == game.id}
    return {id: module for id, module in own.items() if id != OVERLAY}


def _sets(modules: Mapping[str, Module]) -> list[tuple[str, ...]]:
    """Each module that can be chosen, in some set."""
    sets: list[set[str]] = []
    for id in modules:
        wanted = _with_needs(id, modules)
        found = next((each for each in sets if _go_together(each | wanted, modules)), None)
        if found is not None:
            found |= wanted
        elif _go_together(wanted, modules):
            sets.append(wanted)
    return [tuple(sorted(each)) for each in sets]


def _with_needs(id: str, modules: Mapping[str, Module]) -> set[str]:
    found, new = set[str](), {id}
    while new:
        found |= new
        new = {need for each in new if each in modules for need in modules[each].needs} - found
    return found


def _go_together(ids: set[str], modules: Mapping[str, Module]) -> bool:
    return ids <= modules.keys() and not any(other in ids for id in ids for other in modules[id].not_with)


def _files(project: Project, game: str, languages: Collection[str]) -> list[str]:
    """Those of a game's own folders that may have comments, named as in spans; catalogues of these languages."""
    found: list[str] = []
    for part in ("card_data", "layouts"):
        top = project.find(part, game)
        for folder, inner, files in os.walk(top) if top else ():
            inner.sort()
            for name in sorted(files):
                if can_tell(name) and (not name.endswith(".po") or name.removesuffix(".po") in languages):
                    found.append(project.display(Path(folder, name)))
    return found
