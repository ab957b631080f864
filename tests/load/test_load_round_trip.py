"""Pieces written as YAML and as CSV load to the same values."""

import csv
import io
import string
import tempfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build.loading import load_game
from pnp.io.csv_files import guard_formula
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.values import Record

GAME = """\
title: Round
version: "1"
languages: [en]
components:
  y: {title: Y, size: tile, front: f, data: y.yaml, fields: &fields {
    text: text, count: integer, weight: number, awake: boolean,
    kind: {type: choice, choices: ["no", "1e3", day]},
    items: {type: list, of: text}, bonus: {type: list, of: integer},
    record: {type: record, fields: {a: text, n: integer}}}}
  c: {title: C, size: tile, front: f, data: c.csv, fields: *fields}
"""

# What a table can hold as well: texts that aren't blank, without spaces around them, and no formula or its error.
TEXTS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters="\ufeff\ufffe\uffff") | st.just("\n"),
    min_size=1,
    max_size=30,
).filter(lambda text: text == text.strip() and text[0] not in "#=")
ITEMS = TEXTS.filter(lambda text: ";" not in text)
INTEGERS = st.integers(-(10**12), 10**12)
PIECES = st.lists(
    st.fixed_dictionaries(
        {"id": st.text(string.ascii_lowercase + string.digits, min_size=1, max_size=8)},
        optional={
            "copies": st.integers(1, 999),
            "text": TEXTS,
            "count": INTEGERS,
            "weight": st.decimals(-1000, 1000, places=3).map(float),
            "awake": st.booleans(),
            "kind": st.sampled_from(["no", "1e3", "day"]),
            "items": st.lists(ITEMS, min_size=1, max_size=4),
            "bonus": st.lists(INTEGERS, min_size=1, max_size=4),
            "record": st.fixed_dictionaries({"n": INTEGERS}, optional={"a": TEXTS}),
        },
    ),
    min_size=1,
    max_size=5,
    unique_by=lambda piece: piece["id"],
)
COLUMNS = ["id", "copies", "text", "count", "weight", "awake", "kind", "items", "bonus", "record.a", "record.n"]


def write_yaml(pieces: list[dict[str, Any]]) -> str:
    plain = [{**piece, "weight": Decimal(piece["weight"])} if "weight" in piece else piece for piece in pieces]
    return yaml.dump(plain, allow_unicode=True, width=60, Dumper=_Dumper)


class Decimal(float):
    """Written without an exponent."""


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


_Dumper.add_representer(
    Decimal, lambda dumper, value: dumper.represent_scalar("tag:yaml.org,2002:float", f"{value:.3f}")
)


def write_csv(pieces: list[dict[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for piece in pieces:
        cells = {**piece, **{f"record.{key}": value for key, value in piece.get("record", {}).items()}}
        writer.writerow([_cell(cells.get(column)) for column in COLUMNS])
    return out.getvalue()


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, list):
        return guard_formula("; ".join(map(str, value)))
    if isinstance(value, str):
        return guard_formula(value)
    return "" if value is None else str(value)


def load_pieces(pieces: list[dict[str, Any]]) -> Game:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "card_data" / "round"
        folder.mkdir(parents=True)
        (folder / "game.yaml").write_text(GAME, encoding="utf-8")
        (folder / "y.yaml").write_text(write_yaml(pieces), encoding="utf-8")
        (folder / "c.csv").write_text(write_csv(pieces), encoding="utf-8", newline="")
        game, problems = load_game(Project(Path(name), Path(name)), "round")
    assert [str(problem) for problem in problems] == []
    assert game is not None
    return game


def expected_values(piece: dict[str, Any]) -> dict[str, Any]:
    record = piece.get("record")
    return {
        **{name: piece.get(name) for name in ("text", "count", "weight", "awake", "kind")},
        "items": tuple(piece.get("items", ())),
        "bonus": tuple(piece.get("bonus", ())),
        "record": Record({"a": record.get("a"), "n": record["n"]}) if record else None,
    }


@pytest.mark.nightly(examples=15)
@settings(max_examples=60)
@given(PIECES)
def test_pieces_come_back_from_yaml_and_from_csv(pieces: list[dict[str, Any]]) -> None:
    game = load_pieces(pieces)
    for component in game.components.values():
        assert [piece.id for piece in component.pieces] == [piece["id"] for piece in pieces]
        assert [piece.copies for piece in component.pieces] == [piece.get("copies", 1) for piece in pieces]
        assert [dict(piece.fields) for piece in component.pieces] == [expected_values(piece) for piece in pieces]
