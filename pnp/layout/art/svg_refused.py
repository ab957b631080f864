"""Attributes and properties that would change the drawing but cannot be printed, and the values that change nothing."""

from collections.abc import Iterator, Mapping

from pnp.layout.art.values import Unsupported, quoted

_NONE = frozenset(("none", ""))
_NORMAL = frozenset(("normal", ""))
_FILL_FIRST = frozenset(
    text.strip()
    for text in [
        "normal",
        " fill",
        " fill stroke",
        " fill stroke markers",
        " fill markers",
        " fill markers stroke",
        " markers",
        " markers fill",
        " markers fill stroke",
    ]
)
_HARMLESS: Mapping[str, frozenset[str]] = {
    "filter": _NONE,
    "backdrop-filter": _NONE,
    "mask": _NONE,
    "mask-image": _NONE,
    "marker": _NONE,
    "marker-start": _NONE,
    "marker-mid": _NONE,
    "marker-end": _NONE,
    "mix-blend-mode": _NORMAL,
    "paint-order": _FILL_FIRST,
    "vector-effect": _NONE,
    "color-interpolation": frozenset(("auto", "sRGB")),
    "clip": frozenset(("auto",)),
    "translate": _NONE,
    "rotate": _NONE,
    "scale": _NONE,
    "offset-path": _NONE,
    "pathLength": frozenset[str](),
    "systemLanguage": frozenset[str](),
    "requiredExtensions": frozenset(("",)),
    "requiredFeatures": frozenset(("",)),
}
_HINTS = {
    "paint-order": "draw the stroke as a shape of its own",
    "pathLength": "give dashes in user units",
    "marker-start": "draw the marker as a shape",
    "marker-mid": "draw the marker as a shape",
    "marker-end": "draw the marker as a shape",
    "filter": "draw shadows and glows as shapes",
    "mask": "use a clip path",
}


def refusals(attributes: Mapping[str, str]) -> Iterator[Unsupported]:
    """One error for each attribute that would be lost on paper."""
    for name, text in attributes.items():
        harmless = _HARMLESS.get(name)
        if harmless is not None and text.strip() not in harmless:
            yield Unsupported(name, f"{name} {quoted(text.strip())} cannot be printed", _HINTS.get(name, ""))
