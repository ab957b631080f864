"""Expansions and overlays on the command line: what is printed of them, and what is said about them."""

import json
from pathlib import Path

import pytest
from facts import read_facts
from reading import text_of
from running import Run
from tiny_game import change, write

MOON = {
    "card_data/moon/game.yaml": """\
title: Tiny moon
version: "1"
languages: [en]
for: tiny
icons: {moon: art/moon.svg}
components:
  maps: {title: Maps, size: 40 x 60, front: map.xml.j2}
modules:
  full: {title: Full moon, add: {cards: full.yaml}}
  new: {title: New moon, add: {cards: new.yaml}}
""",
    "card_data/moon/full.yaml": "- {id: full, name: Full, rule: 'Look at [moon], then [dot].'}\n",
    "card_data/moon/new.yaml": "- {id: new, name: New}\n",
    "card_data/moon/art/moon.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>\n',
    "layouts/moon/map.xml.j2": '<face><image href="art/moon.svg" x="9" y="9" w="9" h="9"/></face>\n',
}


@pytest.fixture
def moon(tiny: Path) -> Path:
    for path, text in MOON.items():
        write(tiny, path, text)
    return tiny


def pieces(run: Run, *words: str) -> list[str]:
    built = run("build", *words, "--format", "png", "--dpi", "20", "--json")
    assert built.code == 0, built
    return sorted(Path(file).stem for file in json.loads(built.out)["files"] if "back" not in file)


def test_an_expansion_prints_what_it_brings(moon: Path, run: Run) -> None:
    assert pieces(run, "moon") == ["full", "maps", "new"]
    assert pieces(run, "moon", "--with", "new") == ["new"]


def test_its_modules_go_with_the_game(moon: Path, run: Run) -> None:
    assert pieces(run, "tiny", "--with", "full") == ["coins", "full", "maps", "one", "two"]
    assert pieces(run, "tiny", "--with", "full,more") == ["coins", "full", "maps", "one", "three", "two"]
    assert pieces(run, "tiny") == ["coins", "one", "two"]


def test_a_module_that_nobody_has(moon: Path, run: Run) -> None:
    hint = "(did you mean full?)"
    assert run("build", "tiny", "--with", "ful") == (2, "", f"pnp: tiny has no module ful {hint}\n")
    assert run("build", "moon", "--with", "more") == (2, "", "pnp: moon has no module more: it is one of tiny\n")


def test_what_is_wrong_with_the_game_is_said_there(moon: Path, run: Run) -> None:
    assert run("check", "moon") == (0, "moon: no problems\n", "")
    change(moon, "card_data/tiny/game.yaml", "front: coin.xml.j2", "front: cion.xml.j2")
    change(moon, "card_data/tiny/cards.yaml", "name: Second", "name: Second\n  nmae: Third")
    checked = run("check", "moon")
    assert checked.lines == ["card_data/moon/game.yaml:4:6 PNP037 game=tiny"]
    checked = run("check", "tiny")
    assert [each.code for each in read_facts(checked.err)] == ["PNP030", "PNP113"]


def test_a_module_may_not_bring_what_the_game_has(moon: Path, run: Run) -> None:
    write(moon, "card_data/moon/new.yaml", "- {id: one, name: One}\n")
    assert run("check", "moon").lines == [
        "card_data/moon/new.yaml:1:8 PNP115 module='module new' id=one ~origin=card_data/tiny/cards.yaml:1:7"
    ]


def test_an_expansion_is_listed_with_what_it_brings(moon: Path, run: Run) -> None:
    listed = json.loads(run("list", "moon", "--json").out)
    assert (listed["for"], [each["id"] for each in listed["modules"]]) == ("tiny", ["full", "new"])
    assert [(each["id"], each["pieces"]) for each in listed["components"]] == [("cards", 2), ("maps", 1)]
    modules = [each["id"] for each in json.loads(run("list", "tiny", "--json").out)["modules"]]
    assert modules == ["more", "less", "most", "full", "new"]


def test_art_is_looked_for_where_the_piece_is_from(moon: Path, run: Run) -> None:
    for game, colour in (("tiny", "#ff0000"), ("moon", "#0000ff")):
        drawing = f'<rect width="9" height="9" fill="{colour}"/>'
        write(
            moon, f"card_data/{game}/art/a.svg", MOON["card_data/moon/art/moon.svg"].replace('<circle r="4"/>', drawing)
        )
    write(moon, "layouts/tiny/card.xml.j2", '<face><image href="art/a.svg" x="9" y="9" w="20" h="20"/></face>\n')
    from PIL import Image

    built = run("build", "tiny", "--with", "full", "--format", "png", "--dpi", "40", "--only", "cards", "--json")
    files = {Path(file).stem: file for file in json.loads(built.out)["files"]}
    colours = {name: Image.open(files[name]).convert("RGB").getpixel((30, 30)) for name in ("one", "full")}
    assert colours == {"one": (255, 0, 0), "full": (0, 0, 255)}


