"""A slip in a rule is one problem at its place, and hides nothing of what else is wrong."""

from pathlib import Path

import pytest
from small_game import FILES, rule, write_small

from pnp.check import module_names
from pnp.examined import examined
from pnp.load import load_game
from pnp.localise import make_edition
from pnp.model.problem import Problem, in_reading_order
from pnp.model.project import Project
from pnp.request import Request

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
    "heroes.yaml: error PNP510 six: 6 expected, 5 found: eel, carp, imp and 1 more (So it is.) [rules.yaml:{six}:7]",
    "rules.yaml:{spelling}:12: error PNP501 there is nothing called heros (did you mean heroes?)",
    "setup.yaml:9:16: error PNP501 there is nothing called tabels (did you mean tables?)",
    "victory.yaml:5:3: error PNP570 no condition holds in 1 of 3 states, like red 2",
]


def everything(root: Path, rules: str, **changed: str) -> list[str]:
    setup = FILES["setup.yaml"].replace("Deal {count}", "Deal {tabels.hand}")
    write_small(root, rules, **{"setup": setup, "victory": VICTORY, **changed})
    project = Project(root, root)
    game, loaded = load_game(project, "small")
    assert game is not None
    request = Request(game="small", thorough=True)
    edition = make_edition(game, "", "low", ())
    found: list[Problem] = [*loaded, *module_names.check(game, project)]
    found += examined(game, edition, request, loaded, project)
    return [str(problem).replace("card_data/small/", "") for problem in in_reading_order(found)]


def rest(first: int) -> list[str]:
    """What else is wrong, where the first rule has so many lines."""
    return [line.format(six=first + 1, spelling=first + 7) for line in FOUND]


def test_what_is_wrong_without_a_slip(tmp_path: Path) -> None:
    assert everything(tmp_path, WRONG) == rest(0)


@pytest.mark.parametrize(
    ("slip", "said"),
    [
        ("cout: heroes\nis: 9", '3:3: error PNP030 unknown key "cout" (did you mean count?)'),
        ("count: heroes\nwhre: power > 2\nis: 2", '4:3: error PNP030 unknown key "whre" (did you mean where?)'),
        ("require: \"'moom' in modules\"", '3:13: error PNP132 there is no module "moom" (did you mean moon?)'),
        (
            "require: heroes|count == (4 if 'snu' not in modules else 9)",
            '3:34: error PNP132 there is no module "snu" (did you mean sun?)',
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
    assert lines == ['rules.yaml:3:3: error PNP030 unknown key "cout" (did you mean count?)']


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("setup", "rows: {2: 2,", "rosw: {2: 2,"),
        ("victory", "when: red < 2", "wehn: red < 2"),
        ("victory", "define:", "defien:"),
    ],
)
def test_rules_are_examined_without_what_a_setup_or_a_victory_would_say(
    file: str, old: str, new: str, tmp_path: Path
) -> None:
    text = {"setup": FILES["setup.yaml"], "victory": VICTORY}[file]
    rules = rule("count: heroes\nis: 6", id="six") + rule("require: zones.hands == 9 and states|where(far)|count == 9")
    lines = everything(tmp_path, rules, **{file: text.replace(old, new)})
    assert [line.partition(" ")[0] for line in lines] == [
        "heroes.yaml:",
        next(line.partition(" ")[0] for line in lines if line.startswith(f"{file}.yaml")),
    ]


def test_what_could_not_be_read_of_pieces_is_said_alone(tmp_path: Path) -> None:
    heroes = FILES["heroes.yaml"].replace("power: 1", "pwoer: 1")
    lines = everything(tmp_path, WRONG, heroes=heroes)
    assert lines == ['heroes.yaml:2:32: error PNP030 unknown key "pwoer" (did you mean power?)']
