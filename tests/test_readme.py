"""The README can't drift: its mistake gets the message it shows, its commands and files are there."""

import re
import tomllib
from pathlib import Path

import pytest
from page_files import write_files

from pnp.cli import main

REPOSITORY = Path(__file__).parents[1]
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")


def test_the_mistake_gets_the_message_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _pnp(monkeypatch, "new", "harbour") == 0
    creatures = tmp_path / "card_data" / "harbour" / "creatures.yaml"
    text = creatures.read_text(encoding="utf-8")
    assert text.count("3 [coin]") >= 1
    creatures.write_text(text.replace("3 [coin]", "3 [coyn]", 1), encoding="utf-8")
    capsys.readouterr()
    assert _pnp(monkeypatch, "build", "harbour") == 1
    shown = re.search(r"```\n\$ pnp build harbour\n(.*?)```", README, re.DOTALL)
    assert shown and capsys.readouterr().err == shown[1]
    assert not (tmp_path / "output").exists()


def test_hello_world_is_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, README)
    monkeypatch.chdir(tmp_path)
    assert _pnp(monkeypatch, "build", "hello") == 0
    assert (tmp_path / "output" / "hello" / "en" / "hello-low-a4.pdf").is_file()
    files = [path for path in tmp_path.rglob("*") if path.is_file() and path.parts[-2] == "hello"]
    lines = sum(path.read_text(encoding="utf-8").count("\n") for path in files)
    assert (len(files), lines) == (3, 6) and "Three files, six lines" in README


def test_it_is_short_and_what_it_points_to_is_there() -> None:
    assert README.count("\n") < 150
    targets = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\"]+)\"", README)
    missing = [path for pair in targets for path in pair if path and not (REPOSITORY / path).exists()]
    assert not missing


def test_what_it_installs_besides_is_offered() -> None:
    offered = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {name for each in re.findall(r"pip install [^`\n]*\[([a-z,]+)\]", README) for name in each.split(",")}
    assert named >= {"tables", "svg", "sheet", "proof"} and named <= {*offered["optional-dependencies"]}


def test_its_commands_are_those_of_the_house() -> None:
    commands = {path.stem for path in (REPOSITORY / "pnp" / "cli" / "commands").iterdir()} - {"__init__", "__pycache__"}
    assert {name for name in commands if f"pnp {name}" not in README} == set()


def _pnp(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["pnp", *words])
    try:
        main()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0
