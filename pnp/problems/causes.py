"""Problems as they were found → one line for one cause, each once, and the first few of each kind."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pnp.model.problem import Problem, Severity, declared_codes, in_reading_order, sentences_of
from pnp.text.suggest import Meant

FEW = 5
MANY = 50  # errors of a kind, and grave warnings


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


def as_told(problems: Sequence[Problem]) -> list[Problem]:
    """By file and line, without what follows from others, and each once."""
    return each_once(in_reading_order(without_caused(problems)))


def without_caused(problems: Sequence[Problem]) -> list[Problem]:
    """Without those whose cause is among them. Where a cause isn't told, since a comment has it ignored or it concerns
    what nobody asked for, one error that follows from it is: rather that of a piece."""
    told = {_identity(problem) for problem in problems if problem.cause is None and problem.severity is Severity.ERROR}
    causes = {id: problem.cause for problem in problems if problem.cause and (id := _identity(problem)) not in told}
    kept: dict[object, Problem] = {}
    for number, problem in enumerate(problems):
        # follow causes to the first one: what a cause follows from may be known elsewhere only
        root, seen = problem.cause, set[object]()
        while root is not None and (cause := root.cause or causes.get(_identity(root))) and _identity(root) not in seen:
            seen.add(_identity(root))
            root = cause
        if root is None:
            kept[number] = problem
        elif _identity(root) not in told and problem.severity is Severity.ERROR:
            before = kept.setdefault(_identity(root), problem)
            kept[_identity(root)] = before if before.subject else problem
    return list(kept.values())


def _identity(problem: Problem) -> object:
    """Of a mistake at its place, whatever was found out about it later, such as the piece concerned."""
    return problem.mistake, problem.span.start


def each_once(problems: Iterable[Problem]) -> list[Problem]:
    """In their order; what mostly has one cause, and shares its values, as one problem with all its places.

    A thing that somebody names wrongly may seem to be of no use: that isn't told beside it.
    """
    problems = list(problems)
    meant = {problem.hint.name for problem in problems if isinstance(problem.hint, Meant)}
    alike: dict[object, list[Problem]] = {}
    for problem in problems:
        if problem.severity is Severity.WARNING and not meant.isdisjoint(said for _, said in problem.values):
            continue
        alike.setdefault(_mistake(problem), []).append(problem)
    return [_joined(found) for found in alike.values()]


def _mistake(problem: Problem) -> object:
    """What all that is told with it shares: the sentence with its values, or one name that is written for another."""
    if isinstance(problem.hint, Meant):
        return problem.severity, problem.hint.wrong, problem.hint.name
    code = declared_codes().get(problem.code)
    sentences = (*sentences_of(problem.code), *([code] if code else []))
    is_told_once = any(each.once for each in sentences if each.says == problem.says)
    return (problem.mistake, problem.severity, problem.when) if is_told_once else problem


def _joined(found: Sequence[Problem]) -> Problem:
    """At the first place; of several pieces it names the first."""
    first, *rest = found
    pieces = len({problem.subject for problem in found if problem.subject})
    if rest and pieces > 1 and first.subject in first.about:
        first = first._replace(about=(f"{first.subject} and {pieces - 1} more",))
    places = dict.fromkeys(place for problem in rest for place in problem.places)
    return first._replace(others=(*first.others, *(place for place in places if place not in first.places)))


def few_of_each_kind(
    problems: Iterable[Problem], few: int = FEW, *, has_option: bool = True
) -> tuple[list[Problem], list[OthersOfKind]]:
    """Return what is shown, grave warnings first, and the counts of the others. One more than `few` is shown, too:
    counting it takes a line as well."""
    found = sorted(problems, key=_is_grave, reverse=True)
    there = Counter(map(_kind, found))
    told, seen = list[Problem](), Counter[tuple[Severity, str]]()
    for problem in found:
        kind = _kind(problem)
        seen[kind] += 1
        most = MANY if problem.severity is Severity.ERROR or _is_grave(problem) else few
        if seen[kind] <= most or there[kind] == most + 1:
            told.append(problem)
    left = there - Counter(map(_kind, told))
    return told, [OthersOfKind(*kind, count, has_option) for kind, count in left.items()]


def _is_grave(problem: Problem) -> bool:
    code = declared_codes().get(problem.code)
    return code is not None and code.grave and problem.severity is Severity.WARNING


def _kind(problem: Problem) -> tuple[Severity, str]:
    return problem.severity, problem.code
