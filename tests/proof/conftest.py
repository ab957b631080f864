"""`told`: what has changed between the projects `old` and `new`, in short."""

import shutil
from pathlib import Path

import pytest
from versions import Told, found_between, in_short, write_versioned


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return write_versioned(tmp_path / "old")


@pytest.fixture
def new(old: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(old, tmp_path / "new"))


@pytest.fixture
def told(old: Path, new: Path) -> Told:
    """`cards/one changed: words; 2 → 3`"""

    def found(**options: object) -> list[str]:
        return [in_short(each) for each in found_between(old, new, **options)]

    return found
