"""One isolating run sequence of UAX #9 → the levels of its characters: rules W1 to W7, N0 to N2, I1 and I2."""

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby

_SEPARATORS = frozenset(("ES", "CS"))
_ISOLATES = frozenset(("LRI", "RLI", "FSI", "PDI"))
_NEUTRAL = frozenset(("B", "S", "WS", "ON", *_ISOLATES))
_RIGHT = frozenset(("R", "EN", "AN"))  # numbers count as right to left for what is beside them
_PAIRS = (
    "()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋\u2329\u232a❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩"
    "⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎⦑⦒⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽⸢⸣⸤⸥⸦⸧⸨⸩⹕⹖"
    "⹗⹘⹙⹚⹛⹜〈〉《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣"
)
OPENING = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
CLOSING = frozenset(OPENING.values())
_MOST_OPEN = 63


def resolve(text: str, sequence: list[int], types: list[str], levels: list[int], before: int, after: int) -> None:
    """Sets the levels of the characters at these places; `before` and `after` are the levels around them."""
    level = levels[sequence[0]]
    around = "LR"[before % 2], "LR"[after % 2]
    resolved = _weak([types[at] for at in sequence], around[0])
    letters = [text[at] for at in sequence]
    if not OPENING.keys().isdisjoint(letters):
        _brackets(letters, resolved, "LR"[level % 2], around[0])
    _neutral(resolved, "LR"[level % 2], around)
    for at, kind in zip(sequence, resolved, strict=True):
        if kind == "L":
            levels[at] = level + level % 2
        elif kind == "R":
            levels[at] = level + 1 - level % 2
        else:
            levels[at] = level + 2 - level % 2


def _weak(types: list[str], before: str) -> list[str]:
    """W1 to W7: marks follow their letters, separators and signs their numbers, numbers their letters."""
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
    _signs(out)
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


def _signs(types: list[str]) -> None:
    """W5: signs like % and $ beside a number belong to it."""
    for at, end in runs([kind == "ET" for kind in types]):
        if (at and types[at - 1] == "EN") or (end < len(types) and types[end] == "EN"):
            types[at:end] = ["EN"] * (end - at)


def _brackets(letters: list[str], types: list[str], embedding: str, before: str) -> None:
    """N0: both brackets of a pair take the direction of what they hold."""
    for left, right in _pairs(letters, types):
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


def _pairs(letters: list[str], types: list[str]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []  # what would close it, where it stands
    for at, letter in enumerate(letters):
        if types[at] != "ON":
            continue
        if letter in OPENING:
            if len(opened) == _MOST_OPEN:
                return []
            opened.append((_canonical(OPENING[letter]), at))
        elif letter in CLOSING:
            closing = _canonical(letter)
            for depth in range(len(opened) - 1, -1, -1):
                if opened[depth][0] == closing:
                    pairs.append((opened[depth][1], at))
                    del opened[depth:]
                    break
    return sorted(pairs)


def _canonical(bracket: str) -> str:
    return unicodedata.normalize("NFC", bracket)


def _neutral(types: list[str], embedding: str, around: tuple[str, str]) -> None:
    """N1 and N2: what has no direction takes that of both its neighbours, or of the text."""
    for at, end in runs([kind in _NEUTRAL for kind in types]):
        left = _side(types[at - 1]) if at else around[0]
        right = _side(types[end]) if end < len(types) else around[1]
        types[at:end] = [left if left == right else embedding] * (end - at)


def runs(flags: Iterable[bool]) -> Iterator[tuple[int, int]]:
    """Where each stretch of what is true begins, and where it has ended."""
    end = 0
    for flag, run in groupby(flags):
        start, end = end, end + len(list(run))
        if flag:
            yield start, end


def _side(kind: str) -> str:
    return "R" if kind in _RIGHT else "L"
