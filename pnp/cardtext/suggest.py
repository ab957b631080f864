"""A wrong name and the names there are → "did you mean …?"."""

from collections.abc import Collection, Iterable, Sequence
from itertools import takewhile

LONGEST = 100  # letters of a name that anybody means
_SAME = {"right": "end", "left": "start", "middle": "center"}  # words for the same that aren't alike
DID_YOU_MEAN = "did you mean "  # begins a hint that names one


class Suggestion(str):
    """A hint that says what is meant: `name`, where `wrong` is written."""

    name: str
    wrong: str

    def __new__(cls, hint: str, name: str = "", wrong: str = "") -> "Suggestion":
        suggestion = super().__new__(cls, hint)
        suggestion.name, suggestion.wrong = name, wrong
        return suggestion


def did_you_mean(wrong: str, known: Iterable[str], least: float = 0.6) -> str:
    """Return a hint naming the closest known name, at `least` that alike (0 to 1), or all where they are few."""
    if len(wrong) > LONGEST:  # no slip of the pen, and comparing would take minutes
        return ""
    names = sorted(name for name in known if len(name) <= LONGEST)
    if near := nearest_name(wrong, names, least):
        return Suggestion(f"{DID_YOU_MEAN}{near}?", near, wrong)
    return f"there are: {', '.join(names)}" if 0 < len(names) <= 12 else ""


def nearest_name(wrong: str, known: Iterable[str], least: float = 0.6) -> str:
    """Return the closest known name; "" where none is as much alike."""
    if len(wrong) > LONGEST:
        return ""
    names = sorted(name for name in known if len(name) <= LONGEST)
    if (same := _SAME.get(wrong, "")) in names and wrong not in names:
        return same
    return _closest(wrong, names, least) or _closest(wrong.casefold(), names, least)


def _closest(wrong: str, names: Sequence[str], least: float) -> str:
    """Return the most alike name, of several the one that begins most like it; "" where none is alike."""
    from difflib import SequenceMatcher, get_close_matches  # costs 5 ms and is needed only when something is wrong

    close = get_close_matches(wrong, names, 5, least)
    alike = [SequenceMatcher(None, name, wrong).ratio() for name in close]
    best = [name for name, ratio in zip(close, alike, strict=True) if ratio == alike[0]]
    same = {name: takewhile(lambda pair: pair[0] == pair[1], zip(name, wrong, strict=False)) for name in best}
    return max(best, key=lambda name: len(list(same[name])), default="")


class Hints:
    """Suggests names for many mistakes in a row, with an end: a thousand bad names must not cost a minute."""

    def __init__(self, comparisons: int = 60_000) -> None:
        self._left = comparisons

    def __call__(self, wrong: str, known: Collection[str]) -> str:
        self._left -= len(known)
        return did_you_mean(wrong, known) if self._left >= 0 else ""

    def nearest(self, wrong: str, known: Collection[str]) -> str:
        """Return the name that the same hint names, which isn't counted as another comparison."""
        return nearest_name(wrong, known) if self._left >= 0 else ""
