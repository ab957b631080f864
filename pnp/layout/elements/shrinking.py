"""`shrink="together"`: the texts in an element, all made smaller by one share, until everything in it finds room."""

from collections.abc import Callable, Iterator
from math import ceil

from pnp.layout.attributes import Attributes
from pnp.layout.boxes import TOO_LARGE
from pnp.layout.element import Element, Placed, kinds
from pnp.layout.elements.text import OVERFLOW
from pnp.layout.engine import Layouter
from pnp.typesetting.lines import QUARTER_POINT

NO_ROOM = (TOO_LARGE.id, OVERFLOW.id)


def shrinks_together(own: Attributes) -> bool:
    return own.choice("shrink", ("alone", "together"), "alone") == "together"


def shrunk_together(lay: Layouter, element: Element, draw: Callable[[Element], Placed]) -> Placed:
    """What `draw` makes of the element with the largest texts that find room, or the smallest there are."""
    # all of the styles' sizes, then a quarter point less of the largest, until each is at its smallest
    styles = [lay.look(each).style for each in _texts(element)]
    largest = max([style.size for style in styles], default=0.0)
    least = min([min(style.min, style.size) / style.size for style in styles], default=1.0)
    steps = range(ceil(largest / QUARTER_POINT) - 1, 0, -1)
    between = [share for step in steps if least < (share := step * QUARTER_POINT / largest) < 1.0]
    shares = [1.0, *between, least] if least < 1.0 else [1.0]
    low, high = -1, len(shares) - 1  # shares[low] finds no room, shares[high] does, or is the last
    while high - low > 1:
        middle = (low + high) // 2
        placed = draw(_all_at(element, shares[middle]))
        if any(finding.code.id in NO_ROOM for finding in placed.findings):
            low = middle
        else:
            high = middle
    return draw(_all_at(element, shares[high]))


def _texts(element: Element) -> Iterator[Element]:
    """All within it that has a type style."""
    for child in element.children:
        if (known := kinds().get(child.tag)) and "leading" in known.attributes:
            yield child
        yield from _texts(child)


def _all_at(element: Element, share: float) -> Element:
    """Its children, with those in them, at a share of their sizes."""
    return element._replace(children=tuple([_all_at(child, share)._replace(share=share) for child in element.children]))
