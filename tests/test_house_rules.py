"""docs/house-rules.md: its overlay is the one in docs/house-rules, and commands say what it shows.

Before a block stands the file that it is a part of, or the change that is made before a command is given, as in
docs/rules.md. `…` stands for what isn't shown.
"""

import re
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from facts import read_facts
from nightly import every
from reading import text_of
from saying import Run
from tiny_game import change

REPOSITORY = Path(__file__).parents[1]
EXAMPLE = REPOSITORY / "docs" / "house-rules"
PAGE = EXAMPLE.with_suffix(".md").read_text(encoding="utf-8")
ASKED = ("hidden-leaders", "--with", "golems", "--overlay", "my-house.yaml")
ABILITY = "Place the top card of the Harbor"
FENCE = "`" * 3
_QUOTE = re.compile(rf"^\*`([^`]+)`\*\n\n{FENCE}yaml\n(.*?)^{FENCE}$", re.MULTILINE | re.DOTALL)
_SHOWN = re.compile(
    rf"(?:^\*`(?P<file>[^`]+)`: `(?P<old>[^`]+)` → `(?P<new>[^`]*)`\*\n\n)?^{FENCE}console\n(?P<text>.*?)^{FENCE}$",
    re.MULTILINE | re.DOTALL,
)


class Shown(NamedTuple):
    """Commands with what they say, after a change to a file, if there is one."""

    change: tuple[str, str, str] | None
    text: str

    @property
    def commands(self) -> list[tuple[list[str], str]]:
        """The words of each, and what it says."""
        _, *parts = re.split(r"^\$ pnp (.*)\n", self.text, flags=re.MULTILINE)
        return [(shlex.split(line), said) for line, said in zip(parts[::2], parts[1::2], strict=True)]


QUOTES = [(found[1], found[2]) for found in _QUOTE.finditer(PAGE)]
SHOWN = [
    Shown((found["file"], found["old"], found["new"]) if found["file"] else None, found["text"])
    for found in _SHOWN.finditer(PAGE)
]
MISTAKES = [shown for shown in SHOWN if shown.change]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a project with the games: one for all tests, so that each face is drawn once."""
    root = tmp_path_factory.mktemp("games")
    for game in ("hidden-leaders", "forgotten-legacy"):
        for part in ("card_data", "layouts"):
            shutil.copytree(REPOSITORY / part / game, root / part / game)
    return root


@pytest.fixture
def house(games: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide the folder of the example to stand in, as it was, in this project."""
    monkeypatch.setenv("COLUMNS", "120")
    shutil.rmtree(games / "docs", ignore_errors=True)
    monkeypatch.chdir(shutil.copytree(EXAMPLE, games / "docs" / "house-rules"))
    return Path.cwd()


def pictures(run: Run, piece: str, *words: str) -> list[bytes]:
    """Return the pictures of both sides of a piece."""
    shown = run("show", ASKED[0], piece, "--dpi", "60", *words)
    assert shown.code == 0, shown
    return [Path(line).read_bytes() for line in shown.out.splitlines()]


def ends(words: list[str]) -> dict[str, str]:
    """Return from what aids say: the number of players → that of the Heroes, which stands above it."""
    return {words[n - 1]: words[n - 2] for n, word in enumerate(words) if word == "players"}


def compare(shown: Shown, run: Run) -> None:
    for words, said in shown.commands:
        answer = run(*words)
        assert answer.code == (1 if shown.change else 0), answer
        expected = ".*".join(re.escape(part) for part in said.split("…"))
        assert re.fullmatch(expected, answer.err + answer.out, re.DOTALL), answer


def test_all_of_the_page_is_compared() -> None:
    assert 2 * (len(QUOTES) + len(SHOWN)) == PAGE.count(FENCE)
    assert len(MISTAKES) == PAGE.count("` → `") >= 2
    assert sorted(file for file, _ in QUOTES) == sorted(file.name for file in EXAMPLE.iterdir())
    given = {words[0] for shown in SHOWN for words, _ in shown.commands}
    assert given == {"check", "show", "setup", "build"}


