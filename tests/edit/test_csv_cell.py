"""A cell of a table: in quotes as before where it can be, with the line ends and the separators that are there."""

import csv
import io
from pathlib import Path

import pytest
from edited_text import edit_text
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.edit.editing import add_path, apply_edit
from pnp.edit.edits import Edit, Edited, Refusal, ValueAt, digest
from pnp.load.table_rows import split_rows

TABLE = 'id,name,items\nowl, Owl  ,a; b;c\nfox,"Fox, red","one ; two"\n'


def edit(text: str, place: str, old: str, new: str, path: tuple[str, ...] = (), seen: str = "") -> str:
    if not path:
        return edit_text(text, place, old, new, "x.csv", seen)
    before = (seen or text)[: (seen or text).index(place) + len(place)]
    at = ValueAt(before.count("\n") + 1, len(before) - before.rfind("\n"), path)
    return edit_text(text, at, old, new, "x.csv", seen)


@pytest.mark.parametrize(
    ("place", "old", "new", "was", "written"),
    [
        ("owl, ", "Owl", "Eagle owl", "Owl", "Eagle owl"),
        ("owl, ", "Owl", "Owl, big", "Owl", '"Owl, big"'),
        ("owl, ", "Owl", 'The "owl"', "Owl", '"The ""owl"""'),
        ("owl, ", "Owl", " Owl", "Owl", '" Owl"'),
        ("owl, ", "Owl", "Owl\nhoo", "Owl", '"Owl\nhoo"'),
        ("owl, ", "Owl", "a;b\tc", "Owl", "a;b\tc"),
        ("owl, ", "Owl", "", "Owl", ""),
        ("owl, ", "Owl", "-2, then draw", "Owl", '"\'-2, then draw"'),
        ("fox,", "Fox, red", "Fox", '"Fox, red"', '"Fox"'),
        ("Owl  ,a; ", "b", "d", "; b", "; d"),
        ('"Fox, red",', "one ; two", "x", "one ; two", "x"),
        ('"Fox, red","one ; ', "two", "x y", "two", "x y"),
    ],
)
def test_a_cell(place: str, old: str, new: str, was: str, written: str) -> None:
    assert edit(TABLE, place, old, new) == TABLE.replace(was, written)
    windows = "\ufeff" + TABLE.replace("\n", "\r\n")
    assert edit(windows, place, old, new) == windows.replace(was, written.replace("\n", "\r\n"))


@pytest.mark.parametrize("quote", ["", '"'])
def test_behind_an_apostrophe_that_keeps_it_from_being_a_command(quote: str) -> None:
    table = f"id,name,power\nowl,{quote}'=1+1{quote},5\n"
    assert edit(table, "owl,", "=1+1", "=2") == table.replace("1+1", "2")
    assert edit(table, "owl,", "=1+1", "two") == table.replace("'=1+1", "two")


def test_the_first_item_of_a_list_is_told_by_its_path() -> None:
    assert edit(TABLE, "Owl  ,", "a", "x") == TABLE.replace("a; b", "x; b")
    one = "id,items\nowl,a\n"
    assert edit(one, "owl,", "a", "x;y") == one.replace(",a", ",x;y")
    why = "an item of a list in a table can't have a ; in it: that begins the next item"
    assert edit(one, "owl,", "a", "x;y", ("owl", "items", "0")) == why


@pytest.mark.parametrize(
    ("table", "place", "old", "why"),
    [
        (TABLE, "id,", "name", "at 1:4 stands a heading, not a text"),
        (TABLE, "owl, ", "Eagle", "another text stands at 2:6: look at it again"),
        (TABLE, "owl, O", "wl", "no text begins at 2:7"),
        ("id,a,a\nowl,x,y\n", "owl,", "x", 'one column must be called "a": fix what pnp check reports first'),
        ("id,a,\nowl,x,y\n", "owl,x,", "y", 'one column must be called "": fix what pnp check reports first'),
        ('id,a\nowl,"x\n', "owl,", "x", "the table can't be read: fix what pnp check reports first"),
    ],
)
def test_refused(table: str, place: str, old: str, why: str) -> None:
    assert edit(table, place, old, "new") == why


def test_a_cell_is_found_again_in_a_table_that_has_changed() -> None:
    """Find a cell by the row's id and its column, unless its own text has changed."""
    later = "id,items,name\nnew,,New\nfox,one;two,Fox\n"
    assert edit(later, "fox,", "Fox", "Vixen", ("fox", "name"), TABLE) == later.replace("Fox", "Vixen")
    assert edit(later, '"one ; ', "two", "three", ("fox", "items", "1"), TABLE) == later.replace("two", "three")
    why = "the file has changed meanwhile: look at it again"
    assert edit(later, "fox,", "Fox, red", "Vixen", ("fox", "name"), TABLE) == why
    assert edit(later, "owl, ", "Owl", "Eagle", ("owl", "name"), TABLE) == why
    assert edit(later, "fox,", "Fox", "Vixen", seen=TABLE) == why


