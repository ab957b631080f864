"""Several expansions for one game: what its check proves of them together, and what each check says of the others."""

import json
from pathlib import Path

import pytest
from nightly import every
from running import Run
from tiny_game import change, write

HEAD = 'title: Tiny {id}\nversion: "1"\nlanguages: [en]\nfor: tiny\n'


def expansion(root: Path, id: str, text: str, **files: str) -> None:
    write(root, f"card_data/{id}/game.yaml", HEAD.format(id=id) + text)
    for name, content in files.items():
        write(root, f"card_data/{id}/{name}.yaml", content)


def pieces(run: Run, *words: str) -> list[str]:
    built = run("build", *words, "--format", "png", "--dpi", "20", "--json")
    assert built.code == 0, built
    return sorted(Path(file).stem for file in json.loads(built.out)["files"] if "back" not in file)


def card(id: str) -> str:
    return f"- {{id: {id}, name: The {id}}}\n"


@pytest.fixture
def two(tiny: Path) -> Path:
    """Expansions that each bring a card."""
    for id in ("moon", "star"):
        expansion(tiny, id, f"modules: {{{id}s: {{title: The {id}, add: {{cards: cards.yaml}}}}}}\n", cards=card(id))
    return tiny


def test_a_game_proves_the_modules_of_all_its_expansions_together(two: Path, run: Run) -> None:
    assert run("check", "tiny").code == 0
    rule = "- {id: few, say: There are five cards at most., count: cards, at-most: 5}\n"
    write(two, "card_data/tiny/rules.yaml", rule)
    for id in ("moon", "star"):
        assert run("check", id) == (0, f"{id}: no problems\n", "")
    checked = run("check", "tiny")
    assert checked.code == 1
    assert checked.facts[0].startswith("card_data/tiny/cards.yaml PNP510 rule=few found='6 (")
    assert "(with moons, more, stars)" in checked.err


def test_a_rule_of_one_that_the_other_breaks(two: Path, run: Run) -> None:
    rule = "- {id: one-card, say: One card comes in., count: \"cards|where(id in ['moon', 'star'])\", is: 1}\n"
    write(two, "card_data/star/rules.yaml", rule.replace("'moon', ", ""))
    assert run("check", "tiny").code == 0
    write(two, "card_data/star/rules.yaml", rule)
    checked = run("check", "tiny")
    assert "2 (moon, star), the rule says 1" in checked.err
    assert "(with moons, stars)" in checked.err


def test_an_expansion_with_errors_is_one_line(two: Path, run: Run) -> None:
    write(two, "card_data/star/cards.yaml", "- {id: star, nmae: The star}\n- {id: stern, rlue: None}\n")
    assert run("check", "tiny").lines == ["card_data/star/game.yaml:1:1 PNP534 expansion=star"]
    write(two, "card_data/star/cards.yaml", card("star"))
    assert run("check", "tiny").code == 0


def test_rules_of_an_expansion_that_do_not_hold_are_one_line(two: Path, run: Run) -> None:
    write(two, "card_data/star/rules.yaml", "- {id: ten, say: Ten., count: cards, is: 10}\n")
    assert [line.split()[1] for line in run("check", "star").lines] == ["PNP510"]
    assert run("check", "tiny").lines == ["card_data/star/game.yaml:1:1 PNP534 expansion=star"]


def test_what_is_wrong_with_the_game_comes_first(two: Path, run: Run) -> None:
    write(two, "card_data/star/cards.yaml", "- {id: star, nmae: The star}\n")
    change(two, "card_data/tiny/cards.yaml", "name: Second", "nmae: Second")
    assert "PNP534" not in run("check", "tiny").err


def test_two_expansions_that_replace_the_same_card(two: Path, run: Run) -> None:
    for id in ("moon", "star"):
        expansion(
            two, id, f"modules: {{{id}s: {{title: The {id}, replace: {{cards: cards.yaml}}}}}}\n", cards=card("one")
        )
    assert run("check", "moon").code == 0
    assert run("check", "tiny").lines == [
        "card_data/star/cards.yaml:1:8 PNP119 module=module does=stars id='replaces one' first=module "
        "first_does='moons replaces' ~origin=card_data/moon/cards.yaml:1:8"
    ]


