"""Two texts → what stayed, went and came, word by word."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from unicodedata import category, east_asian_width

_MOST = 4_000_000  # pairs of words to look at; longer texts are told as a whole
_WIDE = ("W", "F")


class WordStretch(NamedTuple):
    """Words that were there before, are there now, or both: then they are equal."""

    old: str
    new: str


class ChangedText(NamedTuple):
    """A text as it was and is; empty where there was or is none."""

    old: str
    new: str

    @property
    def stretches(self) -> list[WordStretch]:
        return list(compared(self.old, self.new))

    def __str__(self) -> str:
        """`Take a [-coin-]{+card+}.`"""
        return "".join(
            each.new
            if each.old == each.new
            else (f"[-{each.old}-]" if each.old else "") + (f"{{+{each.new}+}}" if each.new else "")
            for each in self.stretches
        )


def changed_texts(old: Sequence[str], new: Sequence[str]) -> list[ChangedText]:
    """Those of a face that aren't the same in both, each beside the one whose place it takes."""
    found: list[ChangedText] = []
    for kind, i1, i2, j1, j2 in _opcodes(old, new):
        if kind != "equal":
            before, after = list(old[i1:i2]), list(new[j1:j2])
            length = max(len(before), len(after))
            before += [""] * (length - len(before))
            after += [""] * (length - len(after))
            found += map(ChangedText, before, after)
    return found


def compared(old: str, new: str) -> Iterator[WordStretch]:
    """A space between two changed words changes with them."""
    before, after = list(_words(old)), list(_words(new))
    left, right = "", ""
    for kind, i1, i2, j1, j2 in _opcodes(before, after):
        was, now = "".join(before[i1:i2]), "".join(after[j1:j2])
        if kind == "equal" and not (was.isspace() and (left or right) and j2 < len(after)):
            if left or right:
                yield WordStretch(left, right)
                left = right = ""
            yield WordStretch(was, now)
        else:
            left, right = left + was, right + now
    if left or right:
        yield WordStretch(left, right)


def _opcodes(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    if len(old) * len(new) > _MOST:
        return [("replace", 0, len(old), 0, len(new))]
    from difflib import SequenceMatcher

    return list(SequenceMatcher(None, old, new, autojunk=False).get_opcodes())


def _words(text: str) -> Iterator[str]:
    """Words, spaces, and signs around words; letters of scripts that write no spaces each by itself."""
    word = ""
    for at, letter in enumerate(text):
        if east_asian_width(letter) in _WIDE or not _is_inside(text, at):
            if word and not (letter.isspace() and word.isspace()):
                yield word
                word = ""
            if letter.isspace():
                word += letter
            else:
                yield letter
        else:
            if word.isspace():
                yield word
                word = ""
            word += letter
    if word:
        yield word


def _is_inside(text: str, at: int) -> bool:
    """Letters, marks and digits; and what stands between two of them, as in don't, 3-4 and 1.5."""
    if category(text[at])[0] in "LMN":
        return True
    around = text[at - 1 : at] + text[at + 1 : at + 2]
    return not text[at].isspace() and len(around) == 2 and all(category(each)[0] in "LMN" for each in around)
