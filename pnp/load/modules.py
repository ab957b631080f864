"""The modules of game.yaml, and the files that they change rules by → `Module`s; a user's overlay → one more.

An overlay is a patch like an entry of `modules:`, without an id.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from yaml.nodes import MappingNode, Node, SequenceNode

from pnp.io.project import Project
from pnp.load import limits
from pnp.load.components import RESERVED_NAME, ComponentReader
from pnp.load.examples_file import EXAMPLES, Unread, add_examples
from pnp.load.expansions import Others
from pnp.load.fields import NO_COMPONENT, NO_GROUP, NO_MODULE, UNKNOWN_NAME, collect_fields, collect_targets
from pnp.load.files import find_file, find_files, list_names
from pnp.load.game_file import OVERLAY as KEYS
from pnp.load.kinds import ID, Kind, report_type
from pnp.load.rules_file import (
    MORE_SECTIONS,
    PLACE,
    PLAYERS,
    PLAYERS_KEY,
    ROWS,
    RULES,
    SETUP_SECTIONS,
    TOO_MANY,
    Figures,
    RuleReader,
    read_setup_sections,
)
from pnp.load.scalars import read_definitions
from pnp.load.sink import Sink, note_file_of_rules, note_game_file, quote_value
from pnp.load.structures import Entries, Items, Key, Struct, join_path
from pnp.load.victory_file import SELECTIONS, VICTORY_SECTIONS, VictoryReader, make_selections
from pnp.load.yaml_nodes import open_yaml
from pnp.model.game import FOR_ALL, FURTHER, OVERLAY, Bulk, Change, Game, Module, Plus
from pnp.model.problem import FileError, LimitError, Problem, sort_problems
from pnp.model.rules import Named, RuleBook, RuleKind
from pnp.model.span import Span
from pnp.model.values import Unreadable, UnreadParts

NAMES_ITSELF = UNKNOWN_NAME.also("module {id} names itself")


def read_modules(
    said: Mapping[str, Any], game: str, reader: ComponentReader, others: Others, kinds: Mapping[str, RuleKind]
) -> tuple[dict[str, Module], Mapping[str, list[Unread]]]:
    """Read what stands under `modules:` of the game with this id; the examples of each are left unread."""
    sink, around = reader.sink, others.around
    if len(said) > limits.MODULES:
        problem = TOO_MANY.at(sink.span("modules"), count=len(said), what="modules", most=limits.MODULES)
        raise LimitError(str(problem))
    if OVERLAY in said:
        place = sink.place("modules", OVERLAY)
        sink.report(RESERVED_NAME, place, hint="choose another id", what="module", name=OVERLAY)
    names = [*(around.modules if around else ()), *said]
    modules = ModuleReader(game, names, reader.targets.components, reader, others, RuleReader(kinds))
    there = {id: raw for id, raw in said.items() if raw}
    for id, raw in there.items():
        modules.declare(id, raw, f"modules.{id}")
    return {id: modules.read(id, raw, f"modules.{id}") for id, raw in there.items()}, modules.examples


@dataclass(slots=True, eq=False, repr=False)
class ModuleReader:
    """Reads modules that stand in one file; afterwards `examples` are those of each, still unread.

    `reader` knows all components and groups, those of the modules among them: see `declare`.
    """

    game: str
    names: Collection[str]  # of all modules
    components: Collection[str]  # those of modules, and those declared wrongly, too
    reader: ComponentReader
    others: Others
    rules: RuleReader
    examples: dict[str, list[Unread]] = field(default_factory=dict)
    _declared: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def sink(self) -> Sink:
        return self.reader.sink

    def declare(self, id: str, raw: Mapping[str, Any], path: str) -> None:
        """Read the module's own components, which it and others may add pieces to."""
        said, at, read = raw["components"] or {}, join_path(path, "components"), self.reader.read_component
        self._declared[id] = {name: read(name, each, f"{at}.{name}") for name, each in said.items() if each}

    def read(self, id: str, raw: Mapping[str, Any], path: str) -> Module:
        prefix, excluded = join_path(path, ""), raw["not-with"] or {}
        needed = {name: str(n) for n, name in enumerate(raw["needs"] or ())}
        needs = self._find_modules(id, needed, f"{prefix}needs", is_read=True)
        others = self._find_modules(id, dict(zip(excluded, excluded, strict=True)), f"{prefix}not-with", is_read=False)
        changes = self._changes(id, raw, prefix)
        more, path_of_more, further = raw["when-with"] or {}, f"{prefix}when-with", []
        for name, other in self._find_modules(id, {name: name for name in more}, path_of_more, is_read=True).items():
            if said := more[name]:
                both, span, folder = f"{id}{FURTHER}{other}", self.sink.span(path_of_more, name), self.reader.folder
                inside = self._changes(both, {"components": None, **said}, f"{path_of_more}.{name}.")
                further.append(Module(both, both, span, (id, other), changes=inside, game=self.game, folder=folder))
        return Module(
            id=id,
            title=raw["title"] or id,
            span=self.sink.span(path),
            needs=tuple(needs.values()),
            not_with={other: excluded[name] for name, other in others.items()},
            changes=changes,
            game=self.game,
            folder=self.reader.folder,
            further=tuple(further),
            one_of=raw["one-of"] or "",
        )

    def _find_modules(self, id: str, names: Mapping[str, str], path: str, *, is_read: bool) -> dict[str, str]:
        """Return the ids of modules by how they are named; `names` maps each to the key that its place is known by."""
        found: dict[str, str] = {}
        for name, key in names.items():
            place, cause = self.sink.place(path, key), self.reader.targets.cause(name, "modules")
            other = self.others.find_module(name, place, self.sink, is_read=is_read, cause=cause)
            if other == id:
                self.sink.report(NAMES_ITSELF, place, hint="delete it", id=id)
            elif other is not None and other not in self.names and (is_read or not self.others.is_of_another(name)):
                elsewhere = self.others.name_elsewhere(other)
                hint = f"did you mean {elsewhere}?" if elsewhere else self.sink.suggest(other, self.names)
                self.sink.report(NO_MODULE, place, hint=hint, cause=cause, name=quote_value(other))
            elif other is not None:
                found[name] = other
        return found

    def _changes(self, id: str, raw: Mapping[str, Any], prefix: str) -> dict[str, Change]:
        """Read what a module changes, by section of the game."""
        sink, groups = self.sink, self.reader.groups
        said = raw["define"] or {}
        add, instead = (read_definitions(said.get(how), f"{prefix}define.{how}", sink) for how in ("add", "replace"))
        gone = _list_ids(said.get("drop"), f"{prefix}define.drop", sink)
        found = {
            "components": Change(tuple(self._declared.get(id, {}).values())),
            "icons": Change(tuple(self.reader.read_icons(raw["icons"] or {}, f"{prefix}icons"))),
            "define": Change(tuple(add.values()), tuple(instead.values()), gone),
        }
        for group, node in (raw["groups"] or {}).items():
            if group in groups:
                entries = self.reader.read_entries(group, node, f"{prefix}groups.{group}")
                found[f"groups.{group}"] = Change(tuple(entries.values()))
            else:
                near, place = sink.suggest.nearest(group, groups), sink.place(f"{prefix}groups", group)
                cause = self.reader.targets.cause(group, "groups")
                problem = sink.report_name(NO_GROUP, place, group, groups, cause)
                sink.unread.note(f"modules.groups.{near}", problem)
        found.update(self._change_pieces(raw, prefix))
        for kind in PATCHES:
            found.update(self._read_patches(id, kind, raw[kind], f"{prefix}{kind}"))
        return {section: change for section, change in found.items() if any(change)}

    def _read_patches(self, id: str, kind: str, names: str | tuple[str, ...] | None, path: str) -> dict[str, Change]:
        """Read the files of a kind that a module names, whose changes come together."""
        changes: dict[str, Change] = {}
        sink = self.sink
        for number, name in enumerate((names,) if isinstance(names, str) else names or ()):
            try:
                path_of_file = find_file(self.reader.folder, name, sink.span(path, str(number)), sink.problems)
                file = open_yaml(self.reader.project, path_of_file, sink.problems, sink.unread)
            except Unreadable as error:
                sink.unread.note(f"modules.{kind}", error.problem)
                continue
            for section, change in read_patch(kind, *file, VictoryReader(self.reader.targets, self.rules)).items():
                if isinstance(change, Unread):
                    self.examples.setdefault(id, []).append(change)
                else:
                    known = changes.get(section, Change())
                    changes[section] = Change(*(one + other for one, other in zip(known, change, strict=True)))
            note_file_of_rules(kind, file.sink.lost, sink.unread, of_module=True)
        return changes

    def _change_pieces(self, raw: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Change]]:
        """Read the pieces that come in, are replaced and leave, and those of which the number changes."""
        sink = self.sink
        files: dict[str, dict[str, Any]] = {"add": {}, "replace": {}}
        for how, found in files.items():
            for component, names in (raw[how] or {}).items():
                path = f"{prefix}{how}.{component}"
                if self._is_component(component, sink.span(path)) and component in self.reader.fields:
                    named = find_files(self.reader.folder, list_names(names, path, sink), sink.problems)
                    found[component] = self.reader.make_reader(component, "modules.pieces").read(named)
        dropped: dict[str, tuple[tuple[str, Span], ...]] = {}
        bulk: dict[str, list[Bulk]] = {}
        for component, said in (raw["drop"] or {}).items():
            path = f"{prefix}drop.{component}"
            if self._is_component(component, sink.span(path)):
                dropped[component] = _list_ids(() if isinstance(said, dict) else said, path, sink)
                if isinstance(said, dict) and said["where"] is not None:
                    bulk.setdefault(component, []).append(Bulk(said["where"], 0))
        for component, said in (raw["copies"] or {}).items():
            if self._is_component(component, sink.span(f"{prefix}copies", component)):
                every = (said,) if isinstance(said, dict) else said or ()
                whole = [each for each in every if each and each["where"] is not None and each["is"]]
                bulk.setdefault(component, []).extend(Bulk(each["where"], each["is"]) for each in whole)
        for id in dict.fromkeys([*files["add"], *files["replace"], *dropped, *bulk]):
            both = files["add"].get(id, ()), files["replace"].get(id, ())
            yield f"pieces.{id}", Change(*both, dropped.get(id, ()), bulk=tuple(bulk.get(id, ())))

    def _is_component(self, name: str, span: Span) -> bool:
        if name in self.components:
            return True
        near, cause = self.sink.suggest.nearest(name, self.components), self.reader.targets.cause(name, "components")
        problem = self.sink.report_name(NO_COMPONENT, span, name, self.components, cause)
        self.sink.unread.note(f"modules.pieces.{near}", problem)
        return False


