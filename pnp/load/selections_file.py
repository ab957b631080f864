"""`selections.yaml` → `Selection`s: what players put together, its fields and its rules."""

from collections.abc import Mapping
from typing import Any

from yaml.nodes import Node

from pnp.load.game_file import FIELDS, ID
from pnp.load.kinds import Later, Line
from pnp.load.rules_file import OF_THINGS, RULES, read_rules
from pnp.load.sink import Sink
from pnp.load.structures import Entries, Key, Struct
from pnp.load.victory_file import DEFINITIONS, VictoryReader, read_definitions
from pnp.model.rules import Selection

SELECTION = Struct(
    (
        Key("title", Line(), "What it is called.", required=True),
        Key("fields", Later(FIELDS), "What players say in their file.", required=True),
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
    return Selection(
        id=id,
        title=raw["title"] or id,
        fields=reader.fields(raw["fields"], f"{path}.fields", sink, TAKEN).declared,
        define=read_definitions(raw["define"], f"{path}.define", sink),
        rules=read_rules(raw["rules"], f"{path}.rules", sink, OF_THINGS),
        span=sink.span(path),
    )
