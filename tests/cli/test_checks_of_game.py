"""What `checks:` in game.yaml sets holds for `pnp check` in every format, and for `pnp build`."""

import json
from pathlib import Path

import pytest
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
    assert " warning PNP026 " in run("check", "tiny").err
    assert " warning PNP026 " in run("build", "tiny").err
    says(warned, "{ignore: [PNP026]}")
    assert run("check", "tiny") == (0, "tiny: no problems\n", "")
    assert run("build", "tiny").err == ""


def test_a_kind_of_warning_is_an_error_in_every_format(warned: Path, run: Run) -> None:
    says(warned, "{error: [PNP02]}")
    checked = run("check", "tiny")
    assert (checked.code, checked.out) == (1, "tiny: 1 error\n")
    assert " error PNP026 " in checked.err
    assert json.loads(run("check", "tiny", "--json").out)["tiny"][0]["severity"] == "error"
    assert json.loads(run("check", "tiny", "--format", "sarif").out)["runs"][0]["results"][0]["level"] == "error"
    assert run("check", "tiny", "--format", "github").out.startswith("::error ")
    assert run("build", "tiny").code == 1
    assert not (warned / "output").exists()


@pytest.mark.parametrize(
    ("checks", "line"),
    [
        ("{ignore: [PNP999]}", "4:19: error PNP080 there is no code PNP999 (did you mean PNP099?)"),
        ("{ignore: [PNP310]}",
         "4:19: error PNP081 PNP310 is an error, which can't be ignored for a whole game"
         " (a comment can, at one place: # pnp: ignore PNP310)"),
        ("{ignore: [PNP026], error: [PNP026]}",
         "4:36: error PNP082 PNP026 is both to be ignored and an error (delete one) [card_data/tiny/game.yaml:4:19]"),
        ("{ignore: [pale]}",
         '4:19: error PNP024 "checks.ignore.0" is "pale", which is no code of a problem, like PNP152, or its'
         " beginning"),
        ("{ignroe: [PNP026]}", '4:10: error PNP030 unknown key "ignroe" (did you mean ignore?)'),
    ],
)  # fmt: skip
def test_settings_that_do_nothing_are_told(tiny: Path, run: Run, checks: str, line: str) -> None:
    says(tiny, checks)
    assert run("check", "tiny").err.splitlines() == [f"{GAME}:{line}"]
