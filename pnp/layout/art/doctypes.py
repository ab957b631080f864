"""What the document type of an SVG file may say.

Programs write the name of SVG's DTD, which is never fetched, and some declare entities for the names of their own
namespaces. Entities of plain text are harmless while they are few and short; nothing else is let through.
"""

import re
from collections.abc import Callable
from typing import NoReturn

from pnp.layout.art.values import quoted
from pnp.model.problem import code

DTD = code(
    "PNP252 DTD that an SVG may not have",
    """A document type (<!DOCTYPE …>) can define entities that make other files, or gigabytes, part of the drawing, and
    attributes that aren't written on the elements. The usual line that names SVG's DTD is passed over; entities may
    only stand for short plain text, as Illustrator writes them.

    Bad:  <!DOCTYPE svg [<!ENTITY leaves SYSTEM "leaves.svg">]>
    Good: <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "…">  or none at all""",
    says="{what}",
)

_NAMESPACES = ("xmlns", "xml:", "xlink:type", "xlink:show", "xlink:actuate")  # attributes that draw nothing
_MOST_ENTITIES = 100
_LONGEST = 1000  # characters of one
_MOST_GROWTH = 1_000_000  # characters that all of them add to the file
_PREDEFINED = frozenset(("amp", "lt", "gt", "quot", "apos"))
_REFERENCE = re.compile(rb"&([^\x00-\x20&;<>#\"'][^\x00-\x20&;<>\"']*);")

Refuse = Callable[[str, str], NoReturn]  # a message and a hint


class Doctype:
    """Expat's events about one, in the order of the file."""

    def __init__(self, refuse: Refuse) -> None:
        self._refuse = refuse
        self._lengths: dict[str, int] = {}  # of entities

    def entity(
        self, name: str, is_parameter: int, value: str | None, _base: str | None, *_elsewhere: str | None
    ) -> None:
        what = f"entity {name if len(name) <= 40 else quoted(name)}"
        if is_parameter:
            self._refuse(f"{what} is a parameter: it cannot be used", "delete it")
        if value is None:
            self._refuse(f"{what} is another file: it is not read", "copy what it holds into this file")
        if "&" in value or "<" in value:
            self._refuse(f"{what} is not plain text", "write out what it stands for")
        if len(value) > _LONGEST:
            self._refuse(f"{what} is longer than {_LONGEST} characters", "write out what it stands for")
        if len(self._lengths) >= _MOST_ENTITIES:
            self._refuse(f"there are more than {_MOST_ENTITIES} entities", "write out what they stand for")
        self._lengths.setdefault(name, len(value))

    def attribute(self, element: str, name: str, _kind: str, default: str | None, _is_required: int) -> None:
        if default is not None and not name.startswith(_NAMESPACES):
            self._refuse(f"attribute {name} of {element} is set by the DTD", "write it on the elements")

    def missing(self, data: bytes) -> tuple[str, int] | None:
        """Called at its end: the first entity that is used in the file, though it isn't declared, and where."""
        growth = 0
        # comments are blanked
        parts: list[bytes] = []
        at = 0
        while (start := data.find(b"<!--", at)) >= 0 and (end := data.find(b"-->", start + 4)) >= 0:
            parts += data[at:start], b" " * (end + 3 - start)
            at = end + 3
        for match in _REFERENCE.finditer(b"".join([*parts, data[at:]])):
            name = match[1].decode("utf-8", "replace")
            if name not in self._lengths and name not in _PREDEFINED:
                return name, match.start()
            growth += self._lengths.get(name, 0)
            if growth > _MOST_GROWTH:
                message = f"entities make the file more than {_MOST_GROWTH} characters longer"
                self._refuse(message, "write out what they stand for")
        return None
