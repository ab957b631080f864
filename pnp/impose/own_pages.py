"""Pages of pnp's own, calibration and instructions → leaves, by the layout that draws any game's pieces."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.cardtext.marks import escape_marks
from pnp.cardtext.orthography import number_ranges
from pnp.impose.patterns import both_ways
from pnp.impose.press import Press, size_of
from pnp.io.project import Project
from pnp.layout.editions import Layout
from pnp.load import load_fonts, load_style
from pnp.localise.languages import Words
from pnp.model.game import Component, Edition, Format, Game, Piece
from pnp.model.language import Translation
from pnp.model.length import mm
from pnp.model.options import Options
from pnp.model.problem import Problem, Severity, code
from pnp.model.sheet import Batch, Leaf, Placement, Printout, Rect, Sheet
from pnp.model.span import Span
from pnp.model.values import Record, Value

FOLDER = "shared/printing"  # in layouts/: templates, figures and style.yaml


class OwnPage(NamedTuple):
    """What is to be drawn: templates by name, the size, and what the templates see as `piece`."""

    name: str
    title: str
    w: float
    h: float
    front: str
    values: Mapping[str, Value]
    back: str = ""


def draw(
    pages: Sequence[OwnPage], project: Project, language: str, translation: Translation | None = None
) -> tuple[tuple[Leaf, ...], list[Problem]]:
    """Draw pages that have one size and one template, and differ in their names and values: one leaf for each, or for
    each page of a document. The project's fonts help out; its layouts don't count."""
    bundled = Project(project.bundled, project.bundled)
    style, of_style = load_style(bundled, FOLDER)
    fonts, of_fonts = load_fonts(project)
    page = pages[0]
    folder = bundled.root / "layouts" / FOLDER
    span = Span(f"layouts/{FOLDER}/{page.front}")
    pieces = tuple([Piece(each.name, page.name, 1, each.values, span.file, 0, 0, {}) for each in pages])
    format = Format(page.w, page.h, safe=0.0)
    component = Component(page.name, page.title, format, page.front, page.back, {}, pieces, span, span)
    components = {page.name: component}
    game = Game(FOLDER, page.title, "", (language,), {}, {}, components, {}, folder, span)
    edition = Edition(game, language, "low", (), components, translation=translation)
    leaves, found = Layout(edition, style, fonts, bundled).leaves(lambda *_: True)
    return leaves, [*of_style, *of_fonts, *found]


NO_ROOM = code(
    "PNP445", Severity.NOTE, says="{paper} leaves {room} inside {margin} margins, too little for instructions"
)

LARGEST = (190.0, 260.0)  # of a page of instructions: fits on A4 and on Letter
SMALLEST = (165.0, 225.0)
FEWEST_TO_MOUNT = 12  # tiles and tokens: nobody gets card out for a few markers
PADDINGS = ("1.9", "1.1", "0.7")  # mm above and below a row of the checklist: the largest that takes the fewest pages


class PrintRun(NamedTuple):
    """An edition, what it is printed on, and the work that is left."""

    edition: Edition
    press: Press
    printout: Printout
    before: int = 1  # pages of these instructions
    discarded: Mapping[str, tuple[str, ...]] = {}  # of an earlier version: names of pieces, by component

    @property
    def options(self) -> Options:
        return self.press.options

    @property
    def pages(self) -> int:
        """Return the number of pages in the file."""
        return self.before + self.printout.pages

    @property
    def is_duplex(self) -> bool:
        """Then the instructions take whole sheets: fronts stay fronts, and rules lie on paper of their own."""
        return self.options.sides == "duplex"


def no_room(press: Press, span: Span) -> Problem | None:
    """Return a note at the game's place, where the instructions have to be left out."""
    w, h = _size(press)
    if w >= SMALLEST[0] and h >= SMALLEST[1]:
        return None
    room = size_of(max(w, 0), max(h, 0))
    return NO_ROOM.at(span, paper=press.paper.name, room=room, margin=mm(press.margin))


