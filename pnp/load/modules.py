"""The modules of game.yaml, and the files that they name → `Module`s."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pnp.load.components import ComponentReader
from pnp.load.examples_file import Unread
from pnp.load.files import named_file, read_source
from pnp.load.patch_files import PATCHES, read_patch
from pnp.load.sink import Sink, shown
from pnp.load.targets import UNKNOWN_NAME
from pnp.load.victory_file import VictoryReader
from pnp.load.yaml_nodes import compose
from pnp.model.game import Change, Module, Piece
from pnp.model.project import Project
from pnp.model.span import Span


@dataclass(slots=True)
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
    examples: dict[str, list[Unread]] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)  # what is lost for mistakes of files: "modules.rules"
    _declared: dict[str, dict[str, Any]] = field(default_factory=dict)

    def declare(self, id: str, raw: Mapping[str, Any], path: str) -> None:
        """The module's own components, which it and others may add pieces to."""
        said, prefix = raw["components"] or {}, f"{path}." if path else ""
        self._declared[id] = {
            name: self.reader.component(name, each, f"{prefix}components.{name}") for name, each in said.items() if each
        }

    def read(self, id: str, raw: Mapping[str, Any], path: str) -> Module:
        prefix, excluded = f"{path}." if path else "", raw["not-with"] or {}
        needs = self._others(id, {name: str(n) for n, name in enumerate(raw["needs"] or ())}, f"{prefix}needs")
        others = self._others(id, dict(zip(excluded, excluded, strict=True)), f"{prefix}not-with")
        return Module(
            id=id,
            title=raw["title"] or id,
            span=self.sink.span(path),
            needs=tuple(needs),
            not_with={name: excluded[name] for name in others},
            changes={section: change for section, change in self._changes(id, raw, prefix) if any(change)},
            game=self.game,
            folder=self.folder,
        )

    def _others(self, id: str, names: Mapping[str, str], path: str) -> Iterator[str]:
        """`names` says for each by which key its place is known."""
        for name, key in names.items():
            place = self.sink.place(path, key)
            if name == id:
                self.sink.report(UNKNOWN_NAME, place, f"module {id} names itself", "delete it")
            elif name not in self.names and not self.reader.targets.are_all:
                continue
            elif name not in self.names:
                hint = self.sink.suggest(name, self.names)
                self.sink.report(UNKNOWN_NAME, place, f"there is no module {shown(name)}", hint)
            else:
                yield name

    def _changes(self, id: str, raw: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Change]]:
        yield "components", Change(tuple(self._declared.get(id, {}).values()))
        yield "icons", Change(tuple(self.reader.icons(raw["icons"] or {}, f"{prefix}icons")))
        yield from self._entries(raw["groups"] or {}, f"{prefix}groups")
        yield from self._pieces_changed(raw, prefix)
        for kind in PATCHES:
            yield from self._of_files(id, kind, raw[kind], f"{prefix}{kind}")

    def _entries(self, said: Mapping[str, Any], path: str) -> Iterator[tuple[str, Change]]:
        groups = self.reader.groups
        for group, node in said.items():
            if group in groups:
                entries = self.reader.entries(group, node, f"{path}.{group}")
                yield f"groups.{group}", Change(tuple(entries.values()))
            elif self.reader.targets.are_all:
                place, hint = self.sink.place(path, group), self.sink.suggest(group, groups)
                self.sink.report(UNKNOWN_NAME, place, f"there is no group {shown(group)}", hint)

    def _pieces_changed(self, raw: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Change]]:
        added = dict(self._files(raw["add"] or {}, f"{prefix}add"))
        replaced = dict(self._files(raw["replace"] or {}, f"{prefix}replace"))
        dropped = dict(self._dropped(raw["drop"] or {}, f"{prefix}drop"))
        for id in dict.fromkeys([*added, *replaced, *dropped]):
            yield f"pieces.{id}", Change(added.get(id, ()), replaced.get(id, ()), dropped.get(id, ()))

    def _files(
        self, said: Mapping[str, str | tuple[str, ...] | None], path: str
    ) -> Iterator[tuple[str, tuple[Piece, ...]]]:
        for component, names in said.items():
            if self._is_component(component, self.sink.span(path, component)) and component in self.reader.fields:
                before = len(self.sink.problems)
                files = self._named(names, f"{path}.{component}")
                reader = self.reader.reader(component)
                yield component, tuple([piece for file, span in files for piece in reader.read(file, span)])
                if any(not problem.subject for problem in self.sink.problems[before:]):
                    self.unread.add(f"modules.pieces.{component}")

    def _named(self, names: str | tuple[str, ...] | None, path: str) -> Iterator[tuple[Path, Span]]:
        for number, name in enumerate((names,) if isinstance(names, str) else names or ()):
            span = self.sink.span(path, str(number))
            if file := named_file(self.folder, name, span, self.sink.problems):
                yield file, span

    def _dropped(
        self, said: Mapping[str, tuple[str, ...] | None], path: str
    ) -> Iterator[tuple[str, tuple[tuple[str, Span], ...]]]:
        for component, ids in said.items():
            if self._is_component(component, self.sink.span(path, component)):
                yield component, tuple((id, self.sink.span(path, component, str(n))) for n, id in enumerate(ids or ()))

    def _is_component(self, name: str, span: Span) -> bool:
        if name in self.components:
            return True
        if self.reader.targets.are_all:
            hint = self.sink.suggest(name, self.components)
            self.sink.problems.append(UNKNOWN_NAME.at(span, f"there is no component {shown(name)}", hint=hint))
        return False

    def _of_files(
        self, id: str, kind: str, names: str | tuple[str, ...] | None, path: str
    ) -> Iterator[tuple[str, Change]]:
        changes: dict[str, Change] = {}
        before = len(self.sink.problems)
        for file, _ in self._named(names, path):
            source = read_source(self.project, file, self.sink.problems)
            root = compose(source, self.sink.problems) if source else None
            if source is None or root is None:
                continue
            sink = Sink(source.name, self.sink.problems, source.text)
            sink.unread = self.unread
            for section, change in read_patch(kind, root, sink, VictoryReader(self.reader.targets)).items():
                if isinstance(change, Unread):
                    self.examples.setdefault(id, []).append(change)
                else:
                    known = changes.get(section, Change())
                    changes[section] = Change(*(one + other for one, other in zip(known, change, strict=True)))
        if not changes and len(self.sink.problems) > before:
            self.unread.add(f"modules.{kind}")
        yield from changes.items()
