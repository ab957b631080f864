"""Pieces → YAML as one would write it: a line a field, quotes where they are needed, several lines as a block."""

import re
from collections.abc import Iterator

from pnp.edit.yaml_scalar import spell_new_text
from pnp.importing.tables.data_export import Plain, format_value, plain_pieces
from pnp.model.game import Component
from pnp.model.problem import Problem

_SHORT = 100  # characters of a list that stands on one line
_BLOCK = re.compile(r"\S[^\n]*(?:\n(?![ \t])[^\n]+)+")  # lines with something on each that a block keeps as they are
_NOT_IN_BLOCK = re.compile("[\r\t\x85\u2028\u2029\ufeff]|[ ]\n|[ ]\\Z")


def write(component: Component, problems: list[Problem]) -> bytes:
    lines = [line for piece in plain_pieces(component) for line in _item(piece)]
    return ("\n".join(lines) + "\n").encode()


def _item(value: Plain) -> Iterator[str]:
    """Write a value as an item of a list."""
    keys = value.items() if isinstance(value, dict) else ()
    lines = [line for key, each in keys for line in _block(f"{key}:", each)] or list(_block("", value))
    yield f"- {lines[0].lstrip()}"
    yield from (f"  {line}" if line else "" for line in lines[1:])


def _block(key: str, value: Plain) -> Iterator[str]:
    """Write a value behind its key."""
    if isinstance(value, dict) and value:
        yield key
        yield from (f"  {line}" for name, each in value.items() for line in _block(f"{name}:", each))
    elif isinstance(value, list) and (
        any(isinstance(each, dict | list) and each for each in value) or len(_in_line(value)) > _SHORT
    ):
        yield key
        yield from (f"  {line}" for each in value for line in _item(each))
    elif isinstance(value, str) and _BLOCK.fullmatch(value) and not _NOT_IN_BLOCK.search(value):
        yield f"{key} |-"
        yield from (f"  {line}" for line in value.split("\n"))
    else:
        yield f"{key} {_in_line(value)}".lstrip()


def _in_line(value: Plain, *, in_flow: bool = False) -> str:
    if isinstance(value, list):
        return f"[{', '.join([_in_line(each, in_flow=True) for each in value])}]"
    if isinstance(value, dict):
        return "{}"
    return spell_new_text(value, in_flow=in_flow) if isinstance(value, str) else format_value(value)
