"""The text of a CSV file → what stands between its cells."""

import re
from itertools import pairwise
from typing import NamedTuple

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "pipes"}
_SAID = re.compile(r"sep=([,;\t|])[ \t]*(?=\n|\Z)")  # Excel's own first line
_OUTSIDE = re.compile(r'"(?:[^"]|"")*+"|[,;\t|]|\n')
_FIRST_LINES = 12  # among which a title may stand above the headings
_FEWEST = 2  # separators of headings that a title can stand above


class Dialect(NamedTuple):
    """`start`: where the table begins, behind a line that only says what separates cells."""

    separator: str
    start: int = 0


def dialect_of(text: str) -> Dialect:
    """What there is most of between the cells of the first line that isn't empty; commas where there is nothing. Where
    the line below it has less of that, the first is a title, and two lines with as many of one sign tell."""
    if said := _SAID.match(text):
        return Dialect(said[1], said.end())
    # how often each sign stands in each of the first lines that aren't empty, outside of quotes
    lines = [dict.fromkeys(SEPARATORS, 0)]
    begun = len(text) - len(text.lstrip("\n"))
    for found in _OUTSIDE.finditer(text, begun):
        if found[0] in SEPARATORS:
            lines[-1][found[0]] += 1
        elif found[0] == "\n":
            if text[begun : found.start()].strip():
                if len(lines) == _FIRST_LINES:
                    break
                lines.append(dict.fromkeys(SEPARATORS, 0))
            begun = found.end()
    sign = max(SEPARATORS, key=lambda sign: lines[0][sign])
    if len(lines) > 2 and (not lines[0][sign] or lines[1][sign] < lines[0][sign]):
        sure = (
            other for one, two in pairwise(lines[1:]) for other in SEPARATORS if _FEWEST <= one[other] == two[other]
        )
        sign = next(sure, sign)
    return Dialect(sign)
