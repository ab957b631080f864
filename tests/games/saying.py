"""What a command says to those who call it."""

from collections.abc import Callable
from typing import NamedTuple


class Said(NamedTuple):
    code: int
    out: str
    err: str


Pnp = Callable[..., Said]
