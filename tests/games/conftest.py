"""`pnp`: a command in this process, in a folder of its own."""

from pathlib import Path

import pytest
from saying import Run


@pytest.fixture
def pnp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_whole: Run) -> Run:
    monkeypatch.chdir(tmp_path)
    return run_whole
