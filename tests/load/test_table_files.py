"""What people bring: separators, encodings, JSON, other headings, several files, no ids."""

import pytest
from facts import facts, list_facts

from pnp.io.project import Project
from pnp.load import limits
from pnp.load.files import DataFile
from pnp.load.sink import Sink
from pnp.load.table_files import OpenedTable, parse_table, read_nodes, read_table
from pnp.load.table_rows import normalise_cell
from pnp.model.problem import LimitError, Problem
from pnp.model.values import Unreadable

ROWS = "id{0}name{0}share\nowl{0}Bär{0}{1}\n"


@pytest.mark.parametrize(
    ("content", "understood"),
    [
        (ROWS.format(",", "1.5").encode(), "CSV, UTF-8, commas between cells"),
        (ROWS.format(";", "1,5").encode("cp1252"), "CSV, Windows-1252, semicolons between cells"),
        (ROWS.format("\t", "1.5").encode("utf-16"), "CSV, UTF-16, tabs between cells"),
        (ROWS.format("\t", "1.5").encode("utf-16-be"), "CSV, UTF-16, tabs between cells"),
        (b"\xef\xbb\xbf" + ROWS.format(";", "1,5").encode(), "CSV, UTF-8, semicolons between cells"),
        (b"sep=;\r\n" + ROWS.format(";", "1.5").encode(), "CSV, UTF-8, semicolons between cells"),
        (b'"id";"name, or so";"share"\n"owl";"B\xc3\xa4r";"1,5"\n', "CSV, UTF-8, semicolons between cells"),
    ],
)
def test_separators_and_encodings_are_found(tmp_path, load_more, content: bytes, understood: str) -> None:
    said = 'data: cards.csv, columns: {name: "name, or so"}' if b"or so" in content else "data: cards.csv"
    game, problems = load_more(said, {"cards.csv": content})
    assert problems == []
    assert {key: game.components["cards"].pieces[0].fields[key] for key in ("name", "share")} == {
        "name": "Bär", "share": 1.5,
    }  # fmt: skip
    path = tmp_path / "card_data/small/cards.csv"
    assert str(read_table(Project(tmp_path, tmp_path), DataFile(path), []).table.understood) == understood


def test_lines_are_counted_behind_a_line_that_names_the_separator(load_more) -> None:
    _, problems = load_more("data: cards.csv", {"cards.csv": "sep=;\nid;power\nowl;x\n"})
    assert problems == ["cards.csv:3:5 PNP020 path=power wanted='a whole number' found=\"x\""]


def test_one_broken_letter_makes_no_other_encoding(load_more) -> None:
    _, problems = load_more("data: cards.csv", {"cards.csv": "id,name\nowl,Bär\n".encode() + b"elk,\xe4\n"})
    assert problems == ["cards.csv:3:5 PNP003 byte='byte 0xe4'"]


def test_true_and_false_as_spreadsheets_write_them(load_more) -> None:
    game, problems = load_more("data: cards.csv", {"cards.csv": "id,big\nowl,TRUE\nelk,False\n"})
    assert problems == []
    assert [piece.fields["big"] for piece in game.components["cards"].pieces] == [True, False]


def test_a_comma_among_digits_is_told_where_it_parts_cells(load_more) -> None:
    _, problems = load_more("data: cards.csv", {"cards.csv": 'id,share\nowl,"1,5"\nelk,"a,b"\n'})
    assert problems == [
        "cards.csv:2:5 PNP020 path=share wanted='a number' found=\"1,5\"",
        "cards.csv:3:5 PNP020 path=share wanted='a number' found=\"a,b\"",
    ]


JSON = """[
  {"id": "owl", "name": "The \\u00d6wl", "power": 3, "tags": ["a", "b;c"], "emblem": {"charge": "star"}},
  {"id": "elk", "name": null, "power": "4", "tags": "a; b", "rows": [{"a": "x"}]}
]
"""


def test_json(load_more) -> None:
    game, problems = load_more("data: cards.json", {"cards.json": JSON})
    assert problems == []
    owl, elk = game.components["cards"].pieces
    assert (owl.fields["name"], owl.fields["power"], owl.fields["tags"]) == ("The Öwl", 3, ("a", "b;c"))
    assert (owl.fields["emblem"]["charge"], elk.fields["rows"][0]["a"]) == ("star", "x")
    assert (elk.fields["name"], elk.fields["power"], elk.fields["tags"]) == (None, 4, ("a", "b"))
    assert (owl.places["tags.1"], elk.places["rows.0.a"], owl.places["id"]) == ((2, 67), (3, 76), (2, 10))


