"""What a cold build costs in figures that don't depend on how busy the machine is: `python benchmarks/cost.py`.

A call isn't a unit of time, but what has grown in calls has always grown in time. `tests/benchmarks/test_cost.py` holds
the figures of `tests/benchmarks/costs.json`.
"""

import json
import os
import pstats
import subprocess
import sys
import tempfile
from pathlib import Path

import workload

FEW, MANY = 77, 770
BUILD = """
import cProfile, json, sys
from pnp.cli import main
profile = cProfile.Profile()
try:
    profile.runcall(main)
except SystemExit as end:
    if end.code:
        raise
profile.dump_stats({stats!r})
json.dump([name for name, module in sys.modules.items() if getattr(module, "__spec__", None)], open({modules!r}, "w"))
"""


def count_costs() -> dict[str, int]:
    """Return the calls that a build makes for each further card, those of a small build, and what that imports."""
    few, modules = _build(FEW)
    many, _ = _build(MANY)
    return {
        "calls a card": round((many - few) / (MANY - FEW)),
        f"calls at {FEW} cards": few,
        "modules of pnp": sum(name.partition(".")[0] == "pnp" for name in modules),
        "modules": len(modules),
    }


def _build(cards: int) -> tuple[int, list[str]]:
    workload.write(cards)
    with tempfile.TemporaryDirectory() as folder:
        stats, modules = f"{folder}/stats", f"{folder}/modules"
        words = ["build", "heroes", "--project", str(workload.project(cards)), "--ink", "full", "--paper", "a4"]
        words += ["--marks", "edges", "--no-instructions", "--jobs", "1", "--out", f"{folder}/out"]
        subprocess.run(
            [sys.executable, "-c", BUILD.format(stats=stats, modules=modules), *words],
            env={**os.environ, "PNP_CACHE": f"{folder}/cache", "PYTHONHASHSEED": "0"},
            cwd=folder,
            capture_output=True,
            check=True,
        )
        calls = sum(calls for _, calls, *_ in pstats.Stats(stats).stats.values())  # type: ignore[attr-defined]
        return calls, json.loads(Path(modules).read_text(encoding="utf-8"))


if __name__ == "__main__":
    for name, figure in count_costs().items():
        print(f"{name:20}{figure:10,}")
