"""Rules as data: what a game's folder says must hold, how it is set up, who wins. Texts and expressions as written.

Expressions are in Jinja's syntax and stay texts here; `pnp.rules` compiles them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from pnp.model.problem import Problem
from pnp.model.span import Span, is_sheet
from pnp.model.values import Field, Value

if TYPE_CHECKING:
    from pnp.model.game import Game, Plus


class Turn(NamedTuple):
    """Where a text that is written in several places goes on: from this character on, here."""

    offset: int
    line: int
    column: int
    file: str = ""  # another one than that of the text's beginning


def place_in(span: Span, turns: tuple[Turn, ...], offset: int) -> Span:
    """Return where a character of a text stands that begins at `span`."""
    if not span.column or offset <= 0 or is_sheet(span.file):
        return span
    for turn in reversed(turns):
        if turn.offset <= offset:
            return Span(turn.file or span.file, turn.line, turn.column + offset - turn.offset)
    return Span(span.file, span.line, span.column + offset)


class Expression(NamedTuple):
    """An expression as written; `span` is the place of its first character."""

    text: str
    span: Span
    turns: tuple[Turn, ...] = ()


class Sentence(NamedTuple):
    """What people read; `{…}` holds expressions. `one` is said instead where the count is 1."""

    other: str
    span: Span
    one: str = ""
    forms: tuple[str, ...] = ()  # of a language with plurals of its own
    form: Callable[[int], int] | None = None  # which of them so many things take
    turns: tuple[Turn, ...] = ()  # of `other`
    language: str = ""  # that it was translated to

    def text_for(self, count: object) -> str:
        """Return the text for a count, with its holes still open."""
        if self.form and isinstance(count, int):
            number = self.form(count)
            return self.forms[number] if number < len(self.forms) else self.other
        return self.one if self.one and count == 1 else self.other


class Bound(NamedTuple):
    """`is: 12`, `at-least: 3`, or `is: {spring: 12, autumn: 12}`: what is expected, for all or for each key."""

    relation: str  # one of BOUNDS
    expected: Expression | Mapping[str, Expression]
    span: Span


# What expressions know.
TAKEN = ("it", "modules", "players", "numbers", "tables", "zones", "dealt", "track", "states", "count")
BOUNDS = ("is", "at-least", "at-most")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Rule:
    """Something that must hold. What `subject` is depends on the kind; `of` yields the pieces it is about."""

    id: str
    kind: str  # the key of its kind: see pnp.model.rules
    subject: Expression  # what stands under the key of its kind
    say: Sentence
    span: Span
    source: str = ""
    of: Expression | None = None  # the pieces that it is about
    where: Expression | None = None
    by: Expression | None = None  # one figure for each value of this, or as the kind has it
    per: Expression | None = None  # the whole rule holds for each value of this
    bounds: tuple[Bound, ...] = ()
    needs: Mapping[str, Span] = field(default_factory=dict)  # rules that must hold first, and where they are named
    own: Mapping[str, Expression] = field(default_factory=dict)  # by the keys that only rules of its kind have


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Zone:
    """A place on the table. One that is `per` something stands for several of its kind: a hand for each player."""

    id: str
    title: str
    span: Span
    starts: Expression | None = None  # the pieces that lie here before the first step
    per: Expression | None = None
    at: tuple[float, float] | None = None  # of the drawn table: percent of its width and height
    face: str = ""  # up, down, or "" where it doesn't matter
    away: bool = False  # out of the game: what ends here is accounted for, but not on the table
    ordered: bool = False  # pieces are dealt from it in the order of the data, on purpose


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table:
    """A value for each number of players."""

    id: str
    title: str
    rows: Mapping[int, Value]
    places: Mapping[int, Span]
    span: Span
    by_module: Mapping[str, "Plus"] = field(default_factory=dict)  # rows that modules bring, where the table says them


class Named(NamedTuple):
    """A piece by its id."""

    id: str
    span: Span


class Shuffle(NamedTuple):
    zone: str
    span: Span


class Move(NamedTuple):
    """Pieces from one zone to another: so many, all, or those named. To or from a zone `per` something: for each."""

    what: Expression | tuple[Named, ...] | None  # None: all that are left
    source: str
    target: str
    span: Span
    chosen: bool = False  # by the players, not from the top
    ends: tuple[Span, Span] | None = None  # where source and target are named
    under: bool = False  # what lies there, not on top of it
    of: "Expression | tuple[Named, ...] | None" = None  # so many of these, by chance

    @property
    def subjects(self) -> "tuple[Expression | tuple[Named, ...], ...]":
        """Return what is said of the pieces: expressions, and lists of ids."""
        return tuple(filter(None, (self.what, self.of)))


class Put(NamedTuple):
    """A marker on its space."""

    marker: str
    to: Expression
    span: Span


Action = Shuffle | Move | Put


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Step:
    """One step of the setup, as it is read out and as it is done."""

    id: str
    say: Sentence
    actions: tuple[Action, ...]
    span: Span
    when: Expression | None = None
    after: str = ""  # of a module's step: where it comes in
    before: str = ""
    anchor: Span | None = None  # where that is said
    so_that: Expression | None = None  # what holds of what was dealt so far: else it is dealt again


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Setup:
    players: tuple[int, ...]
    zones: Mapping[str, Zone]
    tables: Mapping[str, Table]
    steps: Mapping[str, Step]
    span: Span


@dataclass(frozen=True, slots=True, repr=False)
class Variable:
    """Something that conditions look at, with all values it can have: a marker's space, a yes or no."""

    id: str
    title: str
    values: tuple[Value, ...]
    span: Span
    start: Value = None
    read: Expression | None = None  # how a finished table yields it; None: it is written down


