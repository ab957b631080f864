"""Whether a path stays inside of its folder, links followed."""

from pathlib import Path

import pytest

from pnp.io.inside import leads_out, path_inside


def test_a_relative_folder_is_meant_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        (tmp_path / name / "out").mkdir(parents=True)
        monkeypatch.chdir(tmp_path / name)
        assert not leads_out(Path("out/a.pdf"), Path("out"))
        assert path_inside(Path("out"), "a.pdf") == Path("out/a.pdf")


def test_links_and_names_that_lead_out(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "link").symlink_to(tmp_path)
    assert leads_out(inner / "link" / "a", inner)
    assert [path_inside(inner, name) for name in ("../a", "/a", "a\\b", "link/a")] == [None] * 4
    assert path_inside(inner, "a/b") == inner / "a/b"
