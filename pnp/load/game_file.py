"""The structures of `game.yaml` and `glossary.yaml`: unknown keys are found by them, editors complete by them."""

from copy import copy

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.load import limits
from pnp.load.fields import DEFINITIONS, FIELDS, GROUP
from pnp.load.kinds import (
    ICON,
    ID,
    LANGUAGE,
    MODULE,
    OWN_FILES,
    PATH,
    WORD,
    AnyOf,
    Choice,
    Either,
    FileName,
    Kind,
    Later,
    Line,
    Name,
    Schema,
    report_type,
)
from pnp.load.scalars import Boolean, Formula, Integer, Length, Printed, Size
from pnp.load.sink import Sink
from pnp.load.structures import Entries, Items, Key, Struct
from pnp.model.game import Game, Outline
from pnp.model.language import PARTS_OF_SPEECH, Term

_DATA = FileName(2_000)  # or the address of a published table, which may be long
_FILES_OF_RULES = ", ".join(f"{name}.yaml" for name in OWN_FILES)
FILES = Either(_DATA, Items(_DATA, filled=True))

COMPONENT = Struct(
    Key("title", Line(), "What the pieces are called, in the plural; else like the id.", example="Market cards"),
    Key(
        "size", Size(), "Name of a size, width x height, or one length; a bare number is millimetres.", example="poker"
    ),
    Key(
        "shape",
        Choice([outline.value for outline in Outline]),
        "The outline that is cut.",
        default="rectangle",
        example="rounded",
    ),
    Key("corner", Length(0, 100), "Radius of rounded corners; 3mm where it isn't given.", example="3mm"),
    Key("safe", Length(0, 100), "How far inside the cut everything stays that must not be cut off.", example="3mm"),
    Key(
        "bleed",
        Length(0, 20),
        "How far the face is drawn beyond the cut, where the sheet has room for it.",
        example="3mm",
    ),
    Key(
        "shared-cuts",
        Boolean(),
        "Whether neighbours touch even where there is room for bleed between them: it is printed around the block.",
        default=False,
        example="true",
    ),
    Key(
        "gap",
        Length(0, 50),
        "How far apart pieces lie on a sheet; bleed shows in half of it. With 0mm hexagons share all their edges.",
        example="4mm",
    ),
    Key(
        "cut",
        Boolean(),
        "Whether it is cut out. Sheets to read are not: they print on plain paper, in duplex on both sides.",
        default=True,
        example="false",
    ),
    Key(
        "front",
        FileName(),
        "Layout of the front: a file in layouts/<game>/ or layouts/. Without it nothing prints.",
        example="card.xml.j2",
    ),
    Key("back", FileName(), "Layout of the back.", example="card-back.xml.j2"),
    Key(
        "double-sided",
        Boolean(),
        "Whether both faces are played with: printing fronts alone then prints each face as a piece.",
        default=False,
        example="true",
    ),
    Key(
        "on-request",
        Boolean(),
        "Printed only where it is asked for by name, with --only.",
        default=False,
        example="true",
    ),
    Key(
        "data",
        FILES,
        "File, or files, with the pieces: .yaml, .csv, .json, .xlsx, .xlsm or .ods; packs/*.csv means several, "
        f"heroes.xlsx#Cards a sheet; {_FILES_OF_RULES} hold no pieces. "
        "Without it there is one piece, without fields.",
        example="cards.yaml",
    ),
    Key(
        "columns",
        Entries(PATH, Line()),
        "Field, or id or copies: how its column is called in the tables.",
        example="{name: Card Name, copies: Qty}",
    ),
    Key(
        "other-columns",
        Choice(["refuse", "ignore"]),
        "What happens to columns of the tables that no field is called like.",
        default="refuse",
        example="ignore",
    ),
    Key(
        "copies", Integer(1, limits.COPIES), "How often each piece is printed that doesn't say so itself.", example="20"
    ),
    Key("id", Choice(["auto"]), "auto: pieces without an id get one of what they are called.", example="auto"),
    Key(
        "matrix",
        Later(Entries(Name("[a-z][a-z0-9_]*", "field"), Items(Line()))),
        "Values of fields; there is a piece for each combination of them, of which the file may say more.",
        example="{suit: [hearts, spades], rank: [ace, king]}",
    ),
    Key(
        "fields",
        Later(FIELDS),
        "What a piece may say, besides id and copies.",
        example="{name: {type: text, required: true}, cost: integer}",
    ),
)


