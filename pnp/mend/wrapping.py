"""A text of several lines → the same lines where they say the same, and new ones about as wide where they don't."""

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import NamedTuple

_FOLD = re.compile(r"(?<=[^ \t\n]) (?=[^ \t\n])")  # where a line break can stand for a blank
_CERTAIN = 12  # characters of a line that is found again although others before it are gone


class LineRoom(NamedTuple):
    """How many characters a line may have."""

    first: int
    others: int


class FormerLine(NamedTuple):
    """What it said, how that was written, and the blanks before it."""

    text: str
    raw: str
    lead: str


class Rewrapper:
    """Wraps the paragraphs of one text, one after the other. `write` is how the file writes a text."""

    def __init__(self, former: Sequence[FormerLine], room: LineRoom, write: Callable[[str], str]) -> None:
        self._former = former
        self._room = room
        self._write = write
        self._next = 0  # of the former lines
        self._is_first = True

    def lines(self, paragraph: str) -> Iterator[FormerLine]:
        """`lead` is empty of those that are new."""
        stops = dict.fromkeys([*(fold.start() for fold in _FOLD.finditer(paragraph)), len(paragraph)])
        at = 0
        while at < len(paragraph):
            number = self._again(paragraph, at, stops)
            if number is None:
                stop = self._stop(paragraph, at, stops)
                line = FormerLine(paragraph[at:stop], self._write(paragraph[at:stop]), "")
            else:
                line, self._next = self._former[number], number + 1
            self._is_first = False
            at += len(line.text) + 1
            yield line

    def _again(self, paragraph: str, at: int, stops: Container[int]) -> int | None:
        """The former line that stands here again."""
        for number in range(self._next, len(self._former)):
            text = self._former[number].text
            certain = number == self._next or len(text) >= _CERTAIN
            if certain and text and paragraph.startswith(text, at) and at + len(text) in stops:
                return number
        return None

    def _stop(self, paragraph: str, at: int, stops: Mapping[int, None]) -> int:
        """The end of a new line: where it is full, or a former one begins."""
        room = self._room.first if self._is_first else self._room.others
        end, *others = [stop for stop in stops if stop > at]
        for stop in others:
            if len(self._write(paragraph[at:stop])) > room or self._again(paragraph, end + 1, stops) is not None:
                break
            end = stop
        return end
