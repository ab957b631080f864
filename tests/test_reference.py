"""docs/cli.md, checks.md and game-yaml.md say what the program says: `pytest --update` writes them anew."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import game_yaml
import pytest
import yaml
from reference import checks_reference, cli_reference

from pnp.load.fields import FIELD, GROUP, GROUP_FIELDS, Fields, make_kind, piece_struct, read_fields
from pnp.load.game_file import CHECKS, COMPONENT, DEFINE_PATCH, GAME, MODULE_ENTRY, SO_MANY
from pnp.load.sink import Sink
from pnp.load.structures import Key, Values
from pnp.model.values import type_names

DOCS = Path(__file__).parents[1] / "docs"
PAGES = {
    "cli.md": cli_reference,
    "checks.md": checks_reference,
    "game-yaml.md": game_yaml.game_yaml_reference,
}  # fmt: skip
STRUCTURES: tuple[Values, ...] = (
    *(GAME, CHECKS, COMPONENT, FIELD.kinds[1], GROUP, MODULE_ENTRY, DEFINE_PATCH, SO_MANY, piece_struct(Fields({}))),
)
KEYS = {f"{number}-{key.name}": key for number, of in enumerate(STRUCTURES) for key in of.documented_keys()}


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_up_to_date(page: str, request: pytest.FixtureRequest) -> None:
    write: Callable[[], str] = PAGES[page]
    if request.config.getoption("--update"):
        (DOCS / page).write_text(write(), encoding="utf-8", newline="\n")
    assert (DOCS / page).read_text(encoding="utf-8") == write(), "pytest --update writes it anew"


def test_every_command_and_option_is_in_the_page() -> None:
    import typer

    from pnp.cli.app import make_app

    page = cli_reference()
    for name, command in all_commands(typer.main.get_command(make_app())):
        _, _, section = page.partition(f"## {name}\n")
        section = section.partition("\n## ")[0]
        for parameter in command.params:
            assert [word for word in parameter.opts if word in section or word.upper() in section], parameter.opts
            assert parameter.help, f"{name}: {parameter.opts} has no help"


def all_commands(group: Any, path: str = "pnp") -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        yield f"{path} {name}", command
        if hasattr(command, "commands"):
            yield from all_commands(command, f"{path} {name}")


def problems_of(key: Key) -> list[str]:
    """Return what is wrong with the key's example."""
    sink = Sink("example.yaml", [], "")
    key.kind.read(yaml.compose(key.example), key.name, sink)
    return list(map(str, sink.problems))


@pytest.fixture(scope="module")
def page_of_keys() -> str:
    return PAGES["game-yaml.md"]()


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
def test_every_key_has_an_example_that_is_right(key: Key, page_of_keys: str) -> None:
    assert key.example, "say one in pnp/data/keys.yaml"
    assert problems_of(key) == []
    assert f"`{key.name}: {key.example}`".replace("|", "\\|") in page_of_keys


def properties(schema: Any) -> Iterator[str]:
    """All names of keys in a schema."""
    for name, inner in schema.items() if isinstance(schema, Mapping) else ():
        if name == "properties":
            yield from inner
        yield from properties(inner)
    for item in schema if isinstance(schema, list) else ():
        yield from properties(item)


def test_no_key_is_left_out() -> None:
    there = {key.name for key in KEYS.values()}
    assert {*properties(GAME.schema(None)), *properties(FIELD.schema(None))} - there == set()


def test_every_type_of_a_field_is_shown_and_can_be_said() -> None:
    assert tuple(game_yaml.TYPES) == type_names
    assert list(game_yaml.ENTRY) == list(GROUP_FIELDS)
    for name, shown in game_yaml.TYPES.items():
        sink = Sink("example.yaml", [], "")
        fields = read_fields(yaml.compose(f"field: {shown.declared}"), "fields", sink)
        assert fields.declared["field"].type == name
        make_kind(fields.declared["field"]).read(yaml.compose(shown.value), "field", sink)
        assert list(map(str, sink.problems)) == []