def instruction_sheets(run: PrintRun, project: Project, problems: list[Problem] | None = None) -> tuple[Sheet, ...]:
    """Return fronts, and backs where sheets have them; `problems` takes what is wrong with their words."""
    edition = run.edition
    words = Words("instructions", edition.language, edition.translation)
    w, h = _size(run.press)
    page = OwnPage("instructions", words.say("label"), w, h, "instructions.xml.j2", _values(run, words))

    def draw_padded(padding: str) -> tuple[tuple[Leaf, ...], list[Problem]]:
        padded = page._replace(values={**page.values, "padding": padding})
        return draw([padded], project, edition.language, edition.translation)

    leaves, found = draw_padded(PADDINGS[0])
    for padding in PADDINGS[1:] if len(leaves) > 1 else ():
        if len((tighter := draw_padded(padding))[0]) < len(leaves):
            leaves, found = tighter
    if problems is not None and edition.translation:
        problems += [problem for problem in found if problem not in problems]
    paper, _ = both_ways(run.press.paper)
    spot = Rect((paper.w - w) / 2, (paper.h - h) / 2, w, h)
    sheets = []
    for n, leaf in enumerate(leaves):
        side = "back" if run.is_duplex and n % 2 else "front"
        turn = 180 if side == "back" and run.options.flip == "short" else 0
        placement = Placement(leaf.front, *spot, turn)
        sheets.append(Sheet(paper, f"instructions {n + 1}", page.name, page.title, side, (placement,), (), spot))
    return tuple(sheets)


def _size(press: Press) -> tuple[float, float]:
    """Return a page's size: as large as there is room."""
    (_, w, h), _ = both_ways(press.paper)
    return min(LARGEST[0], w - 2 * press.margin), min(LARGEST[1], h - 2 * press.margin)


def empty_back(front: Sheet) -> Sheet:
    """Return the other side of a sheet of paper, with nothing on it."""
    return front._replace(label=f"{front.label} back", side="back", placements=(), furniture=())


def _values(run: PrintRun, words: Words) -> dict[str, Value]:
    """Return what the template sees."""
    game, printout = run.edition.game, run.printout
    foot = (game.title, game.version, run.edition.language, game.credits)
    said = words.all(
        title=escape_marks(game.title),
        flip=words.say(f"edge-{run.options.flip}"),
        like=words.say(f"like-{run.options.flip}"),
        first=words.say("some-pages", count=run.before, pages=number_ranges(range(1, run.before + 1))),
        rest=", ".join(_runs(run, words)),
    )
    about = [words.say("about"), words.say("version", version=escape_marks(game.version)) if game.version else ""]
    pieces = sum(plan.printed for plan in printout.components if plan.is_cut)
    about += [escape_marks(run.edition.language), words.say("copies", count=pieces) if pieces else ""]
    flip = words.say(f"edge-{run.options.flip}")
    facts = {
        "paper": escape_marks(run.press.paper.name.capitalize()),
        "sides": words.say(f"sides-{run.options.sides}", flip=flip),
        "ink": words.say(f"ink-{run.edition.ink}"),
        "marks": words.say(f"marks-{run.options.marks}"),
        "printer": escape_marks(run.options.printer) or words.say("any-printer"),
    }
    batches = printout.batches
    steps = {  # the drawings, in the order in which things are done
        "print": True,
        "turn": run.is_duplex,
        "fold": run.options.sides == "fold" or any(batch.folds for batch in batches),
        "mount": sum(batch.small for batch in batches) >= FEWEST_TO_MOUNT,
        "cut": any(batch.is_cut for batch in batches),
        "join": any(batch.is_tiled for batch in batches),
    }
    folds = Counter(fold for batch in batches for fold in batch.folds).most_common()
    # cuts are straight from mark to mark, unless a board's pages or round pieces are all there is to be cut
    to_cut = [batch for batch in batches if batch.is_cut]
    are_pages = bool(to_cut) and all(batch.is_tiled for batch in to_cut)
    papers = _whole(run.pages, run) // (2 if run.is_duplex else 1)
    total = [words.say("total", count=papers, sheets=words.say("sheets", count=papers))]
    total += [words.say("cuts", count=printout.cuts)] if printout.cuts else []
    total += [f"{plan.printed} {escape_marks(plan.title)}" for plan in printout.components if plan.is_cut]
    return {
        "text": said,
        "title": escape_marks(game.title),
        "about": " · ".join(filter(None, about)),
        "foot": " · ".join(escape_marks(part) for part in foot if part),
        "pages": run.pages,
        "facts": tuple(Record({"name": words.say(name), "value": value}) for name, value in facts.items()),
        "steps": tuple(step for step, is_done in steps.items() if is_done),
        "flip": run.options.flip,
        "sides": run.options.sides,
        "marks": run.options.marks,
        "folds": tuple(Record(fold._asdict()) for fold, _ in folds),
        "cuts": "pages" if are_pages else "straight" if any(batch.cuts for batch in to_cut) else "outlines",
        "has_scissors": any(batch.has_outlines for batch in printout.batches),
        "has_crosses": run.options.marks == "edges" and any(batch.has_crosses for batch in printout.batches),
        "is_thick": sum(batch.small_backed for batch in printout.batches) >= FEWEST_TO_MOUNT,
        "has_faces": any(share.has_apart for batch in printout.batches for share in batch.shares),
        "has_blocks": any(batch.has_blocks for batch in printout.batches),
        "parts": tuple(_part(batch, words) for batch in printout.batches),
        "total": " · ".join(total),
        "discarded": tuple(
            words.say("discarded", what=escape_marks(title), names=escape_marks(", ".join(names)))
            for title, names in run.discarded.items()
        ),
    }


