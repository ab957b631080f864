"""VS Code's files: what they name is there, and its tasks understand what pnp says."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from saying import Run
from tiny_game import change, write, write_tiny


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_tiny(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(name: str) -> Any:
    return json.loads(Path(".vscode", name).read_text(encoding="utf-8"))


@pytest.mark.usefixtures("tiny")
def test_what_it_names_is_there(run_whole: Run) -> None:
    done = run_whole("schema", "--vscode")
    assert (done.code, done.err) == (0, "")
    assert [line for line in done.out.splitlines() if line.startswith(".vscode")] == [
        f".vscode/{name}" for name in ("settings.json", "tasks.json", "extensions.json", "pnp.code-snippets")
    ]
    settings = read("settings.json")
    assert settings["yaml.schemas"]["./card_data/tiny/schema/cards.json"] == ["card_data/tiny/cards.yaml"]
    assert all(Path(schema).is_file() for schema in settings["yaml.schemas"])
    for each in settings["xml.fileAssociations"]:
        assert Path(each["systemId"].replace("${workspaceFolder}/", "")).is_file()
        assert list(Path().glob(each["pattern"])) != []


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("card_data/tiny/cards.yaml", "name: Second", "nam: Second"),
        ("layouts/tiny/card.xml.j2", '<text of="name"', '<txt of="name"'),
        ("card_data/tiny/cards.yaml", "[dot]", "[dott]"),
    ],
)
def test_its_tasks_find_the_lines_of_problems(file: str, old: str, new: str, tiny: Path, run_whole: Run) -> None:
    run_whole("schema", "tiny", "--vscode")
    change(tiny, file, old, new)
    check, watch = read("tasks.json")["tasks"]
    assert (check["command"], watch["command"]) == (
        "pnp check --format concise --all-warnings",
        "pnp build tiny --watch --all-warnings",
    )
    said = run_whole(*check["command"].split()[1:])
    pattern = check["problemMatcher"]["pattern"]
    found = [re.match(pattern["regexp"], line) for line in (said.out + said.err).splitlines()]
    problems = [match for match in found if match]
    assert [match[pattern["file"]] for match in problems] == [file]
    assert problems[0][pattern["severity"]] == "error" and problems[0][pattern["message"]]
    line = (tiny / file).read_text(encoding="utf-8").splitlines()[int(problems[0][pattern["line"]]) - 1]
    assert new.split()[0].strip("<[]") in line


@pytest.mark.usefixtures("tiny")
def test_settings_of_somebody_stay(run_whole: Run) -> None:
    write(Path(), ".vscode/settings.json", '{"editor.fontSize": 14}\n')
    done = run_whole("schema", "--vscode")
    assert done.code == 0 and ".vscode/settings.json" not in done.out.splitlines()
    assert done.err.startswith("pnp: .vscode/settings.json is your own and stays; what pnp would have written:\n{\n")
    assert read("settings.json") == {"editor.fontSize": 14}


@pytest.mark.usefixtures("tiny")
def test_again_it_says_the_same(run_whole: Run) -> None:
    assert run_whole("schema", "--vscode") == run_whole("schema", "--vscode")
