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
    sheets: int  # of paper that are all its own
    per_sheet: int  # places on one of them; 0 where it has none
    shared: int  # sheets of paper that it shares with others
    is_cut: bool  # else it stays a sheet
    outlines: int  # pieces that are cut out along their outline instead
    corners: int  # to be rounded after cutting
    bleed: str  # "9 a sheet with 1.4 mm bleed; 3 mm would leave 8"; empty where none is declared
    tiled: Pages | None = None


class Share(NamedTuple):
    """What of one component lies on a batch of sheets."""

    component: str
    title: str
    printed: int
    different: int
    is_cut: bool


class Batch(NamedTuple):
    """Sheets of paper that follow each other and hold the same components: printed, cut and ticked off together."""

    shares: tuple[Share, ...]
    first: int  # page of the file
    last: int
    papers: int  # sheets of paper that begin here: a page on the back of another begins none
    cuts: int  # straight ones
    folds: int
    is_tiled: bool  # its pages are glued together
    has_outlines: bool  # something is cut out along its outline
    has_crosses: bool  # marks inside of the block stay on strips that are cut off
    has_blocks: bool  # that are parted before they are cut
    small: int = 0  # tiles and tokens, which want to be thicker than cards

    @property
    def is_cut(self) -> bool:
        return any(share.is_cut for share in self.shares)


class Printout(NamedTuple):
    """The whole of it."""

    sides: str  # one of fronts, duplex, fold, backs
    flip: str  # "long" or "short": the edge to flip sheets along; empty where they have one printed side
    papers: int  # sheets of paper, without those that pages in front begin
    pages: int  # printed sides, without those in front
    components: tuple[Plan, ...]
    batches: tuple[Batch, ...]

    @property
    def cuts(self) -> int:
        return sum(batch.cuts for batch in self.batches)

    @property
    def folds(self) -> int:
        return sum(batch.folds for batch in self.batches)
