"""`pnp`: a command in this process, in a folder of its own."""

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from saying import Pnp, Said

from pnp import cli


@pytest.fixture
def pnp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Pnp]:
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["pnp", *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as caught:
            cli.main()
        assert isinstance(caught.value.code, int)
        return Said(caught.value.code, *capsys.readouterr())

    yield run
    gc.enable()
    gc.unfreeze()
