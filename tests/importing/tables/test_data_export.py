"""`pnp data`: what is written of pieces is read back the same, and what can't be written is told."""

import json
import string
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import yaml
from facts import list_facts
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build.loading import load_game
from pnp.importing.tables.data_export import write_pieces
from pnp.io.project import Project
from pnp.model.game import Game, Piece

GAME = """\
title: Round
components:
  cards:
    size: tile
    front: f
    data: cards.yaml
    fields:
      text: text
      count: integer
      weight: number
      awake: boolean
      kind: {type: choice, choices: ["no", "1e3", day], default: day}
      items: {type: list, of: text}
      bonus: {type: list, of: integer}
      record: {type: record, fields: {a: text, n: integer}}
      steps: {type: list, of: {type: record, fields: {a: text, n: integer}}}
"""
FILES = ("csv", "yaml")
TABLES = ("csv", "xlsx")

COMMANDS = st.sampled_from(["=1+1", "'=1+1", "''@x", "-", "+2 coins", "@SUM(A1)", " =1", "＝1", "'", "'tis", "_x0041_"])
ERRORS = st.sampled_from(["#NUM!", "'#NUM!", "#N/A", "Err:502", "=SUM(A1:A2)"])  # as spreadsheets write them
ODD = st.sampled_from(["yes", "null", "012", "1e3", "- a", "a: b", "a #b", "[coin]", "{7*7}", "?", "&a", "<b>&", "% x"])
SIGNS = st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters="\ufeff\ufffe\uffff")
TEXTS = st.text(SIGNS | st.just("\n"), min_size=1, max_size=30) | COMMANDS | ERRORS | ODD
ITEMS = TEXTS.map(str.strip).filter(lambda text: text and ";" not in text)
INTEGERS = st.integers(-(10**12), 10**12)
NUMBERS = st.floats(-(10**9), 10**9).filter(lambda x: not 0 < abs(x) < 1e-20) | st.sampled_from(
    [0.1, -2.5e-10, 10.0**12]
)
RECORD = {"n": INTEGERS, "a": TEXTS}


def pieces(**more: st.SearchStrategy[Any]) -> st.SearchStrategy[list[dict[str, Any]]]:
    of_each = {
        "copies": st.integers(1, 999),
        "text": TEXTS,
        "count": INTEGERS,
        "weight": NUMBERS,
        "awake": st.booleans(),
        "kind": st.sampled_from(["no", "1e3", "day"]),
        "items": st.lists(ITEMS, min_size=1, max_size=4),
        "bonus": st.lists(INTEGERS, min_size=1, max_size=4),
        "record": st.fixed_dictionaries({}, optional=RECORD).filter(bool),
    }
    ids = st.text(string.ascii_lowercase + string.digits, min_size=1, max_size=8)
    piece = st.fixed_dictionaries({"id": ids}, optional={**of_each, **more})
    return st.lists(piece, min_size=1, max_size=4, unique_by=lambda each: each["id"])


BEYOND_TABLES = {
    "text": TEXTS | st.just("") | st.just("a\n\nb\n") | st.just(" a\nb"),
    "items": st.lists(TEXTS | st.just(""), max_size=4),
    "record": st.fixed_dictionaries({}, optional=RECORD),
    "steps": st.lists(st.fixed_dictionaries({}, optional=RECORD), max_size=3),
}


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


_Dumper.add_representer(
    float, lambda dumper, value: dumper.represent_scalar("tag:yaml.org,2002:float", f"{value:.60f}".rstrip("0") + "0")
)


def load(folder: Path, data: str) -> Game:
    (folder / "card_data/round/game.yaml").write_text(GAME.replace("cards.yaml", data), encoding="utf-8")
    game, problems = load_game(Project(folder, folder), "round")
    assert [str(problem) for problem in problems] == []
    assert game is not None
    return game


def list_values(piece: Piece) -> tuple[Any, ...]:
    return piece.id, piece.copies, dict(piece.fields)


