"""Problems and results of builds → lines or JSON; errors of pnp itself → one line."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path
from traceback import print_exception, walk_tb
from types import FrameType
from typing import TYPE_CHECKING, Any

from pnp.cli.terminal import complain, count_of, escape_controls, print_styled, relative_path
from pnp.diagnostics.report import MANY, OthersOfKind, limit_each_kind
from pnp.diagnostics.sources import Sources, excerpt
from pnp.io.project import Project
from pnp.model.display import Raster
from pnp.model.game import Piece
from pnp.model.problem import PnpError, Problem, Severity, code
from pnp.model.span import Span

if TYPE_CHECKING:
    from pnp.build.results import Result

UNFORESEEN = code("PNP099", says="internal error{stage}{busy}: {error} (PNP_DEBUG=1 shows where)")

_STYLES = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
_PACKAGE = Path(__file__).parents[1]
_STAGES = {
    "load": "loading",
    "check": "checking",
    "rules": "judging rules",
    "localise": "translating",
    "layout": "laying out",
    "impose": "placing pieces on sheets",
    "export": "writing",
}
_LONGEST = 200  # characters of an exception's text


class NotComparedError(PnpError):
    """A version of a game can't be compared; its errors have been printed."""

    exit_code = 1


def print_problems(project: Project, problems: Iterable[Problem], *, all_warnings: bool | None = None) -> None:
    """Print each problem on standard error, on a terminal in colour, above its line of the file with carets.

    `all_warnings` is None for commands without this option.
    """
    others = list[OthersOfKind]()
    if all_warnings is None:
        problems, others = limit_each_kind(problems, MANY, has_option=False)
    elif not all_warnings:
        problems, others = limit_each_kind(problems)
    sources = Sources(project)
    for problem in load_pinpoint()(sources, problems) if problems else ():
        shown = problem.map_places(partial(relative_span, project))
        line, style = escape_controls(str(shown)), _STYLES[shown.severity]
        place = len(escape_controls(f"{shown.span}:"))
        kind = place + len(f" {shown.severity} {shown.code}")
        print_styled(((line[:place], "bold"), (line[place:kind], style), (line[kind:], "")), sys.stderr)
        if (source := sources.line(problem.span)) is not None:
            line, below = excerpt(source, problem.span)
            gutter = line.index("|") + 1
            print_styled(((line[:gutter], "dim"), (line[gutter:], "")), sys.stderr)
            if below:
                print_styled(((below[:gutter], "dim"), (below[gutter:], style)), sys.stderr)
    for each in others:
        line, kind = str(each), len(each.beginning)
        print_styled(((line[:kind], _STYLES[each.severity]), (line[kind:], "")), sys.stderr)


def load_pinpoint() -> Callable[[Sources, Iterable[Problem]], Iterator[Problem]]:
    """Return what finds the exact places of problems, without which a build that has none does."""
    from pnp.diagnostics.pinpoint import pinpoint

    return pinpoint


