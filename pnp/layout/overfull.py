"""Children that need more room than their box has → what is reported, and in a draft an outline."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.layout.element import Element, Finding, Placed
from pnp.model.length import mm
from pnp.model.problem import code

if TYPE_CHECKING:
    from pnp.layout.engine import Layouter

TOO_LARGE = code(
    "PNP210",
    "children need more room than there is",
    """
The children of a row, column, grid, table or page are together larger than their box, so some would be printed outside
of it. Give the box more room or the children less; a text with `grow="1"` in a column shrinks into what is left.

Bad:  `<row w="20"><icon name="sun" size="15"/><icon name="moon" size="15"/></row>`
Good: `<row w="31" gap="1"><icon name="sun" size="15"/><icon name="moon" size="15"/></row>`
""",
)

_SLACK = 1e-3


def overfull(lay: "Layouter", element: Element, w: float, h: float, *, wide: float = 0.0, high: float = 0.0) -> Placed:
    """What to draw and report where children are so much too wide or too high for an element's box of w × h."""
    too_much = [(over, how) for over, how in ((wide, "wide"), (high, "high")) if over > _SLACK]
    longest = max(_texts(element), key=lambda each: len(each[1]), default=("", "")) if too_much else ("", "")
    findings = tuple(
        Finding(
            TOO_LARGE, f"<{element.tag}> is {mm(over)} too {how} for its box", "", "", element.origin, longest=longest
        )
        for over, how in too_much
    )
    return Placed((lay.mark_wrong(w, h),) if findings and lay.draft else (), findings=findings)


def _texts(element: Element) -> Iterator[tuple[str, str]]:
    """Of an element and those in it: field, or nothing, and text."""
    if element.text:
        yield element.field, element.text
    yield from ((f"{element.field}.{number}", item) for number, item in enumerate(element.items))
    for child in element.children:
        yield from _texts(child)
