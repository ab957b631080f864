"""All commands of `pnp/cli/commands/`, one a file, or a group of them about one thing, as one Typer application."""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import typer
from typer.core import TyperGroup

from pnp.cli.defaults import Command, UsageMistake, no_such_command, usage_line
from pnp.model.problem import UsageError
from pnp.registry import registry

if TYPE_CHECKING:
    from pnp.cli.recorded_output import RememberedRun

_COMMANDS = "pnp.cli.commands"
_HELP = """Print-and-play games from card data, templates and rules.

Writes PDFs that are right on paper: exact sizes, cut marks, backs that meet their fronts. Every mistake is reported
with its file and line before anything is printed."""
_EPILOG = """\b
Start with:
  pnp new mygame
  pnp build mygame

Exit codes: 0 success, 1 problems in the data, 2 usage, 3 input or output, 4 a limit, 5 an internal error,
130 interrupted, 143 and 129 ended by SIGTERM and SIGHUP."""


class _PlainWords:
    """Words of the command line as they are, as paths, or as a parser of ours reads them."""

    def __init__(self, described: Any) -> None:
        item = next(iter(get_args(described.annotation)), described.annotation)
        self._parse = described.parameter_info.parser or (Path if item is Path else str)

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        if param.multiple or param.nargs == -1:
            return [self._parse(each) for each in value or ()]
        return None if value is None else self._parse(value)


def _read_plainly(params: Sequence[Any]) -> None:
    """Spare a command pydantic, by which Typer makes sure that texts are texts: its import takes 40 ms."""
    for param in params:
        param.get_runtime_param = partial(_PlainWords, param.type_descriptor)


class _PlainCommand(Command):
    """Shows its arguments by their metavars alone."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        _read_plainly(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Name arguments as their metavars do, whose brackets say what can be left out."""
        return ["[OPTIONS]", *[param.metavar for param in self._arguments()]]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Explain arguments without Python's names of their types."""
        for param in self._arguments():
            param.display_type_rich = lambda ctx: None
        super().format_options(ctx, formatter)

    def _arguments(self) -> list[Any]:
        return [param for param in self.params if param.param_type_name == "argument"]


class _Commands(TyperGroup):
    """Says itself what it hasn't got."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        _read_plainly(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        return sorted(self.commands)  # groups among the others

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands:
            raise no_such_command(args[0], self.commands, ctx.command_path)
        return super().resolve_command(ctx, args)


def make_app(wanted: str = "") -> typer.Typer:
    """The application; with only the command that is wanted, where there is one of that name."""
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
        _help_without_command(ctx)

    # All commands; making them costs as much as many a command itself, so only the one that is run.
    modules = registry(_COMMANDS, lambda _, module: module)
    for name in [wanted] if wanted in modules else modules:
        module = modules[name]
        if hasattr(module, "COMMANDS"):
            group = typer.Typer(name=name, cls=_Commands, help=module.HELP, epilog=_epilog(module.EXAMPLES))
            group.callback(invoke_without_command=True)(_help_without_command)
            for each, (command, examples) in module.COMMANDS.items():
                group.command(each, cls=_PlainCommand, epilog=_epilog(examples))(command)
            app.add_typer(group)
        else:
            app.command(name, cls=_PlainCommand, epilog=_epilog(module.EXAMPLES))(module.command)
    return app


def _epilog(examples: Sequence[str]) -> str:
    return "\b\nExamples:\n" + "\n".join(f"  {example}" for example in examples)


def _help_without_command(ctx: typer.Context) -> None:
    if ctx.invoked_subcommand is None:
        print(ctx.get_help(), file=sys.stderr)
        raise typer.Exit(2)


def run_app(words: Sequence[str], run: "RememberedRun | None" = None) -> int:
    """The exit code. Raises PnpError, also for words that no command understands."""
    try:
        app = make_app(words[0] if words else "")
        return app(list(words), prog_name="pnp", standalone_mode=False, obj=run) or 0
    except UsageMistake as error:
        raise UsageError(usage_line(error)) from None
    except typer.Abort:
        raise KeyboardInterrupt from None
