"""`pnp proof`: a page on which a game is looked through, and mended."""

import sys
from typing import Annotated

import typer

from pnp.cli.options import (
    GameArgument,
    InkOption,
    LanguageOption,
    OverlayOption,
    ProjectOption,
    WithOption,
    option,
    options_of,
    the_project,
    whole,
)

EXAMPLES = ("pnp proof mygame", "pnp proof mygame --lang de --read-only", "pnp proof mygame --host 0.0.0.0 --no-open")


def command(
    ctx: typer.Context,
    game: GameArgument,
    language: LanguageOption = "",
    ink: InkOption = "low",
    modules: WithOption = None,
    overlay: OverlayOption = None,
    port: Annotated[int, whole("--port", 1, 65535, "Where the page is, or at the next one that is free")] = 8740,
    host: Annotated[
        str, option("--host", "ADDRESS", "Let others in, who need the token that is said: 0.0.0.0 is all networks.")
    ] = "127.0.0.1",
    read_only: Annotated[bool, typer.Option("--read-only", help="For an audience: nothing can be changed.")] = False,
    opens: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in your browser.")] = True,
    poll: Annotated[
        bool, typer.Option("--poll", help="Look for changes all the time, where a network drive doesn't tell of them.")
    ] = False,
    project: ProjectOption = None,
) -> None:
    """Show a game on a local page: every piece, every mistake, every change, and mend texts there.

    Save a file and the pieces concerned change on the page. It is at http://127.0.0.1:8740, for this machine alone
    unless --host says otherwise, and stops with Ctrl+C. It needs the packages of pip install 'pnp[proof]'.
    """
    from pnp.proof.running import needs_packages

    needs_packages()
    from pnp.cli.report import say
    from pnp.proof.running import address, new_token, opened_socket, reachable, run
    from pnp.proof.serving import ProofServer
    from pnp.proof.session import ProofSession

    session = ProofSession(the_project(project), options_of(ctx))
    listening = opened_socket(host, port)
    session.edition(session.choice)
    token = new_token(host)
    there = listening.getsockname()[1]
    shown = address(reachable(host), there, token)
    if there != port:
        say(f"port {port} is taken, {there} is free")

    def begun() -> None:
        say(f"{game}: {shown} (stop with Ctrl+C)")
        sys.stdout.flush()
        if opens:
            _open_in_browser(shown)

    run(ProofServer(session, read_only=read_only, poll=poll), listening, host, token, begun)


def _open_in_browser(address: str) -> None:
    import webbrowser

    webbrowser.open_new_tab(address)
