"""A request → its pieces laid out and all that is wrong, by two processes where that saves time.

What a piece takes isn't known before. So whoever of the two is free takes the next piece, and in the end all of it is
put together in the order of the pieces, as if one had made it. What was fine the last time, and hasn't changed, is not
looked at again; where only problems are wanted, it isn't even laid out.
"""

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from pnp.collector import collector_paused
from pnp.desk import Desk, Laid, concluded, prepare
from pnp.examined import examined
from pnp.model.elsewhere import MOST_JOBS, TOO_MANY_TO_COPY, can_fork, shared
from pnp.model.game import Component, Piece
from pnp.model.problem import PnpError, Problem, has_errors
from pnp.model.project import Project
from pnp.model.sheet import Leaf
from pnp.request import Progress, Request, is_for_expansions
from pnp.translations import untranslated

if TYPE_CHECKING:
    from pnp.check.faces import Seen
    from pnp.layout import Found

_STRETCHES = MOST_JOBS // 4
_FEW = 6  # jobs that take no longer than a second process does to begin
_WORTH_A_PROCESS = 2.0  # seconds, if all jobs took as long as the first, which takes many times as long as most


class _Entry(NamedTuple):
    """A piece that is to be laid out, and which one of them it is."""

    number: int
    component: Component
    piece: Piece
    is_fine: bool


class _Made(NamedTuple):
    """By one job: of a piece that it laid out, or found about the game."""

    number: int = -1
    leaves: tuple[Leaf, ...] = ()
    found: "Found | None" = None
    seen: tuple["Seen", ...] = ()
    about_game: tuple[Problem, ...] = ()
    untranslated: Mapping[Problem, str] = {}


_Job = Callable[[], list[_Made]]


def lay_out(project: Project, request: Request, progress: Progress = lambda *_: None) -> Laid:
    """Loads, checks, localises and lays out. Raises UsageError, FileError, LimitError."""
    return _laid(project, request, progress, with_leaves=True)


def check(project: Project, request: Request, progress: Progress = lambda *_: None, other: Laid | None = None) -> Laid:
    """What `lay_out` finds, but no leaves. Raises UsageError, FileError, LimitError.

    `other` is another edition of the same game: what is known of its data, rules and words isn't found again.
    """
    return _laid(project, request, progress, with_leaves=False, other=other)


@collector_paused()
def _laid(
    project: Project, request: Request, progress: Progress, *, with_leaves: bool, other: Laid | None = None
) -> Laid:
    read = other.desk if other else None
    desk = prepare(project, request, read)
    if isinstance(desk, Laid):
        return desk
    try:
        return _laid_out(desk, request, progress, other, with_leaves=with_leaves, alone=False)
    except PnpError:  # once more, in order: what stops everything may not be what comes first
        desk = prepare(project, request, read)
        assert isinstance(desk, Desk)
        return _laid_out(desk, request, progress, other, with_leaves=with_leaves, alone=True)


def _laid_out(
    desk: Desk,
    request: Request,
    progress: Progress,
    other: Laid | None,
    *,
    with_leaves: bool,
    alone: bool,
) -> Laid:
    from pnp.check.faces import tell

    wanted = _entries(desk)
    entries = wanted if with_leaves else [entry for entry in wanted if not entry.is_fine]
    stretches = [[entry] for entry in entries] if alone else _stretches(entries)
    before = len(wanted) - len(entries)
    jobs = _jobs_about_pieces(desk, stretches, with_leaves=with_leaves)
    is_whole = not (request.only or request.pieces)
    quiet = with_leaves and is_whole and desk.fine.was_quiet()  # what is ignored, only checks must know
    jobs += [] if quiet else _jobs_about_game(desk, request, other)

    def step(first: int, last: int) -> None:
        """So many jobs are done from the first on, and from the last; those about the game stand at the end."""
        if first <= len(stretches):
            stretches_done = first + max(last - (len(jobs) - len(stretches)), 0)
            progress("laying out", before + min(stretches_done * len(stretches[0]), len(entries)), len(wanted))

    may_share = not alone and not (with_leaves and len(entries) > TOO_MANY_TO_COPY)
    try:
        done = _done(desk, jobs, step, may_share)
    finally:
        if stretches:
            desk.layout.rest()
    made = sorted([each for job in done for each in job], key=lambda each: each.number)
    about_game = [*(other.about_game if other else ()), *[problem for each in made for problem in each.about_game]]
    told = tell(desk.edition, desk.style, [seen for each in made for seen in each.seen])
    leaves = tuple([leaf for each in made for leaf in each.leaves])
    reads = {wanted[each.number].piece.label: each.found.reads for each in made if each.found}
    parts = dict(other.untranslated) if other and _is_said(desk, other) else {}
    parts |= {problem: part for each in made for problem, part in each.untranslated.items()}
    laid = concluded(desk, leaves, about_game, _found(desk, wanted, made), told, reads, parts)
    game = not (desk.problems or about_game or told or quiet)
    _keep(desk, wanted, made, game=game, quiet=not laid.problems and is_whole)
    if not with_leaves:
        return laid
    tells_setup = any(("setup",) in read for read in reads.values())
    return laid._replace(typeset=desk.layout.typeset, tells_setup=tells_setup)


