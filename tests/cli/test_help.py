"""What the help of each command says about options that aren't given."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from pnp.cli.app import COMMANDS as MODULES
from pnp.cli.app import make_app, run_app


def commands(group: Any, path: str = "pnp") -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


COMMANDS = dict(commands(typer.main.get_command(make_app())))


@pytest.mark.parametrize("name", MODULES)
def test_lists_show_the_first_line_of_a_commands_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    run_app([name, "--help"])
    shown = capsys.readouterr().out.splitlines()
    line = MODULES.read_first_line(name)
    assert f"  {line}" == next(each for each in shown[1:] if each)
    run_app(["--help"])
    assert re.search(rf"^  {name} +{re.escape(line)}$", capsys.readouterr().out, re.MULTILINE)


@pytest.mark.parametrize("name", [*COMMANDS, "pnp printer", "pnp translate"])
def test_every_command_has_an_example_that_can_be_run(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    run_app([*name.split()[1:], "--help"])
    _, _, examples = capsys.readouterr().out.partition("Examples:\n")
    assert (
        re.search(rf"^ +{name}\b", examples, re.MULTILINE) or name == "pnp printer"
    )  # which begins with pnp calibrate


def options_of(command: Any) -> dict[str, str]:
    """Option → its line in the help, behind a bar what it takes."""
    context = typer.Context(command)
    records = {each.opts[0]: each.get_help_record(context) for each in command.params if each.opts[0][:2] == "--"}
    return {name: " | ".join(record) for name, record in records.items() if record}


def is_true(line: str, default: str) -> bool:
    """Whether the option would take its own default."""
    names, _, said = line.partition(" | ")
    if numbers := re.search(r"\((\d+)–(\d+)\)", said):
        return default.isdigit() and int(numbers[1]) <= int(default) <= int(numbers[2])
    if choices := re.search(r" (\S+\|\S+)$", names):
        is_list = choices[1].islower()
        return default in choices[1].split("|") if is_list else True
    return default not in ("0", "-1", "", "None")


@pytest.mark.parametrize("name", COMMANDS)
def test_defaults_that_are_shown_are_values_that_the_option_takes(name: str) -> None:
    lines = options_of(COMMANDS[name])
    shown = {name: found[1] for name, line in lines.items() if (found := re.search(r"\[default: (.*?)\]", line))}
    assert {name: default for name, default in shown.items() if not is_true(lines[name], default)} == {}


def test_a_default_that_no_edition_has_is_not_shown() -> None:
    """Without --ink or --lang `pnp check` looks at all of them."""
    lines = options_of(COMMANDS["pnp check"])
    assert "[default" not in lines["--ink"] + lines["--lang"]
    assert "(default: low and full)" in lines["--ink"] and "(default: all" in lines["--lang"]
    assert "the game's own" not in options_of(COMMANDS["pnp sheet"])["--lang"]  # it takes pictures, no game


@pytest.mark.parametrize("name", COMMANDS)
def test_only_what_prints_says_print_only(name: str) -> None:
    said = [line for line in options_of(COMMANDS[name]).values() if "Print only" in line]
    assert not said
