"""What only follows from a mistake in a file of Hidden Leaders isn't said beside it; what is wrong by itself is."""

import shutil
from pathlib import Path

import pytest
from facts import fact
from nightly import every

from pnp.build.pipeline import check
from pnp.load import find_project
from pnp.model.options import Options
from pnp.model.problem import Problem, Severity

REPOSITORY = Path(__file__).parents[2]
DATA = "card_data/hidden-leaders"
RED = "red: {title: Red marker, from: 1, to: 12"
ROWS = "rows: {2: 8, 3: 7, 4: 7, 5: 6, 6: 5}"
EVEN = "require: heroes|sum(red or 0) == heroes|sum(green or 0)"
Edit = tuple[str, str, str]  # a file of the game, what stands there, what it becomes; "": all of it


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("echoes")
    for folder in (DATA, "layouts/hidden-leaders", "layouts/shared"):
        shutil.copytree(REPOSITORY / folder, root / folder)
    return root


def entry(id: str) -> str:
    """Return a hero, as it stands in the file."""
    text = (REPOSITORY / DATA / "heroes.yaml").read_text(encoding="utf-8")
    start = text.index(f"- id: {id}\n")
    return text[start : text.index("\n- id: ", start) + 1]


def find_problems(root: Path, *edits: Edit, options: Options | None = None) -> list[Problem]:
    before = {}
    for file, old, new in edits:
        path = root / file if "/" in file and (root / file).exists() else root / DATA / file
        text = path.read_text(encoding="utf-8")
        before.setdefault(path, text)
        assert not old or text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        path.write_text(text.replace(old, new) if old else new, encoding="utf-8", newline="\n")
    try:
        return check(find_project(root), options or Options("hidden-leaders", thorough=True)).problems
    finally:
        for path, text in before.items():
            path.write_text(text, encoding="utf-8", newline="\n")


def lines(problems: list[Problem]) -> list[str]:
    """Return the facts of errors without numbers of lines, which change whenever one is added above."""
    assert {each.severity for each in problems} == {Severity.ERROR}
    told = []
    for each in problems:
        file, also = each.span.file.removeprefix(f"{DATA}/"), f"{len(each.places)} places" if each.others else ""
        told.append(str(fact(each)._replace(place=file, meant="", origin="", also=also)))
    return told


UNREAD = {
    "rules": ("rules.yaml", "count: leaders\n  is", "count: [leaders\n  is"),
    "heroes": ("heroes.yaml", "name: Fern Gatherer", "name: [Fern Gatherer"),
    "leaders": ("leaders.yaml", "factions: [army, undead]", "factions: [army, undead"),
    "victory": ("victory.yaml", "outcomes: factions", "outcomes: [factions"),
    "setup": ("setup.yaml", "[2, 3, 4, 5, 6]", "[2, 3, 4, 5, 6"),
    "a module's rules": ("introductory/rules.yaml", "", "replace: [a"),
    "a module's setup": ("introductory/setup.yaml", "", "replace: [a"),
    "a module's examples": ("introductory/examples.yaml", "", "- [a"),
    "a module's notes": ("introductory/notes.yaml", "", "- [a"),
    "examples": ("examples.yaml", "", "- [a"),
    "notes": ("notes.yaml", "", "- [a"),
    "the board": ("board.yaml", "", "- [a"),
    "the rulebook": ("rulebook.yaml", "", "- [a"),
    "markers": ("markers.yaml", "", "- [a"),
    "player aids": ("support.yaml", "", "- [a"),
}


@pytest.mark.parametrize("what", every(15, UNREAD))
def test_a_file_that_cannot_be_read_is_one_line(copy: Path, what: str) -> None:
    (problem,) = find_problems(copy, UNREAD[what])
    assert problem.code == "PNP013"
    assert problem.span.file == f"{DATA}/{UNREAD[what][0]}"


@pytest.mark.parametrize("file", every(5, ["rules.yaml", "setup.yaml", "victory.yaml", "heroes.yaml", "examples.yaml"]))
@pytest.mark.parametrize(
    ("text", "code"), every(3, [("# nothing\n", "PNP004"), ("5\n", "PNP020"), ("- 5\n", "PNP020")], unpack=True)
)
def test_so_is_one_with_something_else_in_it(copy: Path, file: str, text: str, code: str) -> None:
    (problem,) = find_problems(copy, (file, "", text))
    assert (problem.code, problem.span.file) == (code, f"{DATA}/{file}")


