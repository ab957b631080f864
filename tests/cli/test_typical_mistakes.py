"""Mistakes that people make on their first evenings: one line each, at its cause, with what would be right."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from nightly import every
from running import REPOSITORY, Run
from tiny_game import write

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
    before = {path: path.read_bytes() for path in copied.rglob("*") if path.suffix in (".yaml", ".csv", ".j2")}
    yield copied
    for path, data in before.items():
        if path.read_bytes() != data:
            path.write_bytes(data)


def reported_problems(run: Run, *words: str) -> list[str]:
    """Return the reported problems, without the second place, in brackets."""
    said = run("check", "starter", "--jobs", "1", *words).err.splitlines()
    return [re.sub(r" \[(?:card_data|layouts)/\S+\]", "", line) for line in said]


@pytest.mark.parametrize(
    ("file", "old", "new", "line"),
    every(4, [
        # What is written in YAML.
        (CREATURES, '"**Leave:** Take 3 [coin]."', "{text: Take 3 [coin].}",
         "24:26: error PNP013 in braces, a text ends at [ (put the whole text in quotes)"),
        (CREATURES, '"**Leave:** Take 3 [coin]."', "**Leave:** Take 3 [coin].",
         "24:12: error PNP013 a text can't start with * (put the whole text in quotes)"),
        (CREATURES, '"**Leave:** Take 3 [coin]."', "[coin] for each pawn.",
         "24:19: error PNP013 text behind the closing ] (put the whole text in quotes)"),
        (CREATURES, '"**Leave:** Take 3 [coin]."', "Leave: Take 3 [coin].",
         "24:17: error PNP013 a colon where no key can be (a text with a colon in it needs quotes)"),
        (CREATURES, '"**Leave:** Take 3 [coin]."', '"**Leave:** Take 3 [coin].',
         '24:12: error PNP013 the " opened here is never closed (put a " at its end)'),
        (CREATURES, "name: Well Toad", "name: 'Toad's Well'",
         "21:15: error PNP013 text behind the closing ' (write '' for ', or put the text between two \")"),
        (CREATURES, "name: Well Toad", "name: Well Toad #1 west",
         '21:19: warning PNP026 "#1 west" is a comment, and printed nowhere (put the whole text in quotes)'),
        (CREATURES, "name: Well Toad", "name:Well Toad",
         "21:7: error PNP013 no blank behind the : (write key: value)"),
        (CREATURES, "  name: Well Toad", "   name: Well Toad",
         "21:4: error PNP013 this line begins further right than the one above (begin it where number begins)"),
        (CREATURES, "  name: Well Toad", "\tname: Well Toad",
         "21:1: error PNP014 a tab where YAML wants spaces (indent with spaces)"),
        (CREATURES, "- id: toad", "-id: toad",
         "19:1: error PNP013 no blank behind the - (write - id:)"),
        (CREATURES, "  name: Well Toad", "  name: Well Toad\n  name: Toad",
         '22:3: error PNP031 "name" is given twice (delete one)'),
        (CREATURES, "  name: Well Toad", " name: Well Toad",
         "21:2: error PNP013 this line does not fit into the list above (begin it where number begins, or with - if"
         " it is the next of the list)"),
        (CREATURES, "- id: toad", " - id: toad",
         "19:2: error PNP013 this line does not fit into the list above (begin it at column 1)"),
        (CREATURES, "Take 3 [coin].", 'Take "3" [coin].',
         '24:30: error PNP013 text behind the closing " (write \\" for " within the text)'),
        (CREATURES, "- id: toad\n", "",
         '19:3: error PNP031 "number", "name", "season", "power", "ability", "flavour", "art" are given twice'
         " (a line - id: seems to be missing above; else delete one of each)"),
        (GAME, "  seasons:\n", "",
         '35:5: error PNP083 "entries" stands directly in groups, below no name (write a name above entries:, and'
         " what is below it further right)"),
        # What pieces say.
        (CREATURES, "- id: toad\n  number", "- number",
         '19:3: error PNP032 "id" is missing'),
        (CREATURES, "- id: toad", "- id: hare",
         '19:7: error PNP101 "hare" is given twice'),
        (CREATURES, "  name: Well Toad\n", "",
         '19:3: error PNP032 "name" is missing'),
        (CREATURES, "flavour: Swallowed", "flavor: Swallowed",
         '25:3: error PNP030 unknown key "flavor" (did you mean flavour?)'),
        (CREATURES, "  power: 4\n", "  power: 4\n  cost: 2\n",
         '15:3: error PNP030 unknown key "cost" (did you mean copies? else declare it in game.yaml: fields:'
         " {cost: text})"),
        (CREATURES, "season: spring", "season: sprnig",
         '13:11: error PNP110 "season" names nothing in seasons: sprnig (did you mean spring?)'),
        (CREATURES, "power: 4", "power: four",
         '14:10: error PNP020 "power" must be a whole number, not "four"'),
        (CREATURES, "copies: 2", "copies: 0",
         '30:11: error PNP021 "copies" is out of range: 0 (1 to 999)'),
        (CREATURES, "Take 3 [coin].", "Take 3 [gold coin].",
         '24:31: warning PNP151 "ability" has [gold coin], which is no icon: “…e:** Take 3 [gold coin].” (the'
         ' icon is [coin])'),
        (CREATURES, "Take 3 [coin].", "Take 3 [coyn].",
         "24:31: error PNP290 creatures/toad: there is no icon coyn (did you mean coin?)"),
        (CREATURES, "**Leave:**", "**Leave:",
         '24:13: warning PNP151 "ability" opens **, which nothing closes: “**Leave: Take …” (a star itself is \\*)'),
        (CREATURES, "Take 3 [coin].", "[red]Take 3 [coin].",
         "24:24: error PNP290 creatures/toad: there is no icon red (it is a colour: write [/red] where it ends)"),
        (CREATURES, "Well Toad", "Well Toad 🐸",
         "21:19: error PNP301 creatures/toad and 1 more: no font has '🐸' (U+1F438) of \"name\", also at"
         " layouts/starter/figures.xml.j2:112:5"),
        (CREATURES, "toad.svg", "tod.svg",
         '26:8: error PNP112 "art": there is no file art/creatures/tod.svg (did you mean toad.svg?)'),
        (CREATURES, "art/creatures/toad.svg", "art\\creatures\\toad.svg",
         '26:8: error PNP112 "art": art\\creatures\\toad.svg has a backslash (folders are parted by /:'
         ' art/creatures/toad.svg)'),
        (NIGHT, "[coin]", "[coyn]",
         "20:31: error PNP290 creatures/mouse: there is no icon coyn (--with night) (did you mean coin?)"),
        # What the game says.
        (GAME, "size: poker", "size: pokr",
         '64:11: error PNP025 "components.creatures.size" names no size: "pokr" (did you mean poker?)'),
        (GAME, "size: poker", "size: 63*88",
         '64:11: error PNP025 "components.creatures.size" must be a size, not "63*88" (a name like poker,'
         ' width x height like 63 x 88, or one length)'),
        (GAME, "data: creatures.yaml", "data: creature.yaml",
         '72:11: error PNP001 there is no file "creature.yaml" (did you mean creatures.yaml?)'),
        (GAME, "front: card.xml.j2", "front: cards.xml.j2",
         "70:12: error PNP113 creatures: there is no layout cards.xml.j2 (did you mean card.xml.j2?)"),
        (GAME, "type: picture", "type: image",
         "100:15: error PNP022 \"components.creatures.fields.art.type\" can't be \"image\" (there are:"
         " boolean, choice, icon, integer, list, number, picture, record, reference, text)"),
        (GAME, "art/icons/coin.svg", "art\\icons\\coin.svg",
         '15:3: error PNP002 "art\\icons\\coin.svg" has a backslash (folders are parted by /: art/icons/coin.svg)'),
        (GAME, "coin: art/icons/coin.svg", "coin: icons/coin.svg",
         "15:3: error PNP112 icon coin: there is no file icons/coin.svg (did you mean art/icons/coin.svg?)"),
        (GAME, "  - en", "  - en\n  - de",
         "10:5: warning PNP105 language de has no catalogue locale/de.po (pnp translate init starter --lang"
         " de begins it)"),
        (GAME, "creatures: night.yaml", "creature: night.yaml",
         '253:7: error PNP104 there is no component "creature" (did you mean creatures?)'),
        (GAME, "title: Owl Light", "Title: Owl Light",
         '6:1: error PNP030 unknown key "Title" (did you mean title?)'),
        # Tags of templates.
        (CARD, 'of="ability"/>', 'of="ability">',
         "32:3: error PNP203 creatures/hare and 15 more: <text> here isn't closed before </face> (write"
         " </text> where it ends, or <text …/> if nothing stands in it)"),
        (CARD, 'style="ability"', 'style="ability',
         '32:38: error PNP203 creatures/hare and 15 more: the quote after style= is never closed (write style="…")'),
        (CARD, 'style="ability"', "style=ability",
         '32:38: error PNP203 creatures/hare and 15 more: the value of style stands in no quotes (write'
         ' style="ability")'),
        (CARD, 'style="ability"', 'style=ability"',
         '32:38: error PNP203 creatures/hare and 15 more: the value of style stands in no quotes (write'
         ' style="ability")'),
        (CARD, "\n<face>", "\n",
         "40:1: error PNP203 creatures/hare and 15 more: there is no <face> before this </face> (write <face> where"
         " it begins)"),
        (CARD, "</face>", "</fase>",
         "40:1: error PNP203 creatures/hare and 15 more: </fase> closes nothing (<face> is closed by </face>)"),
        (CARD, "</face>", "",
         "5:1: error PNP203 creatures/hare and 15 more: <face> here is never closed (write </face> where it"
         " ends, or <face …/> if nothing stands in it)"),
        (CARD, "<text ", '<text x="9" y="9" w="20" h="5">Moth & co</text><text ',
         "17:39: error PNP203 creatures/hare and 15 more: a single & can't stand here (write &amp;)"),
        (CARD, "<text ", '<text x="9" y="9" w="20" h="5">power < 3</text><text ',
         "17:40: error PNP203 creatures/hare and 15 more: a < that begins no element (write &lt;)"),
        (CARD, "<text ", '<text x="9" y="9" w="20" h="5">**Power</text><text ',
         "17:34: warning PNP156 creatures/hare and 15 more: a text opens **, which nothing closes: “**Power”"
         " (a star itself is \\*)"),
        (CARD, "<image", "<img",
         "29:3: error PNP204 creatures/hare and 15 more: <img> is no element of the layout language (did you"
         " mean image?)"),
        (CARD, 'of="name"/>', 'of="name">{{ piece.name }}</text>',
         '17:3: error PNP203 creatures/hare and 15 more: <text of="name"> has a text of its own, too: "March'
         ' Hare" (it prints the field or the text, not both)'),
        (TILE, '<icon of="icon"', '<icon of="icno"',
         '34:13: error PNP203 tiles/coin and 5 more: of="icno": there is no field icno (did you mean icon?)'),
        (CARD, "<text ", '<text text-anchor="middle" ',
         '17:9: error PNP205 creatures/hare and 15 more: <text> has no attribute text-anchor (write align="center")'),
        (CARD, ' w="32.8"', ' widht="32.8"',
         "17:26: error PNP205 creatures/hare and 15 more: <text> has no attribute widht (did you mean width?)"),
        (CARD, 'style="ability"', 'style="ability" size="10px"',
         '32:54: error PNP206 creatures/hare and 15 more: <text size>: "10px" is no length (lengths look like'
         ' 63, 63mm, 2.5in, 6.5pt or 50%)'),
        (CARD, 'style="ability"', 'style="abilty"',
         "32:45: error PNP209 creatures/hare and 15 more: there is no style abilty (did you mean ability?)"),
        (CARD, 'of="ability"', 'of="abilty"',
         '32:58: error PNP203 creatures/hare and 15 more: of="abilty": there is no field abilty (did you mean'
         ' ability?)'),
        (CARD, 'fill="panel"', 'fill="panle"',
         '10:61: error PNP207 creatures/hare and 15 more: <rect>: fill "panle" is not a colour (--ink full)'
         ' (did you mean panel?)'),
        (BOARD, "art/board/gate.svg", "art\\board\\gate.svg",
         "93:16: error PNP291 board/board: there is no picture art\\board\\gate.svg (folders are parted by /:"
         " art/board/gate.svg)"),
        # Statements of templates.
        (CARD, "{% endif %}", "",
         '8:3: error PNP200 creatures/hare and 15 more: the {% if ink == "full" %} here is never ended (write'
         ' {% endif %} where it ends)'),
        (TILE, "{% endfor %}", "",
         "20:3: error PNP200 tiles/coin and 5 more: the {% for n in range(-5, 6) %} here isn't ended before"
         " the {% endif %} in line 31 (write {% endfor %} where it ends)"),
        (CARD, "{% endif %}", "{% end if %}",
         "13:6: error PNP200 creatures/hare and 15 more: there is no statement end (write {% endif %})"),
        (TILE, "{% elif", "{% elseif",
         "14:6: error PNP200 tiles/coin and 5 more: there is no statement elseif (write {% elif %})"),
        (CARD, "{{ season.name }}", "{{ season.name }",
         "38:98: error PNP200 creatures/hare and 15 more: the {{ season.name here has no }} (write }} where"
         " it ends)"),
        (CARD, 'ink == "full" %}', 'ink == "full %}',
         '8:3: error PNP200 creatures/hare and 15 more: a quote in {% if ink == "full %} is never closed'),
        (TILE, 'piece.id == "lantern"', 'piece.id = "lantern"',
         "14:3: error PNP200 tiles/coin and 5 more: a single = compares nothing (write == to compare)"),
        (BOARD, "| join", "| jion",
         "74:99: error PNP200 board/board: there is no filter jion (did you mean join?)"),
        (CARD, "piece.art", "piece.atr",
         '29:25: error PNP201 creatures/hare and 15 more: "hare" has no atr (did you mean art?)'),
        (CARD, '{% if ink == "full" %}', '{% if ink == "full" %}{{ pieces.name }}',
         "8:28: error PNP201 creatures/hare and 15 more: there is nothing called pieces (--ink full) (did you"
         " mean piece?)"),
        (TILE, "{% if season %}", "{% if saeson %}",
         "7:9: error PNP201 tiles/coin and 5 more: there is nothing called saeson (did you mean season?)"),
        (TILE, '"marks.xml.j2"', '"mark.xml.j2"',
         "3:12: error PNP202 tiles/coin and 5 more: template mark.xml.j2 is not there (did you mean marks.xml.j2?)"),
        (TILE, "{% if season %}", "{% if season.icon %}",
         "7:9: error PNP201 tiles/coin and 1 more: season is nothing (ask for it first: {% if season %})"),
        (TILE, '<icon of="icon"', '<icon name="piece.icon"',
         "34:15: error PNP290 tiles/coin and 5 more: there is no icon piece.icon (what a template is to fill in"
         " stands in braces: {{ piece.icon }})"),
        (TILE, "{% if season %}", "{{ icon }}{% if season %}",
         "7:6: error PNP201 tiles/coin and 5 more: there is nothing called icon (did you mean piece.icon?)"),
        (CARD, "{{ marks.sky(season) }}", "{{ marks.sky(season) }}{{ copies }}",
         "6:29: error PNP201 creatures/hare and 15 more: there is nothing called copies (did you mean piece.copies?)"),
        (CARD, "{{ marks.sky(season) }}", "{{ marks.sky(season) }}{{ title }}",
         "6:29: error PNP201 creatures/hare and 15 more: there is nothing called title (did you mean game.title?)"),
        (CARD, 'of="ability"', 'of="piece.ability"',
         '32:58: error PNP203 creatures/hare and 15 more: of="piece.ability": there is no field piece (of= names fields'
         ' of the piece alone: of="ability")'),
        ("card_data/starter/tiles.csv", "copies", "Qty",
         '1:4: error PNP030 unknown column "Qty" (if it says how many copies to print, write columns: {copies: Qty})'),
        (CARD, 'style="ability" of="ability"', 'style="ability" size="14" of="ability"',
         "32:54: warning PNP027 creatures/hare and 15 more: <text size> is 14 mm, a type of 40 pt (did you mean 14pt?"
         " else say 14mm)"),
        # Looks.
        (STYLE, "  low:", "   low:",
         "12:4: error PNP013 this line begins further right than line 56, which belongs beside it (begin it"
         " at column 3)"),
        (STYLE, "    font: title", "    font: titel",
         "108:11: error PNP300 creatures/hare and 17 more: there is no font titel (did you mean title?)"),
        (STYLE, "like: body ", "like: bodi ",
         '107:11: error PNP122 there is no style "bodi" (did you mean body?)'),
        (STYLE, "    size: 10pt", "    size: 11",
         '116:11: warning PNP027 "styles.ability.size" is 11 mm, a type of 31 pt (did you mean 11pt? else say 11mm)'),
        (STYLE, '    spring: "#00592d"', '    sprnig: "#00592d"',
         '33:5: error PNP121 colour "sprnig" of the palette low is called "spring" in full (call it the same in'
         " both)"),
        (STYLE, '"#00592d"', "#00592d",
         '33:5: error PNP032 "palettes.low.spring" has no value (what begins with # is a comment, unless it'
         ' is in quotes: "#00592d")'),
        (STYLE, '"#00592d"', '"#0592d"',
         '33:13: error PNP120 "palettes.low.spring" is no colour: "#0592d" (like "#284" or "#228844")'),
        # Setup, rules.
        (SETUP, "creatures", "creature",
         "45:18: error PNP554 step creatures: there is no zone creatures (did you mean creature?), also at"
         " card_data/starter/setup.yaml:50:25"),
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
        ("fonts/fonts.yml", "PNP009 fonts/fonts.yml is read by nothing (pnp reads fonts.yaml: rename it)"),
        (
            "layouts/tiny/style.yml",
            "PNP009 layouts/tiny/style.yml is read by nothing (pnp reads style.yaml: rename it)",
        ),
        (
            "layouts/shared/styles.yaml",
            "PNP009 layouts/shared/styles.yaml is read by nothing (pnp reads style.yaml: rename it)",
        ),
        (
            "card_data/tiny/setup.yml",
            "PNP185 setup.yml is named nowhere in game.yaml (pnp reads setup.yaml: rename it)",
        ),
        (
            "card_data/tiny/vicotry.yaml",
            "PNP185 vicotry.yaml is named nowhere in game.yaml (pnp reads victory.yaml: rename it)",
        ),
    ],
)
def test_a_file_of_nearly_the_right_name(file: str, said: str, tiny: Path, run: Run) -> None:
    assert run("check", "tiny").err == ""
    write(tiny, file, "{}")
    assert run("check", "tiny").err == f"{file}: warning {said}\n"
    assert said in run("build", "tiny").err


def test_a_game_whose_file_has_another_ending(tiny: Path, run: Run) -> None:
    (tiny / "card_data/tiny/game.yaml").rename(tiny / "card_data/tiny/game.yml")
    said = 'pnp: there is no game "tiny" (card_data/tiny/game.yml is there: rename it game.yaml)\n'
    assert run("build", "tiny") == (2, "", said)
