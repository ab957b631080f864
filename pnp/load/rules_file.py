"""`rules.yaml` → `Rule`s, `setup.yaml` → `Setup`; lists of things with ids, such as steps and conditions."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeVar

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.load import limits
from pnp.load.kinds import ID, AnyOf, Choice, Defined, Either, Kind, Later, Line, Name, Schema, TextKind, report_type
from pnp.load.pieces import DUPLICATE_ID, guess_ids
from pnp.load.scalars import Anything, Boolean, Formula, Integer, Number, Spoken
from pnp.load.sink import Sink, place_of, quote_value
from pnp.load.structures import DUPLICATE_KEY, NO_VALUE, Entries, Items, Key, Several, Struct, join_path
from pnp.model.game import Game, Plus
from pnp.model.problem import LimitError, code
from pnp.model.rules import BOUNDS, Action, Bound, Move, Named, Put, Rule, RuleKind, Setup, Shuffle, Step, Table, Zone
from pnp.model.span import Span
from pnp.model.values import Unreadable, require

ID_DOC = "Names it, for messages and modules: lower-case letters, digits, hyphens."
PLACE = Name("[a-z][a-z0-9_-]*", "name (lower-case letters, digits, hyphens, underscores)")

TOO_MANY = code("PNP034", says="there are {count:,} {what}, at most {most:,} are possible")
MISMADE = code("PNP035", says="the {what} is of no kind")
SEVERAL_KINDS = MISMADE.also("the {what} is {kinds} at once")
NEEDS = MISMADE.also('"{kind}" needs "{key}"')
MEANS_NOTHING = MISMADE.also('"{key}" means nothing for "{kind}"')
NO_ROWS = MISMADE.also("{found} is no rows of a table")
SAYS_BOTH = MISMADE.also("the {what} says both {one} and {other}")


class OneOf(Struct):
    """A mapping whose kind is the one of some keys that it has; `find_kind` checks that."""

    def __init__(self, kinds: Iterable[str], *keys: Key) -> None:
        super().__init__(*keys)
        self._kinds = tuple(kinds)

    def schema(self, game: Game | None) -> Schema:
        return super().schema(game) | {"oneOf": [{"required": [kind]} for kind in self._kinds]}


T = TypeVar("T")
Make = Callable[[dict[str, Any], Sink], T | None]


class Listed(Later):
    """A list of things with ids, handed on to be read one by one; editors know what each may be."""

    def __init__(self, struct: Struct, what: str, limit: int, section: str = "", strict: bool = False) -> None:
        """`section`: that of the game, if it isn't called `what`. `strict`: things with mistakes are left out."""
        super().__init__(Items(struct))
        self.struct, self.what, self.limit = struct, what, limit
        self._section, self._strict = section or what, strict

    def read_things(self, node: Node | None, path: str, sink: Sink, make: Make[T]) -> dict[str, T]:
        """Read the things by id; `make` gets what an item says, and a sink with the places of that item's values."""
        found: dict[str, T] = {}
        if node is None:
            return found
        if not isinstance(node, SequenceNode):
            sink.lost[path] = report_type(node, path, sink, f"a list of {self.what}", "write each as - id: …").problem
            return found
        if len(node.value) > self.limit:
            problem = TOO_MANY.at(sink.span(path), count=len(node.value), what=self.what, most=self.limit)
            raise LimitError(str(problem))
        first: dict[str, Span] = {}
        for item in node.value:
            inner, before = sink.fresh(), len(sink.problems)
            raw = self.struct.read(item, "", inner)
            inner.places.setdefault("", place_of(item))
            if raw is None or (id := raw["id"]) is None:
                self._note_unread(guess_ids(item) if isinstance(item, MappingNode) else [""], before, inner)
                continue
            if id in first:
                sink.report(DUPLICATE_ID, inner.place("id"), origin=first[id], id=quote_value(id))
                continue
            first[id] = inner.span("id")
            thing = make(raw, inner)
            is_whole = len(sink.problems) == before and not inner.lost
            if thing is not None and (is_whole or not self._strict):
                found[id] = thing
            if not is_whole:
                self._note_unread([id], before, inner)
        return found

    def _note_unread(self, ids: Iterable[str], before: int, sink: Sink) -> None:
        """Note things that can't be read for the first problem since `before`, or one that is known already."""
        found = (*sink.problems[before : before + 1], *sink.lost.values())
        for id in ids if found else ():
            sink.unread.note(f"{self._section}/{id}" if id else self._section, found[0])


