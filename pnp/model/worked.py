"""Worked examples of rules, what players write down, and what comes of judging a finished table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.model.rules import Expression, Named, Sentence
from pnp.model.span import Span
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


class Expected(NamedTuple):
    """`over: true`: what the expression must yield."""

    what: Expression
    value: Value  # data, as in `given`; a piece, an entry or an outcome by its id
    span: Span  # of the value


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Example:
    """A worked example: what is given, and what must come of it."""

    id: str
    say: Sentence
    span: Span
    source: str = ""
    modules: tuple[str, ...] = ()
    players: int | None = None
    given: Mapping[str, Value] = field(default_factory=dict)
    # "given.red", "score.players.0.leader", "name.red" → where
    places: Mapping[str, Span] = field(default_factory=dict)
    let: Mapping[str, Expression] = field(default_factory=dict)  # more givens, computed in this order
    expect: tuple["Expected", ...] = ()
    selection: str = ""  # the example is one of these: `given` are its fields
    breaks: tuple[Named, ...] = ()  # rules of the selection, or of finished tables, that it must break, and no others
    score: bool = False  # `given` is a finished table: outcome, winner and by are known to `expect`


class Written(NamedTuple):
    """A player's file: a finished table, or what somebody put together. Values as the fields that asked for them."""

    kind: str  # score, selection
    game: str
    modules: tuple[str, ...]
    selection: str  # which one; "" of a finished table
    values: Mapping[str, Value]  # of a finished table: the track, and what is written down once
    players: tuple[Mapping[str, Value], ...]  # of a finished table; each with its `name`
    span: Span
    places: Mapping[str, Span]  # "red", "keep.3", "players.0.leader" → where it stands
