"""Pieces of one's own in an overlay, in each of the six games: only rules that they break speak of them, and each says
how to do without it; with these dropped nothing is wrong."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from pnp.build.loading import load_chosen
from pnp.build.untranslated import find_untranslated
from pnp.check import check_game
from pnp.diagnostics.report import drop_consequences
from pnp.io.project import Project
from pnp.localise.edition import make_edition, translation_of
from pnp.model.problem import Problem
from pnp.rules.examining import examine

REPOSITORY = Path(__file__).parents[2]
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
    '<circle cx="20" cy="20" r="{}" fill="none" stroke="#000" stroke-width="2"/></svg>'
)


class House(NamedTuple):
    """An overlay that adds pieces to a game, and the rules that they break, by the module that brings these."""

    game: str
    said: str  # the overlay
    files: dict[str, str]  # that it names
    breaks: dict[str, set[str]]  # by module, "" for the game
    modules: tuple[str, ...] = ()


def _clan(file: str) -> str:
    """Return a file of Hidden Conflict's for a seventh clan, made of what it says of Vampires."""
    text = (REPOSITORY / "card_data/hidden-conflict" / file).read_text(encoding="utf-8")
    head, *lines = [line for line in text.splitlines() if not line.startswith("#")]
    rows = [line for line in lines if "vampire" in line]
    return (
        "\n".join([head] * file.endswith(".csv") + rows).replace("vampire", "dwarf").replace("art/dwarf", "art/vampire")
    )


LEADER = """\
- {id: zora, name: Zora, number: 7, factions: [tribes, water], epithet: the Late, emblem: my.svg,
   story: "Zora came a day too late, and stayed."}
"""
HERO = """\
- {id: night-baker, number: 300, name: Night Baker, faction: [FACTION], green: 1, portrait: my.svg,
   ability: "Draw 1 card from the Tavern, then discard 1 card."}
"""
BANDITS = "{bandits: {name: Bandits, short: Bandits, icon: bandits, colour: undead, pattern: dots}}"
HOUSES = {
    "a seventh Leader": House(
        "hidden-leaders",
        "add: {leaders: leaders.yaml}",
        {"leaders.yaml": LEADER},
        {"": {"leaders", "different-pairs", "leader-pairs", "leaders-per-faction"}},
    ),
    "a Hero": House(
        "hidden-leaders",
        "add: {heroes: heroes.yaml}",
        {"heroes.yaml": HERO.replace("FACTION", "tribes")},
        {"": {"heroes-per-faction", "heroes", "green-moves", "even-markers", "mirrored-moves", "harbor"}},
    ),
    "a fifth faction": House(
        "hidden-leaders",
        f"groups: {{factions: {BANDITS}}}\nicons: {{bandits: my.svg}}\nadd: {{heroes: heroes.yaml}}",
        {"heroes.yaml": HERO.replace("FACTION", "bandits")},
        {
            "": {
                *("factions", "faction-signs", "faction-patterns", "heroes-per-faction", "heroes", "harbor", "states"),
                *("advanced-per-faction", "red-moves", "green-moves", "two-moves", "no-moves", "even-markers"),
                *("leader-pairs", "leaders-per-faction"),
            }
        },
    ),
    "a Golem Leader": House(
        "hidden-leaders",
        "when-with: {golems: {add: {leaders: leaders.yaml}}}",
        {"leaders.yaml": LEADER.replace("7", "11").replace("water]", "golems], mark: mark-golems")},
        {"": {"leaders", "different-pairs", "leader-pairs", "leaders-per-faction"}},
        ("golems",),
    ),
    "an event and an item": House(
        "hidden-conflict",
        "add: {specials: specials.yaml, tiles: tiles.csv}",
        {
            "specials.yaml": """\
- {id: helmet, name: Helmet, kind: item, defense: 1, text: Adds 1 to the defense., art: my.svg}
- {id: fog, name: Fog, kind: event, text: Nobody fights here., art: other.svg}
""",
            "tiles.csv": "id,clan,special\nzombie-helmet,zombie,helmet\nhuman-fog,human,fog\n",
        },
        {"": {"items", "kept-events", "clans-without-items", "others", "tiles-per-clan", "tiles"}},
    ),
    "a seventh clan": House(
        "hidden-conflict",
        "groups: {clans: {dwarf: {name: Dwarves, icon: dwarf, colour: gray, pattern: none, time: night, tint: gray}}}\n"
        "icons: {dwarf: my.svg}\nadd: {tiles: tiles.csv, figures: figures.yaml, player-cards: cards.yaml}",
        {
            "tiles.csv": _clan("tiles.csv"),
            "figures.yaml": _clan("figures.yaml"),
            "cards.yaml": "- {id: dwarf-card, clan: dwarf, motto: We dig.}\n",
        },
        {"": {"clans", "tiles", "clans-without-items"}},
    ),
    "an animal": House(
        "hidden-wolves",
        "groups: {animals: {fox: {name: Fox, icon: fox, colour: wolf, value: 12, light: my.svg, shadow: other.svg}}}\n"
        "icons: {fox: my.svg}\nadd: {tokens: tokens.yaml}",
        {"tokens.yaml": "- {id: shadow-fox, animal: fox, side: shadow}\n"},
        {
            "": {"animals", "shadow-tokens-each", "shadow-tokens", "shadow-spread", "bottoms"},
            "base-set": {"light-tokens-each", "tokens", "whole-towers"},
        },
        ("base-set",),
    ),
    "a suit, a rank and a joker": House(
        "french-deck",
        "groups: {suits: {stars: {name: Stars, icon: stars, colour: red}}, ranks: {'1': {name: '1'}}}\n"
        "icons: {stars: my.svg}\nadd: {cards: cards.yaml}",
        {"cards.yaml": "- {id: stars-1, suit: stars, rank: '1'}\n- {id: joker-3, name: Joker, picture: my.svg}\n"},
        {"": {"cards", "jokers", "suits"}},
    ),
    "a creature": House(
        "starter",
        "add: {creatures: creatures.yaml}",
        {
            "creatures.yaml": """\
- {id: lynx, number: 99, name: Lone Lynx, season: winter, power: 3, ability: "**Arrive:** Take 2 [coin].",
   flavour: Nobody saw it come., art: my.svg}
"""
        },
        {"": set()},
    ),
}
_WAY_OUT = re.compile(r"Without this rule: drop: \[([\w-]+)\] in a file under rules: of (?:when-with: ([\w-]+): of )?")


