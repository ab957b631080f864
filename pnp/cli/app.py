"""All commands of `pnp/cli/commands/` as one Typer application: one a file, or a group of them about one thing.

A file's docstring is the help of its command. It is imported when the command is run, described or completed; lists of
commands only read its first line.
"""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from pnp import __version__
from pnp.cli.defaults import Command, UsageMistake, avoid_pydantic, no_such_command, usage_line
from pnp.io.opening import read_beginning
from pnp.model.problem import UsageError
from pnp.registry import registry

if TYPE_CHECKING:
    from pnp.cli import RememberedRun

_EXAMPLES = Path(__file__).parents[1] / "data" / "examples.txt"
_LARGEST = 1_000_000  # bytes of it
COMMANDS = registry("pnp.cli.commands", lambda _, module: module)

_HELP = """Print-and-play games from card data, templates and rules.

Writes PDFs that are right on paper: exact sizes, cut marks, backs that meet their fronts. Every mistake is reported
with its file and line before anything is printed."""
_EPILOG = """\b
Start with:
  pnp new mygame
  pnp build mygame

Exit codes: 0 success, 1 problems in the data, 2 usage, 3 input or output, 4 a limit, 5 an internal error,
130 interrupted, 143 and 129 ended by SIGTERM and SIGHUP."""


class _CommandGroup(TyperGroup):
    """A group of commands that reports itself which commands it doesn't have."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        avoid_pydantic(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        return sorted(self.commands)  # groups among the others

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in (known := self.list_commands(ctx)):
            raise no_such_command(args[0], known, ctx.command_path)
        return super().resolve_command(ctx, args)


class _Commands(_CommandGroup):
    """The group of all commands, which imports a command when it is run or completed."""

    def list_commands(self, ctx: Any) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command; one that isn't imported has only the first line of its help."""
        return self.commands.get(cmd_name) or TyperCommand(cmd_name, help=COMMANDS.read_first_line(cmd_name))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] in COMMANDS and args[0] not in self.commands:
            group: Any = typer.main.get_command(make_app(args[:1]))
            self.commands.update(group.commands)
        return super().resolve_command(ctx, args)


def make_app(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """Return the application with these commands imported."""
    app = typer.Typer(
        name="pnp",
        cls=_Commands,
        help=_HELP,
        epilog=_EPILOG,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )

    @app.callback(invoke_without_command=True)
    def options(
        ctx: typer.Context,
        version: bool = typer.Option(False, "--version", help="Show the version and stop.", is_eager=True),
    ) -> None:
        if version:
            print(f"pnp {__version__}")
            raise typer.Exit
        _help_without_command(ctx)

    for name in names:
        module = COMMANDS[name]
        epilog = _epilog(name)
        if hasattr(module, "COMMANDS"):
            group = typer.Typer(name=name, cls=_CommandGroup, help=module.__doc__, epilog=epilog)
            group.callback(invoke_without_command=True)(_help_without_command)
            for each, command in module.COMMANDS.items():
                group.command(each, cls=Command, epilog=_epilog(f"{name} {each}"))(command)
            app.add_typer(group)
        else:
            app.command(name, cls=Command, help=module.__doc__, epilog=epilog)(module.command)
    return app


def _epilog(command: str) -> str:
    """Return the examples of a command, or of one in a group."""
    _, _, examples = read_beginning(_EXAMPLES, _LARGEST).partition(f"\n\n{command}:\n")
    return "\b\nExamples:\n  " + examples.partition("\n\n")[0].rstrip().replace("\n", "\n  ")


def _help_without_command(ctx: typer.Context) -> None:
    if ctx.invoked_subcommand is None:
        print(ctx.get_help(), file=sys.stderr)
        raise typer.Exit(2)


def run_app(words: Sequence[str], run: "RememberedRun | None" = None) -> int:
    """Return the exit code. Raises PnpError, also for words that no command understands."""
    try:
        app = make_app(word for word in words[:1] if word in COMMANDS)
        return app(list(words), prog_name="pnp", standalone_mode=False, obj=run) or 0
    except UsageMistake as error:
        raise UsageError(usage_line(error)) from None
    except typer.Abort:
        raise KeyboardInterrupt from None
