"""`selections.yaml` → `Selection`s, `examples.yaml` → `Example`s, and what players write down → values.

Values are read by the fields of the selection or, as a finished table, by those of `victory.yaml`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, NamedTuple

from yaml.nodes import MappingNode, Node

from pnp.load import limits
from pnp.load.fields import DEFINITIONS, FIELDS, make_key
from pnp.load.kinds import FIELD_NAME, ID, WORD, Choice, Kind, Later, Line, Schema, TextKind, report_type
from pnp.load.numbers import Boolean, Integer
from pnp.load.phrases import Anything, Formula, Spoken, read_definitions
from pnp.load.rules_file import ID_DOC, MISMADE, PLACE, RULES, Listed
from pnp.load.sink import Sink, is_empty, place_of, shown
from pnp.load.structures import DUPLICATE_KEY, MISSING_KEY, Entries, Items, Key, Nested, Struct, report_twice
from pnp.load.targets import NO_MODULE, NO_SELECTION, UNKNOWN_NAME, note_file_of_rules
from pnp.load.victory_file import VictoryReader
from pnp.model.game import FURTHER, Change, Game, Module
from pnp.model.patch import patched
from pnp.model.problem import Problem
from pnp.model.rules import Expression, Named, Selection, Variable, Victory
from pnp.model.span import Span
from pnp.model.values import Field, Record, Value
from pnp.model.worked import Example, Expected

NO_FIELD = UNKNOWN_NAME.also("there is no field {name}", once=True)
NO_LIST_OF_PIECES = MISMADE.also('"{name}" is no list of pieces that there could be copies of')
SELECTION = Struct(
    Key("title", Line(), "What it is called.", required=True),
    Key("fields", Later(FIELDS), "What players say in their file.", required=True),
    Key(
        "copies",
        Entries(FIELD_NAME, Formula()),
        "How often a field may have each piece, where that isn't as often as it is printed: a number, "
        "an expression about the piece, or unlimited.",
    ),
    Key("define", DEFINITIONS, "Names for expressions, which are evaluated where they are used."),
    Key("rules", RULES, "What must hold of it."),
)
SELECTIONS = Entries(ID, SELECTION)
TAKEN = ("game", "selection", "with", "chosen")  # what a player's file says beside the fields, and what rules call it
NAMES_NOTHING = UNKNOWN_NAME.also('"{path}" names nothing in {to}: {value}', varies=("path",), once=True)


def make_selections(
    said: Mapping[str, Any] | None, path: str, sink: Sink, reader: VictoryReader
) -> dict[str, Selection]:
    found: dict[str, Selection] = {}
    for id, raw in (said or {}).items():
        if not raw:
            continue
        at = f"{path}.{id}" if path else id
        fields = reader.read_fields(raw["fields"], f"{at}.fields", sink, TAKEN).declared
        copies: dict[str, Expression] = {}  # of fields that are a piece, or a list of pieces
        define = read_definitions(raw["define"], f"{at}.define", sink)
        rules = reader.rules.read(raw["rules"], f"{at}.rules", sink, "selections.rules")
        for name, expression in (raw["copies"] or {}).items():
            place, cause = sink.place(at, "copies", name), sink.cause(at, "fields", name)
            declared = fields.get(name)
            if declared is None:
                sink.report(NO_FIELD, place, hint=sink.suggest(name, fields), cause=cause, name=shown(name))
            elif "reference" not in (declared.type, declared.of.type if declared.of else ""):
                sink.report(NO_LIST_OF_PIECES, place, cause=cause, name=name)
            elif expression is not None:
                copies[name] = expression
        found[id] = Selection(id, raw["title"] or id, fields, define, rules, sink.span(at), copies)
    return found


class Filled(NamedTuple):
    """Values by name, and where they stand, by their paths."""

    values: dict[str, Value]
    places: dict[str, Span]


def read_selection(
    node: Node, path: str, sink: Sink, game: Game, selection: Selection, more: Iterable[Key] = ()
) -> Filled | None:
    """Read a selection, whose references must be in the game; `more` are keys that may stand there, too."""
    return _read(Struct(*_keys(selection.fields.values()), *more), selection.fields, node, path, sink, game)


def read_table(
    node: Node, path: str, sink: Sink, game: Game, victory: Victory, more: Iterable[Key] = ()
) -> Filled | None:
    """Read a finished table: the track, what is written down once, and the players."""
    player = Field("of", "record", victory.span, fields=victory.player)
    fields = {**victory.table, "players": Field("players", "list", victory.span, of=player)}
    cause = next((each for part in ("track", "player", "table") if (each := game.cause(f"victory.{part}"))), None)
    return _read(Struct(*table_keys(victory, cause), *more, cause=cause), fields, node, path, sink, game)


def table_keys(victory: Victory, cause: Problem | None = None) -> list[Key]:
    """Return the keys of a finished table; `cause`: why there may be others, which couldn't be read."""
    track = [
        Key(variable.id, _variable_kind(variable), f"{variable.title}.", required=True)
        for variable in victory.track.values()
        if variable.read is None
    ]
    name = Key("name", Line(), "The player's name.", required=True)
    players = Items(Nested(name, *_keys(victory.player.values()), cause=cause), filled=True)
    return [*track, *_keys(victory.table.values()), Key("players", players, "The players.", required=True)]