ONE = {
    "a file that isn't there": (
        ("game.yaml", "data: leaders.yaml", "data: leadrs.yaml"),
        'game.yaml PNP001 name="leadrs.yaml"',
    ),
    "steps that are none": (
        ("setup.yaml", "steps:\n  - id: leaders\n", "steps: none\nstps:\n  - id: leaders\n"),
        "setup.yaml PNP020 path=steps wanted='a list of steps' found=\"none\"",
        'setup.yaml PNP030 key="stps"',
    ),
    "a table without a row": (
        ("setup.yaml", ROWS, ROWS.replace(" 5: 6,", "")),
        "setup.yaml PNP560 table=game_end players='5 players'",
    ),
    "a table with a row too many": (
        ("setup.yaml", ROWS, ROWS.replace("}", ", 7: 5}")),
        "setup.yaml PNP560 table=game_end players='7 players'",
    ),
    "players that are no list": (
        ("setup.yaml", "players: [2, 3, 4, 5, 6]", "players: 2-6"),
        "setup.yaml PNP020 path=players wanted='a list' found=\"2-6\"",
    ),
    "no players": (("setup.yaml", "players: [2, 3, 4, 5, 6]\n", ""), "setup.yaml PNP032 within=players"),
    "a track from a word": (
        ("victory.yaml", RED, RED.replace("1,", "one,")),
        "victory.yaml PNP020 path=track.red.from wanted='a whole number' found=\"one\"",
    ),
    "a track backwards": (
        ("victory.yaml", RED, RED.replace("1, to: 12", "12, to: 1")),
        "victory.yaml PNP035 low=12 high=1",
    ),
    "a faction that there is not": (
        ("heroes.yaml", "Goat Thief\n  faction: [tribes]", "Goat Thief\n  faction: [tribse]"),
        "heroes.yaml PNP110 path=faction.0 to=factions target=tribse",
    ),
    "a faction with another name": (
        ("game.yaml", "      tribes:\n        name", "      tribe:\n        name"),
        "game.yaml PNP514 rule=faction-signs reason='tribes isn't tribe' pieces=tribe",  # what the group itself says
        "heroes.yaml PNP110 path=faction.0 to=factions target=tribes ~also='26 places'",
    ),
    "a hero to drop who isn't there": (
        ("game.yaml", "heroes: {where: advanced}", "heroes: [antlerd-oracle]"),
        "game.yaml PNP116 module='module introductory' does=drops thing='a piece of heroes' id=antlerd-oracle",
    ),
    "a hero twice": (
        ("heroes.yaml", "  name: Fern Gatherer\n", "  name: Fern Gatherer\n  copies: 2\n"),
        "heroes.yaml PNP510 rule=heroes-per-faction found='20 for tribes ("
        "spirited-shaman, fern-gatherer, headlong-huntress and 16 more)' wanted=19",
    ),
    "a space too far": (
        ("heroes.yaml", "Goat Thief\n  faction: [tribes]\n  green: 2", "Goat Thief\n  faction: [tribes]\n  green: 3"),
        "heroes.yaml PNP511 rule=green-moves found='22 for tribes (of 19 pieces)' wanted=21",
    ),
    "a hero too few, whom examples name": (
        ("heroes.yaml", entry("fern-gatherer"), ""),
        "examples.yaml PNP104 path=score.players.0.face_up.0 to=heroes value=fern-gatherer ~also='3 places'",
        "heroes.yaml PNP510 rule=heroes-per-faction found='18 for tribes ("
        "spirited-shaman, headlong-huntress, goat-thief and 15 more)' wanted=19",
    ),
    "an outcome that there is not": (
        ("victory.yaml", "  - id: undead\n", "  - id: undeadd\n"),
        "victory.yaml PNP572 group=factions outcome=undeadd",
    ),
    "a zone that starts with nothing": (
        ("setup.yaml", "starts: leaders}", "starts: laeders}"),
        "setup.yaml PNP501 name=laeders",
    ),
    "a marker that there is not": (
        ("setup.yaml", "{put: red,", "{put: rde,"),
        "setup.yaml PNP554 step=markers marker=rde",
    ),
    "a misspelt kind of rule": (
        ("rules.yaml", "count: leaders\n  is", "cuont: leaders\n  is"),
        'rules.yaml PNP030 key="cuont"',
    ),
    "a misspelt action": (
        ("setup.yaml", "- shuffle: hero-pile", "- shufle: hero-pile"),
        'setup.yaml PNP030 key="shufle"',
    ),
    "a misspelt end of a track": (
        ("victory.yaml", RED, RED.replace("from", "form")),
        'victory.yaml PNP030 key="form"',
    ),
    "a misspelt marker in an example": (
        ("examples.yaml", "    red: 3\n", "    rde: 3\n"),
        'examples.yaml PNP030 key="rde"',
    ),
    "a misspelt id": (
        ("notes.yaml", "- id: first-games", "- idd: first-games"),
        'notes.yaml PNP030 key="idd"',
    ),
    "fields that aren't known": (
        ("game.yaml", "    data: cover.yaml\n    fields:", "    data: cover.yaml\n    fiedls:"),
        'game.yaml PNP030 key="fiedls"',
    ),
    "no groups": (("game.yaml", "\ngroups:", "\ngropus:"), 'game.yaml PNP030 key="gropus"'),
    "no icons": (("game.yaml", "\nicons:", "\nicnos:"), 'game.yaml PNP030 key="icnos"'),
    "an icon with another name": (
        ("game.yaml", "  red: art/icons/red.svg", "  rde: art/icons/red.svg"),
        "heroes.yaml PNP290 name=red ~about='heroes/hill-fort-archer and 8 more' ~also='12 places'",
    ),
    "a zone with another name": (
        ("setup.yaml", "  hero-pile: {", "  heroe-pile: {"),
        "setup.yaml PNP554 step=emperor zone=hero-pile ~also='3 places'",
    ),
    "a step that takes from nowhere": (
        ("setup.yaml", "{move: all, from: hero-pile, to: harbor}", "{move: all, from: hero-pile, to: harobr}"),
        "setup.yaml PNP554 step=harbor zone=harobr",
    ),
    "a value that others repeat": (
        (
            "game.yaml",
            "      tagline: &words\n        type: text\n        required: true",
            "      tagline: &words\n        type: text\n        required: treu",
        ),
        "game.yaml PNP020 path=components.cover.fields.tagline.required wanted='true or false' found=\"treu\"",
    ),
    "modules compared with a text": (
        ("rules.yaml", EVEN, "require: modules == 'storm'"),
        "rules.yaml PNP503 one='an empty list' other='the text storm'",
    ),
    "a module that there is not": (
        ("rules.yaml", EVEN, "require: \"'strom' in modules\""),
        "rules.yaml PNP132 name=strom",
    ),
    "a track without end": (
        ("victory.yaml", RED, RED.replace("12", "1200000")),
        "victory.yaml PNP035 low=1 high=1200000",
    ),
}


