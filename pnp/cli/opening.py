"""A file that was written → shown by the program that the system has for it: `--open`."""

from pathlib import Path


def open_file(path: Path) -> None:
    """Without waiting for that program. Says so where there is none."""
    import typer

    from pnp.cli.report import complain, shown_path

    if typer.launch(str(path.resolve())):
        complain(f"nothing here opens {shown_path(path)} (on Linux xdg-open does, of the package xdg-utils)")
