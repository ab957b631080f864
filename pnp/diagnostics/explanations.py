"""What `pnp explain` says of each code: a Markdown file in `pnp/data/codes/`, which begins with the code's title."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from pnp.io.opening import read_beginning

_MOST = 100_000  # bytes
CODES = Path(__file__).parents[1] / "data" / "codes"


class Explanation(NamedTuple):
    title: str
    text: str  # what is wrong, why it matters, a bad and a good example


@cache
def read_explanation(code: str) -> Explanation:
    """Return the explanation of a code, such as PNP101."""
    title, _, text = read_beginning(CODES / f"{code}.md", _MOST).partition("\n")
    return Explanation(title.removeprefix("# "), text.strip())
