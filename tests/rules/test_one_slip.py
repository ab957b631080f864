"""A slip in a rule is one problem at its place, and hides nothing of what else is wrong."""

from pathlib import Path

import pytest
from facts import facts
from small_game import FILES, rule, write_small

from pnp.build.judging import judge_rules
from pnp.build.loading import load_game
from pnp.check import names
from pnp.diagnostics.report import list_problems
from pnp.io.project import Project
from pnp.localise import make_edition
from pnp.model.options import Options
from pnp.model.problem import Problem

VICTORY = """\
track: {red: {title: Red, from: 1, to: 3, start: 1}}
define: {far: red == 3}
outcomes: factions
conditions:
  - {id: water, say: Far., when: far}
  - {id: fire, say: Not far., when: red < 2}
"""
WRONG = rule("count: heroes\nis: 6", id="six") + rule("require: heros|count == 5", id="spelling")
FOUND = [
    "heroes.yaml PNP510 rule=six found='5 (eel, carp, imp and 1 more)' wanted=6 ~origin=rules.yaml:{six}:7",
    "rules.yaml:{spelling}:12 PNP501 name=heros ~meant=heroes",
    "setup.yaml:9:16 PNP501 name=tabels ~meant=tables",
    "victory.yaml:5:3 PNP570 count=1 all=3 states='red 2'",
]


def everything(root: Path, rules: str, **changed: str) -> list[str]:
    setup = FILES["setup.yaml"].replace("Deal {count}", "Deal {tabels.hand}")
    write_small(root, rules, **{"setup": setup, "victory": VICTORY, **changed})
    project = Project(root, root)
    game, loaded = load_game(project, "small")
    assert game is not None
    options = Options(game="small", thorough=True)
    edition = make_edition(game, "", "low", ())
    found: list[Problem] = [*loaded, *names.find_unknown_modules(game, project), *names.references(game, project)]
    found += judge_rules(game, edition, options)
    return [facts(problem).replace("card_data/small/", "") for problem in list_problems(found)]


def rest(first: int) -> list[str]:
    """Return the other problems, where the first rule has so many lines."""
    return [line.format(six=first + 1, spelling=first + 7) for line in FOUND]


def test_what_is_wrong_without_a_slip(tmp_path: Path) -> None:
    assert everything(tmp_path, WRONG) == rest(0)


@pytest.mark.parametrize(
    ("slip", "said"),
    [
        ("cout: heroes\nis: 9", '3:3 PNP030 key="cout" ~meant=count'),
        ("count: heroes\nwhre: power > 2\nis: 2", '4:3 PNP030 key="whre" ~meant=where'),
        ("require: \"'moom' in modules\"", "3:13 PNP132 name=moom ~meant=moon"),
        (
            "require: heroes|count == (4 if 'snu' not in modules else 9)",
            "3:34 PNP132 name=snu ~meant=sun",
        ),
    ],
)
def test_the_rest_is_still_found(slip: str, said: str, tmp_path: Path) -> None:
    slipped = rule(slip, id="slip")
    lines = everything(tmp_path, slipped + WRONG)
    assert f"rules.yaml:{said}" in lines
    assert [line for line in lines if line != f"rules.yaml:{said}"] == rest(slipped.count("\n"))


def test_rules_that_need_one_that_could_not_be_read_are_left_out(tmp_path: Path) -> None:
    rules = rule("cout: heroes\nis: 9", id="slip") + rule("count: heroes\nis: 9\nneeds: [slip]", id="after")
    lines = everything(tmp_path, rules, setup=FILES["setup.yaml"], victory=VICTORY.replace("red < 2", "red < 3"))
    assert lines == ['rules.yaml:3:3 PNP030 key="cout" ~meant=count']


ASKING = rule("count: heroes\nis: 6", id="six") + rule(
    "require: zones.hands == 9 and states|where(far)|count == 9", id="asking"
)


