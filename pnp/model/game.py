"""A game as its folder declares it: components, their fields and pieces, groups, icons, modules. Immutable."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from pnp.model.language import Term, Translation
from pnp.model.problem import Problem
from pnp.model.rules import Definition, Example, Expression, Rule, Selection, Sentence, Setup, Victory
from pnp.model.span import Span
from pnp.model.values import Field, UnreadParts, Value


class Piece(NamedTuple):
    """One entry of a component: it prints `copies` times. `fields` holds every declared field (None where absent)."""

    id: str
    component: str
    copies: int
    fields: Mapping[str, Value]
    file: str
    line: int
    column: int
    places: Mapping[str, tuple[int, int]]  # "ability", "steps.2", "emblem.charge" → line, column of the value
    translated: Mapping[str, Span] = {}  # the same → where its translation stands
    phrases: Mapping[str, Sentence] = {}  # the texts with something in braces, which isn't filled in yet

    @property
    def span(self) -> Span:
        return Span(self.file, self.line, self.column)

    @property
    def label(self) -> str:
        return f"{self.component}/{self.id}"

    def span_of(self, path: str) -> Span:
        """Return the place of what is printed: a translation's, where the value has one."""
        return self.translated.get(path) or self.source_of(path)

    def source_of(self, path: str) -> Span:
        """Return the place of a field's value, or of the nearest thing around it that was written down."""
        while path:
            if place := self.places.get(path):
                return Span(self.file, *place)
            path = path.rpartition(".")[0]
        return self.span


class Outline(StrEnum):
    """The shape that is cut out."""

    RECTANGLE = "rectangle"
    ROUNDED = "rounded"
    CIRCLE = "circle"
    HEXAGON = "hexagon"


class Format(NamedTuple):
    """Size and shape of a component's pieces in millimetres."""

    w: float
    h: float
    outline: Outline = Outline.RECTANGLE
    corner: float = 0.0  # radius of rounded corners
    safe: float = 2.0  # content keeps this far inside the cut
    bleed: float = 0.0  # faces draw this far beyond the cut
    shares_cuts: bool = False  # neighbours touch: bleed is printed around a block of pieces, not around each
    is_cut: bool = True  # else it is a sheet to read or to lay on the table
    is_double_sided: bool = False  # both faces are played with
    gap: float | None = None  # between neighbours on a sheet, where that isn't left to whoever places them


@dataclass(frozen=True, slots=True, repr=False)
class Component:
    """A kind of piece. One without a front layout is a table that other components refer to; it prints nothing."""

    id: str
    title: str
    format: Format
    front: str  # template's path under layouts/, "" where the component isn't printed
    back: str
    fields: Mapping[str, Field]
    pieces: tuple[Piece, ...]
    span: Span
    layout_span: Span  # where the front layout is named
    on_request: bool = False  # printed only where it is asked for by name


@dataclass(frozen=True, slots=True, repr=False)
class EntryGroup:
    """A declared set of things pieces belong to: factions, suits, seasons."""

    id: str
    entries: Mapping[str, Piece]
    span: Span
    fields: Mapping[str, Field] = field(default_factory=dict)


class Icon(NamedTuple):
    """A drawing or a bitmap that text may name in brackets."""

    name: str
    path: Path
    span: Span

    @property
    def id(self) -> str:
        return self.name


class Bulk(NamedTuple):
    """`{where: advanced}` drops pieces, `{where: order < 7, is: 2}` has so many copies of each."""

    where: Expression
    copies: int  # 0: they leave


class Copies(NamedTuple):
    """How many copies of a piece there are with a module."""

    id: str
    copies: int
    span: Span


FOR_ALL = ""  # the key of the one figure that is for all


class Plus(NamedTuple):
    """`heroes: 26`, `heroes-per-faction: {tribes: 6}`, `game_end: {2: 1}`: the id, and figures by their keys."""

    id: str
    figures: Mapping[str, Any]  # expressions for a rule, numbers for a table
    span: Span
    places: Mapping[str, Span]  # of the keys
    is_new: bool = False  # rows that the table doesn't have


FURTHER = "+"  # between the ids of the two modules with which a further patch comes
OVERLAY = "overlay"  # the id of a user's own module, which isn't chosen by name


