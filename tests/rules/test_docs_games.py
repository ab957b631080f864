"""docs/rules.md tells of the games in docs/games: what it quotes stands there, and commands say what it shows.

Before a block stands the file that it is a part of, or the change that is made before a command is given:

    *`decks/river.yaml`*                     the next block is a part of this file
    *`decks/river.yaml`: `thaw` → `spark`*   before the commands of the next block

`pytest --update` writes anew what commands say.
"""

import re
import shlex
import shutil
from pathlib import Path
from time import process_time
from typing import NamedTuple

import pytest
from legal_sets import legal_sets
from saying import Run
from tiny_game import change

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.model.patch import apply_modules
from pnp.model.rules import Expression
from pnp.model.span import Span
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.world import World

DOCS = Path(__file__).parents[2] / "docs"
GAMES, MANUAL = DOCS / "games", DOCS / "rules.md"
IDS = sorted(folder.name for folder in (GAMES / "card_data").iterdir())
FENCE = "`" * 3
_PART = re.compile(
    rf"^\*`(?P<file>[^`]+)`(?:: `(?P<old>[^`]+)` → `(?P<new>[^`]*)`)?\*$"
    rf"|^{FENCE}(?P<kind>yaml|csv|console)\n(?P<text>.*?)^{FENCE}$",
    re.MULTILINE | re.DOTALL,
)


class Quote(NamedTuple):
    file: str
    text: str


class Shown(NamedTuple):
    """Commands with what they say, after some changes; `number` is that of the block."""

    changes: tuple[tuple[str, str, str], ...]
    text: str
    number: int


def chapter() -> str:
    return MANUAL.read_text(encoding="utf-8").split("\n## Five small games\n", 1)[1].split("\n## ", 1)[0]


def proofs() -> str:
    """Return the chapter on what is proved, in one line."""
    text = MANUAL.read_text(encoding="utf-8").split("\n## What is proved, and what isn't\n", 1)[1]
    return " ".join(text.split())


def parts() -> list[Quote | Shown]:
    found: list[Quote | Shown] = []
    file = ""
    changes: list[tuple[str, str, str]] = []
    for part in _PART.finditer(chapter()):
        if part["old"] is not None:
            changes.append((part["file"], part["old"], part["new"]))
        elif part["file"]:
            file = part["file"]
        elif part["kind"] == "console":
            found.append(Shown(tuple(changes), part["text"], sum(isinstance(each, Shown) for each in found) + 1))
            changes = []
        else:
            found.append(Quote(file, part["text"]))
            file = ""
    return found


