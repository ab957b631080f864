"""What `game.yaml` may say: its structure, declared once. Unknown keys are found by it, editors complete by it."""

from collections.abc import Mapping
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.files.catalogues import TAG
from pnp.load import limits
from pnp.load.kinds import AnyOf, Choice, Defined, Either, FileName, Kind, Later, Line, Name
from pnp.load.numbers import Boolean, Integer, Length, Number, Size
from pnp.load.phrases import Formula
from pnp.load.sink import Sink
from pnp.load.structures import Entries, Items, Key, Struct
from pnp.model.game import Outline
from pnp.model.values import type_names

ID = Name("[a-z0-9][a-z0-9-]*", "id (lower-case letters, digits, hyphens)")
MODULE = Name("([a-z0-9][a-z0-9-]*/)?[a-z0-9][a-z0-9-]*", "id of a module, or expansion/module")
FIELD_NAME = Name("[a-z][a-z0-9_]*", "name of a field (lower-case letters, digits, underscores)")
PATH = Name(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*", "name of a field, or several joined by points")
WORD = Name("[a-z][a-z0-9_]*", "name for expressions (lower-case letters, digits, underscores)")
LANGUAGE = Name(TAG.pattern, "language tag like en, pt-BR or zh-Hant")

FIELD: Kind = Either(
    Choice(type_names),
    Struct(
        Key("type", Choice(type_names), "What the values of the field are.", required=True),
        Key("required", Boolean(), "Every piece must say something here.", default=False),
        Key("translatable", Boolean(), "A text, or a list of texts, that translators get to see.", default=False),
        Key("choices", Items(Line(), filled=True), "The words that a choice allows."),
        Key("min", Number(), "The smallest number allowed."),
        Key("max", Number(), "The largest number allowed."),
        Key("to", ID, "The group or component that a reference names an entry of."),
        Key("of", Defined("field", lambda: FIELD), "What each item of a list is: a type, or a field of its own."),
        Key("fields", Entries(FIELD_NAME, Defined("field", lambda: FIELD)), "What a record holds."),
        Key("default", Later(), "The value where a piece has none."),
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
    Key("fields", Later(FIELDS), f"Fields of the entries besides {', '.join(GROUP_FIELDS)}."),
    Key("entries", Later(Entries(ID, Later())), "The things of the group, by id.", required=True),
)

FILES = Either(FileName(), Items(FileName(), filled=True))

COMPONENT = Struct(
    Key("title", Line(), "What the pieces are called, in the plural; else like the id."),
    Key("size", Size(), "Name of a size, width x height, or one length; a bare number is millimetres."),
    Key("shape", Choice([outline.value for outline in Outline]), "The outline that is cut.", default="rectangle"),
    Key("corner", Length(0, 100), "Radius of rounded corners; 3mm where it isn't given."),
    Key("safe", Length(0, 100), "How far inside the cut everything stays that must not be cut off."),
    Key("bleed", Length(0, 20), "How far the face is drawn beyond the cut, where the sheet has room for it."),
    Key(
        "shared-cuts",
        Boolean(),
        "Whether neighbours touch even where there is room for bleed between them: it is printed around the block.",
        default=False,
    ),
    Key(
        "cut",
        Boolean(),
        "Whether it is cut out. Sheets to read are not: they print on plain paper, in duplex on both sides.",
        default=True,
    ),
    Key("front", FileName(), "Layout of the front: a file in layouts/<game>/ or layouts/. Without it nothing prints."),
    Key("back", FileName(), "Layout of the back."),
    Key(
        "double-sided",
        Boolean(),
        "Whether both faces are played with: printing fronts alone then prints each face as a piece.",
        default=False,
    ),
    Key("on-request", Boolean(), "Printed only where it is asked for by name, with --only.", default=False),
    Key(
        "data",
        FILES,
        "File, or files, with the pieces: .yaml, .csv, .json, .xlsx or .ods; packs/*.csv means several, "
        "heroes.xlsx#Cards a sheet. Without it there is one piece, without fields.",
    ),
    Key("columns", Entries(PATH, Line()), "Field, or id or copies: how its column is called in the tables."),
    Key(
        "other-columns",
        Choice(["refuse", "ignore"]),
        "What happens to columns of the tables that no field is called like.",
        default="refuse",
    ),
    Key("id", Choice(["auto"]), "auto: pieces without an id get one of what they are called."),
    Key(
        "matrix",
        Later(Entries(Name("[a-z][a-z0-9_]*", "field"), Items(Line()))),
        "Values of fields; there is a piece for each combination of them, before those of the file.",
    ),
    Key("fields", Later(FIELDS), "What a piece may say, besides id and copies."),
)


class Reasons(AnyOf):
    """Modules, or a mapping from each to the reason; read to a mapping, whose places are those of the names."""

    _list = Items(MODULE)
    _mapping = Entries(MODULE, Line())
    kinds = (_list, _mapping)

    def read(self, node: Node, path: str, sink: Sink) -> dict[str, str]:
        if isinstance(node, MappingNode):
            return {id: reason or "" for id, reason in self._mapping.read(node, path, sink).items()}
        ids = self._list.read(node, path, sink) or ()
        for number, id in enumerate(ids):
            sink.places.setdefault(f"{path}.{id}", sink.place(path, str(number)))
        return dict.fromkeys(ids, "")


_WHERE = Key("where", Formula(), "All pieces for which this holds.", required=True)
_MEANT = Either(Items(ID), Struct(_WHERE), (ScalarNode, SequenceNode))
_SO_MANY = Struct(_WHERE, Key("is", Integer(1, limits.COPIES), "So many copies of each.", required=True))
_COPIES = Either(_SO_MANY, Items(_SO_MANY, filled=True), (ScalarNode, MappingNode))
_DEFINE = Struct(
    Key("add", DEFINITIONS, "Names that come in."),
    Key("replace", DEFINITIONS, "Names that mean something else."),
    Key("drop", Items(WORD), "Names that leave."),
)
PATCH_KEYS = (
    Key("add", Entries(ID, FILES), "Component: file, or files, with pieces that come in."),
    Key(
        "replace", Entries(ID, FILES), "Component: file, or files, with pieces that stand in for those of the same id."
    ),
    Key("drop", Entries(ID, _MEANT), "Component: the pieces that leave, their ids or where."),
    Key("copies", Entries(ID, _COPIES), "Component: how many copies there are of some pieces."),
    Key("groups", Entries(ID, Later(Entries(ID, Later()))), "Group: entries that come in, by id."),
    Key("icons", Entries(ID, FileName()), "Icons that come in."),
    Key("define", _DEFINE, "What it changes of the game's own names for expressions."),
    Key("rules", FILES, "File, or files, that add, replace and drop rules."),
    Key("setup", FILES, "File, or files, that add, replace and drop zones, tables and steps of the setup."),
    Key("victory", FILES, "File, or files, that add, replace and drop parts of victory.yaml."),
    Key("selections", FILES, "File, or files, that add, replace and drop selections."),
    Key("examples", FILES, "File, or files, that add, replace and drop worked examples."),
)
MODULE_KEYS = (
    Key(
        "needs",
        Items(MODULE),
        "Modules that must be chosen, too; expansion/module is one of another expansion for the same game.",
    ),
    Key("not-with", Reasons(), "Modules that can't be chosen together with this one; or each with the reason."),
    *PATCH_KEYS,
    Key("components", Entries(ID, COMPONENT), "Kinds of pieces that come in."),
    Key(
        "when-with",
        Entries(MODULE, Struct(*PATCH_KEYS)),
        "Module, or expansion/module: what else changes where that one is chosen, too; applied after both.",
    ),
)
MODULE_ENTRY = Struct(Key("title", Line(), "What the module is called.", required=True), *MODULE_KEYS)
OVERLAY = Struct(Key("title", Line(), "What the overlay is called.", default="the overlay"), *MODULE_KEYS)

GAME = Struct(
    Key("title", Line(), "Name of the game.", required=True),
    Key("version", Line(), "Version of the game, printed on every sheet.", default=""),
    Key("for", ID, "Of an expansion: the game that it is for.", default=""),
    Key(
        "languages",
        Items(LANGUAGE, filled=True),
        "The first is the one the data is written in; others have a catalogue, locale/<language>.po. Else en.",
    ),
    Key("credits", Line(), "One line for the footer of each sheet.", default=""),
    Key("icons", Entries(ID, FileName()), "Icons that texts may name in brackets: SVG files."),
    Key("groups", Entries(ID, GROUP), "Sets of things that pieces belong to: factions, suits, seasons."),
    Key("components", Entries(ID, COMPONENT), "The kinds of pieces; an expansion need not have any of its own."),
    Key("define", DEFINITIONS, "Names for figures, and for expressions, that texts and rules know."),
    Key("modules", Entries(ID, MODULE_ENTRY), "Patches to the game that players may choose."),
)
