"""The reference of game.yaml, docs/game-yaml.md: written from the structures by which pnp reads the file."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pnp.load.fields import FIELD, GROUP, GROUP_FIELDS, Fields, piece_struct
from pnp.load.game_file import CHECKS, COMPONENT, DEFINE_PATCH, GAME, MODULE_ENTRY, SO_MANY
from pnp.load.scalars import Length, Size, load_sizes
from pnp.load.structures import Key, Values

_HEAD = """# game.yaml

What a game is called, what it consists of, and what its pieces may say. It stands in `card_data/<game>/`; this page is
made by `make docs` from the structures by which pnp reads it. The smallest one:

```yaml
title: Hello
components:
  cards: {size: poker, front: card.xml.j2, data: cards.csv, fields: {name: text}}
```

The columns: the key, what stands behind it, what that says, and a line as an example. What is **required** has to be
said, everything else may be left out. Lengths are millimetres - `63`, `63mm` - or `2.5in`, `6.5pt`, `6.3cm`. Editors
complete and check all of it once `pnp schema` has written its schemas; a key that isn't here is an error with its line.
"""
_COMPONENTS = """\
Each is a kind of piece, by an id of your choice: `components: {cards: {…}, tiles: {…}}`. What the layouts see of it
is explained in [layout-language.md](layout-language.md#where-things-are)."""
_SIZES = """\
A `size` is one of these names, on its side with `landscape` behind it: `a3 landscape`; or width x height, `63 x 88`,
`2.5in x 3.5in`; or one length: a square, the diameter of a `circle`, the distance across a `hexagon`.

For whole pages write `page`, which fits both A4 and Letter. No paper holds a piece of its own size, for printers
leave a margin white: `a4` on A4 and `a3` on A3 are cut into pages to be
[joined](printing.md#boards-larger-than-the-paper)."""
_FIELDS = """\
A field is a type, `cost: integer`, or a mapping that says more of it, `cost: {type: integer, min: 0}`, with these
keys:"""
_TYPES = """What a field can hold, how it is declared, and what a piece then says:"""
_PIECES = """\
The file that `data` names holds the pieces: in YAML a list of mappings, in CSV or a spreadsheet a row each, below a row
that names the columns. Besides its fields a piece says:"""
_PATCHES = """\
A module says nothing else than what it changes: the pieces, entries, icons, names and rules that come in, leave or
stand in for others. `pnp build GAME --with night` applies it; [rules.md](rules.md) tells how modules get on with
each other."""
_GROUPS = """\
What pieces belong to, by an id of your choice: `groups: {suits: {entries: {…}}}`. A field of the type `reference`
then names one: `suit: {type: reference, to: suits}`."""
_ENTRIES = "Each entry may say whatever `fields` declares, and:"


_NAMED = {"size": Size(), "group": GROUP, "component": COMPONENT, "module": MODULE_ENTRY}
ENTRY = {
    "name": "Hearts",
    "short": "H",
    "icon": "heart",
    "colour": "red",
    "pattern": "waves",
    "text": "Whoever has most hearts begins.",
}
_WORDS = ("a name", "a text", "a file")


class FieldType(NamedTuple):
    """A row of the page: what a type holds, how it is declared, what a piece says."""

    says: str
    declared: str
    value: str


TYPES: Mapping[str, FieldType] = {
    "text": FieldType(
        "any text, with `**bold**`, `*italic*` and `[icons]`", "{type: text, translatable: true}", "Draw **2** cards."
    ),
    "integer": FieldType("a whole number", "{type: integer, min: 0, max: 9}", "3"),
    "number": FieldType("a number, with or without a decimal point", "number", "2.5"),
    "boolean": FieldType("yes or no", "{type: boolean, default: false}", "true"),
    "choice": FieldType("one of some words", "{type: choice, choices: [day, night]}", "night"),
    "list": FieldType(
        "several values of one type; in CSV with `;` between them", "{type: list, of: text}", "[north, south]"
    ),
    "reference": FieldType("the id of an entry of a group, or of a piece", "{type: reference, to: suits}", "hearts"),
    "icon": FieldType("the name of one of the game's icons", "icon", "coin"),
    "picture": FieldType("an SVG, PNG or JPEG in the game's folder", "picture", "art/fox.svg"),
    "record": FieldType(
        "several values that belong together", "{type: record, fields: {x: number, y: number}}", "{x: 3, y: 4.5}"
    ),
}


def game_yaml_reference() -> str:
    """Return the whole page."""
    parts = [
        _HEAD,
        "## The game\n\n" + _table(GAME),
        "Behind `checks`, codes as messages have them, or their beginnings:\n\n" + _table(CHECKS),
        f"## Components\n\n{_COMPONENTS}\n\n" + _table(COMPONENT),
        f"## Sizes\n\n{_SIZES}\n\n" + _sizes(),
        f"## Fields\n\n{_FIELDS}\n\n" + _table(FIELD.kinds[1]),
        f"{_TYPES}\n\n" + _types(),
        f"## Pieces\n\n{_PIECES}\n\n" + _table(piece_struct(Fields({}))),
        f"## Groups\n\n{_GROUPS}\n\n" + _table(GROUP),
        f"{_ENTRIES}\n\n" + _standard(),
        f"## Modules\n\n{_PATCHES}\n\n" + _table(MODULE_ENTRY),
        "Behind `define`:\n\n" + _table(DEFINE_PATCH),
        "Behind a component of `copies`, one or a list of these; `drop` takes `where` alone, too:\n\n"
        + _table(SO_MANY),
    ]
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def _table(structure: Values) -> str:
    return _rows(("key", "is", "says", "example"), map(_row, structure.documented_keys()))


def _row(key: Key) -> tuple[str, ...]:
    said = key.doc + (
        f" Otherwise {_default(key.default)}." if isinstance(key.default, str | int) and key.default else ""
    )
    needed = "**required**; " if key.required else ""
    escaped = said.replace("<", "&lt;")
    return f"`{key.name}`", needed + written(key.kind.schema(None)), escaped, f"`{key.name}: {key.example}`"


def _default(value: Any) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _rows(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    whole = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in whole)


def _sizes() -> str:
    sides = (
        (f"`{name}`", f"{w:g} × {h:g} mm", f"{w / 25.4:.2f} × {h / 25.4:.2f} in")
        for name, (w, h) in load_sizes().items()
    )
    return _rows(("name", "millimetres", "inches"), sides)


def _types() -> str:
    rows = ((f"`{name}`", of.says, f"`field: {of.declared}`", f"`field: {of.value}`") for name, of in TYPES.items())
    return _rows(("type", "holds", "declared", "a piece says"), rows)


def _standard() -> str:
    """Return what every entry of a group may say."""
    rows = []
    for name, field in GROUP_FIELDS.items():
        marks = [word for word in ("required", "translatable") if field.get(word)]
        rows.append((f"`{name}`", ", ".join([f"`{field['type']}`", *marks]), f"`{name}: {ENTRY[name]}`"))
    return _rows(("key", "is", "example"), rows)


def written(schema: Mapping[str, Any]) -> str:
    """How a value is written that a JSON Schema describes, in words."""
    for name, kind in _NAMED.items():
        if schema == kind.schema(None):
            return f"a [{name}](#{name}s)"
    if "$ref" in schema:
        return "a [field](#fields)"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "anyOf" in schema:
        one, *others = schema["anyOf"]
        if others == Length(0, 1).schema(None)["anyOf"][1:]:
            return "a length"
        return ", or ".join(written(each) for each in (one, *others))
    return _plain(schema)


def _plain(schema: Mapping[str, Any]) -> str:
    match schema.get("type"):
        case "boolean":
            return "`true` or `false`"
        case "integer":
            return "a whole number" + (f", {schema['minimum']} to {schema['maximum']:,}" if "maximum" in schema else "")
        case "number":
            return "a number"
        case "array":
            item = written(schema["items"])
            return f"a list of {item[2:]}s" if item in _WORDS else f"a list, each {item}"
        case "object" if schema.get("properties"):
            return "a mapping of " + ", ".join(f"`{name}`" for name in schema["properties"])
        case "object":
            return f"names, behind each {written(schema['additionalProperties'])}"
        case "string":
            return "a file"
        case None:
            return "whatever belongs there"
    return "a name" if "pattern" in schema else "a text"
