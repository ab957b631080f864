"""Files of rules → the parts of `Game` that they are, or, of those that a module names, what it changes of them.

None of them need be there.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from yaml.nodes import Node, SequenceNode

from pnp.files.project import Project
from pnp.load.components import FILE_OF_RULES
from pnp.load.examples_file import EXAMPLES, Unread
from pnp.load.files import named_file
from pnp.load.filled import SELECTIONS, made_selections
from pnp.load.group_keys import ID
from pnp.load.kinds import Kind
from pnp.load.listed import PLACE
from pnp.load.pieces import DUPLICATE_ID
from pnp.load.rules_file import RULES, Figures
from pnp.load.setup_file import MORE_SECTIONS, PLAYERS, PLAYERS_KEY, ROWS, read_setup, setup_sections
from pnp.load.setup_file import SECTIONS as SETUP_KEYS
from pnp.load.sink import Sink, shown
from pnp.load.structures import Entries, Items, Key, Struct
from pnp.load.targets import note_file_of_rules
from pnp.load.victory_file import SECTIONS as VICTORY_KEYS
from pnp.load.victory_file import VictoryReader
from pnp.load.yaml_nodes import Opened, opened
from pnp.model.changes import WHOLE, Plus
from pnp.model.game import Change, Game
from pnp.model.problem import Problem, code
from pnp.model.rules import Named, Rule, Selection, Setup, Victory
from pnp.model.span import Span
from pnp.model.values import Poison

NOT_OF_AN_EXPANSION = code(
    "PNP036 file that an expansion can't have",
    """An expansion is set up and won like the game that it is for; its modules change that game's setup and victory. So
it has no `setup.yaml` and no `victory.yaml` of its own, but modules that name files of patches.

