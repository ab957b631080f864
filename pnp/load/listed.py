"""Lists whose items have ids, and things of which each is of one kind: rules, steps, actions, conditions."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar

from yaml.nodes import MappingNode, Node, SequenceNode

from pnp.load import limits
from pnp.load.kinds import Later, Name, Schema, wrong_type
from pnp.load.pieces import DUPLICATE_ID, ids_meant
from pnp.load.sink import Sink, place_of, shown
from pnp.load.structures import NO_VALUE, Items, Key, Struct
from pnp.model.game import Game
from pnp.model.problem import LimitError, code
from pnp.model.span import Span

ID_DOC = "Names it, for messages and modules: lower-case letters, digits, hyphens."
PLACE = Name("[a-z][a-z0-9_-]*", "name (lower-case letters, digits, hyphens, underscores)")

TOO_MANY = code(
    "PNP034 too many rules, steps or modules",
    f"""A list of rules, examples or conditions may have {limits.RULES:,} items, a setup {limits.STEPS} steps, a game
{limits.MODULES} modules; real games have some dozens.""",
    says="there are {count:,} {what}, at most {most:,} are possible",
)
MISMADE = code(
    "PNP035 rule or step put together wrongly",
    """A rule is of one kind, and so is an action of the setup, a variable of the track, a step of judging, an example.
Each kind needs some keys, and others mean nothing for it.

Bad:  `{count: foxes, sum: wings}`     `{unique: number}`
Good: `{count: foxes, is: 40}`         `{unique: number, of: keepers}`""",
    says="the {what} is of no kind",
)
SEVERAL_KINDS = MISMADE.also("the {what} is {kinds} at once")
NEEDS = MISMADE.also('"{kind}" needs "{key}"')
MEANS_NOTHING = MISMADE.also('"{key}" means nothing for "{kind}"')
SAYS_BOTH = MISMADE.also("the {what} says both {one} and {other}")


class OneOf(Struct):
    """A mapping that says what kind it is by the one of some keys that it has; whoever uses it looks to that."""

    def __init__(self, kinds: Iterable[str], *keys: Key) -> None:
        super().__init__(*keys)
        self._kinds = tuple(kinds)

    def schema(self, game: Game | None) -> Schema:
        return super().schema(game) | {"oneOf": [{"required": [kind]} for kind in self._kinds]}


class HasId(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=HasId)
Make = Callable[[dict[str, Any], Sink], T | None]


class Listed(Later):
    """A list of things with ids, handed on to be read one by one; editors know what each may be."""

    def __init__(self, struct: Struct, what: str, limit: int, section: str = "", strict: bool = False) -> None:
        """`section`: that of the game, if it isn't called so, too. `strict`: what has mistakes is left out."""
        super().__init__(Items(struct))
        self.struct = struct
        self.what = what
        self.limit = limit
        self._section = section or what
        self._strict = strict

    def things(self, node: Node | None, path: str, sink: Sink, make: Make[T]) -> dict[str, T]:
        """By id. `make` gets what an item says, and a sink with the places of that item's values."""
        found: dict[str, T] = {}
        if node is None:
            return found
        if not isinstance(node, SequenceNode):
            sink.lost[path] = wrong_type(node, path, sink, f"a list of {self.what}", "write each as - id: …").problem
            return found
        if len(node.value) > self.limit:
            problem = TOO_MANY.at(sink.span(path), count=len(node.value), what=self.what, most=self.limit)
            raise LimitError(str(problem))
        first: dict[str, Span] = {}
        for item in node.value:
            inner, before = sink.fresh(), len(sink.problems)
            raw = self.struct.read(item, "", inner)
            inner.places.setdefault("", place_of(item))
            if raw is None or raw["id"] is None:
                self._poison(ids_meant(item) if isinstance(item, MappingNode) else [""], before, inner)
                continue
            id, span = raw["id"], inner.span("id")
            if id in first:
                sink.report(DUPLICATE_ID, inner.place("id"), origin=first[id], id=shown(id))
                continue
            first[id] = span
            thing = make(raw, inner)
            is_whole = len(sink.problems) == before and not inner.lost
            if thing is not None and (is_whole or not self._strict):
                found[id] = thing
            if not is_whole:
                self._poison([id], before, inner)
        return found

    def _poison(self, ids: Iterable[str], before: int, sink: Sink) -> None:
        """A thing that can't be read: for what was found since there were so many problems, or is told already."""
        found = (*sink.problems[before : before + 1], *sink.lost.values())
        for id in ids if found else ():
            sink.poisoned.setdefault(f"{self._section}/{id}" if id else self._section, found[0])


class HasUses(Protocol):
    @property
    def needs(self) -> tuple[str, ...]: ...

    @property
    def may(self) -> tuple[str, ...]: ...


class KindUses(NamedTuple):
    """What one kind of rule or action needs beside itself, and what it may have."""

    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()


def kind_of(what: str, kinds: Mapping[str, HasUses], raw: Mapping[str, Any], path: str, sink: Sink) -> str:
    """The one kind that a thing is of; "" where that, or what the kind needs, isn't there: it has been reported."""
    prefix = f"{path}." if path else ""
    given = [kind for kind in kinds if prefix + kind in sink.places]
    hint = f"{_article(what)} is one of {', '.join(kinds)}"
    if not given:
        cause = next((sink.lost[prefix + kind] for kind in kinds if prefix + kind in sink.lost), None)
        sink.report(MISMADE, sink.place(path), hint=hint, cause=cause, what=what)
        return ""
    if len(given) > 1:
        sink.report(SEVERAL_KINDS, sink.place(prefix + given[1]), hint=hint, what=what, kinds=" and ".join(given))
        return ""
    kind, uses = given[0], kinds[given[0]]
    for need in uses.needs:
        if prefix + need not in sink.places:
            sink.report(NEEDS, sink.place(path), cause=sink.lost.get(prefix + need), kind=kind, key=need)
    empty = [key for key in (kind, *uses.needs) if raw[key] is None]
    for path in (prefix + key for key in empty if prefix + key in sink.places):
        sink.report(NO_VALUE, sink.places[path], cause=sink.lost.get(path), path=path)
    special = {key for other in kinds.values() for key in (*other.needs, *other.may)}
    for key in raw:
        if key in special and key not in (*uses.needs, *uses.may) and prefix + key in sink.places:
            sink.report(MEANS_NOTHING, sink.places[prefix + key], key=key, kind=kind)
    return "" if empty else kind


def _article(what: str) -> str:
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"


def check_order(what: str, sink: Sink) -> None:
    """Reports a module's thing that says both after what and before what it comes."""
    if "after" in sink.places and "before" in sink.places:
        sink.report(SAYS_BOTH, sink.place("before"), hint="delete one", what=what, one="after", other="before")


def anchored(raw: Mapping[str, Any], sink: Sink) -> tuple[str, str, Span | None]:
    """After what a module's thing comes, before what, and where that is said."""
    place = next((sink.span(key) for key in ("after", "before") if key in sink.places), None)
    return raw["after"] or "", raw["before"] or "", place
