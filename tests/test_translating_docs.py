"""docs/translating.md: its commands run, one after the other, and print what it shows."""

import re
from pathlib import Path

import pytest
from inn_game import write_inn
from saying import Run

PAGE = (Path(__file__).parents[1] / "docs/translating.md").read_text(encoding="utf-8")
FENCED = re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
SHELL = "".join(text for language, text in FENCED if language == "sh")
COMMANDS = [line.partition("#")[0].split()[1:] for line in SHELL.splitlines() if line.startswith("pnp ")]


def test_its_commands_run(tmp_path: Path, run_whole: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write_inn(tmp_path))
    assert len(COMMANDS) >= 6
    for words in COMMANDS:
        done = run_whole(*["inn" if word == "harbour" else word for word in words])
        assert done.code == 0, (words, done)


def test_its_table_is_like_the_real_one(tmp_path: Path, run_whole: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write_inn(tmp_path))
    assert run_whole("translate", "init", "inn", "--lang", "fr").code == 0
    file = tmp_path / "card_data/inn/locale/fr.po"
    said = file.read_text(encoding="utf-8").replace('msgid "Tart"\nmsgstr ""', 'msgid "Tart"\nmsgstr "Tart"')
    file.write_text(said, encoding="utf-8")
    shown = PAGE[PAGE.index("$ pnp translate status") :].splitlines()
    printed = run_whole("translate", "status", "inn", "--lang", "fr").out.splitlines()
    assert shown[2].split() == printed[1].split()
    explained = next(line for line in printed if "as in the source" in line)
    assert explained in shown


def test_its_example_of_an_entry_is_read() -> None:
    from pnp.localise.po import read_po

    (entry,) = [text for language, text in FENCED if language == "po"]
    assert read_po(f'msgid ""\nmsgstr ""\n\n{entry}'.encode(), "fr.po").problems == []
