"""Groups and components as game.yaml, or a module, declares them → `EntryGroup`s and `Component`s, whole."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.io.opening import path_inside
from pnp.io.project import Project
from pnp.load import limits
from pnp.load.fields import (
    GROUP_FIELDS,
    NO_TERMS,
    RESERVED,
    Fields,
    TableNodes,
    TableTerms,
    Targets,
    declare,
    entry_struct,
    find_field,
    read_fields,
)
from pnp.load.files import find_files, list_names, outside_problem
from pnp.load.kinds import ID, OWN_FILES, Later, report_type
from pnp.load.pieces import DUPLICATE_ID, NO_FILE_OF_PIECES, NO_PIECES, TOO_MANY_PIECES, UNKNOWN_FIELD, PieceReader
from pnp.load.scalars import load_sizes
from pnp.load.sink import Sink, place_of, quote_value
from pnp.load.structures import MISSING_KEY, Entries, report_twice
from pnp.model.game import Component, EntryGroup, Format, Icon, Outline, Piece
from pnp.model.length import mm
from pnp.model.problem import LimitError, Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.sheet import USUAL_MARGIN
from pnp.model.span import Span
from pnp.model.values import Unreadable

NO_VALUES = NO_PIECES.also('"{path}" has no values, so there are no pieces')
MATRIX_TOO_LARGE = TOO_MANY_PIECES.also("the matrix makes {count:,} pieces, at most {most:,} are possible")
_OTHER = regex(r"[^a-z0-9]+")


def combine(node: Node, path: str, fields: Fields, sink: Sink) -> Node:
    """Combine lists of values by field to a list of mappings, the last field's first. Raises Unreadable, LimitError."""
    if not isinstance(node, MappingNode) or not node.value:
        raise report_type(node, path, sink, "a mapping of fields to lists of values", "like {suit: [hearts, spades]}")
    before = len(sink.problems)
    said: set[str] = set()
    for key, values in node.value:
        name = key.value if isinstance(key, ScalarNode) else ""
        if name in said:
            report_twice(node, key, sink)
        elif name not in fields.declared:
            sink.report_name(UNKNOWN_FIELD, key, name, fields.declared, fields.cause)
        elif not isinstance(values, SequenceNode) or not all(isinstance(each, ScalarNode) for each in values.value):
            report_type(values, f"{path}.{name}", sink, "a list of values", "like [hearts, spades]")
        elif not values.value:
            sink.report(NO_VALUES, values, path=f"{path}.{name}")
        said.add(name)
    if len(sink.problems) > before:
        raise Unreadable(sink.problems[before])
    if (count := prod(len(values.value) for _, values in node.value)) > limits.PIECES:
        raise LimitError(str(MATRIX_TOO_LARGE.at(sink.span(path), count=count, most=limits.PIECES)))
    rows = []
    for values in product(*(values.value for _, values in node.value)):
        at = values[-1]  # it stands where its last value does, and is called by all of them
        id = "-".join(_OTHER.sub("-", value.value.casefold()).strip("-") for value in values)
        pairs = zip([key for key, _ in node.value], values, strict=True)
        whole = [(_scalar("id", at), _scalar(id, at)), *pairs]
        rows.append(MappingNode("", whole, at.start_mark, at.end_mark))
    return SequenceNode("", rows, node.start_mark, node.end_mark)


def complete(nodes: TableNodes, sink: Sink, combined: Mapping[str, MappingNode], file: str) -> TableNodes:
    """Add to the pieces of a data file what the matrix in `file` says of those that have the id of a combination.

    What comes from the matrix stands where the piece does. A piece that says otherwise is another one of the same id.
    """
    if not combined or not isinstance(nodes.root, SequenceNode):
        return nodes
    rows = []
    for node in nodes.root.value:
        said = _values_by_key(node) if isinstance(node, MappingNode) else {}
        id = said.get("id")
        if isinstance(id, ScalarNode) and id.value in combined:
            combination = combined[id.value]
            values = _values_by_key(combination)
            if any(name in said and said[name].value != value.value for name, value in values.items()):
                origin, twice = Span(file, *place_of(combination)), quote_value(id.value)
                sink.report(DUPLICATE_ID, id, hint="its values are others there", origin=origin, id=twice)
            missing = ((name, value.value) for name, value in values.items() if name not in said)
            added = [(_scalar(name, id), _scalar(value, id)) for name, value in missing]
            node = MappingNode(node.tag, [*node.value, *added], node.start_mark, node.end_mark)
        rows.append(node)
    return nodes._replace(root=SequenceNode(nodes.root.tag, rows, nodes.root.start_mark, nodes.root.end_mark))


