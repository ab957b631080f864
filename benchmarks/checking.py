"""What a check of all editions of a whole game costs, against a cold build of one: languages, inks, modules."""

from collections.abc import Iterator
from pathlib import Path

import contestants
import workload
from measure import Command, Failure, run
from report import GAME, Target

ROUNDS = 3
MOST = {"cold": 2.0, "one Hero edited": 0.5}  # × the processor time of a cold build


def measured(folder: Path) -> Iterator[Target]:
    """Yield a target for a check that finds an empty cache, and one for the next, after an edit of one text."""
    project = workload.copy_of_game(GAME, folder / "checked")
    best: dict[str, float] = {}
    failed = ""
    try:
        for turn in range(ROUNDS):
            _note(best, "build", _cost("build", project, folder / f"of_build_{turn}"))
            cache = folder / f"of_check_{turn}"
            _note(best, "cold", _cost("check", project, cache))
            workload.edit_a_hero(project, GAME, turn)
            _note(best, "one Hero edited", _cost("check", project, cache))
    except Failure as failure:
        failed = f"not measured: {failure}"
    for name, most in MOST.items():
        says = f"pnp check of Hidden Leaders, all editions, {name}: at most {most:g} × a cold build"
        if failed:
            yield Target(says, failed, None)
        else:
            ratio = best[name] / best["build"]
            yield Target(says, f"{ratio:.2f} ×", ratio <= most)


def _cost(name: str, project: Path, cache: Path) -> float:
    """Return the processor time of one process. Raises Failure."""
    words = [name, GAME, "--project", str(project), "--jobs", "1"]
    out = cache.with_name(f"{cache.name}_out")
    words += ["--out", str(out)] if name == "build" else []
    return run(Command(contestants.pnp_words(words), out, contestants.ROOT, {"PNP_CACHE": str(cache)}, False)).cpu


def _note(best: dict[str, float], name: str, seconds: float) -> None:
    best[name] = min(seconds, best.get(name, seconds))