@pytest.mark.parametrize("mistake", every(18, ONE))
def test_what_follows_from_a_mistake_is_not_said(copy: Path, mistake: str) -> None:
    edit, *said = ONE[mistake]
    assert lines(find_problems(copy, edit)) == said


BESIDE = {
    "somebody unknown in an example, and another's mistake": (
        [
            ("heroes.yaml", "  name: Goat Thief\n  faction: [tribes]\n", "  name: Goat Thief\n"),
            ("examples.yaml", "face_up: [gate-sergeant, wall-mason]", "face_up: [gate-sergant, wall-mason]"),
        ],
        [
            "examples.yaml PNP104 path=score.players.1.face_up.0 to=heroes value=gate-sergant",
            "heroes.yaml PNP032 within=faction",
        ],
    ),
    "a template that reads nothing of what is wrong": (
        [
            ("setup.yaml", "players: [2, 3, 4, 5, 6]", "players: 2-6"),
            ("layouts/hidden-leaders/marker.xml.j2", "", "<face>{{ 5 + 'x' }}</face>"),
        ],
        [
            "setup.yaml PNP020 path=players wanted='a list' found=\"2-6\"",
            "layouts/hidden-leaders/marker.xml.j2 PNP201 error='unsupported operand type(s) for +: 'int' and "
            "'str'' ~about='markers/red and 1 more'",
        ],
    ),
    "a module that drops no rule, beside a rule that is broken": (
        [
            ("rules.yaml", "count: leaders\n  is: 6", "cuont: leaders\n  is: 6"),
            ("introductory/rules.yaml", "red-moves", "rde-moves"),
        ],
        [
            "introductory/rules.yaml PNP116 module='module introductory' does=drops thing='a rule' id=rde-moves",
            'rules.yaml PNP030 key="cuont"',
        ],
    ),
}


@pytest.mark.parametrize("mistakes", every(3, BESIDE))
def test_what_is_wrong_by_itself_is_said(copy: Path, mistakes: str) -> None:
    edits, said = BESIDE[mistakes]
    assert lines(find_problems(copy, *edits)) == said


@pytest.mark.nightly
def test_where_the_mistake_concerns_what_is_not_asked_for_its_echo_is_said(copy: Path) -> None:
    """Else nothing would be, and a sheet would come out wrong."""
    edits = [
        ("heroes.yaml", "  name: Spirited Shaman\n  faction: [tribes]\n", "  name: Spirited Shaman\n"),
        ("layouts/hidden-leaders/cover.xml.j2", "", "<face>{{ components.heroes[99].name }}</face>"),
    ]
    of_cover = find_problems(copy, *edits, options=Options("hidden-leaders", only=("cover",)))
    assert [problem.code for problem in of_cover] == ["PNP201"]
    assert [problem.code for problem in find_problems(copy, *edits)] == ["PNP032"]
