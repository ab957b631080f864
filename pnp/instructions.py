"""What a build printed → the pages that say how to print, cut and fold it, which come first in its file."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.model.length import mm
from pnp.model.plan import Printout
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.sheet import Paper, Placement, Rect, Sheet
from pnp.model.span import Span
from pnp.model.translation import Translation
from pnp.model.values import Record, Value
from pnp.pages import Page, draw
from pnp.words import Words, plain

NO_ROOM = code(
    "PNP445",
    "no room for instructions",
    """
The page that says how to print, cut and fold a build comes first in its file. It needs 165 × 225 mm inside the margins,
which this paper or this printer does not leave, so the file begins with the pieces. `--no-instructions` says that this
is fine.
""",
    Severity.NOTE,
)

LARGEST = (190.0, 260.0)  # of a page of instructions: fits on A4 and on Letter
SMALLEST = (165.0, 225.0)


class Part(NamedTuple):
    """One component on the sheets."""

    title: str
    pieces: int  # different ones
    copies: int  # to cut out, of all together
    sheets: int  # of paper
    first_page: int  # in the file, as a print dialogue counts
    last_page: int
    cuts: int  # straight ones, on all its sheets; 0 where only scissors free its pieces, or nothing does
    folds: int = 0
    is_tiled: bool = False  # larger than the paper: its pages are glued together
    is_cut: bool = True


class Job(NamedTuple):
    """One build: what was asked for, and what came of it."""

    title: str  # of the game
    version: str
    language: str
    paper: str
    ink: str
    sides: str  # fronts, duplex, fold or backs
    flip: str  # long or short
    marks: str
    printer: str  # a profile's name, "" without one
    components: tuple[Part, ...]
    sheets: int  # of paper, all together
    cuts: int  # straight ones, all together
    credits: str = ""
    pages: int = 0  # of the file, these ones included
    translation: Translation | None = None


class Stock(NamedTuple):
    """What the instructions are printed on."""

    paper: Paper
    margin: float
    is_duplex: bool = False  # then they take whole sheets, so that fronts stay fronts

    @property
    def upright(self) -> Paper:
        w, h = sorted((self.paper.w, self.paper.h))
        return self.paper._replace(w=w, h=h)

    @property
    def size(self) -> tuple[float, float]:
        """Of a page: as large as there is room."""
        w, h = self.upright[1:]
        return min(LARGEST[0], w - 2 * self.margin), min(LARGEST[1], h - 2 * self.margin)


def no_room(stock: Stock, span: Span) -> Problem | None:
    """A note at the game's place, where the instructions have to be left out."""
    w, h = stock.size
    if w >= SMALLEST[0] and h >= SMALLEST[1]:
        return None
    room = f"{mm(max(w, 0)).removesuffix(' mm')} × {mm(max(h, 0))}"
    message = f"{stock.paper.name} leaves {room} inside {mm(stock.margin)} margins, too little for instructions"
    return NO_ROOM.at(span, message)


def instruction_sheets(
    job: Job, stock: Stock, project: Project, problems: list[Problem] | None = None
) -> tuple[Sheet, ...]:
    """Fronts - and backs, where each sheet of paper has one: the last may be empty.

    `problems` takes what is wrong with a translation of their words.
    """
    words = Words("instructions", job.language, job.translation)
    w, h = stock.size
    page = Page("instructions", words.say("label"), w, h, "instructions.xml.j2", _values(job, words))
    leaves, found = draw(page, project, job.language, job.translation)
    if problems is not None and job.translation:
        problems += [problem for problem in found if problem not in problems]
    faces = [leaf.front for leaf in leaves]
    paper = stock.upright
    spot = Rect((paper.w - w) / 2, (paper.h - h) / 2, w, h)
    sheets = []
    for n, face in enumerate(faces):
        side = "back" if stock.is_duplex and n % 2 else "front"
        placement = Placement(face, *spot)
        sheets.append(Sheet(paper, f"instructions {n + 1}", page.name, page.title, side, (placement,), (), spot))
    if stock.is_duplex and len(sheets) % 2:
        empty = sheets[-1]._replace(label=f"instructions {len(sheets) + 1}", side="back", placements=())
        sheets.append(empty)
    return tuple(sheets)