class Reasons(AnyOf):
    """A list of modules, or a mapping from each to the reason; read to a mapping with the places of the names."""

    _list = Items(MODULE)
    _mapping = Entries(MODULE, Line())
    kinds = (_list, _mapping)

    def read(self, node: Node, path: str, sink: Sink) -> dict[str, str]:
        if isinstance(node, MappingNode):
            return {id: reason or "" for id, reason in self._mapping.read(node, path, sink).items()}
        ids = self._list.read(node, path, sink)
        for number, id in enumerate(ids):
            sink.places.setdefault(f"{path}.{id}", sink.place(path, str(number)))
        return dict.fromkeys(ids, "")


_WHERE = Key("where", Formula(), "All pieces for which this holds.", required=True, example="cost > 3")
_MEANT = Either(Items(ID), Struct(_WHERE), (ScalarNode, SequenceNode))
SO_MANY = Struct(_WHERE, Key("is", Integer(1, limits.COPIES), "So many copies of each.", required=True, example="3"))
_COPIES = Either(SO_MANY, Items(SO_MANY, filled=True), (ScalarNode, MappingNode))
DEFINE_PATCH = Struct(
    Key("add", DEFINITIONS, "Names that come in.", example="{hand: 5}"),
    Key("replace", DEFINITIONS, "Names that mean something else.", example="{deck: cards|count}"),
    Key("drop", Items(WORD), "Names that leave.", example="[hand]"),
)
PATCH_KEYS = (
    Key(
        "add", Entries(ID, FILES), "Component: file, or files, with pieces that come in.", example="{cards: night.yaml}"
    ),
    Key(
        "replace",
        Entries(ID, FILES),
        "Component: file, or files, with pieces that stand in for those of the same id.",
        example="{cards: [harder.yaml, longer.yaml]}",
    ),
    Key(
        "drop",
        Entries(ID, _MEANT),
        "Component: the pieces that leave, their ids or where.",
        example="{cards: [lantern, well], tiles: {where: value > 3}}",
    ),
    Key(
        "copies",
        Entries(ID, _COPIES),
        "Component: how many copies there are of some pieces.",
        example="{cards: {where: cost == 1, is: 3}}",
    ),
    Key(
        "groups",
        Entries(ID, Later(Entries(ID, Later()))),
        "Group: entries that come in, by id.",
        example="{suits: {stars: {name: Stars}}}",
    ),
    Key("icons", Entries(ICON, FileName()), "Icons that come in.", example="{star: art/icons/star.svg}"),
    Key(
        "define",
        DEFINE_PATCH,
        "What it changes of the game's own names for expressions.",
        example="{replace: {hand: 6}}",
    ),
    Key("rules", FILES, "File, or files, that add, replace and drop rules.", example="night-rules.yaml"),
    Key(
        "setup",
        FILES,
        "File, or files, that add, replace and drop zones, tables and steps of the setup.",
        example="night-setup.yaml",
    ),
    Key(
        "victory",
        FILES,
        "File, or files, that add, replace and drop parts of victory.yaml.",
        example="night-victory.yaml",
    ),
    Key("selections", FILES, "File, or files, that add, replace and drop selections.", example="night-selections.yaml"),
    Key(
        "examples", FILES, "File, or files, that add, replace and drop worked examples.", example="night-examples.yaml"
    ),
)
MODULE_KEYS = (
    Key(
        "needs",
        Items(MODULE),
        "Modules that must be chosen, too; expansion/module is one of another expansion for the same game.",
        example="[market, harbour/ships]",
    ),
    Key(
        "not-with",
        Reasons(),
        "Modules that can't be chosen together with this one; or each with the reason.",
        example="{short: it needs a whole deck}",
    ),
    *PATCH_KEYS,
    Key(
        "components",
        Entries(ID, COMPONENT),
        "Kinds of pieces that come in.",
        example="{moons: {size: 25mm, shape: circle, front: moon.xml.j2}}",
    ),
    Key(
        "when-with",
        Entries(MODULE, Struct(*PATCH_KEYS)),
        "Module, or expansion/module: what else changes where that one is chosen, too; applied after both.",
        example="{market: {drop: {cards: [lantern]}}}",
    ),
)
MODULE_ENTRY = Struct(Key("title", Line(), "What the module is called.", required=True, example="Night"), *MODULE_KEYS)
OVERLAY = Struct(Key("title", Line(), "What the overlay is called.", default="the overlay"), *MODULE_KEYS)

