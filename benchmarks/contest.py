"""Everybody makes decks, each run a new process; runs alternate, so that whatever else the machine does hits all."""

import shutil
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import contestants
from measure import Command, Cost, Failure, run
from report import Result

SLOW, VERY_SLOW = 1.5, 10.0  # seconds: those who take longer run at most three times, once


def contest(players: Mapping[int, Sequence[str]], rounds: int, folder: Path) -> dict[tuple[str, int], Result]:
    """Let players make decks of as many cards as they stand at; who fails once is out."""
    costs: dict[tuple[str, int], list[Cost]] = defaultdict(list)
    failures: dict[str, str] = {}
    for n, names in players.items():
        for turn in range(rounds):
            first = turn % len(names)
            for name in [*names[first:], *names[:first]]:
                if name in failures or not _wants_another(costs[name, n]):
                    continue
                progress(f"{name}, {n} cards, round {turn + 1} of {rounds}")
                try:
                    costs[name, n].append(run_and_tidy(contestants.command(name, n, folder)))
                except Failure as failure:
                    failures[name] = str(failure)
    progress("")
    everybody = [(name, n) for n, names in players.items() for name in names]
    return {one: Result(tuple(costs[one]), "" if costs[one] else failures[one[0]]) for one in everybody}


def _wants_another(costs: Sequence[Cost]) -> bool:
    if not costs or costs[0].wall < SLOW:
        return True
    return costs[0].wall < VERY_SLOW and len(costs) < 3


def run_and_tidy(command: Command) -> Cost:
    try:
        return run(command)
    finally:
        shutil.rmtree(command.out, ignore_errors=True)


def progress(text: str) -> None:
    """One line that is overwritten, and only where somebody looks."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
