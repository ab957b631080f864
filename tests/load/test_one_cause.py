"""One mistake in a file is told once, at its place: what couldn't be read is poison that knows its problem."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from facts import facts

from pnp.build.loading import load_game
from pnp.diagnostics.report import drop_consequences, merge
from pnp.io.project import Project
from pnp.load import load_style
from pnp.model.game import Game
from pnp.model.problem import Problem
from pnp.model.values import Poison, Record

GAME = """\
title: Small
version: "1"
languages: [en]
icons: {coin: coin.svg}
groups:
  seasons: {entries: {spring: {name: Spring}, autumn: {name: Autumn}}}
components:
  cards:
    title: Cards
    size: poker
    front: card.xml.j2
    data: cards.yaml
    fields:
      name: {type: text, required: true}
      power: {type: integer, default: 1}
      season: {type: reference, to: seasons}
      emblem: {type: record, fields: {charge: {type: text, required: true}, field: text}}
      steps: {type: list, of: text}
"""
CARDS = """\
- {id: owl, name: Owl, power: 2, season: spring, emblem: {charge: owl, field: blue}, steps: [one, two]}
- {id: elk, name: Elk, power: 3}
"""
TABLE = "id,name,power,season,emblem.charge,emblem.field\nowl,Owl,2,spring,owl,blue\nelk,Elk,3,,elk,\n"
RULES = """\
- {id: few, say: There are few., count: cards, at-most: 9}
- {id: named, say: All are named., each: name, of: cards}
- {id: strong, say: All are strong., each: power > 1, of: cards, needs: [named]}
"""


def load_all(root: Path, table: str = "", game: str = GAME, **files: str) -> tuple[Game, list[Problem]]:
    """Load a game with a table of its cards, if given, and other files by their names without the ending."""
    folder = root / "card_data" / "small"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(game.replace("cards.yaml", "cards.csv") if table else game, encoding="utf-8")
    for name, text in {"cards": CARDS, **files}.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    (folder / "cards.csv").write_text(table, encoding="utf-8")
    found, problems = load_game(Project(root, root), "small")
    assert found is not None
    return found, problems


def list_all(problems: Sequence[Problem]) -> list[str]:
    """Return the facts of the problems that users see."""
    return [facts(problem).replace("card_data/small/", "") for problem in merge(drop_consequences(problems))]


def fields(game: Game, piece: str) -> dict[str, object]:
    return {piece.id: dict(piece.fields) for piece in game.components["cards"].pieces}[piece]


def root_cause(value: object) -> str:
    assert isinstance(value, Poison), value
    problem = value.problem
    while problem.cause:
        problem = problem.cause
    return f"{problem.span.line}:{problem.span.column} {problem.code}"


def test_a_wrong_value_is_poison(tmp_path: Path) -> None:
    game, problems = load_all(
        tmp_path, cards=CARDS.replace("power: 2", "power: two").replace("[one, two]", "[one, [2]]")
    )
    assert [problem.code for problem in problems] == ["PNP020", "PNP020"]
    owl = fields(game, "owl")
    assert root_cause(owl["power"]) == "1:31 PNP020"
    assert isinstance(owl["steps"], tuple) and owl["steps"][0] == "one"
    assert root_cause(owl["steps"][1]) == "1:101 PNP020", "the other items stay where they are"


def test_below_a_misspelt_key_there_is_poison_also_where_a_value_is_required(tmp_path: Path) -> None:
    game, problems = load_all(tmp_path, cards=CARDS.replace("name: Owl", "nmae: Owl").replace("power: 3", "powr: 3"))
    assert list_all(problems) == [
        'cards.yaml:1:13 PNP030 key="nmae" ~meant=name',
        'cards.yaml:2:24 PNP030 key="powr" ~meant=power',
    ]
    assert root_cause(fields(game, "owl")["name"]) == "1:13 PNP030"
    assert root_cause(fields(game, "elk")["power"]) == "2:24 PNP030", "not its default"
    assert fields(game, "elk")["name"] == "Elk"


def test_what_a_record_lacks_is_poison_in_it(tmp_path: Path) -> None:
    game, problems = load_all(tmp_path, cards=CARDS.replace("charge: owl", "chrage: owl"))
    assert list_all(problems) == ['cards.yaml:1:59 PNP030 key="chrage" ~meant=charge']
    emblem = fields(game, "owl")["emblem"]
    assert isinstance(emblem, Record)
    assert (root_cause(emblem.read["charge"]), emblem.read["field"]) == ("1:59 PNP030", "blue")


def test_the_same_slip_in_many_pieces_is_one_line_with_all_its_places(tmp_path: Path) -> None:
    cards = CARDS.replace("power:", "powr:")
    game, problems = load_all(tmp_path, cards=cards)
    assert list_all(problems) == ['cards.yaml:1:24 PNP030 key="powr" ~meant=power ~also=cards.yaml:2:24']
    assert root_cause(fields(game, "elk")["power"]) == "2:24 PNP030", "each knows its own place"


def test_a_value_below_an_alias_tells_its_mistake_once(tmp_path: Path) -> None:
    others = "".join(f"- {{id: {id}, name: {id}, power: *p}}\n" for id in ("elk", "fox"))
    cards = f"- {{id: owl, name: Owl, power: &p strong}}\n{others}"
    game, problems = load_all(tmp_path, cards=cards)
    assert list_all(problems) == ["cards.yaml:1:31 PNP020 path=power wanted='a whole number' found=\"strong\""]
    assert {root_cause(fields(game, id)["power"]) for id in ("owl", "elk", "fox")} == {"1:31 PNP020"}


def test_a_record_below_an_alias_tells_its_mistakes_once(tmp_path: Path) -> None:
    cards = "- {id: owl, name: Owl, emblem: &e {field: blue}}\n- {id: elk, name: Elk, emblem: *e}\n"
    assert list_all(load_all(tmp_path, cards=cards)[1]) == ["cards.yaml:1:32 PNP032 within=emblem.charge"]


def test_a_misspelt_heading_is_one_error_at_the_heading(tmp_path: Path) -> None:
    game, problems = load_all(tmp_path, TABLE.replace("name,power", "nmae,pwoer"))
    assert list_all(problems) == [
        'cards.csv:1:4 PNP030 heading="nmae" ~meant=name',
        'cards.csv:1:9 PNP030 heading="pwoer" ~meant=power',
    ]
    for id in ("owl", "elk"):
        assert (root_cause(fields(game, id)["name"]), root_cause(fields(game, id)["power"])) == (
            "1:4 PNP030",
            "1:9 PNP030",
        )


def test_a_misspelt_heading_within_a_record(tmp_path: Path) -> None:
    game, problems = load_all(tmp_path, TABLE.replace("emblem.charge", "emblem.chrage"))
    assert list_all(problems) == ['cards.csv:1:22 PNP030 heading="emblem.chrage" ~meant=emblem.charge']
    emblem = fields(game, "owl")["emblem"]
    assert isinstance(emblem, Record)
    assert (root_cause(emblem.read["charge"]), emblem.read["field"]) == ("1:22 PNP030", "blue")
    assert root_cause(fields(game, "elk")["emblem"]) == "1:22 PNP030", "it may have had one"


def test_a_column_that_the_table_lacks_is_one_error_at_the_first_line(tmp_path: Path) -> None:
    game, problems = load_all(tmp_path, "id,emblem.field\nowl,blue\nelk,red\n")
    assert list_all(problems) == [
        "cards.csv:1:1 PNP032 path=emblem.charge",
        "cards.csv:1:1 PNP032 path=name",
    ]
    assert root_cause(fields(game, "elk")["name"]) == "1:1 PNP032"


def test_misspelt_copies_poison_what_counts_the_pieces(tmp_path: Path) -> None:
    game, problems = load_all(tmp_path, TABLE.replace(",power,", ",Copies,"))
    assert list_all(problems) == ['cards.csv:1:9 PNP030 heading="Copies" ~meant=copies']
    assert {*game.unread} == {"pieces.cards/owl", "pieces.cards/elk"}
    assert game.cause("pieces.cards") is not None


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        ("owl,Owl,2\nelk,3\nfox,Fox,strong\n", "3:1 PNP028 cells=2 columns=3"),
        ("owl,2\nelk,3\nfox,Fox,3\nhen,4\n", "2:1 PNP028 cells=2 columns=3 ~also='cards.csv:3:1, cards.csv:5:1'"),
        ("owl,Hoo, hoo, 2\nelk,Elk,3\nfox,Fox, or so,3\n", "2:15 PNP018 cells=4 columns=3 ~also=cards.csv:4:16"),
    ],
)  # fmt: skip
def test_rows_with_another_number_of_cells_are_told_in_one_line(tmp_path: Path, rows: str, line: str) -> None:
    """And nothing of the cells, which may all stand in wrong columns."""
    game, problems = load_all(tmp_path, f"id,name,power\n{rows}")
    assert list_all(problems)[0] == f"cards.csv:{line}"
    assert {*list_all(problems)[1:]} <= {"cards.csv:4:9 PNP020 path=power wanted='a whole number' found=\"strong\""}
    wrong = {problem.span.line for problem in problems if problem.code in ("PNP018", "PNP028")}
    for piece in game.components["cards"].pieces:
        assert isinstance(piece.fields["name"], Poison) == (piece.line in wrong)
        assert (game.cause("pieces.cards", piece.id) is not None) == (piece.line in wrong)


def test_names_that_nothing_has_are_one_line(tmp_path: Path) -> None:
    modules = "".join(f"  {id}: {{title: X, needs: [nihgt]}}\n" for id in ("a", "b"))
    modules = f"modules:\n{modules}  night: {{title: Night}}\n"
    _, problems = load_all(tmp_path, game=GAME + modules)
    assert list_all(problems) == ['game.yaml:20:25 PNP104 name="nihgt" ~meant=night ~also=game.yaml:21:25']


def test_a_slip_in_a_rule_poisons_that_rule(tmp_path: Path) -> None:
    game, problems = load_all(tmp_path, rules=RULES.replace("each: name", "eahc: name"))
    assert list_all(problems) == ['rules.yaml:2:36 PNP030 key="eahc" ~meant=each']
    assert [*game.rules] == ["few", "strong"]
    assert {*game.unread} == {"rules/named"}
    assert root_cause(Poison(game.unread["rules/named"])) == "2:36 PNP030"
    assert game.cause("rules", "named") and not game.cause("rules", "few")


@pytest.mark.parametrize(("slip", "section"), [("- {id: few", "rules"), ("few: {say: x}", "rules"), ("", "rules")])
def test_a_slip_that_costs_a_file_poisons_its_section_alone(tmp_path: Path, slip: str, section: str) -> None:
    game, problems = load_all(tmp_path, rules=slip, glossary="- {term: owl}\n")
    assert len(list_all(problems)) == 1
    assert [*game.unread] == [section]
    assert game.cause("rules", "few") and not game.cause("pieces.cards", "owl")


def test_a_part_of_a_file_that_cannot_be_read_poisons_that_part(tmp_path: Path) -> None:
    setup = "players: [2]\nzoens: {hand: {title: Hand}}\nsteps: []\n"
    game, problems = load_all(tmp_path, setup=setup)
    assert list_all(problems) == ['setup.yaml:2:1 PNP030 key="zoens" ~meant=zones']
    assert [*game.unread] == ["setup.zones"]


def test_a_piece_without_id_may_have_been_called_whatever_it_says(tmp_path: Path) -> None:
    game, problems = load_all(tmp_path, cards=CARDS.replace("id: owl", "di: owl"))
    assert list_all(problems) == [
        "cards.yaml:1:3 PNP032 within=id",
        'cards.yaml:1:4 PNP030 key="di"',
    ]
    assert game.cause("pieces.cards", "owl") and not game.cause("pieces.cards", "fox")


def test_an_unreadable_file_of_pieces_poisons_its_component(tmp_path: Path) -> None:
    game, problems = load_all(tmp_path, cards="- {id: owl")
    assert len(problems) == 1
    assert game.unread == {"pieces.cards": problems[0]}


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("groups:", "gruops:", '5:1 PNP030 key="gruops" ~meant=groups'),
        ("components:", "componets:", '7:1 PNP030 key="componets" ~meant=components'),
        ("fields:\n", "feilds:\n", '13:5 PNP030 key="feilds" ~meant=fields'),
        ("size: poker", "szie: poker", '10:5 PNP030 key="szie" ~meant=size'),
        ("data: cards", "dta: cards", '12:5 PNP030 key="dta" ~meant=data'),
        ("type: text, required", "tpye: text, required", '14:14 PNP030 key="tpye" ~meant=type'),
        ("to: seasons", "to: saesons", '16:37 PNP104 name="saesons" ~meant=seasons'),
        ("seasons: {", "Seasons: {", '6:3 PNP024 name="Seasons" kind=\'id (lower-case letters, digits, hyphens)\''),
        ("entries: {", "entires: {", '6:13 PNP030 key="entires" ~meant=entries'),
    ],
)  # fmt: skip
def test_one_slip_in_game_yaml_is_one_line(tmp_path: Path, old: str, new: str, line: str) -> None:
    modules = "modules: {night: {title: Night, add: {cards: more.yaml}, groups: {seasons: {winter: {name: Winter}}}}}\n"
    text = (GAME + modules).replace(old, new, 1)
    more = "- {id: fox, name: Fox, power: 2, season: winter}\n"
    assert list_all(load_all(tmp_path, game=text, more=more)[1]) == [f"game.yaml:{line}"]


STYLE = """\
palettes:
  low: {ink: "#000000", spring: "#113311", autumn: "#331111"}
  full: {ink: "#000000", spring: "#118811", autumn: "#881111"}
