"""growth.json → docs/pictures/growth.svg: `python benchmarks/plot.py`. Both axes are logarithmic.

Its colours can be read on white and on black, since a page that shows it may be either.
"""

import json
from collections.abc import Iterator, Mapping
from math import ceil, floor, log10
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
DATA = HERE / "growth.json"
PICTURE = HERE.parent / "docs" / "pictures" / "growth.svg"

Times = Mapping[str, float]  # cards, as JSON has its keys → × the time of pnp's smallest deck
Place = tuple[float, float]

WIDTH, HEIGHT = 790, 440
LEFT, RIGHT, TOP, BOTTOM = 64, 530, 40, 390  # of what the axes enclose
LINE = 16  # from one name to the next
GREY = "#7d8590"
OURS = "#2f81f7"
COLOURS = ("#d1742a", "#3c9d5b", "#9a6ee0", "#e0524a", "#1f9c94", "#a98613", "#cf5a9c", "#7d8590")


def svg(data: Mapping[str, Times]) -> str:
    """Draw a chart; the first of `data` is ours."""
    return "\n".join(_elements(data)) + "\n"


def _elements(data: Mapping[str, Times]) -> Iterator[str]:
    cards = sorted({int(n) for times in data.values() for n in times})
    values = [value for times in data.values() for value in times.values()]
    low, high = floor(log10(min(values))), ceil(log10(max(values)))

    def place(n: float, value: float) -> Place:
        along = (log10(n) - log10(cards[0])) / (log10(cards[-1]) - log10(cards[0]))
        up = (log10(value) - low) / (high - low)
        return LEFT + along * (RIGHT - LEFT), BOTTOM - up * (BOTTOM - TOP)

    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    yield ' font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif" font-size="13">'
    yield "<title>How the time grows with the number of cards</title>"
    yield _text(LEFT, TOP - 18, GREY, "time, × that of pnp's 77 cards".replace("77", f"{cards[0]:,}"), "start")
    for power in range(low, high + 1):
        _, y = place(cards[0], 10**power)
        yield _line([(LEFT, y), (RIGHT, y)], GREY, 'stroke-opacity="0.35"')
        yield _text(LEFT - 8, y + 4, GREY, f"{10**power:,g} ×" if power < 0 else f"{10**power:,} ×", "end")
    for n in cards:
        x, _ = place(n, 1)
        yield _line([(x, BOTTOM), (x, BOTTOM + 5)], GREY)
        yield _text(x, BOTTOM + 20, GREY, f"{n:,}", "middle")
    yield _text((LEFT + RIGHT) / 2, BOTTOM + 40, GREY, "cards", "middle")

    lines = {name: [place(int(n), times[n]) for n in sorted(times, key=int)] for name, times in data.items()}
    colours = dict(zip(lines, (OURS, *COLOURS), strict=False))
    ends = {name: line[-1] for name, line in lines.items()}
    for name, at in spread({name: y for name, (_, y) in ends.items()}).items():
        x, y = ends[name]
        leader = [(x + 5, y), (RIGHT + 4, y), (RIGHT + 18, at)]
        yield _line(leader, colours[name], 'stroke-dasharray="1 3"')
        yield _text(
            RIGHT + 23, at + 4, colours[name], name, "start", 'font-weight="bold"' if name == next(iter(lines)) else ""
        )
    for name, line in reversed(lines.items()):
        wide = 3.5 if name == next(iter(lines)) else 1.75
        yield _line(line, colours[name], f'stroke-width="{wide}" stroke-linejoin="round"')
        for x, y in line:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{wide + 0.75:g}" fill="{colours[name]}"/>'
    yield "</svg>"


def spread(wanted: Mapping[str, float]) -> dict[str, float]:
    """Heights near those wanted, in the same order, at least a line apart, above the lower end."""
    order = sorted(wanted, key=lambda name: wanted[name])
    heights: list[float] = []
    for name in order:
        heights.append(max(wanted[name], heights[-1] + LINE) if heights else wanted[name])
    lowest = float(BOTTOM)
    for i in reversed(range(len(heights))):
        heights[i] = min(heights[i], lowest)
        lowest = heights[i] - LINE
    return dict(zip(order, heights, strict=True))


def _line(points: list[Place], colour: str, look: str = "") -> str:
    said = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{said}" fill="none" stroke="{colour}" {look}/>'.replace(" />", "/>")


def _text(x: float, y: float, colour: str, text: str, anchor: str, look: str = "") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}" {look}'.rstrip()
    return f"<text {place}>{escape(text)}</text>"


def draw(data: Path = DATA, picture: Path = PICTURE) -> None:
    picture.write_text(svg(json.loads(data.read_text(encoding="utf-8"))), encoding="utf-8")


if __name__ == "__main__":
    draw()