def test_places_in_json_wherever_values_stand(load_more) -> None:
    content = '[{"id"\n:\n  "owl","power"\t:\t"strong" ,\r\n "tags": ["a"], "share":"x", "name": "B"}]'
    assert load_more("data: cards.json", {"cards.json": content})[1] == [
        "cards.json:3:19 PNP020 path=power wanted='a whole number' found=\"strong\"",
        "cards.json:4:25 PNP020 path=share wanted='a number' found=\"x\"",
    ]


def test_json_by_ids(load_more) -> None:
    game, problems = load_more("data: cards.json", {"cards.json": '{"owl": {"power": 3},\n "elk": {"id": "stag"}}'})
    assert problems == []
    assert [piece.id for piece in game.components["cards"].pieces] == ["owl", "stag"]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ('[{"id": "owl",}]', "1:15 PNP040 wanted='a name in double quotes' found=}"),
        ('[{id: "owl"}]', "1:3 PNP040 wanted='a name in double quotes' found=id"),
        ('[{"id" "owl"}]', '1:8 PNP040 wanted=\'a colon\' found="'),
        ('[{"id": owl}]', "1:9 PNP040 wanted='a value' found=owl"),
        ('[{"id": "owl", "tags": ["a"],}]', "1:30 PNP040 wanted='a name in double quotes' found=}"),
        ('[{"id": "owl"}\n {"id": "elk"}]', "2:2 PNP040 wanted='a comma or ]' found={"),
        ('[{"id": "owl"}', '1:1 PNP040 what=list'),
        ('[{"id": "owl}]', '1:9 PNP040 what=text'),
        ('[{"id": "o\\wl"}]', '1:11 PNP040 sign=\\w'),
        ('[{"id": "\\ud800"}]', '1:9 PNP040 sign=\\ud800'),
        ('[{"id": "owl"}] x', "1:17 PNP040 wanted='nothing more' found=x"),
        ('[{"id": "owl"}, 3]', '1:17 PNP020 wanted=\'a list of objects\' found="3"'),
        ('[{"id": "owl", "id": "elk"}]', '1:16 PNP031 name="id" ~origin=cards.json:1:9'),
        ('[{"id": "owl", "nmae": "x"},\n {"id": "elk", "nmae": "y"}]', '1:16 PNP030 heading="nmae" ~meant=name'),
        ("", '1:1 PNP004'),
        ("[]", '1:1 PNP102'),
    ],
)  # fmt: skip
def test_mistakes_in_json(load_more, content: str, line: str) -> None:
    assert load_more("data: cards.json", {"cards.json": content})[1] == [f"cards.json:{line}"]


PACKS = {
    "core.csv": "id,name\nowl,Owl\n",
    "packs/a.csv": "id,name\nelk,Elk\n",
    "packs/b.json": '[{"id": "fox", "name": "Fox"}]',
    "packs/_draft.csv": "id\nno\n",
}


def test_lists_and_patterns_of_files(load_more) -> None:
    game, problems = load_more('data: [core.csv, "packs/*.csv", "packs/?.json"]', PACKS)
    assert problems == []
    assert [piece.id for piece in game.components["cards"].pieces] == ["owl", "elk", "fox"]


def test_an_id_of_two_files_is_told_with_both_places(load_more) -> None:
    _, problems = load_more('data: ["*.csv"]', {"a.csv": "id\nowl\n", "b.csv": "id\nelk\nowl\n"})
    assert problems == ['b.csv:3:1 PNP101 id="owl" ~origin=a.csv:2:1']


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ('data: ["*.tsv"]', '7:12 PNP001 name="*.tsv"'),
        ("data: [core.csv, core.csv]", '7:22 PNP046 name="core.csv" ~origin=game.yaml:7:12'),
        ('data: ["../*.csv"]', '7:12 PNP002 name="../*.csv" why=\'leads out of the game\'s folder\''),
        ("data: [core.csv, cores.csv]", '7:22 PNP001 name="cores.csv" ~meant=core.csv'),
    ],
)  # fmt: skip
def test_mistakes_in_lists_of_files(load_more, said: str, line: str) -> None:
    assert load_more(said, PACKS)[1] == [f"game.yaml:{line}"]


