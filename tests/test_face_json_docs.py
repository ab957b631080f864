"""docs/face-json.md: its game builds to the file that it shows, and every key that files can have is described."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from page_files import Section, sections_of
from saying import Run

PAGE = Path(__file__).parents[1] / "docs/face-json.md"


def is_like(shown: Any, found: Any) -> bool:
    """Whether what is shown is what was found, but for digests, which differ from font to font."""
    if isinstance(shown, dict):
        return list(shown) == list(found) and all(is_like(shown[key], found[key]) for key in shown)
    if isinstance(shown, list):
        return len(shown) == len(found) and all(map(is_like, shown, found))
    return bool(shown == found or (isinstance(shown, str) and shown.endswith("…")))


@pytest.fixture
def example() -> Section:
    return next(section for section in sections_of(PAGE) if section.title == "An example")


def test_what_it_shows_is_so(example: Section, tmp_path: Path, run_whole: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def run(words: list[str]) -> None:
        done = run_whole(*words)
        assert (done.code, done.err) == (0, "")

    example.play(tmp_path, run)
    (name,) = re.findall(r"`(output/[\w./-]+)`", example.text)
    (shown,) = re.findall(r"^```json\n(.*?)```", example.text, re.DOTALL | re.MULTILINE)
    found = json.loads((tmp_path / name).read_text(encoding="utf-8"))
    assert is_like(json.loads(shown), found), json.dumps(found, indent=1)


def test_every_key_is_described() -> None:
    written = (PAGE.parents[1] / "pnp/export/formats/json.py").read_text(encoding="utf-8")
    keys = {*re.findall(r'"(\w+)":', written), *re.findall(r"^ {8,12}(\w+)=\(", written, re.MULTILINE)}
    assert len(keys) > 50
    described = PAGE.read_text(encoding="utf-8").partition("## What holds everywhere")[2]
    assert {key for key in keys if f"`{key}`" not in described} == set()
