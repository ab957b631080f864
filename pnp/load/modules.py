"""The modules of game.yaml, and the files that they name → `Module`s."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pnp.files.project import Project
from pnp.load.components import ComponentReader
from pnp.load.data_files import named_files, named_in
from pnp.load.examples_file import Unread
from pnp.load.expansions import Others
from pnp.load.files import named_file
from pnp.load.files_of_rules import PATCHES, read_patch
from pnp.load.phrases import read_definitions
from pnp.load.rules_file import RuleReader
from pnp.load.sink import Sink, shown
from pnp.load.targets import NO_COMPONENT, NO_GROUP, NO_MODULE, UNKNOWN_NAME, note_patch
from pnp.load.victory_file import VictoryReader
from pnp.load.yaml_nodes import opened
from pnp.model.changes import Bulk
from pnp.model.game import FURTHER, Change, Module, Piece
from pnp.model.span import Span
from pnp.model.values import Poison

NAMES_ITSELF = UNKNOWN_NAME.also("module {id} names itself")


@dataclass(slots=True, eq=False, repr=False)
class ModuleReader:
    """Reads modules that stand in one file; afterwards `examples` are those of each, still unread.

    `reader` knows all components and groups, those of the modules among them: see `declare`.
    """

    project: Project
    folder: Path
    game: str
    names: Collection[str]  # of all modules
    components: Collection[str]  # those of modules, and those declared wrongly, too
    reader: ComponentReader
    sink: Sink
    others: Others
    rules: RuleReader
    examples: dict[str, list[Unread]] = field(default_factory=dict)
    _declared: dict[str, dict[str, Any]] = field(default_factory=dict)

    def declare(self, id: str, raw: Mapping[str, Any], path: str) -> None:
        """The module's own components, which it and others may add pieces to."""
        said, prefix = raw["components"] or {}, f"{path}." if path else ""
        self._declared[id] = {
            name: self.reader.component(name, each, f"{prefix}components.{name}") for name, each in said.items() if each
        }

    def read(self, id: str, raw: Mapping[str, Any], path: str) -> Module:
        prefix, excluded = f"{path}." if path else "", raw["not-with"] or {}
        needed = {name: str(n) for n, name in enumerate(raw["needs"] or ())}
        needs = self._others(id, needed, f"{prefix}needs", is_read=True)
        others = self._others(id, dict(zip(excluded, excluded, strict=True)), f"{prefix}not-with", is_read=False)
        return Module(
            id=id,
            title=raw["title"] or id,
            span=self.sink.span(path),
            needs=tuple(needs.values()),
            not_with={other: excluded[name] for name, other in others.items()},
            changes=self._whole(id, raw, prefix),
            game=self.game,
            folder=self.folder,
            further=tuple(self._further(id, raw["when-with"] or {}, f"{prefix}when-with")),
        )

    def _whole(self, id: str, raw: Mapping[str, Any], prefix: str) -> dict[str, Change]:
        return {section: change for section, change in self._changes(id, raw, prefix) if any(change)}

    def _further(self, id: str, said: Mapping[str, Mapping[str, Any] | None], path: str) -> Iterator[Module]:
        """What it changes more where others are chosen, too."""
        for name, other in self._others(id, {name: name for name in said}, path, is_read=True).items():
            if raw := said[name]:
                both, whole = f"{id}{FURTHER}{other}", {"components": None, **raw}
                span, changes = self.sink.span(path, name), self._whole(both, whole, f"{path}.{name}.")
                yield Module(both, both, span, (id, other), changes=changes, game=self.game, folder=self.folder)

    def _others(self, id: str, names: Mapping[str, str], path: str, *, is_read: bool) -> dict[str, str]:
        """The ids of modules, by how they are named; `names` says for each by which key its place is known."""
        found: dict[str, str] = {}
        for name, key in names.items():
            place, cause = self.sink.place(path, key), self.reader.targets.cause(name, "modules")
            other = self.others.module(name, place, self.sink, is_read=is_read, cause=cause)
            if other == id:
                self.sink.report(NAMES_ITSELF, place, hint="delete it", id=id)
            elif other is not None and other not in self.names and (is_read or not self.others.is_of_another(name)):
                called = self.others.called(other)
                hint = f"did you mean {called}?" if called else self.sink.suggest(other, self.names)
                self.sink.report(NO_MODULE, place, hint=hint, cause=cause, name=shown(other))
            elif other is not None:
                found[name] = other
        return found

    def _changes(self, id: str, raw: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Change]]:
        yield "components", Change(tuple(self._declared.get(id, {}).values()))
        yield "icons", Change(tuple(self.reader.icons(raw["icons"] or {}, f"{prefix}icons")))
        yield "define", self._define(raw["define"] or {}, f"{prefix}define")
        yield from self._entries(raw["groups"] or {}, f"{prefix}groups")
        yield from self._pieces_changed(raw, prefix)
        for kind in PATCHES:
            names = raw[kind]
            path = f"{prefix}{kind}"
            changes: dict[str, Change] = {}
            poisoned = self.sink.poisoned
            for path_of_file, _ in self._named(names, path):
                file = opened(self.project, path_of_file, self.sink.problems, poisoned)
                if isinstance(file, Poison):
                    poisoned.setdefault(f"modules.{kind}", file.problem)
                    continue
                for section, change in read_patch(kind, *file, VictoryReader(self.reader.targets, self.rules)).items():
                    if isinstance(change, Unread):
                        self.examples.setdefault(id, []).append(change)
                    else:
                        known = changes.get(section, Change())
                        changes[section] = Change(*(one + other for one, other in zip(known, change, strict=True)))
                note_patch(kind, file.sink.lost, poisoned)
            yield from changes.items()

    def _define(self, said: Mapping[str, Any], path: str) -> Change:
        add, instead = (
            tuple(read_definitions(said.get(how), f"{path}.{how}", self.sink).values()) for how in ("add", "replace")
        )
        gone = [(name, self.sink.span(path, "drop", str(n))) for n, name in enumerate(said.get("drop") or ())]
        return Change(add, instead, tuple(gone))

    def _entries(self, said: Mapping[str, Any], path: str) -> Iterator[tuple[str, Change]]:
        groups = self.reader.groups
        for group, node in said.items():
            if group in groups:
                entries = self.reader.entries(group, node, f"{path}.{group}")
                yield f"groups.{group}", Change(tuple(entries.values()))
            else:
                near, hint = self.sink.suggest.nearest(group, groups), self.sink.suggest(group, groups)
                place, cause = self.sink.place(path, group), self.reader.targets.cause(group, "groups")
                problem = self.sink.report(NO_GROUP, place, hint=hint, cause=cause, name=shown(group))
                self.sink.poisoned.setdefault(f"modules.groups.{near}", problem)

    def _pieces_changed(self, raw: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Change]]:
        added = dict(self._files(raw["add"] or {}, f"{prefix}add"))
        replaced = dict(self._files(raw["replace"] or {}, f"{prefix}replace"))
        dropped = dict(self._dropped(raw["drop"] or {}, f"{prefix}drop"))
        bulk = self._bulk(raw, prefix)
        for id in dict.fromkeys([*added, *replaced, *dropped, *bulk]):
            found = added.get(id, ()), replaced.get(id, ()), dropped.get(id, ())
            yield f"pieces.{id}", Change(*found, bulk=tuple(bulk.get(id, ())))

    def _bulk(self, raw: Mapping[str, Any], prefix: str) -> dict[str, list[Bulk]]:
        """What is said of the pieces of a component for which something holds."""
        found: dict[str, list[Bulk]] = {}
        for component, said in (raw["drop"] or {}).items():
            if isinstance(said, dict) and said["where"] is not None and component in self.components:
                found.setdefault(component, []).append(Bulk(said["where"], 0))
        for component, said in (raw["copies"] or {}).items():
            if self._is_component(component, self.sink.span(f"{prefix}copies", component)):
                every = (said,) if isinstance(said, dict) else said or ()
                whole = [each for each in every if each and each["where"] is not None and each["is"]]
                found.setdefault(component, []).extend(Bulk(each["where"], each["is"]) for each in whole)
        return found

    def _files(
        self, said: Mapping[str, str | tuple[str, ...] | None], path: str
    ) -> Iterator[tuple[str, tuple[Piece, ...]]]:
        for component, names in said.items():
            if self._is_component(component, self.sink.span(path, component)) and component in self.reader.fields:
                files = named_files(self.folder, named_in(names, f"{path}.{component}", self.sink), self.sink.problems)
                yield component, self.reader.reader(component, "modules.pieces").read(files)

    def _named(self, names: str | tuple[str, ...] | None, path: str) -> Iterator[tuple[Path | Poison, Span]]:
        for number, name in enumerate((names,) if isinstance(names, str) else names or ()):
            span = self.sink.span(path, str(number))
            yield named_file(self.folder, name, span, self.sink.problems), span

    def _dropped(
        self, said: Mapping[str, tuple[str, ...] | dict[str, Any] | None], path: str
    ) -> Iterator[tuple[str, tuple[tuple[str, Span], ...]]]:
        for component, ids in said.items():
            if self._is_component(component, self.sink.span(path, component)):
                listed = () if isinstance(ids, dict) else ids or ()
                yield component, tuple((id, self.sink.span(path, component, str(n))) for n, id in enumerate(listed))

    def _is_component(self, name: str, span: Span) -> bool:
        if name in self.components:
            return True
        near, hint = self.sink.suggest.nearest(name, self.components), self.sink.suggest(name, self.components)
        cause = self.reader.targets.cause(name, "components")
        problem = self.sink.report(NO_COMPONENT, span, hint=hint, cause=cause, name=shown(name))
        self.sink.poisoned.setdefault(f"modules.pieces.{near}", problem)
        return False