def _whole(page: int, run: PrintRun) -> int:
    """Return the last page on the sheet of paper that a page is on."""
    return page + page % 2 if run.is_duplex else page


def _runs(run: PrintRun, words: Words) -> Iterator[str]:
    """Yield what is printed on plain paper, to be read or folded, then on card stock, to be cut; each ends a sheet."""
    start = run.before + 1  # behind the sheet that is printed and measured before the others
    pages: dict[str, list[int]] = {"on-plain": [], "on-card": []}
    ends = [(_whole(batch.last, run), batch.folds or not batch.is_cut) for batch in run.printout.batches]
    for last, is_plain in (*ends, (run.pages, False)):
        if (end := min(last, run.pages)) < start:
            continue
        pages["on-plain" if is_plain else "on-card"] += range(start, end + 1)
        start = end + 1
    for kind, numbers in pages.items():
        if numbers:
            yield words.say(kind, pages=words.say("some-pages", count=len(numbers), pages=number_ranges(numbers)))


def _part(batch: Batch, words: Words) -> Record:
    """Return a line of the checklist: sheets that are cut in the same way."""
    shares = batch.shares
    is_one = len(shares) == 1
    # a sheet may hold no more of a piece than its other face
    faces = [words.say("faces", count=share.faces) if share.has_apart else "" for share in shares]
    if not is_one:
        figures = zip(shares, faces, strict=True)
        count = " + ".join(other if other and not share.printed else str(share.printed) for share, other in figures)
    elif not shares[0].is_cut:
        count = words.say("documents", count=shares[0].printed)
    else:
        copies = words.say("copies", count=shares[0].printed) if shares[0].printed else ""
        count = ", ".join(filter(None, (copies, faces[0])))
    differ = is_one and batch.is_cut and shares[0].different != shares[0].printed
    cuts = [words.say("folds", count=len(batch.folds)) if batch.folds else "", str(batch.cuts or "")]
    cuts += [words.say("scissors")] if batch.has_outlines else []
    cuts += [words.say("joined")] if batch.is_tiled else []
    cuts += [words.say("uncut")] if not batch.is_cut and not batch.is_tiled else []
    return Record(
        {
            "title": " + ".join(escape_marks(share.title) for share in shares),
            "copies": count,
            "pieces": words.say("different", count=shares[0].different) if differ else "",
            "sheets": words.say("sheets", count=batch.papers) if batch.papers else "",
            "pages": number_ranges(range(batch.first, batch.last + 1)),
            "cuts": ", ".join(filter(None, cuts)),
            "is_cut": batch.is_cut,
        }
    )
