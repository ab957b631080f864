"""The structures of files → JSON Schemas, for editors that complete and check while one types."""

from collections.abc import Mapping
from typing import Any

from pnp.load.examples_file import EXAMPLES
from pnp.load.fields import FIELD, Fields, entry_struct, piece_struct
from pnp.load.fonts import FONTS
from pnp.load.game_file import GAME, GLOSSARY
from pnp.load.kinds import OWN_FILES, Kind, Schema
from pnp.load.modules import PATCHES
from pnp.load.rules_file import RULES, SETUP, rule_struct
from pnp.load.style import STYLE
from pnp.load.victory_file import SELECTIONS, VICTORY
from pnp.model.game import Component, Game
from pnp.model.rules import RuleKind

_RULES: Mapping[str, tuple[str, Kind, tuple[str, ...]]] = {  # title, kind, what is defined beside it
    "rules": ("what must hold", RULES, ("rule",)),
    "setup": ("how the game is set up", SETUP, ()),
    "victory": ("who wins", VICTORY, ("field", "rule")),
    "selections": ("what players put together", SELECTIONS, ("field", "rule")),
    "examples": ("worked examples", EXAMPLES, ()),
}
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schemas(game: Game | None, kinds: Mapping[str, RuleKind]) -> dict[str, Schema]:
    """Return schemas by file name; with a game, each component's pieces have one, which knows its icons and ids."""
    schema = _wrap("game.yaml: a game, its components and modules", GAME.schema(game))
    defined = {"field": FIELD.schema(game), "rule": rule_struct(kinds).schema(game)}
    schema["$defs"] = {"field": defined["field"]}
    if game:
        groups = schema["properties"]["groups"]
        usual, known = groups["additionalProperties"], {}
        for id, group in game.groups.items():
            entry = {"additionalProperties": entry_struct(Fields(group.fields)).schema(game)}
            entries = {"entries": usual["properties"]["entries"] | entry}
            known[id] = usual | {"properties": usual["properties"] | entries}
        groups["properties"] = known
    rules: dict[str, Schema] = {}
    for name, (title, kind, used) in _RULES.items():  # the file itself, or a module's patch to it
        either = {"anyOf": [kind.schema(game), PATCHES[name].schema(game)]}
        beside = {"$defs": {each: defined[each] for each in used}} if used else {}
        rules[f"{name}.json"] = _wrap(f"{name}.yaml: {title}", {**either, **beside})
    schemas = {
        "game.json": schema,
        "style.json": _wrap("style.yaml: palettes and type styles", STYLE.schema(game)),
        **rules,
        "glossary.json": _wrap("glossary.yaml: the game's words", GLOSSARY.schema(game)),
        "fonts.json": _wrap("fonts.yaml: font families and their roles", FONTS.schema(game)),
    }
    brought = [each for module in game.modules.values() for each in module.change("components").add] if game else []
    for component in (*game.components.values(), *brought) if game else ():
        piece = piece_struct(Fields(component.fields)).schema(game)
        schemas[schema_name(component)] = _wrap(component.title, {"type": "array", "items": piece})
    return schemas


def schema_name(component: Component) -> str:
    """Return the file name of the schema of a component's pieces."""
    return f"{component.id}-pieces.json" if component.id in OWN_FILES else f"{component.id}.json"


def _wrap(title: str, schema: Mapping[str, Any]) -> Schema:
    return {"$schema": DIALECT, "title": title, **schema}