def _values_by_key(node: MappingNode) -> dict[str, Node]:
    return {key.value: value for key, value in node.value if isinstance(key, ScalarNode)}


def _scalar(text: str, at: Node) -> ScalarNode:
    return ScalarNode("", text, at.start_mark, at.end_mark)


RESERVED_NAME = code("PNP106", says="no {what} can be called {name}")
FILE_OF_RULES = RESERVED_NAME.also("{file} is a file of the game itself and holds no pieces")
_TAKEN = ("game", "style", "fonts")
_ENTRIES = Entries(ID, Later())
BAD_FORMAT = code("PNP103", says="a circle has one diameter, not {w} x {h}")
TOO_ROUND = BAD_FORMAT.also("corners of {corner} are too round for {w} x {h}")
NO_CORNERS = BAD_FORMAT.also('"corner" means nothing for the shape {shape}')
NOTHING_LEFT = BAD_FORMAT.also("a safe area {safe} inside the cut leaves nothing of {w} x {h}")
APART = BAD_FORMAT.also("pieces that are {gap} apart share no cuts")
WHOLE_PAPER = code(
    "PNP419",
    Severity.WARNING,
    says="{component} is as large as {paper}, of which {margin} margins leave {room}: it comes in parts to be glued",
)
_PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # that are in printers at home
_CORNER = 3.0
_SAFE = 2.0


