"""Sentences that name another kind of pieces, or one figure twice: told by what the data has."""

from pathlib import Path

import pytest
from facts import read_facts

from pnp.build.loading import load_game
from pnp.check import check_game
from pnp.io.project import Project

ABOUT = "PNP165 item={} name={}"
FILES = {
    "game.yaml": """\
title: Camp
version: "1"
languages: [en]
groups: {clans: {entries: {oak: {name: Oak Clan}, elm: {name: Elm Clan}}}}
define: {most: 4, few: 2}
components:
  heroes: {title: Heroes, size: poker, data: heroes.yaml, fields: {clan: {type: reference, to: clans}}}
  leaders: {title: Leaders, size: poker, data: leaders.yaml, fields: {says: {type: text, translatable: true}}}
""",
    "heroes.yaml": "- {id: ann, clan: oak}\n- {id: ben, clan: elm}\n",
    "leaders.yaml": '- {id: cleo, says: "Take {few} of {most}."}\n',
    "glossary.yaml": """\
- {term: Hero, forms: [Heroes], part: noun}
- {term: Leader, forms: [Leaders], part: noun}
- {term: Oak Clan, part: name}
- {term: Camp, part: name}
""",
    "rules.yaml": """\
- {id: heroes, say: There are two Heroes., count: heroes, is: few}
- {id: camp, say: Two lie on the Camp., require: zones.camp == few}
- {id: oak, say: One is of the Oak Clan., require: "heroes|where(clan == 'oak')|count == 1"}
- {id: elm, say: One is of the Elm Clan., require: "heroes|where(clan == 'elm')|count == 1"}
- {id: all, say: There are no others., require: heroes|count == 2}
""",
    "victory.yaml": """\
player: {hero: {type: reference, to: heroes, required: true}}
winner: [{id: hero, say: The Hero of the Oak Clan., only: hero.clan == 'oak'}]
nobody: Nobody wins.
ties: shared
""",
    "setup.yaml": """\
players: [2]
zones: {pile: {title: Pile, starts: heroes}, camp: {title: Camp, face: up}}
steps:
  - {id: camp, say: Lay all of them on the Camp., do: [{move: all, from: pile, to: camp}]}
""",
}


def list_facts_of(root: Path, **changed: tuple[str, str]) -> list[str]:
    folder = root / "card_data" / "camp"
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        old, new = changed.get(name.partition(".")[0], ("", ""))
        assert old in text
        (folder / name).write_text(text.replace(old, new) if old else text, encoding="utf-8")
    project = Project(root, root)
    game, problems = load_game(project, "camp")
    assert game is not None and not problems, problems
    words = ("PNP153", "PNP164", "PNP165")
    found = read_facts(each for each in check_game(game, project) if each.code in words)
    return [str(each._replace(place="", origin="")) for each in found]


def test_a_game_whose_words_fit(tmp_path: Path) -> None:
    assert list_facts_of(tmp_path) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("rules", "two Heroes", "two Leaders", ABOUT.format("heroes", "Leaders")),
        ("rules", "two Heroes", "a Leader", ABOUT.format("heroes", "Leader")),
        ("rules", "on the Camp", "with the Oak Clan", ABOUT.format("camp", "'Oak Clan'")),
        ("rules", "no others.", "no others", "PNP153 path='say of all' stopping=4"),
        ("leaders", "{few} of {most}", "{most} of {most}", "PNP164 path=says figure=most count=2"),
    ],
)  # fmt: skip
def test_words_that_the_data_contradict(file: str, old: str, new: str, problem: str, tmp_path: Path) -> None:
    assert list_facts_of(tmp_path, **{file: (old, new)}) == [problem]
