"""Warnings of one kind: the first five, then how many more; to programs each of them."""

import json
from pathlib import Path

import pytest
from running import Run
from tiny_game import change, write

GAME = "card_data/tiny/game.yaml"
CARDS = "card_data/tiny/cards.yaml"
MORE = "warning PNP026 and 7 more"


@pytest.fixture
def warned(tiny: Path) -> Path:
    """Twelve warnings of a kind, two of another."""
    write(
        tiny,
        CARDS,
        "".join(f"- id: c{number}\n  name: Card #{number} west\n" for number in range(12)) + "  rule: Take.\n",
    )
    change(tiny, GAME, "  less: {title: Fewer cards, not-with: [more], drop: {cards: [two]}}\n", "")
    write(tiny, "card_data/tiny/spare.yaml", "[]\n")
    write(tiny, "card_data/tiny/extra.yaml", "[]\n")
    return tiny


def warnings(text: str) -> list[str]:
    """Return the lines of PNP026 by their numbers, "other" for others that have a place, and the rest's beginning."""
    said = [line for line in text.splitlines() if " PNP" in line]
    return [_shortened(line) if line.startswith("card_data") else line.partition(" of its kind ")[0] for line in said]


def _shortened(line: str) -> str:
    return line.split(":")[1] if " PNP026 " in line else "other"


FEW = ["2", "4", "6", "8", "10"]


def test_check_says_five_of_a_kind_and_counts_the_others(warned: Path, run: Run) -> None:
    checked = run("check", "tiny")
    assert (checked.code, checked.out) == (0, "tiny: 14 warnings\n")
    assert warnings(checked.err) == [*FEW, "other", "other", MORE]


def test_concise_does_so_too(warned: Path, run: Run) -> None:
    checked = run("check", "tiny", "--format", "concise")
    assert (checked.code, checked.err) == (0, "tiny: 14 warnings\n")
    assert warnings(checked.out) == [*FEW, "other", "other", MORE]


@pytest.mark.parametrize("words", [("build", "tiny"), ("build", "tiny", "--all", "--paper", "a4", "--sides", "fronts")])
def test_builds_do_so_too(words: tuple[str, ...], warned: Path, run: Run) -> None:
    assert warnings(run(*words).err) == [*FEW, "other", "other", MORE]
    assert len(warnings(run(*words, "--all-warnings").err)) == 14


def test_each_is_said_where_all_are_asked_for(warned: Path, run: Run) -> None:
    assert len(warnings(run("check", "tiny", "--all-warnings").err)) == 14
    assert len(warnings(run("check", "tiny", "--all-warnings", "--format", "concise").out)) == 14
    write(warned, "pnp.toml", "[check]\nall-warnings = true\n")
    assert len(warnings(run("check", "tiny").err)) == 14


def test_programs_get_each(warned: Path, run: Run) -> None:
    assert len(json.loads(run("check", "tiny", "--json").out)["tiny"]) == 14
    assert len(json.loads(run("check", "tiny", "--format", "sarif").out)["runs"][0]["results"]) == 14
    assert len(run("check", "tiny", "--format", "github").out.splitlines()) == 14
    assert len(json.loads(run("build", "tiny", "--json").out)["problems"]) == 14


def test_what_the_line_advises_helps(warned: Path, run: Run) -> None:
    change(warned, GAME, "languages: [en]\n", "languages: [en]\nchecks: {ignore: [PNP026]}\n")
    checked = run("check", "tiny")
    assert (checked.out, warnings(checked.err)) == ("tiny: 2 warnings\n", ["other", "other"])


def test_a_few_errors_are_not_counted_together(warned: Path, run: Run) -> None:
    assert len(warnings(run("check", "tiny", "--strict").err)) == 14


def test_each_game_has_its_own_first_five(warned: Path, run: Run) -> None:
    for part in ("card_data", "layouts"):
        for path in sorted((warned / part / "tiny").rglob("*.*")):
            path_there = path.relative_to(warned).as_posix().replace("/tiny/", "/wee/")
            write(warned, path_there, path.read_text(encoding="utf-8"))
    for words in (("check",), ("build", "--all", "--paper", "a4", "--sides", "fronts")):
        assert warnings(run(*words).err).count(MORE) == 2, words
        assert warnings(run(*words).err).count("2") == 2, words