def _keys(fields: Iterable[Field]) -> list[Key]:
    """Return the keys of fields; a list that isn't there is empty, since players may have nothing of it."""
    keys = []
    for declared in fields:
        key = make_key(declared)
        is_list = declared.type == "list" and key.default is None and not declared.required
        keys.append(key._replace(default=()) if is_list else key)
    return keys


def _variable_kind(variable: Variable) -> Kind:
    values = variable.values
    if values and all(isinstance(value, bool) for value in values):
        return Boolean()
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    if values and len(numbers) == len(values) and max(numbers) - min(numbers) == len(values) - 1:
        return Integer(min(numbers), max(numbers))
    texts = [value for value in values if isinstance(value, str)]
    return Choice(texts) if values and len(texts) == len(values) else Anything()


def _read(struct: Struct, fields: Mapping[str, Field], node: Node, path: str, sink: Sink, game: Game) -> Filled | None:
    before, is_whole = len(sink.problems), True
    values = struct.read(node, path, sink)
    prefix = f"{path}." if path else ""
    there = values or {}
    found = [each for name in fields for each in _find_references(fields[name], prefix + name, there.get(name))]
    known: dict[str, Collection[str]] = {id: group.entries.keys() for id, group in game.groups.items()}
    for to in game.components.keys() & {reference.to for reference, _, _ in found} - known.keys():
        known[to] = {piece.id for piece in game.components[to].pieces}
    for reference, at, value in found:
        if reference.to in known and value not in known[reference.to]:
            is_whole = False
            _report_unknown(reference, at, value, known[reference.to], sink, game)
    if values is None or not is_whole or len(sink.problems) > before:
        return None
    places = {at: Span(sink.file, *place) for at, place in sink.places.items() if at.startswith(prefix)}
    return Filled(values, places)


def _report_unknown(field: Field, path: str, value: str, known: Collection[str], sink: Sink, game: Game) -> None:
    sections = (f"groups.{field.to}", f"pieces.{field.to}")
    brought = gone = ""
    for module in game.modules.values():
        changes = [module.change(section) for section in sections]
        own = (component for component in module.change("components").add if component.id == field.to)
        ids = {
            *(each.id for change in changes for each in change.add),
            *(each.id for one in own for each in one.pieces),
        }
        brought = brought or (module.id if value in ids else "")
        gone = gone or (module.id if any(value == id for change in changes for id, _ in change.drop) else "")
    hint = f"the module {gone} leaves it out" if gone else sink.suggest(value, known)
    hint = f"only the module {brought} has it" if brought else hint
    cause = next((each for section in sections if not brought and (each := game.cause(section, value))), None)
    sink.report(NAMES_NOTHING, sink.place(path), hint=hint, cause=cause, path=path, to=field.to, value=value)


def _find_references(declared: Field, path: str, value: Any) -> Iterator[tuple[Field, str, str]]:
    """Yield the ids in a value, each with its field and path."""
    if declared.type == "reference" and isinstance(value, str):
        yield declared, path, value
    elif declared.of is not None and isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from _find_references(declared.of, f"{path}.{number}", item)
    elif isinstance(value, Record):
        for name, inner in declared.fields.items():
            yield from _find_references(inner, f"{path}.{name}", value.read.get(name))


