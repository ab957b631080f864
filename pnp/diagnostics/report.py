"""All problems that stages found in a game → what is reported of them: one pass, at the end.

Stages only add what they find. `Report.problems` leaves out what comments ignore and what follows from another problem,
and makes one of what has one cause, at whatever places and in whatever editions.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from pnp.cardtext.suggest import Suggestion
from pnp.diagnostics.ignores import CommentReader, apply_settings
from pnp.io.project import Project
from pnp.model.game import KindSetting
from pnp.model.problem import (
    Code,
    Problem,
    Severity,
    declared_codes,
    sentence_of,
    sentences_of,
    sort_problems,
)

FEW = 5
MANY = 50  # errors of a kind, and grave warnings
MOST = 20  # of a kind in one file that are reported one by one, where their code has a sentence for many


class EditionProblems(NamedTuple):
    """The problems of one edition, and the options by which it differs from the first one."""

    problems: Sequence[Problem]
    options_of: Callable[[str], Sequence[str]] = lambda _: ()  # of these those that matter for a piece, by its label


@dataclass(frozen=True)
class Report:
    """All that was found wrong with a game, in one edition or in several, as it was found."""

    project: Project | None = None  # its files may have comments that ignore problems
    settings: Sequence[KindSetting] = ()  # the game's `checks`
    editions: tuple[EditionProblems, ...] = (EditionProblems(()),)
    files: Sequence[str] = ()  # files whose comments are checked even if no problem is there
    is_complete: bool = False  # whether all was looked at, so that a comment that ignores nothing is a mistake

    def add(self, problems: Iterable[Problem]) -> "Report":
        """Return the report with more problems of its last edition."""
        *others, last = self.editions
        return replace(self, editions=(*others, last._replace(problems=(*last.problems, *problems))))

    def add_edition(self, other: "Report", options_of: Callable[[str], Sequence[str]] = lambda _: ()) -> "Report":
        """Return the report with another edition of the game."""
        (edition,) = other.editions
        return replace(self, editions=(*self.editions, EditionProblems(edition.problems, options_of)))

    @cached_property
    def problems(self) -> list[Problem]:
        """Return what is reported, by file and line."""
        comments = CommentReader(self.project, self.files)
        filtered = [edition._replace(problems=comments.filter(edition.problems)) for edition in self.editions]
        found = [*merge_editions(filtered), *comments.problems()]
        found = merge(sort_problems(sum_up(drop_consequences(found))))
        found = apply_settings(found, self.settings) if self.settings else found
        if not self.is_complete or Severity.ERROR in map(
            attrgetter("severity"), found
        ):  # what is wrong beside a comment may not have come to light
            return found
        return sort_problems([*found, *apply_settings(comments.report_unused(), self.settings)])


def list_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Return what is reported of the problems, which no comment can ignore."""
    return Report().add(problems).problems


