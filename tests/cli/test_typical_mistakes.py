"""Mistakes that people make on their first evenings: one line each, at its cause, with what would be right."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from nightly import every
from running import REPOSITORY, Run
from tiny_game import write

from pnp.build import evidence

GAME = "card_data/starter/game.yaml"
CREATURES = "card_data/starter/creatures.yaml"
NIGHT = "card_data/starter/night.yaml"
SETUP = "card_data/starter/setup.yaml"
CARD = "layouts/starter/card.xml.j2"
TILE = "layouts/starter/tile.xml.j2"
BOARD = "layouts/starter/board.xml.j2"
STYLE = "layouts/starter/style.yaml"


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the starter game, as `pnp new` writes it; its cached layouts serve all mistakes."""
    root = tmp_path_factory.mktemp("evening")
    for folder in ("card_data", "layouts"):
        shutil.copytree(REPOSITORY / folder / "starter", root / folder / "starter")
    return root


@pytest.fixture
def starter(copied: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(copied)
    monkeypatch.setattr(evidence, "_read_right", lambda *_: {})  # as on the first day, when nothing was right before
    before = {path: path.read_bytes() for path in copied.rglob("*") if path.suffix in (".yaml", ".csv", ".j2")}
    yield copied
    for path, data in before.items():
        if path.read_bytes() != data:
            path.write_bytes(data)


def reported_problems(run: Run, *words: str) -> list[str]:
    """Return the reported problems, without the second place, in brackets."""
    said = run("check", "starter", "--jobs", "1", *words).lines
    return [re.sub(r" ~origin=(?:card_data|layouts)/\S+", "", line) for line in said]


@pytest.mark.parametrize(
    ("file", "old", "new", "line"),
    every(10, [
        # What is written in YAML.
        (CREATURES, '"**Leave:** Take 3 [coin]."', "{text: Take 3 [coin].}",
         '24:26 PNP013 brackets=braces sign=['),
        (CREATURES, '"**Leave:** Take 3 [coin]."', "**Leave:** Take 3 [coin].",
         '24:12 PNP013 sign=*'),
        (CREATURES, '"**Leave:** Take 3 [coin]."', "[coin] for each pawn.",
         '24:19 PNP013 sign=]'),
        (CREATURES, '"**Leave:** Take 3 [coin]."', "Leave: Take 3 [coin].",
         '24:17 PNP013'),
        (CREATURES, '"**Leave:** Take 3 [coin]."', '"**Leave:** Take 3 [coin].',
         '24:12 PNP013 sign="'),
        (CREATURES, "name: Well Toad", "name: 'Toad's Well'",
         "21:15 PNP013 sign='''"),
        (CREATURES, "name: Well Toad", "name: Well Toad #1 west",
         '21:19 PNP026 comment=\'"#1 west"\''),
        (CREATURES, "name: Well Toad", "name:Well Toad",
         '21:7 PNP013 sign=:'),
        (CREATURES, "  name: Well Toad", "   name: Well Toad",
         '21:4 PNP013'),
        (CREATURES, "  name: Well Toad", "\tname: Well Toad",
         '21:1 PNP014'),
        (CREATURES, "- id: toad", "-id: toad",
         '19:1 PNP013 sign=-'),
        (CREATURES, "  name: Well Toad", "  name: Well Toad\n  name: Toad",
         '22:3 PNP031 name="name"'),
        (CREATURES, "  name: Well Toad", " name: Well Toad",
         '21:2 PNP013'),
        (CREATURES, "- id: toad", " - id: toad",
         '19:2 PNP013'),
        (CREATURES, "Take 3 [coin].", 'Take "3" [coin].',
         '24:30 PNP013 sign="'),
        (CREATURES, "- id: toad\n", "",
         '19:3 PNP031 names=\'"number", "name", "season", "power", "ability", "flavour", "art"\''),
        (GAME, "  seasons:\n", "",
         '35:5 PNP083 keys="entries" path=groups'),
        # What pieces say.
        (CREATURES, "- id: toad\n  number", "- number",
         '19:3 PNP032 within=id'),
        (CREATURES, "- id: toad", "- id: hare",
         '19:7 PNP101 id="hare"'),
        (CREATURES, "  name: Well Toad\n", "",
         '19:3 PNP032 within=name'),
        (CREATURES, "flavour: Swallowed", "flavor: Swallowed",
         '25:3 PNP030 key="flavor" ~meant=flavour'),
        (CREATURES, "  power: 4\n", "  power: 4\n  cost: 2\n",
         '15:3 PNP030 key="cost" ~meant=\'copies? else declare it in game.yaml: fields: {cost: text}\''),
        (CREATURES, "season: spring", "season: sprnig",
         '13:11 PNP110 path=season to=seasons target=sprnig ~meant=spring'),
        (CREATURES, "power: 4", "power: four",
         '14:10 PNP020 path=power wanted=\'a whole number\' found="four"'),
        (CREATURES, "copies: 2", "copies: 0",
         '30:11 PNP021 path=copies value=0'),
        (CREATURES, "Take 3 [coin].", "Take 3 [gold coin].",
         "24:31 PNP151 path=ability wrong='has [gold coin], which is no icon' excerpt='“…e:** Take 3 [gold coin].”'"),
        (CREATURES, "Take 3 [coin].", "Take 3 [coyn].",
         '24:31 PNP290 name=coyn ~about=creatures/toad ~meant=coin'),
        (CREATURES, "**Leave:**", "**Leave:",
         "24:13 PNP151 path=ability wrong='opens **, which nothing closes' excerpt='“**Leave: Take …”'"),
        (CREATURES, "Take 3 [coin].", "[red]Take 3 [coin].",
         '24:24 PNP290 name=red ~about=creatures/toad'),
        (CREATURES, "Well Toad", "Well Toad 🐸",
         "21:19 PNP301 character=''🐸'' number=1F438 named=\"name\" ~about='creatures/toad and 1 more' "
         "~also=layouts/starter/figures.xml.j2:112:5"),
        (CREATURES, "toad.svg", "tod.svg",
         '26:8 PNP112 path=art file=art/creatures/tod.svg ~meant=toad.svg'),
        (CREATURES, "art/creatures/toad.svg", "art\\creatures\\toad.svg",
         "26:8 PNP112 path=art file=art\\creatures\\toad.svg why='has a backslash'"),
        (NIGHT, "[coin]", "[coyn]",
         '20:31 PNP290 name=coyn ~about=creatures/mouse ~when=\' (--with night)\' ~meant=coin'),
        # What the game says.
        (GAME, "size: poker", "size: pokr",
         '64:11 PNP025 path=components.creatures.size name="pokr" ~meant=poker'),
        (GAME, "size: poker", "size: 63*88",
         '64:11 PNP025 path=components.creatures.size found="63*88"'),
        (GAME, "data: creatures.yaml", "data: creature.yaml",
         '72:11 PNP001 name="creature.yaml" ~meant=creatures.yaml'),
        (GAME, "front: card.xml.j2", "front: cards.xml.j2",
         '70:12 PNP113 component=creatures name=cards.xml.j2 ~meant=card.xml.j2'),
        (GAME, "type: picture", "type: image",
         '100:15 PNP022 path=components.creatures.fields.art.type value="image"'),
        (GAME, "art/icons/coin.svg", "art\\icons\\coin.svg",
         '15:3 PNP002 name="art\\icons\\coin.svg" why=\'has a backslash\''),
        (GAME, "coin: art/icons/coin.svg", "coin: icons/coin.svg",
         '15:3 PNP112 icon=coin file=icons/coin.svg ~meant=art/icons/coin.svg'),
        (GAME, "  - en", "  - en\n  - de",
         '10:5 PNP105 language=de file=locale/de.po'),
        (GAME, "creatures: night.yaml", "creature: night.yaml",
         '253:7 PNP104 name="creature" ~meant=creatures'),
        (GAME, "title: Owl Light", "Title: Owl Light",
         '6:1 PNP030 key="Title" ~meant=title'),
        # Tags of templates.
        (CARD, 'of="ability"/>', 'of="ability">',
         "32:3 PNP203 tag=text other=face ~about='creatures/hare and 15 more'"),
        (CARD, 'style="ability"', 'style="ability',
         "32:38 PNP203 name=style ~about='creatures/hare and 15 more'"),
        (CARD, 'style="ability"', "style=ability",
         "32:38 PNP203 name=style ~about='creatures/hare and 15 more'"),
        (CARD, 'style="ability"', 'style=ability"',
         "32:38 PNP203 name=style ~about='creatures/hare and 15 more'"),
        (CARD, "\n<face>", "\n",
         "40:1 PNP203 ~about='creatures/hare and 15 more'"),
        (CARD, "</face>", "</fase>",
         "40:1 PNP203 tag=fase ~about='creatures/hare and 15 more'"),
        (CARD, "</face>", "",
         "5:1 PNP203 tag=face ~about='creatures/hare and 15 more'"),
        (CARD, "<text ", '<text x="9" y="9" w="20" h="5">Moth & co</text><text ',
         "17:39 PNP203 ~about='creatures/hare and 15 more'"),
        (CARD, "<text ", '<text x="9" y="9" w="20" h="5">power < 3</text><text ',
         "17:40 PNP203 ~about='creatures/hare and 15 more'"),
        (CARD, "<text ", '<text x="9" y="9" w="20" h="5">**Power</text><text ',
         "17:34 PNP156 wrong='opens **, which nothing closes' excerpt=“**Power” ~about='creatures/hare and 15 more'"),
        (CARD, "<image", "<img",
         "29:3 PNP204 tag=img ~about='creatures/hare and 15 more' ~meant=image"),
        (CARD, 'of="name"/>', 'of="name">{{ piece.name }}</text>',
         "17:3 PNP203 tag=text path=name text='March Hare' ~about='creatures/hare and 15 more'"),
        (TILE, '<icon of="icon"', '<icon of="icno"',
         "34:13 PNP203 path=icno key=icno ~about='tiles/coin and 5 more' ~meant=icon"),
        (CARD, "<text ", '<text text-anchor="middle" ',
         "17:9 PNP205 tag=text name=text-anchor ~about='creatures/hare and 15 more'"),
        (CARD, ' w="32.8"', ' widht="32.8"',
         "17:26 PNP205 tag=text name=widht ~about='creatures/hare and 15 more' ~meant=width"),
        (CARD, 'style="ability"', 'style="ability" size="10px"',
         '32:54 PNP206 tag=text name=size what=\'"10px" is no length\' ~about=\'creatures/hare and 15 more\''),
        (CARD, 'style="ability"', 'style="abilty"',
         "32:45 PNP209 name=abilty ~about='creatures/hare and 15 more' ~meant=ability"),
        (CARD, 'of="ability"', 'of="abilty"',
         "32:58 PNP203 path=abilty key=abilty ~about='creatures/hare and 15 more' ~meant=ability"),
        (CARD, 'fill="panel"', 'fill="panle"',
         "10:61 PNP207 tag=rect attribute=fill name=\"panle\" ~about='creatures/hare and 15 more' "
         "~when=' (--ink full)' ~meant=panel"),
        (BOARD, "art/board/gate.svg", "art\\board\\gate.svg",
         '93:16 PNP291 href=art\\board\\gate.svg ~about=board/board'),
        # Statements of templates.
        (CARD, "{% endif %}", "",
         '8:3 PNP200 statement=\'{% if ink == "full" %}\' ~about=\'creatures/hare and 15 more\''),
        (TILE, "{% endfor %}", "",
         "20:3 PNP200 statement='{% for n in range(-5, 6) %}' end='{% endif %}' line=31 "
         "~about='tiles/coin and 5 more'"),
        (CARD, "{% endif %}", "{% end if %}",
         "13:6 PNP200 name=end ~about='creatures/hare and 15 more'"),
        (TILE, "{% elif", "{% elseif",
         "14:6 PNP200 name=elseif ~about='tiles/coin and 5 more'"),
        (CARD, "{{ season.name }}", "{{ season.name }",
         "38:98 PNP200 opening='{{ season.name' closing=}} ~about='creatures/hare and 15 more'"),
        (CARD, 'ink == "full" %}', 'ink == "full %}',
         '8:3 PNP200 statement=\'{% if ink == "full %}\' ~about=\'creatures/hare and 15 more\''),
        (TILE, 'piece.id == "lantern"', 'piece.id = "lantern"',
         "14:3 PNP200 ~about='tiles/coin and 5 more'"),
        (BOARD, "| join", "| jion",
         '74:99 PNP200 kind=filter name=jion ~about=board/board ~meant=join'),
        (CARD, "piece.art", "piece.atr",
         "29:25 PNP201 owner=hare name=atr ~about='creatures/hare and 15 more' ~meant=art"),
        (CARD, '{% if ink == "full" %}', '{% if ink == "full" %}{{ pieces.name }}',
         "8:28 PNP201 name=pieces ~about='creatures/hare and 15 more' ~when=' (--ink full)' ~meant=piece"),
        (TILE, "{% if season %}", "{% if saeson %}",
         "7:9 PNP201 name=saeson ~about='tiles/coin and 5 more' ~meant=season"),
        (TILE, '"marks.xml.j2"', '"mark.xml.j2"',
         "3:12 PNP202 name=mark.xml.j2 ~about='tiles/coin and 5 more' ~meant=marks.xml.j2"),
        (TILE, "{% if season %}", "{% if season.icon %}",
         "7:9 PNP201 name=season ~about='tiles/coin and 1 more'"),
        (TILE, '<icon of="icon"', '<icon name="piece.icon"',
         "34:15 PNP290 name=piece.icon ~about='tiles/coin and 5 more'"),
        (TILE, "{% if season %}", "{{ icon }}{% if season %}",
         "7:6 PNP201 name=icon ~about='tiles/coin and 5 more' ~meant=piece.icon"),
        (CARD, "{{ marks.sky(season) }}", "{{ marks.sky(season) }}{{ copies }}",
         "6:29 PNP201 name=copies ~about='creatures/hare and 15 more' ~meant=piece.copies"),
        (CARD, "{{ marks.sky(season) }}", "{{ marks.sky(season) }}{{ title }}",
         "6:29 PNP201 name=title ~about='creatures/hare and 15 more' ~meant=game.title"),
        (CARD, 'of="ability"', 'of="piece.ability"',
         "32:58 PNP203 path=piece.ability key=piece ~about='creatures/hare and 15 more'"),
        ("card_data/starter/tiles.csv", "copies", "Qty",
         '1:4 PNP030 heading="Qty"'),
        (CARD, 'style="ability" of="ability"', 'style="ability" size="14" of="ability"',
         "32:54 PNP027 tag=text name=size size='14 mm' points=40 ~about='creatures/hare and 15 more' "
         "~meant='14pt? else say 14mm'"),
        # Looks.
        (STYLE, "  low:", "   low:",
         "12:4 PNP013 where='further right' line=56"),
        (STYLE, "    font: title", "    font: titel",
         "108:11 PNP300 name=titel ~about='creatures/hare and 17 more' ~meant=title"),
        (STYLE, "like: body ", "like: bodi ",
         '107:11 PNP122 name="bodi" ~meant=body'),
        (STYLE, "    size: 10pt", "    size: 11",
         "116:11 PNP027 path=styles.ability.size size='11 mm' points=31 ~meant='11pt? else say 11mm'"),
        (STYLE, '    spring: "#00592d"', '    sprnig: "#00592d"',
         '33:5 PNP121 name=sprnig ink=low called=spring other=full'),
        (STYLE, '"#00592d"', "#00592d",
         '33:5 PNP032 path=palettes.low.spring'),
        (STYLE, '"#00592d"', '"#0592d"',
         '33:13 PNP120 path=palettes.low.spring value="#0592d"'),
        # Setup, rules.
        (SETUP, "creatures", "creature",
         '45:18 PNP554 step=creatures zone=creatures ~meant=creature ~also=card_data/starter/setup.yaml:50:25'),
    ], unpack=True),
)  # fmt: skip
def test_a_mistake_is_one_line_at_its_cause(starter: Path, run: Run, file: str, old: str, new: str, line: str) -> None:
    path = starter / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    everything = file == NIGHT or "--ink full" in line
    assert reported_problems(run, *(() if everything else ("--ink", "low"))) == [f"{file}:{line}"]


def test_nothing_is_wrong_without_them(starter: Path, run: Run) -> None:
    assert reported_problems(run) == []


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("check", "there is no card_data/ here or in a folder above: pnp new mygame begins one"),
        ("build mygame",
         'there is no game "mygame" (no card_data/ here or in a folder above: go to your games\' folder, or pnp new'
         " mygame begins one)"),
        ("build startr", 'there is no game "startr" (did you mean starter?)'),
    ],
)  # fmt: skip
def test_a_folder_without_games(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, command: str, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*command.split()) == (2, "", f"pnp: {line}\n")


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("fonts/fonts.yml", "PNP009 file=fonts/fonts.yml"),
        ("layouts/tiny/style.yml", "PNP009 file=layouts/tiny/style.yml"),
        ("layouts/shared/styles.yaml", "PNP009 file=layouts/shared/styles.yaml"),
        ("card_data/tiny/setup.yml", "PNP185 file=setup.yml"),
        ("card_data/tiny/vicotry.yaml", "PNP185 file=vicotry.yaml"),
    ],
)
def test_a_file_of_nearly_the_right_name(file: str, said: str, tiny: Path, run: Run) -> None:
    assert run("check", "tiny").err == ""
    write(tiny, file, "{}")
    assert run("check", "tiny").lines == [f"{file} {said}"]
    assert f"{file} {said}" in run("build", "tiny").facts


def test_a_game_whose_file_has_another_ending(tiny: Path, run: Run) -> None:
    (tiny / "card_data/tiny/game.yaml").rename(tiny / "card_data/tiny/game.yml")
    said = 'pnp: there is no game "tiny" (card_data/tiny/game.yml is there: rename it game.yaml)\n'
    assert run("build", "tiny") == (2, "", said)
