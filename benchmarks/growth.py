"""How everybody's time grows with the deck: `python benchmarks/growth.py` writes growth.json, which plot.py draws.

Times are multiples of what pnp takes for the smallest deck. Whoever takes long for one deck, or would need much of the
machine's memory for one ten times as large, makes no larger one.
"""

import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import contestants
import workload
from contest import contest
from report import BASE, FEW, HUGE, MANY, Result, Results

SIZES = (FEW, BASE, MANY, HUGE)
PATIENCE = 12.0  # seconds; with ten times the cards it would be minutes
SHARE_OF_MEMORY = 0.5
ROUNDS = 3
FILE = Path(__file__).resolve().parent / "growth.json"

Points = dict[str, dict[int, float]]  # contestant → cards → × the time of pnp's FEW cards


def grown(who: Sequence[str], results: Results, rounds: int, folder: Path) -> Points:
    """`results`: of the decks that were made already. Nothing where pnp can't make the smallest."""
    points: Points = {name: {} for name in who}
    for n in SIZES:
        if missing := [name for name in who if (name, n) not in results]:
            results = {**results, **contest({n: missing}, rounds, folder)}
        for name in who:
            if (result := results[name, n]).costs:
                points[name][n] = result.best.wall
        who = [name for name in who if _may_grow(results[name, n])]
    unit = points["pnp"].get(FEW, 0)
    return {name: {n: wall / unit for n, wall in walls.items()} for name, walls in points.items() if walls and unit}


def _may_grow(result: Result) -> bool:
    if not result.costs:
        return False
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e6
    return result.best.wall <= PATIENCE and result.best.memory * 10 <= memory * SHARE_OF_MEMORY


def save(points: Points, file: Path = FILE) -> None:
    """Under the names by which the plot calls them, three digits of each."""
    titles = {name: title for name, (title, _) in contestants.RIVALS.items()}
    named = {titles.get(name, name): {str(n): float(f"{v:.3g}") for n, v in of.items()} for name, of in points.items()}
    lines = [f"  {json.dumps(title)}: {json.dumps(times)}" for title, times in named.items()]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main() -> int:
    if complaint := contestants.missing_packages() or contestants.install_rivals():
        print(f"growth: {complaint}", file=sys.stderr)
    workload.write_all(SIZES)
    with tempfile.TemporaryDirectory(prefix="growth") as folder:
        points = grown(["pnp", *contestants.RIVALS], {}, ROUNDS, Path(folder))
    for name, times in points.items():
        print(f"{name:<12}", *(f"{n:>7,}: {value:<8.3g}" for n, value in times.items()))
    if points:
        save(points)
    return 0 if points else 1


if __name__ == "__main__":
    sys.exit(main())