def find_kind(what: str, kinds: Mapping[str, RuleKind], raw: Mapping[str, Any], path: str, sink: Sink) -> str:
    """Return the one kind of a thing; "" if that, or what the kind needs, isn't there, which is reported."""
    prefix = join_path(path, "")
    given = [kind for kind in kinds if prefix + kind in sink.places]
    hint = f"{'an' if what[0] in 'aeiou' else 'a'} {what} is one of {', '.join(kinds)}"
    if not given:
        cause = next((sink.lost[prefix + kind] for kind in kinds if prefix + kind in sink.lost), None)
        sink.report(MISMADE, sink.place(path), hint=hint, cause=cause, what=what)
        return ""
    if len(given) > 1:
        sink.report(SEVERAL_KINDS, sink.place(prefix + given[1]), hint=hint, what=what, kinds=" and ".join(given))
        return ""
    kind, uses = given[0], kinds[given[0]]
    for need in uses.needs:
        if prefix + need not in sink.places:
            sink.report(NEEDS, sink.place(path), cause=sink.lost.get(prefix + need), kind=kind, key=need)
    empty = [key for key in (kind, *uses.needs) if raw[key] is None]
    for path in (prefix + key for key in empty if prefix + key in sink.places):
        sink.report(NO_VALUE, sink.places[path], cause=sink.lost.get(path), path=path)
    special = {key for other in kinds.values() for key in (*other.needs, *other.may)}
    for key in raw:
        if key in special and key not in (*uses.needs, *uses.may) and prefix + key in sink.places:
            sink.report(MEANS_NOTHING, sink.places[prefix + key], key=key, kind=kind)
    return "" if empty else kind


def anchor_keys(what: str) -> list[Key]:
    return [Key(how, ID, f"Of a module's {what}: the one that it comes {how}.") for how in ("after", "before")]


def read_anchor(what: str, raw: Mapping[str, Any], sink: Sink) -> tuple[str, str, Span | None]:
    """Return what a module's thing comes after, what it comes before, and the place of that."""
    if "after" in sink.places and "before" in sink.places:
        sink.report(SAYS_BOTH, sink.place("before"), hint="delete one", what=what, one="after", other="before")
    place = next((sink.span(key) for key in ("after", "before") if key in sink.places), None)
    return raw["after"] or "", raw["before"] or "", place


NOT_HERE = MISMADE.also('a rule can\'t be of the kind "{kind}" here')
NO_FIGURE = MISMADE.also('"{kind}" needs a figure that is expected')
_FIGURES = Entries(Name(r"\S(?:.*\S)?", "value"), Formula())


class Figures(AnyOf):
    """An expression, or one for each of some values."""

    kinds = (Formula(), _FIGURES)

    def read(self, node: Node, path: str, sink: Sink) -> Any:
        if not isinstance(node, MappingNode):
            return Formula().read(node, path, sink)
        return {key: figure for key, figure in _FIGURES.read(node, path, sink).items() if figure is not None}


_BEFORE = (
    Key("id", ID, ID_DOC, required=True),
    Key("say", Spoken(), "What must hold, as a sentence for people.", required=True),
    Key("source", TextKind(), "Where that is said: a book, a page.", default=""),
)
_SHARED = (
    Key("of", Formula(), "The pieces: a component's id, a group's, or any list."),
    Key("where", Formula(), "Only the pieces for which this holds."),
    Key("by", Formula(), "One figure for each value of this."),
    Key("per", Formula(), "The whole rule holds for each value of this by itself."),
    Key("is", Figures(), "What is expected, or a mapping from each value of `by` to it."),
    Key("at-least", Figures(), "The least that is expected."),
    Key("at-most", Figures(), "The most that is expected."),
    Key("needs", Items(ID), "Rules above it: it is only judged where they hold.", default=()),
)


