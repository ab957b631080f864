"""The room for imposing: leaves to place, paper and printer → sheets. Millimetres only; no PDF, no fonts.

`imposing` shows the whole way; `rows`, `grid` and `fold` place the pieces, `marks`, `strips` and `furniture` what
stands around them, `sides` puts both together.
"""

from pnp.impose.imposing import Imposed, impose
from pnp.impose.papers import find_paper, known_papers
from pnp.impose.settings import Captions, Settings, Typeset

__all__ = [
    "Captions",
    "Imposed",
    "Settings",
    "Typeset",
    "find_paper",
    "impose",
    "known_papers",
]
