"""PDF objects as plain values; `document.py` alone knows how reportlab wants them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Union


class Name(str):
    """`/Name`."""

    __slots__ = ()


class Ref(str):
    """A reference to the object that goes by this name in the document."""

    __slots__ = ()


Value = Union[bool, int, float, str, Name, Ref, Sequence["Value"], Mapping[str, "Value"]]  # noqa: UP007 (recursive)


class Stream(NamedTuple):
    """Bytes with a dictionary; compressed when written unless it names the filter they have been through."""

    entries: Mapping[str, Value]
    data: bytes
