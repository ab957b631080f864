"""Every data file of the games that come with pnp names a schema that is there, and accepts it as editors read it."""

import json
import re
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

REPOSITORY = Path(__file__).parents[2]
_NAMED = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")
FILES = sorted(
    path
    for folder in ("card_data", "layouts")
    for path in (REPOSITORY / folder).rglob("*.yaml")
    if "armies" not in path.parts and _NAMED.match(path.read_text(encoding="utf-8"))
)


@pytest.mark.parametrize("game", sorted({path.relative_to(REPOSITORY).parts[1] for path in FILES}))
def test_files_are_accepted_by_the_schema_that_they_name(game: str) -> None:
    wrong = []
    for path in (each for each in FILES if each.relative_to(REPOSITORY).parts[1] == game):
        text = path.read_text(encoding="utf-8")
        named = _NAMED.match(text)
        schema = json.loads((path.parent / named[1]).read_text(encoding="utf-8")) if named else {}
        data = json.loads(json.dumps(yaml.safe_load(text)))
        wrong += [
            f"{path.name}: {each.json_path} {each.message[:90]}"
            for each in Draft202012Validator(schema).iter_errors(data)
        ]
    assert wrong == []
