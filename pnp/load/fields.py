"""Declared fields → `Field`s, and the kinds that read their values."""

from collections import Counter
from collections.abc import Collection, Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from yaml.nodes import Node

from pnp.load import limits
from pnp.load.kinds import (
    FIELD_NAME,
    ID,
    WORD,
    Choice,
    Defined,
    Either,
    FileName,
    Kind,
    Later,
    Line,
    Lost,
    Schema,
    TextKind,
    editor_value,
)
from pnp.load.scalars import Boolean, Formula, Integer, Number, Printed
from pnp.load.sink import Sink
from pnp.load.structures import Entries, Items, Key, Nested, Several, Struct, Values
from pnp.model.game import Game
from pnp.model.problem import Problem, code
from pnp.model.span import Span
from pnp.model.values import Field, Poison, UnreadParts, attempt, type_names

BAD_FIELD = code("PNP100", says='{article} {type} needs "{key}"')
THERE_ALREADY = BAD_FIELD.also('"{name}" is there already, without declaring it')
NOT_FOR_ITEMS = BAD_FIELD.also('"{key}" means nothing for the items of a list')
NOT_FOR_TYPE = BAD_FIELD.also('"{key}" means nothing for the type {type}')
NO_TEXTS = BAD_FIELD.also("only a list of texts can be translatable")
MIN_ABOVE_MAX = BAD_FIELD.also('"min" is greater than "max": {low:g} and {high:g}')
SAME_CHOICE = BAD_FIELD.also("the same choice twice: {choices}")
NEEDS_NO_DEFAULT = BAD_FIELD.also("a required field can't have a default")

FIELD: Kind = Either(
    Choice(type_names),
    Struct(
        Key("type", Choice(type_names), required=True),
        Key("required", Boolean(), default=False),
        Key("translatable", Boolean(), default=False),
        Key("choices", Items(Line(), filled=True)),
        Key("min", Number()),
        Key("max", Number()),
        Key("to", ID),
        Key("of", Defined("field", lambda: FIELD)),
        Key("fields", Entries(FIELD_NAME, Defined("field", lambda: FIELD))),
        Key("default", Later()),
        about="field",
    ),
)
DEFINITIONS = Entries(WORD, Formula())
FIELDS = Entries(FIELD_NAME, Defined("field", lambda: FIELD))

# What every entry of a group may say, in the words of game.yaml.
GROUP_FIELDS: Mapping[str, dict[str, Any]] = {
    "name": {"type": "text", "required": True, "translatable": True},
    "short": {"type": "text", "translatable": True},
    "icon": {"type": "icon"},
    "colour": {"type": "text"},
    "pattern": {"type": "text"},
    "text": {"type": "text", "translatable": True},
}

GROUP = Struct(
    Key("fields", Later(FIELDS), f"Fields of the entries besides {', '.join(GROUP_FIELDS)}.", example="{motto: text}"),
    Key("entries", Later(Entries(ID, Later())), required=True),
    about="group",
)

_NEEDS = {  # what a type needs, and an example
    "choice": ("choices", "[day, night]"),
    "reference": ("to", "seasons"),
    "list": ("of", "text"),
    "record": ("fields", "{name: text}"),
}
_ONLY_FOR = {
    "translatable": ("text", "list"),
    "choices": ("choice",),
    "min": ("integer", "number"),
    "max": ("integer", "number"),
    "to": ("reference",),
    "of": ("list",),
    "fields": ("record",),
}
RESERVED = frozenset({"id", "copies"})  # what every piece has, declared or not
_NAMES = Entries(FIELD_NAME, Later())


class IconName(Line):
    """The name of one of the game's icons."""

    def schema(self, game: Game | None) -> Schema:
        return {"enum": sorted(game.icons)} if game and game.icons else {"type": "string"}


