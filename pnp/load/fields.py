"""Declared fields → `Field`s, and the kinds that read their values."""

from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping
from dataclasses import replace
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
from pnp.load.numbers import Boolean, Integer, Number
from pnp.load.phrases import Formula, Printed
from pnp.load.sink import Sink
from pnp.load.structures import Entries, Items, Key, Nested, Several, Struct, Values
from pnp.model.game import Component, Game
from pnp.model.problem import Problem, code
from pnp.model.span import Span
from pnp.model.values import Field, Poison, type_names

BAD_FIELD = code(
    "PNP100 field declared wrongly",
    """A field lacks what its type needs, has what its type can't use, or contradicts itself.

Bad:  `kind: choice`                           `power: {type: integer, min: 9, max: 0}`
Good: `kind: {type: choice, choices: [a, b]}`  `power: {type: integer, min: 0, max: 9}`""",
    says='{article} {type} needs "{key}"',
)
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
        Key("type", Choice(type_names), "What the values of the field are.", required=True, example="integer"),
        Key("required", Boolean(), "Every piece must say something here.", default=False, example="true"),
        Key(
            "translatable",
            Boolean(),
            "A text, or a list of texts, that translators get to see.",
            default=False,
            example="true",
        ),
        Key("choices", Items(Line(), filled=True), "The words that a choice allows.", example="[day, night]"),
        Key("min", Number(), "The smallest number allowed.", example="0"),
        Key("max", Number(), "The largest number allowed.", example="9"),
        Key("to", ID, "The group or component that a reference names an entry of.", example="suits"),
        Key(
            "of",
            Defined("field", lambda: FIELD),
            "What each item of a list is: a type, or a field of its own.",
            example="text",
        ),
        Key(
            "fields",
            Entries(FIELD_NAME, Defined("field", lambda: FIELD)),
            "What a record holds.",
            example="{space: integer, text: text}",
        ),
        Key("default", Later(), "The value where a piece has none.", example="1"),
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
    Key(
        "entries",
        Later(Entries(ID, Later())),
        "The things of the group, by id.",
        required=True,
        example="{hearts: {name: Hearts, icon: heart}, spades: {name: Spades, icon: spade}}",
    ),
)

