"""An entry of a PO file and its lines → where in the file the characters of its text stand."""

import re

from pnp.localise.entry import Entry
from pnp.localise.po import ESCAPE, STRING, unescaped
from pnp.model.rules import Turn

_SAYS = re.compile(r"\s*msgstr")


def turns_of(entry: Entry, written: str) -> tuple[Turn, ...]:
    """Where the characters of its last form stand, from its lines: escapes are longer than what they say."""
    lines = written.split("\n")
    begins = next((number for number, line in enumerate(lines) if _SAYS.match(line)), 0)
    last = entry.lines[-1] if entry.lines else entry.says
    turns: list[Turn] = []
    offset = 0
    for number in range(begins + last - entry.says, len(lines)):
        at = lines[number].find('"') + 1
        string = STRING.fullmatch(lines[number][at - 1 :]) if at else None
        if string is None:
            break
        if not string[1]:
            continue
        done = 0
        for escape in (*ESCAPE.finditer(string[1]), None):
            turns.append(Turn(offset, entry.says + number - begins, at + done + 1))
            if escape is not None:
                offset += escape.start() - done + len(unescaped(escape))
                done = escape.end()
            else:
                offset += len(string[1]) - done
    return tuple(turns)
