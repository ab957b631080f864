"""Pieces → a JSON list of objects."""

import json

from pnp.importing.tables.data_export import Plain, format_value, plain_pieces
from pnp.model.game import Component
from pnp.model.problem import Problem


def write(component: Component, problems: list[Problem]) -> bytes:
    return (_write_value([*plain_pieces(component)], "\n") + "\n").encode()


def _write_value(value: Plain, newline: str) -> str:
    """Write a value by hand, since Python's writer gives some numbers exponents; a plain list takes one line."""
    inner = f"{newline}  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {_write_value(each, inner)}" for key, each in value.items()]
        return f"{{{inner}{f',{inner}'.join(parts)}{newline}}}" if parts else "{}"
    if isinstance(value, list):
        parts = [_write_value(each, inner) for each in value]
        is_short = not any(isinstance(each, dict | list) for each in value)
        return f"[{', '.join(parts)}]" if is_short else f"[{inner}{f',{inner}'.join(parts)}{newline}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else format_value(value)
