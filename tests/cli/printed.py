"""A written file, read by somebody else: what stands where on its pages."""

import json
from typing import Any, NamedTuple

import pikepdf
from running import Run

MM = 25.4 / 72
WRITTEN = "output/tiny/en/"
GAME = "card_data/tiny/game.yaml"

Box = tuple[float, float, float, float]


class Page(NamedTuple):
    """What the operators of a page say, in millimetres from its top left corner."""

    size: tuple[float, float]
    adjust: tuple[float, ...] | None  # of everything on it
    faces: list[Box]  # what shows of each: x, y, w, h
    dashes: list[tuple[float, ...]]
    drawn: bytes


def read(file: str) -> list[Page]:
    with pikepdf.open(WRITTEN + file) as pdf:
        return [read_page(page) for page in pdf.pages]


def read_page(page: pikepdf.Page) -> Page:
    steps = list(pikepdf.parse_content_stream(page))
    found: dict[str, list[tuple[float, ...]]] = {"cm": [], "d": [], "W": []}
    depth, at, box = 0, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), (0.0,) * 4
    for operands, operator in steps:
        name = str(operator)
        depth += (name == "q") - (name == "Q")
        if name == "cm" and depth == 0:
            found["cm"].append(numbers(operands))
        elif name == "cm" and depth == 1:
            at = numbers(operands)
        elif name == "re" and depth == 1:
            box = numbers(operands)
        elif name == "W" and depth == 1:
            found["W"].append(moved(at, box))
        elif name == "d":
            found["d"].append(numbers(operands[0]))
    size = float(page.mediabox[2]) * MM, float(page.mediabox[3]) * MM
    _, *adjust = found["cm"]  # the first turns points into millimetres
    drawn = pikepdf.unparse_content_stream(steps)
    return Page(rounded(size), adjust[0] if adjust else None, found["W"], found["d"], drawn)  # type: ignore[arg-type]


def numbers(operands: Any) -> tuple[float, ...]:
    return tuple(float(each) for each in operands)


def rounded(values: Any) -> tuple[float, ...]:
    return tuple(round(value, 2) for value in values)


def moved(matrix: tuple[float, ...], box: tuple[float, ...]) -> tuple[float, ...]:
    a, b, c, d, e, f = matrix
    x, y, w, h = box
    xs, ys = zip(*((a * p + c * q + e, b * p + d * q + f) for p in (x, x + w) for q in (y, y + h)), strict=True)
    return rounded((min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))


def pages(run: Run, options: str) -> list[Page]:
    """Return those of a build without instructions that has nothing to say beside its line, which names its file."""
    built = run("build", "tiny", "--no-instructions", *options.split())
    assert (built.code, built.err) == (0, "")
    return read(built.out.removeprefix(WRITTEN).partition(":")[0])


def built_json(run: Run, options: str) -> dict[str, Any]:
    built = run("build", "tiny", "--json", *options.split())
    assert (built.code, built.err) == (0, "")
    said: dict[str, Any] = json.loads(built.out)
    return said


def sheets(run: Run, options: str) -> dict[str, int]:
    said = built_json(run, options)
    return {component: entry["sheets"] for component, entry in said["components"].items()} | {
        "papers": said["printout"]["papers"]
    }