SPREADSHEET = "Card Name,Qty,Notes\nThe Owl,2,sharp?\nElk,1,\n"


def test_columns_that_others_have_named(load_more) -> None:
    said = "data: cards.csv, columns: {name: Card Name, copies: Qty}, other-columns: ignore, id: auto"
    game, problems = load_more(said, {"cards.csv": SPREADSHEET})
    assert problems == []
    assert [(piece.id, piece.copies, piece.fields["name"]) for piece in game.components["cards"].pieces] == [
        ("the-owl", 2, "The Owl"),
        ("elk", 1, "Elk"),
    ]


@pytest.mark.parametrize(
    ("said", "lines"),
    [
        ("columns: {name: Card Nmae, copies: Qty}, other-columns: ignore", [
            'game.yaml:8:15 PNP049 heading=\'"Card Nmae"\' ~meant=\'Card Name\'',
        ]),
        ("columns: {name: Card Nmae, copies: Qty}", [
            'cards.csv:1:15 PNP030 heading="Notes"',
            'game.yaml:8:15 PNP049 heading=\'"Card Nmae"\' ~meant=\'Card Name\'',
        ]),
        ("columns: {nmae: Card Name, copies: Qty}, other-columns: ignore", [
            'game.yaml:8:15 PNP030 name="nmae" ~meant=name',
        ]),
    ],
)  # fmt: skip
def test_mistakes_in_columns(load_more, said: str, lines: list[str]) -> None:
    assert load_more(f"data: cards.csv, {said}, id: auto", {"cards.csv": SPREADSHEET})[1] == lines


def ids(game) -> list[str]:
    return [piece.id for piece in game.components["cards"].pieces]


def test_ids_of_what_pieces_are_called_stay_when_rows_move(load_more) -> None:
    rows = ["Blütenstaub,1", "Owl's Nest,2", "Goblin,3", "Goblin,4", "梟,5"]
    first, problems = load_more("data: cards.csv, id: auto", {"cards.csv": "\n".join(["name,power", *rows])})
    assert ids(first)[:2] == ["blutenstaub", "owls-nest"]
    assert len(set(ids(first))) == 5 and all(id.startswith("goblin-") for id in ids(first)[2:4])
    assert problems == [
        f'cards.csv:{line}:1 PNP048 name="{rows[line - 2].partition(",")[0]}" id={ids(first)[line - 2]}'
        for line in (4, 5, 6)
    ]
    moved, _ = load_more("data: cards.csv, id: auto", {"cards.csv": "\n".join(["name,power", *reversed(rows)])})
    assert ids(moved) == ids(first)[::-1]


def test_rows_that_say_the_same_have_no_ids_that_stay(load_more) -> None:
    _, problems = load_more("data: cards.csv, id: auto", {"cards.csv": "name\nOwl\nElk\nOwl\n"})
    assert problems == ["cards.csv:4:1 PNP047 ~origin=cards.csv:2:1"]


def test_some_rows_may_have_ids_of_their_own(load_more) -> None:
    game, problems = load_more("data: cards.csv, id: auto", {"cards.csv": "id,name\nchief,Goblin\n,Goblin\n,Owl\n"})
    assert problems == [] and ids(game) == ["chief", "goblin", "owl"]


def test_references_and_icons_as_people_write_them() -> None:
    said = [normalise_cell(text, "reference", ",") for text in ("Night Elves", "night-elves", " Übel ", "a_b", "夜")]
    assert said == ["night-elves", "night-elves", "ubel", "a_b", "夜"]
    assert (normalise_cell("Coin", "icon", ","), normalise_cell("Coin", "text", ",")) == ("coin", "Coin")


