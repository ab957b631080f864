"""What `game.yaml` may say of fields, and of groups of things that have them: structures, each declared once."""

from collections.abc import Mapping
from typing import Any

from pnp.files.catalogues import TAG
from pnp.load.kinds import Choice, Defined, Either, Kind, Later, Line, Name
from pnp.load.numbers import Boolean, Number
from pnp.load.phrases import Formula
from pnp.load.structures import Entries, Items, Key, Struct
from pnp.model.values import type_names
from pnp.text.brackets import NAME

FILES_OF_RULES = ("rules", "setup", "victory", "selections", "examples")  # of a game, each with .yaml behind it
OWN_FILES = (*FILES_OF_RULES, "glossary")
ID = Name("[a-z0-9][a-z0-9-]*", "id (lower-case letters, digits, hyphens)")
ICON = Name(NAME, "name of an icon (lower-case letters, digits, hyphens, underscores)")
MODULE = Name("([a-z0-9][a-z0-9-]*/)?[a-z0-9][a-z0-9-]*", "id of a module, or expansion/module")
FIELD_NAME = Name("[a-z][a-z0-9_]*", "name of a field (lower-case letters, digits, underscores)")
PATH = Name(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*", "name of a field, or several joined by points")
WORD = Name("[a-z][a-z0-9_]*", "name for expressions (lower-case letters, digits, underscores)")
LANGUAGE = Name(TAG.pattern, "language tag like en, pt-BR or zh-Hant")

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