NOTHING_EXPECTED = MISMADE.also("the example expects nothing")
NOTHING_GIVEN = MISMADE.also('an example of a selection needs "given"')
NOT_BESIDE = MISMADE.also('"{other}" means nothing beside "{key}"')
BREAKS_ALONE = MISMADE.also('"breaks" means nothing without "selection" or "score"')
NO_VICTORY = UNKNOWN_NAME.also("there is no victory.yaml to judge a table by", once=True)
WITHOUT_VALUE = MISSING_KEY.also("{what} has no value")


class _Expectations(Kind):
    """A mapping from expressions to their values."""

    described: ClassVar[Schema] = {"type": "object"}

    def read(self, node: Node, path: str, sink: Sink) -> tuple[Expected, ...]:
        if not isinstance(node, MappingNode):
            sink.lost[path] = report_type(node, path, sink, "a mapping from expressions to values").problem
            return ()
        if not node.value:
            sink.report(NOTHING_EXPECTED, node, hint="write what must come out")
        found: dict[str, Expected] = {}
        for key, value in node.value:
            what = Formula().read(key, path, sink)
            if not isinstance(what, Expression):
                continue
            if what.text in found:
                report_twice(node, key, sink)
            elif is_empty(value):
                sink.report(WITHOUT_VALUE, key, hint="null is nothing", what=shown(what.text))
            else:
                inner = f"{path}.{len(found)}"
                data = Anything().read(value, inner, sink)
                found[what.text] = Expected(what, data, sink.span(inner))
        return tuple(found.values())


EXAMPLE = Struct(
    Key("id", ID, ID_DOC, required=True),
    Key("say", Spoken(), "What happens, as a sentence for people.", required=True),
    Key("source", TextKind(), "Where that is said: a book, a page.", default=""),
    Key("players", Integer(1, limits.PLAYERS), "How many players there are, where it matters."),
    Key("with", Items(ID), "Modules that are used; in a module's file it is that one where nothing is said."),
    Key("given", Later(), "Names and their values; of a selection: its fields."),
    Key("let", Entries(WORD, Formula()), "More names, each for an expression about what is given.", default={}),
    Key("expect", _Expectations(), "Expressions, and the values that must come out."),
    Key("selection", ID, "The selection that the example is one of."),
    Key("breaks", Items(ID), "All rules that it breaks: of the selection, or of finished tables, `ends` among them."),
    Key("score", Later(), "A finished table, as in a file for pnp score."),
)
EXAMPLES = Listed(EXAMPLE, "examples", limits.RULES, strict=True)
_GIVEN = Entries(PLACE, Anything())


class Unread(NamedTuple):
    """Examples of one file: nodes, each with its path, and ids that are dropped."""

    sink: Sink
    added: tuple[Node | None, str]
    replaced: tuple[Node | None, str] = (None, "")
    dropped: tuple[tuple[str, Span], ...] = ()


def add_examples(game: Game, own: Iterable[Unread], of_modules: Mapping[str, list[Unread]]) -> Game:
    """Add its examples, and those of its modules, to a game all else of which is known."""
    reader = ExampleReader(game)
    examples = dict(game.examples)
    for unread in own:
        examples |= reader.read(unread.sink, *unread.added, "")
        note_file_of_rules("examples", unread.sink.lost, unread.sink.poisoned)
    modules = dict(game.modules)
    for id in dict.fromkeys(id.partition(FURTHER)[0] for id in of_modules):
        modules[id] = _add_to_module(modules[id], reader, of_modules)
    return replace(game, examples=examples, modules=modules)