_KINDS = Items(Name("PNP[0-9]+", "code of a problem, like PNP152, or its beginning", 12))
CHECKS = Struct(
    Key("ignore", _KINDS, "Warnings that aren't told. Errors can't be ignored so.", example="[PNP152, PNP154]"),
    Key("error", _KINDS, "Warnings that count as errors.", example="[PNP350]"),
)
GAME = Struct(
    Key("title", Line(), "Name of the game.", required=True, example="Night Market"),
    Key("version", Line(), "Version of the game, printed on every sheet.", default="", example='"1.2"'),
    Key("for", ID, "Of an expansion: the game that it is for.", default="", example="night-market"),
    Key(
        "languages",
        Items(LANGUAGE, filled=True),
        "The first is the one the data is written in; others have a catalogue, locale/<language>.po. Otherwise en.",
        example="[en, de]",
    ),
    Key("credits", Line(), "One line for the footer of each sheet.", default="", example="Words and pictures are CC0."),
    Key(
        "checks",
        CHECKS,
        "Kinds of warnings that this game is without, or that are errors to it.",
        example="{ignore: [PNP152], error: [PNP350]}",
    ),
    Key(
        "icons",
        Entries(ICON, FileName()),
        "Icons that texts may name in brackets: SVG files.",
        example="{coin: art/icons/coin.svg}",
    ),
    Key(
        "groups",
        Entries(ID, GROUP),
        "Sets of things that pieces belong to: factions, suits, seasons.",
        example="{suits: {entries: {hearts: {name: Hearts}}}}",
    ),
    Key(
        "components",
        Entries(ID, COMPONENT),
        "The kinds of pieces; an expansion need not have any of its own.",
        example="{cards: {size: poker, front: card.xml.j2, data: cards.csv}}",
    ),
    Key(
        "define",
        DEFINITIONS,
        "Names for figures, and for expressions, that texts and rules know.",
        example="{hand: 5, deck: cards|count}",
    ),
    Key(
        "modules",
        Entries(ID, MODULE_ENTRY),
        "Patches to the game that players may choose.",
        example="{night: {title: Night, add: {cards: night.yaml}}}",
    ),
)


_WORDS = Items(Line())
_ENTRY = Struct(
    Key("term", Line(), "The word, as the game writes it.", required=True),
    Key("say", Printed(), "What it means."),
    Key(
        "part",
        Choice(PARTS_OF_SPEECH),
        "Its part of speech: a noun that can be counted, a name (of a place, of a faction), a verb, or an adverb "
        "(face up, at random). An English text that uses it as something else is a warning.",
    ),
    Key("forms", _WORDS, "Other forms that are right: plurals, genitives.", default=()),
    Key("avoid", _WORDS, "Words that mean this, but must not be used.", default=()),
)
_KEYS = frozenset(key.name for key in _ENTRY.keys)
_LANGUAGES = Entries(LANGUAGE, _WORDS)


class _TermKind(Kind):
    """An entry: its own keys, and beside them any language's tag with the forms that are right in it."""

    def read(self, node: Node, path: str, sink: Sink) -> Term | None:
        if not isinstance(node, MappingNode):
            raise report_type(node, path, sink, "a term", "write each as - term: …")
        own, tags = copy(node), copy(node)
        own.value = [pair for pair in node.value if not _is_tag(pair[0])]
        tags.value = [pair for pair in node.value if _is_tag(pair[0])]
        raw = _ENTRY.read(own, path, sink) or {}
        languages = _LANGUAGES.read(tags, path, sink)
        if not (term := raw.get("term")):
            return None
        avoid = raw["avoid"] or ()
        places = tuple([sink.span(path, "avoid", str(n)) for n in range(len(avoid))])
        forms = {tag: words for tag, words in languages.items() if words}
        say, said_forms, part = raw["say"] or "", raw["forms"] or (), raw["part"] or ""
        phrase, say_span = sink.phrases.get(f"{path}.say"), sink.span(path, "say") if say else None
        return Term(term, sink.span(path, "term"), say, said_forms, avoid, forms, places, part, phrase, say_span)

    def schema(self, game: Game | None) -> Schema:
        schema, tag = _ENTRY.schema(game), LANGUAGE.schema(game)["pattern"]
        words = _WORDS.schema(game) | {"description": "Its forms in that language."}
        own = "|".join(sorted(_KEYS))  # `say` could be a language
        return schema | {"patternProperties": {f"^(?!(?:{own})$){tag.removeprefix('^')}": words}}


GLOSSARY = Items(_TermKind())


def _is_tag(key: Node) -> bool:
    return isinstance(key, ScalarNode) and key.value not in _KEYS and LANGUAGE.fits(key.value)
