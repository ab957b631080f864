"""A game → all that is wrong with it in any ink and language, and with any of its modules.

It is checked first as it was asked for, with its data and rules; of the other editions only the faces and the
translations are. What the first one showed isn't said again, and of the rest it is said what shows it. Editions share
what is known to be fine (`fine.py`), so that one with a module costs about what the module brings.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from pnp.laying import check
from pnp.measuring import with_sizes
from pnp.model.choices import DESIGNS
from pnp.model.game import OVERLAY, Edition, Game, Module
from pnp.model.problem import FileError, Problem, code, in_reading_order
from pnp.model.project import Project
from pnp.request import Progress, Request
from pnp.stale import wrong_comments

NO_EDITION = code(
    "PNP134",
    "edition that cannot be had",
    """
What only this edition is made from can't be read: mostly the catalogue of its language is a folder, or a link to
nothing. All other editions can be had.

Bad:  a folder `locale/de.po`
Good: the catalogue itself
""",
)

_T = TypeVar("_T")

_MORE = re.compile(r", and \d+ more like this$")
_PIECES = re.compile(r"^[\w-]+/[\w-]+(?: and \d+ more)?: ")
_FIGURE = re.compile(r"(?<![#\w])\d[\d.]*")


def check_each(project: Project, request: Request, progress: Progress = lambda *_: None) -> list[Problem]:
    """What is wrong with each edition. Raises UsageError, FileError, LimitError."""
    first = check(project, request, progress)
    if first.edition is None or first.desk is None:
        return first.problems
    if not first.problems and first.desk.fine.was_quiet_in_each():
        return []
    known = set(map(_mistake, first.problems))
    others, found = [], list(first.problems)
    of_language = {first.edition.language: first}
    for other in other_editions(first.edition, request):
        try:
            laid = check(project, other, progress, of_language.get(other.language, first))
        except FileError as error:
            found.append(NO_EDITION.at(first.edition.game.span, str(error)))
            continue
        of_language.setdefault(other.language, laid)
        others.append(laid)
        new = [problem for problem in laid.problems if _mistake(problem) not in known]
        known.update(map(_mistake, new))
        found += [_said(problem, _options(other, first.edition, laid.edition, problem.subject)) for problem in new]
    told = [*found, *wrong_comments(project, request, first, others)]
    first.desk.fine.keep(quiet_in_each=not told)
    return in_reading_order(told)


def check_one(project: Project, request: Request, progress: Progress = lambda *_: None) -> list[Problem]:
    """What is wrong with this edition; of a language that was asked for, what differs in size from the source, too.

    Raises UsageError, FileError, LimitError.
    """
    laid = check(project, request, progress)
    if laid.edition is None:
        return laid.problems
    others = (check(project, other) for other in other_editions(laid.edition, request))
    if request.language:
        laid = with_sizes(project, request, laid)
    return in_reading_order([*laid.problems, *wrong_comments(project, request, laid, others)])


def other_editions(edition: Edition, request: Request) -> Iterator[Request]:
    """Each language in each ink, without and with modules: all of these in as few sets as may be.

    Those that differ in one thing come first. Black is no other edition than low: it only has other colours.
    """
    languages = _first(edition.language, edition.game.languages)
    inks = _first(edition.ink, DESIGNS)
    others = () if request.overlay else ((), *_sets(_choosable(edition.game)))  # it goes with what is chosen
    sets = _first(edition.modules, others)
    every = [(language, ink, modules) for language in languages for ink in inks for modules in sets]
    same = edition.language, edition.ink, edition.modules
    for language, ink, modules in sorted(every, key=lambda each: _differences(each, same)):
        if (language, ink, modules) != same:
            yield replace(request, language=language, ink=ink, modules=modules)


def _first(asked: _T, every: Sequence[_T]) -> list[_T]:
    return list(dict.fromkeys([asked, *every]))


def _differences(one: tuple[object, ...], other: tuple[object, ...]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def _mistake(problem: Problem) -> tuple[object, ...]:
    """What it shares with itself in other editions: not its figures, nor the first piece that shows it."""
    message = _FIGURE.sub("0", _MORE.sub("", _PIECES.sub("", problem.message)))
    return problem.code, problem.span, message


def _options(other: Request, first: Edition, edition: Edition | None, subject: str) -> list[str]:
    """By which an edition differs from the first one; of its modules those that bring the piece, if any does."""
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


def _said(problem: Problem, options: Sequence[str]) -> Problem:
    """With the options that show it; a catalogue is of one language anyway."""
    shown = [each for each in options if not (problem.span.file.endswith(".po") and each.startswith("--lang"))]
    return problem._replace(message=f"{problem.message} ({' '.join(shown)})") if shown else problem


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
