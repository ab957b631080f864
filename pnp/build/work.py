"""Work that many could do: copies of this process, and those who know nothing of it yet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

S = TypeVar("S")
T = TypeVar("T")


class Unusable(Exception):
    """Somebody can't do the work as we would, and why: "it has Python 3.14.0, not 3.13.1"."""


@dataclass(frozen=True)
class Apart(Generic[S, T]):
    """Work for those who aren't copies of this process."""

    call: Callable[[S], Callable[[], Any]]  # of an item: what can be sent anywhere
    read: Callable[[Any], T]  # what comes back; raises Unusable


@dataclass(frozen=True)
class Task(Generic[S, T]):
    """Something to be done with each of many items, by anybody."""

    do: Callable[[S], T]
    items: Sequence[S]
    weights: Sequence[float]  # of the items: about how long each takes beside the others
    pause: Callable[[], None] = lambda: None  # before processes are copied
    begin: Callable[[], None] = lambda: None  # in a process that is a copy
    apart: Callable[[], Apart[S, T]] | None = None
    meanwhile: Callable[[], None] = lambda: None  # something else, done here while others work
    tell: Callable[[str], None] = lambda line: None  # what went wrong with others and changes no result
    is_long: bool = False  # each item is worth a process: none is done first to see how long it takes


def in_short(error: BaseException) -> str:
    """As a line tells it."""
    return " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")[:200]
