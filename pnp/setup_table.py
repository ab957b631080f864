"""The zones of a setup → where its sheet draws them, in millimetres: near where the game says, none over another."""

from collections.abc import Iterator, Sequence
from math import ceil, sqrt
from typing import NamedTuple

from pnp.model.values import Record, Value

PAGE = (190.0, 260.0)
TOP = 40.5  # of the table on the page
WIDE = 170.0
LOWEST, HIGHEST = 98.0, 140.0  # heights of the table
OF_PLAYERS = 27.0  # what people have before them, above and below
_RIM = 5.0
_UNDER = 22.0  # between the table and the lower edge of the page, besides the text
_LONG = 17.0  # the longer side of a card
_TITLE = 3.5  # height of a line
_BADGE = 2.4  # of a step's number, above the pile
_PUSHES = 200

Zone = dict[str, Value]


class Drawing(NamedTuple):
    """The table, and the size of the text below it."""

    zones: tuple[Record, ...]
    high: float
    edge: float
    size: float  # in points


class _Box:
    """A zone with its title; `at` is its middle."""

    def __init__(self, zone: Zone, long: float) -> None:
        pw, ph = drawn_size(_number(zone["w"]), _number(zone["h"]), long)
        many = _number(zone["abreast"])
        self.across = _across(int(many))
        stacked = zone["kind"] == "parts" and _number(zone["most"]) > 1
        gap = 1.0 if many > 7 else 3.2 if stacked else 1.6
        title = str(zone["title"])
        self.all = self.across * pw + (self.across - 1) * gap
        self.title_w = max(self.all + 6, min(30.0, len(title) * 1.9))
        self.w = max(self.all + 6, min(self.title_w, len(title) * 1.9) + 1)
        down = ceil(many / self.across)
        lines = 1 if len(title) * 1.9 <= self.title_w else 2
        self.title_y = _BADGE + down * ph + (down - 1) * gap + 1.9
        self.h = self.title_y + _TITLE * lines
        self.pw, self.ph, self.gap = pw, ph, gap
        self.x = self.y = 0.0

    def values(self) -> Zone:
        sizes: Zone = {"pw": self.pw, "ph": self.ph, "gap": self.gap, "across": self.across, "all": self.all}
        return {**sizes, "x": self.x + self.w / 2, "y": self.y, "title_w": self.title_w, "title_y": self.title_y}


def draw_table(zones: Sequence[Zone], texts: Sequence[str], rows: int) -> Drawing:
    """`texts` are the steps', `rows` the lines of tables below them; all find room on one page if it can be done."""
    own = [zone for zone in zones if zone["kind"] == "players"]
    common = [zone for zone in zones if zone["kind"] != "players"]
    edge = OF_PLAYERS if own else _RIM
    text = sum(1.8 + 4.3 * (len(said) // 47 + 1) for said in texts) + 5.6 * rows
    long = _LONG if own or len(common) > 6 else 22.0
    wanted = sum(box.w * box.h for box in (_Box(zone, long) for zone in common)) / (0.62 * (WIDE - 10))
    lowest = max(LOWEST, min(wanted + 2 * edge, HIGHEST - 15))
    free = PAGE[1] - TOP - _UNDER
    high = max(lowest, min(free - text * 0.56, HIGHEST, lowest * 1.3)) if zones else 0.0
    room = free - high if zones else free + 20
    size = 10.0 if text * 0.56 <= room else max(8.25, round(40 * sqrt(room / (text * 0.56))) / 4)
    boxes = arranged(common, WIDE - 10, high - 2 * edge, long)
    drawn = {id(zone): box.values() for zone, box in zip(common, boxes, strict=True)}
    for zone in own:
        pw, ph = drawn_size(_number(zone["w"]), _number(zone["h"]), 12.4)
        drawn[id(zone)] = {"pw": pw, "ph": ph}
    return Drawing(tuple(Record({**zone, **drawn[id(zone)]}, str(zone["id"])) for zone in zones), high, edge, size)


def drawn_size(w: float, h: float, long: float) -> tuple[float, float]:
    """Small pieces are drawn a little smaller than cards and boards larger, so that one can tell them apart."""
    side = max(w, h)
    if not side:
        return long * 0.716, long
    drawn = long * (0.72 if side <= 50 else 1 if side <= 130 else 1.75)
    return w / side * drawn, h / side * drawn


def arranged(zones: Sequence[Zone], w: float, h: float, long: float = _LONG) -> list[_Box]:
    """Boxes in a field of this size; pieces are drawn smaller where they would not find room."""
    for scale in (1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.35):
        boxes = [_Box(zone, long * scale) for zone in zones]
        for zone, box in zip(zones, boxes, strict=True):
            at = zone["at"]
            across, down = (float(_number(each)) for each in at) if isinstance(at, tuple) else (50.0, 50.0)
            box.x, box.y = across / 100 * w - box.w / 2, down / 100 * h - box.h / 2
        if _push_apart(boxes, w, h):
            break
    return boxes


def _push_apart(boxes: Sequence[_Box], w: float, h: float) -> bool:
    """Those that lie over each other give way, each by half, until none does."""
    for box in boxes:
        _keep_inside(box, w, h)
    for turn in range(_PUSHES):
        over = list(_overlaps(boxes))
        if not over:
            return True
        for one, other, dx, dy in over:
            is_across = dx < dy or one.h + other.h > h or turn > _PUSHES // 3  # where a column is full, they go aside
            push = (dx if is_across else dy) / 2 + 0.05
            if is_across:
                towards = 1 if (one.x + one.w / 2) <= (other.x + other.w / 2) else -1
                one.x, other.x = one.x - towards * push, other.x + towards * push
            else:
                towards = 1 if (one.y + one.h / 2) <= (other.y + other.h / 2) else -1
                one.y, other.y = one.y - towards * push, other.y + towards * push
            _keep_inside(one, w, h)
            _keep_inside(other, w, h)
    return not any(_overlaps(boxes))


def _overlaps(boxes: Sequence[_Box]) -> Iterator[tuple[_Box, _Box, float, float]]:
    for place, one in enumerate(boxes):
        for other in boxes[place + 1 :]:
            dx = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
            dy = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
            if dx > 0.01 and dy > 0.01:
                yield one, other, dx, dy


def _keep_inside(box: _Box, w: float, h: float) -> None:
    box.x = max(0.0, min(box.x, w - box.w))
    box.y = max(0.0, min(box.y, h - box.h))


def _across(many: int) -> int:
    """Many parts lie in rows, as even as can be: 30 as 5 rows of 6."""
    if many < 8:
        return max(many, 1)
    least = ceil(sqrt(many))
    even = [n for n in range(least, 2 * least) if many % n == 0]
    return even[0] if even else least


def _number(value: Value) -> float:
    return value if isinstance(value, int | float) else 0.0
