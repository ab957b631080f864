"""`selections.yaml` → `Selection`s: what players put together, its fields and its rules."""

from collections.abc import Mapping
from typing import Any

from yaml.nodes import Node

from pnp.load.game_file import DEFINITIONS, FIELD_NAME, FIELDS, ID
from pnp.load.kinds import Later, Line
from pnp.load.listed import MISMADE
from pnp.load.phrases import Formula
from pnp.load.rules_file import OF_THINGS, RULES, read_rules
from pnp.load.sink import Sink, shown
from pnp.load.structures import Entries, Key, Struct
from pnp.load.targets import UNKNOWN_NAME
from pnp.load.victory_file import VictoryReader, read_definitions
from pnp.model.rules import Expression, Selection
from pnp.model.values import Field

SELECTION = Struct(
    (
        Key("title", Line(), "What it is called.", required=True),
        Key("fields", Later(FIELDS), "What players say in their file.", required=True),
        Key(
            "copies",
            Entries(FIELD_NAME, Formula()),
            "How often a field may have each piece, where that isn't as often as it is printed: a number, "
            "an expression about the piece, or unlimited.",
        ),
        Key("define", DEFINITIONS, "Names for expressions, which are evaluated where they are used."),
        Key("rules", RULES, "What must hold of it."),
    )
)
SELECTIONS = Entries(ID, SELECTION)
TAKEN = ("game", "selection", "with", "chosen")  # what a player's file says beside the fields, and what rules call it


def read_selections(node: Node, sink: Sink, reader: VictoryReader) -> dict[str, Selection]:
    return made_selections(SELECTIONS.read(node, "", sink), "", sink, reader)


def made_selections(
    said: Mapping[str, Any] | None, path: str, sink: Sink, reader: VictoryReader
) -> dict[str, Selection]:
    prefix = f"{path}." if path else ""
    return {id: _selection(id, raw, f"{prefix}{id}", sink, reader) for id, raw in (said or {}).items() if raw}


def _selection(id: str, raw: Mapping[str, Any], path: str, sink: Sink, reader: VictoryReader) -> Selection:
    fields = reader.fields(raw["fields"], f"{path}.fields", sink, TAKEN).declared
    return Selection(
        id=id,
        title=raw["title"] or id,
        fields=fields,
        define=read_definitions(raw["define"], f"{path}.define", sink),
        rules=read_rules(raw["rules"], f"{path}.rules", sink, OF_THINGS),
        span=sink.span(path),
        copies=_copies(raw["copies"] or {}, fields, f"{path}.copies", sink),
    )


def _copies(
    said: Mapping[str, Expression | None], fields: Mapping[str, Field], path: str, sink: Sink
) -> dict[str, Expression]:
    """Of fields that are a piece, or a list of pieces."""
    found: dict[str, Expression] = {}
    for name, expression in said.items():
        declared = fields.get(name)
        if declared is None:
            sink.report(
                UNKNOWN_NAME, sink.place(path, name), f"there is no field {shown(name)}", sink.suggest(name, fields)
            )
        elif "reference" not in (declared.type, declared.of.type if declared.of else ""):
            sink.report(MISMADE, sink.place(path, name), f'"{name}" is no list of pieces that there could be copies of')
        elif expression is not None:
            found[name] = expression
    return found