def judge(house: House, folder: Path, dropped: dict[str, set[str]]) -> list[Problem]:
    """Return what is wrong with the data and the rules of the game with the overlay, which drops these rules."""
    for file, text in house.files.items():
        (folder / file).write_text(text)
    text = house.said
    for home, ids in dropped.items():
        (folder / f"{home}-rules.yaml").write_text(f"drop: [{', '.join(sorted(ids))}]\n")
        named = f"rules: {home}-rules.yaml"
        if home and f"{home}: {{" in text:
            text = text.replace(f"{home}: {{", f"{home}: {{{named}, ")
        else:
            text += f"\nwhen-with: {{{home}: {{{named}}}}}" if home else f"\n{named}"
    (folder / "my.yaml").write_text(f"{text}\n")
    project = Project(REPOSITORY, REPOSITORY)
    game, modules, problems = load_chosen(project, house.game, house.modules, folder / "my.yaml")
    assert game is not None and not problems, problems
    found = drop_consequences([*check_game(game, project), *examine(game, [modules])])
    return [each for each in found if each.code != "PNP142"]  # of fields that modules fill; comments ignore it


@pytest.mark.parametrize("name", HOUSES)
def test_rules_that_a_piece_breaks_say_how_to_do_without_them(name: str, tmp_path: Path) -> None:
    house = HOUSES[name]
    for picture, radius in (("my.svg", 12), ("other.svg", 14)):
        (tmp_path / picture).write_text(PICTURE.format(radius))
    dropped: dict[str, set[str]] = {home: set() for home in house.breaks}
    while problems := judge(house, tmp_path, dropped):  # others that needed those come up
        ways = [_WAY_OUT.search(each.hint) for each in problems]
        assert all(ways), "\n".join(map(str, problems))
        more = {(way[2] or "", way[1]) for way in ways if way}
        assert not any(rule in dropped[home] for home, rule in more)
        for home, rule in more:
            dropped[home].add(rule)
    assert dropped == house.breaks


def test_the_games_catalogues_are_not_asked_for_private_pieces(tmp_path: Path) -> None:
    house = HOUSES["a Hero"]
    (tmp_path / "my.svg").write_text(PICTURE.format(12))
    judge(house, tmp_path, {})
    project = Project(REPOSITORY, REPOSITORY)
    game, modules, _ = load_chosen(project, house.game, (), tmp_path / "my.yaml")
    assert game is not None
    translation, _ = translation_of(project, game, "de")
    found = find_untranslated(project, make_edition(game, "de", "low", modules, translation))
    assert [each for each in found if each.code == "PNP610"] == []
