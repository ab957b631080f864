"""What pnp's own runs cost beside each other and beside Typst: cold, known, edited, on one processor and on all.

Cold is an empty cache. What is compared alternates, and the best of each counts.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import contestants
import workload
from measure import Command, Failure, environment, peak_of_tree, run
from report import BASE, HUGE, MANY, Target

STRANGE = 5_700  # cards, as a large trading card game has
ROUNDS = 3
SHARE = """
import sys
from pathlib import Path
from time import perf_counter
from pnp.build.pipeline import build
from pnp.check.faces import Looker
from pnp.load import find_project
from pnp.model.options import Options

spent, look = 0.0, Looker.look
def timed(self, face):
    global spent
    began = perf_counter()
    try:
        return look(self, face)
    finally:
        spent += perf_counter() - began
Looker.look = timed
began = perf_counter()
build(find_project(Path(sys.argv[1])), Options(sys.argv[2], jobs=1, cache=False), Path(sys.argv[3]))
print(spent / (perf_counter() - began))
"""


class Pair(NamedTuple):
    """One cost ÷ another, which is to be so much at most."""

    says: str
    most: float
    one: Callable[[], float]
    other: Callable[[], float]


def measured(folder: Path) -> Iterator[Target]:
    strange = workload.write_strange(STRANGE)
    for pair in _pairs(folder, strange):
        try:
            best = [min(times) for times in zip(*[(pair.one(), pair.other()) for _ in range(ROUNDS)], strict=True)]
        except Failure as failure:
            yield Target(pair.says, f"not measured: {failure}", None)
            continue
        value = best[0] / best[1]
        yield Target(f"{pair.says}: at most {pair.most:g} ×", f"{value:.2f} ×", value <= pair.most)
    for project, game, what in (
        (workload.project(MANY), "heroes", f"{MANY:,} cards"),
        (strange, "realm", "strange deck"),
    ):
        share = _share(project, game, folder)
        yield Target(f"judging faces, share of a cold build, {what}: at most 8 %", f"{share:.0%}", share <= 0.08)
    yield from _memory(folder)


def _pairs(folder: Path, strange: Path) -> Iterator[Pair]:
    many, base = workload.project(MANY), workload.project(BASE)

    def typst(n: int) -> Callable[[], float]:
        return lambda: run(contestants.rival("typst", n, folder)).wall

    def cold(project: Path, *options: str, game: str = "heroes") -> Callable[[], float]:
        return lambda: run(cold_build(project, folder, *options, game=game)).wall

    known = folder / "known"
    run(_pnp(base, folder, known))

    def edited() -> float:
        workload.edit_a_hero(base, "heroes", ROUNDS)
        try:
            return run(_pnp(base, folder, known)).wall
        finally:
            workload.write(BASE)

    def version() -> float:
        return run(Command(contestants.pnp_words(["--version"]), folder, folder, {}, False)).wall

    def unchanged() -> float:
        command = _pnp(base, folder, known)
        run(command)  # what was just written is only trusted when it is some time old
        return run(command).wall

    yield Pair(f"{MANY:,} cards, cold, against Typst", 1.0, cold(many), typst(MANY))
    yield Pair(f"{MANY:,} cards, cold, one process, against Typst", 1.3, cold(many, "--jobs", "1"), typst(MANY))
    yield Pair(f"{BASE} cards, cold, against Typst", 1.4, cold(base), typst(BASE))
    yield Pair("77 cards, cold, against Typst", 4.0, cold(workload.project(77)), typst(77))
    yield Pair(f"one card of {BASE} edited, against a cold build", 0.5, edited, cold(base))

    papers = iter(("letter", "legal", "a3"))  # each time one for which nothing was built

    def second() -> float:
        return run(_pnp(base, folder, known, "--paper", next(papers))).wall

    yield Pair(f"another paper for {BASE} cards that were built, against a cold build", 0.4, second, cold(base))
    yield Pair("all games × languages × inks, against Hidden Leaders alone", 12, *_own_games(folder))
    yield Pair("nothing changed, against pnp --version", 1.3, unchanged, version)
    yield Pair(
        f"{STRANGE:,} cards with long texts, flavour, 24 icons, pictures under text, against {MANY:,} plain ones",
        1.5,
        cold(strange, game="realm"),
        cold(many),
    )
    pictures = ("--format", "png", "--dpi", "300", "--jobs")
    yield Pair(
        f"300 dpi pictures of {BASE} cards, two processes against one",
        0.6,
        lambda: run(cold_build(base, folder, *pictures, "2")._replace(makes=False)).wall,
        lambda: run(cold_build(base, folder, *pictures, "1")._replace(makes=False)).wall,
    )


def _memory(folder: Path) -> Iterator[Target]:
    """Return the memory of all processes together, where the system tells."""
    at_most = f"{MANY:,} cards, all processes together: under 350 MB"
    per_card = f"{HUGE:,} cards, all processes together: under 8 kB a card"
    for n, says in ((MANY, at_most), (HUGE, per_card)):
        try:
            peak = peak_of_tree(cold_build(workload.project(n), folder))
        except Failure as failure:
            yield Target(says, f"not measured: {failure}", None)
            continue
        if peak and n == MANY:
            yield Target(says, f"{peak:.0f} MB", peak < 350)
        elif peak:
            yield Target(says, f"{peak * 1e3 / n:.1f} kB", peak * 1e3 / n < 8)


def _own_games(folder: Path) -> tuple[Callable[[], float], Callable[[], float]]:
    """Cold: each edition of all games of this repository on one paper, and one edition of one game."""
    one = cold_build(contestants.ROOT, folder, game="hidden-leaders")
    words = ["--all" if word == "hidden-leaders" else word for word in one.words]
    every = one._replace(words=[*words, "--paper", "a4", "--sides", "fronts"])
    return lambda: run(every).wall, lambda: run(one).wall


def _pnp(project: Path, folder: Path, cache: Path, *options: str, game: str = "heroes") -> Command:
    words = ["build", game, "--project", str(project), "--no-instructions", *options]
    out = folder / "made"
    return Command(contestants.pnp_words([*words, "--out", str(out)]), out, folder, {"PNP_CACHE": str(cache)})


def cold_build(project: Path, folder: Path, *options: str, game: str = "heroes") -> Command:
    """Each run finds an empty cache, and writes it."""
    return _pnp(project, folder, folder / "cold", *options, game=game)._replace(without=folder / "cold")


def _share(project: Path, game: str, folder: Path) -> float:
    words = [contestants.python(), "-c", SHARE, str(project), game, str(folder / "share")]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=contestants.ROOT, env=environment({}))
    return float(done.stdout)


if __name__ == "__main__":
    import tempfile

    contestants.install_rivals()
    workload.write_all((77, BASE, MANY, HUGE))
    with tempfile.TemporaryDirectory() as here:
        missed = 0
        for target in measured(Path(here)):
            print(
                {True: "met", False: "MISSED", None: "?"}[target.met].ljust(7), target.says, target.measured, flush=True
            )
            missed += target.met is False
    sys.exit(missed > 0)
