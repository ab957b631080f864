"""The registered elements and a game's names → a RELAX NG grammar of layouts, and snippets, for editors.

Templates are XML with Jinja between: text may stand anywhere, and an attribute may say what no list has. The grammar
therefore knows names of elements and attributes, and offers values; what is wrong with them, `pnp check` says.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element as Node
from xml.etree.ElementTree import SubElement, indent, tostring

import pnp.layout.elements  # noqa: F401 - registers them
from pnp.layout.element import Registered, kinds
from pnp.layout.markup import LONG_NAMES
from pnp.model.game import Game
from pnp.model.style import Style
from pnp.model.values import Field

_UNITS = ("id", "gradientUnits", "gradientTransform", "spreadMethod")
_GRADIENTS = {
    "linearGradient": (*_UNITS, "x1", "y1", "x2", "y2"),
    "radialGradient": (*_UNITS, "cx", "cy", "r", "fx", "fy"),
}
_OFTEN = ("style", "of", "name", "href", "x", "y", "w", "h")  # attributes that a snippet asks for
_CIRCLE = {"circle": ("cx", "cy", "r"), "ellipse": ("cx", "cy", "rx", "ry"), "line": ("x1", "y1", "x2", "y2")}
_DRAWN = {"rect": ("x", "y", "width", "height"), "path": ("d",), "polygon": ("points",), "polyline": ("points",)}


class LayoutNames(NamedTuple):
    """What a game's templates may name."""

    fields: tuple[str, ...]
    icons: tuple[str, ...]
    styles: tuple[str, ...]
    colours: tuple[str, ...]


def names_of(game: Game, style: Style) -> LayoutNames:
    added = [part for module in game.modules.values() for part in module.change("components").add]
    components = (*game.components.values(), *added)
    fields = dict.fromkeys(path for component in components for path in _paths(component.fields))
    colours = dict.fromkeys(name for palette in style.palettes.values() for name in palette)
    return LayoutNames(tuple(fields), tuple(game.icons), tuple(style.styles), tuple(colours))


def _paths(fields: Mapping[str, Field], before: str = "") -> Iterable[str]:
    for name, field in fields.items():
        yield before + name
        yield from _paths(field.fields, f"{before}{name}.")


def layout_grammar(names: LayoutNames) -> bytes:
    """Return a RELAX NG file, in the XML syntax."""
    grammar = Node("grammar", {"xmlns": "http://relaxng.org/ns/structure/1.0"})
    SubElement(SubElement(grammar, "start"), "ref", name="face")
    attributes: dict[str, None] = {}
    content = {"face": "inside", "defs": "gradients", "br": "", "stop": "", **dict.fromkeys(_GRADIENTS, "stops")}
    known = {**_GRADIENTS, "stop": ("offset", "stop-color", "stop-opacity")}
    for tag, kind in kinds().items():
        content[tag] = "inside" if kind.takes_children else "words" if kind.takes_text else ""
        known[tag] = tuple(_attributes_of(kind) | (set(LONG_NAMES) if kind.is_box else set()))
    for tag in sorted(content):
        element = SubElement(_define(grammar, tag), "element", name=tag)
        for name in sorted(known.get(tag, ())):
            SubElement(element, "ref", name=f"{name}.attribute")
            attributes[name] = None
        SubElement(element, "ref", name=content[tag]) if content[tag] else SubElement(element, "text")
    inside = {"inside": (*sorted(kinds()), "br", "defs"), "words": ("br",), "stops": ("stop",), "gradients": _GRADIENTS}
    for name, tags in inside.items():
        choice = SubElement(SubElement(SubElement(_define(grammar, name), "mixed"), "zeroOrMore"), "choice")
        for tag in tags:
            SubElement(choice, "ref", name=tag)
    # what to offer for attributes
    found: dict[str, Sequence[str]] = dict.fromkeys(("fill", "stroke"), ("none", *names.colours))
    found |= {"ground": ("none", *names.colours), "shrink": ("together", "alone"), "level": ("L", "M", "Q", "H")}
    found |= dict.fromkeys(("bold", "italic", "hyphens", "together", "mirror", "wrap"), ("yes", "no"))
    found |= {"style": names.styles, "of": names.fields, "name": names.icons, "stop-color": names.colours}
    values = found | {"align": ("start", "center", "end"), "valign": ("top", "middle", "bottom")}
    for name in sorted(attributes):
        # it may be left out, and say something else
        offered = values.get(name, ())
        attribute = SubElement(SubElement(_define(grammar, f"{name}.attribute"), "optional"), "attribute", name=name)
        texts = [text for text in dict.fromkeys(offered) if text]
        if texts:
            options = SubElement(attribute, "choice")
            for text in texts:
                SubElement(options, "value").text = text
            SubElement(options, "text")
    indent(grammar, " ")
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + bytes(tostring(grammar, "utf-8")) + b"\n"


def _define(grammar: Node, name: str) -> Node:
    return SubElement(grammar, "define", name=name)


def layout_snippets() -> dict[str, dict[str, Any]]:
    """Return a snippet for each element, and for the face around them, as VS Code and Zed read them."""
    face = ["<face>", "  $0", "</face>"]
    found = {"face": _snippet("face", face, "One side of a piece, in millimetres")}
    for tag, kind in sorted(kinds().items()):
        asked = _CIRCLE.get(tag) or _DRAWN.get(tag) or [each for each in _OFTEN if each in _attributes_of(kind)]
        said = "".join(f' {name}="${number}"' for number, name in enumerate(asked, 1))
        paint = ' fill="${9:ink}"' if not kind.is_box else ""
        body = [f"<{tag}{said}>", "  $0", f"</{tag}>"] if kind.takes_children else [f"<{tag}{said}{paint}/>$0"]
        found[tag] = _snippet(tag, body, f"<{tag}> of the layout language")
    for name, body in _JINJA.items():
        found[name] = _snippet(name, body, f"{{% {name} %}} of Jinja")
    return found


_JINJA = {
    "for": ["{% for ${1:item} in ${2:piece.items} %}", "$0", "{% endfor %}"],
    "if": ["{% if ${1:piece.name} %}", "$0", "{% endif %}"],
    "ink": ['{% if ink == "full" %}', "$1", "{% else %}", "$0", "{% endif %}"],
    "macro": ["{% macro ${1:name}(${2:x, y}) %}", "$0", "{% endmacro %}"],
    "import": ['{% import "${1:marks.xml.j2}" as ${2:marks} with context %}', "$0"],
}


def _attributes_of(kind: Registered) -> set[str]:
    return {*kind.attributes, *(["of"] if kind.takes_field else [])}


def _snippet(prefix: str, body: Sequence[str], about: str) -> dict[str, Any]:
    return {"prefix": prefix, "body": list(body), "description": about, "scope": "xml,jinja-xml"}
