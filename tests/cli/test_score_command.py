"""`pnp score`: who has won, by which rule; and `pnp check FILE`, which judges players' files without saying so."""

import json
from pathlib import Path

import pytest
from facts import facts
from rival_game import edit, write_rivals
from running import Run

TABLE = """\
red: 4
green: 5
players:
  - {name: Ann, leader: lemron, face_up: [water-1, army-1]}
  - {name: Benjamin, leader: cyra, face_up: [water-2], hidden: [emperor]}
  - {name: Cy, leader: myrad}
"""
VERDICT = """\
Water Folk: The markers are at most one space apart.

Whose leader is aligned with Water Folk?
  Ann       yes  stays
  Benjamin  yes  stays
  Cy         no  is out

Who has most heroes of Water Folk, face up and hidden?
  Ann       1  is out
  Benjamin  2  wins

Benjamin wins, by most-heroes.
"""
PARTY = """\
party:
  title: Party
  fields:
    heroes: {type: list, of: {type: reference, to: heroes}, required: true}
  rules:
    - id: size
      say: A party has two heroes.
      require: heroes|count == 2
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_rivals(tmp_path)
    (tmp_path / "table.yaml").write_text(TABLE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rewrite(old: str, new: str) -> None:
    assert TABLE.count(old) == 1
    Path("table.yaml").write_text(TABLE.replace(old, new), encoding="utf-8")


def test_the_verdict_step_by_step(root: Path, run: Run) -> None:
    assert run("score", "rivals", "table.yaml") == (0, VERDICT, "")


def test_the_verdict_as_json(root: Path, run: Run) -> None:
    shown = run("score", "rivals", "table.yaml", "--json")
    assert (shown.code, shown.err) == (0, "")
    assert json.loads(shown.out) == {
        "outcome": "water",
        "condition": "water",
        "track": {"red": 4, "green": 5},
        "steps": [
            {
                "id": "aligned",
                "kind": "only",
                "players": [
                    {"name": "Ann", "value": True, "stays": True},
                    {"name": "Benjamin", "value": True, "stays": True},
                    {"name": "Cy", "value": False, "stays": False},
                ],
            },
            {
                "id": "most-heroes",
                "kind": "most",
                "players": [
                    {"name": "Ann", "value": 1, "stays": False},
                    {"name": "Benjamin", "value": 2, "stays": True},
                ],
            },
        ],
        "winners": ["Benjamin"],
        "by": "most-heroes",
        "problems": [],
    }


def test_nobody_wins(root: Path, run: Run) -> None:
    Path("table.yaml").write_text("red: 1\ngreen: 9\nplayers: [{name: Ann, leader: cyra}, {name: Ben, leader: enned}]")
    shown = run("score", "rivals", "table.yaml")
    assert (shown.code, shown.out.splitlines()[-1]) == (0, "Nobody is aligned with Hill Tribes. Nobody wins.")
    edit(root, "victory.yaml", "nobody: Nobody is aligned with {outcome.name}. Nobody wins.\n", "")
    assert run("score", "rivals", "table.yaml").out.splitlines()[-1] == "Nobody wins, by aligned."


def test_several_share_the_victory(root: Path, run: Run) -> None:
    edit(root, "leaders.yaml", "{id: lemron,", "{id: lemron, copies: 3,")
    Path("table.yaml").write_text(
        "red: 1\ngreen: 9\nplayers:\n"
        + "".join(f"- {{name: {name}, leader: lemron}}\n" for name in ("Ann", "Ben", "Cy"))
    )
    shown = run("score", "rivals", "table.yaml")
    assert shown.out.splitlines()[-1] == "Ann, Ben and Cy share the victory: no rule parts them."
    said = json.loads(run("score", "rivals", "table.yaml", "--json").out)
    assert (said["winners"], said["by"]) == (["Ann", "Ben", "Cy"], None)


def test_modules_are_those_of_the_file_and_of_the_command(root: Path, run: Run) -> None:
    rewrite("green: 5\n", "green: 5\ngolem: 8\n")
    assert run("score", "rivals", "table.yaml").code == 1
    assert run("score", "rivals", "table.yaml", "--with", "golems").out == VERDICT
    rewrite("green: 5\n", "green: 5\ngolem: 8\nwith: [golems]\n")
    assert run("score", "rivals", "table.yaml").out == VERDICT
    rewrite("green: 5\n", "green: 5\ngolem: 8\nwith: [golems]\nbribes: [{hero: water-1, tile: loyalty}]\n")
    assert (
        run("score", "rivals", "table.yaml", "--with", "bribery").out.endswith("Ann wins, by highest-number.\n")
        is False
    )
    assert "Ann       2  stays" in run("score", "rivals", "table.yaml", "--with", "bribery").out


def test_mistakes_are_said_at_their_lines(root: Path, run: Run) -> None:
    rewrite("face_up: [water-2]", "face_up: [water-1]")
    shown = run("score", "rivals", "table.yaml")
    assert (shown.code, shown.out) == (1, "")
    assert shown.facts == ["table.yaml:5:46 PNP579 id=water-1 times=2"]
    assert shown.notices[-1].startswith("pnp: 1 error: ")
    rewrite("red: 4", "red: 13")
    shown = run("score", "rivals", "table.yaml", "--json")
    said = json.loads(shown.out)
    assert (shown.code, shown.err, list(said)) == (1, "", ["problems"])
    assert (said["problems"][0]["line"], said["problems"][0]["column"]) == (1, 6)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("rivals", "nix.yaml"), 3, "pnp: there is no file nix.yaml\n"),
        (("rivls", "table.yaml"), 2, 'pnp: there is no game "rivls" (did you mean rivals?)\n'),
        (("rivals", "table.yaml", "--with", "gloems"), 2, "pnp: rivals has no module gloems (did you mean golems?)\n"),
        (("rivals",), 2, "pnp: missing argument FILE (see pnp score --help)\n"),
    ],
)
def test_what_is_not_there(root: Path, run: Run, words: tuple[str, ...], code: int, said: str) -> None:
    assert run("score", *words) == (code, "", said)


def test_modules_that_cannot_be_chosen_together(root: Path, run: Run) -> None:
    edit(root, "game.yaml", "title: Golems\n", "title: Golems\n    not-with: {bribery: Too much at once.}\n")
    rewrite("green: 5\n", "green: 5\ngolem: 1\nwith: [golems, bribery]\n")
    assert run("score", "rivals", "table.yaml").facts == [
        "table.yaml:4:7 PNP584 refusal='module golems can't be used with bribery: Too much at once.'"
    ]


def test_a_game_without_victory(root: Path, run: Run) -> None:
    for name in ("victory.yaml", "golem-victory.yaml", "bribery-victory.yaml"):
        (root / "card_data/rivals" / name).unlink()
    edit(root, "game.yaml", "    victory: golem-victory.yaml\n", "")
    edit(root, "game.yaml", "    victory: bribery-victory.yaml\n", "")
    assert run("score", "rivals", "table.yaml").facts == ["table.yaml:1:1 PNP104 game=rivals"]


def test_a_selection_is_not_a_table(root: Path, run: Run) -> None:
    (root / "card_data/rivals/selections.yaml").write_text(PARTY)
    (root / "mine.yaml").write_text("game: rivals\nselection: party\nheroes: [emperor]\n")
    assert run("score", "rivals", "mine.yaml").facts == ["mine.yaml:1:1 PNP585 file=mine.yaml"]


def test_check_judges_a_selection(root: Path, run: Run) -> None:
    (root / "card_data/rivals/selections.yaml").write_text(PARTY)
    (root / "mine.yaml").write_text("game: rivals\nselection: party\nheroes: [emperor]\n")
    shown = run("check", "mine.yaml", "--format", "concise")
    assert (shown.code, shown.err) == (1, "mine.yaml: 1 error\n")
    (line,) = shown.out.splitlines()
    assert (
        facts(line) == "mine.yaml:3:9 PNP575 sentence='size: 1 isn't 2' ~origin=card_data/rivals/selections.yaml:6:11"
    )
    (root / "mine.yaml").write_text("game: rivals\nselection: party\nheroes: [emperor, army-1]\n")
    assert run("check", "mine.yaml") == (0, "mine.yaml: no problems\n", "")


def test_check_judges_a_table(root: Path, run: Run) -> None:
    Path("table.yaml").write_text(f"game: rivals\n{TABLE}", encoding="utf-8")
    assert run("check", "table.yaml") == (0, "table.yaml: no problems\n", "")


def test_check_can_be_told_to_ignore(root: Path, run: Run) -> None:
    (root / "card_data/rivals/selections.yaml").write_text(PARTY)
    (root / "mine.yaml").write_text("game: rivals\nselection: party\nheroes: [emperor]  # pnp: ignore PNP575\n")
    shown = run("check", "mine.yaml", "--format", "concise")
    assert (shown.code, shown.err) == (0, "mine.yaml: 1 note\n")
    assert run("check", "mine.yaml", "--ignore", "PNP575").out == "mine.yaml: no problems\n"


@pytest.mark.parametrize(("words", "code"), [(("nix.yaml",), 3), (("table.yaml",), 1)])
def test_check_of_files_that_name_no_game_or_are_not_there(
    root: Path, run: Run, words: tuple[str, ...], code: int
) -> None:
    assert run("check", *words).code == code


@pytest.mark.parametrize("ink", ["low", "full"])
@pytest.mark.parametrize("modules", [(), ("--with", "golems")])
def test_the_victory_map_is_drawn(root: Path, run: Run, ink: str, modules: tuple[str, ...]) -> None:
    shown = run("show", "rivals", "victory-map", "--ink", ink, "--dpi", "20", *modules)
    assert (shown.code, shown.err) == (0, "")
    assert Path(shown.out.strip()).is_file()


def test_the_victory_map_of_a_game_without_victory(root: Path, run: Run) -> None:
    edit(root, "game.yaml", "    victory: golem-victory.yaml\n", "")
    edit(root, "game.yaml", "    victory: bribery-victory.yaml\n", "")
    (root / "card_data/rivals/victory.yaml").unlink()
    shown = run("show", "rivals", "victory-map", "--dpi", "20")
    assert (shown.code, "rivals has no victory.yaml, which `victory` would tell" in shown.err) == (1, True)


PO = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgctxt "factions.water.name"
msgid "Water Folk"
msgstr "Seevolk"

msgctxt "condition:water.say"
msgid "The markers are at most one space apart."
msgstr "Die Marker liegen höchstens ein Feld auseinander."

msgctxt "winner:most-heroes.say"
msgid "Who has most heroes of {outcome.name}, face up and hidden?"
msgstr "Wer hat am meisten vom Typ {outcome.name}?"

msgctxt "winner:aligned.say"
msgid "Whose leader is aligned with {outcome.name}?"
msgstr "Wer ist mit {outcome.name} im Bunde?"

msgctxt "victory-rule:small.say"
msgid "Nobody has more than two heroes face up."
msgstr "Niemand hat mehr als zwei offene Helden."

msgctxt "pnp.score.wins"
msgid "wins"
msgstr "siegt"
"""
GERMAN = """\
Seevolk: Die Marker liegen höchstens ein Feld auseinander.

Wer ist mit Seevolk im Bunde?
  Ann         ja  bleibt
  Benjamin    ja  bleibt
  Cy        nein  ist raus

Wer hat am meisten vom Typ Seevolk?
  Ann       1  ist raus
  Benjamin  2  siegt

Benjamin gewinnt nach most-heroes.
"""


