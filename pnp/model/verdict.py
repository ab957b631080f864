"""What comes of judging a finished table."""

from collections.abc import Mapping
from typing import NamedTuple

from pnp.model.values import Value


class Standing(NamedTuple):
    """A player in a step: the figure, or whether it holds, and whether that is enough to stay."""

    player: str
    value: Value
    stays: bool


class Round(NamedTuple):
    """A step of judging, as it went."""

    id: str
    kind: str  # only, most, fewest
    say: str
    standings: tuple[Standing, ...]


class Verdict(NamedTuple):
    """Who wins, and by which rule. Without winners nobody does, or the game only says which side."""

    outcome: Value  # the entry that the first condition leads to; None where there are no conditions
    condition: str  # its id
    say: str  # its sentence
    winners: tuple[str, ...]
    by: str  # the step that decided, "" where all steps leave several players, or there are none
    rounds: tuple[Round, ...]
    track: Mapping[str, Value]  # the variables, with those that follow from the rest
    players: tuple[str, ...]
    nobody: str = ""  # what is said where no player is left
