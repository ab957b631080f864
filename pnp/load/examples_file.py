"""`examples.yaml` → `Example`s; a player's file → `Written`, a finished table or a selection.

Keys of a player's file beside the fields: `game`, where the game isn't named otherwise; `with`, the modules that are
used; `selection`, which selection it is. A file without that one is a finished table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode

from pnp.io.project import Project, list_games
from pnp.load import limits
from pnp.load.expansions import NO_MODULE_OF, Load, NoModule, add_needed_modules
from pnp.load.fields import NO_GAME, NO_MODULE, NO_SELECTION, UNKNOWN_NAME
from pnp.load.kinds import ID, WORD, Kind, Later, Schema, TextKind, report_type
from pnp.load.rules_file import ID_DOC, MISMADE, PLACE, Listed
from pnp.load.scalars import Anything, Formula, Integer, Spoken
from pnp.load.sink import Sink, is_empty, note_file_of_rules, place_of, quote_value
from pnp.load.structures import DUPLICATE_KEY, MISSING_KEY, Entries, Items, Key, Struct, report_twice
from pnp.load.victory_file import Filled, read_selection, read_table, table_keys
from pnp.load.yaml_nodes import Opened, open_yaml
from pnp.model.game import FURTHER, Change, Game, Module
from pnp.model.patch import apply_modules
from pnp.model.problem import FileError, Problem, sort_problems
from pnp.model.rules import Example, Expected, Expression, Named, Written
from pnp.model.span import Span
from pnp.model.values import Unreadable

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
            try:
                what: Expression = Formula().read(key, path, sink)
            except Unreadable:
                continue
            if what.text in found:
                report_twice(node, key, sink)
            elif is_empty(value):
                sink.report(WITHOUT_VALUE, key, hint="null is nothing", what=quote_value(what.text))
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


def add_examples(game: Game, file: Opened | None, of_modules: Mapping[str, list[Unread]]) -> Game:
    """Add the examples of its file, and those of its modules, to a game all else of which is known."""
    reader = ExampleReader(game)
    examples = dict(game.examples)
    if file:
        examples |= reader.read(file.sink, file.root, "", "")
        note_file_of_rules("examples", file.sink.lost, file.sink.unread)
    changed = dict.fromkeys(id.partition(FURTHER)[0] for id in of_modules)
    modules = {id: _add_to_module(game.modules[id], reader, of_modules) for id in changed}
    return replace(game, examples=examples, modules={**game.modules, **modules})


def _add_to_module(patch: Module, reader: "ExampleReader", of_modules: Mapping[str, list[Unread]]) -> Module:
    change = Change()
    for file in of_modules.get(patch.id, ()):
        added, replaced = (reader.read(file.sink, *part, patch.id).values() for part in (file.added, file.replaced))
        change = Change((*change.add, *added), (*change.replace, *replaced), change.drop + file.dropped)
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
        for other in ("given", "selection"):
            if "score" in sink.places and other in sink.places:
                sink.report(NOT_BESIDE, sink.place(other), other=other, key="score")
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
            breaks=tuple([Named(id, sink.span("breaks", str(n))) for n, id in enumerate(raw["breaks"] or ())]),
            score=raw["score"] is not None,
        )

    def _read_modules(self, said: tuple[str, ...] | None, owner: str, sink: Sink) -> tuple[str, ...]:
        known: list[str] = []
        for number, id in enumerate(said or ()):
            place = sink.place("with", str(number))
            if id in known:
                sink.report(DUPLICATE_KEY, place, hint="delete one", name=quote_value(id))
            elif id in self.game.modules:
                known.append(id)
            else:
                sink.report_name(NO_MODULE, place, id, self.game.modules, self.game.cause("modules", id))
        if said is None and owner:
            known = owner.split(FURTHER)
            for id in known:  # grows on the way
                known += [need for need in self.game.modules[id].needs if need not in known]
        return tuple(sorted(set(known)))

    def _read_given(self, raw: Mapping[str, Any], modules: tuple[str, ...], sink: Sink) -> Filled | None:
        node, selection, score = raw["given"], raw["selection"], raw["score"]
        if modules not in self._games:
            self._games[modules] = apply_modules(self.game, [self.game.modules[id] for id in modules])
        game = self._games[modules]
        if selection is not None:
            place = sink.place("selection")
            if selection not in game.selections:
                cause = game.cause("selections", selection, of_modules=bool(modules))
                sink.report_name(NO_SELECTION, place, selection, game.selections, cause)
            elif node is None:
                sink.report(NOTHING_GIVEN, place, cause=sink.lost.get("given"))
            else:
                return read_selection(node, "given", sink, game, game.selections[selection])
            return None
        if score is not None:
            if game.victory is not None:
                return read_table(score, "score", sink, game, game.victory)
            sink.report(NO_VICTORY, sink.place("score"), cause=game.cause("victory", of_modules=bool(modules)))
            return None
        values = _GIVEN.read(node, "given", sink) if node is not None else {}
        places = {path: Span(sink.file, *place) for path, place in sink.places.items() if path.startswith("given.")}
        pairs = node.value if isinstance(node, MappingNode) else ()
        return Filled(values, {**places, **{f"name.{key.value}": Span(sink.file, *place_of(key)) for key, _ in pairs}})


HEAD = Struct(
    Key("game", ID, "The game that it is for."),
    Key("selection", ID, "Which of the game's selections it is."),
    Key("with", Items(ID), "The modules that are used."),
)
MORE = tuple(key._replace(kind=Later()) for key in HEAD.keys)  # read already, when the fields are
FOR_ANOTHER = UNKNOWN_NAME.also("the file is for {named}, not for {game}")
NO_SELECTION_OF = UNKNOWN_NAME.also("{game} has no selection {name}")
NO_VICTORY_OF = UNKNOWN_NAME.also("{game} has no victory.yaml to judge a table by")
NO_TABLE_OF = MISSING_KEY.also('"selection" is missing: the file is no finished table of {game}')


class ReadFile(NamedTuple):
    """The game that a player's file is for, with no modules applied, and what the file says."""

    game: Game | None
    written: Written | None
    problems: list[Problem]