@dataclass(frozen=True, slots=True, repr=False)
class Condition:
    """The first condition that holds decides the outcome."""

    id: str
    say: Sentence
    when: Expression
    outcome: str
    span: Span
    after: str = ""
    before: str = ""
    anchor: Span | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Definition:
    """A name for an expression, evaluated where it is used."""

    id: str
    expression: Expression
    span: Span


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Judging:
    """A step from the outcome to the winner: only some players stay, or those with the most or fewest of something."""

    id: str
    kind: str  # only, most, fewest
    value: Expression
    say: Sentence
    span: Span
    after: str = ""
    before: str = ""
    anchor: Span | None = None


ENDS = "ends"  # what examples that haven't reached the end of the game break, beside rules


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Victory:
    track: Mapping[str, Variable]
    conditions: Mapping[str, Condition]
    define: Mapping[str, Definition]
    player: Mapping[str, Field]  # what a finished table says of each player
    table: Mapping[str, Field]  # and once, besides the track
    winner: Mapping[str, Judging]
    outcomes: str  # the group whose entries the conditions decide among; "" where there is none
    nobody: Sentence | None
    map: tuple[str, str] | None  # the variables across and upwards on the drawn map
    span: Span
    deciding: Span | None = None  # where the list of conditions stands
    rules: Mapping[str, Rule] = field(default_factory=dict)  # what every finished table keeps
    ends: Expression | None = None  # holds of every finished table: the end of the game
    shares_ties: bool = False  # several may win together: no step need part them
    ties: Span | None = None  # where that is said


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Selection:
    """What users put together from the game's pieces, in a file of their own: its fields and its rules."""

    id: str
    title: str
    fields: Mapping[str, Field]
    define: Mapping[str, Definition]
    rules: Mapping[str, Rule]
    span: Span
    copies: Mapping[str, Expression] = field(default_factory=dict)  # by field: how often it may have a piece


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


Settle = Callable[["Game", list[Problem]], "Game"]


class RuleKind(NamedTuple):
    """A kind of rule as people write it: a key of its own name, which holds an expression, and the keys beside it.

    `keys` says what a key means for this kind: of a key that no other kind has all, of others what is different.
    """

    says: str  # what the key of its name says
    needs: tuple[str, ...] = ()  # keys that must be there
    may: tuple[str, ...] = ()  # and those that may be
    keys: Mapping[str, str] = {}
    has_figures: bool = False  # an expected figure must be there: is, at-least or at-most
    about: Literal["pieces", "game", "players"] = "pieces"  # asked of each piece, once, with each number of players


class RuleBook(NamedTuple):
    """`settle` gives the game back with modules that know which pieces they mean by `where:`, and adds problems."""

    kinds: Mapping[str, RuleKind]  # by their keys
    settle: Settle


def as_read(game: "Game", problems: list[Problem]) -> "Game":
    """Return the game as it stands, without looking for the pieces that modules mean."""
    return game