def problems_by_place(project: Project, problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield each problem once for each of its places, with paths relative to the current folder."""
    for each in load_pinpoint()(Sources(project), problems):
        problem = each.map_places(partial(relative_span, project))
        yield from (problem._replace(span=span, others=()) for span in problem.places)


def relative_span(project: Project, span: Span) -> Span:
    """Return a span whose file is relative to the current folder."""
    return span._replace(file=relative_path(project.root / span.file)) if span.file else span


def summary(problems: Sequence[Problem]) -> str:
    """Return "2 errors, 1 warning", or nothing."""
    counts = Counter(map(attrgetter("severity"), problems))
    return ", ".join(count_of(counts[severity], severity) for severity in Severity if severity in counts)


def print_warning_count(problems: Sequence[Problem], game: str) -> None:
    """Print at the end of a build how many warnings have scrolled away; `game` is "" for all games."""
    warnings = [problem for problem in problems if problem.severity is Severity.WARNING]
    if warnings:
        check = " ".join(filter(None, ("pnp check", game, "--all-warnings")))
        print(escape_controls(f"{summary(warnings)} ({check} lists each)"), file=sys.stderr)


def refusal(problems: Sequence[Problem], outcome: str, *, draft_helps: bool) -> str:
    """Return "2 errors: nothing written (…)", with what the user can do about it."""
    draft = "; --draft goes on all the same" if draft_helps else ""
    return f"{summary(problems)}: {outcome} (pnp explain CODE says more{draft})"


def refuse_comparison(name: str, project: Project, problems: Sequence[Problem]) -> NotComparedError:
    """Print the problems of a version that can't be compared; `name` is "" for the project as it is."""
    print_problems(project, problems)
    return NotComparedError(f"{f'{name}: ' if name else ''}{summary(problems)}: nothing compared (--draft goes on)")


def result_line(built: "Result") -> str:
    """Return `output/mygame/en/mygame-low-a4.pdf: 8 pages on 8 sheets, 52 pieces, 62 cuts`."""
    if built.printout is None:
        noun = "file" if built.files[0].suffix == ".json" else "picture"
        return f"{relative_path(built.files[0].parents[1])}: {count_of(len(built.files), noun)}"
    counts = [f"{count_of(built.pages, 'page')} on {count_of(built.papers, 'sheet')}"]
    if pieces := sum(plan.printed for plan in built.printout.components if plan.is_cut):
        counts.append(count_of(pieces, "piece"))
    if built.printout.cuts:  # otherwise there are only outlines to cut along
        counts.append(count_of(built.printout.cuts, "cut"))
    return f"{relative_path(built.files[0])}: {', '.join(counts)}"


def problems_json(project: Project, problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Return problems as JSON values, with paths relative to the current folder."""
    found = []
    for each in load_pinpoint()(Sources(project), problems):
        problem = each.map_places(partial(relative_span, project))
        entry: dict[str, Any] = {"code": problem.code, "severity": str(problem.severity)}
        entry |= _place_json(problem.span) | {"message": problem.message}
        places = [_place_json(span) for span in problem.places] if problem.others else []
        more = {"hint": problem.hint, "piece": problem.subject, "origin": str(problem.origin or ""), "places": places}
        found.append(entry | {name: value for name, value in more.items() if value})
    return found


def _place_json(span: Span) -> dict[str, Any]:
    place: dict[str, Any] = {"file": span.path, "line": span.line, "column": span.column}
    place |= {"cell": span.cell} if span.cell else {}
    return place | ({"end": span.end} if span.end else {})


def report_internal_error(error: BaseException) -> None:
    if os.environ.get("PNP_DEBUG"):
        print_exception(error)
    complain(internal_error_line(error))


def internal_error_line(error: BaseException) -> str:
    """Return `PNP099 internal error in laying out, at cards/owl: KeyError: 'x' (…)`."""
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    paths = [Path(frame.f_code.co_filename) for frame in frames]
    rooms = [path.relative_to(_PACKAGE).parts[0] for path in paths if path.is_relative_to(_PACKAGE)]
    stage = next((f" in {_STAGES[room]}" for room in rooms if room in _STAGES), "")
    busy = next((f", at {name}" for frame in reversed(frames) if (name := _find_subject(frame))), "")
    text = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
    text = f"{text[:_LONGEST]}…" if len(text) > _LONGEST else text
    problem = UNFORESEEN.at(Span(""), stage=stage, busy=busy, error=text)
    return f"{problem.code} {problem.message}"


def _find_subject(frame: FrameType) -> str:
    """Return the piece, or otherwise the file, that a call was about."""
    sink = getattr(sys.modules.get("pnp.load.sink"), "Sink", ())  # (): nothing was read
    values = [*frame.f_locals.values(), getattr(frame.f_locals.get("self"), "sink", None)]
    pieces = [value.label for value in values if isinstance(value, Piece)]
    files = [value.file for value in values if isinstance(value, sink)]
    pictures = [value.name for value in values if isinstance(value, Raster)]
    return next(iter((*pieces, *files, *pictures)), "")
