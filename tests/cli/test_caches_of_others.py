"""A cache that somebody else has filled, or that was restored on another machine, is ignored: nothing of it runs."""

import os
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from running import Run

from pnp.build.cache import Cache

BUILT = "output/tiny/en/tiny-low-a4.pdf: 2 pages on 2 sheets, 4 pieces, 6 cuts\n"
PDF = "output/tiny/en/tiny-low-a4.pdf"


class Payload:
    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (str(self.marker),)


def fill_faces(cache: Path, marker: Path) -> None:
    for file in cache.glob("faces-*/*"):
        Cache(file.parent).write(file.name, pickle.dumps(Payload(marker)))


@pytest.mark.parametrize("is_own_key", [True, False])
def test_what_is_put_there_is_not_run_under_any_key(
    is_own_key: bool, tiny: Path, run_apart: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache, marker = tiny / "cache", tiny / "fired"
    monkeypatch.setenv("PNP_CACHE", str(cache))
    assert run_apart("build", "tiny") == (0, BUILT, "")
    before = (tiny / PDF).read_bytes()
    fill_faces(cache, marker)
    shutil.rmtree(next(cache.glob("manifests-*"), cache / "none"), ignore_errors=True)
    if not is_own_key:
        monkeypatch.setenv("PNP_STATE", str(tiny / "of-another-machine"))
    assert run_apart("build", "tiny") == (0, BUILT, "")
    assert not marker.exists()
    assert (tiny / PDF).read_bytes() == before


def test_verdicts_and_answers_of_another_key_are_not_believed(
    tiny: Path, run_apart: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CACHE", str(tiny / "cache"))
    monkeypatch.setenv("PNP_STATE", str(tiny / "state"))
    for _ in range(2):  # the first may compile modules, and then isn't remembered
        assert run_apart("build", "tiny").code == 0
    kept = {file: file.read_bytes() for file in (tiny / "cache").glob("*/*")}
    assert {file.parent.name.partition("-")[0] for file in kept} == {"faces", "manifests", "passed"}
    (tiny / "state" / "cache.key").write_bytes(b"of another machine".ljust(32))
    for file in kept:
        assert Cache(file.parent).read(file.name) == b""
    assert run_apart("build", "tiny") == (0, BUILT, "")
    for file, data in kept.items():
        assert file.read_bytes() != data  # each was made anew, in the place of the one that isn't ours
