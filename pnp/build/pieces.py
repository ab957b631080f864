"""A prepared edition → its leaves and all that is wrong, by two processes where that saves time.

What a piece takes isn't known before. So whoever of the two is free takes the next piece, and in the end all of it is
put together in the order of the pieces, as if one had made it. What passed all checks the last time, and hasn't
changed, is not looked at again; where only problems are wanted, it isn't even laid out.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from pnp.build.judging import conclude
from pnp.build.processes import MOST_JOBS, TOO_MANY_TO_COPY, can_fork, shared
from pnp.build.results import AboutGame, Prepared, Progress, Result
from pnp.model.game import Component, Piece
from pnp.model.problem import PnpError, Problem
from pnp.model.records import Read
from pnp.model.sheet import Leaf
from pnp.problems.causes import as_told

if TYPE_CHECKING:
    from pnp.check.faces import Seen
    from pnp.layout import FaceFindings

_STRETCHES = MOST_JOBS // 4
_FEW = 6  # jobs that take no longer than a second process does to begin
_WORTH_A_PROCESS = 2.0  # seconds, if all jobs took as long as the first, which takes many times as long as most


class _WantedPiece(NamedTuple):
    """A piece that is wanted, and which one of them it is."""

    number: int
    component: Component
    piece: Piece
    has_passed: bool


class _Made(NamedTuple):
    """Of a piece that was laid out."""

    entry: int
    leaves: tuple[Leaf, ...]
    found: "FaceFindings"
    seen: tuple["Seen", ...]


_Job = Callable[[], AboutGame | list[_Made]]


def lay_out(
    prepared: Prepared, judges: Sequence[Callable[[], AboutGame]], progress: Progress, *, keep_leaves: bool = True
) -> Result:
    """`judges` find out, meanwhile, what is wrong whatever is printed. Raises FileError, LimitError."""
    if not prepared.loaded.has_fonts:
        from pnp.check import check_game

        loaded = prepared.loaded
        found = check_game(prepared.game, loaded.project, loaded.of_game)
        return Result(as_told([*prepared.problems, *found]), prepared.edition)
    try:
        return _laid_out(prepared, judges, progress, keep_leaves=keep_leaves, alone=False)
    except PnpError:  # once more, in order: what stops everything may not be what comes first
        return _laid_out(replace(prepared), judges, progress, keep_leaves=keep_leaves, alone=True)


def _laid_out(
    prepared: Prepared, judges: Sequence[Callable[[], AboutGame]], progress: Progress, *, keep_leaves: bool, alone: bool
) -> Result:
    from pnp.check.faces import tell

    wanted = _entries(prepared)
    entries = wanted if keep_leaves else [entry for entry in wanted if not entry.has_passed]
    stretches = [[entry] for entry in entries] if alone else _stretches(entries)
    before = len(wanted) - len(entries)
    jobs: list[_Job] = [*_jobs(prepared, stretches, keep_leaves=keep_leaves), *judges]

    def step(first: int, last: int) -> None:
        """So many jobs are done from the first on, and from the last; judges stand at the end."""
        if first <= len(stretches):
            stretches_done = first + max(last - len(judges), 0)
            progress("laying out", before + min(stretches_done * len(stretches[0]), len(entries)), len(wanted))

    may_share = not alone and not (keep_leaves and len(entries) > TOO_MANY_TO_COPY)
    try:
        done = _done(prepared, jobs, step, may_share)
    finally:
        if stretches:
            prepared.layout.rest()
    about_game = [each for each in done if isinstance(each, AboutGame)]
    made = sorted((each for job in done if isinstance(job, list) for each in job), key=lambda each: each.entry)
    on_faces = tell(prepared.edition, prepared.loaded.style, [seen for each in made for seen in each.seen])
    reads = {wanted[each.entry].piece.label: each.found.reads for each in made}
    result = conclude(prepared, about_game, _problems(prepared, wanted, made), on_faces, reads)
    has_passed = not (prepared.problems or on_faces or any(each.problems for each in about_game))
    prepared.passed.keep(
        _passed(wanted, made), game=bool(judges) and has_passed, quiet=prepared.is_whole and not result.problems
    )
    leaves = tuple([leaf for each in made for leaf in each.leaves])
    return result._replace(leaves=leaves, tells_setup=any(("setup",) in each.found.reads for each in made))


def _entries(prepared: Prepared) -> list[_WantedPiece]:
    components = prepared.edition.components.values()
    pieces = [(each, piece) for each in components for piece in each.pieces if prepared.wanted(each, piece)]
    return [_WantedPiece(number, *each, prepared.passed.has(*each)) for number, each in enumerate(pieces)]


def _stretches(entries: list[_WantedPiece]) -> list[list[_WantedPiece]]:
    """One piece each, or some where there are very many.

    A component's pieces cost the more, the fewer they are, such as documents: these come first. Others keep their
    order, so that neighbours, which are alike, mostly stay together.
    """
    ordered = sorted(entries, key=lambda entry: len(entry.component.pieces))
    size = 1 + len(ordered) // _STRETCHES
    return [ordered[at : at + size] for at in range(0, len(ordered), size)]


def _jobs(prepared: Prepared, stretches: list[list[_WantedPiece]], *, keep_leaves: bool) -> list[_Job]:
    if not stretches:
        return []
    from pnp.check.faces import Looker

    looker, layout = Looker(prepared.loaded.style, prepared.edition.ink), prepared.layout

    def lay_out_these(stretch: list[_WantedPiece]) -> list[_Made]:
        made = []
        for number, component, piece, has_passed in stretch:
            leaves, found = layout.piece(component, piece)
            seen = () if has_passed else tuple([seen for leaf in leaves for seen in looker.seen(leaf)])
            made.append(_Made(number, leaves if keep_leaves else (), found, seen))
        return made

    return [lambda stretch=stretch: lay_out_these(stretch) for stretch in stretches]  # type: ignore[misc]


def _done(
    prepared: Prepared, jobs: list[_Job], step: Callable[[int, int], None], may_share: bool
) -> list[AboutGame | list[_Made]]:
    """By one process, if there is too little to do, or nobody to share it with."""
    done = []
    began = perf_counter()
    for number, job in enumerate(jobs, 1):
        done.append(job())
        step(number, 0)
        left = len(jobs) - number
        if number == 1 and may_share and left > _FEW and (perf_counter() - began) * left > _WORTH_A_PROCESS:
            prepared.layout.pause()
            if can_fork():
                return [*done, *shared(jobs[1:], lambda here, there: step(here + 1, there))]
    return done


def _problems(prepared: Prepared, wanted: list[_WantedPiece], made: list[_Made]) -> list[Problem]:
    """In laying out what was laid out."""
    if not made:
        return []
    from pnp.layout import found_problems

    of_pieces = ((wanted[each.entry].component, wanted[each.entry].piece, each.found) for each in made)
    return found_problems(of_pieces, prepared.edition.translation)


def _passed(wanted: list[_WantedPiece], made: list[_Made]) -> Iterable[tuple[Component, Piece, Iterable[Read]]]:
    """What turned out to be right. Art is told of once, with whichever piece comes first: then none is."""
    if any(each.found.art for each in made):
        return
    for each in made:
        entry = wanted[each.entry]
        if not (entry.has_passed or each.found.findings or each.seen):
            yield entry.component, entry.piece, each.found.reads