_NEEDS = {"choice": "choices", "reference": "to", "list": "of", "record": "fields"}
_EXAMPLES = {
    "choice": "{type: choice, choices: [day, night]}",
    "reference": "{type: reference, to: seasons}",
    "list": "{type: list, of: text}",
    "record": "{type: record, fields: {name: text}}",
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
        ids = _ids(game, self._to) if game else ()
        return {"enum": [editor_value(id) for id in sorted(ids)]} if ids else {"type": ["string", "number"]}


def _ids(game: Game, to: str) -> set[str]:
    """Those that modules bring are among them."""
    if to in game.groups:
        own, section = set(game.groups[to].entries), f"groups.{to}"
    else:
        own, section = {piece.id for each in _components(game, to) for piece in each.pieces}, f"pieces.{to}"
    return own | {piece.id for module in game.patches for piece in module.change(section).add}


def _components(game: Game, id: str) -> list[Component]:
    if id in game.components:
        return [game.components[id]]
    return [each for module in game.patches for each in module.change("components").add if each.id == id]


class Fields(NamedTuple):
    """Declared fields; `broken` ones are known by name only, and where not all names are known there is a `cause`."""

    declared: Mapping[str, Field]
    broken: Mapping[str, Problem] = {}
    cause: Problem | None = None


def read_fields(node: Node | None, path: str, sink: Sink, reserved: Container[str] = ()) -> Fields:
    """The mapping under `fields:` of a component or a group."""
    if node is None:
        return Fields({}, cause=sink.cause(path))
    before = len(sink.problems)
    nodes = _NAMES.read(node, path, sink)
    if len(sink.problems) > before:
        sink.lost.setdefault(path, sink.problems[before])
    declared, broken = {}, {}
    for name, said in nodes.items():
        before = len(sink.problems)
        full = f"{path}.{name}"
        raw = _long_form(FIELD.read(said, full, sink))
        field = declare(name, raw, full, sink)
        if name in reserved:
            sink.report(THERE_ALREADY, sink.place(full), hint="choose another name", name=name)
        inside = [problem for each, problem in sink.lost.items() if f"{each}.".startswith(f"{full}.")]
        if wrong := (*sink.problems[before:], *inside):
            broken[name] = sink.lost[full] = wrong[0]
        declared[name] = _with_default(field, raw.get("default"), full, sink)
    return Fields(declared, broken, sink.cause(path))


def _long_form(said: Any) -> dict[str, Any]:
    if isinstance(said, str):
        return {"type": said}
    return dict(said) if isinstance(said, dict) else {}


def declare(name: str, raw: dict[str, Any], path: str, sink: Sink) -> Field:
    """The field that a declaration, in its long form, describes."""
    type_name = raw.get("type")
    if type_name is None:
        return Field(name, "text", sink.span(path))
    need = _NEEDS.get(type_name)
    if need and f"{path}.{need}" not in sink.places:
        article, hint = "an" if type_name[0] in "aeiou" else "a", f"like {_EXAMPLES[type_name]}"
        cause = sink.lost.get(f"{path}.{need}")
        sink.report(BAD_FIELD, sink.place(path), hint=hint, cause=cause, article=article, type=type_name, key=need)
    for key, types in _ONLY_FOR.items():
        if f"{path}.{key}" in sink.places and type_name not in types:
            sink.report(NOT_FOR_TYPE, sink.place(path, key), key=key, type=type_name)
    low, high = raw.get("min"), raw.get("max")
    if low is not None and high is not None and low > high:
        sink.report(MIN_ABOVE_MAX, sink.place(path, "min"), low=low, high=high)
    twice = sorted(choice for choice, count in Counter(raw.get("choices") or ()).items() if count > 1)
    if twice:
        sink.report(SAME_CHOICE, sink.place(path, "choices"), choices=tuple(twice[:5]))
    item = _item(name, raw, path, sink) if type_name == "list" and raw.get("of") else None
    inner = raw.get("fields") if type_name == "record" else None
    return Field(
        name,
        type_name,
        sink.span(path),
        required=bool(raw.get("required")),
        translatable=bool(raw.get("translatable")) or bool(item and item.translatable),
        choices=raw.get("choices") or (),
        minimum=raw.get("min"),
        maximum=raw.get("max"),
        to=raw.get("to") or "",
        of=item,
        fields={key: _inner(key, value, f"{path}.fields.{key}", sink) for key, value in (inner or {}).items()},
    )


def _item(name: str, raw: Mapping[str, Any], path: str, sink: Sink) -> Field:
    """What the items of a list are; a list that is translatable has items that are."""
    full = f"{path}.of"
    item = declare(name, _long_form(raw["of"]), full, sink)
    for key in ("required", "default"):
        if f"{full}.{key}" in sink.places:
            sink.report(NOT_FOR_ITEMS, sink.place(full, key), key=key)
    if raw.get("translatable") and item.type != "text":
        sink.report(NO_TEXTS, sink.place(path, "translatable"))
    return replace(item, translatable=item.translatable or bool(raw.get("translatable")))


def _inner(name: str, said: Any, path: str, sink: Sink) -> Field:
    raw = _long_form(said)
    return _with_default(declare(name, raw, path, sink), raw.get("default"), path, sink)


def _with_default(field: Field, node: Node | None, path: str, sink: Sink) -> Field:
    if node is None:
        return field
    if field.required:
        sink.report(NEEDS_NO_DEFAULT, sink.place(path, "default"), hint="delete one")
    full = f"{path}.default"
    default = kind_of(field).read(node, full, sink)
    phrases = {at.removeprefix(full): phrase for at, phrase in sink.phrases.items() if at.startswith(full)}
    return replace(field, default=default, phrases=phrases)


def kind_of(field: Field, lost: Mapping[str, Problem] = MappingProxyType({}), path: str = "") -> Kind:
    """What reads the values of a field; `lost`: the paths of what it can't read."""
    match field.type:
        case "integer":
            return Integer(field.minimum, field.maximum)
        case "number":
            return Number(field.minimum, field.maximum)
        case "boolean":
            return Boolean()
        case "choice":
            return Choice(field.choices)
        case "list":
            return Several(kind_of(field.of) if field.of else Later(), filled=field.required)
        case "reference":
            return Reference(field.to)
        case "icon":
            return IconName()
        case "picture":
            return FileName()
        case "record":
            return Nested(*[_key(inner, lost, f"{path}.") for inner in field.fields.values()])
        case _:
            return Printed(filled=field.required) if field.translatable else TextKind(filled=field.required)


def _key(field: Field, lost: Mapping[str, Problem] = MappingProxyType({}), prefix: str = "") -> Key:
    """Nothing can be read below a path that is `lost`, and not all there where only a part of it is."""
    path = prefix + field.name
    if path in lost:
        kind = Lost(lost[path])
        return Key(field.name, kind, describe(field), default=kind.poison)
    problem = next((problem for each, problem in lost.items() if each.startswith(f"{path}.")), None)
    if problem is not None:
        return Key(field.name, kind_of(field, lost, path), describe(field), default=Poison(problem))
    return Key(field.name, kind_of(field), describe(field), field.required, field.default, field.phrases)


def field_keys(fields: Iterable[Field]) -> list[Key]:
    """Keys of a mapping that says these fields."""
    return [_key(field) for field in fields]


def describe(field: Field) -> str:
    """One line for the editor's completion."""
    what = {
        "text": "A text.",
        "integer": "A whole number.",
        "number": "A number.",
        "boolean": "true or false.",
        "choice": f"One of {', '.join(field.choices[:20])}.",
        "list": "A list.",
        "reference": f"The id of one of {field.to}.",
        "icon": "The name of an icon.",
        "picture": "A picture's file in the game's folder.",
        "record": f"A mapping with {', '.join(field.fields)}.",
    }[field.type]
    return what + (" Will be translated." if field.translatable else "")


def piece_struct(
    fields: Fields, lost: Mapping[str, Problem] = MappingProxyType({}), copies_unless_said: int = 1
) -> Values:
    """What a piece in a data file may say; `lost`: the paths of what the file says so that nobody can read it."""
    how_often = "How often the piece is printed."
    copies = Key("copies", Integer(1, limits.COPIES), how_often, default=copies_unless_said, example="3")
    if "copies" in lost:
        copies = copies._replace(default=Poison(lost["copies"]))
    keys = [
        Key("id", ID, "Names the piece: lower-case letters, digits, hyphens.", required=True, example="red-fox"),
        copies,
    ]
    lost = {**lost, **fields.broken}
    keys += [_key(field, lost) for name, field in fields.declared.items() if name not in RESERVED]
    unknown = [name for name in lost if "." not in name and name not in fields.declared and name not in RESERVED]
    keys += [Key(name, Lost(lost[name]), "", default=Poison(lost[name])) for name in unknown]
    return Values(*keys, cause=fields.cause, are_fields=True)


def entry_struct(fields: Fields) -> Values:
    """What an entry of a group may say: its id is its key."""
    keys = [_key(field, fields.broken) for field in fields.declared.values()]
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
    lost: Mapping[str, Problem]  # paths of fields, for what is wrong with their columns
    rows: Mapping[int, Problem]  # numbers of pieces, whose cells may all stand in the wrong columns


def find_field(fields: Mapping[str, Field], path: str) -> Field | None:
    """The declared one that a path leads to."""
    field, inner = None, fields
    for part in path.split("."):
        field = inner.get(part)
        inner = field.fields if field else {}
    return field
