"""Problems as they were found → one line for one cause: without what follows from others, and each once."""

from collections.abc import Iterable, Mapping, Sequence

from pnp.model.problem import Problem, Severity, declared_codes, in_reading_order, sentences_of
from pnp.text.suggest import Meant


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
        root = _root(problem, causes)
        if root is None:
            kept[number] = problem
        elif _identity(root) not in told and problem.severity is Severity.ERROR:
            before = kept.setdefault(_identity(root), problem)
            kept[_identity(root)] = before if before.subject else problem
    return list(kept.values())


def _root(problem: Problem, causes: Mapping[object, Problem]) -> Problem | None:
    """The mistake that it follows from in the end; of a cause it may be known elsewhere what that follows from."""
    root, seen = problem.cause, set[object]()
    while root is not None and (cause := root.cause or causes.get(_identity(root))) and _identity(root) not in seen:
        seen.add(_identity(root))
        root = cause
    return root


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
    return (problem.mistake, problem.severity, problem.when) if _is_told_once(problem) else problem


def _is_told_once(problem: Problem) -> bool:
    code = declared_codes().get(problem.code)
    sentences = (*sentences_of(problem.code), *([code] if code else []))
    return any(each.once for each in sentences if each.says == problem.says)


def _joined(found: Sequence[Problem]) -> Problem:
    """At the first place; of several pieces it names the first."""
    first, *rest = found
    pieces = len({problem.subject for problem in found if problem.subject})
    if rest and pieces > 1 and first.subject in first.about:
        first = first._replace(about=(f"{first.subject} and {pieces - 1} more",))
    places = dict.fromkeys(place for problem in rest for place in problem.places)
    return first._replace(others=(*first.others, *(place for place in places if place not in first.places)))
