"""Mappings that templates read → what a template looked at besides its own piece, as plain tuples of words.

A read is `("components",)`, `("components", component, piece, field)`, `("number", component)`, `("copy", side)`,
`("setup",)`, `("data", expression)` and so on; `Context.value_of` returns what one finds.
"""

from collections.abc import Container, Iterator, Mapping

from pnp.model.language import Said, Translation
from pnp.model.values import Value

Read = tuple[str, ...]

COMPONENTS, COPY, NUMBER, SAID = "components", "copy", "number", "said"
PLACED = (NUMBER, "count", COPY)  # what a piece's own template knows of it besides its fields


class Reads:
    """Collects the reads of one face after the other."""

    def __init__(self) -> None:
        self.found: set[Read] = set()

    def begin(self) -> set[Read]:
        """Collect into a new set from now on, and return the one before."""
        before, self.found = self.found, set()
        return before


class Noted(Mapping[str, Value]):
    """Values that belong to something else than the piece whose face is made: each look at them is noted."""

    __slots__ = ("_by_key", "_read", "_reads", "_values")

    def __init__(self, reads: Reads, read: Read, values: Mapping[str, Value], *, by_key: bool = True) -> None:
        """`by_key`: a look at one value counts as that alone, not as one at all of them."""
        self._reads, self._read, self._values, self._by_key = reads, read, values, by_key

    def __getitem__(self, key: str) -> Value:
        self._reads.found.add((*self._read, key) if self._by_key else self._read)
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        self._reads.found.add(self._read)
        return iter(self._values)

    def __len__(self) -> int:
        self._reads.found.add(self._read)
        return len(self._values)


class OwnValues(dict[str, Value]):
    """A piece's values as its own template sees them: with its number among its component's, their count, and which
    copy it is. A field that is called like one of these goes before.
    """

    def __init__(self, reads: Reads, values: Mapping[str, Value], placed: Mapping[str, tuple[int, Read]]) -> None:
        """`placed`: what each is, and the read that asking for it is."""
        super().__init__(values)
        self._reads, self._values, self._placed = reads, values, placed

    def __missing__(self, key: str) -> Value:
        """Raises KeyError, Poisoned."""
        if key not in self._placed or key in self._values:
            return self._values[key]
        number, read = self._placed[key]
        self._reads.found.add(read)
        return number


class NotedTranslation:
    """What a template's own texts are in the edition's language: each that is looked up is noted."""

    def __init__(self, reads: Reads, translation: Translation) -> None:
        self._reads, self._translation = reads, translation
        self.form = translation.form

    def find(self, context: str, source: str, plural: str = "") -> Said | None:
        self._reads.found.add((SAID, context, source, plural))
        return self._translation.find(context, source, plural)


def copies_apart(reads: Container[Read], side: str, copies: int) -> int:
    """Return how many fronts, or backs, a piece has: one for each copy where these look at which they are."""
    return copies if (COPY, side) in reads else 1
