"""What SVG, CSS and HTML call an attribute → what it is called here."""

from pnp.layout.element import Registered
from pnp.text.suggest import did_you_mean

_WRITTEN = {
    "text-anchor": 'align="center"',
    "text-align": 'align="center"',
    "dominant-baseline": 'valign="middle"',
    "vertical-align": 'valign="middle"',
    "font-size": 'size="9pt"',
    "font-family": 'font="title"',
    "font-weight": 'bold="yes"',
    "font-style": 'italic="yes"',
    "line-height": 'leading="1.2"',
    "letter-spacing": 'tracking="0.05"',
    "text-transform": 'case="upper"',
    "color": 'fill="ink"',
    "colour": 'fill="ink"',
    "src": 'href="art/…"',
    "class": 'style="…"',
}
_LONG = {"w": "width", "h": "height"}


def called_here(name: str, registered: Registered) -> str:
    """A hint, for an attribute that the element doesn't know."""
    written = _WRITTEN.get(name, "")
    if written.partition("=")[0] in registered.attributes:
        return f"write {written}"
    longer = [long for short, long in _LONG.items() if short in registered.attributes and len(name) > len(short) + 1]
    return did_you_mean(name, [*registered.attributes, *longer])
