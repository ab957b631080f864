"""What laying out a piece runs into because its data is wrong says nothing new."""

from collections.abc import Sequence

from pnp.model.problem import Problem, Severity


def without_echoes(found: Sequence[Problem], earlier: Sequence[Problem]) -> list[Problem]:
    """The problems of laying out, without those that an earlier one explains."""
    if not found:
        return []
    from pnp.check import art, icons
    from pnp.layout.artwork import MISSING_PICTURE, UNKNOWN_ICON
    from pnp.layout.templates import TEMPLATE_RUN

    wrong = {problem.subject for problem in earlier if problem.subject and problem.severity is Severity.ERROR}
    echoes = {(TEMPLATE_RUN.id, subject) for subject in wrong}
    for said, echo in ((icons.CODE, UNKNOWN_ICON), (art.CODE, MISSING_PICTURE)):
        echoes |= {(echo.id, problem.subject) for problem in earlier if problem.code == said.id and problem.subject}
    return [problem for problem in found if (problem.code, problem.subject) not in echoes]