def _done(desk: Desk, jobs: list[_Job], step: Callable[[int, int], None], may_share: bool) -> list[list[_Made]]:
    """By one process, if there is too little to do, or nobody to share it with."""
    done = []
    began = perf_counter()
    for number, job in enumerate(jobs, 1):
        done.append(job())
        step(number, 0)
        left = len(jobs) - number
        if number == 1 and may_share and left > _FEW and (perf_counter() - began) * left > _WORTH_A_PROCESS:
            desk.layout.pause()
            if can_fork():
                return [*done, *shared(jobs[1:], lambda here, there: step(here + 1, there))]
    return done


def _found(desk: Desk, wanted: list[_Entry], made: list[_Made]) -> list[Problem]:
    """In laying out what was laid out."""
    found = [(wanted[each.number], each.found) for each in made if each.found]
    if not found:
        return []
    from pnp.layout import found_problems

    of_pieces = ((entry.component, entry.piece, each) for entry, each in found)
    return found_problems(of_pieces, desk.edition.translation)


def _keep(desk: Desk, wanted: list[_Entry], made: list[_Made], *, game: bool, quiet: bool) -> None:
    """What turned out to be fine. Art is told of once, with whichever piece comes first: then of none."""
    found = [(wanted[each.number], each.found, each.seen) for each in made if each.found]
    is_clear = not any(each.art for _, each, _ in found)
    fine = [
        (entry.component, entry.piece, each.reads)
        for entry, each, seen in found
        if is_clear and not (entry.is_fine or each.findings or seen)
    ]
    desk.fine.keep(fine, game=game, quiet=quiet)


def _entries(desk: Desk) -> list[_Entry]:
    components = desk.edition.components.values()
    pieces = [(each, piece) for each in components for piece in each.pieces if desk.wanted(each, piece)]
    return [_Entry(number, *each, desk.fine.has(*each)) for number, each in enumerate(pieces)]


def _stretches(entries: list[_Entry]) -> list[list[_Entry]]:
    """One piece each, or some where there are very many.

    A component's pieces cost the more, the fewer they are, such as documents: these come first. Others keep their
    order, so that neighbours, which are alike, mostly stay together.
    """
    ordered = sorted(entries, key=lambda entry: len(entry.component.pieces))
    size = 1 + len(ordered) // _STRETCHES
    return [ordered[at : at + size] for at in range(0, len(ordered), size)]


def _jobs_about_game(desk: Desk, request: Request, other: Laid | None) -> list[_Job]:
    def check_data() -> list[_Made]:
        from pnp.check import check_game

        return [_Made(about_game=tuple(check_game(desk.game, desk.project, desk.loaded)))]

    def examine_rules() -> list[_Made]:
        found = examined(desk.game, desk.edition, request, desk.loaded, desk.project)
        if is_for_expansions(desk.edition, request):
            from pnp.unions import wrong_together

            found = [*found, *wrong_together(desk.project, desk.game, has_errors([*desk.loaded, *found]))]
        return [_Made(about_game=tuple(found))]

    def check_words() -> list[_Made]:
        return [_Made(untranslated=untranslated(desk.project, desk.edition))]

    jobs = [] if other or desk.fine.has_game() else [check_data, examine_rules]
    return [*jobs, check_words] if desk.edition.translation and not (other and _is_said(desk, other)) else jobs


def _is_said(desk: Desk, other: Laid) -> bool:
    """What isn't translated."""
    return bool(other.edition and other.edition.language == desk.edition.language)


def _jobs_about_pieces(desk: Desk, stretches: list[list[_Entry]], *, with_leaves: bool) -> list[_Job]:
    if not stretches:
        return []
    from pnp.check.faces import Looker

    looker, layout = Looker(desk.style, desk.edition.ink), desk.layout

    def lay_out_these(stretch: list[_Entry]) -> list[_Made]:
        made = []
        for number, component, piece, is_fine in stretch:
            leaves, found = layout.piece(component, piece)
            seen = () if is_fine else tuple([seen for leaf in leaves for seen in looker.seen(leaf)])
            made.append(_Made(number, leaves if with_leaves else (), found, seen))
        return made

    return [lambda stretch=stretch: lay_out_these(stretch) for stretch in stretches]  # type: ignore[misc]
