"""A second expansion for Hidden Leaders, written here: it changes what Forgotten Legacy changes, and both go together.

It knows nothing of the other one. Each adds to the aids, the signs, the parts, the setup, the Heroes and the figures of
the game's rules.
"""

import json
import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from facts import read_facts
from nightly import every
from reading import text_of
from saying import Run
from tiny_game import change, write

REPOSITORY = Path(__file__).parents[2]
LEGACY = ("golems", "bribery", "artifacts", "royal-intrigues")
ALL = (*LEGACY, "ferries")
HOME = "card_data/far-shore"
FILES = {
    f"{HOME}/game.yaml": """\
title: The Far Shore
version: "1"
languages: [en]
for: hidden-leaders
icons: {oar: art/oar.svg}
modules:
  ferries:
    title: Ferries
    not-with: {introductory: Play without ferries first.}
    components:
      oars:
        title: Oars
        size: 16
        shape: circle
        safe: 1mm
        front: oar.xml.j2
        back: oar.xml.j2
        data: oars.yaml
        fields: {icon: {type: icon, required: true}}
    add: {heroes: heroes.yaml, lines: lines.yaml, signs: signs.yaml, parts: parts.yaml}
    replace: {notes: notes.yaml}
    rules: ferry-rules.yaml
    setup: ferry-setup.yaml
""",
    f"{HOME}/oars.yaml": "- {id: oar, icon: oar, copies: 6}\n",
    f"{HOME}/heroes.yaml": """\
- id: far-ferryman
  number: 401
  name: Far Ferryman
  faction: [water]
  ability: "Take 1 [oar] from another player."
  emblem: {charge: oar, field: lozengy}
""",
    f"{HOME}/lines.yaml": """\
- id: ferry
  aid: turn
  place: 35
  is_part: false
  icon: oar
  title: Ferry
  text: "Give back 1 [oar] to draw from the Wilderness."
""",
    f"{HOME}/signs.yaml": "- {id: oar, icon: oar, what: oar}\n",
    f"{HOME}/parts.yaml": """\
- {id: oars, component: oars, icon: oar, what: oars, how: one for each player, title: Oars, box: all alike}
""",
    f"{HOME}/notes.yaml": "- {id: empty-harbor, text: If the Harbor is empty nobody rows.}\n",
    f"{HOME}/ferry-rules.yaml": """\
add:
  - {id: oars, say: There are six oars., count: oars, is: 6}
plus:
  heroes: 1
  heroes-per-faction: {water: 1}
  no-moves: {water: 1}
  harbor: 1
  game-end: 1
  ends-earlier: 1
""",
    f"{HOME}/ferry-setup.yaml": """\
add:
  zones:
    oar-pile: {title: Oars, starts: oars}
    oar: {title: Oar, per: players}
    oars: {title: Oars, at: [70, 88]}
  steps:
    - id: oars
      say: Give {count|word} oar to each player.
      do:
        - {move: 1, from: oar-pile, to: oar}
        - {move: all, from: oar-pile, to: oars}
plus:
  tables: {game_end: {2: 1, 3: 1, 4: 1, 5: 1, 6: 1}}
""",
    f"{HOME}/art/oar.svg": """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 8L6 3L6 1L9 1L9 4L7 4L2 9Z"/></svg>
""",
    "layouts/far-shore/oar.xml.j2": '<face><icon name="{{ piece.icon }}" x="4" y="4" size="8" fill="ink"/></face>\n',
}
QUICK = ("--lang", "en", "--ink", "low")  # what two expansions make of rules and ids is no matter of looks


def copy(root: Path, *games: str) -> None:
    for game in games:
        for part in ("card_data", "layouts"):
            shutil.copytree(REPOSITORY / part / game, root / part / game)