class Reference(Line):
    """The id of an entry of a group, or of a piece of another component."""

    def __init__(self, to: str) -> None:
        super().__init__()
        self._to = to

    def schema(self, game: Game | None) -> Schema:
        ids: set[str] = set()
        if game:  # those that modules bring are among them
            to, is_group = self._to, self._to in game.groups
            brought = (each for module in game.patches for each in module.change("components").add if each.id == to)
            own = [game.components[to]] if to in game.components else brought
            pieces = (piece.id for component in own for piece in component.pieces)
            ids.update(game.groups[to].entries if is_group else pieces)
            section = f"{'groups' if is_group else 'pieces'}.{to}"
            ids.update(each.id for module in game.patches for each in module.change(section).add)
        return {"enum": [editor_value(id) for id in sorted(ids)]} if ids else {"type": ["string", "number"]}


class Fields(NamedTuple):
    """Declared fields; `broken` ones are known by name only, and where not all names are known there is a `cause`."""

    declared: Mapping[str, Field]
    broken: Mapping[str, Problem] = {}
    cause: Problem | None = None


def read_fields(node: Node | None, path: str, sink: Sink, reserved: Container[str] = ()) -> Fields:
    """Read the mapping under `fields:` of a component or a group."""
    if node is None:
        return Fields({}, cause=sink.cause(path))
    before = len(sink.problems)
    nodes = _NAMES.read(node, path, sink)
    if len(sink.problems) > before:
        sink.lost.setdefault(path, sink.problems[before])
    declared, broken = {}, {}
    for name, said in nodes.items():
        before, full = len(sink.problems), f"{path}.{name}"
        raw = _long_form(attempt(FIELD.read, said, full, sink))
        field = declare(name, raw, full, sink)
        if name in reserved:
            sink.report(THERE_ALREADY, sink.place(full), hint="choose another name", name=name)
        inside = [problem for each, problem in sink.lost.items() if f"{each}.".startswith(f"{full}.")]
        if wrong := (*sink.problems[before:], *inside):
            broken[name] = sink.lost[full] = wrong[0]
        declared[name] = _add_default(field, raw.get("default"), full, sink)
    return Fields(declared, broken, sink.cause(path))


def _long_form(said: Any) -> dict[str, Any]:
    return {"type": said} if isinstance(said, str) else dict(said) if isinstance(said, dict) else {}


def declare(name: str, raw: dict[str, Any], path: str, sink: Sink) -> Field:
    """Make the field that a declaration, in its long form, describes."""
    type_name = raw.get("type")
    if type_name is None:
        return Field(name, "text", sink.span(path))
    need, example = _NEEDS.get(type_name, ("", ""))
    if need and f"{path}.{need}" not in sink.places:
        hint, cause = f"like {{type: {type_name}, {need}: {example}}}", sink.lost.get(f"{path}.{need}")
        sink.report(BAD_FIELD, sink.place(path), hint=hint, cause=cause, article="a", type=type_name, key=need)
    for key, types in _ONLY_FOR.items():
        if f"{path}.{key}" in sink.places and type_name not in types:
            sink.report(NOT_FOR_TYPE, sink.place(path, key), key=key, type=type_name)
    low, high = raw.get("min"), raw.get("max")
    if low is not None and high is not None and low > high:
        sink.report(MIN_ABOVE_MAX, sink.place(path, "min"), low=low, high=high)
    if twice := sorted(choice for choice, count in Counter(raw.get("choices") or ()).items() if count > 1):
        sink.report(SAME_CHOICE, sink.place(path, "choices"), choices=tuple(twice[:5]))
    item = None
    if type_name == "list" and raw.get("of"):
        item = declare(name, _long_form(raw["of"]), f"{path}.of", sink)
        for key in ("required", "default"):
            if f"{path}.of.{key}" in sink.places:
                sink.report(NOT_FOR_ITEMS, sink.place(path, "of", key), key=key)
        if raw.get("translatable") and item.type != "text":
            sink.report(NO_TEXTS, sink.place(path, "translatable"))
        item = replace(item, translatable=item.translatable or bool(raw.get("translatable")))
    inner: dict[str, Field] = {}
    for key, said in ((raw.get("fields") or {}) if type_name == "record" else {}).items():
        full, long = f"{path}.fields.{key}", _long_form(said)
        inner[key] = _add_default(declare(key, long, full, sink), long.get("default"), full, sink)
    return Field(
        name,
        type_name,
        sink.span(path),
        required=bool(raw.get("required")),
        translatable=bool(raw.get("translatable")) or bool(item and item.translatable),
        choices=raw.get("choices") or (),
        minimum=low,
        maximum=high,
        to=raw.get("to") or "",
        of=item,
        fields=inner,
        default=() if type_name == "list" and not raw.get("required") else None,
    )


