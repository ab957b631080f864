"""A game's folder → `Game`, and everything that is wrong with its files, in one go."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from yaml.nodes import MappingNode

from pnp.load.fields import RESERVED, Fields, declare, entry_struct, read_fields
from pnp.load.files import OUTSIDE, named_file, read_source
from pnp.load.formats import make_format
from pnp.load.game_file import GAME, GROUP_FIELDS, ID
from pnp.load.kinds import Later, wrong_type
from pnp.load.modules import UNKNOWN_NAME, read_modules
from pnp.load.pieces import NO_PIECES, PieceReader
from pnp.load.project import game_folder
from pnp.load.sink import Sink, shown
from pnp.load.structures import DUPLICATE_KEY, Entries
from pnp.load.yaml_nodes import compose
from pnp.model.game import Component, Game, Group, Icon, Piece
from pnp.model.inside import is_file, path_inside
from pnp.model.problem import Problem, code, in_reading_order
from pnp.model.project import Project
from pnp.model.span import Span
from pnp.model.values import Field

NO_CATALOGUE = code(
    "PNP105",
    "language without a catalogue",
    """
Each language after the first needs its translations in `locale/<language>.po` in the game's folder; the first is the
one that the data is written in.
""",
)
RESERVED_NAME = code(
    "PNP106",
    "name that is taken",
    """
