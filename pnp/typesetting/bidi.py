"""A text and its direction → the level of each character, and levels of a line → the order they stand in, by UAX #9.

An odd level means right to left. Most texts have no character that could need one: ask
`pnp.typesetting.words.needs_levels` first.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

# Not a sign that joins or takes away: the hyphen of ב-3, the minus of 5−3, the dash of 2–4.
_SIGN_OF_NUMBER = re.compile(
    "(?<![\\w\u0300-\u036f\u0591-\u05c7\u064b-\u065f.,)\\]+±\u2010-\u2015\u2212-])[-+±\u2212\u2013](?=\\d)"
)
_DEEPEST = 125
_EMBEDDINGS = {"LRE": (0, ""), "RLE": (1, ""), "LRO": (0, "L"), "RLO": (1, "R")}
_INITIATORS = frozenset(("LRI", "RLI", "FSI"))
_REMOVED = frozenset((*_EMBEDDINGS, "PDF", "BN"))
_BLANK = frozenset(("WS", "PDI", *_INITIATORS, *_REMOVED))

_SEPARATORS = frozenset(("ES", "CS"))
_ISOLATES = frozenset(("LRI", "RLI", "FSI", "PDI"))
_NEUTRAL = frozenset(("B", "S", "WS", "ON", *_ISOLATES))
_RIGHT = frozenset(("R", "EN", "AN"))  # numbers count as right to left for their neighbours
_PAIRS = (
    "()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋\u2329\u232a❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩"
    "⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎⦑⦒⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽⸢⸣⸤⸥⸦⸧⸨⸩⹕⹖"
    "⹗⹘⹙⹚⹛⹜〈〉《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣"
)
OPENING = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
CLOSING = frozenset(OPENING.values())
_MOST_OPEN = 63


def printed_levels(text: str, base: int) -> bytes:
    """Return the levels of a text in which a sign before a number belongs to it, as if it followed U+200E.

    By UAX #9 alone −1 would stand as 1− among Arabic or Hebrew words. CLDR puts that mark into its signs for European
    and Persian digits, but not for Arabic ones, whose sign stands where reading begins: those stay as they are.
    """
    kinds = [unicodedata.bidirectional(character) or "L" for character in text]
    for sign in _SIGN_OF_NUMBER.finditer(text):
        if kinds[sign.end()] == "EN":
            kinds[sign.start()] = "EN"
    return levels_of(text, base, kinds)


def levels_of(text: str, base: int, kinds: list[str] | None = None) -> bytes:
    """Return each character's level; `base` is 1 for a text from right to left, `kinds` are its classes."""
    if kinds is None:
        kinds = [unicodedata.bidirectional(character) or "L" for character in text]
    levels = bytearray()
    for end in [*[at + 1 for at, kind in enumerate(kinds) if kind == "B"], len(kinds)]:
        start = len(levels)
        levels += bytes(_resolve_paragraph(text[start:end], kinds[start:end], base))
    return bytes(levels)


def _resolve_paragraph(text: str, kinds: list[str], base: int) -> list[int]:
    levels, types = _explicit_levels(kinds, base)
    kept = [at for at, kind in enumerate(kinds) if kind not in _REMOVED]
    for sequence, before, after in list(_sequences(kinds, kept, levels, base)):
        _resolve_sequence(text, sequence, types, levels, before, after)
    for at, kind in enumerate(kinds):
        if kind in _REMOVED:
            levels[at] = levels[at - 1] if at else base
    is_blank = True  # L1: separators, and the spaces before them, have the level of the paragraph
    for at in range(len(kinds) - 1, -1, -1):
        is_blank = kinds[at] in ("B", "S") or (is_blank and kinds[at] in _BLANK)
        if is_blank:
            levels[at] = base
    return levels


