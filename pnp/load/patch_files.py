"""The files of rules that a module names → what it changes: section → `Change`."""

from collections.abc import Mapping
from typing import Any

from yaml.nodes import Node, SequenceNode

from pnp.load.examples_file import EXAMPLES, Unread
from pnp.load.game_file import ID
from pnp.load.kinds import Kind
from pnp.load.listed import PLACE
from pnp.load.rules_file import RULES, read_rules
from pnp.load.selections_file import SELECTIONS, made_selections
from pnp.load.setup_file import SECTIONS as SETUP_KEYS
from pnp.load.setup_file import setup_sections
from pnp.load.sink import Sink
from pnp.load.structures import Items, Key, Struct
from pnp.load.victory_file import SECTIONS as VICTORY_KEYS
from pnp.load.victory_file import VictoryReader
from pnp.model.game import Change
from pnp.model.span import Span

_ADD = "What comes in, as the file itself would say it."
_REPLACE = "What stands in for that of the same id."
_DROP = "Ids of what leaves."


def _patch(of: Kind, ids: Kind) -> Struct:
    return Struct((Key("add", of, _ADD), Key("replace", of, _REPLACE), Key("drop", ids, _DROP)))


def _dropped(keys: tuple[Key, ...]) -> Struct:
    return Struct([Key(key.name, Items(PLACE), f"Ids of {key.name} that leave.", default=()) for key in keys])


RULES_PATCH = _patch(RULES, Items(ID))
EXAMPLES_PATCH = _patch(EXAMPLES, Items(ID))
SELECTIONS_PATCH = _patch(SELECTIONS, Items(ID))
SETUP_PATCH = _patch(Struct(SETUP_KEYS), _dropped(SETUP_KEYS))
VICTORY_PATCH = _patch(Struct(VICTORY_KEYS), _dropped(VICTORY_KEYS))
PATCHES = {
    "rules": RULES_PATCH,
    "setup": SETUP_PATCH,
    "victory": VICTORY_PATCH,
    "selections": SELECTIONS_PATCH,
    "examples": EXAMPLES_PATCH,
}
_LISTS = ("rules", "examples")


def read_patch(kind: str, node: Node, sink: Sink, reader: VictoryReader) -> dict[str, Any]:
    """Section → `Change`; examples are `Unread`, to be read once all of the game is known."""
    if kind in _LISTS and isinstance(node, SequenceNode):
        return _of_list(kind, {"add": node, "replace": None, "drop": ()}, {"add": ""}, sink)
    raw = PATCHES[kind].read(node, "", sink)
    if raw is None:
        return {}
    if kind in _LISTS:
        return _of_list(kind, raw, {"add": "add"}, sink)
    if kind == "selections":
        added, replaced = (made_selections(raw[how], how, sink, reader) for how in ("add", "replace"))
        return {kind: Change(tuple(added.values()), tuple(replaced.values()), _spans(raw["drop"], "drop", sink))}
    return _of_sections(kind, raw, sink, reader)


def _of_list(kind: str, raw: Mapping[str, Any], paths: Mapping[str, str], sink: Sink) -> dict[str, Any]:
    dropped = _spans(raw["drop"], "drop", sink)
    added, replaced = (raw["add"], paths["add"]), (raw["replace"], "replace")
    if kind == "examples":
        return {kind: Unread(sink, added, replaced, dropped)}
    add, instead = (tuple(read_rules(node, path, sink).values()) for node, path in (added, replaced))
    return {kind: Change(add, instead, dropped)}


def _of_sections(kind: str, raw: Mapping[str, Any], sink: Sink, reader: VictoryReader) -> dict[str, Change]:
    read = setup_sections if kind == "setup" else reader.sections
    parts = {how: read(raw[how], how, sink) if raw[how] else {} for how in ("add", "replace")}
    dropped = raw["drop"] or {}
    changes = {}
    for section in [key.name for key in (SETUP_KEYS if kind == "setup" else VICTORY_KEYS)]:
        add, instead = (tuple(parts[how].get(section, {}).values()) for how in ("add", "replace"))
        drop = _spans(dropped.get(section), f"drop.{section}", sink)
        if add or instead or drop:
            changes[f"{kind}.{section}"] = Change(add, instead, drop)
    return changes


def _spans(ids: tuple[str, ...] | None, path: str, sink: Sink) -> tuple[tuple[str, Span], ...]:
    return tuple([(id, sink.span(path, str(number))) for number, id in enumerate(ids or ())])