def _add_to_module(patch: Module, reader: "ExampleReader", of_modules: Mapping[str, list[Unread]]) -> Module:
    change = Change()
    for file in of_modules.get(patch.id, ()):
        added, replaced = (reader.read(file.sink, *part, patch.id) for part in (file.added, file.replaced))
        change = Change(
            (*change.add, *added.values()), (*change.replace, *replaced.values()), change.drop + file.dropped
        )
    further = tuple([_add_to_module(each, reader, of_modules) for each in patch.further])
    changes = {**patch.changes, "examples": change} if any(change) else patch.changes
    return replace(patch, changes=changes, further=further)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ExampleReader:
    """Reads examples of a game, with any of its modules."""

    game: Game
    _games: dict[tuple[str, ...], Game] = field(default_factory=dict)

    def read(self, sink: Sink, node: Node | None, path: str, owner: str) -> dict[str, Example]:
        """Read examples by id; `owner` is the module in whose file they stand."""
        return EXAMPLES.read_things(node, path, sink, partial(self._read_example, owner))

    def _read_example(self, owner: str, raw: dict[str, Any], sink: Sink) -> Example | None:
        before = len(sink.problems)
        for key, others in (("score", ("given", "selection")), ("selection", ())):
            for other in others:
                if key in sink.places and other in sink.places:
                    sink.report(NOT_BESIDE, sink.place(other), other=other, key=key)
        if "breaks" in sink.places and sink.places.keys().isdisjoint(("selection", "score")):
            cause = sink.lost.get("selection") or sink.lost.get("score")
            sink.report(BREAKS_ALONE, sink.place("breaks"), cause=cause)
        telling = ("expect", "selection", *(("breaks",) if "score" in sink.places else ()))
        if sink.places.keys().isdisjoint(telling):
            cause = next((sink.lost[key] for key in telling if key in sink.lost), None)
            sink.report(NOTHING_EXPECTED, sink.place("id"), hint='say with "expect" what comes out', cause=cause)
        if len(sink.problems) != before:
            return None
        modules = self._read_modules(raw["with"], owner, sink)
        filled = self._read_given(raw, modules, sink)
        breaks = tuple([Named(id, sink.span("breaks", str(n))) for n, id in enumerate(raw["breaks"] or ())])
        if filled is None or raw["say"] is None:
            return None
        return Example(
            id=raw["id"],
            say=raw["say"],
            span=sink.span("id"),
            source=raw["source"] or "",
            modules=modules,
            players=raw["players"],
            given=filled.values,
            places={**filled.places, "players": sink.span("players")},
            let={name: expression for name, expression in (raw["let"] or {}).items() if expression is not None},
            expect=raw["expect"] or (),
            selection=raw["selection"] or "",
            breaks=breaks,
            score=raw["score"] is not None,
        )

    def _read_modules(self, said: tuple[str, ...] | None, owner: str, sink: Sink) -> tuple[str, ...]:
        known: list[str] = []
        for number, id in enumerate(said or ()):
            place = sink.place("with", str(number))
            if id in known:
                sink.report(DUPLICATE_KEY, place, hint="delete one", name=shown(id))
            elif id in self.game.modules:
                known.append(id)
            else:
                hint, cause = sink.suggest(id, self.game.modules), self.game.cause("modules", id)
                sink.report(NO_MODULE, place, hint=hint, cause=cause, name=shown(id))
        if said is None and owner:
            known = owner.split(FURTHER)
            for id in known:  # grows on the way
                known += [need for need in self.game.modules[id].needs if need not in known]
        return tuple(sorted(set(known)))

    def _read_given(self, raw: Mapping[str, Any], modules: tuple[str, ...], sink: Sink) -> Filled | None:
        node, selection, score = raw["given"], raw["selection"], raw["score"]
        if modules not in self._games:
            self._games[modules] = patched(self.game, [self.game.modules[id] for id in modules])
        game = self._games[modules]
        if selection is not None:
            place = sink.place("selection")
            if selection not in game.selections:
                hint = sink.suggest(selection, game.selections)
                cause = game.cause("selections", selection, of_modules=bool(modules))
                sink.report(NO_SELECTION, place, hint=hint, cause=cause, name=shown(selection))
                return None
            if node is None:
                sink.report(NOTHING_GIVEN, place, cause=sink.lost.get("given"))
                return None
            return read_selection(node, "given", sink, game, game.selections[selection])
        if score is not None:
            if game.victory is None:
                cause = game.cause("victory", of_modules=bool(modules))
                sink.report(NO_VICTORY, sink.place("score"), cause=cause)
                return None
            return read_table(score, "score", sink, game, game.victory)
        values = _GIVEN.read(node, "given", sink) if node is not None else {}
        places = {path: Span(sink.file, *place) for path, place in sink.places.items() if path.startswith("given.")}
        pairs = node.value if isinstance(node, MappingNode) else ()
        return Filled(values, {**places, **{f"name.{key.value}": Span(sink.file, *place_of(key)) for key, _ in pairs}})
