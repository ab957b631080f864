"""docs/sheet.md: its commands run, in a folder with what it speaks of."""

import re
from pathlib import Path

import pytest
from facts import fact
from running_sheets import DASHED, HALVES, MARKS, Deck, grounds, places
from saying import Run

PAGE = (Path(__file__).parents[2] / "docs/sheet.md").read_text(encoding="utf-8")
COMMANDS = [
    line.partition("#  ")[0].partition("  #")[0].strip().removeprefix("pnp ")
    for text in re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    for line in text.splitlines()
]
SHOWN = [text.partition("\n") for text in re.findall(r"^```\n\$ pnp (.*?)^```", PAGE, re.DOTALL | re.MULTILINE)]
OPTIONS = set(re.findall(r"`(--[a-z]+)", PAGE))


@pytest.mark.usefixtures("cards")
@pytest.mark.parametrize("line", COMMANDS)
def test_its_commands_run(line: str, run_whole: Run, deck: Deck) -> None:
    deck("1 0 0", "0 1 0", "0 0 1", "0 1 1")
    nine(deck)
    Path("counts.csv").write_text("name,copies\ngoblin,2\n")
    done = run_whole(*line.split())
    assert (done.code, {fact(line).code for line in done.err.splitlines()} - {"PNP415"}) == (0, set())


@pytest.mark.usefixtures("cards")
def test_it_shows_what_is_said(run_whole: Run, deck: Deck) -> None:
    nine(deck)
    deck(grounds(HALVES) + MARKS + DASHED, name="folded.pdf", w=210, h=297)
    assert len(SHOWN) == 2
    for words, _, said in SHOWN:
        done = run_whole(*words.split())
        assert done.err + done.out == said


def nine(deck: Deck) -> None:
    deck(grounds(places()), grounds(places()), name="nine.pdf", w=210, h=297)


def test_it_names_all_options(run_whole: Run) -> None:
    known = set(re.findall(r"^\s+(--[a-z]+)", run_whole("sheet", "--help").out, re.MULTILINE))
    assert known - OPTIONS <= {
        "--lang",
        "--dpi",
        "--draft",
        "--out",
        "--cache",
        "--project",
        "--json",
        "--instructions",
    }
    assert len(COMMANDS) >= 10
