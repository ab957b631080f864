"""`id: auto`: pieces without ids → the same with ids of what they are called, which stay when rows move."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.load.sink import Sink, place_of, shown
from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.model.values import Field

SAME_PIECE = code(
    "PNP047 pieces that say the same",
    """With `id: auto`, pieces get their ids from what they say. Two that say the same in every field can't be told
apart, so no id would stay the same when rows move. Equal pieces are one with `copies:`.

Bad:  two rows `Goblin,3`
Good: one row `Goblin,3` with 2 in a column `copies`""",
    says="this says the same as another piece",
)
ID_OF_ALL = code(
    "PNP048 id that changes with any value",
    """With `id: auto`, a piece is called by its name. Where several have the same, or where it has no Latin letters or
digits, a mark of all that the piece says makes its id: translations and modules lose it as soon as any of that changes.
A column `id`, for these rows only, gives them ids that stay.

Bad:  two different pieces `Goblin`
Good: `goblin-archer` and `goblin-chief` in the column `id` of these rows""",
    Severity.WARNING,
    says="{name} is called {id} only as long as nothing in it changes",
    varies=("name", "id"),
    once=True,
)
_LONGEST = 48  # letters of a name that become an id
_CALLED = ("name", "title")
_OTHER = regex(r"[^a-z0-9]+")


class _Nameless(NamedTuple):
    node: MappingNode
    sink: Sink
    name: str
    said: bytes  # a mark of all that it says


def without_names(
    lists: Iterable[tuple[Node, Sink]], fields: Mapping[str, Field], lost: Mapping[str, Problem]
) -> Problem | None:
    """Why nobody knows what pieces are called that have no ids. `lost`: fields that can't be read."""
    cause = lost.get(_naming(fields))
    pieces = [node for root, _ in lists if isinstance(root, SequenceNode) for node in root.value]
    return cause if any("id" not in _values(node) for node in pieces if isinstance(node, MappingNode)) else None


def with_auto_ids(lists: Iterable[tuple[Node, Sink]], fields: Mapping[str, Field]) -> None:
    """Gives ids to those nodes that have none, among all files of a component."""
    field = _naming(fields)
    nameless: list[_Nameless] = []
    taken: set[str] = set()
    for root, sink in lists:
        for node in root.value if isinstance(root, SequenceNode) else ():
            if isinstance(node, MappingNode):
                values = _values(node)
                if "id" in values:
                    taken.add(str(values["id"].value))
                else:
                    named = values.get(field)
                    name = named.value if isinstance(named, ScalarNode) else ""
                    said = repr(sorted((name, _plain(value)) for name, value in values.items()))
                    nameless.append(
                        _Nameless(node, sink, name, blake2b(said.encode("utf-8", "replace"), digest_size=8).digest())
                    )
    _give(nameless, taken)


def _values(node: MappingNode) -> dict[str, Node]:
    return {key.value: value for key, value in node.value}


def _naming(fields: Mapping[str, Field]) -> str:
    """The field that says what pieces are called."""
    texts = [name for name, field in fields.items() if field.type == "text"]
    return next((name for name in (*_CALLED, *texts) if name in texts), "")


def _give(nameless: Sequence[_Nameless], taken: set[str]) -> None:
    first: dict[tuple[str, bytes], _Nameless] = {}
    called: dict[str, set[bytes]] = {}
    for each in nameless:
        called.setdefault(slug(each.name), set()).add(each.said)
    for each in nameless:
        sink, place = each.sink, place_of(each.node)
        id = slug(each.name)
        same = first.setdefault((id, each.said), each)
        if same is not each:
            origin = Span(same.sink.file, *place_of(same.node))
            sink.report(SAME_PIECE, place, hint="write copies instead", origin=origin)
            id = "-".join(filter(None, (id, each.said.hex()[:6], str(place[0]))))
        elif not id or id in taken or len(called[id]) > 1:
            id = "-".join(filter(None, (id, each.said.hex()[:6])))
            hint = "give it an id of its own"
            name = shown(each.name) if each.name else "the piece"
            sink.report(ID_OF_ALL, place, hint=hint, name=name, id=id)
        mark = each.node.start_mark
        each.node.value.insert(0, (ScalarNode("", "id", mark, mark), ScalarNode("", id, mark, mark)))


def slug(name: str) -> str:
    """What of a name can be an id: `Blütenstaub, der Alte` → `blutenstaub-der-alte`."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each))
    joined = _OTHER.sub("-", plain.casefold().replace("'", "").replace("’", "")).strip("-")
    if len(joined) <= _LONGEST:
        return joined
    return joined[:_LONGEST].rpartition("-")[0] or joined[:_LONGEST]


def _plain(node: Node) -> str:
    if isinstance(node, MappingNode):
        return repr(sorted((key.value, _plain(value)) for key, value in node.value))
    return repr([_plain(each) for each in node.value]) if isinstance(node, SequenceNode) else str(node.value)
