"""Faces of several drawers → the same faces, whose fonts are there once: a font is half a megabyte."""

from collections.abc import Iterable

from pnp.emit.pdf.resources import Kit
from pnp.model.display import DrawnContent, FontFace
from pnp.model.sheet import Leaf


class SharedFonts:
    """The fonts of a session."""

    def __init__(self) -> None:
        self._known: dict[str, FontFace] = {}  # by their names in kits

    def share(self, leaves: Iterable[Leaf]) -> None:
        """Each drawer has opened its own: its kit gets ours instead."""
        contents = (face.content for leaf in leaves for face in (leaf.front, leaf.back) if face)
        for kit in {id(each.kit): each.kit for each in contents if isinstance(each, DrawnContent)}.values():
            assert isinstance(kit, Kit)
            for name, font in list(kit.fonts.items()):
                known = self._known.setdefault(name, font)
                if known.data == font.data:
                    kit.fonts[name] = known
                else:  # its file has changed
                    self._known[name] = font
