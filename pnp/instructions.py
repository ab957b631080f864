"""What a build printed → the pages that say how to print, cut and fold it, which come first in its file."""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.model.length import mm
from pnp.model.plan import Batch, Printout
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
FEWEST_TO_MOUNT = 12  # tiles and tokens: nobody gets card out for a few markers


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
    printout: Printout
    credits: str = ""
    before: int = 1  # pages of these instructions
    translation: Translation | None = None

    @property
    def pages(self) -> int:
        """Of the file."""
        return self.before + self.printout.pages


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
    """Fronts - and backs, where sheets of paper have them.

    `problems` takes what is wrong with a translation of their words.
    """
    words = Words("instructions", job.language, job.translation)
    w, h = stock.size
    page = Page("instructions", words.say("label"), w, h, "instructions.xml.j2", _values(job, words))
    leaves, found = draw(page, project, job.language, job.translation)
    if problems is not None and job.translation:
        problems += [problem for problem in found if problem not in problems]
    paper = stock.upright
    spot = Rect((paper.w - w) / 2, (paper.h - h) / 2, w, h)
    sheets = []
    for n, leaf in enumerate(leaves):
        side = "back" if stock.is_duplex and n % 2 else "front"
        turn = 180 if side == "back" and job.flip == "short" else 0
        placement = Placement(leaf.front, *spot, turn)
        sheets.append(Sheet(paper, f"instructions {n + 1}", page.name, page.title, side, (placement,), (), spot))
    return tuple(sheets)


def empty_back(front: Sheet) -> Sheet:
    """The other side of a sheet of paper, with nothing on it."""
    return front._replace(label=f"{front.label} back", side="back", placements=(), furniture=())


def _values(job: Job, words: Words) -> dict[str, Value]:
    """What the template sees."""
    printout = job.printout
    said = words.all(
        title=plain(job.title),
        flip=words.say(f"edge-{job.flip}"),
        like=words.say(f"like-{job.flip}"),
        first=_named_pages(1, _first_run(job), words),
        rest=", ".join(_runs(job, words)),
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
        "has_scissors": any(batch.has_outlines for batch in printout.batches),
        "has_crosses": job.marks == "edges" and any(batch.has_crosses for batch in printout.batches),
        "has_blocks": any(batch.has_blocks for batch in printout.batches),
        "parts": tuple(_part(batch, words) for batch in printout.batches),
        "total": " · ".join(_total(job, words)),
    }


def _first_run(job: Job) -> int:
    """The last page of the sheet that is printed and measured before the others."""
    return _whole(job.before, job)


def _whole(page: int, job: Job) -> int:
    """The last page on the sheet of paper that a page is on."""
    return page + page % 2 if job.sides == "duplex" else page


def _runs(job: Job, words: Words) -> Iterator[str]:
    """What is printed then: on plain paper what is read, on card stock what is cut; each ends with a sheet of paper."""
    start = _first_run(job) + 1
    read = max((batch.last for batch in job.printout.batches if not batch.is_cut), default=0)
    end = _whole(read, job)
    if end >= start:
        yield words.say("on-plain", pages=_named_pages(start, end, words))
        start = end + 1
    if job.pages >= start:
        yield words.say("on-card", pages=_named_pages(start, job.pages, words))


def _about(job: Job, words: Words) -> Iterator[str]:
    yield words.say("about")
    if job.version:
        yield words.say("version", version=plain(job.version))
    yield plain(job.language)
    if pieces := sum(plan.printed for plan in job.printout.components if plan.is_cut):
        yield words.say("copies", count=pieces)


def _facts(job: Job, words: Words) -> Iterator[tuple[str, str]]:
    yield words.say("paper"), plain(job.paper.capitalize())
    flip = words.say(f"edge-{job.flip}")
    yield words.say("sides"), words.say(f"sides-{job.sides}", flip=flip)
    yield words.say("ink"), words.say(f"ink-{job.ink}")
    yield words.say("marks"), words.say(f"marks-{job.marks}")
    yield words.say("printer"), plain(job.printer) or words.say("any-printer")


def _steps(job: Job) -> Iterator[str]:
    """The drawings, in the order in which things are done."""
    batches = job.printout.batches
    yield "print"
    if job.sides == "duplex":
        yield "turn"
    if job.sides == "fold" or any(batch.folds for batch in batches):
        yield "fold"
    if sum(batch.small for batch in batches) >= FEWEST_TO_MOUNT:
        yield "mount"
    if any(batch.is_cut for batch in batches):
        yield "cut"
    if any(batch.is_tiled for batch in batches):
        yield "join"


def _part(batch: Batch, words: Words) -> Record:
    """A line of the checklist: sheets that are cut in the same way."""
    shares = batch.shares
    is_one = len(shares) == 1
    counted = "copies" if batch.is_cut else "documents"
    count = words.say(counted, count=shares[0].printed) if is_one else " + ".join(str(each.printed) for each in shares)
    differ = is_one and batch.is_cut and shares[0].different != shares[0].printed
    return Record(
        {
            "title": " + ".join(plain(share.title) for share in shares),
            "copies": count,
            "pieces": words.say("different", count=shares[0].different) if differ else "",
            "sheets": words.say("sheets", count=batch.papers) if batch.papers else "",
            "pages": _pages(batch.first, batch.last),
            "cuts": ", ".join(_cuts(batch, words)),
            "is_cut": batch.is_cut,
        }
    )


def _cuts(batch: Batch, words: Words) -> Iterator[str]:
    if batch.folds:
        yield words.say("folds", count=batch.folds)
    if batch.cuts:
        yield str(batch.cuts)
    if batch.has_outlines:
        yield words.say("scissors")
    if batch.is_tiled:
        yield words.say("joined")
    if not batch.is_cut and not batch.is_tiled:
        yield words.say("uncut")


def _total(job: Job, words: Words) -> Iterator[str]:
    printout = job.printout
    papers = _whole(job.pages, job) // (2 if job.sides == "duplex" else 1)
    yield words.say("total", count=papers, sheets=words.say("sheets", count=papers))
    if printout.cuts:
        yield words.say("cuts", count=printout.cuts)
    for plan in printout.components:
        if plan.is_cut:
            yield f"{plan.printed} {plain(plan.title)}"


def _named_pages(first: int, last: int, words: Words) -> str:
    return words.say("some-pages", count=last - first + 1, pages=_pages(first, last))


def _pages(first: int, last: int) -> str:
    return f"{first}" if first == last else f"{first}–{last}"