@pytest.mark.parametrize("text", ["#NAME?", "#DIV/0!", "#N/A", "#WERT!", "#NV", "Err:508", "=SUM(A1:A2)", "=ROW()-1"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_what_a_spreadsheet_wrote_instead_of_a_value(text: str, separator: str) -> None:
    problems: list[Problem] = []
    data = f"id{separator}name\nowl{separator}{text}\nfox{separator}Fox\n".encode()
    opened = parse_table(data, "cards.csv", "", problems)
    assert isinstance(opened, OpenedTable)
    assert problems == []
    (_, cell), _ = opened.table.rows
    assert cell.text == ""
    assert cell.note
    assert facts(cell.note) == "cards.csv:2:5 PNP044" + ("" if text[0] == "=" else f' error="{text}"')
    opened = parse_table(data.replace(text.encode(), b"'" + text.encode()), "cards.csv", "", problems)
    (_, cell), _ = opened.table.rows
    assert (cell.text, cell.note) == (text, None), "an apostrophe says that it is a text"


@pytest.mark.parametrize("text", ["#1", "#NAME? it", "= 3", "=x", "=Sum", "Error", "Err:1", "#names!", "=P"])
def test_texts_that_only_begin_so(text: str) -> None:
    opened = parse_table(f"id,name\nowl,{text}\n".encode(), "cards.csv", "", [])
    assert isinstance(opened, OpenedTable)
    assert opened.table.rows[0][1].note is None
    assert opened.table.rows[0][1].text == text


def test_pipes_between_cells() -> None:
    opened = parse_table(b"id|name|text\nowl|Owl|One, two; three.\n", "cards.csv", "", [])
    assert isinstance(opened, OpenedTable)
    assert str(opened.table.understood) == "CSV, UTF-8, pipes between cells"
    assert [cell.text for cell in opened.table.rows[0]] == ["owl", "Owl", "One, two; three."]


@pytest.mark.parametrize(
    ("said", "read"),
    [("1e-05", "0.00001"), ("2.5E3", "2500"), ("-1e2", "-100"), ("1e400", "1e400"), ("1e99999999", "1e99999999")],
)
def test_numbers_of_json_with_exponents(said: str, read: str) -> None:
    for text in (f'[{{"id": "owl", "n": {said}}}]', f'[{{"id": "owl", "n": [{said}]}}]'):
        opened = parse_table(text.encode(), "cards.json", "", [])
        assert isinstance(opened, OpenedTable)
        node = opened.table.rows[0][1].node
        assert node is not None
        assert (node.value[0].value if isinstance(node.value, list) else node.value) == read


def test_a_list_within_an_object() -> None:
    problems: list[Problem] = []
    with pytest.raises(Unreadable):
        parse_table(b'{"version": 1, "cards": [{"id": "owl"}]}', "cards.json", "", problems)
    assert list_facts(problems) == ['cards.json:1:1 PNP018 key="cards"']


def test_a_row_that_ends_before_its_copies(load_more) -> None:
    _, problems = load_more("data: cards.csv", {"cards.csv": b"id,name,copies\nowl,Owl,3x\nfox,Fox\n"})
    assert problems == ['cards.csv:2:9 PNP065 text="3x" copies=3', "cards.csv:3:1 PNP028 cells=2 columns=3"]


def test_escapes_in_texts_of_json() -> None:
    opened = parse_table(b'[{"id": "owl", "text": "a\\nb\\t\\"\\\\"}]', "cards.json", "", [])
    assert isinstance(opened, OpenedTable)
    assert [cell.text for cell in opened.table.rows[0]] == ["owl", 'a\nb\t"\\']


def test_words_that_only_begin_like_values_of_json() -> None:
    problems: list[Problem] = []
    with pytest.raises(Unreadable):
        parse_table(b'[{"id": "owl", "text": [truely]}]', "cards.json", "", problems)
    assert list_facts(problems) == ["cards.json:1:25 PNP040 wanted='a value' found=truely"]


def test_limits_of_json_are_met_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "DEPTH", 4)
    sink = Sink("cards.json", [])
    read_nodes("[[[1]]]", sink)
    with pytest.raises(LimitError):
        read_nodes("[[[[1]]]]", sink)
    monkeypatch.setattr(limits, "NODES", 20)
    with pytest.raises(LimitError):
        read_nodes("[{" + ",".join(f'"key {number}": 1' for number in range(40)) + "}]", sink)


@pytest.mark.parametrize(("most", "is_too_much"), [(4, False), (3, True)])
def test_limits_of_csv_are_met_exactly(most: int, is_too_much: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "NODES", most)
    if is_too_much:
        with pytest.raises(LimitError):
            parse_table(b"id,name\nowl,Owl\n", "cards.csv", "", [])
    else:
        assert isinstance(parse_table(b"id,name\nowl,Owl\n", "cards.csv", "", []), OpenedTable)
