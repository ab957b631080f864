"""A text → its QR code: rows of modules, and the path of the dark ones.

`qr_code("https://example.org", "M")` → 25 rows of 25 modules
"""

from functools import lru_cache
from itertools import groupby

from pnp.art.paths import rounded_rect
from pnp.model.display import Path

# Bytes that the largest code holds which cameras read from a card, at each level: 77 modules a side
LONGEST = {"L": 520, "M": 412, "Q": 292, "H": 220}

Modules = tuple[tuple[bool, ...], ...]  # rows; is it dark?


@lru_cache(256)
def qr_code(text: str, level: str) -> Modules | None:
    """Return the smallest code that holds a text at just this level; None where it would be too large."""
    if len(text.encode()) > LONGEST[level]:
        return None
    import segno  # few games have codes

    made = segno.make(text, error=level, mode="byte", encoding="utf-8", micro=False, boost_error=False)
    return tuple([tuple(map(bool, row)) for row in made.matrix])


def dark_path(code: Modules, module: float, x: float, y: float) -> Path:
    """Rectangles of dark modules that are so large, from the top left corner at x, y on; as few as equal rows of
    modules below one another allow."""
    open_runs: dict[tuple[int, int], int] = {}  # start and end in a row → the row where it began
    path: list[tuple[int, int, int, int]] = []
    for number, row in enumerate((*code, ())):
        runs, at = [], 0
        for is_dark, group in groupby(row):
            length = len(list(group))
            if is_dark:
                runs.append((at, at + length))
            at += length
        for run in [run for run in open_runs if run not in runs]:
            path.append((run[0], open_runs.pop(run), run[1], number))
        for run in runs:
            open_runs.setdefault(run, number)
    return tuple(
        [
            segment
            for left, top, right, bottom in sorted(path, key=lambda box: (box[1], box[0]))
            for segment in rounded_rect(
                x + left * module, y + top * module, (right - left) * module, (bottom - top) * module, 0.0, 0.0
            )
        ]
    )