def write_expansion(root: Path) -> Path:
    for name, text in FILES.items():
        write(root, name, text)
    return root


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """Provide a project of the second expansion: the game and the other one come with pnp."""
    return write_expansion(tmp_path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a project with both expansions and the game, in one place, so that each face is drawn once."""
    root = tmp_path_factory.mktemp("whole")
    copy(root, "hidden-leaders", "forgotten-legacy")
    return root


@pytest.fixture
def shore(whole: Path) -> Path:
    """Provide the same project, with the second expansion as it stands here."""
    return write_expansion(whole)


@pytest.fixture
def pnp(pnp: Run, whole: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Run:
    if "shore" in request.fixturenames:
        monkeypatch.chdir(whole)
    return pnp


def lines_of(run: Run, aid: str, modules: tuple[str, ...], ink: str, root: Path) -> str:
    """Return what is printed on the front of an aid."""
    asked = ("--with", ",".join(modules), "--ink", ink, "--pieces", aid, "--no-instructions", "--marks", "none")
    built = run("build", "hidden-leaders", *asked, "--out", str(root / "aids"), "--json")
    assert built.code == 0, built
    (file,) = json.loads(built.out)["files"]
    return " ".join(text_of(Path(file)).split())


def test_it_is_right_by_itself(shore: Path, pnp: Run) -> None:
    assert pnp("check", "far-shore", "--strict") == (0, "far-shore: no problems\n", "")


@pytest.mark.nightly
def test_with_both_in_the_project_the_game_is_right(shore: Path, pnp: Run) -> None:
    """All sets of modules of both are proved."""
    assert pnp("check", "hidden-leaders", "--strict", *QUICK) == (0, "hidden-leaders: no problems\n", "")


NO_GOLEMS = "add:\n  - {id: no-golems, say: There are no Golems., require: \"heroes|all(it.mark != 'mark-golems')\"}\n"


@pytest.mark.nightly
def test_rules_that_only_both_together_break_are_found(shore: Path, pnp: Run) -> None:
    change(shore, f"{HOME}/ferry-rules.yaml", "add:\n", NO_GOLEMS)
    change(shore, f"{HOME}/heroes.yaml", "number: 401", "number: 203")
    found = pnp("check", "hidden-leaders", *QUICK)
    assert found.code == 1
    told = {(each.code, each.values.get("rule")) for each in read_facts(found.err)}
    assert {("PNP515", "no-golems"), ("PNP512", "hero-numbers")} <= told, found
    assert re.search(r"no-golems.*\(with ferries, golems\)", found.err), found
    assert re.search(r"hero-numbers.*\(with .*ferries\)", found.err), found


@pytest.mark.nightly
def test_ids_and_replacements_that_both_have_are_found(shore: Path, pnp: Run) -> None:
    change(shore, f"{HOME}/parts.yaml", "id: oars", "id: fate")
    change(shore, f"{HOME}/notes.yaml", "empty-harbor", "first-games")
    found = pnp("check", "hidden-leaders", *QUICK)
    assert found.code == 1
    told = {(each.code, each.values.get("id", "").split()[-1]) for each in read_facts(found.err) if each.code < "PNP2"}
    assert {("PNP115", "fate"), ("PNP119", "first-games")} <= told, found


@pytest.mark.nightly
def test_an_expansion_that_comes_with_pnp_is_looked_at_where_the_game_does(alone: Path, pnp: Run) -> None:
    """Not beside a copy of the game, which is somebody's own."""
    change(alone, f"{HOME}/ferry-rules.yaml", "add:\n", NO_GOLEMS)
    assert "no-golems" in pnp("check", "hidden-leaders", *QUICK).err
    copy(alone, "hidden-leaders")
    assert pnp("check", "hidden-leaders", *QUICK).code == 0


@pytest.mark.parametrize("players", every(2, range(2, 7)))
def test_figures_of_both_add_up(shore: Path, pnp: Run, players: int) -> None:
    said = pnp("setup", "hidden-leaders", "--players", str(players), "--with", ",".join(ALL), "--json")
    assert said.code == 0, said
    told = json.loads(said.out)
    zones = {zone["id"]: zone["count"] for zone in told["zones"]}
    tables = {table["id"]: table["value"] for table in told["tables"]}
    golems = 26 - 4 * (players == 2) - 1  # their Mother lies out
    assert zones["harbor"] == 73 - 5 * players + golems + 4 + 1
    assert (zones["oar"], zones["oars"]) == (players, 6 - players)
    assert tables["game_end"] == {2: 8, 3: 7, 4: 7, 5: 6, 6: 5}[players] + 1


SETS = [
    ("ferries",),
    ("ferries", "bribery"),  # six lines, and three signs below them
    ALL,
]


@pytest.mark.nightly
@pytest.mark.parametrize("modules", SETS[:0:-1], ids="+".join)
def test_modules_of_both_are_right_together(shore: Path, pnp: Run, modules: tuple[str, ...]) -> None:
    """Drawn in each ink, too."""
    found = pnp("check", "hidden-leaders", "--strict", "--with", ",".join(modules), "--lang", "en")
    assert found == (0, "hidden-leaders: no problems\n", "")


@pytest.mark.parametrize("ink", every(2, ["low", "full"]))
@pytest.mark.parametrize("modules", every(3, SETS[::-1]), ids="+".join)
def test_the_aid_of_the_turn_shows_all_lines(shore: Path, pnp: Run, modules: tuple[str, ...], ink: str) -> None:
    """In their order, and each sign with what it means."""
    said = lines_of(pnp, "turn", modules, ink, shore)
    brought = {"Bribe": "bribery", "Ferry": "ferries", "Artifact": "artifacts"}
    titles = ("Play or discard", "Bribe", "Draw to four", "Discard to three", "Ferry", "Fill the Tavern", "Artifact")
    expected = [title for title in titles if title not in brought or brought[title] in modules]
    assert [title for title in titles if title in said] == expected
    places = [said.index(title) for title in expected]
    assert all(one < other for one, other in pairwise(places)), said
    assert said.index("to draw from the Wilderness.") < said.index("face up") < said.index("face down")
    assert re.search(r"\boar\b", said)


def test_the_aid_of_who_wins_shows_all_lines(shore: Path, pnp: Run) -> None:
    said = lines_of(pnp, "victory", ALL, "low", shore)
    places = [said.index(title) for title in ("Golems", "Undead", "Water", "Empire", "Tribes", "golem marker")]
    assert places == sorted(places)


def test_the_whole_game_with_all_of_it(shore: Path, pnp: Run) -> None:
    """Parts and notes of both are in the rules and on the cover."""
    built = pnp("build", "hidden-leaders", "--with", ",".join(ALL), "--out", str(shore / "out"), "--json")
    assert built.code == 0 and json.loads(built.out)["problems"] == [], built
    said = " ".join(text_of(Path(json.loads(built.out)["files"][0])).split())
    for words in ("112 Heroes", "6 oars", "18 bribery tiles", "If the Harbor is empty nobody rows.", "Far Ferryman"):
        assert words in said, words
    assert "Play three of them without any module" in said
