"""The rules in `linebreak_rules.py` → constants of `pnp/typesetting/breaks.py`, and `pnp/data/line-breaks.bin`.

    pip install uniseg==0.10.1 unicodedata2==16.0.0
    python tests/typesetting/make_linebreak_data.py

uniseg brings the Line_Break property, unicodedata2 the other properties in the same version of Unicode. Following the
rules from every state that can be reached gives an automaton, which is then made as small as it can be.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from zlib import compress

from linebreak_rules import AFTER_CLOSING_QUOTE, KEEP, Kind, State, kind_of, step, verdict
from unicodedata2 import unidata_version

PACKAGE = Path(__file__).parents[2] / "pnp"
BLOCK = 128


class Automaton(NamedTuple):
    """Row s says what to do on entering state s, and which state each class of characters leads to; row 0 starts."""

    classes: dict[Kind, int]  # numbered from 1
    rows: list[list[int]]


def explore(kinds: list[Kind]) -> tuple[list[int], list[list[int]]]:
    """All (action, state) pairs that can be reached → the action of each, and where each kind leads from it."""
    numbers = {(KEEP, State()): 0}
    queue = list(numbers)
    edges = []
    for _, state in queue:
        row = []
        for kind in kinds:
            target = (verdict(state, kind), step(state, kind))
            if target not in numbers:
                numbers[target] = len(queue)
                queue.append(target)
            row.append(numbers[target])
        edges.append(row)
    return [action for action, _ in queue], edges


def merged(count: int, signature: Callable[[int], object]) -> list[int]:
    """Return the group of each item: equal signatures make a group, numbered in order of first appearance."""
    groups: dict[object, int] = {}
    return [groups.setdefault(signature(item), len(groups)) for item in range(count)]


def lookahead(kind: Kind) -> tuple[bool, ...]:
    """Return the classes that conditional actions look for behind a character."""
    wanted = [AFTER_CLOSING_QUOTE, {"NU"}, {"IS"}, {"VF"}, {"CM", "ZWJ"}]
    return (kind.wide, *(kind.lb in names for names in wanted))


def build(kinds: list[Kind]) -> Automaton:
    actions, edges = explore(kinds)
    groups, size = actions, 0
    while max(groups) + 1 > size:  # Moore: split groups until all members of each go the same ways
        size = max(groups) + 1
        groups = merged(len(edges), lambda s: (groups[s], *(groups[target] for target in edges[s])))  # noqa: B023
    first = [groups.index(group) for group in range(size)]
    rows = [[groups[target] for target in edges[s]] for s in first]
    columns = merged(len(kinds), lambda k: (lookahead(kinds[k]), *(row[k] for row in rows)))
    kept = [columns.index(column) for column in range(max(columns) + 1)]
    return Automaton(
        {kind: column + 1 for kind, column in zip(kinds, columns, strict=True)},
        [[actions[s], *(row[k] for k in kept)] for s, row in zip(first, rows, strict=True)],
    )


def module() -> tuple[str, bytes]:
    """Return the constants of the module, and the file beside it."""
    kinds = [kind_of(chr(number)) for number in range(sys.maxunicode + 1)]
    automaton = build(list(dict.fromkeys(kinds)))
    classes = bytes(automaton.classes[kind] for kind in kinds)
    blocks: dict[bytes, int] = {}
    starts = (classes[i : i + BLOCK] for i in range(0, len(classes), BLOCK))
    index = bytes(blocks.setdefault(block, len(blocks)) for block in starts)

    def members(*lbs: str) -> str:
        numbers = sorted({number for kind, number in automaton.classes.items() if kind.lb in lbs})
        return f"bytes([{', '.join(map(str, numbers))}])"

    wide = sorted({number for kind, number in automaton.classes.items() if kind.wide})
    rows, classes_by_block = b"".join(map(bytes, automaton.rows)), index + b"".join(blocks)
    text = f"""STATES = {len(automaton.rows)}
BLOCK = {BLOCK}
KEEP, BREAK, MUST, IF_NO_CLOSING, IF_DIGIT, IF_WIDE, IF_NO_NUMBER, IF_NO_VIRAMA = range(8)

# classes that the conditional actions look for behind the character in question
MARKS = {members("CM", "ZWJ")}
CLOSING = {members(*AFTER_CLOSING_QUOTE)}
DIGIT = {members("NU")}
INFIX = {members("IS")}
WIDE = bytes({wide})
VIRAMA = {members("VF")}

_DATA = decompress(read_input(Path(__file__).parents[1] / "data" / "line-breaks.bin", 1_000_000))

ROWS = _DATA[:{len(rows)}]  # one a state: the action on entering it, then the next state for each class
CLASSES = _DATA[{len(rows)}:]  # the block that each run of BLOCK code points uses, then the blocks
INDEX_SIZE = {len(index)}
"""
    return text, compress(rows + classes_by_block, 9)


if __name__ == "__main__":
    text, data = module()
    breaks = PACKAGE / "typesetting/breaks.py"
    made = f"# made by tests/typesetting/make_linebreak_data.py of Unicode {unidata_version}\n{text}"
    written = re.sub(r"(?ms)^# made by tests/.*?^INDEX_SIZE = \d+\n", lambda _: made, breaks.read_text("utf-8"))
    breaks.write_text(written, encoding="utf-8")
    (PACKAGE / "data/line-breaks.bin").write_bytes(data)
