"""Everything that is wrong with a game, without its faces: two processes lay it out and keep only what they saw.

What is wrong with one piece is small. So whoever of the two is free takes the next piece, and in the end all of it is
put together in the order of the pieces, as if one had seen it. Pieces that were fine the last time, and haven't
changed, are not laid out again.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from pnp.collector import collector_paused
from pnp.examined import examined
from pnp.model.elsewhere import MOST_JOBS, can_fork, shared
from pnp.model.game import Component, Piece
from pnp.model.problem import PnpError, Problem
from pnp.model.project import Project
from pnp.pipeline import Desk, Laid, concluded, lay_out, prepare
from pnp.request import Progress, Request, counting

if TYPE_CHECKING:
    from pnp.check.faces import Seen
    from pnp.layout import Found

_STRETCHES = MOST_JOBS // 4
_FEW = 6  # jobs that take no longer than a second process does to begin


class _Entry(NamedTuple):
    """A piece that is wanted, and which one of them it is."""

    number: int
    component: Component
    piece: Piece


class _Saw(NamedTuple):
    """What was found by one job: about a piece that it laid out, or about the game."""

    number: int = -1
    found: "Found | None" = None
    seen: tuple["Seen", ...] = ()
    about_game: tuple[Problem, ...] = ()
    examined: tuple[Problem, ...] = ()


_Job = Callable[[], list[_Saw]]


def check(project: Project, request: Request, progress: Progress = lambda *_: None) -> Laid:
    """What `lay_out` finds, but no leaves. Raises UsageError, FileError, LimitError."""
    try:
        return check_pieces(project, request, progress)
    except PnpError:  # once more, in order: what stops everything may not be what comes first
        return lay_out(project, request, progress)._replace(leaves=())


@collector_paused()
def check_pieces(project: Project, request: Request, progress: Progress = lambda *_: None) -> Laid:
    from pnp.check.faces import tell

    desk = prepare(project, request)
    if isinstance(desk, Laid):
        return desk
    entries = _entries(desk)
    stretches = _stretches([entry for entry in entries if not desk.fine.has(entry.component, entry.piece)])
    step = counting(desk.edition, desk.wanted, progress)
    step(len(entries) - sum(map(len, stretches)))
    jobs = _jobs_about_pieces(desk, stretches)
    jobs += [] if desk.fine.has_game() else _jobs_about_game(desk, request)
    try:
        done = _done(jobs, lambda job: step(len(stretches[job])) if job < len(stretches) else None)
    finally:
        if stretches:
            desk.layout.rest()
    saw = sorted([each for job in done for each in job], key=lambda each: each.number)
    told = [problem for each in saw for problem in each.examined]
    about_game = [problem for each in saw for problem in each.about_game]
    told += tell(desk.edition, desk.style, [seen for each in saw for seen in each.seen])
    _keep(desk, entries, saw, game=not (desk.problems or about_game or told))
    return concluded(desk, (), about_game, _found(desk, entries, saw), told)


def _done(jobs: list[_Job], step: Callable[[int], None]) -> list[list[_Saw]]:
    """By two, unless there is too little to do, or nobody to share it with."""
    if len(jobs) > _FEW and can_fork():
        return shared(jobs, step)
    done = []
    for number, job in enumerate(jobs):
        done.append(job())
        step(number)
    return done


def _found(desk: Desk, entries: list[_Entry], saw: list[_Saw]) -> list[Problem]:
    """In laying out what was laid out."""
    found = [(entries[each.number], each.found) for each in saw if each.found]
    if not found:
        return []
    from pnp.layout import found_problems

    of_pieces = ((entry.component, entry.piece, each) for entry, each in found)
    return found_problems(of_pieces, desk.edition.translation)


def _keep(desk: Desk, entries: list[_Entry], saw: list[_Saw], *, game: bool) -> None:
    """What turned out to be fine. Art is told of once, with whichever piece comes first: then of none."""
    is_clear = not any(each.found.art for each in saw if each.found)
    fine = [entries[each.number] for each in saw if each.found and not (each.found.findings or each.seen)]
    desk.fine.keep([(entry.component, entry.piece) for entry in fine] if is_clear else [], game=game)


def _entries(desk: Desk) -> list[_Entry]:
    components = desk.edition.components.values()
    pieces = [(c, piece) for c in components for piece in c.pieces if desk.wanted(c, piece)]
    return [_Entry(number, component, piece) for number, (component, piece) in enumerate(pieces)]


def _stretches(entries: list[_Entry]) -> list[list[_Entry]]:
    """One piece each, or some where there are very many.

    A component's pieces cost the more, the fewer they are, such as documents: these come first. Others keep their
    order, so that neighbours, which are alike, mostly stay together.
    """
    ordered = sorted(entries, key=lambda entry: len(entry.component.pieces))
    size = 1 + len(ordered) // _STRETCHES
    return [ordered[at : at + size] for at in range(0, len(ordered), size)]


def _jobs_about_game(desk: Desk, request: Request) -> list[_Job]:
    def check_data() -> list[_Saw]:
        from pnp.check import check_game

        return [_Saw(about_game=tuple(check_game(desk.game, desk.project)))]

    def examine_rules() -> list[_Saw]:
        return [_Saw(examined=tuple(examined(desk.game, desk.edition, request, desk.loaded)))]

    return [check_data, examine_rules]


def _jobs_about_pieces(desk: Desk, stretches: list[list[_Entry]]) -> list[_Job]:
    if not stretches:
        return []
    from pnp.check.faces import Looker

    looker, layout = Looker(desk.style), desk.layout

    def look_at(stretch: list[_Entry]) -> list[_Saw]:
        saw = []
        for number, component, piece in stretch:
            leaves, found = layout.piece(component, piece)
            saw.append(_Saw(number, found, tuple([seen for leaf in leaves for seen in looker.seen(leaf)])))
        return saw

    return [lambda stretch=stretch: look_at(stretch) for stretch in stretches]  # type: ignore[misc]
