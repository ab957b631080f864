"""Kits that are stored, sent, or become one."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from pnp.emit.pdf.resources import Kit
from pnp.model.display import FontFace


class PortableKit(NamedTuple):
    """A kit whose fonts are named: whoever reads it has the same files."""

    fonts: Mapping[str, str]
    others: tuple[dict[str, Any], ...]
    names: list[str]

    @classmethod
    def of(cls, kit: Kit) -> "PortableKit":
        fonts, *others = kit.parts()
        return cls({name: face.name for name, face in fonts.items()}, tuple(others), kit.names)

    def opened(self, font: Callable[[str], FontFace | None]) -> Kit:
        """`font`: the one of that name."""
        faces = {name: face for name, known in self.fonts.items() if (face := font(known))}
        return Kit.made(faces, self.others, self.names)


class MergedKits:
    """Several kits as one."""

    def __init__(self, kits: Sequence[Kit]) -> None:
        self._whole = Kit()
        for kit in kits:
            self._whole.add(kit)
        self._kits = kits
        self.bits = cache(self._bits)

    def _bits(self, kit: int, bits: int) -> int:
        """What a mask of one of them is for the whole."""
        return sum(map(self._whole.bit, self._kits[kit].named(bits)))

    def needed(self) -> Kit:
        """All that was asked for."""
        needed, _ = self._whole.needed(self._whole.names)
        needed.names = self._whole.names
        return needed


def renumbered(bits: int, numbers: Mapping[int, int]) -> int:
    """A mask whose bits have other numbers."""
    found = 0
    while bits:
        lowest = bits & -bits
        found |= numbers[lowest]
        bits ^= lowest
    return found