STEP = "add: {{steps: [{{id: {id}, say: Look., do: []}}]}}\n"
SAME = {
    "module": ("modules: {{same: {{title: {id}}}}}\n", {}),
    "component": (
        "components: {{same: {{title: S{id}, size: 9mm, front: coin.xml.j2}}}}\nmodules: {{{id}s: {{title: T{id}}}}}\n",
        {},
    ),
    "group": ("groups: {{same: {{entries: {{a{id}: {{name: A}}}}}}}}\nmodules: {{{id}s: {{title: T{id}}}}}\n", {}),
    "icon": ("icons: {{same: dot.svg}}\nmodules: {{{id}s: {{title: T{id}}}}}\n", {}),
    "piece": ("modules: {{{id}s: {{title: T{id}, add: {{cards: cards.yaml}}}}}}\n", {"cards": card("same")}),
    "rule": (
        "modules: {{{id}s: {{title: T{id}, rules: night.yaml}}}}\n",
        {"night": "- {id: same, say: There are cards., count: cards, at-least: 1}\n"},
    ),
    "common rule": (
        "modules: {{{id}s: {{title: T{id}}}}}\n",
        {"rules": "- {id: same, say: There are cards., count: cards, at-least: 1}\n"},
    ),
    "step": (
        "modules: {{{id}s: {{title: T{id}, setup: night.yaml}}}}\n",
        {"night": "add: {steps: [{id: same, say: Look., do: [{shuffle: pile}]}]}\n"},
    ),
}


@pytest.mark.parametrize("what", every(2, SAME))
def test_an_id_that_two_expansions_have(tiny: Path, run: Run, what: str) -> None:
    text, files = SAME[what]
    write(
        tiny,
        "card_data/tiny/setup.yaml",
        "players: [2]\nzones: {pile: {title: Pile, starts: cards, face: down}}\nsteps: []\n",
    )
    for id in ("moon", "star"):
        expansion(tiny, id, text.format(id=id), **files)
        write(tiny, f"card_data/{id}/dot.svg", (tiny / "card_data/tiny/art/dot.svg").read_text(encoding="utf-8"))
    for id, other in (("moon", "star"), ("star", "moon")):
        lines = [line for line in run("check", id).err.splitlines() if "PNP038" in line or "PNP115" in line]
        assert len(lines) == 1, run("check", id)
        assert lines[0].startswith(f"card_data/{id}/") and f"[card_data/{other}/" in lines[0], lines
    told = [line for line in run("check", "tiny").err.splitlines() if "PNP038" in line or "PNP115" in line]
    assert len(told) == 1, told


def test_modules_that_exclude_each_other_may_have_the_same_ids(two: Path, run: Run) -> None:
    for id in ("moon", "star"):
        write(two, f"card_data/{id}/cards.yaml", card("same"))
    change(two, "card_data/star/game.yaml", "title: The star,", "title: The star, not-with: [moon/moons],")
    for id in ("moon", "star", "tiny"):
        assert run("check", id).code == 0, run("check", id)


@pytest.fixture
def needing(two: Path) -> Path:
    """Stars need the moons of the other expansion."""
    change(two, "card_data/star/game.yaml", "title: The star,", "title: The star, needs: [moon/moons],")
    return two


def test_a_module_of_an_expansion_brings_one_that_it_needs_of_another(needing: Path, run: Run) -> None:
    assert run("check").err == ""
    assert pieces(run, "tiny", "--with", "stars") == ["coins", "moon", "one", "star", "two"]
    assert pieces(run, "tiny", "--with", "moons") == ["coins", "moon", "one", "two"]
    assert pieces(run, "star") == ["star"]


def test_what_an_expansion_needs_is_there_where_it_is_checked(needing: Path, run: Run) -> None:
    rule = "- {id: moons, say: The moon is there., count: \"cards|where(id == 'moon')\", is: 1}\n"
    write(needing, "card_data/star/rules.yaml", rule)
    assert run("check", "star") == (0, "star: no problems\n", "")
    assert run("check", "tiny").code == 0
    change(needing, "card_data/star/rules.yaml", "is: 1", "is: 2")
    assert "1 (moon), the rule says 2 (with moons, stars)" in run("check", "star").err


def test_what_is_wrong_with_an_expansion_that_is_needed_is_said_there(needing: Path, run: Run) -> None:
    change(needing, "card_data/moon/cards.yaml", "name:", "nmae:")
    assert run("check", "star").lines == ["card_data/star/game.yaml:5:44 PNP535 expansion=moon"]


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("mono/moons", 'PNP104 name="mono" game=tiny ~meant=moon'),
        ("moon/mons", 'PNP104 game=moon module="mons" ~meant=moons'),
        ("moons", 'PNP104 name="moons" ~meant=moon/moons'),
        ("star/stras", 'PNP104 name="stras" ~meant=stars'),
        ("star/stars", "PNP104 id=stars"),
    ],
)
@pytest.mark.parametrize("key", every(2, ["needs", "not-with"]))
def test_names_of_modules_that_are_not_there(two: Path, run: Run, key: str, named: str, message: str) -> None:
    change(two, "card_data/star/game.yaml", "title: The star,", f"title: The star, {key}: [{named}],")
    place = 44 if key == "needs" else 47
    assert run("check", "star").lines == [f"card_data/star/game.yaml:5:{place} {message}"]


