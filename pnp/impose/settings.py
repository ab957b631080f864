"""What imposing is told beside the leaves: paper, margins, marks, sides, and how to word and set its few texts."""

from collections.abc import Callable
from typing import NamedTuple

from pnp.model.display import Text
from pnp.model.sheet import USUAL_MARGIN, Paper, Printer, Rect


class Settings(NamedTuple):
    """What the user asked for."""

    paper: Paper
    margin: float | None = None  # what the printer leaves white on all four sides; None: as its profile says, or 5 mm
    marks: str = "edges"  # one of MARKS
    sides: str = "fronts"  # one of SIDES
    flip: str = "long"  # the edge of the upright sheet that a two-sided printer turns it about
    marked: str = "both"  # the sides that have marks
    safe: bool = False  # dashes around what is safe from the knife
    bleed: str = "auto"  # real bleed: where it costs no piece a sheet, always, never
    together: str = "auto"  # several components a sheet: those that fill less than one, all that is left over, none
    copies: int = 1  # of everything
    skip: int = 0  # places of the first sheet that are used already
    tile: bool = True  # cuts what is larger than the paper into pages to glue
    printer: Printer | None = None

    @property
    def white(self) -> float:
        """The margin that counts."""
        if self.margin is not None:
            return self.margin
        return self.printer.margin if self.printer else USUAL_MARGIN


Typeset = Callable[[str, float], tuple[Text, float]]
"""Text and size in millimetres → the text with its baseline starting at 0, 0, and its width in millimetres."""


class Captions(NamedTuple):
    """The words on a sheet beside its pieces; an empty one leaves its text out."""

    footer: Callable[[str, int, int], str]  # component's title, page of the file, its pages → text
    ruler: str  # stands beside the 100 mm ruler


class Job(NamedTuple):
    """All that is the same for every component of a file."""

    settings: Settings
    captions: Captions
    typeset: Typeset
    pages: int
    before: int = 0  # pages of the file that come before these


def printable(paper: Paper, margin: float) -> Rect:
    """What the margins leave of a paper; of no width or height where they leave nothing."""
    return Rect(margin, margin, max(0.0, paper.w - 2 * margin), max(0.0, paper.h - 2 * margin))
