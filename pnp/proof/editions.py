"""An edition as a page shows it: what was last seen whole, when each piece changed, and what is broken meanwhile."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from pnp.build.results import Prepared, Result
from pnp.model.options import Options
from pnp.model.problem import Problem, Severity
from pnp.proof.wall import Wall, look_of

_LOOKS = (".j2", ".svg", "style.yaml", "fonts.yaml", "game.yaml")  # mistakes there concern whatever is drawn by them


class EditionChoice(NamedTuple):
    """Of what can be chosen on the page."""

    language: str = ""
    ink: str = "low"
    modules: tuple[str, ...] = ()


class ProofedEdition:
    """One edition, as it is shown."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.prepared: Prepared | None = None
        self.result: Result | None = None
        self.wall: Wall | None = None
        self.broken: list[dict[str, Any]] = []  # what keeps the files from being shown as they are
        self.is_unread = False  # it is data, not what draws them
        self.changed_at: dict[str, int] = {}  # piece → the revision in which it last looked otherwise
        self.order_at = 0
        self.revision = 0  # in which it was last looked at
        self.is_settled = False  # nothing is left to be checked
        self._breaking: set[tuple[str, str]] = set()
        self._first: dict[str, Any] = {}  # pieces as they looked at first

    def take(self, wall: Wall, revision: int) -> None:
        """What is to be shown from now on."""
        before = self.wall
        for label, piece in wall.pieces.items():
            if before is None:
                self._first[label] = look_of(piece)
            if self._first.get(label) != look_of(piece):
                piece["flags"] = [*piece["flags"], "changed"]
            if before is None or (known := before.pieces.get(label)) != piece:
                self.changed_at[label] = revision
            else:
                wall.pieces[label] = known  # what lives long stays where it is, and leaves no holes in memory
        if before is None or before.order != wall.order or before.components != wall.components:
            self.order_at = revision
        self.wall = wall
        self.revision = revision  # at last: who asks meanwhile is told once more

    def breaking(self, prepared: Prepared, problems: Sequence[Problem] = ()) -> list[Problem]:
        """For what the last good state is shown: new mistakes for which pieces aren't there, or look like nothing."""
        if self.wall is None:
            return []
        found = _breaking(prepared, problems)
        return [each for key, each in found.items() if key not in self._breaking]

    def settled(self, prepared: Prepared, result: Result, wall: Wall, revision: int) -> None:
        """All is checked. What is broken now is no news any more."""
        self._breaking = set(_breaking(prepared, result.problems))
        self.broken, self.prepared, self.result = [], prepared, result
        self.take(wall, revision)


def _breaking(prepared: Prepared, problems: Sequence[Problem]) -> dict[tuple[str, str], Problem]:
    """By code and file."""
    lost = prepared.game.poisoned.values()
    found = [*lost, *(each for each in (*prepared.problems, *problems) if _is_of_looks(each))]
    return {(each.code, each.span.file): each for each in found}


def _is_of_looks(problem: Problem) -> bool:
    """Whether it keeps more than what it names from being drawn."""
    file = (problem.template or problem.span).file
    return problem.severity is Severity.ERROR and file.endswith(_LOOKS)
