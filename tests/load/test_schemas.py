"""The exported JSON Schemas accept what the loader accepts, and refuse what it refuses."""

import json
import re
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
import yaml
from jsonschema import Draft202012Validator

from pnp.build.editor_files import json_schemas
from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.load import find_project
from pnp.model.game import Game

GOOD = Path(__file__).parent / "projects" / "good"
DATA = GOOD / "card_data" / "night-market"
RACE, NIGHT = GOOD / "card_data" / "moon-race", GOOD / "card_data" / "moon-race-night"


class EditorYaml(yaml.SafeLoader):
    """YAML 1.2's core schema, by which editors read."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}


EditorYaml.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("(?:true|false)$"), list("tf"))
EditorYaml.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"(?:[-+]?[1-9][0-9]*|0)$"), list("-+0123456789"))
EditorYaml.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"[-+]?[0-9]+\.[0-9]+$"), list("-+0123456789"))
EditorYaml.add_implicit_resolver("tag:yaml.org,2002:null", re.compile("(?:null|~|)$"), ["n", "~", ""])


def read(path: Path) -> Any:
    said = yaml.load(path.read_text(encoding="utf-8"), Loader=EditorYaml)
    return json.loads(json.dumps(said))  # whose keys are texts, as editors take them


@pytest.fixture(scope="module")
def game() -> Game:
    loaded, _ = load_game(Project(GOOD, GOOD), "night-market")
    assert loaded is not None
    return loaded


@pytest.fixture(scope="module")
def schemas(game: Game) -> dict[str, dict[str, Any]]:
    return json_schemas(game)


def errors(schema: dict[str, Any], value: Any) -> list[str]:
    return [error.message for error in Draft202012Validator(schema).iter_errors(value)]


def test_keys_that_are_numbers_get_no_squiggle(schemas: dict[str, Any]) -> None:
    """Editors look at `2:` as it stands, not at the text that JSON makes of it."""
    said = json.dumps(schemas)
    assert '"propertyNames": {"' in said
    assert '"propertyNames": {"type"' not in said


def test_which_schemas_there_are(schemas: dict[str, Any]) -> None:
    rules = {f"{name}.json" for name in ("rules", "setup", "victory", "selections", "examples")}
    assert json_schemas(None).keys() == {"fonts.json", "game.json", "glossary.json", "style.json", *rules}
    assert schemas.keys() == {*json_schemas(None), "board.json", "creatures.json", "tiles.json"}


def test_pieces_of_a_component_called_like_a_file_have_a_schema_beside_it(game: Game) -> None:
    board = game.components["board"]
    schemas = json_schemas(replace(game, components={"rules": replace(board, id="rules")}))
    assert schemas["rules-pieces.json"]["title"] == "Board"
    assert schemas["rules.json"]["title"] == "rules.yaml: what must hold"


def test_schemas_are_valid_themselves(schemas: dict[str, Any]) -> None:
    for schema in [*schemas.values(), *json_schemas(None).values()]:
        Draft202012Validator.check_schema(schema)
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize(
    ("schema", "path"),
    [
        ("game.json", DATA / "game.yaml"),
        ("creatures.json", DATA / "creatures.yaml"),
        ("creatures.json", DATA / "dusk.yaml"),
        ("style.json", GOOD / "layouts/shared/style.yaml"),
        ("style.json", GOOD / "layouts/night-market/style.yaml"),
        ("glossary.json", DATA / "glossary.yaml"),
        *((f"{name}.json", RACE / f"{name}.yaml") for name in ("rules", "setup", "victory", "selections", "examples")),
        ("game.json", RACE / "game.yaml"),
        ("setup.json", RACE / "short-setup.yaml"),
        ("rules.json", RACE / "short-rules.yaml"),
        ("victory.json", NIGHT / "stars-victory.yaml"),
        ("game.json", NIGHT / "game.yaml"),
        ("fonts.json", find_project(Path("/")).bundled / "fonts/fonts.yaml"),
    ],
)
def test_good_files_are_accepted(schemas: dict[str, Any], schema: str, path: Path) -> None:
    assert errors(schemas[schema], read(path)) == []


def test_the_schema_of_any_game_accepts_this_one() -> None:
    assert errors(json_schemas(None)["game.json"], read(DATA / "game.yaml")) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("powr", 3),
        ("power", 10),
        ("power", "strong"),
        ("kind", "dusk"),
        ("season", "autumn"),
        ("friend", "elk"),
        ("steps", "one"),
        ("emblem", {"charge": "leaf", "feild": "x"}),
        ("emblem", {"charge": "laef"}),
        ("copies", 0),
        ("id", "Big Owl"),
        ("name", ""),
    ],
)
def test_what_the_loader_refuses_the_schema_refuses(schemas: dict[str, Any], key: str, value: Any) -> None:
    pieces = read(DATA / "creatures.yaml")
    pieces[0][key] = value
    assert errors(schemas["creatures.json"], pieces)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rules", "- {id: a, say: A, count: x, sum: y, is: 1}"),
        ("rules", "- {id: a, say: A, is: 1}"),
        ("rules", "- {id: a, say: A, count: [x], is: 1}"),
        ("rules", "- {id: a, count: x, is: 1}"),
        ("rules", "remove: [a]"),
        ("setup", "{steps: []}"),
        ("setup", "{players: [2], zones: {a: {title: A, at: [1]}}}"),
        ("setup", "{players: [2], steps: [{id: a, say: A, do: [{from: b, to: c}]}]}"),
        ("setup", "{add: {players: [two]}}"),
        ("victory", "{winner: [{id: a, say: A}]}"),
        ("victory", "{player: {a: {type: reefrence}}}"),
        ("selections", "{army: {title: Army}}"),
        ("examples", "- {id: a, say: A, players: many}"),
    ],
)
def test_what_the_loader_refuses_in_rules_the_schema_refuses(schemas: dict[str, Any], name: str, text: str) -> None:
    assert errors(schemas[f"{name}.json"], yaml.load(text, Loader=EditorYaml))


def test_required_fields_are_required(schemas: dict[str, Any]) -> None:
    assert errors(schemas["creatures.json"], [{"id": "owl"}]) == ["'name' is a required property"]


def test_unknown_keys_of_the_game_are_refused(schemas: dict[str, Any]) -> None:
    said = read(DATA / "game.yaml")
    for path in ((), ("components", "creatures"), ("modules", "dusk"), ("groups", "seasons", "entries", "spring")):
        changed = deepcopy(said)
        inner = changed
        for part in path:
            inner = inner[part]
        inner["titel"] = "x"
        assert errors(schemas["game.json"], changed), f"titel in {'.'.join(path) or 'the game'}"


def test_completion_tells_what_keys_mean(schemas: dict[str, Any]) -> None:
    properties = schemas["creatures.json"]["items"]["properties"]
    assert properties["power"] == {"description": "A whole number.", "type": "integer", "minimum": 0, "maximum": 9}
    assert properties["season"]["enum"] == ["spring", "winter"]
    assert properties["friend"]["enum"] == ["baker", "guest", "no", "owl"]
    assert properties["emblem"]["properties"]["charge"]["enum"] == ["coin", "leaf"]
    assert properties["kind"]["default"] == "day"
    assert all(key["description"] for key in schemas["game.json"]["properties"].values())


def test_pieces_of_a_module_may_name_base_ids(schemas: dict[str, Any]) -> None:
    assert errors(schemas["tiles.json"], [{"id": "x", "seasons": ["spring"], "label": 12}]) == []
