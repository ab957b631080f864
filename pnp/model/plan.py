"""What a build's instructions say: plain values, which whoever imposes can fill in."""

from typing import NamedTuple


class Planned(NamedTuple):
    """One component on the sheets."""

    title: str
    pieces: int  # different ones
    copies: int  # to cut out, of all together
    sheets: int  # of paper
    first_page: int  # in the file, as a print dialogue counts
    last_page: int
    cuts: int  # straight ones, on all its sheets; 0 where only scissors free its pieces
    folds: int = 0
    is_tiled: bool = False  # larger than the paper: its pages are glued together


class Plan(NamedTuple):
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
    components: tuple[Planned, ...]
    sheets: int  # of paper, all together
