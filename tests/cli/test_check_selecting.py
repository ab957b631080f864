"""`pnp check --select --ignore --strict`, comments that ignore, and their settings in pnp.toml."""

import json
import os
from pathlib import Path

import pytest
from facts import read_facts
from running import Run
from tiny_game import change, write

from pnp.diagnostics.codes import code_ids

CARDS = "card_data/tiny/cards.yaml"


@pytest.fixture
def wrong(tiny: Path) -> Path:
    """Write a game with a PNP030 and a PNP032, which are errors, and two PNP350, which are warnings."""
    change(tiny, CARDS, "name: Second", "word: Second")
    change(tiny, "layouts/tiny/card.xml.j2", 'x="4" y="20"', 'x="1" y="20"')
    return tiny


def codes(run: Run, *words: str) -> list[str]:
    return [each["code"] for each in json.loads(run("check", "tiny", "--json", *words).out)["tiny"]]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", ["PNP350", "PNP032", "PNP030"]),
        ("--select PNP350", ["PNP350"]),
        ("--select PNP03", ["PNP032", "PNP030"]),
        ("--select 350,pnp032", ["PNP350", "PNP032"]),
        ("--select PNP350 --select PNP032", ["PNP350", "PNP032"]),
        ("--select PNP200", []),
        ("--ignore PNP03", ["PNP350"]),
        ("--ignore PNP350 --ignore 030", ["PNP032"]),
        ("--select PNP03 --ignore PNP030", ["PNP032"]),
        ("--ignore PNP0,PNP3", []),
    ],
)
def test_codes_are_selected(words: str, expected: list[str], wrong: Path, run: Run) -> None:
    assert codes(run, *words.split()) == expected


def test_what_is_left_decides(wrong: Path, run: Run) -> None:
    assert run("check", "tiny", "--ignore", "PNP03")[:2] == (0, "tiny: 1 warning\n")
    assert run("check", "tiny", "--select", "PNP2") == (0, "tiny: no problems\n", "")


def test_strict_makes_errors_of_warnings(wrong: Path, run: Run) -> None:
    shown = run("check", "tiny", "--select", "PNP350", "--strict")
    assert (shown.code, shown.out) == (1, "tiny: 1 error\n")
    assert [each[:3] for each in read_facts(shown.err)] == [(f"{CARDS}:4:9", "error", "PNP350")]


def test_strict_leaves_notes(wrong: Path, run: Run) -> None:
    change(wrong, CARDS, "word: Second", "word: Second  # pnp: ignore PNP030")
    shown = run("check", "tiny", "--select", "PNP030", "--strict")
    assert (shown.code, shown.out) == (0, "tiny: 1 note\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--select PNP41O", "--select: there is no code PNP41O (did you mean PNP"),
        ("--ignore PNP350,none", "--ignore: there is no code none (pnp explain lists all)"),
        ("--select PNP", "--select: there is no code PNP ("),
        ("--ignore PNP3533", "--ignore: there is no code PNP3533 (did you mean PNP"),
        ("--select ,", "--select names nothing"),
        ("--select ٣٥٠", "--select: there is no code ٣٥٠ (pnp explain lists all)"),
    ],
)
def test_codes_that_there_are_not(words: str, said: str, tiny: Path, run: Run) -> None:
    shown = run("check", "tiny", *words.split(" ", 1))
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.startswith(f"pnp: {said}")


def test_the_project_sets_them(wrong: Path, run: Run) -> None:
    write(wrong, "pnp.toml", '[check]\nselect = ["PNP35", "PNP032"]\nignore = "PNP032"\nstrict = true\n')
    assert run("check", "tiny")[:2] == (1, "tiny: 1 error\n")
    assert run("check", "tiny", "--no-strict")[:2] == (0, "tiny: 1 warning\n")
    assert codes(run, "--select", "PNP030") == ["PNP030"]


def test_the_project_sets_them_wrongly(tiny: Path, run: Run) -> None:
    write(tiny, "pnp.toml", '[check]\nstrict = true\nignore = ["PNP350", "PNP3533"]\n')
    said = "pnp: pnp.toml:3: --ignore: there is no code PNP3533 (did you mean PNP"
    code, out, err = run("check", "tiny")
    assert (code, out, err.startswith(said)) == (2, "", True), err


def test_a_comment_ignores(wrong: Path, run: Run) -> None:
    change(wrong, CARDS, "rule: Take a [dot].", "rule: Take a [dot].  # pnp: ignore PNP350")
    assert codes(run) == ["PNP032", "PNP030"]
    assert "PNP350" not in run("build", "tiny", "--draft").err


def test_an_ignored_error_is_said_by_every_build(wrong: Path, run: Run) -> None:
    change(wrong, CARDS, "- id: two\n  word: Second\n", "- id: two\n  name: Second\n  x: 1  # pnp: ignore PNP030\n")
    assert run("check", "tiny", "--strict", "--ignore", "PNP350")[:2] == (0, "tiny: 1 note\n")
    shown = run("build", "tiny")
    assert shown.code == 0
    assert f'{CARDS}:7:3 PNP030 key="x" ~about=ignored' in shown.facts


def test_what_stops_the_loading_cannot_be_ignored(tiny: Path, run: Run) -> None:
    write(tiny, "card_data/tiny/game.yaml", "title: [  # pnp: ignore PNP0\n")
    shown = run("check", "tiny")
    assert (shown.code, shown.out) == (1, "tiny: 1 error\n")


@pytest.mark.parametrize("said", ["PNP201", "PNP2"])
def test_a_piece_that_cannot_be_drawn(said: str, tiny: Path, run: Run) -> None:
    change(tiny, "layouts/tiny/card.xml.j2", "<face>", "<face>{# pnp: ignore " + said + " #}{{ piece.nothing }}")
    shown = run("build", "tiny")
    assert [(each.code, each.about) for each in read_facts(shown.err)] == [("PNP201", "ignored: cards/one and 1 more")]
    assert shown.code == 0


def test_a_comment_on_paper(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/game.yaml", "  cards:\n", "  cards:  # pnp: ignore PNP405\n")
    shown = run("build", "tiny", "--only", "cards", "--skip", "99")
    assert [(each.severity, each.code, each.about) for each in read_facts(shown.err)] == [("note", "PNP405", "ignored")]


def test_a_comment_that_nothing_needs(tiny: Path, run: Run) -> None:
    change(tiny, CARDS, "name: First", "name: First  # pnp: ignore PNP350")
    shown = run("check", "tiny", "--strict")
    assert (shown.code, shown.out) == (1, "tiny: 1 error\n")
    assert [each[:3] for each in read_facts(shown.err)] == [(f"{CARDS}:3:30", "error", "PNP092")]
    assert shown.lines == [f"{CARDS}:3:30 PNP092 ignored=PNP350 where=here"]
    assert run("build", "tiny").err == ""


def test_codes_are_completed(tiny: Path, run_apart: Run) -> None:
    def completed(words: str) -> list[str]:
        asked = {"_PNP_COMPLETE": "complete_bash", "COMP_WORDS": f"pnp check {words}", "COMP_CWORD": "3"}
        return run_apart(env={**os.environ, **asked}).out.split()

    assert completed("--ignore PNP032,PNP350") == ["PNP032,PNP350"]
    assert completed("--select PNP03") == [code for code in code_ids() if code.startswith("PNP03")]
    assert completed("--format s") == ["sarif"]