@dataclass(slots=True, eq=False, repr=False)
class ComponentReader:
    """Reads what one file declares; afterwards `fields` and `groups` hold what pieces and entries may say."""

    project: Project
    folder: Path
    targets: Targets
    sink: Sink
    fields: dict[str, Fields]
    groups: dict[str, Fields]
    filled: frozenset[str] = frozenset()  # components whose pieces modules bring, so that they need no file
    _terms: dict[str, TableTerms] = field(default_factory=dict)
    _copies: dict[str, int] = field(default_factory=dict)  # of pieces that don't say how many

    def read_icons(self, said: Mapping[str, str | None], path: str) -> Iterator[Icon]:
        for name, file in said.items():
            span = self.sink.span(path, name)
            if file and (inside := path_inside(self.folder, file)):
                yield Icon(name, inside, span)
            elif file:
                self.sink.lost[f"{path}.{name}"] = outside_problem(file, span)
                self.sink.problems.append(self.sink.lost[f"{path}.{name}"])

    def read_group(self, id: str, said: Mapping[str, Any]) -> EntryGroup:
        sink, path = self.sink, f"groups.{id}"
        standard = {name: declare(name, raw, f"{path}.{name}", sink) for name, raw in GROUP_FIELDS.items()}
        own = read_fields(said["fields"], f"{path}.fields", sink, reserved=GROUP_FIELDS)
        own = self.targets.check(own, f"{path}.fields", sink)
        broken = {name: problem for name, problem in own.broken.items() if name not in standard}
        fields = own._replace(declared={**own.declared, **standard}, broken=broken)
        self.groups[id] = fields
        entries = self.read_entries(id, said["entries"], f"{path}.entries") if said["entries"] else {}
        return EntryGroup(id, entries, sink.span(path), fields.declared)

    def read_entries(self, group: str, node: Node, path: str) -> dict[str, Piece]:
        """Read the mapping at this path, which holds entries of a group."""
        struct, sink = entry_struct(self.groups[group]), self.sink
        entries: dict[str, Piece] = {}
        for name, inner_node in _ENTRIES.read(node, path, sink).items():
            before, inner, place = len(sink.problems), sink.fresh(), sink.place(path, name)
            try:
                values = struct.read(inner_node, "", inner)
                entries[name] = Piece(name, group, 1, values, sink.file, *place, inner.places, phrases=inner.phrases)
            except Unreadable as error:
                sink.lost[f"{path}.{name}"] = error.problem
            sink.concern(f"{group}/{name}", before)
        return entries

    def read_component(self, id: str, said: Mapping[str, Any], path: str) -> Component:
        sink = self.sink
        if id in _TAKEN:
            sink.report(RESERVED_NAME, sink.place(path), hint="choose another id", what="component", name=id)
        fields = read_fields(said["fields"], f"{path}.fields", sink, reserved=RESERVED)
        fields = self.targets.check(fields, f"{path}.fields", sink)
        self.fields[id] = fields
        headings: dict[str, str] = {}
        lost: dict[str, Problem] = {}
        for name, heading in (said["columns"] or {}).items():
            if name in RESERVED or find_field(fields.declared, name) is not None:
                headings[name] = " ".join(heading.split())  # as it is read from tables
            else:
                known, cause = (*RESERVED, *fields.declared), fields.broken.get(name, fields.cause)
                problem = sink.report_name(UNKNOWN_FIELD, sink.place(f"{path}.columns", name), name, known, cause)
                lost[sink.suggest.nearest(name, known) or name] = problem
        spans = {name: sink.span(f"{path}.columns", name) for name in headings}
        ignores, auto, matrix = said["other-columns"] == "ignore", said["id"] == "auto", said["matrix"]
        combined = list(_values_by_key(matrix)) if isinstance(matrix, MappingNode) else []
        self._terms[id] = TableTerms(headings, spans, ignores, auto, combined, lost)
        self._copies[id] = said["copies"] or 1
        return Component(
            id=id,
            title=said["title"] or id.replace("-", " ").capitalize(),
            format=make_format(said, path, sink),
            front=said["front"] or "",
            back=said["back"] or "",
            fields=fields.declared,
            pieces=self._read_pieces(id, said, path),
            span=sink.span(path),
            layout_span=sink.span(path, "front" if said["front"] else "back"),
            on_request=bool(said["on-request"]),
        )

    def make_reader(self, component: str, section: str = "pieces") -> PieceReader:
        sink, terms, copies = self.sink, self._terms.get(component, NO_TERMS), self._copies.get(component, 1)
        fields = self.fields[component]
        return PieceReader(self.project, component, fields, sink.problems, sink.unread, section, terms, copies)

    def _read_pieces(self, id: str, said: Mapping[str, Any], path: str) -> tuple[Piece, ...]:
        """Read the pieces of the matrix, of which the file may say more, then the others of the file."""
        if not said["matrix"]:
            return self._read_files(id, said, path, {})
        try:
            root = combine(said["matrix"], f"{path}.matrix", self.fields[id], self.sink)
        except Unreadable as error:
            self.sink.unread[f"pieces.{id}"] = error.problem
            return self._read_files(id, said, path, {}) if said["data"] else ()
        nodes: dict[str, MappingNode] = {}
        for node in root.value:
            nodes.setdefault(_values_by_key(node)["id"].value, node)
        others = {each.id: each for each in self._read_files(id, said, path, nodes)} if said["data"] else {}
        combined = {id: others.pop(id) for id in nodes if id in others}
        rest = [node for node in root.value if _values_by_key(node)["id"].value not in combined]
        new = SequenceNode(root.tag, rest, root.start_mark, root.end_mark)
        combined |= {piece.id: piece for piece in self.make_reader(id).read_nodes(new, self.sink)}
        return (*(combined[id] for id in nodes if id in combined), *others.values())

    def _read_files(
        self, id: str, said: Mapping[str, Any], path: str, combined: Mapping[str, MappingNode]
    ) -> tuple[Piece, ...]:
        sink = self.sink
        if said["data"]:
            names = list_names(said["data"], f"{path}.data", sink)
            for name, span in names:
                if name in [f"{name}.yaml" for name in OWN_FILES]:
                    hint = "call the file of pieces otherwise"
                    sink.lost[f"{path}.data"] = sink.report(FILE_OF_RULES, span, hint=hint, file=name)
                    return ()
            files = find_files(self.folder, names, sink.problems)
            return self.make_reader(id).read(files, partial(complete, combined=combined, file=sink.file))
        if id in self.filled or f"{path}.data" in sink.lost or f"{path}.matrix" in sink.lost:
            return ()
        if f"{path}.fields" in sink.places:
            hint = "name their file with data:"
            sink.lost[f"{path}.data"] = sink.report(NO_FILE_OF_PIECES, sink.place(path), hint=hint, component=id)
            return ()
        return (Piece(id, id, said["copies"] or 1, {}, sink.file, *sink.place(path), {}),)