def _add_default(field: Field, node: Node | None, path: str, sink: Sink) -> Field:
    if node is None:
        return field
    if field.required:
        sink.report(NEEDS_NO_DEFAULT, sink.place(path, "default"), hint="delete one")
    full = f"{path}.default"
    default = attempt(make_kind(field).read, node, full, sink)
    phrases = {at.removeprefix(full): phrase for at, phrase in sink.phrases.items() if at.startswith(full)}
    return replace(field, default=default, phrases=phrases)


def make_kind(field: Field, lost: Mapping[str, Problem] = MappingProxyType({}), path: str = "") -> Kind:
    """Make the kind that reads the values of a field; `lost`: the paths of what can't be read."""
    match field.type:
        case "integer" | "number" as type_name:
            return (Integer if type_name == "integer" else Number)(field.minimum, field.maximum)
        case "boolean":
            return Boolean()
        case "choice":
            return Choice(field.choices)
        case "list":
            return Several(make_kind(field.of) if field.of else Later())
        case "reference":
            return Reference(field.to)
        case "icon":
            return IconName()
        case "picture":
            return FileName()
        case "record":
            return Nested(*[make_key(inner, lost, f"{path}.") for inner in field.fields.values()])
    return (Printed if field.translatable else TextKind)(filled=field.required)


def make_key(field: Field, lost: Mapping[str, Problem] = MappingProxyType({}), prefix: str = "") -> Key:
    """Make the key of a field; nothing below a path that is `lost` can be read."""
    path = prefix + field.name
    if path in lost:
        return Key(field.name, Lost(lost[path]), default=Poison(lost[path]), field=field)
    problem = next((problem for each, problem in lost.items() if each.startswith(f"{path}.")), None)
    if problem is not None:
        return Key(field.name, make_kind(field, lost, path), default=Poison(problem), field=field)
    return Key(field.name, make_kind(field), "", field.required, field.default, field.phrases, field=field)


def piece_struct(
    fields: Fields, lost: Mapping[str, Problem] = MappingProxyType({}), copies_unless_said: int = 1
) -> Values:
    """Return the structure of a piece in a data file; `lost`: the paths of what the file says unreadably."""
    copies = Poison(lost["copies"]) if "copies" in lost else copies_unless_said
    keys = [Key("id", ID, required=True), Key("copies", Integer(1, limits.COPIES), default=copies)]
    lost = {**lost, **fields.broken}
    keys += [make_key(field, lost) for name, field in fields.declared.items() if name not in RESERVED]
    unknown = [name for name in lost if "." not in name and name not in fields.declared and name not in RESERVED]
    keys += [Key(name, Lost(lost[name]), "", default=Poison(lost[name])) for name in unknown]
    return Values(*keys, about="piece", cause=fields.cause, are_fields=True)


def entry_struct(fields: Fields) -> Values:
    """Return the structure of an entry of a group, whose id is its key."""
    keys = (make_key(field, fields.broken) for field in fields.declared.values())
    return Values(*keys, cause=fields.cause, are_fields=True)