def is_user_file(named: str) -> bool:
    """Tell whether a word on the command line names a file rather than a game."""
    return named.endswith((".yaml", ".yml")) or "/" in named or "\\" in named


def read_user_file(
    project: Project, path: Path, load: Load, game: str | Game = "", modules: tuple[str, ...] = ()
) -> ReadFile:
    """Read a player's file; problems of the game itself aren't returned. Raises UsageError, FileError, LimitError.

    `load` loads a game by its id, with modules. `game`, by its id or already loaded, counts where the file names none;
    `modules` are added to those that it names.
    """
    problems: list[Problem] = []
    if not path.is_file():
        raise FileError(f"there is no file {path}")
    try:
        root, sink = open_yaml(project, path.resolve(), problems)
        if not isinstance(root, MappingNode):
            raise report_type(root, "", sink, "a mapping")
    except Unreadable:
        return ReadFile(None, None, problems)
    own = [pair for pair in root.value if pair[0].value in HEAD.readers]
    head = HEAD.read(MappingNode(root.tag, own, root.start_mark, root.end_mark), "", sink.fresh()) or {}
    head = {**head, "with": (*(head.get("with") or ()), *modules)}
    found = _find_game(load, list_games(project), root, head, game, sink)
    written = _read_written(root, head, found, sink) if found else None
    return ReadFile(found, written, sort_problems(problems))


def _find_game(
    load: Load, games: Sequence[str], root: Node, head: Mapping[str, Any], given: str | Game, sink: Sink
) -> Game | None:
    named, modules = head.get("game") or "", head.get("with") or ()
    place = _find_value(root, "game")
    id = given.id if isinstance(given, Game) else given
    if named and named not in games:
        sink.report_name(NO_GAME, place, named, games)
    elif named and id and named != id:
        sink.report(FOR_ANOTHER, place, named=named, game=id)
    elif not named and not id:
        sink.report(MISSING_KEY, root, hint=f"there are: {', '.join(games[:12])}", within="", name="game")
    elif isinstance(given, Game) and all(module in given.modules for module in modules):
        return given
    else:
        try:
            return load(named or id, modules=modules)[0]
        except NoModule as error:  # not even in an expansion
            place = _find_value(root, "with")
            sink.report(NO_MODULE_OF, place, hint=error.hint, game=error.game, module=error.module)
    return None


def _read_written(root: MappingNode, head: Mapping[str, Any], game: Game, sink: Sink) -> Written | None:
    modules = add_needed_modules(game, head.get("with") or ())
    if unknown := [module for module in modules if module not in game.modules]:
        place, hint = _find_value(root, "with"), sink.suggest(unknown[0], game.modules)
        cause = game.cause("modules", unknown[0])
        sink.report(NO_MODULE_OF, place, hint=hint, cause=cause, game=game.id, module=quote_value(unknown[0]))
        return None
    changed = apply_modules(game, [game.modules[id] for id in modules])
    selection = head.get("selection") or ""
    victory, selections, filled = changed.victory, changed.selections, None
    if selection in selections:
        filled = read_selection(root, "", sink, changed, selections[selection], MORE)
    elif selection:
        place, hint = _find_value(root, "selection"), sink.suggest(selection, selections)
        cause = changed.cause("selections", selection)
        sink.report(NO_SELECTION_OF, place, hint=hint, cause=cause, game=game.id, name=quote_value(selection))
    elif victory is None:
        hint = f"name one of its selections: {', '.join(selections)}" if selections else ""
        sink.report(NO_VICTORY_OF, root, hint=hint, cause=changed.cause("victory"), game=game.id)
    else:
        keys = {key.value for key, _ in root.value} - {key.name for key in table_keys(victory)}
        if any(keys & each.fields.keys() for each in selections.values()):
            sink.report(NO_TABLE_OF, root, hint=f"there are: {', '.join(selections)}", game=game.id)
        else:
            filled = read_table(root, "", sink, changed, victory, MORE)
    if filled is None:
        return None
    values = {name: value for name, value in filled.values.items() if name not in HEAD.readers}
    players = values.pop("players", ()) if not selection else ()
    return Written(
        kind="selection" if selection else "score",
        game=game.id,
        modules=tuple(sorted(set(modules))),
        selection=selection,
        values=values,
        players=tuple(each for each in players if isinstance(each, Mapping)) if isinstance(players, tuple) else (),
        span=sink.span(),
        places=filled.places,
    )


def _find_value(root: Node, key: str) -> Node:
    """Return the value of a key of the file, or all of it."""
    pairs = root.value if isinstance(root, MappingNode) else ()
    there = (value for name, value in pairs if isinstance(name, ScalarNode) and name.value == key)
    return next((value for value in there if not is_empty(value)), root)
