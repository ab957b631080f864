"""The same deck by pnp and its rivals, each run a new process, in one go: a table, and ratios in docs/performance.md.

    python benchmarks/bench.py                     everybody, 77 and 770 cards; growth to 77,000
    python benchmarks/bench.py --check             the same, and exit status 1 where a target is missed
    python benchmarks/bench.py --cards 77 --peers typst,fpdf2 --rounds 3

Runs of all contestants alternate, so that whatever else the machine does hits all alike; the best of each counts.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import checking
import contestants
import engine
import growth
import imports
import many_modules
import many_rules
import plot
import proofing
import workload
from contest import contest, progress, run_and_tidy
from measure import Failure
from report import BASE, FEW, GAME, Growth, Results, Target, markdown, table, targets, write_page

COUNTS = [FEW, BASE]


def main() -> int:
    options = arguments()
    if missing := contestants.missing_packages():
        print(f"bench: {missing}", file=sys.stderr)
        return 2
    complaint = contestants.install_rivals() if options.peers else ""
    if complaint:
        print(f"bench: {complaint}", file=sys.stderr)
    grows = BASE in options.cards
    workload.write_all({*options.cards, *(growth.SIZES if grows else [])})
    who = ["pnp", *options.peers]
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        players = {n: [*who, *([GAME] if n == FEW else [])] for n in options.cards}
        results = contest(players, options.rounds, Path(folder))
        measured = results["pnp", options.cards[-1]].costs
        points = growth.grown(who, results, growth.ROUNDS, Path(folder)) if measured and grows else {}
        checked = check_to_build(options.rounds, Path(folder)) if measured else None
    rules = [*many_rules.judged(), *many_modules.judged()]
    runs: list[Target] = []
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        if points and not contestants.absent("typst"):
            runs += engine.measured(Path(folder))
        if points:
            runs += checking.measured(Path(folder))
            runs.append(imports.measured(Path(folder)))
            runs += proofing.measured(Path(folder))
    ours = points.get("pnp", {})
    print("\n".join(table(results, ours, checked)))
    whole = points and options.cards == COUNTS and options.peers == list(contestants.RIVALS)
    if whole and options.write:
        write_page(markdown(results, ours, checked, rules, runs, options.cards))
        growth.save(points)
        plot.draw()
    elif options.write:
        print("bench: docs/performance.md is left alone: not everything was measured", file=sys.stderr)
    return check(results, ours, checked, rules, runs) if options.check else 0 if measured else 1


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--rounds", type=positive, default=7, help="runs of each (default 7)")
    add("--cards", type=numbers, default=COUNTS, metavar="N,N", help="sizes of the deck (default 77,770)")
    add("--peers", type=names, default=list(contestants.RIVALS), metavar="A,B", help=", ".join(contestants.RIVALS))
    add("--no-write", dest="write", action="store_false", help="leave docs/performance.md alone")
    add("--check", action="store_true", help="exit status 1 where a target is missed")
    options = parser.parse_args()
    if options.check and BASE not in options.cards:
        parser.error(f"--check needs {BASE} among --cards")
    return options


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number above 0")
    return int(text)


def numbers(text: str) -> list[int]:
    return sorted({positive(part) for part in text.split(",")})


def names(text: str) -> list[str]:
    wanted = [part for part in text.split(",") if part]
    if unknown := set(wanted) - set(contestants.RIVALS):
        raise argparse.ArgumentTypeError(f"{', '.join(sorted(unknown))}: there are {', '.join(contestants.RIVALS)}")
    return [name for name in contestants.RIVALS if name in wanted]


def check_to_build(rounds: int, folder: Path) -> float | None:
    """Return the time of pnp check ÷ that of pnp build, alternating, for a whole game of which one hero is edited
    before each.

    The first run of each leaves what it found to be fine.
    """
    best: dict[str, float] = {}
    project = workload.copy_of_game(GAME, folder / "project")
    try:
        for turn in range(rounds + 1):
            for name in ("check", "build"):
                progress(f"pnp {name} {GAME}, round {turn} of {rounds}")
                workload.edit_a_hero(project, GAME, 2 * turn + (name == "build"))
                wall = run_and_tidy(contestants.check_or_build(name, project, GAME, folder / "runs")).wall
                if turn:
                    best[name] = min(wall, best.get(name, wall))
    except Failure as failure:
        print(f"bench: pnp {name} {GAME} failed: {failure}", file=sys.stderr)
        return None
    finally:
        progress("")
    return best["check"] / best["build"]


def check(
    results: Results, grown: Growth, checked: float | None, rules: Sequence[many_rules.Judged], runs: Sequence[Target]
) -> int:
    found = [*targets(results, grown, checked, rules), *runs]
    for target in found:
        verdict = {True: "met", False: "MISSED", None: "?"}[target.met]
        print(f"{verdict:<7} {target.says}: {target.measured}")
    return 1 if any(target.met is False for target in found) or not results["pnp", BASE].costs else 0


if __name__ == "__main__":
    sys.exit(main())
