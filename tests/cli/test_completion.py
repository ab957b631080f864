"""What a shell is told when one presses the tab key."""

import os
from pathlib import Path

import pytest
import typer
from nightly import every
from running import Run
from test_help import COMMANDS
from tiny_game import write


@pytest.fixture
def complete(run_apart: Run) -> "Complete":
    return Complete(run_apart)


class Complete:
    def __init__(self, run: Run) -> None:
        self._run = run

    def __call__(self, line: str) -> list[str]:
        """Return the completions of the last word of the line."""
        words = line.split(" ")
        asked = {"_PNP_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
        answered = self._run(env={**os.environ, **asked})
        assert answered.err == "", answered.err
        return answered.out.split()


@pytest.mark.parametrize(
    ("line", "words"),
    every(
        2,
        [
            ("pnp b", ["build"]),
            ("pnp build t", ["tiny"]),
            ("pnp list t", ["tiny"]),
            ("pnp new x --from t", ["tiny"]),
            ("pnp build tiny --wi", ["--with"]),
            ("pnp build tiny --only ", ["cards", "coins"]),
            ("pnp build tiny --only ca", ["cards"]),
            ("pnp build tiny --only cards,", ["cards,coins"]),
            ("pnp build tiny --with mo", ["more", "most"]),
            ("pnp build tiny --lang ", ["en", "en-XA", "ar-XB"]),
            ("pnp build tiny --paper le", ["letter", "legal"]),
            ("pnp build tiny --ink f", ["full"]),
            ("pnp build tiny --marks ", ["lines", "edges", "corners", "none"]),
            ("pnp build tiny --ink wrong --dpi many --sides d", ["duplex"]),
            ("pnp show tiny t", ["two"]),
            ("pnp check nothing --with m", []),
            ("pnp build --only c", []),
            ("pnp pri", ["printer"]),
            ("pnp printer r", ["remove"]),
            ("pnp printer show ", []),
        ],
        unpack=True,
    ),
)
def test_words(line: str, words: list[str], tiny: Path, complete: Complete) -> None:
    assert complete(line) == words


@pytest.mark.parametrize("name", COMMANDS)
def test_every_kind_of_values_is_known(name: str, tiny: Path) -> None:
    context = typer.Context(COMMANDS[name], resilient_parsing=True)
    for param in COMMANDS[name].params:
        param.shell_complete(context, "")


def test_another_project(tiny: Path, complete: Complete, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert complete(f"pnp build --project {tiny} ti") == ["tiny"]
    assert complete(f"pnp build --project {tiny} tiny --only co") == ["coins"]


def test_a_game_that_cannot_be_read_completes_to_nothing(tiny: Path, complete: Complete) -> None:
    write(tiny, "card_data/tiny/game.yaml", "[" * 50_000)
    assert complete("pnp build tiny --only c") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_each_shell_gets_its_script(shell: str, run_apart: Run) -> None:
    environment = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    shown = run_apart("--show-completion", shell, env=environment)
    assert (shown.code, shown.err) == (0, "")
    assert "_PNP_COMPLETE" in shown.out
