"""The deck that everybody makes: N hero cards, nine 63 × 88 mm cards on an A4 page, as geometry, art and words.

Coordinates are millimetres from the card's top left corner; y grows downwards. The data stands in `../data`,
written by `../workload.py`; each rival reads it itself.
"""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent.parent / "data"
FONT_DIR = "/usr/share/fonts/truetype/dejavu/"
FONTS = {
    "body": FONT_DIR + "DejaVuSans.ttf",
    "bold": FONT_DIR + "DejaVuSans-Bold.ttf",
    "title": FONT_DIR + "DejaVuSerif-Bold.ttf",
}

W, H, COLS, ROWS = 63.0, 88.0, 3, 3
PAGE_W, PAGE_H = 210, 297
MX, MY = (PAGE_W - COLS * W) / 2, (PAGE_H - ROWS * H) / 2
FACTIONS = {
    "ember": ("#b3331f", "#fbeee6"),
    "tide": ("#1f5fb3", "#e8f0fb"),
    "grove": ("#2e7d32", "#eaf5ea"),
    "dusk": ("#5e35a1", "#f0eafa"),
}
FRAME = (2, 2, 59, 84, 3)  # x y w h radius; its line is 0.8 wide
BAND = (2, 6, 59, 9)  # x y w h
TITLE_Y, TITLE_PT = 12.2, 11  # baseline, centred
ART = (21.5, 18, 20)  # x y size
TEXT = (6, 44, 51, 6.5, 9)  # x y w, points, leading in points
BADGES = ((10, 75), (53, 75))  # centres: move on the left, marker on the right
BADGE_R, BADGE_PT, BADGE_DY = 5, 14, 1.8
ID_Y, ID_PT = 83.5, 5
MARK = 5  # length of a crop mark, which begins 1 mm from the cut

ICON_VB, ART_VB, N_ART = 10, 100, 24  # sides of the viewBoxes, number of illustrations
ICON_COLOUR = "#202020"


def star(points: int, inner: float) -> list[tuple[float, float]]:
    """Return a star about (5, 5) whose tips reach the edge of the box."""
    turn = math.pi / points
    radii = [5 if i % 2 == 0 else inner for i in range(2 * points)]
    return [(5 + r * math.sin(i * turn), 5 - r * math.cos(i * turn)) for i, r in enumerate(radii)]


ICONS = {
    "sword": [(5, 0), (6, 1), (6, 6), (8, 6), (8, 7), (6, 7), (6, 10), (4, 10), (4, 7), (2, 7), (2, 6), (4, 6), (4, 1)],
    "shield": [(1, 1), (5, 0), (9, 1), (9, 5), (7.5, 8), (5, 10), (2.5, 8), (1, 5)],
    "coin": [(5 + 5 * math.cos(i * math.pi / 6), 5 + 5 * math.sin(i * math.pi / 6)) for i in range(12)],
    "move": [(0, 4), (5, 4), (5, 1), (10, 5), (5, 9), (5, 6), (0, 6)],
    "star": star(5, 2.2),
}

Operation = tuple[str, tuple[float, ...]]


def art(k: int) -> list[tuple[str, list[Operation]]]:
    """Illustration k: three filled shapes of ten segments each, in a box of 100 × 100."""
    import random

    r = random.Random(1000 + k)
    shapes: list[tuple[str, list[Operation]]] = []
    for fill in ("#d9c7a0", r.choice(["#8c6d46", "#47708c", "#6d8c46"]), "#3a2f2f"):
        radius = 48 - 14 * len(shapes)
        corners = [
            (
                50 + radius * r.uniform(0.7, 1) * math.cos(i * math.pi / 5),
                50 + radius * r.uniform(0.7, 1) * math.sin(i * math.pi / 5),
            )
            for i in range(10)
        ]
        path: list[Operation] = [("M", corners[0])]
        for i in range(1, 11):
            (x0, y0), (x, y) = corners[i - 1], corners[i % 10]
            path.append(("L", (x, y)) if i % 2 else ("C", (x0 + 4, y0 - 4, x - 4, y + 4, x, y)))
        shapes.append((fill, [(op, tuple(round(v, 2) for v in numbers)) for op, numbers in path]))
    return shapes


def crop_marks() -> Iterator[tuple[float, float, float, float]]:
    """Sixteen lines x1, y1, x2, y2 in the page's millimetres."""
    for column in range(COLS + 1):
        x = MX + column * W
        yield x, MY - 1 - MARK, x, MY - 1
        yield x, PAGE_H - MY + 1, x, PAGE_H - MY + 1 + MARK
    for row in range(ROWS + 1):
        y = MY + row * H
        yield MX - 1 - MARK, y, MX - 1, y
        yield PAGE_W - MX + 1, y, PAGE_W - MX + 1 + MARK, y


def load_yaml(n: int) -> list[dict[str, Any]]:
    import yaml

    with (DATA / f"heroes_{n}.yaml").open("rb") as file:
        cards: list[dict[str, Any]] = yaml.load(file, yaml.CSafeLoader)
    return cards


def cells(n: int) -> Iterator[tuple[int, int, float, float]]:
    """Index, page and top left corner of each card, in the page's millimetres."""
    for i in range(n):
        page, k = divmod(i, COLS * ROWS)
        yield i, page, MX + k % COLS * W, MY + k // COLS * H


def tokens(rules: str) -> Iterator[tuple[str, str, str]]:
    """Words as (kind, word, what stands behind it); kinds are **b**old, {i}con and plain t."""
    for word in rules.split():
        if word[0] == "{":
            name, _, tail = word[1:].partition("}")
            yield "i", name, tail
        elif word[:2] == "**":
            name, _, tail = word[2:].partition("**")
            yield "b", name, tail
        else:
            yield "t", word, ""
