"""Pieces → YAML as one would write it: a line a field, quotes where they are needed, several lines as a block."""

import re
from collections.abc import Iterator

from pnp.edit.yaml_scalar import spell_new_text
from pnp.importing.tables.cells import Plain, plain_pieces, written
from pnp.model.game import Component
from pnp.model.problem import Problem

_SHORT = 100  # characters of a list that stands on one line
_BLOCK = re.compile(r"\S[^\n]*(?:\n(?![ \t])[^\n]+)+")  # lines with something on each that a block keeps as they are
_NOT_IN_BLOCK = re.compile("[\r\t\x85\u2028\u2029\ufeff]|[ ]\n|[ ]\\Z")


def write(component: Component, problems: list[Problem]) -> bytes:
    lines = [line for piece in plain_pieces(component) for line in _item(piece)]
    return ("\n".join(lines) + "\n").encode()


def _item(value: Plain) -> Iterator[str]:
    """As an item of a list."""
    lines = list(_mapping(value)) if isinstance(value, dict) and value else list(_block("", value))
    yield f"- {lines[0].lstrip()}"
    yield from (f"  {line}" if line else "" for line in lines[1:])


def _mapping(values: dict[str, Plain]) -> Iterator[str]:
    for key, value in values.items():
        yield from _block(f"{key}:", value)


def _block(key: str, value: Plain) -> Iterator[str]:
    """A value behind its key."""
    if isinstance(value, dict) and value:
        yield key
        yield from (f"  {line}" for line in _mapping(value))
    elif isinstance(value, list) and not _fits_in_line(value):
        yield key
        yield from (f"  {line}" for each in value for line in _item(each))
    elif isinstance(value, str) and _BLOCK.fullmatch(value) and not _NOT_IN_BLOCK.search(value):
        yield f"{key} |-"
        yield from (f"  {line}" for line in value.split("\n"))
    else:
        yield f"{key} {_in_line(value)}".lstrip()


def _fits_in_line(values: list[Plain]) -> bool:
    return not any(isinstance(each, dict | list) and each for each in values) and len(_in_line(values)) <= _SHORT


def _in_line(value: Plain, *, in_flow: bool = False) -> str:
    if isinstance(value, list):
        return f"[{', '.join([_in_line(each, in_flow=True) for each in value])}]"
    if isinstance(value, dict):
        return "{}"
    return spell_new_text(value, in_flow=in_flow) if isinstance(value, str) else written(value)