styles:
  name: {fill: spring, size: 12pt}
  rule: {like: name, fill: autumn, size: 8pt}
"""


def load_styled(root: Path, text: str, shared: str = "") -> tuple[list[str], dict[str, Problem]]:
    for folder, said in (("shared", shared), ("small", text)):
        path = root / "layouts" / folder / "style.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(said or "styles: {}\n", encoding="utf-8")
    style, problems = load_style(Project(root, root), "small")
    return [line.replace("layouts/small/", "") for line in list_all(problems)], dict(style.unread)


def test_one_space_too_many_in_style_yaml_is_one_error(tmp_path: Path) -> None:
    lines, unread = load_styled(
        tmp_path, STYLE.replace("  low:", "   low:"), "styles: {small: {like: rule, fill: spring}}\n"
    )
    assert lines == ["style.yaml:2:4 PNP013 where='further right' line=3"]
    assert [*unread] == [""]


@pytest.mark.parametrize(
    ("old", "new", "line", "sections"),
    [
        ("  low:", "  lwo:", '2:3 PNP030 key="lwo" ~meant=low', {"colours"}),
        ("styles:", "stlyes:", '4:1 PNP030 key="stlyes" ~meant=styles', {"styles"}),
        ("  name:", "  Name:", '5:3 PNP024 name="Name" kind=\'name of a style (lower-case letters, digits, hyphens)\'',
         {"styles/Name", "styles/name"}),
        ('spring: "#113311"', "spring: green",
         '2:33 PNP120 path=palettes.low.spring value="green"', {"colours/spring"}),
    ],
)  # fmt: skip
def test_one_slip_in_style_yaml_is_one_error(tmp_path: Path, old: str, new: str, line: str, sections: set[str]) -> None:
    lines, unread = load_styled(tmp_path, STYLE.replace(old, new, 1))
    assert lines == [f"style.yaml:{line}"]
    assert unread.keys() == sections


def test_an_expansion_for_a_game_with_errors_says_only_that(tmp_path: Path) -> None:
    load_all(tmp_path, game=GAME.replace("groups:", "gruops:"))
    folder = tmp_path / "card_data" / "more"
    folder.mkdir()
    text = 'title: More\nversion: "1"\nlanguages: [en]\nfor: small\n'
    module = "modules: {m: {title: M, groups: {seasons: {x: {name: X}}}}}\n"
    (folder / "game.yaml").write_text(text + module)
    _, problems = load_game(Project(tmp_path, tmp_path), "more")
    assert list_all(problems) == ["card_data/more/game.yaml:4:6 PNP037 game=small"]


def test_pieces_in_a_file_of_rules_are_told_once(tmp_path: Path) -> None:
    game = GAME.replace("cards.yaml", "rules.yaml")
    assert list_all(load_all(tmp_path, game=game, rules=CARDS)[1]) == ["game.yaml:12:11 PNP106 file=rules.yaml"]


def test_a_piece_that_is_there_twice_is_one_with_copies(tmp_path: Path) -> None:
    cards = """\
- {id: owl, name: Owl, copies: 2}
- {id: owl, name: Owl}
- {id: owl, name: Old owl}
"""
    assert list_all(load_all(tmp_path, cards=cards)[1]) == [
        'cards.yaml:2:8 PNP101 id="owl" ~origin=cards.yaml:1:8',
        'cards.yaml:3:8 PNP101 id="owl" ~origin=cards.yaml:1:8',
    ]