def _patch(of: Kind, ids: Kind, *more: Key, add: Kind | None = None) -> Struct:
    return Struct(
        Key("add", add or of, "What comes in, as the file itself would say it."),
        Key("replace", of, "What stands in for that of the same id."),
        Key("drop", ids, "Ids of what leaves."),
        *more,
    )


def _drop_keys(keys: tuple[Key, ...]) -> list[Key]:
    return [Key(key.name, Items(PLACE), f"Ids of {key.name} that leave.", default=()) for key in keys]


_PLUS = "What comes to the figures that stand there: by id, and by key where there are several."
_TABLES = Struct(Key("tables", Entries(PLACE, ROWS), "Table: what comes to its rows.", default={}))
PATCHES = {
    "rules": _patch(RULES, Items(ID), Key("plus", Entries(ID, Figures()), _PLUS, default={})),
    "setup": _patch(
        Struct(PLAYERS_KEY, *SETUP_SECTIONS),
        Struct(Key("players", PLAYERS, "Numbers of players that can't play."), *_drop_keys(SETUP_SECTIONS)),
        Key("plus", _TABLES, _PLUS),
        add=Struct(PLAYERS_KEY, *MORE_SECTIONS),
    ),
    "victory": _patch(Struct(*VICTORY_SECTIONS), Struct(*_drop_keys(VICTORY_SECTIONS))),
    "selections": _patch(SELECTIONS, Items(ID)),
    "examples": _patch(EXAMPLES, Items(ID)),
}