@pytest.fixture
def german(root: Path) -> Path:
    edit(root, "game.yaml", "languages: [en]", "languages: [en, de]")
    (root / "card_data/rivals/locale").mkdir()
    (root / "card_data/rivals/locale/de.po").write_text(PO, encoding="utf-8")
    return root


def test_the_verdict_in_another_language(german: Path, run: Run) -> None:
    assert run("score", "rivals", "table.yaml", "--lang", "de") == (0, GERMAN, "")


def test_a_broken_rule_in_another_language(german: Path, run: Run) -> None:
    rule = "{id: small, say: Nobody has more than two heroes face up., each: face_up|count <= 2, of: players}"
    edit(german, "victory.yaml", "winner:\n", f"rules: [{rule}]\nwinner:\n")
    rewrite("red: 4\n", "red: 4\ngame: rivals\n")
    assert "Niemand" not in run("check", "table.yaml", "--lang", "de").err
    table = Path("table.yaml").read_text(encoding="utf-8")
    Path("table.yaml").write_text(table.replace("army-1]", "army-1, army-2]"), encoding="utf-8")
    assert "Niemand hat mehr als zwei offene Helden." in run("check", "table.yaml", "--lang", "de").err
    shown = run("score", "rivals", "table.yaml", "--lang", "de")
    assert (shown.code, shown.out) == (1, "")
    assert any(line.startswith("table.yaml:5:5 PNP540 sentence='small: ") for line in shown.facts)
    assert "Niemand hat mehr als zwei offene Helden." in shown.err


def test_shared_and_nobody_in_another_language(german: Path, run: Run) -> None:
    edit(german, "victory.yaml", "nobody: Nobody is aligned with {outcome.name}. Nobody wins.\n", "")
    edit(german, "leaders.yaml", "number: 2", "number: 1")
    table = "red: 4\ngreen: %d\nplayers: [{name: Ann, leader: lemron}, {name: Ben, leader: cyra}]\n"
    Path("table.yaml").write_text(table % 4, encoding="utf-8")
    shared = run("score", "rivals", "table.yaml", "--lang", "de").out.splitlines()[-1]
    assert shared == "Ann und Ben gewinnen gemeinsam: Keine Regel entscheidet zwischen ihnen."
    Path("table.yaml").write_text((table % 9).replace("lemron", "enned"), encoding="utf-8")
    assert run("score", "rivals", "table.yaml", "--lang", "de").out.splitlines()[-1] == "Nach aligned gewinnt niemand."