@pytest.mark.parametrize(("file", "text"), QUOTES, ids=[file for file, _ in QUOTES])
def test_what_is_quoted_is_the_file(file: str, text: str) -> None:
    lines = (EXAMPLE / file).read_text(encoding="utf-8").splitlines(keepends=True)
    assert text == "".join(line for line in lines if not line.startswith("#"))


@pytest.mark.nightly
def test_what_commands_say(house: Path, run_whole: Run) -> None:
    """One after the other, in one folder."""
    for shown in SHOWN:
        if shown.change is None:
            compare(shown, run_whole)


@pytest.mark.parametrize("mistake", every(3, MISTAKES), ids=lambda mistake: mistake.change[2])
def test_what_is_said_of_mistakes(mistake: Shown, house: Path, run_whole: Run) -> None:
    assert mistake.change
    change(house, *mistake.change)
    compare(mistake, run_whole)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.change[2])
def test_mistakes_are_told_at_the_lines_of_the_overlay(mistake: Shown, house: Path) -> None:
    """Each at the one that was changed."""
    assert mistake.change
    change(house, *mistake.change)
    file, _, new = mistake.change
    lines = (house / file).read_text(encoding="utf-8").splitlines()
    (line,) = (number for number, text in enumerate(lines, 1) if new in text)
    (_, said), *_ = mistake.commands
    places = re.findall(r"^(\S+:\d+):\d+: error", said, re.MULTILINE)
    assert places and set(places) == {f"{file}:{line}"}


@pytest.mark.nightly
def test_it_is_right_in_each_ink(house: Path, run_whole: Run) -> None:
    for ink in ("low", "black"):  # with low full is looked at, too
        answer = run_whole("check", *ASKED, "--strict", "--ink", ink)
        assert (answer.code, answer.err) == (0, ""), answer


@pytest.mark.nightly
def test_it_says_of_all_rules_that_its_figures_break_what_holds_now(house: Path, run_whole: Run) -> None:
    """With the figures alone these two don't hold."""
    checked = ("check", "hidden-leaders", "--overlay", "my-house.yaml")
    for said, broken in (("rules: my-rules.yaml\n", set()), ("", {"game-end", "ends-earlier"})):
        (house / "my-house.yaml").write_text(f"setup: my-setup.yaml\n{said}", encoding="utf-8")
        told = read_facts(run_whole(*checked).err)
        assert {each.values["rule"] for each in told if each.code == "PNP516"} == broken


NEW = {
    "blank-mountain": True,
    "end-5": True,
    "end-6": True,
    "end-2": False,
    "end-3-4": False,
    "mother-of-golems": False,
}


@pytest.mark.nightly
def test_only_the_mountain_and_two_aids_are_drawn_anew(house: Path, run_whole: Run) -> None:
    """Their backs aren't."""
    for piece, is_new in NEW.items():
        ours = pictures(run_whole, piece, *ASKED[1:], "--out", "ours")
        theirs = pictures(run_whole, piece, *ASKED[1:3], "--out", "theirs")
        assert (ours[0] != theirs[0]) is is_new, piece
        assert ours[1] == theirs[1], piece


def test_the_ability_and_the_figures_are_printed(house: Path, run_whole: Run) -> None:
    pieces = ("--pieces", "blank-mountain,end-5,end-6", "--no-instructions", "--marks", "none", "--out", "read")

    def words(*overlay: str) -> list[str]:
        assert run_whole("build", *ASKED[:3], *overlay, *pieces).code == 0
        (file,) = [path for path in (house / "read").rglob("*.pdf") if ("overlay" in path.stem) is bool(overlay)]
        return text_of(file).split()

    ours, theirs = words(*ASKED[3:]), words()
    assert ABILITY in " ".join(ours) and ABILITY not in " ".join(theirs)
    assert (ends(ours), ends(theirs)) == ({"5": "5", "6": "4"}, {"5": "6", "6": "5"})