def drop_consequences(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems whose cause isn't among them. If a cause isn't reported, since a comment has it ignored or it
    concerns what wasn't requested, one error that follows from it is: rather that of a piece."""
    # a mistake at its place is the same whatever was found out about it later, such as the piece concerned
    reported, causes = set[object](), dict[object, Problem]()
    for problem in problems:
        if problem.cause:
            causes[problem.mistake, problem.span.start] = problem.cause
        elif problem.severity is Severity.ERROR:
            reported.add((problem.mistake, problem.span.start))
    kept: dict[object, Problem] = {}
    for number, problem in enumerate(problems):
        # follow causes to the first one: what a cause follows from may be known elsewhere only
        root, id, seen = problem.cause, None, set[object]()
        while root is not None and id not in seen:
            seen.add(id)
            id = root.mistake, root.span.start
            root = root.cause or (None if id in reported else causes.get(id))
        if problem.cause is None:
            kept[number] = problem
        elif id not in reported and problem.severity is Severity.ERROR:
            before = kept.setdefault(id, problem)
            kept[id] = before if before.subject else problem
    return list(kept.values())


def merge_editions(editions: Sequence[EditionProblems]) -> Iterator[Problem]:
    """Yield what each edition shows that those before it don't, with the options that show it.

    At one place a mistake is the same in every edition, whatever its figures are and whichever piece shows it first.
    """
    seen_in: dict[object, int] = {}  # the first edition that shows a mistake at a place, and doesn't excuse it
    for number, (problems, options_of) in enumerate(editions):
        for problem in problems:
            mistake = problem.mistake, problem.cause is None
            places = [each for each in problem.places if seen_in.setdefault((mistake, each), number) == number]
            if not places:
                continue
            if len(places) < len(problem.places):  # of these only the first of all is known to be of its piece
                subject, about = problem.subject if places[0] == problem.span else "", problem.about
                if about and problem.subject and about[0].startswith(problem.subject):  # "heroes/owl and 2 more"
                    about = (subject, *about[1:]) if subject else about[1:]
                span, *others = places
                problem = problem._replace(span=span, others=tuple(others), about=about, subject=subject)
            # a catalogue is of one language anyway
            is_catalogue = problem.span.file.endswith(".po")
            options = [each for each in options_of(problem.subject) if not (is_catalogue and each.startswith("--lang"))]
            yield problem._replace(when=(*problem.when, f" ({' '.join(options)})")) if options else problem


def sum_up(problems: Iterable[Problem]) -> list[Problem]:
    """Return one problem for each part of the game instead of very many of a kind in one file, at the first place.

    A catalogue that was just begun would bury everything else that there is to say.
    """
    kept, alike = list[Problem](), dict[tuple[Code, str], list[Problem]]()
    for problem in problems:
        many = next((each for each in sentences_of(problem.code) if each.many), None)
        if many and problem.value("part"):
            alike.setdefault((many, problem.span.file), []).append(problem)
        else:
            kept.append(problem)
    for (many, _), found in alike.items():
        parts: dict[object, list[Problem]] = {}
        for problem in found:
            parts.setdefault(problem.value("part") if len(found) > MOST else problem, []).append(problem)
        for part, each in parts.items():
            first = min(each, key=lambda problem: problem.span.start)
            said = many.at(first.span, texts=len(each), hint=many.many)._replace(about=(str(part),))
            kept.append(said._replace(severity=first.severity) if len(each) > 1 else first)
    return kept


def merge(problems: Sequence[Problem]) -> list[Problem]:
    """Return each problem once, in their order; what mostly has one cause, and shares its values, with all its places.

    A thing that is named wrongly somewhere may seem to be of no use, which isn't reported beside it.
    """
    hints = map(attrgetter("hint"), problems)
    meant = {hint.name for hint in hints if isinstance(hint, Suggestion)}
    alike: dict[object, list[Problem]] = {}
    for problem in problems:
        if problem.severity is Severity.WARNING and any(said in meant for _, said in problem.values):
            continue
        key: object = problem
        if isinstance(problem.hint, Suggestion):  # one name that is written for another, whatever it is said of
            key = problem.severity, problem.hint.wrong, problem.hint.name
        elif (sentence := sentence_of(problem.code, problem.says)) and sentence.once:
            key = problem.mistake, problem.severity, problem.when
        alike.setdefault(key, []).append(problem)
    merged = list[Problem]()
    for first, *others in alike.values():
        pieces, places = {first.subject}, list(first.places)
        for problem in others:
            pieces.add(problem.subject)
            places += problem.places
        pieces.discard("")
        if len(pieces) > 1 and first.subject in first.about:
            first = first._replace(about=(f"{first.subject} and {len(pieces) - 1} more",))
        merged.append(first._replace(others=tuple(dict.fromkeys(places))[1:]) if others else first)
    return merged


@dataclass(frozen=True, slots=True)
class OthersOfKind:
    """Problems that aren't shown one by one."""

    severity: Severity
    code: str
    count: int
    has_option: bool = True  # whether the command has --all-warnings

    @property
    def beginning(self) -> str:
        return f"{self.severity} {self.code}"

    def __str__(self) -> str:
        helps = ["--all-warnings says each"] if self.has_option else []
        if self.severity is Severity.WARNING:  # errors and notes can't be silenced so
            helps.append(f"checks: {{ignore: [{self.code}]}} in game.yaml silences them")
        return f"{self.beginning} and {self.count} more of its kind" + (f" ({'; '.join(helps)})" if helps else "")


def limit_each_kind(
    problems: Iterable[Problem], few: int = FEW, *, has_option: bool = True
) -> tuple[list[Problem], list[OthersOfKind]]:
    """Return what is shown, grave warnings first, and counts of the others: a single one is shown instead."""
    grave = {code.id for code in declared_codes().values() if code.grave}
    first, others = list[Problem](), list[Problem]()
    for problem in problems:
        is_grave = problem.severity is Severity.WARNING and problem.code in grave
        (first if is_grave else others).append(problem)
    there = Counter(map(attrgetter("severity", "code"), (*first, *others)))
    shown, left, seen = list[Problem](), Counter(there), Counter[tuple[Severity, str]]()
    for problem in (*first, *others):
        kind = problem.severity, problem.code
        most = MANY if problem.severity is Severity.ERROR or problem.code in grave else few
        seen[kind] += 1
        if seen[kind] <= most or there[kind] == most + 1:
            shown.append(problem)
            left[kind] -= 1
    return shown, [OthersOfKind(*kind, count, has_option) for kind, count in left.items() if count]
