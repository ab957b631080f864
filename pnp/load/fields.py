"""Declared fields → `Field`s, and the kinds that read their values."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from yaml.nodes import Node

from pnp.load import limits
from pnp.load.game_file import FIELD, FIELD_NAME, ID
from pnp.load.kinds import Choice, Ignored, Kind, Later, Text
from pnp.load.names import FileName, IconName, Reference
from pnp.load.numbers import Boolean, Integer, Number
from pnp.load.phrases import Printed
from pnp.load.sink import Sink
from pnp.load.structures import Entries, Items, Key, Nested, Struct
from pnp.model.problem import code
from pnp.model.values import Field

BAD_FIELD = code(
    "PNP100",
    "field declared wrongly",
    """
A field lacks what its type needs, has what its type can't use, or contradicts itself.

Bad:  `kind: choice`                           `power: {type: integer, min: 9, max: 0}`
Good: `kind: {type: choice, choices: [a, b]}`  `power: {type: integer, min: 0, max: 9}`
""",
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


class Fields(NamedTuple):
    """Declared fields; `broken` ones are known by name only, and where not all names are known it is not `complete`."""

    declared: Mapping[str, Field]
    broken: frozenset[str] = frozenset()
    complete: bool = True


def read_fields(node: Node | None, path: str, sink: Sink, reserved: Container[str] = ()) -> Fields:
    """The mapping under `fields:` of a component or a group."""
    if node is None:
        return Fields({})
    before = len(sink.problems)
    nodes = _NAMES.read(node, path, sink)
    complete = len(sink.problems) == before
    declared, broken = {}, set()
    for name, said in nodes.items():
        before = len(sink.problems)
        full = f"{path}.{name}"
        raw = _long_form(FIELD.read(said, full, sink))
        field = declare(name, raw, full, sink)
        if name in reserved:
            sink.report(
                BAD_FIELD, sink.place(full), f'"{name}" is there already, without declaring it', "choose another name"
            )
        if len(sink.problems) > before:
            broken.add(name)
        declared[name] = _with_default(field, raw.get("default"), full, sink)
    return Fields(declared, frozenset(broken), complete)


def _long_form(said: Any) -> dict[str, Any]:
    return {"type": said} if isinstance(said, str) else dict(said or {})


def declare(name: str, raw: dict[str, Any], path: str, sink: Sink) -> Field:
    """The field that a declaration, in its long form, describes."""
    type_name = raw.get("type")
    if type_name is None:
        return Field(name, "text", sink.span(path))
    _check_keys(raw, type_name, path, sink)
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
            sink.report(BAD_FIELD, sink.place(full, key), f'"{key}" means nothing for the items of a list')
    if raw.get("translatable") and item.type != "text":
        sink.report(BAD_FIELD, sink.place(path, "translatable"), "only a list of texts can be translatable")
    return replace(item, translatable=item.translatable or bool(raw.get("translatable")))


def _inner(name: str, said: Any, path: str, sink: Sink) -> Field:
    raw = _long_form(said)
    return _with_default(declare(name, raw, path, sink), raw.get("default"), path, sink)


def _check_keys(raw: Mapping[str, Any], type_name: str, path: str, sink: Sink) -> None:
    need = _NEEDS.get(type_name)
    if need and f"{path}.{need}" not in {*sink.places, *sink.misspelt}:
        article = "an" if type_name[0] in "aeiou" else "a"
        hint = f"like {_EXAMPLES[type_name]}"
        sink.report(BAD_FIELD, sink.place(path), f'{article} {type_name} needs "{need}"', hint)
    for key, types in _ONLY_FOR.items():
        if f"{path}.{key}" in sink.places and type_name not in types:
            sink.report(BAD_FIELD, sink.place(path, key), f'"{key}" means nothing for the type {type_name}')
    low, high = raw.get("min"), raw.get("max")
    if low is not None and high is not None and low > high:
        sink.report(BAD_FIELD, sink.place(path, "min"), f'"min" is greater than "max": {low:g} and {high:g}')
    twice = sorted(choice for choice, count in Counter(raw.get("choices") or ()).items() if count > 1)
    if twice:
        sink.report(BAD_FIELD, sink.place(path, "choices"), f"the same choice twice: {', '.join(twice[:5])}")


def _with_default(field: Field, node: Node | None, path: str, sink: Sink) -> Field:
    if node is None:
        return field
    if field.required:
        sink.report(BAD_FIELD, sink.place(path, "default"), "a required field can't have a default", "delete one")
    full = f"{path}.default"
    default = kind_of(field).read(node, full, sink)
    phrases = {at.removeprefix(full): phrase for at, phrase in sink.phrases.items() if at.startswith(full)}
    return replace(field, default=default, phrases=phrases)


def kind_of(field: Field) -> Kind:
    """What reads the values of a field."""
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
            return Items(kind_of(field.of) if field.of else Ignored(), filled=field.required)
        case "reference":
            return Reference(field.to)
        case "icon":
            return IconName()
        case "picture":
            return FileName()
        case "record":
            return Nested([_key(inner) for inner in field.fields.values()])
        case _:
            return Printed(filled=field.required) if field.translatable else Text(filled=field.required)


def _key(field: Field, broken: bool = False) -> Key:
    kind = Ignored() if broken else kind_of(field)
    return Key(field.name, kind, describe(field), field.required and not broken, field.default, field.phrases)


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


def piece_struct(fields: Fields) -> Struct:
    """What a piece in a data file may say."""
    keys = [
        Key("id", ID, "Names the piece: lower-case letters, digits, hyphens.", required=True),
        Key("copies", Integer(1, limits.COPIES), "How often the piece is printed.", default=1),
    ]
    keys += [_key(field, name in fields.broken) for name, field in fields.declared.items() if name not in RESERVED]
    return Struct(keys, closed=fields.complete)


def entry_struct(fields: Fields) -> Struct:
    """What an entry of a group may say: its id is its key."""
    keys = [_key(field, name in fields.broken) for name, field in fields.declared.items()]
    return Struct(keys, closed=fields.complete)