def read_patch(kind: str, node: Node, sink: Sink, reader: VictoryReader) -> dict[str, Any]:
    """Read a patch to `Change`s by section; examples are `Unread`, to be read once all of the game is known."""
    is_list = kind in ("rules", "examples") and isinstance(node, SequenceNode)
    listed: dict[str, Any] = {"add": node, "replace": None, "drop": ()}
    raw, path = (listed, "") if is_list else (PATCHES[kind].read(node, "", sink), "add")
    if raw is None:
        return {}
    if kind == "setup":
        return _read_setup_patch(raw, sink)
    if kind == "victory":
        changes = _read_sections(raw, VICTORY_SECTIONS, reader.read_sections, sink)
        return {f"victory.{section}": change for section, change in changes.items() if any(change)}
    drop = _list_ids(raw["drop"], "drop", sink)
    if kind == "examples":
        return {kind: Unread(sink, (raw["add"], path), (raw["replace"], "replace"), drop)}
    if kind == "selections":
        add, instead = (tuple(make_selections(raw[how], how, sink, reader).values()) for how in ("add", "replace"))
        return {kind: Change(add, instead, drop)}
    paths = (("add", path), ("replace", "replace"))
    added, replaced = (tuple(reader.rules.read(raw[how], at, sink).values()) for how, at in paths)
    more = (raw.get("plus") or {}).items()
    plus = [_read_plus(id, figures, f"plus.{id}", sink) for id, figures in more if figures is not None]
    return {kind: Change(added, replaced, drop, tuple(plus))}


