"""`rules.yaml` → `Rule`s."""

from collections.abc import Collection
from typing import Any

from yaml.nodes import MappingNode, Node

from pnp.load import limits
from pnp.load.game_file import ID
from pnp.load.kinds import Kind, Name, Schema, Text
from pnp.load.listed import ID_DOC, MISMADE, Listed, Uses, kind_of
from pnp.load.phrases import Formula, Spoken
from pnp.load.sink import Sink
from pnp.load.structures import Entries, Items, Key, OneOf
from pnp.model.game import Game
from pnp.model.rules import Bound, Rule

_FIGURES = Entries(Name(r"\S(?:.*\S)?", "value"), Formula())
_BOUNDS = ("is", "at-least", "at-most")

_KINDS = {
    "count": Uses(may=("where", "by", *_BOUNDS)),
    "unique": Uses(("of",), ("where", "by")),
    "covers": Uses(("of", "by"), ("where", "is")),
    "each": Uses(("of",), ("where",)),
    "sum": Uses(("of",), ("where", "by", *_BOUNDS)),
    "table": Uses(("is",)),
    "require": Uses(),
}
OF_THINGS = tuple(kind for kind in _KINDS if kind != "table")  # what somebody wrote down has its own number of players


class Figures(Kind):
    """An expression, or one for each of some values."""

    def read(self, node: Node, path: str, sink: Sink) -> Any:
        if not isinstance(node, MappingNode):
            return Formula().read(node, path, sink)
        found = _FIGURES.read(node, path, sink)
        return {key: figure for key, figure in found.items() if figure is not None}

    def schema(self, game: Game | None) -> Schema:
        return {"anyOf": [Formula().schema(game), _FIGURES.schema(game)]}


RULE = OneOf(
    _KINDS,
    (
        Key("id", ID, ID_DOC, required=True),
        Key("say", Spoken(), "What must hold, as a sentence for people.", required=True),
        Key("source", Text(), "Where that is said: a book, a page.", default=""),
        Key("count", Formula(), "The rule is about how many pieces, or things of any list, there are."),
        Key("unique", Formula(), "The rule says that this differs from piece to piece."),
        Key("covers", Formula(), "The rule says that each of this list is covered by some piece."),
        Key("each", Formula(), "The rule says that this holds for each piece."),
        Key("sum", Formula(), "The rule is about the sum of this over all pieces."),
        Key("table", Formula(), "The rule is about this figure for each number of players."),
        Key("require", Formula(), "The rule says that this holds."),
        Key("of", Formula(), "The pieces: a component's id, a group's, or any list."),
        Key("where", Formula(), "Only the pieces for which this holds."),
        Key("by", Formula(), "One figure for each value of this; of covers: what a piece covers."),
        Key("per", Formula(), "The whole rule holds for each value of this by itself."),
        Key("is", Figures(), "What is expected, or a mapping from each value of `by` to it."),
        Key("at-least", Figures(), "The least that is expected."),
        Key("at-most", Figures(), "The most that is expected."),
        Key("needs", Items(ID), "Rules above it: it is only judged where they hold.", default=()),
    ),
)
RULES = Listed(RULE, "rules", limits.RULES, strict=True)


def read_rules(
    node: Node | None, path: str, sink: Sink, kinds: Collection[str] = tuple(_KINDS), rules: Listed = RULES
) -> dict[str, Rule]:
    """`kinds` are those that make sense where the rules stand."""
    allowed = {kind: uses for kind, uses in _KINDS.items() if kind in kinds}

    def make(raw: dict[str, Any], inner: Sink) -> Rule | None:
        return _rule(raw, allowed, inner)

    return rules.things(node, path, sink, make)


def _rule(raw: dict[str, Any], kinds: dict[str, Uses], sink: Sink) -> Rule | None:
    for kind in _KINDS.keys() - kinds.keys():
        if kind in sink.places:
            sink.report(MISMADE, sink.place(kind), f'a rule can\'t be of the kind "{kind}" here', _one_of(kinds))
            return None
    kind = kind_of("rule", kinds, raw, "", sink)
    if not kind or raw["say"] is None:
        return None
    bounds = tuple([Bound(key, raw[key], sink.span(key)) for key in _BOUNDS if raw[key] is not None])
    if kind in ("count", "sum") and not any(key in sink.places for key in _BOUNDS):
        if sink.misspelt.isdisjoint(_BOUNDS):
            message = f'"{kind}" needs a figure that is expected'
            sink.report(MISMADE, sink.place(kind), message, "is, at-least or at-most")
        return None
    return Rule(
        id=raw["id"],
        kind=kind,
        subject=raw[kind],
        say=raw["say"],
        span=sink.span("id"),
        source=raw["source"] or "",
        of=raw["of"],
        where=raw["where"],
        by=raw["by"],
        per=raw["per"],
        bounds=bounds,
        needs={need: sink.span("needs", str(number)) for number, need in enumerate(raw["needs"] or ())},
    )


def _one_of(kinds: Collection[str]) -> str:
    return f"there are: {', '.join(kinds)}"
