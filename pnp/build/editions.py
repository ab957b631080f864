"""A game → all that is wrong with it in any ink and language, and with any of its modules.

It is checked first as it was asked for, with its data and rules; of the other editions only the faces and the
translations are. What the first one showed isn't said again, and of the rest it is said what shows it. Editions share
what passed (`passed.py`), so that one with a module costs about what the module brings.
"""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from pnp.build.pipeline import check
from pnp.build.results import SILENT, Prepared, Progress, Result
from pnp.build.sizes import differing_sizes
from pnp.files.project import Project
from pnp.model.game import OVERLAY, Edition, Game, Module
from pnp.model.options import DESIGNS, Options
from pnp.model.problem import FileError, Problem, code, has_errors, in_reading_order
from pnp.model.span import Span
from pnp.problems.ignores import CommentReader, can_tell, not_needed, without_excused
from pnp.problems.kinds_of_game import as_set

NO_EDITION = code(
    "PNP134 edition that cannot be had",
    """What only this edition is made from can't be read: mostly the catalogue of its language is a folder, or a link to
nothing. All other editions can be had.

Bad:  a folder `locale/de.po`
Good: the catalogue itself""",
    says="{reason}",
)

_T = TypeVar("_T")


def check_each(project: Project, options: Options, progress: Progress = SILENT) -> list[Problem]:
    """What is wrong with each edition. Raises UsageError, FileError, LimitError."""
    first = check(project, options, progress)
    if first.prepared is None:
        return first.problems
    passed, edition = first.prepared.passed, first.prepared.edition
    if not first.problems and passed.was_quiet_in_each():
        return []
    checked, found = _checked(project, first, edition, _other_editions(edition, options), progress)
    told = as_set([*found, *wrong_comments(first.prepared, checked)], first.prepared.game.checks)
    passed.keep(quiet_in_each=not told)
    return in_reading_order(told)


def check_one(project: Project, options: Options, progress: Progress = SILENT) -> list[Problem]:
    """What is wrong with this edition; of a language that was asked for, also with any modules where none are named,
    and what differs in size from the source.

    Raises UsageError, FileError, LimitError.
    """
    result = check(project, options, progress)
    if result.prepared is None:
        return result.problems
    found, edition = list(result.problems), result.prepared.edition
    if options.language and not options.modules and not options.overlay:
        sets = _first(edition.modules, _sets(_choosable(edition.game)))[1:]
        others = [replace(options, language=edition.language, modules=modules) for modules in sets]
        found = as_set(_checked(project, result, edition, others, progress)[1], result.prepared.game.checks)
    differing = differing_sizes(result) if options.language else []
    comments = as_set(wrong_comments(result.prepared), result.prepared.game.checks)
    return in_reading_order([*found, *differing, *comments])


def _checked(
    project: Project, first: Result, edition: Edition, others: Iterable[Options], progress: Progress
) -> tuple[list[Result], list[Problem]]:
    """Of the first edition and others of it: what came of each, and what is wrong with any, told once."""
    known = ToldMistakes()
    known.untold(first.problems)
    checked, found = [first], list(first.problems)
    of_language = {edition.language: first}
    for other in others:
        try:
            result = check(project, other, progress, of_language.get(other.language, first))
        except FileError as error:
            found.append(NO_EDITION.at(edition.game.span, reason=str(error)))
            continue
        of_language.setdefault(other.language, result)
        checked.append(result)
        new = known.untold(result.problems)
        found += [said_with(problem, _shown_by(other, edition, result.edition, problem.subject)) for problem in new]
    return checked, found


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


class ToldMistakes:
    """Where mistakes are told of editions already. At one place a mistake is the same in every edition, whatever its
    figures are and whichever piece shows it first."""

    def __init__(self) -> None:
        self._known: set[tuple[object, Span]] = set()

    def untold(self, problems: Iterable[Problem]) -> list[Problem]:
        """Of those of another edition what is new, which is told from then on."""
        new = [self._elsewhere(problem) for problem in problems]
        told = [problem for problem in new if problem is not None]
        self._known.update((problem.mistake, place) for problem in told for place in problem.places)
        return told

    def _elsewhere(self, problem: Problem) -> Problem | None:
        """At its new places alone; of those only the first of all is known to be of a piece."""
        places = [place for place in problem.places if (problem.mistake, place) not in self._known]
        if len(places) in (0, len(problem.places)):
            return problem if places else None
        first, *others = places
        subject = problem.subject if first == problem.span else ""
        about = problem.about
        if about and problem.subject and about[0].startswith(problem.subject):  # "heroes/owl and 2 more"
            about = (subject, *about[1:]) if subject else about[1:]
        return problem._replace(span=first, others=tuple(others), about=about, subject=subject)


def _shown_by(other: Options, first: Edition, edition: Edition | None, subject: str) -> list[str]:
    """The options by which an edition differs from the first one; of its modules those that bring the piece, if any."""
    options = [f"--ink {other.ink}"] if other.ink != first.ink else []
    options += [f"--lang {other.language}"] if other.language != first.language else []
    modules = [id for id in other.modules if id not in first.modules]
    if edition:
        component, _, piece = subject.partition("/")
        changes = {id: edition.game.modules[id].change(f"pieces.{component}") for id in modules}
        modules = [
            id for id, change in changes.items() if any(each.id == piece for each in (*change.add, *change.replace))
        ] or modules
    return options + [f"--with {id}" for id in modules]


def said_with(problem: Problem, options: Sequence[str]) -> Problem:
    """With the options that show it; a catalogue is of one language anyway."""
    shown = [each for each in options if not (problem.span.file.endswith(".po") and each.startswith("--lang"))]
    return problem._replace(when=(*problem.when, f" ({' '.join(shown)})")) if shown else problem


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


def wrong_comments(prepared: Prepared, checked: Sequence[Result] = ()) -> list[Problem]:
    """What is wrong with the comments for pnp in the game's own data and layouts, where all of it was looked at.

    `checked` are all of its editions: only when each was looked at is a comment known to be good for nothing.
    """
    project = prepared.loaded.project
    if not prepared.is_whole or prepared.options.overlay:
        return []
    comments = CommentReader(project)
    languages = {prepared.edition.language, *(each.edition.language for each in checked if each.edition)}
    files = _files(project, prepared.edition.game.id, languages)
    told = [ignore for file in files for at in comments(file).ignores.values() for ignore in at]
    left = without_excused(told) if checked else []
    for result in checked:
        needed = {ignore for problem in result.ignored for ignore in comments.concerning(problem)}
        is_clear = not has_errors(result.problems)  # else what is wrong beside them may not have come to light
        left = [ignore for ignore in left if is_clear and ignore not in needed]
    return [*comments.problems(), *map(not_needed, left)]


def _files(project: Project, game: str, languages: Collection[str]) -> Iterator[str]:
    """Those of a game's own folders that may have comments, named as in spans; catalogues of these languages."""
    for part in ("card_data", "layouts"):
        top = project.find(part, game)
        for folder, inner, files in os.walk(top) if top else ():
            inner.sort()
            for name in sorted(files):
                if can_tell(name) and (not name.endswith(".po") or name.removesuffix(".po") in languages):
                    yield project.display(Path(folder, name))
