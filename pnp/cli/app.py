"""All commands of `pnp/cli/commands/`, one a file, as one Typer application."""

import pkgutil
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from pnp.cli import commands
from pnp.cli.usage import UsageMistake, no_such_command, usage_line
from pnp.model.problem import UsageError

_HELP = """Print-and-play games from card data, templates and rules.

Sheets that are right on paper: exact sizes, cut marks, backs under their fronts. Every mistake is named with its file
and line before anything is printed."""
_EPILOG = """\b
Begin with:
  pnp new mygame
  pnp build mygame

Exit codes: 0 fine, 1 problems in the data, 2 usage, 3 input or output, 4 a limit, 130 interrupted."""


class _Commands(TyperGroup):
    """Says itself what it hasn't got."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands:
            raise no_such_command(args[0], self.commands)
        return super().resolve_command(ctx, args)


def make_app() -> typer.Typer:
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
            from pnp import __version__

            print(f"pnp {__version__}")
            raise typer.Exit
        if ctx.invoked_subcommand is None:
            print(ctx.get_help(), file=sys.stderr)
            raise typer.Exit(2)

    for module in sorted(pkgutil.iter_modules(commands.__path__), key=lambda found: found.name):
        command = import_module(f"{commands.__name__}.{module.name}")
        examples = "\n".join(f"  {example}" for example in command.EXAMPLES)
        app.command(module.name, epilog=f"\b\nExamples:\n{examples}")(command.command)
    return app


def run_app(words: Sequence[str]) -> int:
    """The exit code. Raises PnpError, also for words that no command understands."""
    try:
        return make_app()(list(words), prog_name="pnp", standalone_mode=False) or 0
    except UsageMistake as error:
        raise UsageError(usage_line(error)) from None
    except typer.Abort:
        raise KeyboardInterrupt from None
