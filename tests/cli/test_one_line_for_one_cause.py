"""One mistake is one line, at its cause, with all its places; and it hides no other."""

import json
from pathlib import Path

from facts import is_problem, list_facts, read_facts
from saying import Run

IDS = ("one", "two", "drei", "four", "five", "six", "seven", "eight", "nine")


def change(root: Path, name: str, *changes: tuple[str, str]) -> None:
    path = root / name
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def lines(run: Run, *words: str) -> list[str]:
    """Return the facts of `pnp check`, a line for each place, without the summary."""
    shown = run("check", "tiny", "--format", "concise", *words).out
    assert all(map(is_problem, shown.splitlines())), shown
    return list_facts(shown)


def lines_of_build(run: Run) -> list[str]:
    return run("build", "tiny").facts


def test_an_icon_that_is_not_there_is_named_at_all_its_places(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/cards.yaml", ("[dot]", "[coyn]"))
    change(tiny, "card_data/tiny/more.yaml", ("Third\n", "Third\n  rule: Pay two [coyn].\n"))
    change(tiny, "layouts/tiny/coin.xml.j2", ('name="dot"', 'name="coyn"'))
    found = json.loads(run("check", "tiny", "--with", "more", "--json").out)["tiny"]
    (problem,) = [each for each in found if each["code"] == "PNP290"] if found else [{}]
    assert [(place["file"], place["line"], place["column"], place["end"]) for place in problem["places"]] == [
        ("card_data/tiny/cards.yaml", 4, 16, 22),
        ("card_data/tiny/more.yaml", 3, 17, 23),
        ("layouts/tiny/coin.xml.j2", 1, 19, 23),
    ]


def test_the_terminal_names_three_places_and_counts_the_others(tiny: Path, run: Run) -> None:
    cards = "".join(f"- id: c{n}\n  name: Card\n  rule: Take [coyn].\n" for n in range(7))
    (tiny / "card_data/tiny/cards.yaml").write_text(cards, encoding="utf-8")
    (line,) = [line for line in lines_of_build(run) if "coyn" in line]
    assert line == (
        "card_data/tiny/cards.yaml:3:14 PNP290 name=coyn ~about='cards/c0 and 6 more' "
        "~origin=layouts/tiny/card.xml.j2:3:22 "
        "~also='card_data/tiny/cards.yaml:6:14, card_data/tiny/cards.yaml:9:14 and 4 more'"
    )
    assert sum("coyn" in line for line in lines(run)) == 7


def test_a_component_with_a_taken_name_hides_no_template(tiny: Path, run: Run) -> None:
    components = "".join(f"  extra{n}: {{title: X{n}, size: 20mm, front: extra{n}.xml.j2}}\n" for n in range(10))
    fonts = "  fonts: {title: Fonts, size: 20mm, front: coin.xml.j2}\n"
    change(tiny, "card_data/tiny/game.yaml", ("modules:\n", f"{fonts}{components}modules:\n"))
    for n in range(10):
        template = f"<face><text x='1' y='1' w='9' h='9'>{{{{ piece.nothing{n} }}}}</text></face>\n"
        (tiny / f"layouts/tiny/extra{n}.xml.j2").write_text(template, encoding="utf-8")
    found = lines(run)
    assert sum("PNP106" in line for line in found) == 1
    assert len({line.partition(":")[0] for line in found if "PNP201" in line}) == 10
    assert len(found) == 11


def test_one_blank_too_many_in_a_style_is_one_error(tiny: Path, run: Run) -> None:
    style = "palettes:\n  low: {ink: '#000000'}\n  full: {ink: '#222222'}\nstyles:\n  name: {font: text, size: 9pt}\n"
    (tiny / "layouts/tiny/style.yaml").write_text(style.replace("  low", "   low"), encoding="utf-8")
    change(tiny, "layouts/tiny/card.xml.j2", ('of="name"', 'of="name" style="name" fill="ink"'))
    (line,) = lines(run)
    assert line.startswith("layouts/tiny/style.yaml:2:4 PNP013 "), line


def as_table(root: Path, table: str) -> None:
    (root / "card_data/tiny/cards.csv").write_text(table, encoding="utf-8")
    (root / "card_data/tiny/more.yaml").write_text("- id: ten\n  name: Third\n", encoding="utf-8")
    (root / "card_data/tiny/cards.yaml").unlink()
    change(root, "card_data/tiny/game.yaml", ("data: cards.yaml", "data: cards.csv"))


def test_a_misspelt_header_is_one_error(tiny: Path, run: Run) -> None:
    rows = "".join(f"{id},1,Card,Take {id}.\n" for id in IDS)
    as_table(tiny, f"id,copies,nmae,rule\n{rows}")
    (line,) = lines(run)
    assert line == 'card_data/tiny/cards.csv:1:11 PNP030 heading="nmae" ~meant=name'


def test_a_column_that_no_header_names_is_one_error(tiny: Path, run: Run) -> None:
    rows = "".join(f"{id},1,Take {id}.\n" for id in IDS)
    as_table(tiny, f"id,copies,rule\n{rows}")
    (line,) = lines(run)
    assert line == "card_data/tiny/cards.csv:1:1 PNP032 path=name"


def test_rows_of_another_width_are_told_alike(tiny: Path, run: Run) -> None:
    """Too few cells, and too many: each a line in the editor, one on the terminal for all of its kind."""
    as_table(tiny, "id,copies,name,rule\nc1,1,One\nc2,1,Two\nc3,1,Three,Take.,x\nc4,1,Four,Take.,x\n")
    found = [line for line in lines(run) if "cards.csv" in line]
    assert [line.split(":")[1] for line in found] == ["2", "3", "4", "5"]
    assert len([line for line in lines_of_build(run) if "cards.csv" in line]) == 2


def test_an_attribute_that_an_element_does_not_have_is_one_error(tiny: Path, run: Run) -> None:
    cards = "".join(f"- id: {id}\n  name: Card {id}\n  rule: Take a [dot].\n" for id in IDS)
    (tiny / "card_data/tiny/cards.yaml").write_text(cards, encoding="utf-8")
    change(tiny, "layouts/tiny/card.xml.j2", ('<text of="name"', '<text of="name" colr="red"'))
    (line,) = lines(run)
    assert line == (
        "layouts/tiny/card.xml.j2:2:19 PNP205 tag=text name=colr ~about='cards/one and 8 more' "
        "~origin=card_data/tiny/cards.yaml:1:3"
    ), line


def test_a_missing_font_is_one_line_a_script(tiny: Path, run: Run) -> None:
    """Bengali and Tibetan, for which no font comes along."""
    cards = "".join(f"- id: c{n}\n  name: বাঘ {n}\n  rule: སྟག {n}\n" for n in range(200))
    (tiny / "card_data/tiny/cards.yaml").write_text(cards, encoding="utf-8")
    found = [each for each in read_facts(run("build", "tiny").err) if each.code == "PNP301"]
    assert [(each.about, each.values["script"]) for each in found] == [
        ("cards/c0 and 199 more", "Bengali"),
        ("cards/c0 and 199 more", "Tibetan"),
    ]


def test_what_stands_under_a_slip_is_not_missed(tiny: Path, run: Run) -> None:
    """One key, whose value each template of the component needs."""
    change(tiny, "card_data/tiny/game.yaml", ("      rule: text\n", "      rule: txt\n"))
    (line,) = lines(run)
    assert line.startswith("card_data/tiny/game.yaml:14:"), line
