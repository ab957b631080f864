"""`"a4"`, `"210x297"`, `"8.5 x 11 in"`, `"a4+letter"` → a Paper; the papers by name are in data/papers.yaml."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from pnp.model.length import mm, parse_length
from pnp.model.opening import beginning
from pnp.model.problem import UsageError
from pnp.model.sheet import Paper

SMALLEST = 20.0
LARGEST = 2000.0

_PRODUCT = re.compile(r"([0-9.]+)\s*([a-z]*)\s*[x×*]\s*([0-9.]+)\s*([a-z]*)", re.ASCII)


@cache
def known_papers() -> Mapping[str, Paper]:
    """The papers that have a name, smallest first."""
    import yaml

    text = beginning(Path(__file__).parents[1] / "data" / "papers.yaml", 1_000_000)
    papers = [Paper(name, float(w), float(h)) for name, (w, h) in yaml.safe_load(text).items()]
    return MappingProxyType({paper.name: paper for paper in sorted(papers, key=lambda paper: paper.w * paper.h)})


def find_paper(text: str) -> Paper:
    """A paper by name or by width x height: millimetres, or any unit that lengths have.

    `a4+letter` is what they have in common: 210 × 279.4 mm. A page of that size, printed unscaled in the middle of
    either, keeps inside the printable area of both.
    """
    wanted = text.strip().casefold()
    if named := known_papers().get(wanted):
        return named
    if "+" in wanted:
        return _common([find_paper(part) for part in wanted.split("+")])
    size = _parse_size(wanted)
    if size is None:
        raise UsageError(
            f'there is no paper "{text.strip()}" (there are: {", ".join(known_papers())}; '
            "a4+letter for both; or give width x height: 210x297, 8.5in x 11in)"
        )
    w, h = size
    if min(size) < SMALLEST or max(size) > LARGEST:
        raise UsageError(
            f'paper "{text.strip()}" is {mm(w).removesuffix(" mm")} × {mm(h)}: '
            f"each side must measure from {mm(SMALLEST)} to {mm(LARGEST)}"
        )
    return Paper(f"{w:g}x{h:g}", w, h)


def _common(papers: list[Paper]) -> Paper:
    """Upright, as narrow and as short as the smallest."""
    short, long = (min(sorted((paper.w, paper.h))[side] for paper in papers) for side in (0, 1))
    return Paper("+".join(paper.name for paper in papers), short, long)


def _parse_size(text: str) -> tuple[float, float] | None:
    """Two lengths; in `8.5 x 11 in` the unit stands for both."""
    match = _PRODUCT.fullmatch(text)
    if not match:
        return None
    w, w_unit, h, h_unit = match.groups()
    width, height = parse_length(w + (w_unit or h_unit)), parse_length(h + h_unit)
    return None if width is None or height is None else (width, height)
