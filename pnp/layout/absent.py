"""A template that failed on a value that isn't there → which name of its line has none, and of what."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.model.values import Record

_CHAIN = re.compile(r"\b([a-zA-Z_]\w*)((?:\.[a-zA-Z_]\w*)+)")
_NOTHING = re.compile(r"\bNoneType\b|^None has no|^'None' has no")
_LOCAL = re.compile(r"l_\d+_(\w+)")


class Absent(NamedTuple):
    name: str  # as the template has it: piece.tags
    owner: str  # the id of the piece or entry that leaves it out; empty where it is another thing


def is_about_nothing(error: Exception) -> bool:
    return bool(_NOTHING.search(str(error)))


def absent_value(line: str, names: Mapping[str, Any]) -> Absent | None:
    """The first name of a template's line that leads to nothing."""
    for root, path in _CHAIN.findall(line):
        value: Any = names.get(root)
        name = root
        for part in path[1:].split("."):
            if not isinstance(value, Mapping) or part not in value:
                break
            owner, value = value, value[part]
            name += f".{part}"
            if value is None:
                return Absent(name, owner.id if isinstance(owner, Record) else "")
    return None


def local_names(found: Mapping[str, Any]) -> dict[str, Any]:
    """Those that loops and `set` made: as Jinja compiles them, or as it shows them where a template failed."""
    return {match[1] if (match := _LOCAL.fullmatch(name)) else name: value for name, value in found.items()}