def parts_of(printout: Printout, sheets: Sequence[Sheet], before: int) -> tuple[Part, ...]:
    """Each component as the sheets hold it, with `before` pages in front of them."""
    found = []
    for plan in printout.components:
        held = [n for n, sheet in enumerate(sheets, before + 1) if _holds(plan.component, sheet)]
        if held:
            last = _with_back(held[-1], sheets, before)
            counts = plan.pieces, plan.printed, plan.sheets + plan.shared
            is_tiled = plan.tiled is not None
            found.append(Part(plan.title, *counts, held[0], last, plan.cuts, plan.folds, is_tiled, plan.is_cut))
    return tuple(found)


def _holds(component: str, sheet: Sheet) -> bool:
    return any(placement.face.label.partition("/")[0] == component for placement in sheet.placements)


def _with_back(page: int, sheets: Sequence[Sheet], before: int) -> int:
    """Where a page has an empty back, that is printed, too: else all fronts after it were backs."""
    behind = sheets[page - before : page - before + 1]
    return page + 1 if behind and behind[0].side == "back" else page


def _values(job: Job, words: Words) -> dict[str, Value]:
    """What the template sees."""
    first = min((part.first_page for part in job.components), default=1)
    last = max((part.last_page for part in job.components), default=1)
    said = words.all(
        title=plain(job.title),
        flip=words.say(f"edge-{job.flip}"),
        like=words.say(f"like-{job.flip}"),
        pages=_pages(first, last),
        sheets=words.say("sheets", count=job.sheets),
        cuts=words.say("cuts", count=job.cuts),
    )
    return {
        "text": said,
        "title": plain(job.title),
        "about": " · ".join(_about(job, words)),
        "foot": " · ".join(plain(part) for part in (job.title, job.version, job.language, job.credits) if part),
        "pages": job.pages,
        "facts": tuple(Record({"name": name, "value": value}) for name, value in _facts(job, words)),
        "steps": tuple(_steps(job)),
        "flip": job.flip,
        "sides": job.sides,
        "marks": job.marks,
        "has_scissors": any(part.is_cut and not part.cuts for part in job.components),
        "parts": tuple(_part(part, words) for part in job.components),
        "total": words.say("total", count=job.sheets, sheets=words.say("sheets", count=job.sheets)),
    }


def _about(job: Job, words: Words) -> Iterator[str]:
    yield words.say("about")
    if job.version:
        yield words.say("version", version=plain(job.version))
    yield plain(job.language)
    yield words.say("copies", count=sum(part.copies for part in job.components))


def _facts(job: Job, words: Words) -> Iterator[tuple[str, str]]:
    yield words.say("paper"), plain(job.paper.capitalize())
    flip = words.say(f"edge-{job.flip}")
    yield words.say("sides"), words.say(f"sides-{job.sides}", flip=flip)
    yield words.say("ink"), words.say(f"ink-{job.ink}")
    yield words.say("marks"), words.say(f"marks-{job.marks}")
    yield words.say("printer"), plain(job.printer) or words.say("any-printer")


def _steps(job: Job) -> Iterator[str]:
    """The drawings, in the order in which things are done."""
    yield "print"
    if job.sides == "duplex":
        yield "turn"
    if job.sides == "fold" or any(part.folds for part in job.components):
        yield "fold"
    if any(part.is_cut for part in job.components):
        yield "cut"
    if any(part.is_tiled for part in job.components):
        yield "join"


def _part(part: Part, words: Words) -> Record:
    cuts = words.say("scissors") if not part.cuts else str(part.cuts)
    if not part.is_cut:
        cuts = words.say("uncut")
    if part.is_tiled:
        cuts = words.say("joined")
    return Record(
        {
            "title": plain(part.title),
            "copies": words.say("copies", count=part.copies),
            "pieces": words.say("different", count=part.pieces) if part.pieces != part.copies else "",
            "sheets": words.say("sheets", count=part.sheets),
            "pages": _pages(part.first_page, part.last_page),
            "cuts": cuts,
            "is_cut": part.is_cut,
            "folds": words.say("folds", count=part.folds) if part.folds else "",
        }
    )


def _pages(first: int, last: int) -> str:
    return f"{first}" if first == last else f"{first}–{last}"
