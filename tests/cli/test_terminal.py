"""Colours and progress: on a terminal only, and not on one that can't or doesn't want them."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest
from running import Run, Start
from tiny_game import change, write

from pnp.cli import terminal
from pnp.cli.terminal import ProgressLine

pty = pytest.importorskip("pty")

OnTerminal = Callable[..., str]

QUICKLY = "from pnp.cli import terminal; terminal._AFTER = 3600"  # however busy the machine is


@pytest.fixture
def on_terminal(start: Start) -> OnTerminal:
    """Return a function that runs a command in a terminal and returns what is displayed there."""

    def display(*words: str, setup: str = QUICKLY, **env: str) -> str:
        ours, theirs = pty.openpty()
        plain = {"TERM": "xterm-256color", "COLUMNS": "120", "NO_COLOR": ""}
        process = start(*words, setup=setup, stdout=theirs, stderr=theirs, env={**plain, **env})
        os.close(theirs)
        seen = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            seen += part
        os.close(ours)
        process.wait(20)
        return seen.decode().replace("\r\n", "\n")

    return display


def add_mistake(root: Path) -> None:
    change(root, "card_data/tiny/cards.yaml", "copies: 2", "copies: two")


def built_before(root: Path) -> None:
    """So that nothing is said of what might be next."""
    (root / "output/tiny").mkdir(parents=True)


PLACE = "card_data/tiny/cards.yaml:2:11"
SOURCE = " 2 |   copies: two\n   |           ^^^\n"


def test_errors_are_coloured(tiny: Path, on_terminal: OnTerminal) -> None:
    add_mistake(tiny)
    shown = on_terminal("build", "tiny")
    assert f"\x1b[1m{PLACE}:\x1b[0m\x1b[31m error PNP020\x1b[0m" in shown
    assert "\x1b[2m 2 |\x1b[0m   copies: two\n\x1b[2m   |\x1b[0m\x1b[31m           ^^^\x1b[0m\n" in shown
    assert "\x1b[1;31mpnp:\x1b[0m 1 error" in shown


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_not_where_they_are_not_wanted(env: dict[str, str], tiny: Path, on_terminal: OnTerminal) -> None:
    add_mistake(tiny)
    shown = on_terminal("build", "tiny", **env)
    assert "\x1b" not in shown
    assert re.fullmatch(f"{PLACE}: error PNP020 .*\n{re.escape(SOURCE)}pnp: 1 error: .*\n", shown)


def test_not_in_a_pipe(tiny: Path, run_apart: Run) -> None:
    add_mistake(tiny)
    built = run_apart("build", "tiny", env={"TERM": "xterm-256color"})
    assert (built.code, built.out) == (1, "") and "\x1b" not in built.err
    assert re.fullmatch(f"{PLACE}: error PNP020 .*\npnp: 1 error: .*\n", built.err)


def test_long_lines_are_left_whole(tiny: Path, on_terminal: OnTerminal) -> None:
    add_mistake(tiny)
    assert on_terminal("build", "tiny", COLUMNS="30").count("\n") == 4


def test_a_quick_build_shows_no_progress(tiny: Path, on_terminal: OnTerminal) -> None:
    built_before(tiny)
    assert on_terminal("build", "tiny") == "output/tiny/en/tiny-low-a4.pdf: 2 pages on 2 sheets, 4 pieces, 6 cuts\n"


def test_a_slow_build_shows_progress_and_takes_it_away(tiny: Path, on_terminal: OnTerminal) -> None:
    built_before(tiny)
    write(
        tiny,
        "card_data/tiny/cards.yaml",
        "".join(f"- {{id: {n}, name: N, rule: R}}\n" for n in ["one", "two", *range(170)]),
    )
    shown = on_terminal("build", "tiny", setup="from pnp.cli import terminal; terminal._AFTER = terminal._EVERY = 0")
    assert "laying out" in shown
    assert re.search(r" [4-6]\d %", shown)
    last = shown.rpartition("\x1b[2K")[2]
    assert last.endswith("output/tiny/en/tiny-low-a4.pdf: 10 pages on 10 sheets, 173 pieces, 103 cuts\n"), repr(last)
    assert last.count("\n") == 4, "the result, and a note with its line"


@pytest.mark.parametrize("is_terminal", [True, False])
def test_progress_begins_after_a_second(
    is_terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = monotonic()
    monkeypatch.setattr(terminal, "monotonic", lambda: now)
    monkeypatch.setattr(terminal, "is_terminal", lambda: is_terminal)
    monkeypatch.setenv("FORCE_COLOR", "1")
    with ProgressLine() as line:
        line("laying out", 1, 50)
        now += 0.99
        line("laying out", 2, 50)
        assert capsys.readouterr().err == ""
        now += 0.02
        line("laying out", 25, 50)
        shown = capsys.readouterr().err
        assert ("laying out" in shown and "50 %" in shown) == is_terminal
        now += 0.05
        line("laying out", 26, 50)
        assert capsys.readouterr().err == "", "faster than anyone can read"
        now += 0.06
        line("laying out", 27, 50)
        assert ("54 %" in capsys.readouterr().err) == is_terminal


def test_the_first_build_says_what_might_be_next(tiny: Path, on_terminal: OnTerminal) -> None:
    step = "Next: print it at 100 % · --sides duplex prints backs, too · "
    last = "--watch builds again whenever you save\n"
    assert on_terminal("build", "tiny").endswith(f" cuts\n{step}--ink full is in full colour · {last}")
    assert "Next:" not in on_terminal("build", "tiny", "--ink", "full")
    assert on_terminal("build", "tiny", "--ink", "full", "--sides", "duplex", "--out", "else").endswith(
        f" cuts\nNext: print it at 100 % · {last}"
    )
    assert on_terminal("build", "tiny", "--only", "coins", "--out", "third").endswith(
        f", 1 piece\nNext: print it at 100 % · --ink full is in full colour · {last}"
    )
    pictures = on_terminal("build", "tiny", "--format", "png", "--dpi", "30", "--ink", "full", "--out", "fourth")
    assert pictures.endswith(f" pictures\nNext: --sides duplex prints backs, too · {last}")