Groups and components are named by references alike, so no group can be called like a component. `game`, `style` and
`fonts` can't be names of components, since the schemas of the files of that name stand beside theirs.
""",
)

_TAKEN = ("game", "style", "fonts")
_ENTRIES = Entries(ID, Later())


def load_game(project: Project, game_id: str) -> tuple[Game | None, list[Problem]]:
    """As much of the game as could be read, None where not even game.yaml; raises UsageError, FileError, LimitError."""
    folder = game_folder(project, game_id)
    problems: list[Problem] = []
    whole = Span(project.display(folder / "game.yaml"))
    path = named_file(folder, "game.yaml", whole, problems)
    source = read_source(project, path, problems) if path else None
    root = compose(source, problems) if source else None
    if source is None or root is None:
        return None, problems
    sink = Sink(source.name, problems)
    if not isinstance(root, MappingNode):
        wrong_type(root, "", sink, "a mapping", "required: title, version, languages, components")
        return None, problems
    raw = GAME.read(root, "", sink) or {}
    game = _Builder(project, folder, sink).build(game_id, raw)
    return game, in_reading_order(problems)


class _Builder:
    """What game.yaml says, key by key, → the parts of a Game; `sink.places` knows where it says so."""

    def __init__(self, project: Project, folder: Path, sink: Sink) -> None:
        self._project = project
        self._folder = folder
        self._sink = sink
        self._problems = sink.problems
        self._readers: dict[str, PieceReader] = {}
        self._targets: list[str] = []

    def build(self, id: str, raw: Mapping[str, Any]) -> Game:
        sink = self._sink
        groups, components = raw["groups"] or {}, raw["components"] or {}
        self._check_names(groups, components)
        self._targets = [*groups, *components]
        return Game(
            id=id,
            title=raw["title"] or id,
            version=raw["version"] or "",
            languages=self._languages(raw["languages"] or ()),
            groups={key: self._group(key, said) for key, said in groups.items() if said},
            icons=dict(self._icons(raw["icons"] or {})),
            components={key: self._component(key, said) for key, said in components.items() if said},
            modules=read_modules(raw["modules"] or {}, self._folder, self._readers, components, sink),
            folder=self._folder,
            span=sink.span(),
            credits=raw["credits"] or "",
        )

    def _check_names(self, groups: Mapping[str, Any], components: Mapping[str, Any]) -> None:
        sink = self._sink
        for id in components:
            if id in groups:
                origin = sink.span("groups", id)
                sink.report(RESERVED_NAME, sink.place("components", id), f"{id} is a group already", "", origin)
            if id in _TAKEN:
                hint = "choose another id"
                sink.report(RESERVED_NAME, sink.place("components", id), f"no component can be called {id}", hint)

    def _languages(self, tags: tuple[str, ...]) -> tuple[str, ...]:
        sink = self._sink
        for number, tag in enumerate(tags):
            place = sink.place("languages", str(number))
            if tag in tags[:number]:
                origin = sink.span("languages", str(tags.index(tag)))
                sink.report(DUPLICATE_KEY, place, f"{shown(tag)} is given twice", "delete one", origin)
            elif number and not is_file(self._folder / "locale" / f"{tag}.po"):
                sink.report(NO_CATALOGUE, place, f"language {tag} has no catalogue locale/{tag}.po")
        return tuple(dict.fromkeys(tags)) or ("en",)

    def _icons(self, said: Mapping[str, str | None]) -> Iterator[tuple[str, Icon]]:
        for name, file in said.items():
            span = self._sink.span("icons", name)
            path = path_inside(self._folder, file) if file else None
            if path:
                yield name, Icon(name, path, span)
            elif file:
                self._problems.append(OUTSIDE.at(span, f"{shown(file)} leads out of the game's folder"))

    def _group(self, id: str, said: Mapping[str, Any]) -> Group:
        sink, path = self._sink, f"groups.{id}"
        standard = {name: declare(name, raw, f"{path}.{name}", sink) for name, raw in GROUP_FIELDS.items()}
        own = read_fields(said["fields"], f"{path}.fields", sink, reserved=GROUP_FIELDS)
        self._check_targets(own.declared, f"{path}.fields")
        fields = Fields({**own.declared, **standard}, own.broken - standard.keys(), own.complete)
        struct = entry_struct(fields)
        nodes = _ENTRIES.read(said["entries"], f"{path}.entries", sink) if said["entries"] else {}
        entries: dict[str, Piece] = {}
        for name, node in nodes.items():
            before, inner = len(self._problems), sink.fresh()
            values = struct.read(node, "", inner)
            sink.concern(f"{id}/{name}", before)
            if values is not None:
                place = sink.place(path, "entries", name)
                entries[name] = Piece(name, id, 1, values, sink.file, *place, inner.places)
        return Group(id, entries, sink.span(path), fields.declared)

    def _component(self, id: str, said: Mapping[str, Any]) -> Component:
        sink, path = self._sink, f"components.{id}"
        fields = read_fields(said["fields"], f"{path}.fields", sink, reserved=RESERVED)
        self._check_targets(fields.declared, f"{path}.fields")
        self._readers[id] = PieceReader(self._project, id, fields, self._problems)
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
        )

    def _pieces(self, id: str, said: Mapping[str, Any], path: str) -> tuple[Piece, ...]:
        sink = self._sink
        if said["data"]:
            span = sink.span(path, "data")
            file = named_file(self._folder, said["data"], span, self._problems)
            return self._readers[id].read(file, span) if file else ()
        if f"{path}.data" in sink.places:
            return ()
        if f"{path}.fields" in sink.places:
            hint = "name their file with data:"
            sink.report(NO_PIECES, sink.place(path), f"{id} declares fields, but has no pieces", hint)
            return ()
        return (Piece(id, id, 1, {}, sink.file, *sink.place(path), {}),)

    def _check_targets(self, fields: Mapping[str, Field], path: str) -> None:
        """References lead to groups and components that there are."""
        sink = self._sink
        for name, field in fields.items():
            full = f"{path}.{name}"
            if field.to and field.to not in self._targets:
                message = f"there is no group or component {shown(field.to)}"
                sink.report(UNKNOWN_NAME, sink.place(full, "to"), message, sink.suggest(field.to, self._targets))
            if field.of:
                self._check_targets({"of": field.of}, full)
            self._check_targets(field.fields, f"{full}.fields")
