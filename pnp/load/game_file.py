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
FILES = Either(_DATA, Items(_DATA, filled=True))

COMPONENT = Struct(
    Key("title", Line()),
    Key("size", Size()),
    Key("shape", Choice([outline.value for outline in Outline]), default="rectangle"),
    Key("corner", Length(0, 100)),
    Key("safe", Length(0, 100)),
    Key("bleed", Length(0, 20)),
    Key("shared-cuts", Boolean(), default=False),
    Key("gap", Length(0, 50)),
    Key("cut", Boolean(), default=True),
    Key("front", FileName()),
    Key("back", FileName()),
    Key("double-sided", Boolean(), default=False),
    Key("on-request", Boolean(), default=False),
    Key("data", FILES),
    Key("columns", Entries(PATH, Line())),
    Key("other-columns", Choice(["refuse", "ignore"]), default="refuse"),
    Key("copies", Integer(1, limits.COPIES)),
    Key("id", Choice(["auto"])),
    Key("matrix", Later(Entries(Name("[a-z][a-z0-9_]*", "field"), Items(Line())))),
    Key("fields", Later(FIELDS)),
    about="component",
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


_WHERE = Key("where", Formula(), required=True)
_MEANT = Either(Items(ID), Struct(_WHERE, about="copies"), (ScalarNode, SequenceNode))
SO_MANY = Struct(_WHERE, Key("is", Integer(1, limits.COPIES), required=True), about="copies")
_COPIES = Either(SO_MANY, Items(SO_MANY, filled=True), (ScalarNode, MappingNode))
DEFINE_PATCH = Struct(Key("add", DEFINITIONS), Key("replace", DEFINITIONS), Key("drop", Items(WORD)), about="define")
PATCH_KEYS = (
    Key("add", Entries(ID, FILES)),
    Key("replace", Entries(ID, FILES)),
    Key("drop", Entries(ID, _MEANT)),
    Key("copies", Entries(ID, _COPIES)),
    Key("groups", Entries(ID, Later(Entries(ID, Later())))),
    Key("icons", Entries(ICON, FileName())),
    Key("define", DEFINE_PATCH),
    Key("rules", FILES),
    Key("setup", FILES),
    Key("victory", FILES),
    Key("selections", FILES),
    Key("examples", FILES),
)
MODULE_KEYS = (
    Key("needs", Items(MODULE)),
    Key("not-with", Reasons()),
    Key("one-of", ID, default=""),
    *PATCH_KEYS,
    Key("components", Entries(ID, COMPONENT)),
    Key("when-with", Entries(MODULE, Struct(*PATCH_KEYS, about="module"))),
)
MODULE_ENTRY = Struct(Key("title", Line(), required=True), *MODULE_KEYS, about="module")
OVERLAY = Struct(
    Key("title", Line(), "What the overlay is called.", default="the overlay"), *MODULE_KEYS, about="module"
)

_KINDS = Items(Name("PNP[0-9]+", "code of a problem, like PNP152, or its beginning", 12))
CHECKS = Struct(Key("ignore", _KINDS), Key("error", _KINDS), about="checks")
GAME = Struct(
    Key("title", Line(), required=True),
    Key("version", Line(), default=""),
    Key("for", ID, default=""),
    Key("languages", Items(LANGUAGE, filled=True)),
    Key("credits", Line(), default=""),
    Key("checks", CHECKS),
    Key("icons", Entries(ICON, FileName())),
    Key("groups", Entries(ID, GROUP)),
    Key("components", Entries(ID, COMPONENT)),
    Key("define", DEFINITIONS),
    Key("modules", Entries(ID, MODULE_ENTRY)),
    about="game",
)


_WORDS = Items(Line())
_ENTRY = Struct(
    Key("term", Line(), required=True),
    Key("say", Printed()),
    Key("part", Choice(PARTS_OF_SPEECH)),
    Key("forms", _WORDS, default=()),
    Key("avoid", _WORDS, default=()),
    about="term",
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