@pytest.mark.parametrize(
    ("file", "old", "new", "hidden"),
    [
        ("setup", "rows: {2: 2,", "rosw: {2: 2,", ("rules.yaml", "setup.yaml:6")),
        ("setup", "zones:", "zoens:", ("rules.yaml", "setup.yaml:6")),
        ("setup", "steps:", "setps:", ("rules.yaml", "setup.yaml:6", "setup.yaml:9")),
        ("setup", "move: tables.hand", "mvoe: tables.hand", ("rules.yaml", "setup.yaml:6")),
        ("setup", "players: [2, 3, 4]", "palyers: [2, 3, 4]", ("rules.yaml", "setup.yaml:6", "setup.yaml:9")),
        ("victory", "when: red < 2", "wehn: red < 2", ("rules.yaml", "victory.yaml:5")),
        ("victory", "track:", "trakc:", ("rules.yaml", "victory.yaml:5", "setup.yaml:9")),
        ("victory", "from: 1", "form: 1", ("rules.yaml", "victory.yaml:5")),
        ("victory", "define:", "defien:", ("rules.yaml", "victory.yaml:5", "setup.yaml:9")),
    ],
)
def test_a_slip_in_a_setup_or_a_victory_hides_only_what_needs_it(
    file: str, old: str, new: str, hidden: tuple[str, ...], tmp_path: Path
) -> None:
    """A name that nothing has may be that of a definition, or a variable, that couldn't be read."""
    before = everything(tmp_path, ASKING)
    text = {"setup": FILES["setup.yaml"].replace("Deal {count}", "Deal {tabels.hand}"), "victory": VICTORY}[file]
    after = everything(tmp_path, ASKING, **{file: text.replace(old, new)})
    (slip,) = [line for line in after if "PNP030" in line]
    assert slip.startswith(f"{file}.yaml:")
    kept = [line for line in before if not line.startswith(hidden)]
    assert [line for line in after if line != slip and not line.startswith("setup.yaml:6")] == [
        line for line in kept if not line.startswith("setup.yaml:6")
    ]


def test_a_slip_in_a_piece_hides_only_what_looks_at_it(tmp_path: Path) -> None:
    heroes = FILES["heroes.yaml"].replace("power: 1", "pwoer: 1")
    looking = rule("sum: power\nof: heroes\nis: 99", id="looking")
    lines = everything(tmp_path, WRONG + looking, heroes=heroes)
    assert lines == [
        FOUND[0].format(six=1),
        'heroes.yaml:2:32 PNP030 key="pwoer" ~meant=power',
        *(line.format(spelling=7) for line in FOUND[1:]),
    ]


@pytest.mark.parametrize("faction", ["[watre]", "watre", "[water, watre]"])
def test_a_faction_that_is_not_there_hides_only_what_looks_at_factions(faction: str, tmp_path: Path) -> None:
    heroes = FILES["heroes.yaml"].replace("carp, faction: [water]", f"carp, faction: {faction}")
    looking = rule("count: heroes\nby: faction\nis: {water: 9, fire: 9, air: 9}", id="looking")
    looking += rule("each: faction|count == 1\nof: heroes|where(kind == 'slow' or kind is none)", id="slow")
    lines = everything(tmp_path, WRONG + looking, heroes=heroes)
    (slip,) = [line for line in lines if "watre" in line]
    assert [line for line in lines if line != slip] == rest(0)


def test_a_hero_of_whom_nobody_knows_how_often_hides_only_what_counts_heroes(tmp_path: Path) -> None:
    heroes = FILES["heroes.yaml"].replace("copies: 2", "copies: two")
    lines = everything(tmp_path, WRONG + rule("count: leader_cards\nis: 9", id="leaders"), heroes=heroes)
    assert [line.partition(" ")[0] for line in lines] == [
        "heroes.yaml:1:61",
        "leaders.yaml:1:3",
        "rules.yaml:7:12",
        "setup.yaml:9:16",
        "victory.yaml:5:3",
    ]
