"""Groups and components as game.yaml, or a module, declares them → `Group`s and `Component`s with what they hold."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yaml.nodes import Node

from pnp.load.combinations import combinations
from pnp.load.fields import RESERVED, Fields, declare, entry_struct, read_fields
from pnp.load.files import named_file
from pnp.load.formats import make_format
from pnp.load.game_file import GROUP_FIELDS, ID
from pnp.load.kinds import Later
from pnp.load.pieces import DUPLICATE_ID, NO_PIECES, PieceReader
from pnp.load.sink import Sink, shown
from pnp.load.structures import Entries
from pnp.load.targets import Targets
from pnp.model.game import Component, Group, Icon, Piece
from pnp.model.inside import OUTSIDE, path_inside, why_outside
from pnp.model.problem import code
from pnp.model.project import Project

RESERVED_NAME = code(
    "PNP106",
    "name that is taken",
    """
Groups and components are named by references alike, so no group can be called like a component, and what an expansion
declares has other names than what its game has. `game`, `style` and `fonts` can't be names of components, since the
schemas of the files of that name stand beside theirs; `rules.yaml`, `setup.yaml` and their like hold no pieces; and no
module is called `overlay`.
""",
)
OWN_FILES = ("rules", "setup", "victory", "selections", "examples", "glossary")  # each with .yaml behind it

_TAKEN = ("game", "style", "fonts")
_ENTRIES = Entries(ID, Later())


@dataclass(slots=True)
class ComponentReader:
    """Reads what one file declares; `fields` and `groups` tell afterwards what pieces and entries may say."""

    project: Project
    folder: Path
    targets: Targets
    sink: Sink
    fields: dict[str, Fields]
    groups: dict[str, Fields]
    filled: frozenset[str] = frozenset()  # components whose pieces modules bring, so that they need no file
    unread: set[str] = field(default_factory=set)  # of pieces: see Game.unread

    def icons(self, said: Mapping[str, str | None], path: str) -> Iterator[Icon]:
        for name, file in said.items():
            span = self.sink.span(path, name)
            inside = path_inside(self.folder, file) if file else None
            if inside:
                yield Icon(name, inside, span)
            elif file:
                why, hint = why_outside(file, "the game's folder")
                self.sink.problems.append(OUTSIDE.at(span, f"{shown(file)} {why}", hint=hint))

    def group(self, id: str, said: Mapping[str, Any]) -> Group:
        sink, path = self.sink, f"groups.{id}"
        standard = {name: declare(name, raw, f"{path}.{name}", sink) for name, raw in GROUP_FIELDS.items()}
        own = read_fields(said["fields"], f"{path}.fields", sink, reserved=GROUP_FIELDS)
        self.targets.check(own.declared, f"{path}.fields", sink)
        fields = Fields({**own.declared, **standard}, own.broken - standard.keys(), own.complete)
        self.groups[id] = fields
        entries = self.entries(id, said["entries"], f"{path}.entries") if said["entries"] else {}
        return Group(id, entries, sink.span(path), fields.declared)

    def entries(self, group: str, node: Node, path: str) -> dict[str, Piece]:
        """What a mapping at this path says of things of a group."""
        struct = entry_struct(self.groups[group])
        entries: dict[str, Piece] = {}
        for name, inner_node in _ENTRIES.read(node, path, self.sink).items():
            before, inner = len(self.sink.problems), self.sink.fresh()
            values = struct.read(inner_node, "", inner)
            self.sink.concern(f"{group}/{name}", before)
            if values is not None:
                place = self.sink.place(path, name)
                entries[name] = Piece(
                    name, group, 1, values, self.sink.file, *place, inner.places, phrases=inner.phrases
                )
        return entries

    def component(self, id: str, said: Mapping[str, Any], path: str) -> Component:
        sink = self.sink
        if id in _TAKEN:
            sink.report(RESERVED_NAME, sink.place(path), f"no component can be called {id}", "choose another id")
        fields = read_fields(said["fields"], f"{path}.fields", sink, reserved=RESERVED)
        self.targets.check(fields.declared, f"{path}.fields", sink)
        fields = fields._replace(complete=fields.complete and f"{path}.fields" not in sink.misspelt)
        self.fields[id] = fields
        return Component(
            id=id,
            title=said["title"] or id,
            format=make_format(said, path, sink),
            front=said["front"] or "",
            back=said["back"] or "",
            fields=fields.declared,
            pieces=self._pieces(id, said, path),
            span=sink.span(path),
            layout_span=sink.span(path, "front" if said["front"] else "back"),
            on_request=bool(said["on-request"]),
        )

    def reader(self, component: str) -> PieceReader:
        return PieceReader(self.project, component, self.fields[component], self.sink.problems, self.unread)

    def _pieces(self, id: str, said: Mapping[str, Any], path: str) -> tuple[Piece, ...]:
        """Those of the matrix, then those of the file."""
        combined = self._combined(id, said["matrix"], f"{path}.matrix") if said["matrix"] else ()
        if said["matrix"] and not said["data"]:
            return combined
        known = {piece.id: piece for piece in combined}
        found = self._of_file(id, said, path)
        for piece in found:
            if piece.id in known:
                at, origin = piece.span_of("id"), known[piece.id].span
                self.sink.problems.append(DUPLICATE_ID.at(at, f"{shown(piece.id)} is given twice", origin=origin))
        return (*combined, *(piece for piece in found if piece.id not in known))

    def _combined(self, id: str, node: Node, path: str) -> tuple[Piece, ...]:
        root = combinations(node, path, self.fields[id].declared, self.sink)
        return self.reader(id).of_nodes(root, self.sink) if root else ()

    def _of_file(self, id: str, said: Mapping[str, Any], path: str) -> tuple[Piece, ...]:
        sink = self.sink
        if said["data"]:
            span = sink.span(path, "data")
            if said["data"] in [f"{name}.yaml" for name in OWN_FILES]:
                message = f"{said['data']} is a file of the game itself and holds no pieces"
                sink.report(RESERVED_NAME, sink.place(path, "data"), message, "call the file of pieces otherwise")
                return ()
            file = named_file(self.folder, said["data"], span, sink.problems)
            return self.reader(id).read(file, span) if file else ()
        if id in self.filled or f"{path}.data" in sink.places or f"{path}.data" in sink.misspelt:
            return ()
        if f"{path}.fields" in sink.places:
            hint = "name their file with data:"
            sink.report(NO_PIECES, sink.place(path), f"{id} declares fields, but has no pieces", hint)
            return ()
        return (Piece(id, id, 1, {}, sink.file, *sink.place(path), {}),)