def test_what_does_not_read_as_asked_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.edit.csv_cell.needs_quotes", lambda text, separator: False)
    refused = "the text can't be written there without changing something else"
    for new in ("Owl, big", " Owl", "Owl\nhoo"):
        assert edit(TABLE, "owl, ", "Owl", new) == refused


@pytest.mark.parametrize(
    ("column", "old", "path"),
    [
        (5, "Owl", ("owl", "record", "name")),
        (12, "b", ("owl", "items", "1")),
        (9, "a; b", ("owl", "items")),
        (9, "a", ("owl", "items", "0")),
        (3, "", ()),
    ],
)
def test_the_path_of_a_cell(column: int, old: str, path: tuple[str, ...]) -> None:
    table = b"id,record.name,items\nowl,Owl,a; b\n"
    assert add_path(table, Path("x.csv"), ValueAt(2, column), old).path == path
    assert add_path(b"name\nOwl\n", Path("x.csv"), ValueAt(2, 1), "Owl").path == ()


@pytest.mark.parametrize("codec", ["cp1252", "utf-16", "utf-8-sig"])
def test_a_table_stays_in_its_encoding(codec: str) -> None:
    table = "id;name\r\nowl;Bär\r\n"
    data = table.encode(codec)
    done = apply_edit(data, Edit(Path("x.csv"), ValueAt(2, 5), "Bär", "Bär; größer", digest(data)))
    assert isinstance(done, Edited), done
    assert done.after == table.replace("Bär", '"Bär; größer"').encode(codec)


def test_letters_that_an_encoding_lacks_are_refused() -> None:
    edit = Edit(Path("x.csv"), ValueAt(2, 5), "Bär", "Ведмідь", digest(b"id;name\nowl;B\xe4r\n"))
    done = apply_edit(b"id;name\nowl;B\xe4r\n", edit)
    assert isinstance(done, Refusal)
    assert done.why == "the file is written in Windows-1252, which has no В: save it as UTF-8 first"


@pytest.mark.parametrize("name", ["x.xlsx", "x.ods", "x.json"])
def test_what_a_program_wrote_is_changed_there(name: str) -> None:
    done = apply_edit(b"{}", Edit(Path(name), ValueAt(2, 5), "Owl", "Elk", ""))
    assert isinstance(done, Refusal) and done.why == f"{name} is changed in the program that wrote it"


CELLS = st.text(st.sampled_from([*"ab ,;\t\"\n'|é🦊ו", "\u0301", "\xa0", "\u2028"]), max_size=12)
ROWS = st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=5)


@pytest.mark.nightly(examples=75)
@settings(max_examples=300)
@given(ROWS, CELLS, st.data())
def test_one_cell_changes_and_nothing_else(cells: list[tuple[str, str]], new: str, data: st.DataObject) -> None:
    out = io.StringIO()
    quoting = data.draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    ending = data.draw(st.sampled_from(["\n", "\r\n"]))
    separator = data.draw(st.sampled_from([",", ";", "\t"]))
    writer = csv.writer(out, quoting=quoting, lineterminator="\n", delimiter=separator)
    writer.writerows([["id", "a", "b"], *([f"p{n}", *row] for n, row in enumerate(cells))])
    text = data.draw(st.sampled_from(["", "\ufeff"])) + out.getvalue().replace("\n", ending)
    rows = list(split_rows(out.getvalue()))
    number, column = data.draw(st.integers(1, len(rows) - 1)), data.draw(st.integers(1, 2))
    cell = rows[number][column]
    at = ValueAt(cell.mark.line + 1, cell.mark.column + 1)
    before = text.encode()
    done = apply_edit(before, Edit(Path("x.csv"), at, cell.text, new, digest(before)))
    assert isinstance(done, Edited), done
    after = done.after.decode("utf-8-sig").replace("\r\n", "\n")
    expected = [[cell.text for cell in row] for row in rows]
    expected[number][column] = new
    assert [[cell.text for cell in row] for row in split_rows(after)] == expected
    assert done.after.count(b"\r\n") == (done.after.count(b"\n") if ending == "\r\n" else 0)
    if new == cell.text:
        assert done.after == before


@given(CELLS, CELLS)
def test_all_bytes_around_a_cell_stay(old: str, new: str) -> None:
    for quoted in (f'"{old.replace(chr(34), chr(34) * 2)}"', "x"):
        head, tail = "id , a,b\n  p1,y  ,", ' ,"z"\n\n\np2,\t1,2'
        said = "x" if quoted == "x" else old
        at = ValueAt(2, 10)
        text = f"{head}{quoted}{tail}"
        after = edit_text(text, at, said, new, "x.csv")
        assert after.startswith(head) and after.endswith(tail), after
