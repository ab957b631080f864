"""docs/versions.md: its commands run in a repository with two versions, and print what it shows."""

import re
from pathlib import Path

import pytest
from saying import Run
from tiny_game import change
from versions import CARDS, commit, write_versioned

PAGE = (Path(__file__).parents[1] / "docs/versions.md").read_text(encoding="utf-8")
FENCED = re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
SHOWN = [text.removeprefix("$ pnp ").partition("\n") for language, text in FENCED if not language]
COMMANDS = [line for language, text in FENCED if language == "sh" for line in text.splitlines() if line]


@pytest.fixture
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_whole: Run) -> Path:
    """Provide a game with version 22 built and committed, and 23 now."""
    monkeypatch.chdir(write_versioned(tmp_path, "harbour"))
    file = CARDS.replace("tiny", "harbour")
    change(tmp_path, file, "id: two", "id: second")
    commit(tmp_path, "v22")
    assert run_whole("build", "harbour").code == 0
    change(tmp_path, file, "copies: 2", "copies: 3")
    change(tmp_path, file, "Take a", "Take one")
    change(tmp_path, file, "id: second", "id: two")
    change(tmp_path, file, "id: three\n  name: Third", "id: four\n  name: Fourth")
    commit(tmp_path, "v23")
    return tmp_path


@pytest.mark.system("git")
@pytest.mark.usefixtures("harbour")
def test_its_commands_print_what_it_shows(run_whole: Run) -> None:
    assert len(SHOWN) == 2
    for words, _, said in SHOWN:
        assert run_whole(*words.split()).out == said


@pytest.mark.system("git")
@pytest.mark.usefixtures("harbour")
def test_its_other_commands_run(run_whole: Run) -> None:
    assert len(COMMANDS) == 6
    for line in COMMANDS:
        words = line.partition("#")[0].split()[1:]
        done = run_whole(*words)
        assert (done.code, done.err) == (int(words[0] == "diff" and "coins" not in words), ""), line
