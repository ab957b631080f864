"""What imposing is told beside the leaves: paper, margins, marks, sides, and how to word and set its few texts."""

from collections.abc import Callable
from typing import NamedTuple

from pnp.model.display import Text
from pnp.model.sheet import Paper, Rect

MARK_STYLES = ("lines", "edges", "corners", "none")


class Settings(NamedTuple):
    """`margin` is what the printer leaves white on all four sides; `backs` asks for back sheets."""

    paper: Paper
    margin: float = 5.0
    marks: str = "edges"  # one of MARK_STYLES
    backs: bool = False


Typeset = Callable[[str, float], tuple[Text, float]]
"""Text and size in millimetres → the text with its baseline starting at 0, 0, and its width in millimetres."""


class Captions(NamedTuple):
    """The words on a sheet beside its pieces; an empty one leaves its text out."""

    footer: Callable[[str, int, int], str]  # component's title, page, pages → text
    ruler: str  # stands beside the 100 mm ruler


class Job(NamedTuple):
    """All that is the same for every component of a file."""

    settings: Settings
    captions: Captions
    typeset: Typeset
    pages: int
    duplex: bool  # each sheet has two sides


def printable(paper: Paper, margin: float) -> Rect:
    """What the margins leave of a paper; of no width or height where they leave nothing."""
    return Rect(margin, margin, max(0.0, paper.w - 2 * margin), max(0.0, paper.h - 2 * margin))
