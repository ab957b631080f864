"""The same deck by pnp and its rivals, each run a new process, in one go: a table, and ratios in docs/performance.md.

    python benchmarks/bench.py                     everybody, 77 and 770 cards; pnp's growth to 7,700
    python benchmarks/bench.py --check             the same, and exit status 1 where a target is missed
    python benchmarks/bench.py --cards 77 --peers typst,fpdf2 --rounds 3

Runs of all contestants alternate, so that whatever else the machine does hits all alike; the best of each counts.
"""

import argparse
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import contestants
import engine
import many_modules
import many_rules
import workload
from measure import Command, Cost, Failure, peak_of_tree, run
from report import BASE, FEW, GAME, MANY, Growth, Result, Results, Target, markdown, table, targets, write_page

SLOW, VERY_SLOW = 1.5, 10.0  # seconds: those who take longer run at most three times, once
COUNTS = [FEW, BASE]


def main() -> int:
    options = arguments()
    if missing := contestants.missing_packages():
        print(f"bench: {missing}", file=sys.stderr)
        return 2
    complaint = contestants.install_rivals() if options.peers else ""
    if complaint:
        print(f"bench: {complaint}", file=sys.stderr)
    for n in {*options.cards, *([MANY] if BASE in options.cards else [])}:
        workload.write(n)
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        results = contest(["pnp", *options.peers], options.cards, options.rounds, Path(folder))
        measured = results["pnp", options.cards[-1]].costs
        growth = grow(options.rounds, Path(folder)) if measured and BASE in options.cards else None
        checked = check_to_build(options.rounds, Path(folder)) if measured else None
    rules = [*many_rules.judged(), *many_modules.judged()]
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        runs = list(engine.measured(Path(folder))) if measured and growth and not contestants.absent("typst") else []
    print("\n".join(table(results, growth, checked)))
    whole = measured and growth and options.cards == COUNTS and options.peers == list(contestants.RIVALS)
    if whole and options.write:
        write_page(markdown(results, growth, checked, rules, runs, options.cards))
    elif options.write:
        print("bench: docs/performance.md is left alone: not everything was measured", file=sys.stderr)
    return check(results, growth, checked, rules, runs) if options.check else 0 if measured else 1


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


def contest(who: Sequence[str], counts: Sequence[int], rounds: int, folder: Path) -> dict[tuple[str, int], Result]:
    """Let everybody make decks of all sizes, and pnp a whole game beside the small one; who fails once is out."""
    costs: dict[tuple[str, int], list[Cost]] = defaultdict(list)
    failures: dict[str, str] = {}
    players = {n: [*who, *([GAME] if n == FEW else [])] for n in counts}
    for n in counts:
        for turn in range(rounds):
            first = turn % len(players[n])
            for name in [*players[n][first:], *players[n][:first]]:
                if name in failures or not wants_another(costs[name, n]):
                    continue
                progress(f"{name}, {n} cards, round {turn + 1} of {rounds}")
                try:
                    costs[name, n].append(run_and_tidy(contestants.command(name, n, folder)))
                except Failure as failure:
                    failures[name] = str(failure)
    progress("")
    everybody = [(name, n) for n in counts for name in players[n]]
    return {one: Result(tuple(costs[one]), "" if costs[one] else failures[one[0]]) for one in everybody}


def wants_another(costs: Sequence[Cost]) -> bool:
    if not costs or costs[0].wall < SLOW:
        return True
    return costs[0].wall < VERY_SLOW and len(costs) < 3


def grow(rounds: int, folder: Path) -> Growth | None:
    """pnp alone, from BASE to MANY cards; the memory is measured in a run of its own."""
    best: dict[int, float] = {}
    try:
        for turn in range(rounds):
            for n in (BASE, MANY):
                progress(f"growth, {n} cards, round {turn + 1} of {rounds}")
                wall = run_and_tidy(contestants.pnp(n, folder)).wall
                best[n] = min(wall, best.get(n, wall))
        progress("growth, memory")
        single = run_and_tidy(contestants.pnp(MANY, folder)).memory
        memory = peak_of_tree(contestants.pnp(MANY, folder))
    except Failure as failure:
        print(f"bench: pnp with {MANY} cards failed: {failure}", file=sys.stderr)
        return None
    finally:
        progress("")
    return Growth(best[MANY] / best[BASE], memory or single)


def check_to_build(rounds: int, folder: Path) -> float | None:
    """The time of pnp check ÷ that of pnp build, alternating, for a whole game of which one hero is edited before each.

    The first run of each leaves its compiled templates, and what it found to be fine.
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


def run_and_tidy(command: Command) -> Cost:
    try:
        return run(command)
    finally:
        shutil.rmtree(command.out, ignore_errors=True)


def progress(text: str) -> None:
    """One line that is overwritten, and only where somebody looks."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def check(
    results: Results,
    growth: Growth | None,
    checked: float | None,
    rules: Sequence[many_rules.Judged],
    runs: Sequence[Target],
) -> int:
    found = [*targets(results, growth, checked, rules), *runs]
    for target in found:
        verdict = {True: "met", False: "MISSED", None: "?"}[target.met]
        print(f"{verdict:<7} {target.says}: {target.measured}")
    return 1 if any(target.met is False for target in found) or not results["pnp", BASE].costs else 0


if __name__ == "__main__":
    sys.exit(main())