def _read_sections(raw: Mapping[str, Any], keys: tuple[Key, ...], read: Any, sink: Sink) -> dict[str, Change]:
    parts = {how: read(raw[how], how, sink) if raw[how] else {} for how in ("add", "replace")}
    dropped, changes = raw["drop"] or {}, dict[str, Change]()
    for section in (key.name for key in keys):
        add, instead = (tuple(parts[how].get(section, {}).values()) for how in ("add", "replace"))
        changes[section] = Change(add, instead, _list_ids(dropped.get(section), f"drop.{section}", sink))
    return changes


def _read_setup_patch(raw: Mapping[str, Any], sink: Sink) -> dict[str, Change]:
    """Read what changes of the setup: players, zones, steps, tables, of which some are only more rows of others."""
    tables = (raw["add"] or {}).get("tables") or {}
    rows = {id: said["rows"] for id, said in tables.items() if said and said["title"] is None}
    added = raw["add"] and {**raw["add"], "tables": {id: said for id, said in tables.items() if id not in rows}}
    changes = _read_sections({**raw, "add": added}, SETUP_SECTIONS, read_setup_sections, sink)
    more = (raw["plus"] or {}).get("tables") or {}
    plus = [_read_plus(id, said, f"plus.tables.{id}", sink) for id, said in more.items() if said]
    plus += [_read_plus(id, said, f"add.tables.{id}.rows", sink, is_new=True) for id, said in rows.items() if said]
    changes["tables"] = changes["tables"]._replace(plus=tuple(plus))
    come, instead, leave = (
        tuple([Named(str(number), sink.span(f"{how}.players", str(n))) for n, number in enumerate(said or ())])
        for how in ("add", "replace", "drop")
        for said in [(raw[how] or {}).get("players")]
    )
    players = Change(come, instead, tuple([(each.id, each.span) for each in leave]))
    return {f"setup.{section}": each for section, each in {"players": players, **changes}.items() if any(each)}


def _read_plus(id: str, said: Any, path: str, sink: Sink, *, is_new: bool = False) -> Plus:
    """Read what comes to figures: one for all, or one for each key."""
    said = said if isinstance(said, dict) else {FOR_ALL: said}
    figures = {key: int(each) if isinstance(each, float) and each == int(each) else each for key, each in said.items()}
    places = {key: sink.span(path, key) if key else sink.span(path) for key in figures}
    figures = {key: each for key, each in figures.items() if each is not None}
    return Plus(id, figures, sink.span(path.removesuffix(".rows")), places, is_new)


def _list_ids(ids: tuple[str, ...] | None, path: str, sink: Sink) -> tuple[tuple[str, Span], ...]:
    return tuple([(id, sink.span(path, str(number))) for number, id in enumerate(ids or ())])


def add_overlay(
    project: Project, path: Path, game: Game, book: RuleBook, chosen: Collection[str] = ()
) -> tuple[Game, tuple[str, ...], list[Problem]]:
    """Add the overlay to a game as a module; return the game, and `chosen` with the overlay.

    It is only ever used with those that are `chosen`, and so never disagrees with others. Where the file can't be read
    there is no overlay. Raises FileError, LimitError.
    """
    problems: list[Problem] = []
    if not path.is_file():
        raise FileError(f"there is no file {path}")
    path = path.resolve()
    try:
        root, sink = open_yaml(project, path, problems, UnreadParts(game.unread))
        if not isinstance(root, MappingNode):
            raise report_type(root, "", sink, "a mapping", "like an entry of modules: in game.yaml, without its id")
    except Unreadable:
        return game, tuple(chosen), problems
    raw = KEYS.read(root, "", sink) or {}
    targets = replace(collect_targets(game, (), raw["components"] or {}), unread=sink.unread)
    declaring = ComponentReader(project, path.parent, targets, sink, *collect_fields(game))
    chosen_from = Others(None, "", game, around=game)
    reader = ModuleReader("", game.modules, targets.components, declaring, chosen_from, RuleReader(book.kinds))
    reader.declare(OVERLAY, raw, "")
    overlay = reader.read(OVERLAY, raw, "")
    others = {id: "" for id in game.modules if id not in chosen}
    overlay = replace(overlay, not_with={**others, **overlay.not_with}, span=sink.span())
    note_game_file({f"modules.{OVERLAY}.{path}": problem for path, problem in sink.lost.items()}, sink.unread)
    whole = book.settle(replace(game, modules={**game.modules, OVERLAY: overlay}, unread=sink.unread), problems)
    return add_examples(whole, None, reader.examples), (*chosen, OVERLAY), sort_problems(problems)
