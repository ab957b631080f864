"""Very many texts that aren't translated → a line for each part of the game, instead of one for each text.

A catalogue that was just begun would bury everything else that there is to say.
"""

from collections.abc import Iterable, Mapping

from pnp.localise.missing import EMPTY, FUZZY, MISSING, OUTDATED
from pnp.model.problem import Problem

MOST = 20  # of one kind in one catalogue that are named one by one

_SAYS = {
    MISSING.id: ("have no entry", "pnp translate update adds them"),
    EMPTY.id: ("are not translated", "pnp translate status counts them"),
    OUTDATED.id: ("are translated from what the game said before", "pnp translate update makes them fuzzy"),
    FUZZY.id: ("are fuzzy, and not used", "pnp translate status counts them"),
}


def summed_up(problems: Iterable[Problem], parts: Mapping[Problem, str]) -> list[Problem]:
    """`parts` says which part of the game a problem is about. Each line stands at the first one's place."""
    found: list[Problem] = []
    untranslated: dict[tuple[str, str], list[Problem]] = {}
    for problem in problems:
        is_one = problem.code in _SAYS and problem in parts
        (untranslated.setdefault((problem.span.file, problem.code), []) if is_one else found).append(problem)
    for alike in untranslated.values():
        found += alike if len(alike) <= MOST else _by_part(alike, parts)
    return found


def _by_part(alike: Iterable[Problem], parts: Mapping[Problem, str]) -> list[Problem]:
    by_part: dict[str, list[Problem]] = {}
    for problem in alike:
        by_part.setdefault(parts[problem], []).append(problem)
    return [_summed(part, each) if len(each) > 1 else each[0] for part, each in by_part.items()]


def _summed(part: str, alike: list[Problem]) -> Problem:
    first = min(alike, key=lambda problem: problem.span)
    says, hint = _SAYS[first.code]
    message = f"{part}: {len(alike)} texts {says}"
    return first._replace(message=message, hint=hint, origin=None, subject="")
