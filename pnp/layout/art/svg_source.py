"""The elements of an SVG file → an SVG text for resvg, which says nothing but what was understood of the file.

Entities and style sheets are worked in already, elements of editors are gone. What leads nowhere is left out, as it is
where pnp draws, and each word names the font that pnp sets it in.
"""

import re
from collections.abc import Callable, Iterator, Mapping

from pnp.layout.art.paint import reference
from pnp.layout.art.svg_text import SetIn
from pnp.layout.art.svg_tree import Node

_UNSEEN = frozenset(("title", "desc", "metadata", "style", "script"))
_ONLY_STYLES = frozenset(("mix-blend-mode", "isolation", "marker", "font", "font-kerning"))  # no attributes in SVG
_NAME = re.compile(r"[A-Za-z_][\w:.-]*")
_SVG = "http://www.w3.org/2000/svg"
_LINK = "a"
_NAMES_FILES = frozenset(("href", "src"))
_INSIDE = re.compile(r"\s*(?:#|data:image/(?:png|jpe?g|webp|gif)[;,]|$)", re.IGNORECASE)
IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_QUOTES = IN_TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
_ELSEWHERE = re.compile(r"""url\(\s*["']?\s*(?!#|"|'|\s|data:)""", re.IGNORECASE)


def is_self_contained(node: Node) -> bool:
    """Whether nothing in it names anything outside of the file; where a link leads is no matter."""
    for name, text in node.attributes.items():
        if name in _NAMES_FILES and node.tag != _LINK and not _INSIDE.match(text):
            return False
        if _ELSEWHERE.search(text):
            return False
    return all(map(is_self_contained, node.children))


def written(
    root: Node,
    ids: Mapping[str, Node],
    frame: Mapping[str, str],
    set_in: Mapping[Node, SetIn],
    settled: Callable[[str], str],
) -> str:
    """`frame`: attributes of the outermost element; `settled` puts the palette's colours where a value names them."""

    def parts(node: Node, own: Mapping[str, str]) -> Iterator[str]:
        plain: list[str] = []
        styles: list[str] = []
        for name, text in own.items():
            if not _NAME.fullmatch(name):  # a style may say -inkscape-stroke: that is no attribute
                continue
            named = reference(text)
            if named and named[0] not in ids:
                text = named[1] or "none"
            if name == "href" and text.startswith("#") and text[1:] not in ids:
                continue
            if name in _ONLY_STYLES:
                styles.append(f"{name}:{settled(text)}")
            else:
                plain.append(f" {name}={quoted(settled(text))}")
        style = f" style={quoted(';'.join(styles))}" if styles else ""
        yield f"<{node.tag}{''.join(plain)}{style}>"
        for part in node.content or node.children:
            if isinstance(part, str):
                yield part.translate(IN_TEXT)
            elif part.tag not in _UNSEEN:
                yield from parts(part, _lettered(part, set_in.get(part)))
        yield f"</{node.tag}>"

    return "".join(parts(root, {"xmlns": _SVG, **root.attributes, **frame}))


def quoted(text: str) -> str:
    """Return an attribute's value with its quotes. `xml.sax.saxutils` has the same, and imports half of the web."""
    return f'"{text.translate(_IN_QUOTES)}"'


def _lettered(node: Node, font: SetIn | None) -> Mapping[str, str]:
    """Its attributes, with the font that its own words are set in."""
    if font is None:
        return node.attributes
    own = {name: text for name, text in node.attributes.items() if name != "font"}
    slant, weight = ("italic" if font.italic else "normal"), ("bold" if font.bold else "normal")
    families = ", ".join(f'"{name}"' for name in font.names)
    return {**own, "font-family": families, "font-size": repr(font.size), "font-style": slant, "font-weight": weight}
