"""The room for imposing: leaves to place, paper and printer → sheets. Millimetres only; no PDF, no fonts.

`imposing` shows the whole way; `grid`, `tiles` and `pouring` place the pieces, `marks`, `strips` and `furniture` what
stands around them, `sides` puts both together.
"""

from pnp.impose.imposing import Imposed, impose
from pnp.impose.press import Captions, Press, Typeset, find_paper, known_papers

__all__ = ["Captions", "Imposed", "Press", "Typeset", "find_paper", "impose", "known_papers"]
