"""Pieces → a JSON list of objects."""

import json
from collections.abc import Iterator

from pnp.importing.tables.cells import Plain, plain_pieces, written
from pnp.model.game import Component
from pnp.model.problem import Problem


def write(component: Component, problems: list[Problem]) -> bytes:
    return ("".join(_parts([*plain_pieces(component)], "\n")) + "\n").encode()


def _parts(value: Plain, newline: str) -> Iterator[str]:
    """By hand, since Python's writer gives some numbers exponents."""
    inner = f"{newline}  "
    if isinstance(value, dict):
        yield "{"
        for number, (key, each) in enumerate(value.items()):
            yield f"{',' if number else ''}{inner}{json.dumps(key)}: "
            yield from _parts(each, inner)
        yield f"{newline}}}" if value else "}"
    elif isinstance(value, list):
        is_short = not any(isinstance(each, dict | list) for each in value)
        yield "["
        for number, each in enumerate(value):
            yield (", " if number else "") if is_short else f"{',' if number else ''}{inner}"
            yield from _parts(each, inner)
        yield "]" if is_short else f"{newline}]"
    else:
        yield json.dumps(value, ensure_ascii=False) if isinstance(value, str) else written(value)