def test_its_own_layouts_come_first_wherever_a_module_of_it_is_chosen(moon: Path, run: Run) -> None:
    """The game's layout of cards can't show those of the expansion, which brings one that can."""
    card = (moon / "layouts/tiny/card.xml.j2").read_text(encoding="utf-8")
    write(moon, "layouts/moon/card.xml.j2", card)
    write(moon, "layouts/tiny/card.xml.j2", "{% if piece.id == 'full' %}{{ piece.phase }}{% endif %}" + card)
    assert run("check", "moon", "--select", "PNP2")[0] == 0
    found = run("check", "tiny", "--with", "full")
    assert "phase" not in found.out + found.err


def test_an_overlay_is_a_module_of_ones_own(tiny: Path, run: Run) -> None:
    write(tiny, "mine/mine.yaml", "drop: {cards: [two]}\nadd: {cards: cards.yaml}\n")
    write(tiny, "mine/cards.yaml", "- {id: mine, name: Mine}\n")
    assert pieces(run, "tiny", "--overlay", "mine/mine.yaml") == ["coins", "mine", "one"]
    assert run("check", "tiny", "--overlay", "mine/mine.yaml", "--with", "more").code == 0
    built = run("build", "tiny", "--overlay", "mine/mine.yaml")
    assert built.out.startswith("output/tiny/en/tiny-low-a4-overlay-mine.pdf: ")
    shown = run("show", "tiny", "mine", "--overlay", "mine/mine.yaml")
    assert shown.code == 0


def test_what_is_wrong_with_an_overlay(tiny: Path, run: Run) -> None:
    write(tiny, "mine.yaml", "drop: {cards: [tow]}\n")
    assert run("check", "tiny", "--overlay", "mine.yaml").lines == [
        "mine.yaml:1:16 PNP116 module=the does=overlay thing='drops a piece of cards' id=tow ~meant=two"
    ]
    assert run("check", "tiny", "--overlay", "none.yaml") == (3, "", "pnp: there is no file none.yaml\n")
    assert run("check", "--overlay", "mine.yaml") == (2, "", "pnp: --overlay changes one game: say which\n")


def test_an_overlay_may_disagree_with_modules_that_are_not_chosen(tiny: Path, run: Run) -> None:
    write(tiny, "mine.yaml", "add: {cards: cards.yaml}\n")
    write(tiny, "cards.yaml", "- {id: three, name: Mine}\n")
    assert run("check", "tiny", "--overlay", "mine.yaml").code == 0
    checked = run("check", "tiny", "--overlay", "mine.yaml", "--with", "more")
    assert checked.lines == ["cards.yaml:1:8 PNP115 module='the overlay' id=three ~origin=card_data/tiny/more.yaml:1:7"]


def test_pieces_of_a_component_that_only_modules_bring(moon: Path, run: Run) -> None:
    phases = (
        "components:\n  phases: {title: Phases, size: tile, front: card.xml.j2, fields: {name: text, rule: text}}\n"
    )
    change(moon, "card_data/moon/game.yaml", "components:\n", phases)
    change(moon, "card_data/moon/game.yaml", "{cards: full.yaml}", "{cards: full.yaml, phases: full.yaml}")
    assert pieces(run, "moon", "--with", "full", "--only", "phases", "--draft") == ["full"]
    assert run("check", "moon", "--select", "PNP102").code == 0
    change(moon, "card_data/moon/game.yaml", ", phases: full.yaml", "")
    assert any("PNP102 component=phases" in line for line in run("check", "moon").facts)


def test_backs_of_what_it_brings_say_the_title_of_the_game(moon: Path, run: Run) -> None:
    title = '<text x="4" y="4" w="32" h="8">{{ game.base.title }}, {{ game.title }}</text>'
    change(moon, "layouts/tiny/card.xml.j2", "</face>", f"{title}</face>")
    for words, said in ((("moon",), "Tiny, Tiny moon"), (("tiny", "--with", "new"), "Tiny, Tiny")):
        assert run("build", *words, "--no-instructions").code == 0
        (file,) = (moon / "output" / words[0]).rglob("*.pdf")
        assert said in text_of(file)


def test_figures_of_its_modules_are_known_where_they_are_printed_alone(moon: Path, run: Run) -> None:
    write(moon, "card_data/tiny/setup.yaml", "players: [2]\nsteps: []\n")
    write(moon, "card_data/moon/setup-new.yaml", "add: {tables: {tide: {title: Tide, rows: {2: 7}}}}\n")
    change(moon, "card_data/moon/game.yaml", "{cards: new.yaml}", "{cards: new.yaml}, setup: setup-new.yaml")
    say = '<text x="4" y="40" w="32" h="8">Tide {{ data("with.new.tables.tide[2]") }}</text>'
    change(moon, "layouts/tiny/card.xml.j2", "</face>", f'{{% if piece.id == "new" %}}{say}{{% endif %}}</face>')
    for words in (("moon",), ("moon", "--with", "new"), ("tiny", "--with", "new")):
        assert run("build", *words, "--no-instructions").code == 0, words
        assert any("Tide 7" in text_of(file) for file in (moon / "output" / words[0]).rglob("*.pdf"))
