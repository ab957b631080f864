"""The pictures that are measured on sheets: as many as are asked for, each another."""

from hashlib import sha256
from pathlib import Path

import pictures
import pytest


@pytest.mark.nightly
@pytest.mark.parametrize("kind", pictures.KINDS)
def test_each_picture_is_another(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "SIZE", (400, 700))
    drawn = [path.read_bytes() for path in pictures.folder_of(kind, 300, tmp_path).iterdir()]
    assert len({sha256(data).digest() for data in drawn}) == 300