class Change(NamedTuple):
    """What a patch does to one section of a game: all of it by id."""

    add: tuple[Any, ...] = ()
    replace: tuple[Any, ...] = ()
    drop: tuple[tuple[str, Span], ...] = ()  # id, and where it is named
    plus: tuple[Plus, ...] = ()  # of rules and tables: what comes to their figures
    copies: tuple[Copies, ...] = ()  # of pieces
    bulk: tuple[Bulk, ...] = ()  # of pieces: what is said of those for which something holds

    @property
    def ids(self) -> frozenset[str]:
        """Return the ids of all that it changes."""
        things = (*self.add, *self.replace, *self.plus, *self.copies)
        return frozenset([*(item.id for item in things), *(id for id, _ in self.drop)])


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Module:
    """A patch to the game. Its sections are called as in `pnp.model.patch`: "pieces.foxes", "rules", "setup.steps"."""

    id: str
    title: str
    span: Span
    needs: tuple[str, ...] = ()
    not_with: Mapping[str, str] = field(default_factory=dict)  # module → why not, "" where nobody says
    changes: Mapping[str, Change] = field(default_factory=dict)
    game: str = ""  # the game whose folder it stands in
    folder: Path | None = None  # that the files it names are in
    further: tuple["Module", ...] = ()  # more patches, each of which comes with it where another module is chosen
    one_of: str = ""  # the name of a choice: exactly one of the modules that name it is played with

    @property
    def label(self) -> str:
        """Return what messages call it."""
        id, _, other = self.id.partition(FURTHER)
        return ("the overlay" if id == OVERLAY else f"module {id}") + (f" with {other}" if other else "")

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the modules with which it is there: itself, of a further patch two."""
        return tuple(self.id.split(FURTHER))

    def change(self, section: str) -> Change:
        return self.changes.get(section, _NOTHING)


_NOTHING = Change()


class KindSetting(NamedTuple):
    """What a game says of a kind of warnings: those whose codes begin so are ignored, or are errors to it."""

    code: str
    ignores: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Game:
    """Everything a game's folder says. Compared by identity, so that what was found in it can be kept."""

    id: str
    title: str
    version: str
    languages: tuple[str, ...]  # the first is the one the data is written in
    groups: Mapping[str, EntryGroup]
    icons: Mapping[str, Icon]
    components: Mapping[str, Component]
    modules: Mapping[str, Module]
    folder: Path
    span: Span
    credits: str = ""  # one line for the footer
    rules: Mapping[str, Rule] = field(default_factory=dict)
    setup: Setup | None = None
    victory: Victory | None = None
    selections: Mapping[str, Selection] = field(default_factory=dict)
    examples: Mapping[str, Example] = field(default_factory=dict)
    base: "Game | None" = None  # of an expansion: the game that it is for
    glossary: tuple[Term, ...] = ()
    checks: tuple[KindSetting, ...] = ()  # which warnings aren't told, or are errors to it
    define: Mapping[str, Definition] = field(default_factory=dict)  # names for expressions, known everywhere
    plain: "Game | None" = None  # of one with modules applied: the game without them
    outside: Mapping[str, frozenset[str]] = field(default_factory=dict)  # expansion → "rules/night": not of its modules
    unread: UnreadParts = field(default_factory=UnreadParts)  # of its files and its modules'; see `cause`

    @property
    def sentences(self) -> Iterator[Sentence]:
        """Yield all that its rules say to people."""
        owners: list[Mapping[str, Any]] = [self.rules, *(selection.rules for selection in self.selections.values())]
        owners += [self.setup.steps] if self.setup else []
        owners += [self.victory.conditions, self.victory.rules, self.victory.winner] if self.victory else []
        yield from (each.say for things in owners for each in things.values())
        if self.victory and self.victory.nobody:
            yield self.victory.nobody

    @property
    def patches(self) -> tuple[Module, ...]:
        """Return its modules, each with the further patches that come with it where others are chosen."""
        return tuple([patch for module in self.modules.values() for patch in (module, *module.further)])

    def required(self, *ids: str) -> tuple[str, ...]:
        """Return these modules, or those of further patches, and all that they need, as far as they are there."""
        known = {id: None for id in FURTHER.join(ids).split(FURTHER) if id in self.modules}
        together = list(known)
        for each in together:  # grows on the way
            more = [id for id in dict.fromkeys(self.modules[each].needs) if id in self.modules and id not in known]
            together += more
            known |= dict.fromkeys(more)
        return tuple(together)

    def open_choices(self, modules: Collection[str]) -> dict[str, tuple[str, ...]]:
        """Return the choices that are still to be made with these modules, each with all modules there are for it.

        A choice among modules of an expansion is only to be made with some of that expansion.
        """
        chosen = [self.modules[id] for id in modules if id in self.modules]
        games, made = {(self.base or self).id, *(each.game for each in chosen)}, {each.one_of for each in chosen}
        asked = {each.one_of for each in self.modules.values() if each.game in games} - {"", *made}
        return {name: tuple([id for id, each in self.modules.items() if each.one_of == name]) for name in sorted(asked)}

    def go_together(self, *ids: str) -> bool:
        """Tell whether these modules, with all that they need, can be chosen together."""
        together = self.required(*ids)
        return not any(other in together for id in together for other in self.modules[id].not_with)

    def cause(self, section: str, id: str = "", *, of_modules: bool = True) -> Problem | None:
        """Return why this isn't there, although a file of the game may say it: see `UnreadParts.cause_in_game`."""
        return self.unread.cause_in_game(section, id, of_modules=of_modules)

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the games that have a part in it: expansions whose modules it has, itself, the one that it is for.

        What an expansion has of layouts and styles goes before what there is already.
        """
        base = (self.base.id,) if self.base else ()
        games = [game for module in self.modules.values() if (game := module.game) not in (self.id, *base)]
        own = (self.id, *games) if self.base else (*games, self.id)
        return tuple(dict.fromkeys(game for game in (*own, *base) if game))

    @property
    def folders(self) -> tuple[Path, ...]:
        """Return where its files are: expansions' folders, its own, that of the game that it is for, an overlay's."""
        whole = (self.folder, *((self.base.folder,) if self.base else ()))
        of_modules = {module.folder: module.game for module in self.modules.values() if module.folder not in whole}
        expansions = [folder for folder, game in of_modules.items() if folder and game]
        own = (self.folder, *expansions) if self.base else expansions
        return tuple(dict.fromkeys((*own, *whole, *(folder for folder in of_modules if folder))))


DATA = "data"  # of what templates are told: answers by expressions


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Edition:
    """A game as it will be printed: one language, one ink, chosen modules applied."""

    game: Game  # with the modules applied
    language: str
    ink: str
    modules: tuple[str, ...]
    components: Mapping[str, Component]
    told: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)  # what templates see besides the pieces
    translation: Translation | None = None  # None in the language that the data is written in
    source: Game | None = None  # of a translated edition: the whole game as the data has it, with all its modules

    @property
    def readable(self) -> Mapping[str, Component]:
        """Return what its pieces may refer to: what an expansion brings may refer to anything in the game."""
        return self.game.components if self.game.base else self.components
