"""Build records as files: written beside what is printed, read back, and refused where they are something else."""

import json
from pathlib import Path
from typing import Any

import pytest
from tiny_game import write_tiny

from pnp.build.pipeline import build
from pnp.build.record import BuildRecord, encode_record, read_record
from pnp.io.project import find_project
from pnp.model.options import Options
from pnp.model.problem import FileError, PnpError, UsageError


@pytest.fixture
def written(tmp_path: Path) -> Path:
    project = find_project(write_tiny(tmp_path), tmp_path)
    path = build(project, Options("tiny", modules=("more",), paper="a3"), tmp_path / "out").record
    assert path == tmp_path / "out/tiny/en/tiny-low-a3-more.pnp.json"
    return path


def test_it_says_what_was_printed(written: Path) -> None:
    record = read_record(written)
    assert (record.game, record.title, record.version, record.language, record.ink) == (
        "tiny",
        "Tiny",
        "1",
        "en",
        "low",
    )
    assert (record.modules, record.settings["paper"], record.components["cards"]) == (("more",), "a3", "Cards")
    shown = [(piece.label, piece.copies, piece.title, [face.side for face in piece.faces]) for piece in record.pieces]
    assert shown == [
        ("cards/one", 2, "First", ["front", "back"]),
        ("cards/two", 1, "Second", ["front", "back"]),
        ("cards/three", 1, "Third", ["front", "back"]),
        ("coins/coins", 1, "", ["front"]),
    ]
    assert record.pieces[0].faces[0].words == ("First", "Take a [dot].")
    assert set(record.fonts) == {font for piece in record.pieces for face in piece.faces for font in face.fonts}


def test_it_comes_back_as_it_was(written: Path) -> None:
    assert encode_record(read_record(written)) == written.read_bytes()


def test_it_names_no_place_of_this_machine(written: Path, tmp_path: Path) -> None:
    assert str(tmp_path) not in written.read_text()


def edit_error(written: Path, path: str, value: Any) -> PnpError:
    """Return the error for a record in which one value is replaced."""
    record = json.loads(written.read_bytes())
    *way, last = path.split(".")
    inside: Any = record
    for name in way:
        inside = inside[int(name)] if name.isdecimal() else inside[name]
    if value is None:
        del inside[last]
    else:
        inside[last] = value
    written.write_text(json.dumps(record))
    with pytest.raises(UsageError) as caught:
        read_record(written)
    return caught.value


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("kind", "a letter", '"kind" isn\'t "pnp build record"'),
        ("form", 1, "of form 1; this pnp reads 2"),
        ("title", 7, 'the file has no text "title"'),
        ("title", None, 'the file has no text "title"'),
        ("modules", [7], '"modules": no texts'),
        ("fonts", {"Sans": 7}, '"fonts": no texts'),
        ("pieces", {}, 'the file has no list "pieces"'),
        ("pieces.0", "fox", "a piece is no object"),
        ("pieces.0.copies", -1, "a piece has -1 copies"),
        ("pieces.0.copies", True, 'a piece has no number "copies"'),
        ("pieces.0.copies", 10**30, f"a piece has {10**30} copies"),
        ("pieces.1.id", "one", "a piece stands in it twice"),
        ("pieces.0.faces.0.words", "Fox", 'a face has no list "words"'),
        ("pieces.0.faces.0.looks", None, 'a face has no text "looks"'),
    ],
)
def test_what_is_no_record_gets_one_line(path: str, value: Any, why: str, written: Path) -> None:
    if path == "pieces.0":
        record = json.loads(written.read_bytes())
        written.write_text(json.dumps({**record, "pieces": [value]}))
        with pytest.raises(UsageError) as caught:
            read_record(written)
        said = str(caught.value)
    else:
        said = str(edit_error(written, path, value))
    assert said.endswith(f"is no build record as pnp build writes it beside its PDF ({why})")


@pytest.mark.parametrize("content", [b"", b"%PDF-1.4", b"[" * 100_000, b"\xff\xfe", b"7", b"{", b'{"a": 1e999999}'])
def test_nor_is_any_other_file(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.pnp.json").write_bytes(content)
    with pytest.raises(UsageError, match="is no build record"):
        read_record(tmp_path / "x.pnp.json")


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read: no such file"):
        read_record(tmp_path / "x.pnp.json")
    with pytest.raises(FileError, match="cannot be read"):
        read_record(tmp_path)


def test_words_in_any_script(written: Path) -> None:
    record: BuildRecord = read_record(written)._replace(title='森 "x"\n\x00')
    written.write_bytes(encode_record(record))
    assert read_record(written) == record


def test_pictures_have_one_too_but_not_single_ones(tmp_path: Path) -> None:
    project = find_project(write_tiny(tmp_path), tmp_path)
    for asked in ({}, {"only": ("coins",)}):
        built = build(project, Options("tiny", format="png", dpi=20, **asked), tmp_path / "out")  # type: ignore[arg-type]
        assert built.record and len(read_record(built.record).pieces) == (1 if asked else 3)
    single = build(project, Options("tiny", format="png", dpi=20, pieces=("one",)), tmp_path / "out")
    assert single.files and not single.record
