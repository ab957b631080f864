"""Children that need more room than their box has → what is reported, and in a draft an outline."""

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
    findings = tuple(
        Finding(TOO_LARGE, f"<{element.tag}> is {mm(over)} too {how} for its box", origin=element.origin)
        for over, how in ((wide, "wide"), (high, "high"))
        if over > _SLACK
    )
    return Placed((lay.mark_wrong(w, h),) if findings and lay.draft else (), findings=findings)
