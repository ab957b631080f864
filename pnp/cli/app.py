"""All commands of `pnp/cli/commands/`, one a file, as one Typer application."""

import pkgutil
from importlib import import_module

import typer

from pnp.cli import commands


def make_app() -> typer.Typer:
    app = typer.Typer(
        name="pnp",
        help="Print-and-play games from card data, templates and rules: PDFs that are right on paper.",
        epilog="Begin with: pnp new mygame, then pnp build mygame. More: pnp COMMAND --help",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def options(
        version: bool = typer.Option(False, "--version", help="Show the version and stop.", is_eager=True),
    ) -> None:
        if version:
            from pnp import __version__

            print(f"pnp {__version__}")
            raise typer.Exit

    for module in sorted(pkgutil.iter_modules(commands.__path__), key=lambda found: found.name):
        command = import_module(f"{commands.__name__}.{module.name}")
        app.command(module.name, epilog=command.EXAMPLES)(command.command)
    return app
