"""What players put together: which rules it breaks, said at its own places."""

from pathlib import Path

import pytest
from facts import facts, list_facts
from player_files import read_user_file
from rival_game import BUNDLED, edit, world_of, write_rivals

from pnp.io.project import Project
from pnp.rules.examples import examine_examples
from pnp.rules.selections import examine_selections, judge

RULES = "card_data/rivals/selections.yaml"
SELECTIONS = """\
party:
  title: Party
  fields:
    players: {type: integer, min: 1, max: 9, required: true}
    leader: {type: reference, to: leaders, required: true}
    heroes: {type: list, of: {type: reference, to: heroes}, required: true}
    first: {type: list, of: {type: reference, to: heroes}}
  define:
    sides: heroes|map(faction|first)
  rules:
    - id: size
      say: With {players} players a party has {tables.size} heroes.
      require: heroes|count == tables.size
    - id: aligned
      say: Every hero is of a faction of {leader}.
      each: faction|any(it in leader.factions)
      of: heroes
    - id: two-sides
      say: A party has two sides at least.
      count: sides|unique
      at-least: 2
    - id: among
      say: Who goes first is in the party.
      each: it in heroes
      of: first
    - id: names
      say: All have different names.
      unique: name
      of: heroes
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_rivals(tmp_path)
    (tmp_path / RULES).write_text(SELECTIONS)
    edit(tmp_path, "setup.yaml", "zones:", "tables: {size: {title: Size, rows: {2: 3, 3: 2, 4: 2}}}\nzones:")
    return tmp_path


def judged(root: Path, text: str) -> list[str]:
    file = root / "mine.yaml"
    file.write_text(f"selection: party\n{text}", encoding="utf-8")
    _, written, problems = read_user_file(Project(root, BUNDLED), file, "rivals")
    assert written is not None, problems
    world = world_of(root)
    return list_facts(judge(world, world.game.selections["party"], written))


def test_nothing_is_wrong(root: Path) -> None:
    assert judged(root, "players: 2\nleader: cyra\nheroes: [army-1, water-1, emperor]\nfirst: [emperor]") == []


def test_an_empty_list_breaks_no_rule_about_each(root: Path) -> None:
    assert judged(root, "players: 3\nleader: cyra\nheroes: [army-1, water-1]") == []


def test_the_number_of_players_counts(root: Path) -> None:
    assert judged(root, "players: 2\nleader: cyra\nheroes: [army-1, water-1]") == [
        f"mine.yaml:4:9 PNP575 rule=size reason='2 isn't 3' ~origin={RULES}:11:11"
    ]
    assert judged(root, "players: 5\nleader: cyra\nheroes: [army-1, water-1]") == [
        "mine.yaml:2:10 PNP580 players='5 players'"
    ]


def test_what_is_wrong_with_a_piece_is_said_at_the_piece(root: Path) -> None:
    assert judged(root, "players: 2\nleader: cyra\nheroes: [army-1, tribes-2, water-1]\nfirst: [undead-1]") == [
        f"mine.yaml:4:18 PNP575 rule=aligned reason='doesn't hold' pieces=tribes-2 ~origin={RULES}:14:11",
        "mine.yaml:5:9 PNP575 rule=among reason='undead-1 isn't one of army-1, tribes-2, water-1' "
        f"pieces=undead-1 ~origin={RULES}:22:11",
    ]


def test_of_a_list_those_are_named_for_which_a_rule_fails(root: Path) -> None:
    edit(
        root,
        "selections.yaml",
        "    - id: names\n",
        "    - {id: living, say: No undead., require: \"(heroes + first)|all('undead' not in faction)\"}\n"
        "    - id: names\n",
    )
    assert judged(root, "players: 3\nleader: enned\nheroes: [water-1, water-2, undead-1]\nfirst: [undead-1]")[-1] == (
        f"mine.yaml:4:28 PNP575 rule=living reason='doesn't hold for undead-1' ~origin={RULES}:26:12"
    )


def test_figures_by_way_of_definitions_are_said_at_the_field(root: Path) -> None:
    assert judged(root, "players: 3\nleader: cyra\nheroes: [army-1, army-2]") == [
        f"mine.yaml:4:9 PNP575 rule=two-sides found='1 (army)' wanted='at least 2' ~origin={RULES}:18:11"
    ]


def test_a_piece_more_often_than_there_is(root: Path) -> None:
    assert judged(root, "players: 2\nleader: cyra\nheroes: [army-1, water-1, army-1]\nfirst: [army-1]") == [
        "mine.yaml:4:27 PNP579 id=army-1 times=2"
    ]


def test_rules_that_cannot_be_evaluated_are_the_games_mistake(root: Path) -> None:
    edit(root, "selections.yaml", "count: sides|unique", "count: sides|unique(nam)")
    (problem,) = judged(root, "players: 3\nleader: cyra\nheroes: [army-1, water-2]")
    assert problem == f"{RULES}:20:27 PNP501 item=army name=nam ~meant=name"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("heroes|count == tables.size", "heros|count == 3", "13:16 PNP501 name=heros"),
        ("{players} players", "{player} players", "12:18 PNP501 name=player"),
        ("unique: name", "unique: nam", "28:15 PNP501 name=nam"),
        ("heroes|map(faction|first)", "heroes|map(faction|fist)", "9:31 PNP502 name=fist"),
        ("of: first", "of: frist", "25:11 PNP501 name=frist"),
        ("== tables.size", "== tables.siez", "13:39 PNP501 owner=tables name=siez ~meant=size"),
        ("{tables.size} heroes", "{tables.siez} heroes", "12:55 PNP501 owner=tables name=siez ~meant=size"),
        (
            "a faction of {leader}",
            "a faction of {leader.nmae}",
            "15:50 PNP501 owner=lemron name=nmae ~meant=number",
        ),
        (
            "faction|any(it in leader.factions)",
            "faction|any(it in leader.factions) and 'armi' not in faction",
            "16:52 PNP504 id=armi ~when=', for emperor' ~meant=army",
        ),
        ("unique: name", "unique: it.nam", "28:18 PNP501 owner=emperor name=nam ~meant=name"),
    ],
)
def test_names_are_looked_at_without_anybodys_file(root: Path, old: str, new: str, problem: str) -> None:
    assert examine_selections(world_of(root)) == []
    edit(root, "selections.yaml", old, new)
    (said,) = list_facts(examine_selections(world_of(root)))
    assert said.startswith(f"{RULES}:{problem}")


@pytest.mark.parametrize(
    "text",
    [
        "each: leader.number == 1 or leader == leader, of: cards",
        "require: cards|all(leader == 'cyra')",
        "count: of_leader, at-least: 0",
    ],
)
def test_a_name_of_the_selection_and_of_a_piece_is_told_without_anybodys_file(root: Path, text: str) -> None:
    cards = "cards: {type: list, of: {type: record, fields: {leader: {type: reference, to: leaders}}}}"
    edit(root, "selections.yaml", "    leader: {", f"    {cards}\n    leader: {{")
    edit(root, "selections.yaml", "    sides:", "    of_leader: cards|where(leader == 'cyra')\n    sides:")
    edit(root, "selections.yaml", "    - id: names\n", f"    - {{id: own, say: So., {text}}}\n    - id: names\n")
    (problem,) = examine_selections(world_of(root))
    assert facts(problem).endswith(" PNP521 name=leader whose='the item of the list's' other='the selection's'")
    assert "it.leader" in problem.hint and "chosen.leader" in problem.hint


def test_fields_of_a_selections_own_records_are_known(root: Path) -> None:
    laid = "laid: {type: list, of: {type: record, fields: {space: integer, token: {type: reference, to: heroes}}}}"
    edit(root, "selections.yaml", "    leader: {", f"    {laid}\n    leader: {{")
    rules = """\
    - {id: spaces, say: One on each., unique: space, of: laid}
    - {id: tokens, say: All lie on a space., each: space is not none and token is not none, of: laid}
    - {id: sums, say: So many., sum: space, of: laid, by: token.faction|first, at-most: 99}
    - id: names
