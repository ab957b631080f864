"""`pnp build --watch`: builds again after each change, until interrupted."""

import os
import re
import signal
import subprocess
from pathlib import Path
from time import monotonic, sleep

import pytest
from facts import facts, read_facts
from running import Start
from tiny_game import change, write

pytestmark = pytest.mark.skipif(os.name != "posix", reason="is stopped by a signal")

BUILT = "output/tiny/en/tiny-low-a4.pdf: 2 pages on 2 sheets, {} pieces, {} cuts\n"
WATCHING = "watching for changes; stop with Ctrl+C\n"


class Watcher:
    """A watching process, of which lines are awaited."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None and process.stderr is not None
        self.process = process
        self.out, self.err = process.stdout, process.stderr

    def says(self) -> str:
        """Return the next line of errors; skip the source below a problem."""
        while (line := self.err.readline()).startswith(" "):
            continue
        return line

    def stop(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGINT)
        _, err = self.process.communicate(timeout=20)
        return self.process.returncode, err


def test_it_builds_again_and_again(tiny: Path, start: Start) -> None:
    watcher = Watcher(start("build", "tiny", "--watch"))
    assert (watcher.says(), watcher.out.readline()) == (WATCHING, BUILT.format(4, 6))
    change(tiny, "card_data/tiny/cards.yaml", "copies: 2", "copies: 3")
    assert re.fullmatch(r"\d\d:\d\d:\d\d card_data/tiny/cards.yaml has changed\n", watcher.says())
    assert (watcher.says(), watcher.out.readline()) == (WATCHING, BUILT.format(5, 7))

    change(tiny, "card_data/tiny/cards.yaml", "name: Second", "word: Second")  # wrong: said, and watched on
    assert "cards.yaml has changed" in watcher.says()
    assert facts(watcher.says().rstrip()) == "card_data/tiny/cards.yaml:5:3 PNP032 within=name"
    assert facts(watcher.says().rstrip()) == 'card_data/tiny/cards.yaml:6:3 PNP030 key="word"'
    assert "2 errors" in watcher.says()
    assert watcher.says() == WATCHING

    change(tiny, "layouts/tiny/card.xml.j2", "<face>", "<face>{{ 'a' * 999999999 }}")  # stops a build, not the watch
    assert "card.xml.j2 has changed" in watcher.says()
    assert watcher.says().startswith("pnp: layouts/tiny/card.xml.j2:1:1: ")
    assert watcher.says() == WATCHING

    (tiny / "layouts/tiny/card.xml.j2").unlink()
    assert "card.xml.j2 is gone" in watcher.says()
    lines = [watcher.says() for _ in range(4)]
    assert any(each.values.get("name") == "card.xml.j2" for each in read_facts("".join(lines))), lines
    assert watcher.stop()[0] == 130


def test_what_the_project_says_of_all_its_games_wakes_it(tiny: Path, start: Start) -> None:
    watcher = Watcher(start("build", "tiny", "--watch"))
    assert (watcher.says(), watcher.out.readline()) == (WATCHING, BUILT.format(4, 6))
    write(tiny, "pnp.toml", '[build]\nink = "full"\n')
    assert "pnp.toml is new" in watcher.says()
    assert (watcher.says(), watcher.out.readline()) == (WATCHING, BUILT.format(4, 6).replace("low", "full"))
    write(tiny, "pnp.toml", '[build]\nink = "rich"\n')
    assert "pnp.toml has changed" in watcher.says()
    assert watcher.says().startswith('pnp: pnp.toml:2: there is no --ink "rich"')
    assert watcher.says() == WATCHING
    write(tiny, "layouts/frame.xml.j2", "<g/>")
    assert "layouts/frame.xml.j2 is new" in watcher.says()
    assert watcher.stop()[0] == 130


def test_what_editors_leave_does_not_wake_it(tiny: Path, start: Start) -> None:
    watcher = Watcher(start("build", "tiny", "--watch"))
    assert watcher.says() == WATCHING
    for name in (".cards.yaml.swp", "cards.yaml~", ".#cards.yaml", "4913", "cards.yaml.tmp", "__pycache__/x.pyc"):
        write(tiny, f"card_data/tiny/{name}", "")
    sleep(0.8)
    assert watcher.stop() == (130, "pnp: interrupted\n")


def test_what_it_writes_does_not_wake_it(tiny: Path, start: Start) -> None:
    watcher = Watcher(
        start("build", "tiny", "--watch", "--out", "card_data/tiny/out", "--format", "png", "--dpi", "20")
    )
    assert watcher.err.readline() == WATCHING
    until = monotonic() + 0.8
    while monotonic() < until:
        assert watcher.process.poll() is None
        sleep(0.1)
    write(tiny, "card_data/tiny/out/tiny/en/x.png", "mine")
    assert watcher.stop() == (130, "pnp: interrupted\n")


def test_what_cannot_be_asked_for_is_not_watched(tiny: Path, start: Start) -> None:
    process = start("build", "tiny", "--watch", "--with", "mroe")
    assert process.communicate(timeout=20) == ("", "pnp: tiny has no module mroe (did you mean more?)\n")
    assert process.returncode == 2