def test_a_game_does_not_name_its_expansions(two: Path, run: Run) -> None:
    change(two, "card_data/tiny/game.yaml", "needs: [more]", "needs: [moon/moons]")
    assert run("check", "tiny").lines == ["card_data/tiny/game.yaml:23:37 PNP535 expansion=moon this=tiny"]


def test_expansions_that_need_each_other(needing: Path, run: Run) -> None:
    change(needing, "card_data/moon/game.yaml", "title: The moon,", "title: The moon, needs: [star/stars],")
    for id, other, place in (("star", "moon", 44), ("moon", "star", 44)):
        told = f"card_data/{id}/game.yaml:5:{place} PNP535 expansion={other} this={id}"
        assert run("check", id).lines == [told]


STARS_WITH_MOON = """\
modules:
  stars:
    title: The star
    add: {cards: cards.yaml}
    when-with: {moon/moons: {WHAT}}
"""


def stars_with_moon(root: Path, what: str, **files: str) -> None:
    expansion(root, "star", STARS_WITH_MOON.replace("WHAT", what), cards=card("star"), **files)


def test_what_an_expansion_changes_where_another_one_is_there(two: Path, run: Run) -> None:
    stars_with_moon(two, "drop: {cards: [moon]}, add: {cards: eclipse.yaml}", eclipse=card("eclipse"))
    for id in ("star", "moon", "tiny"):
        assert run("check", id) == (0, f"{id}: no problems\n", "")
    assert pieces(run, "tiny", "--with", "stars") == ["coins", "one", "star", "two"]
    assert pieces(run, "tiny", "--with", "moons") == ["coins", "moon", "one", "two"]
    assert pieces(run, "tiny", "--with", "moons,stars") == ["coins", "eclipse", "one", "star", "two"]
    assert pieces(run, "star") == ["eclipse", "star"]


def test_what_both_replace_is_decided_by_one_of_them(two: Path, run: Run) -> None:
    expansion(two, "moon", "modules: {moons: {title: M, replace: {cards: cards.yaml}}}\n", cards=card("one"))
    expansion(
        two,
        "star",
        "modules: {stars: {title: S, replace: {cards: cards.yaml}, when-with: {moon/moons: {drop: {cards: [one]}}}}}\n",
        cards=card("one"),
    )
    assert run("check", "tiny") == (0, "tiny: no problems\n", "")


@pytest.mark.parametrize(
    ("named", "what", "place", "message"),
    [
        ("mono/moons", "drop: {cards: [one]}", 17, 'PNP104 name="mono" game=tiny ~meant=moon'),
        ("moon/mons", "drop: {cards: [one]}", 17, 'PNP104 game=moon module="mons" ~meant=moons'),
        (
            "moon/moons",
            "drop: {cards: [mon]}",
            45,
            "PNP116 module=module does=stars thing='with moons drops a piece of cards' id=mon ~meant=moon",
        ),
        ("moon/moons", "needs: [more]", 30, 'PNP030 key="needs"'),
    ],
)
def test_mistakes_in_what_it_changes(two: Path, run: Run, named: str, what: str, place: int, message: str) -> None:
    stars_with_moon(two, what)
    change(two, "card_data/star/game.yaml", "moon/moons", named)
    assert run("check", "star").facts[0] == f"card_data/star/game.yaml:9:{place} {message}"


def test_each_ones_pieces_are_drawn_with_its_own_layouts_and_pictures(two: Path, run: Run) -> None:
    """Then with those of the game, never with those of another expansion."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="{}"/></svg>\n'
    colours = {"tiny": "#ff0000", "moon": "#00ff00", "star": "#0000ff"}
    for game, colour in colours.items():
        write(
            two,
            f"layouts/{game}/card.xml.j2",
            f'<face><rect x="0" y="0" width="20" height="60" fill="{colour}"/>{{% include "right.xml.j2" %}}</face>\n',
        )
        if game != "moon":
            picture = (
                '<image href="art/a.svg" x="20" y="0" w="20" h="30"/><image href="b.svg" x="20" y="30" w="20" h="30"/>'
            )
            write(two, f"layouts/{game}/right.xml.j2", picture)
            write(two, f"card_data/{game}/art/a.svg", svg.format(colour))
            write(two, f"layouts/{game}/b.svg", svg.format(colour))
    from PIL import Image

    assert run("check", "tiny", "--with", "moons,stars").code == 0
    built = run("build", "tiny", "--with", "moons,stars", "--format", "png", "--dpi", "40", "--json", "--only", "cards")
    files = {Path(file).stem: file for file in json.loads(built.out)["files"]}
    drawn = {}
    for name in ("one", "moon", "star"):
        image = Image.open(files[name]).convert("RGB")
        drawn[name] = [f"#{bytes(image.getpixel(at)).hex()}" for at in ((10, 40), (50, 20), (50, 70))]  # type: ignore[arg-type]
    red, green, blue = colours.values()
    assert drawn == {"one": [red] * 3, "moon": [green, red, red], "star": [blue] * 3}