def visual_order(levels: Sequence[int]) -> list[int]:
    """Return the places of a line's parts from left to right, by the level of each (rule L2)."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        for start, end in runs([levels[at] >= level for at in order]):
            order[start:end] = order[start:end][::-1]
    return order


class _Embedding(NamedTuple):
    level: int
    override: str = ""
    is_isolate: bool = False


def _explicit_levels(kinds: list[str], base: int) -> tuple[list[int], list[str]]:
    """Apply rules X1 to X8: return the levels of embeddings, overrides and isolates, and kinds, where overridden."""
    levels, types = [base] * len(kinds), kinds.copy()
    stack = [_Embedding(base)]
    isolates = beyond_isolates = beyond_embeddings = 0  # open, and open though there was no level left for them
    for at, kind in enumerate(kinds):
        top = stack[-1]
        levels[at] = top.level
        if kind in _EMBEDDINGS or kind in _INITIATORS:
            is_isolate = kind in _INITIATORS
            odd, override = _EMBEDDINGS.get(kind) or (_isolated_direction(kinds, at), "")
            if is_isolate and top.override:
                types[at] = top.override
            level = top.level + (1 if top.level % 2 != odd else 2)
            if level <= _DEEPEST and not (beyond_isolates or beyond_embeddings):
                stack.append(_Embedding(level, override, is_isolate))
                isolates += is_isolate
            elif is_isolate:
                beyond_isolates += 1
            elif not beyond_isolates:
                beyond_embeddings += 1
        elif kind == "PDI":
            if beyond_isolates:
                beyond_isolates -= 1
            elif isolates:
                beyond_embeddings = 0
                while not stack.pop().is_isolate:
                    continue
                isolates -= 1
            levels[at] = stack[-1].level
            types[at] = stack[-1].override or kind
        elif kind == "PDF":
            if beyond_embeddings and not beyond_isolates:
                beyond_embeddings -= 1
            elif not (beyond_isolates or top.is_isolate) and len(stack) > 1:
                stack.pop()
        elif kind == "B":
            levels[at] = base
        elif top.override and kind != "BN":
            types[at] = top.override
    return levels, types


def _isolated_direction(kinds: list[str], at: int) -> int:
    """Return the direction of the isolate that begins here: its own, or that of its first letter."""
    if kinds[at] != "FSI":
        return int(kinds[at] == "RLI")
    depth = 0
    for kind in kinds[at + 1 :]:
        if kind in _INITIATORS:
            depth += 1
        elif kind == "PDI":
            depth -= 1
            if depth < 0:
                break
        elif not depth and kind in ("L", "R", "AL"):
            return int(kind != "L")
    return 0


def _sequences(kinds: list[str], kept: list[int], levels: list[int], base: int) -> Iterator[tuple[list[int], int, int]]:
    """Apply rule X10: yield stretches of one level, whole where isolates interrupt them, and the levels around them."""
    sequences: list[list[int]] = []
    open_isolates: list[list[int]] = []
    sequence: list[int] = []
    position = {at: n for n, at in enumerate(kept)}
    for n, at in enumerate(kept):
        if kinds[at] == "PDI" and open_isolates:
            sequence = open_isolates.pop()
        elif not n or levels[kept[n - 1]] != levels[at]:
            sequence = []
            sequences.append(sequence)
        sequence.append(at)
        if kinds[at] in _INITIATORS:
            open_isolates.append(sequence)
    for sequence in sequences:
        first, last = position[sequence[0]], position[sequence[-1]]
        before = levels[kept[first - 1]] if first else base
        is_open = kinds[sequence[-1]] in _INITIATORS  # its end would be in this sequence
        after = base if is_open or last + 1 == len(kept) else levels[kept[last + 1]]
        level = levels[sequence[0]]
        yield sequence, max(before, level), max(after, level)


def _resolve_sequence(
    text: str, sequence: list[int], types: list[str], levels: list[int], before: int, after: int
) -> None:
    """Set the levels of the characters at these places; `before` and `after` are the levels around them."""
    level = levels[sequence[0]]
    around = "LR"[before % 2], "LR"[after % 2]
    resolved = _resolve_weak([types[at] for at in sequence], around[0])
    letters = [text[at] for at in sequence]
    if not OPENING.keys().isdisjoint(letters):
        _resolve_brackets(letters, resolved, "LR"[level % 2], around[0])
    # N1 and N2: a stretch without direction takes that of both its neighbours, or of the text
    embedding = "LR"[level % 2]
    sides = ["R" if kind in _RIGHT else "L" for kind in resolved]
    for at, end in runs([kind in _NEUTRAL for kind in resolved]):
        left = sides[at - 1] if at else around[0]
        right = sides[end] if end < len(resolved) else around[1]
        resolved[at:end] = [left if left == right else embedding] * (end - at)
    for at, kind in zip(sequence, resolved, strict=True):
        if kind == "L":
            levels[at] = level + level % 2
        elif kind == "R":
            levels[at] = level + 1 - level % 2
        else:
            levels[at] = level + 2 - level % 2


def _resolve_weak(types: list[str], before: str) -> list[str]:
    """Apply W1 to W7: marks follow their letters, separators and signs their numbers, numbers their letters."""
    out: list[str] = []
    strong = last = before
    for kind in types:
        if kind == "NSM":
            kind = "ON" if last in _ISOLATES else last
        last = kind
        if kind in ("L", "R", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            kind = "AN"
        out.append(kind)
    for at in range(1, len(out) - 1):
        kind, left = out[at], out[at - 1]
        if left == out[at + 1] and ((kind in _SEPARATORS and left == "EN") or (kind == "CS" and left == "AN")):
            out[at] = left
    # W5: signs like % and $ beside a number belong to it
    for at, end in runs([kind == "ET" for kind in out]):
        if (at and out[at - 1] == "EN") or (end < len(out) and out[end] == "EN"):
            out[at:end] = ["EN"] * (end - at)
    strong = before
    for at, kind in enumerate(out):
        if kind in ("L", "R", "AL"):
            strong = kind
            out[at] = "L" if kind == "L" else "R"
        elif kind == "EN" and strong == "L":
            out[at] = "L"
        elif kind in _SEPARATORS or kind == "ET":
            out[at] = "ON"
    return out


def _resolve_brackets(letters: list[str], types: list[str], embedding: str, before: str) -> None:
    """Apply N0: both brackets of a pair take the direction of what they hold."""
    pairs: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []  # the closing bracket, the place of the opening one
    for at, letter in enumerate(letters):
        if types[at] != "ON":
            continue
        if letter in OPENING:
            if len(opened) == _MOST_OPEN:
                return
            opened.append((unicodedata.normalize("NFC", OPENING[letter]), at))
        elif letter in CLOSING:
            closing = unicodedata.normalize("NFC", letter)
            for depth in range(len(opened) - 1, -1, -1):
                if opened[depth][0] == closing:
                    pairs.append((opened[depth][1], at))
                    del opened[depth:]
                    break
    for left, right in sorted(pairs):
        inside = {"R" if kind in _RIGHT else kind for kind in types[left + 1 : right]} & {"L", "R"}
        if not inside:
            continue
        direction = embedding
        if embedding not in inside:
            strong = [kind for kind in types[:left] if kind == "L" or kind in _RIGHT]
            context = (strong or [before])[-1]
            opposite = "R" if embedding == "L" else "L"
            direction = opposite if ("R" if context in _RIGHT else context) == opposite else embedding
        for at in (left, right):
            types[at] = direction
            for mark in range(at + 1, len(types)):
                if unicodedata.bidirectional(letters[mark]) != "NSM":
                    break
                types[mark] = direction


def runs(flags: Iterable[bool]) -> Iterator[tuple[int, int]]:
    """Yield the beginning and the end of each stretch of true flags."""
    end = 0
    for flag, run in groupby(flags):
        start, end = end, end + len(list(run))
        if flag:
            yield start, end
