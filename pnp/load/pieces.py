"""Files of pieces, YAML or tables → `Piece`s; with `id: auto`, ids are made of what pieces are called."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.cardtext.suggest import Hints
from pnp.io.project import DATA_FILES, Project
from pnp.load import limits
from pnp.load.fields import NO_TERMS, Fields, TableNodes, TableTerms, piece_struct
from pnp.load.files import DataFile, NamedFile, format_problem, refuse
from pnp.load.kinds import ID, report_type, slug
from pnp.load.sink import Sink, place_of, quote_value
from pnp.load.structures import UNKNOWN_KEY, Values
from pnp.load.yaml_nodes import Opened, open_yaml
from pnp.model.game import Piece
from pnp.model.problem import LimitError, Problem, Severity, code
from pnp.model.span import Span
from pnp.model.values import Field, Poison, Unreadable, UnreadParts, attempt, require

if TYPE_CHECKING:
    from pnp.load.table_files import OpenedTable

DUPLICATE_ID = code("PNP101", says="{id} is given twice")
NO_PIECES = code("PNP102", says="there are no pieces in this file")
NO_FILE_OF_PIECES = NO_PIECES.also("{component} declares fields, but has no pieces")
TOO_MANY_PIECES = code("PNP016", says="the file has {count:,} pieces, at most {most:,} are possible")
NO_HEADING = code("PNP049", says="no table has a column {heading}")
UNKNOWN_FIELD = UNKNOWN_KEY.also("unknown field {name}", once=True)
Complete = Callable[[TableNodes, Sink], TableNodes]


@dataclass(slots=True, eq=False, repr=False)
class PieceReader:
    """Reads the files of one component, which all have the same fields.

    `section` is that of the game's `unread` where it is noted which pieces can't be read: those of the component
    itself, or those that modules bring.
    """

    project: Project
    component: str
    fields: Fields
    problems: list[Problem]
    unread: UnreadParts = field(default_factory=UnreadParts)
    section: str = "pieces"
    terms: TableTerms = NO_TERMS
    copies: int = 1  # of pieces that don't say how many

    def read(self, files: Sequence[NamedFile], complete: Complete | None = None) -> tuple[Piece, ...]:
        """Read files whose names may be wrong already; `complete` adds to a piece. Raises FileError, LimitError."""
        opened: list[Opened | OpenedTable | Poison] = [attempt(self._open, file, span) for file, span in files]
        terms = self._check_headings([each for each in opened if not isinstance(each, Opened | Poison)])
        whole, found = f"{self.section}.{self.component}", list[tuple[TableNodes, Sink]]()
        for each in opened:
            try:
                file: Any = require(each)
                is_yaml, fields = isinstance(file, Opened), self.fields
                nodes = TableNodes(file.root) if is_yaml else file.make_nodes(fields.declared, terms, fields.cause)
                found.append((nodes, file.sink))
            except Unreadable as error:
                self.unread.note(whole, error.problem)
        if terms.has_auto_ids:
            lists = [(nodes.root, sink) for nodes, sink in found]
            if unnamed := give_ids(lists, self.fields.declared, terms.lost):
                self.unread.note(whole, unnamed)
                return ()
        first: dict[str, Piece] = {}
        for nodes, sink in found:
            self._add(complete(nodes, sink) if complete else nodes, sink, first)
        return tuple(first.values())

    def read_nodes(self, root: Node, sink: Sink) -> tuple[Piece, ...]:
        """Read a list of pieces that stands within another file."""
        first: dict[str, Piece] = {}
        self._add(TableNodes(root), sink.fresh(), first)
        return tuple(first.values())

    def _open(self, named: DataFile | Poison, named_at: Span) -> "Opened | OpenedTable":
        file = require(named)
        suffix = file.path.suffix.casefold()
        if suffix not in DATA_FILES:
            raise refuse(format_problem(file.path.name, DATA_FILES, named_at), self.problems)
        if suffix in (".yaml", ".yml"):
            return open_yaml(self.project, file.path, self.problems, self.unread)
        from pnp.load.table_files import read_table

        return read_table(self.project, file, self.problems, self.unread)

    def _check_headings(self, tables: "Sequence[OpenedTable]") -> TableTerms:
        """Report the headings that `columns:` names and none of the tables has; return terms that know of them."""
        there = {cell.text for opened in tables for cell in opened.table.header}
        suggest, wrong = Hints(), {}
        for path, heading in self.terms.headings.items() if there else ():
            if not {heading, path} & there:
                span, hint = self.terms.spans[path], suggest(heading, there)
                wrong[path] = NO_HEADING.at(span, hint=hint, heading=quote_value(heading))
        self.problems += [problem for problem in wrong.values() if problem not in self.problems]
        return self.terms._replace(lost={**self.terms.lost, **wrong})

    def _add(self, nodes: TableNodes, sink: Sink, first: dict[str, Piece]) -> None:
        """Add pieces to the first of each id, which may be of other files."""
        root, lost, wrong = nodes
        whole = f"{self.section}.{self.component}"
        if not isinstance(root, SequenceNode):
            error = report_type(root, "", sink, "a list of pieces", "write each piece as - id: …")
            self.unread.note(whole, error.problem)
            return
        if (count := len(root.value)) > limits.PIECES:
            raise LimitError(str(TOO_MANY_PIECES.at(sink.span(), count=count, most=limits.PIECES)))
        if not root.value:
            self.unread.note(whole, sink.report(NO_PIECES, root))
            return
        kind = piece_struct(self.fields, lost, self.copies)
        for number, node in enumerate(root.value):
            if (piece := self._read_piece(node, kind, sink, wrong.get(number))) is None:
                continue
            if before := first.get(piece.id):
                is_same, copies = before.fields == piece.fields, before.copies + piece.copies
                origin, hint = before.span_of("id"), f"write it once, with copies: {copies}" if is_same else ""
                sink.report(DUPLICATE_ID, piece.places["id"], hint=hint, origin=origin, id=quote_value(piece.id))
            else:
                first[piece.id] = piece

    def _read_piece(self, node: Node, kind: Values, sink: Sink, wrong: Problem | None) -> Piece | None:
        """Read a piece; None if it has no id. `wrong`: a problem by which its values may be those of other fields."""
        places = sink.places = {}
        phrases = sink.phrases = {}
        before, whole = len(sink.problems), f"{self.section}.{self.component}"
        values: Any = attempt(kind.read, node, "", sink)
        id: Any = values if isinstance(values, Poison) else values.pop("id")
        if wrong is not None:
            sink.problems[before:] = [problem._replace(cause=wrong) for problem in sink.problems[before:]]
            phrases.clear()
        if id.__class__ is Poison:
            if not isinstance(node, MappingNode):
                self.unread.note(whole, id.problem)
            self.unread.update({f"{whole}/{meant}": id.problem for meant in guess_ids(node)})
            return None
        copies = values.pop("copies")
        if wrong is not None:
            values, copies = dict.fromkeys(values, Poison(wrong)), Poison(wrong)
        if copies.__class__ is Poison:
            self.unread.note(f"{whole}/{id}", copies.problem)
            copies = 1
        sink.concern(f"{self.component}/{id}", before)
        return Piece(id, self.component, copies or 1, values, sink.file, *place_of(node), places, phrases=phrases)


def guess_ids(node: Node) -> Iterator[str]:
    """Yield what may have been meant for the id of a thing without one: all that it says."""
    there = [value for _, value in node.value] if isinstance(node, MappingNode) else [node]
    said = [value.value for value in there if isinstance(value, ScalarNode)]
    yield from filter(None, (*said, *map(ID.better_name, said)))


SAME_PIECE = code("PNP047", says="this says the same as another piece")
_CALLED_FOR_NOW = "{name} is called {id} only as long as nothing in it changes"
ID_OF_ALL = code("PNP048", Severity.WARNING, says=_CALLED_FOR_NOW, varies=("name", "id"), once=True)
_CALLED = ("name", "title")


class _Nameless(NamedTuple):
    node: MappingNode
    sink: Sink
    name: str
    digest: bytes  # of all that it says


def give_ids(
    lists: Iterable[tuple[Node, Sink]], fields: Mapping[str, Field], lost: Mapping[str, Problem]
) -> Problem | None:
    """Give ids to the pieces of a component that have none; if their names can't be read, return why.

    `lost`: fields that can't be read. An id is made of a name, and stays when rows move.
    """
    texts = [name for name, field in fields.items() if field.type == "text"]
    naming = next((name for name in (*_CALLED, *texts) if name in texts), "")
    nameless: list[_Nameless] = []
    taken: set[str] = set()
    called: dict[str, set[bytes]] = {}
    for root, sink in lists:
        for node in root.value if isinstance(root, SequenceNode) else ():
            if not isinstance(node, MappingNode):
                continue
            values = {key.value: value for key, value in node.value if isinstance(key, ScalarNode)}
            if "id" in values:
                taken.add(str(values["id"].value))
                continue
            named = values.get(naming)
            name = named.value if isinstance(named, ScalarNode) else ""
            said = repr(sorted((name, _serialise(value)) for name, value in values.items()))
            digest = blake2b(said.encode("utf-8", "replace"), digest_size=8).digest()
            nameless.append(_Nameless(node, sink, name, digest))
            called.setdefault(slug(name), set()).add(digest)
    if nameless and naming in lost:
        return lost[naming]
    first: dict[tuple[str, bytes], _Nameless] = {}
    for each in nameless:
        place, id, mark = place_of(each.node), slug(each.name), each.node.start_mark
        same = first.setdefault((id, each.digest), each)
        if same is not each:
            origin = Span(same.sink.file, *place_of(same.node))
            each.sink.report(SAME_PIECE, place, hint="write copies instead", origin=origin)
            id = "-".join(filter(None, (id, each.digest.hex()[:6], str(place[0]))))
        elif not id or id in taken or len(called[id]) > 1:
            id = "-".join(filter(None, (id, each.digest.hex()[:6])))
            name = quote_value(each.name) if each.name else "the piece"
            each.sink.report(ID_OF_ALL, place, hint="give it an id of its own", name=name, id=id)
        each.node.value.insert(0, (ScalarNode("", "id", mark, mark), ScalarNode("", id, mark, mark)))
    return None


def _serialise(node: Node) -> str:
    if isinstance(node, MappingNode):
        return repr(sorted((key.value, _serialise(value)) for key, value in node.value))
    return repr([_serialise(each) for each in node.value]) if isinstance(node, SequenceNode) else str(node.value)
