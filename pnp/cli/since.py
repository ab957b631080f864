"""`pnp build --since OLD`: what was there then, and what is told of what is printed and of no use any more."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pnp.cli.report import counted, print_problems, summary
from pnp.io.project import Project
from pnp.model.options import Options
from pnp.model.problem import PnpError, Problem

if TYPE_CHECKING:
    from pnp.build.record import RecordedPiece
    from pnp.build.results import Progress
    from pnp.proof.since import Since


class NotComparedError(PnpError):
    """A state has errors, which have been told."""

    exit_code = 1


def refused(name: str, project: Project, problems: Sequence[Problem]) -> NotComparedError:
    """What keeps a state from being compared, told; `name`: of one that isn't the project as it is."""
    print_problems(project, problems)
    return NotComparedError(f"{f'{name}: ' if name else ''}{summary(problems)}: nothing compared (--draft goes on)")


@dataclass(frozen=True)
class Reprinting:
    """A build since a state."""

    options: Options  # with a name for files
    name: str  # as the user called it
    choose: "Since"

    def lines(self) -> Iterator[str]:
        if not self.choose.printed:
            yield f"nothing to print: nothing is new or changed since {self.name}"
        if self.choose.discarded:
            yield f"throw away {counted(sum(count for _, count in self.choose.discarded), 'piece')}:"
        for component, pieces in self.choose.titles_discarded().items():
            yield f"  {component}: {', '.join(pieces)}"

    def as_json(self) -> dict[str, Any]:
        return {
            "since": {
                "old": self.name,
                "print": [_entry(each.new, count) for each, count in self.choose.printed],
                "discard": [_entry(each.old, count) for each, count in self.choose.discarded],
            }
        }


def _entry(piece: "RecordedPiece | None", count: int) -> dict[str, Any]:
    assert piece
    return {"component": piece.component, "id": piece.id, "title": piece.title, "count": count}


def begun(project: Project, options: Options, progress: "Progress") -> Reprinting:
    """With the state that was asked for. Raises UsageError, FileError, LimitError, NotComparedError."""
    from pnp.proof.since import Since
    from pnp.proof.states import GameState, short_name, state

    with state(project, options.since, options, progress) as old:
        if not isinstance(old, GameState):
            raise refused(old.name, old.project, old.problems)
        return Reprinting(replace(options, since=short_name(old)), options.since, Since(old.record))
