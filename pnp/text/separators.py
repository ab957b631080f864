"""The text of a CSV file → what stands between its cells."""

import re
from typing import NamedTuple

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_SAID = re.compile(r"sep=([,;\t])[ \t]*(?=\n|\Z)")  # Excel's own first line
_OUTSIDE = re.compile(r'"(?:[^"]|"")*+"|[,;\t]|\n')


class Dialect(NamedTuple):
    """`start`: where the table begins, behind a line that only says what separates cells."""

    separator: str
    start: int = 0


def dialect_of(text: str) -> Dialect:
    """What there is most of between the cells of the first line that isn't empty; commas where there is nothing."""
    if said := _SAID.match(text):
        return Dialect(said[1], said.end())
    counts = dict.fromkeys(SEPARATORS, 0)
    for found in _OUTSIDE.finditer(text, len(text) - len(text.lstrip("\n"))):
        if found[0] == "\n":
            break
        if found[0] in counts:
            counts[found[0]] += 1
    return Dialect(max(counts, key=lambda sign: counts[sign]))
