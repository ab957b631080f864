"""A file of pieces, YAML or CSV → `Piece`s."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from yaml.nodes import Node, ScalarNode, SequenceNode

from pnp.load import limits
from pnp.load.csv_nodes import table_nodes
from pnp.load.fields import Fields, piece_struct
from pnp.load.files import read_source
from pnp.load.kinds import wrong_type
from pnp.load.sink import Sink, place_of, shown
from pnp.load.structures import Struct
from pnp.load.yaml_nodes import compose
from pnp.model.game import Piece
from pnp.model.problem import LimitError, Problem, code
from pnp.model.project import Project
from pnp.model.span import Span

DUPLICATE_ID = code(
    "PNP101",
    "id given twice",
    """
Two pieces of a component, or two rules, examples, steps of one list have the same id. The id is how modules, references
and translations name a piece; the message names both places. For several equal pieces, write `copies:`.
""",
)
NO_PIECES = code(
    "PNP102",
    "no pieces",
    """
A component has nothing to print: its file holds no pieces, or it declares fields but names no file with `data:`, and
no module adds pieces to it. (A component with neither fields nor data, like a board, is one piece.)
""",
)
TOO_MANY_PIECES = code(
    "PNP016",
    "too many pieces",
    f"""
A file may hold {limits.PIECES:,} pieces. Equal ones are one piece with `copies:`.
""",
)
UNKNOWN_FORMAT = code(
    "PNP017",
    "unknown kind of file",
    """
Pieces are read from `.yaml` (or `.yml`) and `.csv` files. Spreadsheets export CSV; choose UTF-8 and commas.
""",
)


@dataclass(slots=True)
class PieceReader:
    """Reads the files of one component, which all have the same fields."""

    project: Project
    component: str
    fields: Fields
    problems: list[Problem]
    unread: set[str] = field(default_factory=set)  # see Game.unread
    _struct: Struct = field(init=False)

    def __post_init__(self) -> None:
        self._struct = piece_struct(self.fields)

    def read(self, path: Path, named_at: Span) -> tuple[Piece, ...]:
        """Raises FileError, LimitError."""
        suffix = path.suffix.casefold()
        if suffix not in (".yaml", ".yml", ".csv"):
            message = f"{shown(path.name)} is neither a .yaml nor a .csv file"
            self.problems.append(UNKNOWN_FORMAT.at(named_at, message))
            return ()
        source = read_source(self.project, path, self.problems)
        if source is None:
            return ()
        if suffix == ".csv":
            root = table_nodes(source, self.fields.declared, self.problems)
        else:
            root = compose(source, self.problems)
        text = "" if suffix == ".csv" else source.text
        return tuple(self._pieces(root, Sink(source.name, self.problems, text))) if root else ()

    def of_nodes(self, root: Node, sink: Sink) -> tuple[Piece, ...]:
        """Of a list of pieces that stands within another file."""
        return tuple(self._pieces(root, Sink(sink.file, self.problems)))

    def _pieces(self, root: Node, sink: Sink) -> Iterator[Piece]:
        if not isinstance(root, SequenceNode):
            wrong_type(root, "", sink, "a list of pieces", "write each piece as - id: …")
            return
        if len(root.value) > limits.PIECES:
            message = f"the file has {len(root.value):,} pieces, at most {limits.PIECES:,} are possible"
            raise LimitError(str(TOO_MANY_PIECES.at(sink.span(), message)))
        if not root.value:
            sink.report(NO_PIECES, root, "there are no pieces in this file")
        first: dict[str, Piece] = {}
        for node in root.value:
            piece = self._piece(node, sink)
            if piece is None:
                continue
            if piece.id in first:
                at = piece.places["id"]
                sink.report(DUPLICATE_ID, at, f"{shown(piece.id)} is given twice", origin=first[piece.id].span_of("id"))
                continue
            first[piece.id] = piece
            yield piece

    def _piece(self, node: Node, sink: Sink) -> Piece | None:
        """None where it has no id that others could name it by."""
        places = sink.places = {}
        phrases = sink.phrases = {}
        sink.misspelt.clear()
        before = len(sink.problems)
        values = self._struct.read(node, "", sink)
        if values is None:
            return None
        id, copies = values.pop("id"), values.pop("copies")
        if id is None:  # whatever it says may have been meant
            said = [value for _, value in node.value if isinstance(value, ScalarNode)]
            self.unread.update(f"pieces.{self.component}/{value.value}" for value in said)
            return None
        sink.concern(f"{self.component}/{id}", before)
        return Piece(id, self.component, copies or 1, values, sink.file, *place_of(node), places, phrases=phrases)
