"""What `pnp explain` says of each code: a Markdown file in `pnp/data/codes/`, which begins with the code's title."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

CODES = Path(__file__).parents[1] / "data" / "codes"


class Explanation(NamedTuple):
    title: str
    text: str  # what is wrong, why it matters, a bad and a good example


@cache
def read_explanation(code: str) -> Explanation:
    """Return the explanation of a code, such as PNP101."""
    title, _, text = (CODES / f"{code}.md").read_text(encoding="utf-8").partition("\n")
    return Explanation(title.removeprefix("# "), text.strip())
