"""What `checks:` in game.yaml sets holds for `pnp check` in every format, and for `pnp build`."""

import json
from pathlib import Path

import pytest
from facts import read_facts
from running import Run
from tiny_game import change

GAME = "card_data/tiny/game.yaml"


@pytest.fixture
def warned(tiny: Path) -> Path:
    change(tiny, "card_data/tiny/cards.yaml", "name: First", "name: First #1 west")
    return tiny


def says(root: Path, checks: str) -> None:
    change(root, GAME, "languages: [en]\n", f"languages: [en]\nchecks: {checks}\n")


def test_a_kind_of_warning_is_told_unless_it_is_ignored(warned: Path, run: Run) -> None:
    for command in ("check", "build"):
        found = read_facts(run(command, "tiny").err)
        assert [(each.code, each.severity) for each in found] == [("PNP026", "warning")]
    says(warned, "{ignore: [PNP026]}")
    assert run("check", "tiny") == (0, "tiny: no problems\n", "")
    assert run("build", "tiny").err == ""


def test_a_kind_of_warning_is_an_error_in_every_format(warned: Path, run: Run) -> None:
    says(warned, "{error: [PNP02]}")
    checked = run("check", "tiny")
    assert (checked.code, checked.out) == (1, "tiny: 1 error\n")
    assert [(each.code, each.severity) for each in read_facts(checked.err)] == [("PNP026", "error")]
    assert json.loads(run("check", "tiny", "--json").out)["tiny"][0]["severity"] == "error"
    assert json.loads(run("check", "tiny", "--format", "sarif").out)["runs"][0]["results"][0]["level"] == "error"
    assert run("check", "tiny", "--format", "github").out.startswith("::error ")
    assert run("build", "tiny").code == 1
    assert not (warned / "output").exists()


@pytest.mark.parametrize(
    ("checks", "line"),
    [
        ("{ignore: [PNP999]}", '4:19 PNP080 name=PNP999 ~meant=PNP099'),
        ("{ignore: [PNP310]}",
         '4:19 PNP081 name=PNP310'),
        ("{ignore: [PNP026], error: [PNP026]}",
         '4:36 PNP082 name=PNP026 ~origin=card_data/tiny/game.yaml:4:19'),
        ("{ignore: [pale]}",
         '4:19 PNP024 path=checks.ignore.0 name="pale" kind=\'code of a problem, like PNP152, or its beginning\''),
        ("{ignroe: [PNP026]}", '4:10 PNP030 key="ignroe" ~meant=ignore'),
    ],
)  # fmt: skip
def test_settings_that_do_nothing_are_told(tiny: Path, run: Run, checks: str, line: str) -> None:
    says(tiny, checks)
    assert run("check", "tiny").lines == [f"{GAME}:{line}"]
