"""The room for imposing: leaves to place, paper and printer → sheets. Millimetres only; no PDF, no fonts.

`imposing` shows the whole way; `grid` places the pieces, `marks`, `strips` and `furniture` what stands around them.
"""

from pnp.impose.imposing import impose
from pnp.impose.papers import find_paper, known_papers
from pnp.impose.settings import MARK_STYLES, Captions, Settings, Typeset

__all__ = ["MARK_STYLES", "Captions", "Settings", "Typeset", "find_paper", "impose", "known_papers"]