def make_format(raw: Mapping[str, Any], path: str, sink: Sink) -> Format:
    """Make the format of a component; what is missing or wrong is reported and replaced by something that prints."""
    outline = Outline(raw["shape"] or "rectangle")
    if raw["size"] is None and raw["front"] and f"{path}.size" not in sink.places:
        hint, cause = "like poker, 63 x 88 or 25mm", sink.lost.get(f"{path}.size")
        sink.report(MISSING_KEY, sink.place(path), hint=hint, cause=cause, within=f"{path}.", name="size")
    w, other = raw["size"] or load_sizes()["poker"]
    if other is None:  # the diameter, the distance across the flats, or both sides
        other = w * 2 / math.sqrt(3) if outline is Outline.HEXAGON else w
    h: float = other
    if outline is Outline.CIRCLE and w != h:
        place, cause = sink.place(path, "size"), sink.lost.get(f"{path}.shape")
        sink.report(BAD_FORMAT, place, hint="like size: 30mm", cause=cause, w=mm(w), h=mm(h))
        h = w
    shorter = min(w, h)
    corner, safe = 0.0, min(_SAFE, shorter / 5)
    if outline is Outline.ROUNDED:
        corner = min(_CORNER, shorter / 4)
        if (wanted := raw["corner"]) is not None:
            corner = min(wanted, shorter / 2)
            if corner < wanted:
                place, hint = sink.place(path, "corner"), f"at most {mm(corner)}"
                cause = sink.lost.get(f"{path}.size")
                sink.report(TOO_ROUND, place, hint=hint, cause=cause, corner=mm(wanted), w=mm(w), h=mm(h))
    elif f"{path}.corner" in sink.places:
        place, cause = sink.place(path, "corner"), sink.lost.get(f"{path}.shape")
        sink.report(NO_CORNERS, place, hint="shape: rounded has corners", cause=cause, shape=str(outline))
    if (wanted := raw["safe"]) is not None:
        if 2 * wanted < shorter:
            safe = wanted
        else:
            place, cause = sink.place(path, "safe"), sink.lost.get(f"{path}.size")
            sink.report(NOTHING_LEFT, place, cause=cause, safe=mm(wanted), w=mm(w), h=mm(h))
    if raw["gap"] and raw["shared-cuts"]:
        sink.report(APART, sink.place(path, "gap"), hint="leave one of them out", gap=mm(raw["gap"]))
    shared, cut, double = (bool(raw[key]) for key in ("shared-cuts", "cut", "double-sided"))
    same = (paper for paper, full in _PAPERS.items() if math.dist(sorted((w, h)), sorted(full)) < 1.0)
    if not cut and (paper := next(same, "")):
        least, most = (side - 2 * USUAL_MARGIN for side in (shorter, max(w, h)))
        room, hint = f"{least:g} × {mm(most)}", "size: page is all that A4 and letter leave"
        component, margin, place = path.rpartition(".")[2], mm(USUAL_MARGIN), sink.place(path, "size")
        sink.report(WHOLE_PAPER, place, hint=hint, component=component, paper=paper, margin=margin, room=room)
    return Format(w, h, outline, corner, safe, raw["bleed"] or 0.0, shared, cut, double, raw["gap"])
