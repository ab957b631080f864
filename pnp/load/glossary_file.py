"""`glossary.yaml`: the game's words, and those to avoid → `Glossary`. A game need not have one."""

from pathlib import Path
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode

from pnp.files.project import Project
from pnp.load.files import named_file
from pnp.load.group_keys import LANGUAGE
from pnp.load.kinds import Choice, Kind, Line, Schema, wrong_type
from pnp.load.phrases import Printed
from pnp.load.sink import Sink
from pnp.load.structures import Entries, Items, Key, Struct
from pnp.load.yaml_nodes import opened
from pnp.model.game import Game
from pnp.model.language import PARTS_OF_SPEECH, Glossary, Term
from pnp.model.problem import Problem
from pnp.model.span import Span
from pnp.model.values import Poison

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

    def read(self, node: Node, path: str, sink: Sink) -> Term | Poison | None:
        if not isinstance(node, MappingNode):
            return wrong_type(node, path, sink, "a term", "write each as - term: …")
        tags = [pair for pair in node.value if _is_tag(pair[0])]
        own = [pair for pair in node.value if not _is_tag(pair[0])]
        raw = _ENTRY.read(_part(node, own), path, sink) or {}
        languages = _LANGUAGES.read(_part(node, tags), path, sink)
        term = raw.get("term")
        if not term:
            return None
        avoid = raw["avoid"] or ()
        places = tuple([sink.span(path, "avoid", str(n)) for n in range(len(avoid))])
        forms = {tag: words for tag, words in languages.items() if words}
        say, said_forms, part = raw["say"] or "", raw["forms"] or (), raw["part"] or ""
        phrase, say_span = sink.phrases.get(f"{path}.say"), sink.span(path, "say") if say else None
        return Term(term, sink.span(path, "term"), say, said_forms, avoid, forms, places, part, phrase, say_span)

    def schema(self, game: Game | None) -> Schema:
        schema = _ENTRY.schema(game)
        tag = LANGUAGE.schema(game)["pattern"]
        words = _WORDS.schema(game) | {"description": "Its forms in that language."}
        own = "|".join(sorted(_KEYS))  # `say` could be a language
        return schema | {"patternProperties": {f"^(?!(?:{own})$){tag.removeprefix('^')}": words}}


GLOSSARY = Items(_TermKind())


def _is_tag(key: Node) -> bool:
    return isinstance(key, ScalarNode) and key.value not in _KEYS and LANGUAGE.fits(key.value)


def _part(node: MappingNode, pairs: list[tuple[Any, Any]]) -> MappingNode:
    return MappingNode(node.tag, pairs, node.start_mark, node.end_mark)


def read_glossary(project: Project, folder: Path, problems: list[Problem]) -> Glossary:
    """Raises FileError, LimitError."""
    name = "glossary.yaml"
    if not (folder / name).exists():
        return ()
    file = opened(project, named_file(folder, name, Span(project.display(folder / name)), problems), problems)
    return () if isinstance(file, Poison) else GLOSSARY.read(file.root, "terms", file.sink) or ()