class TableTerms(NamedTuple):
    headings: Mapping[str, str] = {}  # path of a field → the heading of its column
    spans: Mapping[str, Span] = {}  # of these, in game.yaml
    ignores_others: bool = False
    has_auto_ids: bool = False
    combined: Collection[str] = ()  # fields that `matrix:` says for pieces that the table doesn't
    lost: Mapping[str, Problem] = {}  # paths of fields whose heading no table has


NO_TERMS = TableTerms()


class TableNodes(NamedTuple):
    """Pieces as nodes, and what of them can't be read."""

    root: Node
    lost: Mapping[str, Problem] = {}  # paths of fields, for what is wrong with their columns
    rows: Mapping[int, Problem] = {}  # numbers of pieces, whose cells may all stand in the wrong columns


def find_field(fields: Mapping[str, Field], path: str) -> Field | None:
    """Find the declared field that a path leads to."""
    field, inner = None, fields
    for part in path.split("."):
        field = inner.get(part)
        inner = field.fields if field else {}
    return field


UNKNOWN_NAME = code("PNP104", says="there is no group or component {name}", once=True)
NO_GROUP = UNKNOWN_NAME.also("there is no group {name}", once=True)
NO_COMPONENT = UNKNOWN_NAME.also("there is no component {name}", once=True)
NO_MODULE = UNKNOWN_NAME.also("there is no module {name}", once=True)
NO_GAME = UNKNOWN_NAME.also("there is no game {name}", once=True)
NO_SELECTION = UNKNOWN_NAME.also("there is no selection {name}", once=True)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Targets:
    """The ids of all groups and components that references may name."""

    groups: tuple[str, ...]
    components: tuple[str, ...]
    unread: UnreadParts = field(default_factory=UnreadParts)  # see Game.unread

    def cause(self, name: str, *kinds: str) -> Problem | None:
        """Return why there is no group, component or module of that name."""
        return next((each for kind in kinds if (each := self.unread.cause_in_game(kind, name))), None)

    def check(self, fields: Fields, path: str, sink: Sink) -> Fields:
        """Report references to groups and components that aren't there; such fields can't be read."""
        wrong = dict(self._find_wrong(fields.declared, path, sink))
        return fields._replace(broken={**wrong, **fields.broken}) if wrong else fields

    def _find_wrong(self, fields: Mapping[str, Field], path: str, sink: Sink) -> Iterator[tuple[str, Problem]]:
        there = (*self.groups, *self.components)
        for name, each in fields.items():
            full = f"{path}.{name}"
            if each.to and each.to not in there:
                cause = self.cause(each.to, "components", "groups")
                yield name, sink.report_name(UNKNOWN_NAME, sink.place(full, "to"), each.to, there, cause)
            inner = self._find_wrong({"of": each.of}, full, sink) if each.of else ()
            for _, problem in (*inner, *self._find_wrong(each.fields, f"{full}.fields", sink)):
                yield name, problem


def collect_targets(base: Game | None, groups: Collection[str], components: Collection[str]) -> Targets:
    """Return the groups and components that fields may refer to: those of the base game, its modules, and these."""
    if base is None:
        return Targets(tuple(groups), tuple(dict.fromkeys(components)))
    brought = [each.id for module in base.modules.values() for each in module.change("components").add]
    there = dict.fromkeys((*base.components, *brought, *components))
    return Targets(tuple(dict.fromkeys((*base.groups, *groups))), tuple(there))


def collect_fields(game: Game | None) -> tuple[dict[str, Fields], dict[str, Fields]]:
    """Return the fields of a game's pieces, by component, and of its entries, by group."""
    if game is None:
        return {}, {}
    brought = [each for module in game.modules.values() for each in module.change("components").add]
    components = {each.id: Fields(each.fields) for each in (*brought, *game.components.values())}
    return components, {id: Fields(group.fields) for id, group in game.groups.items()}