Bad:  `setup.yaml` beside a game.yaml that says `for: owls`
Good: `modules: {night: {title: Night, setup: night-setup.yaml}}`""",
    says="an expansion has no {file} of its own",
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OwnFiles:
    """Reads them; of an expansion, `base` is the game that it is for. `sink` is that of game.yaml."""

    project: Project
    folder: Path
    base: Game | None
    reader: VictoryReader
    sink: Sink
    own: set[str] = field(default_factory=set)  # "rules/night": what an expansion has there besides the base game

    def rules(self) -> Mapping[str, Rule]:
        found = self._read("rules", lambda node, sink: self.reader.rules.of_game(node, "", sink))
        return self._over("rules", found or {})

    def selections(self) -> Mapping[str, Selection]:
        return self._over("selections", self._read("selections", self._selections) or {})

    def _selections(self, node: Node, sink: Sink) -> dict[str, Selection]:
        return made_selections(SELECTIONS.read(node, "", sink), "", sink, self.reader)

    def setup(self) -> Setup | None:
        return self._of_base("setup") if self.base else self._read("setup", read_setup)

    def victory(self) -> Victory | None:
        return self._of_base("victory") if self.base else self._read("victory", self.reader.read)

    def examples(self) -> Iterator[Unread]:
        if found := self._file("examples"):
            yield Unread(found.sink, (found.root, ""))

    def _read(self, name: str, read: Callable[[Node, Sink], T]) -> T | None:
        """What is in a file; what couldn't be read of it is noted."""
        found = self._file(name)
        if found is None:
            return None
        before = len(self.sink.problems)
        whole = read(*found)
        if isinstance(found.root, SequenceNode) and (cause := self._meant_as_pieces(name)):
            told = self.sink.problems
            told[before:] = [problem._replace(cause=cause) for problem in told[before:]]
        note_file_of_rules(name, found.sink.lost, self.sink.poisoned)
        return whole

    def _meant_as_pieces(self, name: str) -> Problem | None:
        """What is wrong where a component names the file as that of its pieces."""
        of_files = (problem for problem in self.sink.problems if problem.says == FILE_OF_RULES.says)
        return next((problem for problem in of_files if problem.value("file") == f"{name}.yaml"), None)

    def _file(self, name: str) -> Opened | None:
        file, problems = f"{name}.yaml", self.sink.problems
        if not (self.folder / file).exists():
            return None
        path = named_file(self.folder, file, Span(self.project.display(self.folder / file)), problems)
        found = opened(self.project, path, problems, self.sink.poisoned)
        if isinstance(found, Poison):
            self.sink.poisoned.setdefault(name, found.problem)
            return None
        return found

    def _of_base(self, name: str) -> Any:
        """What the game has of which an expansion can have no file."""
        path = self.folder / f"{name}.yaml"
        if path.exists():
            span, hint = Span(self.project.display(path), 1, 1), "its modules can name files that change the game's"
            self.sink.problems.append(NOT_OF_AN_EXPANSION.at(span, hint=hint, file=path.name))
        return getattr(self.base, name)

    def _over(self, part: str, own: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the base game has of this, and what stands here."""
        before: Mapping[str, Any] = getattr(self.base, part) if self.base else {}
        for id in own.keys() & before.keys():
            self.sink.problems.append(DUPLICATE_ID.at(own[id].span, origin=before[id].span, id=shown(id)))
        self.own.update(f"{part}/{id}" for id in own if id not in before)
        return {**own, **before}


_ADD = "What comes in, as the file itself would say it."
_REPLACE = "What stands in for that of the same id."
_DROP = "Ids of what leaves."
_PLUS = "What comes to the figures that stand there: by id, and by key where there are several."


def _patch(of: Kind, ids: Kind, *more: Key, add: Kind | None = None) -> Struct:
    return Struct(Key("add", add or of, _ADD), Key("replace", of, _REPLACE), Key("drop", ids, _DROP), *more)


def _dropped(keys: tuple[Key, ...]) -> Struct:
    return Struct(*[Key(key.name, Items(PLACE), f"Ids of {key.name} that leave.", default=()) for key in keys])


_TABLES = Struct(Key("tables", Entries(PLACE, ROWS), "Table: what comes to its rows.", default={}))
RULES_PATCH = _patch(RULES, Items(ID), Key("plus", Entries(ID, Figures()), _PLUS, default={}))
SETUP_PATCH = _patch(
    Struct(PLAYERS_KEY, *SETUP_KEYS),
    Struct(Key("players", PLAYERS, "Numbers of players that can't play."), *_dropped(SETUP_KEYS).keys),
    Key("plus", _TABLES, _PLUS),
    add=Struct(PLAYERS_KEY, *MORE_SECTIONS),
)
PATCHES = {
    "rules": RULES_PATCH,
    "setup": SETUP_PATCH,
    "victory": _patch(Struct(*VICTORY_KEYS), _dropped(VICTORY_KEYS)),
    "selections": _patch(SELECTIONS, Items(ID)),
    "examples": _patch(EXAMPLES, Items(ID)),
}
_LISTS = ("rules", "examples")


def read_patch(kind: str, node: Node, sink: Sink, reader: VictoryReader) -> dict[str, Any]:
    """Section → `Change`; examples are `Unread`, to be read once all of the game is known."""
    if kind in _LISTS and isinstance(node, SequenceNode):
        return _of_list(kind, {"add": node, "replace": None, "drop": ()}, {"add": ""}, sink, reader)
    raw = PATCHES[kind].read(node, "", sink)
    if raw is None:
        return {}
    if kind in _LISTS:
        return _of_list(kind, raw, {"add": "add"}, sink, reader)
    if kind == "selections":
        added, replaced = (made_selections(raw[how], how, sink, reader) for how in ("add", "replace"))
        return {kind: Change(tuple(added.values()), tuple(replaced.values()), _spans(raw["drop"], "drop", sink))}
    read = setup_sections if kind == "setup" else reader.sections
    whole = {**raw, "add": _without_rows(raw["add"])}
    parts = {how: read(whole[how], how, sink) if raw[how] else {} for how in ("add", "replace")}
    dropped = raw["drop"] or {}
    changes: dict[str, Change] = {}
    if kind == "setup":
        changes |= _of_players(raw, sink)
    for section in [key.name for key in (SETUP_KEYS if kind == "setup" else VICTORY_KEYS)]:
        add, instead = (tuple(parts[how].get(section, {}).values()) for how in ("add", "replace"))
        drop = _spans(dropped.get(section), f"drop.{section}", sink)
        plus = _rows(raw, sink) if (kind, section) == ("setup", "tables") else ()
        if add or instead or drop or plus:
            changes[f"{kind}.{section}"] = Change(add, instead, drop, plus)
    return changes


def _of_list(
    kind: str, raw: Mapping[str, Any], paths: Mapping[str, str], sink: Sink, reader: VictoryReader
) -> dict[str, Any]:
    dropped = _spans(raw["drop"], "drop", sink)
    added, replaced = (raw["add"], paths["add"]), (raw["replace"], "replace")
    if kind == "examples":
        return {kind: Unread(sink, added, replaced, dropped)}
    add, instead = (tuple(reader.rules.of_game(node, path, sink).values()) for node, path in (added, replaced))
    said = {id: figures for id, figures in (raw.get("plus") or {}).items() if figures is not None}
    plus = [_plus(id, figures, f"plus.{id}", sink) for id, figures in said.items()]
    return {kind: Change(add, instead, dropped, tuple(plus))}


def _plus(id: str, said: Any, path: str, sink: Sink, *, is_new: bool = False) -> Plus:
    """Figures for each key, or one for all."""
    said = said if isinstance(said, dict) else {WHOLE: said}
    figures = {key: int(each) if isinstance(each, float) and each == int(each) else each for key, each in said.items()}
    places = {key: sink.span(path, key) if key else sink.span(path) for key in figures}
    figures = {key: each for key, each in figures.items() if each is not None}
    return Plus(id, figures, sink.span(path.removesuffix(".rows")), places, is_new)


def _without_rows(added: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """What a patch of the setup adds, without tables that are only more rows of others."""
    if not added or "tables" not in added:
        return added
    tables = {id: said for id, said in (added["tables"] or {}).items() if not said or said["title"] is not None}
    return {**added, "tables": tables}


def _rows(raw: Mapping[str, Any], sink: Sink) -> tuple[Plus, ...]:
    """What comes to the rows of tables, and rows that come in."""
    more, added = (raw["plus"] or {}).get("tables") or {}, (raw["add"] or {}).get("tables") or {}
    new = {id: said["rows"] or {} for id, said in added.items() if said and said["title"] is None}
    return (
        *(_plus(id, rows, f"plus.tables.{id}", sink) for id, rows in more.items() if rows),
        *(_plus(id, rows, f"add.tables.{id}.rows", sink, is_new=True) for id, rows in new.items() if rows),
    )


def _of_players(raw: Mapping[str, Any], sink: Sink) -> dict[str, Change]:
    """Numbers of players that come in, that stand in for all others, that leave."""
    added, instead, dropped = (
        tuple([Named(str(number), sink.span(f"{how}.players", str(n))) for n, number in enumerate(said or ())])
        for how in ("add", "replace", "drop")
        for said in [(raw[how] or {}).get("players")]
    )
    found = Change(added, instead, tuple([(each.id, each.span) for each in dropped]))
    return {"setup.players": found} if any(found) else {}


def _spans(ids: tuple[str, ...] | None, path: str, sink: Sink) -> tuple[tuple[str, Span], ...]:
    return tuple([(id, sink.span(path, str(number))) for number, id in enumerate(ids or ())])
