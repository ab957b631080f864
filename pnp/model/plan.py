"""What there is to do with printed sheets: the numbers of the summary and of the instruction sheet."""

from typing import NamedTuple


class Pages(NamedTuple):
    """How a tiled piece's pages come together: A1 top left, A2 beside it, B1 below."""

    columns: int
    rows: int
    w: float  # of what each page shows, as it lies
    h: float
    overlap: float


class Plan(NamedTuple):
    """One component's part."""

    component: str
    title: str
    pieces: int  # different ones
    printed: int  # each as often as it prints
    w: float
    h: float
    outline: str
    sheets: int  # of paper that are all its own
    per_sheet: int  # places on one of them; 0 where it has none
    shared: int  # sheets of paper that it shares with others
    is_cut: bool  # else it stays a sheet
    cuts: int  # straight ones, over all sheets
    outlines: int  # pieces that are cut out along their outline instead
    corners: int  # to be rounded after cutting
    folds: int
    bleed: str  # "9 a sheet with 1.4 mm bleed; 3 mm would leave 8"; empty where none is declared
    tiled: Pages | None = None


class Printout(NamedTuple):
    """The whole of it."""

    sides: str  # one of fronts, duplex, fold, backs
    flip: str  # "long" or "short": the edge to flip sheets along; empty where they have one printed side
    papers: int  # sheets of paper
    pages: int  # printed sides
    cuts: int
    folds: int
    components: tuple[Plan, ...]
