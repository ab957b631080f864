"""docs/cli.md and docs/checks.md say what the program says: `pytest --update` writes them anew."""

import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference", DOCS / "reference.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("page", "function"), [("cli.md", "cli_reference"), ("checks.md", "checks_reference")])
def test_pages_are_up_to_date(page: str, function: str, reference: ModuleType, request: pytest.FixtureRequest) -> None:
    write: Callable[[], str] = getattr(reference, function)
    if request.config.getoption("--update"):
        (DOCS / page).write_text(write(), encoding="utf-8", newline="\n")
    assert (DOCS / page).read_text(encoding="utf-8") == write(), "pytest --update writes it anew"


def test_every_command_and_option_is_in_the_page(reference: ModuleType) -> None:
    import typer

    from pnp.cli.app import make_app

    page = reference.cli_reference()
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