def comes_back(written: list[dict[str, Any]], format: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        own = folder / "card_data/round"
        own.mkdir(parents=True)
        (own / "cards.yaml").write_text(yaml.dump(written, Dumper=_Dumper, allow_unicode=True), encoding="utf-8")
        game = load(folder, "cards.yaml")
        paths, problems = write_pieces(Project(folder, folder), game, format, out=own / "data")
        assert [str(problem) for problem in problems] == []
        assert paths == [own / "data" / f"cards.{format}"]
        again = load(folder, f"data/cards.{format}")
    assert [*map(list_values, again.components["cards"].pieces)] == [*map(list_values, game.components["cards"].pieces)]


@pytest.mark.nightly(examples=10)
@pytest.mark.parametrize("format", FILES)
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_what_is_written_is_read_back_the_same(format: str, data: st.DataObject) -> None:
    comes_back(data.draw(pieces()), format)


@pytest.mark.parametrize("format", [format for format in FILES if format not in TABLES])
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_what_no_table_can_hold_is_in_the_others(format: str, data: st.DataObject) -> None:
    comes_back(data.draw(pieces(**BEYOND_TABLES)), format)


@pytest.mark.parametrize("format", FILES)
@pytest.mark.parametrize("text", ["#NUM!", "'#NUM!", "#N/A", "Err:502", "=SUM(A1:A2)"])
def test_errors_of_spreadsheets_are_texts_like_others(text: str, format: str) -> None:
    comes_back([{"id": "owl", "text": text, "items": [text]}, {"id": "fox", "items": ["a", text]}], format)


CARDS = """\
- id: owl
  copies: 2
  text: =HYPERLINK("http://evil.example")
  count: -3
  weight: 0.25
  awake: true
  items: [a, b c]
  record: {n: 5}
- id: fox
  text: "two\\nlines, <b> & _x0041_"
"""


def write(folder: Path, format: str, cards: str = CARDS) -> tuple[bytes, list[str]]:
    """Return what is written, and what is reported."""
    own = folder / "card_data/round"
    own.mkdir(parents=True)
    (own / "cards.yaml").write_text(cards, encoding="utf-8")
    paths, problems = write_pieces(Project(folder, folder), load(folder, "cards.yaml"), format)
    assert [path.relative_to(folder).as_posix() for path in paths] == (
        [] if problems else [f"output/round/data/cards.{format}"]
    )
    return paths[0].read_bytes() if paths else b"", list_facts(problems)


def test_csv(tmp_path: Path) -> None:
    assert write(tmp_path, "csv") == (
        b"id,copies,text,count,weight,awake,kind,items,bonus,record.a,record.n\n"
        b'owl,2,"\'=HYPERLINK(""http://evil.example"")",-3,0.25,true,,a; b c,,,5\n'
        b'fox,1,"two\nlines, <b> & _x0041_",,,,,,,,\n',
        [],
    )


def test_yaml(tmp_path: Path) -> None:
    assert write(tmp_path, "yaml") == (
        b'- id: owl\n  copies: 2\n  text: =HYPERLINK("http://evil.example")\n  count: -3\n  weight: 0.25\n'
        b"  awake: true\n  items: [a, b c]\n  record:\n    n: 5\n"
        b"- id: fox\n  text: |-\n    two\n    lines, <b> & _x0041_\n",
        [],
    )


def test_json(tmp_path: Path) -> None:
    written, problems = write(tmp_path, "json", CARDS + "  weight: 0.0000001\n  steps: [{a: x}, {}]\n  items: []\n")
    assert problems == []
    assert written.decode().splitlines()[:5] == [
        "[",
        "  {",
        '    "id": "owl",',
        '    "copies": 2,',
        '    "text": "=HYPERLINK(\\"http://evil.example\\")",',
    ]
    assert b"0.0000001\n" in written.replace(b",", b"")
    assert json.loads(written) == [
        {
            "id": "owl",
            "copies": 2,
            "text": '=HYPERLINK("http://evil.example")',
            "count": -3,
            "weight": 0.25,
            "awake": True,
            "items": ["a", "b c"],
            "record": {"n": 5},
        },
        {"id": "fox", "text": "two\nlines, <b> & _x0041_", "weight": 1e-7, "items": [], "steps": [{"a": "x"}, {}]},
    ]


def test_xlsx_says_which_cells_are_texts(tmp_path: Path) -> None:
    written, problems = write(tmp_path, "xlsx")
    assert problems == []
    with ZipFile(BytesIO(written)) as file:
        sheet = file.read("xl/worksheets/sheet1.xml").decode()
        assert 'quotePrefix="1"' in file.read("xl/styles.xml").decode().split("<xf ")[4], "the third style"
        assert all(info.date_time[0] == 1980 for info in file.infolist())
    text = '<is><t xml:space="preserve">{}</t></is></c>'
    assert f"""<c r="C2" s="2" t="inlineStr">{text.format('=HYPERLINK("http://evil.example")')}""" in sheet
    assert '<c r="D2" s="0"><v>-3</v></c>' in sheet
    assert '<c r="F2" s="0" t="b"><v>1</v></c>' in sheet
    lines = text.format("two\nlines, &lt;b&gt; &amp; _x005F_x0041_")
    assert f'<c r="C3" s="2" t="inlineStr">{lines}' in sheet
    assert "<f>" not in sheet


def test_the_same_pieces_make_the_same_bytes(tmp_path: Path) -> None:
    assert write(tmp_path / "a", "xlsx") == write(tmp_path / "b", "xlsx")


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ('text: ""', "path=text found='an empty text'"),
        ('text: "a\\rb"', "path=text found='a text with another line break than tables have'"),
        ("items: []", "path=items found='an empty list'"),
        ("items: [a; b]", "path=items found='a list with the item \"a; b\"'"),
        ('items: [" a"]', "path=items found='a list with blanks around \"a\"'"),
        ("record: {}", "path=record found='a record that says nothing'"),
        ("record: {a: ''}", "path=record.a found='an empty text'"),
        ("steps: [{n: 1}]", "path=steps found='a list of lists or records'"),
    ],
)
@pytest.mark.parametrize("format", TABLES)
def test_what_no_cell_can_hold(said: str, found: str, format: str, tmp_path: Path) -> None:
    column = said.index(":") + 5 + (4 if "record." in found else 0)
    written, problems = write(tmp_path, format, f"- id: owl\n  {said}\n")
    assert written == b""
    assert problems == [f"card_data/round/cards.yaml:2:{column} PNP060 {found}"]
