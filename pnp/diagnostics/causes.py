"""Problems → those that don't follow from others among them."""

from collections.abc import Sequence

from pnp.model.problem import Problem, Severity


def without_caused(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems whose cause isn't among them. Where a cause isn't told, since a comment has it ignored or it
    concerns what nobody asked for, one error that follows from it is: rather that of a piece."""
    # a mistake at its place is the same whatever was found out about it later, such as the piece concerned
    told, causes = set[object](), dict[object, Problem]()
    for problem in problems:
        if problem.cause:
            causes[problem.mistake, problem.span.start] = problem.cause
        elif problem.severity is Severity.ERROR:
            told.add((problem.mistake, problem.span.start))
    kept: dict[object, Problem] = {}
    for number, problem in enumerate(problems):
        # follow causes to the first one: what a cause follows from may be known elsewhere only
        root, id, seen = problem.cause, None, set[object]()
        while root is not None and id not in seen:
            seen.add(id)
            id = root.mistake, root.span.start
            root = root.cause or (None if id in told else causes.get(id))
        if problem.cause is None:
            kept[number] = problem
        elif id not in told and problem.severity is Severity.ERROR:
            before = kept.setdefault(id, problem)
            kept[id] = before if before.subject else problem
    return list(kept.values())
