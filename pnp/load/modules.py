"""The modules of game.yaml, and the files of pieces they name → `Module`s."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from pnp.load.files import named_file
from pnp.load.pieces import PieceReader
from pnp.load.sink import Sink, shown
from pnp.model.game import Change, Module, Piece
from pnp.model.problem import code
from pnp.model.span import Span

UNKNOWN_NAME = code(
    "PNP104",
    "name that nothing has",
    """
game.yaml names a component, a group or a module that it doesn't declare.

Bad:  `season: {type: reference, to: saesons}`
Good: `season: {type: reference, to: seasons}`, with `groups: {seasons: …}`
""",
)


def read_modules(
    said: Mapping[str, Any],
    folder: Path,
    readers: Mapping[str, PieceReader],
    components: Collection[str],
    sink: Sink,
) -> dict[str, Module]:
    """`readers` read the pieces of the components; those declared wrongly have none. Raises FileError, LimitError."""
    reader = _ModuleReader(said, folder, readers, components, sink)
    return {id: reader.read(id, raw) for id, raw in said.items() if raw}


class _ModuleReader:
    def __init__(
        self,
        modules: Collection[str],
        folder: Path,
        readers: Mapping[str, PieceReader],
        components: Collection[str],
        sink: Sink,
    ) -> None:
        self._modules = modules
        self._folder = folder
        self._readers = readers
        self._components = components
        self._sink = sink

    def read(self, id: str, raw: Mapping[str, Any]) -> Module:
        path = f"modules.{id}"
        return Module(
            id=id,
            title=raw["title"] or id,
            span=self._sink.span(path),
            needs=tuple(self._others(id, raw["needs"] or (), f"{path}.needs")),
            not_with=dict.fromkeys(self._others(id, raw["not-with"] or (), f"{path}.not-with"), ""),
            changes=self._changes(raw, path),
        )

    def _changes(self, raw: Mapping[str, Any], path: str) -> dict[str, Change]:
        added = dict(self._files(raw["add"] or {}, f"{path}.add"))
        replaced = dict(self._files(raw["replace"] or {}, f"{path}.replace"))
        dropped = dict(self._dropped(raw["drop"] or {}, f"{path}.drop"))
        return {
            f"pieces.{id}": Change(added.get(id, ()), replaced.get(id, ()), dropped.get(id, ()))
            for id in dict.fromkeys([*added, *replaced, *dropped])
        }

    def _others(self, id: str, names: tuple[str, ...], path: str) -> Iterator[str]:
        for number, name in enumerate(names):
            place = self._sink.place(path, str(number))
            if name == id:
                self._sink.report(UNKNOWN_NAME, place, f"module {id} names itself", "delete it")
            elif name not in self._modules:
                hint = self._sink.suggest(name, self._modules)
                self._sink.report(UNKNOWN_NAME, place, f"there is no module {shown(name)}", hint)
            else:
                yield name

    def _files(
        self, said: Mapping[str, str | tuple[str, ...] | None], path: str
    ) -> Iterator[tuple[str, tuple[Piece, ...]]]:
        for component, names in said.items():
            if self._is_component(component, self._sink.span(path, component)) and component in self._readers:
                files = (names,) if isinstance(names, str) else names or ()
                yield component, tuple(self._pieces(component, files, f"{path}.{component}"))

    def _pieces(self, component: str, files: tuple[str, ...], path: str) -> Iterator[Piece]:
        for number, name in enumerate(files):
            span = self._sink.span(path, str(number))
            if file := named_file(self._folder, name, span, self._sink.problems):
                yield from self._readers[component].read(file, span)

    def _dropped(
        self, said: Mapping[str, tuple[str, ...] | None], path: str
    ) -> Iterator[tuple[str, tuple[tuple[str, Span], ...]]]:
        for component, ids in said.items():
            if self._is_component(component, self._sink.span(path, component)):
                yield component, tuple((id, self._sink.span(path, component, str(n))) for n, id in enumerate(ids or ()))

    def _is_component(self, name: str, span: Span) -> bool:
        if name in self._components:
            return True
        hint = self._sink.suggest(name, self._components)
        self._sink.problems.append(UNKNOWN_NAME.at(span, f"there is no component {shown(name)}", hint=hint))
        return False
