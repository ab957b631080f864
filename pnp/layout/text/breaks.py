"""A text → where its lines may break, by UAX #14 (Unicode 16.0), and never behind the hyphen of an icon.

The rules themselves stand in `tests/layout/linebreak_rules.py`; `make_linebreak_data.py` beside them makes of them the
automaton that runs here: each character has a class, each class leads from one state to the next, and the state says
whether a line may break before that character.
"""

from functools import lru_cache
from itertools import accumulate
from operator import getitem, itemgetter
from typing import Any

from pnp.layout.text import _linebreak_data as data


class _Classes(dict[str, int]):
    """Characters met so far → their classes."""

    def __missing__(self, character: str) -> int:
        block, offset = divmod(ord(character), data.BLOCK)
        number = data.CLASSES[data.INDEX_SIZE + data.CLASSES[block] * data.BLOCK + offset]
        self[character] = number
        return number


def _states() -> list[Any]:
    """The first state; a state is a list of its action and the states that the classes 1, 2, … lead to."""
    width = len(data.ROWS) // data.STATES
    states: list[list[Any]] = [[] for _ in range(data.STATES)]
    for number, state in enumerate(states):
        action, *targets = data.ROWS[number * width : (number + 1) * width]
        state.append(action)
        state.extend([states[target] for target in targets])
    return states[0]


_ICON = "\ufffc"
_HYPHENED = (f"{_ICON}-", f"{_ICON}\u2010")
_START = _states()
_class = _Classes().__getitem__
_action = itemgetter(0)


@lru_cache(maxsize=8192)
def break_opportunities(text: str) -> tuple[tuple[int, bool], ...]:
    """The positions before which a line may break, with True where it must; the end of the text is one of these.

    Spaces stay at the end of the line before. U+FFFC, which stands for an inline icon, behaves like a letter; the
    hyphen behind it stays with the rest of the word, which alone would be too little to begin a line with.
    """
    if not text:
        return ()
    classes = bytes(map(_class, text))
    # accumulate yields the start first, so that the action before text[i] is the one at i + 1
    actions = bytes(map(_action, accumulate(classes, getitem, initial=_START)))
    breaks = [
        (position, action == data.MUST)
        for position, action in enumerate(actions, -1)
        if action and (action <= data.MUST or _breaks(action, classes[position + 1 :]))
    ]
    if _ICON in text:
        breaks = [each for each in breaks if each[1] or text[each[0] - 2 : each[0]] not in _HYPHENED]
    breaks.append((len(text), True))
    return tuple(breaks)


def _breaks(action: int, following: bytes) -> bool:
    """The few rules that depend on the character behind the one in question."""
    following = following.lstrip(data.MARKS)
    if action == data.IF_NO_CLOSING:  # LB15b: a closing quote after a space
        return following != b"" and following[0] not in data.CLOSING
    if action == data.IF_DIGIT:  # LB15c: " .5"
        return following.startswith(data.DIGIT)
    if action == data.IF_WIDE:  # LB19a: an opening quote after an ideograph
        return following != b"" and following[0] in data.WIDE
    if action == data.IF_NO_VIRAMA:  # LB28a
        return not following.startswith(data.VIRAMA)
    # LB25: "$(1" and "$(.5"
    return not following.startswith((data.DIGIT, data.INFIX + data.DIGIT))
