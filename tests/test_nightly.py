"""Tests that are too slow for every run: ten tenths together are all of them."""

import re
import subprocess
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest
from nightly import TENTHS, tenth_of

pytest_plugins = ("pytester",)
REPOSITORY = Path(__file__).parents[1]

EXAMPLES = """\
import pytest
from hypothesis import given, settings, strategies as st
from nightly import every

tried = []

def test_quick(): pass

@pytest.mark.nightly
def test_slow(): pass

@pytest.mark.parametrize("seed", every(10, range(200)))
def test_seeds(seed): pass

@pytest.mark.nightly(examples=5)
@pytest.mark.parametrize("way", ["one", "other"])
@settings(max_examples=40, database=None)
@given(number=st.integers())
def test_property(way, number):
    tried.append(way)

def test_tried():
    assert tried.count("one") == tried.count("other")
    print("\\ntried", tried.count("one"))
"""


def run_examples(pytester: pytest.Pytester, *options: str) -> tuple[Counter[str], int]:
    """Return the tests that passed, and the number of examples of the property."""
    pytester.makepyfile(test_examples=EXAMPLES)
    run = pytester.runpytest_inprocess("-p", "nightly", "-p", "no:randomly", "-p", "no:xdist", "-rA", "-s", *options)
    assert run.ret == 0, run.outlines
    (tried,) = (int(line.split()[1]) for line in run.outlines if line.startswith("tried "))
    return Counter(line.split("::")[1] for line in run.outlines if line.startswith("PASSED ")), tried


def test_a_plain_run_leaves_them_out(pytester: pytest.Pytester) -> None:
    ran, tried = run_examples(pytester)
    seeds = [f"test_seeds[{seed}]" for seed in range(0, 200, 10)]
    assert ran == Counter(["test_quick", "test_property[one]", "test_property[other]", "test_tried", *seeds])
    assert tried == 5


def test_a_nightly_run_takes_all(pytester: pytest.Pytester) -> None:
    ran, tried = run_examples(pytester, "--nightly")
    assert len(ran) == 5 + 200 and tried == 40


def test_ten_tenths_are_all(pytester: pytest.Pytester) -> None:
    plain, _ = run_examples(pytester)
    whole, _ = run_examples(pytester, "--nightly")
    tenths = [run_examples(pytester, "--tenth", str(tenth)) for tenth in range(TENTHS)]
    further = Counter(chain.from_iterable((ran - plain).elements() for ran, _ in tenths))
    assert plain + further == whole, "each once"
    assert sorted(tried for _, tried in tenths) == [5] * 9 + [40]


def test_each_test_is_in_one_of_ten_tenths() -> None:
    sizes = Counter(tenth_of(f"tests/test_examples.py::test_seeds[{seed}]") for seed in range(1000))
    assert sorted(sizes) == list(range(TENTHS)) and min(sizes.values()) > 50


def test_ci_run_takes_the_tenth_of_the_commit() -> None:
    """Outside of git it takes the first."""
    (line,) = re.findall(r"^tenth=.*$", (REPOSITORY / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)

    def tenth(digest: str) -> int:
        git = f'git() {{ [ "$*" = "rev-parse HEAD" ] && {digest}; }}'
        script = f'set -euo pipefail\n{git}\n{line}\necho "$tenth"'
        return int(subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout)

    assert tenth("return 128") == 0
    digests = [f"{number:08x}{'9ab' * 11}" for number in range(0x80000000, 0x80000000 + TENTHS)]
    assert {tenth(f"echo {digest}") for digest in digests} == set(range(TENTHS))