# A list of rules, handed on to a reader who knows their kinds; the schema around it has one among its `$defs`.
RULES = Later(Items(Defined("rule", Later)))


def rule_struct(kinds: Mapping[str, RuleKind]) -> OneOf:
    """All keys that rules of these kinds may have."""
    of_kinds = [Key(name, Formula(), kind.says) for name, kind in kinds.items()]
    shared = {key.name: key for key in _SHARED}
    for name, kind in kinds.items():
        for key, means in kind.keys.items():
            known = shared.get(key)
            doc = f"{known.doc.rstrip('.')}; of {name}: {means}" if known else means
            shared[key] = known._replace(doc=doc) if known else Key(key, Formula(), doc)
    return OneOf(kinds, *_BEFORE, *of_kinds, *shared.values())


@dataclass(frozen=True, eq=False, repr=False)
class RuleReader:
    """Reads lists of rules of these kinds."""

    kinds: Mapping[str, RuleKind]

    @cached_property
    def _struct(self) -> OneOf:
        return rule_struct(self.kinds)

    def read(self, node: Node | None, path: str, sink: Sink, section: str = "rules") -> dict[str, Rule]:
        """Read rules of any kind, as in rules.yaml; in other sections, of kinds that don't count players."""
        # a selection, or a finished table, has its own number of players
        kinds = {name: kind for name, kind in self.kinds.items() if section == "rules" or kind.about != "players"}
        rules = Listed(self._struct, "rules", limits.RULES, section, section != "victory.rules")
        return rules.read_things(node, path, sink, partial(self._read_rule, kinds))

    def _read_rule(self, kinds: Mapping[str, RuleKind], raw: dict[str, Any], sink: Sink) -> Rule | None:
        for name in self.kinds:
            if name not in kinds and name in sink.places:
                sink.report(NOT_HERE, sink.place(name), hint=f"there are: {', '.join(kinds)}", kind=name)
                return None
        name = find_kind("rule", kinds, raw, "", sink)
        if not name or raw["say"] is None:
            return None
        kind = kinds[name]
        if kind.has_figures and not any(key in sink.places for key in BOUNDS):
            cause = next((sink.lost[key] for key in BOUNDS if key in sink.lost), None)
            sink.report(NO_FIGURE, sink.place(name), hint="is, at-least or at-most", cause=cause, kind=name)
            return None
        shared = {key.name for key in _SHARED}
        return Rule(
            id=raw["id"],
            kind=name,
            subject=raw[name],
            say=raw["say"],
            span=sink.span("id"),
            source=raw["source"] or "",
            of=raw["of"],
            where=raw["where"],
            by=raw["by"],
            per=raw["per"],
            bounds=tuple([Bound(key, raw[key], sink.span(key)) for key in BOUNDS if raw[key] is not None]),
            needs={need: sink.span("needs", str(number)) for number, need in enumerate(raw["needs"] or ())},
            own={key: raw[key] for key in kind.keys if key not in shared and raw[key] is not None},
        )


_ALL = "all"
_ACTION_KINDS = {
    "shuffle": RuleKind(""),
    "move": RuleKind("", needs=("from", "to"), may=("chosen", "under", "of")),
    "put": RuleKind("", needs=("to",)),
}
_COUNT = Name("[1-9][0-9]?", "number of players (1 to 99)")
ROWS = Entries(_COUNT, Number())
PLAYERS = Items(Integer(1, limits.PLAYERS), filled=True)
PLAYERS_KEY = Key("players", PLAYERS, "The numbers of players that can play.")


