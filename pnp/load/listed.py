"""Lists whose items have ids, and things of which each is of one kind: rules, steps, actions, conditions."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from yaml.nodes import Node, SequenceNode

from pnp.load.kinds import Kind, Name, Schema, wrong_type
from pnp.load.pieces import DUPLICATE_ID
from pnp.load.sink import Sink, shown
from pnp.load.structures import MISSING_KEY, Struct
from pnp.model.game import Game
from pnp.model.problem import LimitError, code
from pnp.model.span import Span

ID_DOC = "Names it, for messages and modules: lower-case letters, digits, hyphens."
PLACE = Name("[a-z][a-z0-9_-]*", "name (lower-case letters, digits, hyphens, underscores)")

TOO_MANY = code(
    "PNP034",
    "too many rules",
    """
A list of rules, examples or conditions may have 2,000 items, a setup 500 steps; real games have some dozens.
""",
)
MISMADE = code(
    "PNP035",
    "rule or step put together wrongly",
    """
A rule is of one kind, and so is an action of the setup, a variable of the track, a step of judging, an example. Each
kind needs some keys, and others mean nothing for it.

Bad:  `{count: foxes, sum: wings}`     `{unique: number}`
Good: `{count: foxes, is: 40}`         `{unique: number, of: keepers}`
""",
)


class HasId(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=HasId)
Make = Callable[[dict[str, Any], Sink], T | None]


class Listed(Kind):
    """A list of things with ids, handed on to be read one by one; editors know what each may be."""

    def __init__(self, struct: Struct, what: str, limit: int, section: str = "", strict: bool = False) -> None:
        """`section`: that of the game, if it isn't called so, too. `strict`: what has mistakes is left out."""
        self.struct = struct
        self.what = what
        self.limit = limit
        self._section = section or what
        self._strict = strict

    def read(self, node: Node, path: str, sink: Sink) -> Node:
        return node

    def schema(self, game: Game | None) -> Schema:
        return {"type": "array", "items": self.struct.schema(game)}

    def things(self, node: Node | None, path: str, sink: Sink, make: Make[T]) -> dict[str, T]:
        """By id. `make` gets what an item says, and a sink with the places of that item's values."""
        found: dict[str, T] = {}
        if node is None:
            return found
        if not isinstance(node, SequenceNode):
            wrong_type(node, path, sink, f"a list of {self.what}", "write each as - id: …")
            return found
        if len(node.value) > self.limit:
            message = f"there are {len(node.value):,} {self.what}, at most {self.limit:,} are possible"
            raise LimitError(str(TOO_MANY.at(sink.span(path), message)))
        first: dict[str, Span] = {}
        for item in node.value:
            inner, before = sink.fresh(), len(sink.problems)
            raw = self.struct.read(item, "", inner)
            inner.places.setdefault("", (item.start_mark.line + 1, item.start_mark.column + 1))
            if raw is None or raw["id"] is None:
                continue
            id, span = raw["id"], inner.span("id")
            if id in first:
                sink.report(DUPLICATE_ID, inner.place("id"), f"{shown(id)} is given twice", origin=first[id])
                continue
            first[id] = span
            thing = make(raw, inner)
            if thing is not None and not (self._strict and len(sink.problems) > before):
                found[id] = thing
            else:
                sink.unread.add(f"{self._section}/{id}")
        return found


class Uses(NamedTuple):
    """What one kind of rule or action needs beside itself, and what it may have."""

    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()


def kind_of(what: str, kinds: Mapping[str, Uses], raw: Mapping[str, Any], path: str, sink: Sink) -> str:
    """The one kind that a thing is of; "" where that, or what the kind needs, isn't there: it has been reported."""
    prefix = f"{path}." if path else ""
    given = [kind for kind in kinds if prefix + kind in sink.places]
    if not given and any(prefix + kind in sink.misspelt for kind in kinds):
        return ""
    if len(given) != 1:
        here = sink.place(prefix + given[1]) if given else sink.place(path)
        message = f"the {what} is {' and '.join(given)} at once" if given else f"the {what} is of no kind"
        sink.report(MISMADE, here, message, f"{_article(what)} is one of {', '.join(kinds)}")
        return ""
    kind, uses = given[0], kinds[given[0]]
    there = raw[kind] is not None
    if not there:
        _report_empty(prefix + kind, sink)
    for need in uses.needs:
        if prefix + need not in sink.places:
            if prefix + need not in sink.misspelt:
                sink.report(MISMADE, sink.place(path), f'"{kind}" needs "{need}"')
            there = False
        elif raw[need] is None:
            _report_empty(prefix + need, sink)
            there = False
    special = {key for other in kinds.values() for key in (*other.needs, *other.may)}
    for key in raw:
        if key in special and key not in (*uses.needs, *uses.may) and prefix + key in sink.places:
            sink.report(MISMADE, sink.places[prefix + key], f'"{key}" means nothing for "{kind}"')
    return kind if there else ""


def _report_empty(path: str, sink: Sink) -> None:
    """Unless what stands there is wrong, and that has been said."""
    place = sink.places[path]
    if not any(problem.span[1:] == place and problem.span.file == sink.file for problem in sink.problems):
        sink.report(MISSING_KEY, place, f'"{path}" has no value')


def _article(what: str) -> str:
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"


def both(keys: Sequence[str], what: str, sink: Sink) -> None:
    """Reports that a thing says several things of which each excludes the others."""
    given = [key for key in keys if key in sink.places]
    if len(given) > 1:
        message = f"the {what} says both {given[0]} and {given[1]}"
        sink.report(MISMADE, sink.place(given[1]), message, "delete one")


def anchored(raw: Mapping[str, Any], sink: Sink) -> tuple[str, str, Span | None]:
    """After what a module's thing comes, before what, and where that is said."""
    place = next((sink.span(key) for key in ("after", "before") if key in sink.places), None)
    return raw["after"] or "", raw["before"] or "", place
