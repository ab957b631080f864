"""What a build printed → the pages that say how to print, cut and fold it, which come first in its file."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.model.game import Edition, Outline, Record, Value
from pnp.model.length import mm
from pnp.model.plan import Plan, Planned
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.sheet import Leaf, Paper, Placement, Rect, Sheet
from pnp.model.span import Span
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

_STRAIGHT = (Outline.RECTANGLE, Outline.ROUNDED)
_EXACT = 2  # decimals of a millimetre to which two cuts are one


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


def instruction_sheets(plan: Plan, stock: Stock, project: Project) -> tuple[Sheet, ...]:
    """Fronts - and backs, where each sheet of paper has one: the last may be empty."""
    words = Words("instructions", plan.language)
    w, h = stock.size
    page = Page("instructions", words.say("label"), w, h, "instructions.xml.j2", _values(plan, words))
    leaves, _ = draw(page, project, plan.language)
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


def planned(
    edition: Edition, leaves: Iterable[Leaf], sheets: Sequence[Sheet], before: int
) -> tuple[tuple[Planned, ...], int]:
    """Each component as the sheets hold it, with `before` pages in front of them; and the sheets of paper of all."""
    copies: dict[str, dict[str, int]] = {}
    for leaf in leaves:
        copies.setdefault(leaf.component, {})[leaf.piece] = leaf.copies
    found = []
    for id, pieces in copies.items():
        held = [(n, sheet, own) for n, sheet in enumerate(sheets, before + 1) if (own := _of(id, sheet))]
        if held:
            fronts = [own for _, sheet, own in held if sheet.side == "front"]
            is_straight = edition.components[id].format.outline in _STRAIGHT
            found.append(
                Planned(
                    title=edition.components[id].title,
                    pieces=len(pieces),
                    copies=sum(pieces.values()),
                    sheets=len(fronts),
                    first_page=held[0][0],
                    last_page=_with_back(held[-1][0], sheets, before),
                    cuts=sum(map(_cuts, fronts)) if is_straight else 0,
                )
            )
    return tuple(found), sum(sheet.side == "front" for sheet in sheets)


def _of(component: str, sheet: Sheet) -> list[Placement]:
    return [placement for placement in sheet.placements if placement.face.label.partition("/")[0] == component]


def _with_back(page: int, sheets: Sequence[Sheet], before: int) -> int:
    """Where a page has an empty back, that is printed, too: else all fronts after it were backs."""
    behind = sheets[page - before : page - before + 1]
    return page + 1 if behind and behind[0].side == "back" else page


def _cuts(placements: Iterable[Placement]) -> int:
    """Straight ones, from edge to edge, each once though neighbours share it."""
    xs = {round(x, _EXACT) for placement in placements for x in (placement.x, placement.x + placement.w)}
    ys = {round(y, _EXACT) for placement in placements for y in (placement.y, placement.y + placement.h)}
    return len(xs) + len(ys)


def _values(plan: Plan, words: Words) -> dict[str, Value]:
    """What the template sees."""
    first = min((part.first_page for part in plan.components), default=1)
    last = max((part.last_page for part in plan.components), default=1)
    said = words.all(
        title=plain(plan.title),
        flip=words.say(f"edge-{plan.flip}"),
        like=words.say(f"like-{plan.flip}"),
        pages=_pages(first, last),
        sheets=words.say("sheets", count=plan.sheets),
        cuts=words.say("cuts", count=sum(part.cuts for part in plan.components)),
    )
    return {
        "text": said,
        "title": plain(plan.title),
        "about": " · ".join(_about(plan, words)),
        "facts": tuple(Record({"name": name, "value": value}) for name, value in _facts(plan, words)),
        "steps": tuple(_steps(plan)),
        "flip": plan.flip,
        "sides": plan.sides,
        "marks": plan.marks,
        "has_scissors": any(not part.cuts for part in plan.components),
        "parts": tuple(_part(part, words) for part in plan.components),
        "total": words.say("total", count=plan.sheets, sheets=words.say("sheets", count=plan.sheets)),
    }


def _about(plan: Plan, words: Words) -> Iterator[str]:
    yield words.say("about")
    if plan.version:
        yield words.say("version", version=plain(plan.version))
    yield plain(plan.language)
    yield words.say("copies", count=sum(part.copies for part in plan.components))


def _facts(plan: Plan, words: Words) -> Iterator[tuple[str, str]]:
    yield words.say("paper"), plain(plan.paper.capitalize())
    flip = words.say(f"edge-{plan.flip}")
    yield words.say("sides"), words.say(f"sides-{plan.sides}", flip=flip)
    yield words.say("ink"), words.say(f"ink-{plan.ink}")
    yield words.say("marks"), words.say(f"marks-{plan.marks}")
    yield words.say("printer"), plain(plan.printer) or words.say("any-printer")


def _steps(plan: Plan) -> Iterator[str]:
    """The drawings, in the order in which things are done."""
    yield "print"
    if plan.sides == "duplex":
        yield "turn"
    if plan.sides == "fold" or any(part.folds for part in plan.components):
        yield "fold"
    yield "cut"
    if any(part.is_tiled for part in plan.components):
        yield "join"


def _part(part: Planned, words: Words) -> Record:
    cuts = words.say("scissors") if not part.cuts else str(part.cuts)
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
            "folds": words.say("folds", count=part.folds) if part.folds else "",
        }
    )


def _pages(first: int, last: int) -> str:
    return f"{first}" if first == last else f"{first}–{last}"