class _What(AnyOf):
    """A value of `move`: a number or another expression, `all`, or a list of ids."""

    _ids = Items(ID, filled=True)
    kinds = (Formula(), _ids)

    def read(self, node: Node, path: str, sink: Sink) -> Any:
        if isinstance(node, SequenceNode):
            ids = self._ids.read(node, path, sink)
            return tuple([Named(id, sink.span(path, str(n))) for n, id in enumerate(ids)])
        if isinstance(node, ScalarNode) and node.value == _ALL:
            return _ALL
        return Formula().read(node, path, sink)


class _Spot(Kind):
    """A place on the drawn table: percent across and down."""

    _pair = Several(Number(0, 100))

    def read(self, node: Node, path: str, sink: Sink) -> tuple[float, float]:
        if not isinstance(node, SequenceNode) or len(node.value) != 2:
            raise report_type(node, path, sink, "two numbers", "percent across and down, like [12, 45]")
        pair = self._pair.read(node, path, sink)
        return require(pair[0]), require(pair[1])

    def schema(self, game: Game | None) -> Schema:
        return self._pair.schema(game) | {"minItems": 2, "maxItems": 2}


_TABLE_ROWS = Key("rows", Entries(_COUNT, Anything()), "The value for each number of players.", required=True)
TABLE = Struct(Key("title", Line(), "What the figure is.", required=True), _TABLE_ROWS)
_ROW = Name(r"[1-9][0-9]?|[a-z][a-z0-9-]*", "number of players (1 to 99), or module")
_BY_MODULE = Entries(_ROW, Either(Entries(_COUNT, Anything()), Anything(), (MappingNode,)))
_ROWS_BY_MODULE = _TABLE_ROWS._replace(kind=_BY_MODULE, doc="The value for each number of players, or by module.")
MORE = Struct(Key("title", Line(), "What the figure is; without it the rows are more of a table."), _TABLE_ROWS)
ZONE = Struct(
    Key("title", Line(), "What the place is called.", required=True),
    Key("starts", Formula(), "The pieces that lie here before the first step: a component's id, or any list."),
    Key("per", Formula(), "One such place for each of these: players."),
    Key("at", _Spot(), "Where it is on the drawn table: percent across and down."),
    Key("face", Choice(("up", "down")), "How pieces lie there, where it matters.", default=""),
    Key("away", Boolean(), "Out of the game.", default=False),
    Key("ordered", Boolean(), "Pieces are dealt from it in the order of the data, unshuffled.", default=False),
)
ACTION = OneOf(
    _ACTION_KINDS,
    Key("shuffle", PLACE, "The zone whose pieces are shuffled."),
    Key("move", _What(), "How many pieces are moved, all of them, or which: a list of ids."),
    Key("put", PLACE, "The marker that is put somewhere."),
    Key("of", _What(), "So many of these are moved, by chance: a list of ids, or pieces."),
    Key("from", PLACE, "The zone that pieces are taken from."),
    Key("to", Later(Formula()), "The zone that pieces come to, or the marker's space."),
    Key("chosen", Boolean(), "The players choose, and don't take from the top.", default=False),
    Key("under", Boolean(), "Pieces come under those that lie there, not on top of them.", default=False),
)
STEP = Struct(
    Key("id", ID, ID_DOC, required=True),
    Key("say", Spoken(), "What to do, as it is read out.", required=True),
    Key("do", Items(ACTION), "What is done: shuffle, move, put.", default=()),
    Key("when", Formula(), "The step is only taken where this holds."),
    Key("so-that", Formula(), "What must hold when the step is done: else it is dealt again."),
    *anchor_keys("step"),
)
STEPS = Listed(STEP, "steps", limits.STEPS, "setup.steps")
SETUP_SECTIONS = (
    Key("tables", Entries(PLACE, TABLE), "Figures for each number of players.", default={}),
    Key("zones", Entries(PLACE, ZONE), "The places on the table.", default={}),
    Key("steps", STEPS, "What is done, in this order."),
)
MORE_SECTIONS = (
    Key("tables", Entries(PLACE, MORE), "Figures for each number of players.", default={}),
    *SETUP_SECTIONS[1:],
)
OWN_TABLES = SETUP_SECTIONS[0]._replace(kind=Entries(PLACE, Struct(TABLE.keys[0], _ROWS_BY_MODULE)))
SETUP = Struct(PLAYERS_KEY._replace(required=True), OWN_TABLES, *SETUP_SECTIONS[1:])