"""
    edit(root, "selections.yaml", "    - id: names\n", rules)
    assert examine_selections(world_of(root)) == []
    edit(root, "selections.yaml", "unique: space", "unique: spaec")
    assert examine_selections(world_of(root))[0].code == "PNP501"


EXAMPLE = """\
- id: mine
  selection: party
  say: As it should be.
  given: {players: 2, leader: cyra, heroes: [%s]}
  breaks: [%s]
"""


@pytest.mark.parametrize(
    ("heroes", "breaks", "problems"),
    [
        ("army-1, army-2, emperor", "", []),
        ("army-1, army-2", "size, two-sides", []),
        (
            "army-1, tribes-1",
            "size",
            ["1:7 PNP576 id=aligned ~about='example mine' ~origin=%s:4:54"],
        ),
        (
            "army-1, army-2, emperor",
            "size",
            ["5:12 PNP576 id=size ~about='example mine'"],
        ),
        (
            "army-1, army-2",
            "size, two-side, two-sides",
            ["5:18 PNP576 owner=party id=two-side ~about='example mine'"],
        ),
        ("army-1, water-1, water-1", "", ["4:63 PNP579 id=water-1 times=2"]),
    ],
)
def test_examples_break_exactly_what_they_say(root: Path, heroes: str, breaks: str, problems: list[str]) -> None:
    file = "card_data/rivals/examples.yaml"
    (root / file).write_text(EXAMPLE % (heroes, breaks))
    found = list_facts(examine_examples(world_of(root)))
    assert found == [f"{file}:{problem}".replace("%s", file) for problem in problems]


def test_what_is_wrong_with_a_record_of_a_list_is_said_there(root: Path) -> None:
    laid = "    laid: {type: list, of: {type: record, fields: {hero: {type: reference, to: heroes}, spot: integer}}}\n"
    edit(root, "selections.yaml", "  define:\n", f"{laid}  define:\n")
    rule = "    - {id: spots, say: There are three spots., each: it.spot <= 3, of: laid}\n"
    edit(root, "selections.yaml", "    - id: names\n", f"{rule}    - id: names\n")
    table = "players: 3\nleader: cyra\nheroes: [army-1, water-1]\nlaid:\n"
    found = judged(root, f"{table}  - {{hero: army-1, spot: 3}}\n  - {{hero: water-1, spot: 4}}\n")
    assert found == [
        "mine.yaml:7:5 PNP575 rule=spots reason='4 is more than 3' pieces='hero: water-1, spot: 4' "
        f"~origin={RULES}:27:12"
    ]