QUOTES = [part for part in parts() if isinstance(part, Quote)]
SHOWN = [part for part in parts() if isinstance(part, Shown)]


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the games, and enter the copy with room for long lines."""
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.chdir(shutil.copytree(GAMES, tmp_path / "games"))
    return tmp_path / "games"


def test_all_of_the_chapter_is_compared() -> None:
    assert 2 * (len(QUOTES) + len(SHOWN)) == chapter().count(FENCE)
    assert all(quote.file for quote in QUOTES)
    assert sum(len(each.changes) for each in SHOWN) == chapter().count("` → `")
    assert {each.file.split("/")[1] for each in QUOTES if each.file.startswith("card_data")} == set(IDS)
    assert {word for each in SHOWN for word in each.text.partition("\n")[0].split()} >= set(IDS)


@pytest.mark.parametrize("quote", QUOTES, ids=lambda quote: quote.file)
def test_what_is_quoted_stands_in_its_file(quote: Quote) -> None:
    text = (GAMES / quote.file).read_text(encoding="utf-8")
    assert f"\n{quote.text}" in f"\n{text}", quote.file


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: " ".join(shown.text.split("\n")[0].split()[2:]))
def test_what_commands_say(shown: Shown, games: Path, run_whole: Run, request: pytest.FixtureRequest) -> None:
    for file, old, new in shown.changes:
        change(games, file, old, new)
    said = ""
    for line in re.findall(r"^\$ pnp (.*)$", shown.text, re.MULTILINE):
        answer = run_whole(*shlex.split(line))
        said += f"$ pnp {line}\n{answer.err}{answer.out}"
    if request.config.getoption("--update"):
        rewrite(shown.number, said)
        return
    assert said == shown.text


def rewrite(number: int, said: str) -> None:
    """Replace the content of one block of commands in the manual."""
    blocks = MANUAL.read_text(encoding="utf-8").split(f"{FENCE}console\n")
    blocks[number] = said + FENCE + blocks[number].split(FENCE, 1)[1]
    MANUAL.write_text(f"{FENCE}console\n".join(blocks), encoding="utf-8")


def sets(id: str) -> list[tuple[str, ...]]:
    game, problems = load_game(Project(GAMES, GAMES), id)
    assert game is not None and problems == []
    return sorted(legal_sets(game))


@pytest.mark.parametrize(("id", "modules"), [(id, modules) for id in IDS for modules in sets(id)])
def test_each_game_is_right_with_each_set_of_modules(
    games: Path, run_whole: Run, id: str, modules: tuple[str, ...]
) -> None:
    answer = run_whole("check", id, "--strict", *(["--with", ",".join(modules)] if modules else []))
    assert (answer.code, answer.err) == (0, "")


def test_all_that_comes_with_the_games_is_right(games: Path, run_whole: Run) -> None:
    answer = run_whole("check", "--strict")
    assert (answer.code, answer.err) == (0, "")
    for deck in sorted((games / "decks").iterdir()):
        assert run_whole("check", str(deck), "--strict").code == 0


def test_the_island_is_dealt_in_less_than_a_second(games: Path, run_whole: Run) -> None:
    begun = process_time()
    assert all(run_whole("setup", "island", "--players", "3", "--seed", str(seed)).code == 0 for seed in range(5))
    assert process_time() - begun < 5


CLAIMS = [
    ("tricks", "", "32 cards for three players", "cards|count == 32 and numbers == [3]"),
    ("tricks", "", "four suits, eight ranks, 120 points", "suits|count == 4 and cards|map(rank)|set|count == 8"),
    ("tricks", "", "120 points", "cards|sum(points) == 120"),
    ("tricks", "", "111, the rule says 120", "cards|sum(points) - 10 + 1 == 111"),
    ("tricks", "doubled", "Four can play with 48 cards", "cards|count == 48 and numbers == [4]"),
    ("tricks", "doubled", "two of each from the nine up", "cards|all(copies == 2 and rank not in ['7', '8'])"),
    ("tricks", "doubled", "12 instead of 8", "suits|all(s = cards|where(suit == s)|count == 12)"),
    ("duel", "", "There are 18 cards, each printed once", "cards|count == 18 and cards|all(copies == 1)"),
    ("duel", "", "60 cards, at most four of one", "deck_size == 60 and most_alike == 4"),
    ("kingdom", "", "Ten of 25 cards lie out", "cards|count == 25 and lie_out == 10"),
    ("island", "", "nineteen hexes", "hexes|count == 19 and spots|count == 19"),
    ("kingdom", "", "more than three million markets", "25*24*23*22*21 / 120 * 20*19*18*17*16 / 30240 > 3000000"),
    ("porter", "", "Sixteen guests for two to four players", "guests|count == 16 and numbers == [2, 3, 4]"),
    ("porter", "full-house", "five more guests", "guests|count == 16 + 5"),
    ("porter", "full-house", "Five and six can play", "numbers == [2, 3, 4, 5, 6]"),
]


@pytest.mark.parametrize(("id", "module", "claim", "expression"), CLAIMS)
def test_figures_that_the_chapter_tells(id: str, module: str, claim: str, expression: str) -> None:
    assert claim in chapter().replace("\n", " ")
    game, _ = load_game(Project(GAMES, GAMES), id)
    assert game is not None
    modules = (module,) if module else ()
    world = World(apply_modules(game, [game.modules[each] for each in modules]), modules, Evaluator())
    assert world.evaluator.decision(Expression(expression, Span("docs/rules.md")), world.names)


class Slip(NamedTuple):
    """A change to a file of a game, and the kind of problem that the manual says it is, in these words."""

    words: str
    file: str
    old: str
    new: str
    code: str


NAMED = "{move: [raiders, pirates]"
SUMS = """\
  rules:
    - {id: dear, say: Dear., sum: cost, of: cards, at-least: 100}
    - {id: cheap, say: Cheap., sum: cost, of: cards, at-most: 90}
"""
SLIPS = [
    Slip("no zone is short of pieces", "kingdom/setup.yaml", "move: lie_out", "move: 26", "PNP550"),
    Slip("none is left over", "tricks/setup.yaml", "move: all,", "move: 9,", "PNP551"),
    Slip("or forgotten", "island/setup.yaml", "starts: spots", "starts: spots|where(q > 0)", "PNP553"),
    Slip("every table has its row", "porter/setup.yaml", ", 4: 4}", "}", "PNP560"),
    Slip("every step is taken somewhere", "porter/setup.yaml", "when: players == 2", "when: players == 7", "PNP565"),
    Slip("from a pile that nobody shuffled", "kingdom/setup.yaml", "{shuffle: pile}, ", "", "PNP563"),
    Slip("*Not found*, PNP589", "kingdom/setup.yaml", "cost == 2", "cost == 1", "PNP589"),
    Slip("*Impossible*, PNP588", "kingdom/setup.yaml", "{shuffle: pile}, {move: lie_out", NAMED, "PNP588"),
    Slip("nobody is left beside the winner", "porter/victory.yaml", "ties: shared", "", "PNP542"),
    Slip("where they ask for it", "tricks/rules.yaml", "is: 120", "is: 9 if 'doubled' in modules else 120", "PNP511"),
    Slip("by its copies or `copies:`", "duel/selections.yaml", "unlimited} ", "3} ", "PNP522"),
    Slip("every hole can be filled in", "porter/full-house.csv", "{guests", "{guest", "PNP501"),
]


def slipped(games: Path, run: Run, slip: Slip) -> set[str]:
    """Return the codes of the problems after a slip."""
    change(games, f"card_data/{slip.file}", slip.old, slip.new)
    return set(re.findall(r"PNP\d{3}", run("check", slip.file.split("/")[0], "--strict").err))


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.code)
def test_what_the_manual_calls_proved_is_found(games: Path, run_whole: Run, slip: Slip) -> None:
    assert slip.words in proofs()
    assert slip.code in slipped(games, run_whole, slip)


def test_what_the_manual_says_is_not_found(games: Path, run_whole: Run) -> None:
    slip = Slip("two rules about the sum of costs aren't", "duel/selections.yaml", "  rules:\n", SUMS, "PNP522")
    assert slip.words in proofs()
    assert slip.code not in slipped(games, run_whole, slip)