def read_setup(node: Node, sink: Sink) -> Setup | None:
    raw = SETUP.read(node, "", sink)
    if raw is None:
        return None
    said = raw["players"] or ()
    for number, players in enumerate(said):
        if players in said[:number]:
            sink.report(DUPLICATE_KEY, sink.place("players", str(number)), hint="delete one", name=str(players))
    return Setup(tuple(sorted(set(said))), **read_setup_sections(raw, "", sink), span=sink.span())


def read_setup_sections(raw: Mapping[str, Any], path: str, sink: Sink) -> dict[str, Mapping[str, Any]]:
    """Read the zones, tables and steps of a setup, or of a module's patch to one, below `path`."""
    zones: dict[str, Zone] = {}
    for id, said in (raw["zones"] or {}).items():
        if said:
            title, span = said["title"] or id, sink.span(join_path(path, "zones"), id)
            flags = said["face"] or "", bool(said["away"]), bool(said["ordered"])
            zones[id] = Zone(id, title, span, said["starts"], said["per"], said["at"], *flags)
    tables: dict[str, Table] = {}
    for id, said in (raw["tables"] or {}).items():
        if said:
            at = join_path(path, f"tables.{id}")
            every = said["rows"] or {}
            rows = {int(players): value for players, value in every.items() if players.isdigit()}
            places = {players: sink.span(at, "rows", str(players)) for players in rows}
            others = {key: value for key, value in every.items() if not key.isdigit()}
            found = {key: _read_rows(id, value, f"{at}.rows.{key}", sink) for key, value in others.items()}
            by_module = {key: plus for key, plus in found.items() if plus is not None}
            tables[id] = Table(id, said["title"] or id, rows, places, sink.span(at), by_module)
    steps = STEPS.read_things(raw["steps"], join_path(path, "steps"), sink, _read_step)
    return {"zones": zones, "tables": tables, "steps": steps}


def _read_rows(table: str, rows: Any, path: str, sink: Sink) -> Plus | None:
    """Read the rows that a table has with a module; None where they are no rows."""
    if not isinstance(rows, Mapping):
        sink.report(NO_ROWS, sink.place(path), found=str(rows), hint="a row for each number of players, like {2: 7}")
        return None
    return Plus(table, rows, sink.span(path), {players: sink.span(path, players) for players in rows}, is_new=True)


def _read_step(raw: dict[str, Any], sink: Sink) -> Step | None:
    anchor = read_anchor("step", raw, sink)
    actions = [_read_action(said, f"do.{n}", sink) for n, said in enumerate(raw["do"] or ())]
    if raw["say"] is None:
        return None
    done = tuple([action for action in actions if action is not None])
    return Step(raw["id"], raw["say"], done, sink.span("id"), raw["when"], *anchor, raw["so-that"])


def _read_action(said: dict[str, Any], path: str, sink: Sink) -> Action | None:
    kind = find_kind("action", _ACTION_KINDS, said, path, sink)
    if not kind:
        return None
    span = sink.span(path, kind)
    if kind == "shuffle":
        return Shuffle(said["shuffle"], span)
    reader: Kind = Formula() if kind == "put" else PLACE
    try:
        to = reader.read(said["to"], f"{path}.to", sink)
    except Unreadable:
        return None
    if kind == "put":
        return Put(said["put"], to, span)
    what, ends = said["move"], (sink.span(path, "from"), sink.span(path, "to"))
    if said["of"] is not None and (_ALL in (what, said["of"]) or what.__class__ is tuple):
        sink.report(MEANS_NOTHING, sink.place(path, "of"), hint="move: 3, of: [a, b, c, d]", key="of", kind=str(_ALL))
    moved = None if what == _ALL else what
    return Move(moved, said["from"], to, span, bool(said["chosen"]), ends, bool(said["under"]), said["of"])
