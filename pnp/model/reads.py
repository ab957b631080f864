"""What a template reads besides its own piece, so that it is known when a face has to be made again.

A read is a path: `components`, the ids that there are; `components/birds`, those of its pieces;
`components/birds/owl`, all of that piece; `components/birds/owl/name`, what it says there; `setup` and `victory`;
`data/birds|count`, the answer to an expression.
"""

from collections.abc import Iterator, Mapping

from pnp.model.game import Component, Piece
from pnp.model.values import Record, Value

Read = tuple[str, ...]


class Reads:
    """Collects the reads of one face after the other."""

    def __init__(self) -> None:
        self.found: set[Read] = set()

    def begin(self) -> set[Read]:
        """From now on into a new set; returns the one before."""
        before, self.found = self.found, set()
        return before


class ReadRecord(Record):
    """Another piece than the one whose face is made."""

    __slots__ = ("_of", "_reads")

    def __init__(self, reads: Reads, owner: str, values: Mapping[str, Value], id: str) -> None:
        super().__init__(values, id)
        self._reads = reads
        self._of = "components", owner, id

    @property
    def own(self) -> Record:
        """As its own template sees it."""
        return Record(self._values, self.id)

    def __getitem__(self, key: str) -> Value:
        self._reads.found.add((*self._of, key))
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        self._reads.found.add(self._of)
        return iter(self._values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Record) and other.id == self.id:
            self._reads.found.add(self._of)
        return super().__eq__(other)

    def __hash__(self) -> int:
        return super().__hash__()


class ReadMapping(Mapping[str, Value]):
    """What is told under a name, such as the setup."""

    def __init__(self, reads: Reads, name: str, values: Mapping[str, Value]) -> None:
        self._reads = reads
        self._of = (name,)
        self._values = values

    def __getitem__(self, key: str) -> Value:
        self._reads.found.add(self._of)
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        self._reads.found.add(self._of)
        return iter(self._values)

    def __len__(self) -> int:
        self._reads.found.add(self._of)
        return len(self._values)


class ReadAnswers:
    """What the data answers to expressions: `data("birds|count")`."""

    def __init__(self, reads: Reads, name: str, answers: Mapping[str, Value]) -> None:
        self._reads, self._name, self._answers = reads, name, answers

    def __call__(self, expression: str) -> Value:
        self._reads.found.add((self._name, str(expression)))
        return self._answers[str(expression)]


class Readable:
    """What stands there now."""

    def __init__(self, components: Mapping[str, Component], told: Mapping[str, Mapping[str, Value]]) -> None:
        self._components = components
        self._told = told
        self._pieces: dict[str, dict[str, Piece]] = {}  # of components that were asked for

    def at(self, read: Read) -> object:
        """None where there is nothing any more."""
        name, *path = read
        if name != "components":
            told = self._told.get(name)
            return told[path[0]] if told is not None and path else told
        if not path:
            return tuple(self._components)
        pieces = self._of(path[0])
        if len(path) == 1:
            return tuple(pieces)
        piece = pieces.get(path[1])
        if piece is None or path[2:] == ["copies"]:
            return piece and piece.copies
        return piece.fields.get(path[2]) if len(path) == 3 else (piece.copies, dict(piece.fields))

    def _of(self, component: str) -> dict[str, Piece]:
        if component not in self._pieces:
            known = self._components.get(component)
            self._pieces[component] = {piece.id: piece for piece in known.pieces} if known else {}
        return self._pieces[component]
