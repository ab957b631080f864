"""Processor time grows as the input does, and what is told of it doesn't: each kind of input is doubled three times.

A kind is a function that writes a project with so many of something. What its largest size takes shows a square
clearly; PNP_GROWTH=4 makes all sizes four times as large.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from large_games import KINDS
from large_tables import Kind
from nightly import every
from running import REPOSITORY
from tiny_game import write_tiny

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="measures copies of a process")

LARGER = int(os.environ.get("PNP_GROWTH", "1"))
MOST = 2.4  # times as long for twice as much
UNSEEN = 0.03  # seconds, below which a machine's own business is all that is measured
TRIES = 4
LINES = 320  # of all that a command says: a few of each of several kinds, with their sources
SECONDS = 20 * LARGER  # that no size takes


class Measured(NamedTuple):
    seconds: float
    code: int
    lines: int
    first: list[str]


Measure = Callable[[Path, tuple[str, ...]], Measured]


@pytest.fixture(scope="module")
def measure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Measure]:
    """Return a function that measures a command in a copy of a process that has imported everything."""
    program = [sys.executable, str(Path(__file__).with_name("measured.py"))]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "PNP_CACHE": str(tmp_path_factory.mktemp("cache"))}
    streams: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(program, env=environment, **streams) as process:
        assert process.stdin and process.stdout
        asked, answered = process.stdin, process.stdout

        def measured(folder: Path, words: tuple[str, ...]) -> Measured:
            print(json.dumps({"folder": str(folder), "words": words, "most": SECONDS}), file=asked, flush=True)
            return Measured(**json.loads(answered.readline()))

        yield measured
        asked.close()


@pytest.mark.parametrize("each", every(16, KINDS), ids=str)
def test_time_grows_as_the_input_does(each: Kind, measure: Measure, tmp_path: Path) -> None:
    def written(count: int, again: int) -> Path:
        root = write_tiny(tmp_path / f"{count}-{again}")
        each.write(root, count)
        return root

    sizes = [each.size * LARGER << doubled for doubled in range(4)]
    found = {count: measure(written(count, 0), each.words) for count in sizes}
    for count, what in found.items():
        assert what.code >= 0, f"{count} take more than {SECONDS} seconds"
        assert what.code not in (5, 70), what.first
        assert what.lines <= LINES or "--json" in each.words, f"{what.lines} lines are said of {count}"
    found[1] = measure(written(1, 0), each.words)
    least = {count: what.seconds for count, what in found.items()}
    for again in range(1, TRIES):
        if not (slow := _grown(_subtract_base(least))):
            break
        for count in (*slow, 1):  # a busy moment may have been that of the base
            least[count] = min(least[count], measure(written(count, again), each.words).seconds)
    least = _subtract_base(least)
    took = ", ".join(f"{count}: {seconds:.2f} s" for count, seconds in least.items())
    assert not _grown(least), f"more than {MOST} times as long a doubling: {took}"


def _subtract_base(least: dict[int, float]) -> dict[int, float]:
    return {count: seconds - least[1] for count, seconds in least.items() if count > 1}


def _grown(least: dict[int, float]) -> list[int]:
    """Return the sizes that take too long for a quarter of them: over two doublings, other load counts less."""
    sizes = list(least)
    pairs = zip(sizes, sizes[2:], strict=False)
    return [four for one, four in pairs if least[four] > MOST**2 * max(least[one], UNSEEN)]
