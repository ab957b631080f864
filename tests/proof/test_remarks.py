"""Remarks that were mailed back, as `pnp proof --remarks` tells them; and files that are none."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from pnp.io.project import Project
from pnp.model.options import Options
from pnp.model.problem import FileError, UsageError
from pnp.proof.mailed import place_remarks, read_remarks

GOOD = {"game": "inn", "version": "1", "language": "en", "remarks": [{"piece": "guests/smith", "text": "Too small"}]}


def saved(folder: Path, value: Any) -> Path:
    path = folder / "remarks.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def test_each_at_its_piece_in_the_order_of_the_game(project: Project, tmp_path: Path) -> None:
    said = [("rooms/red", "round?"), ("gone/gone", "where?"), ("guests/smith", "small"), ("", "well done")]
    remarks = [{"piece": piece, "text": text, "face": "front"} for piece, text in said]
    found = place_remarks(project, Options("inn"), read_remarks(saved(tmp_path, {**GOOD, "remarks": remarks})))
    assert [(str(span) if span else "", remark.text) for span, remark in found] == [
        ("card_data/inn/game.yaml:1:1", "well done"),
        ("card_data/inn/guests.yaml:2:3", "small"),
        ("card_data/inn/rooms.csv:2:1", "round?"),
        ("", "where?"),
    ]


@pytest.mark.parametrize(("asked", "mailed"), [("de", "en"), ("", "de")])
def test_of_a_translated_edition_they_lead_to_its_catalogue(
    project: Project, tmp_path: Path, asked: str, mailed: str
) -> None:
    found = read_remarks(saved(tmp_path, {**GOOD, "language": mailed}))
    ((span, _),) = place_remarks(project, Options("inn", language=asked), found)
    assert span is not None and span.file == "card_data/inn/locale/de.po"


def test_each_file_is_in_the_language_of_its_page(project: Project, tmp_path: Path) -> None:
    said = [("rooms/red", "round?"), ("guests/smith", "small")]
    remarks = [{"piece": piece, "text": text} for piece, text in said]
    files = [
        read_remarks(saved(tmp_path, {**GOOD, "language": language, "remarks": remarks})) for language in ("de", "en")
    ]
    found = place_remarks(project, Options("inn"), *files)
    assert [str(span) for span, _ in found] == [
        "card_data/inn/locale/de.po:9",
        "card_data/inn/guests.yaml:2:3",
        "card_data/inn/rooms.csv:2:1",
    ]
    assert [str(span) for span, _ in place_remarks(project, Options("inn", language="en"), *files)] == [
        "card_data/inn/guests.yaml:2:3",
        "card_data/inn/rooms.csv:2:1",
    ]


def test_of_a_language_that_the_game_is_no_more_in(project: Project, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="inn is not available in sv"):
        place_remarks(project, Options("inn"), read_remarks(saved(tmp_path, {**GOOD, "language": "sv"})))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("{", "remarks.json:1:2: this is no JSON"),
        ("[]", "they are {game, version, language, remarks}, not a list"),
        ({**GOOD, "game": 3}, "`game` is a text, not a number"),
        ({**GOOD, "remarks": {}}, "`remarks` is a list, not a mapping"),
        ({**GOOD, "by": 3}, "`by` is a text, not a number"),
        ({**GOOD, "remarks": [[]]}, "remark 1 is {piece, text}, not a list"),
        ({**GOOD, "remarks": [{"piece": "a"}]}, "`text` of remark 1 is a text, not nothing"),
        ({**GOOD, "remarks": [{"piece": "a", "text": "b", "face": []}]}, "`face` of remark 1 is front or back"),
        ({**GOOD, "remarks": [{"piece": "a", "text": "b"}] * 20_001}, "there are 20001, and 20000 are the most"),
        ("[" * 200_000, "too many brackets in brackets"),
        ('{"game": ' + "1" * 5000 + "}", "these are no remarks"),
    ],
)
def test_files_that_are_none(value: Any, said: str, tmp_path: Path) -> None:
    with pytest.raises(FileError) as error:
        read_remarks(saved(tmp_path, value))
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_other_files(tmp_path: Path) -> None:
    path = tmp_path / "remarks.json"
    with pytest.raises(FileError, match="cannot be read"):
        read_remarks(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileError, match="it isn't UTF-8"):
        read_remarks(path)
    path.write_bytes(b" " * 8_000_001)
    with pytest.raises(FileError, match="more than 8 MB"):
        read_remarks(path)


_JSON = some.recursive(
    some.none() | some.booleans() | some.integers() | some.text(),
    lambda each: (
        some.lists(each, max_size=3) | some.dictionaries(some.sampled_from([*GOOD, "piece", "text", "face"]), each)
    ),
)


@pytest.mark.nightly(examples=50)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(_JSON)
def test_whatever_it_says_it_is_read_or_refused(tmp_path: Path, value: Any) -> None:
    try:
        found = read_remarks(saved(tmp_path, value))
    except FileError:
        return
    assert all(isinstance(remark.text, str) for remark in found.remarks)
