"""Open a page with every piece and its problems; edit there.

The page follows your files as you save them. It is at http://127.0.0.1:8740 until you press Ctrl+C; the printed
address has a token that nobody can do without. --html writes a page to mail and --pdf contact sheets; --remarks
reads what comes back.
"""

import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli import options as cli
from pnp.cli.options import option
from pnp.io.project import Project
from pnp.model.options import Options
from pnp.model.problem import UsageError

if not cli.IS_COMPLETING:
    from pnp.cli.report import relative_span
    from pnp.cli.terminal import complain, relative_path, say
    from pnp.proof.mailed import hand_out, place_remarks, read_remarks
    from pnp.proof.session import ProofSession


def command(
    ctx: typer.Context,
    game: cli.GameArgument,
    language: cli.LanguageOption = "",
    ink: cli.InkOption = "low",
    modules: cli.WithOption = None,
    overlay: cli.OverlayOption = None,
    only: cli.OnlyOption = None,
    pieces: cli.PiecesOption = None,
    html: Annotated[
        Path | None, option("--html", "FILE", "Write one page to mail, with boxes for remarks, instead of serving.")
    ] = None,
    pdf: Annotated[
        Path | None, option("--pdf", "FILE", "Write contact sheets to print and write on, instead of serving.")
    ] = None,
    paper: cli.PaperOption = "a4",
    remarks: Annotated[
        list[Path] | None,
        option("--remarks", "FILE", "List the remarks made on a mailed page. Repeat to merge several files."),
    ] = None,
    port: Annotated[int, cli.whole_number("--port", 1, 65535, "Port of the page, or the next free one")] = 8740,
    host: Annotated[
        str,
        option(
            "--host",
            "ADDRESS",
            "Also serve other machines that have the address with its token (0.0.0.0: all networks).",
        ),
    ] = "127.0.0.1",
    read_only: Annotated[bool, typer.Option("--read-only", help="Show the page without editing.")] = False,
    opens: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in your browser.")] = True,
    poll: Annotated[bool, typer.Option("--poll", help="Poll files for changes, for network drives.")] = False,
    project: cli.ProjectOption = None,
) -> None:
    at, settings = cli.open_project(project), cli.make_options(ctx)
    if remarks:
        _print_remarks(at, settings, remarks)
    if html or pdf:
        for path in hand_out(at, settings, html, pdf):
            say(relative_path(path))
    if not (html or pdf or remarks):
        _serve(at, settings, port, host, read_only=read_only, opens=opens, poll=poll)


def _print_remarks(project: Project, options: Options, files: list[Path]) -> None:
    every = [read_remarks(file) for file in files]
    for file, found in zip(files, every, strict=True):
        if found.game != options.game:
            raise UsageError(f"{relative_path(file)} has remarks on {found.game[:80]}, not on {options.game}")
    remarks = place_remarks(project, options, *every)
    for span, remark in remarks:
        where = str(relative_span(project, span)) if span else remark.file
        about = "" if span else f"(no piece {remark.piece}) "
        side = f"({remark.face}) " if remark.face else ""
        who = f"{', '.join(remark.by)}: " if remark.by and remark.by != (where,) else ""
        say(f"{where}: {' '.join(f'{who}{about}{side}{remark.text}'.split())}")
    if not remarks:
        complain("there are no remarks in it")


def _serve(
    project: Project, options: Options, port: int, host: str, *, read_only: bool, opens: bool, poll: bool
) -> None:
    from pnp.proof import web_app, web_server

    session = ProofSession(project, options)
    listening = web_server.open_socket(host, port)
    session.edition(session.choice)
    token, once = web_server.choose_token(host, project.root), web_server.new_token()
    reachable = web_server.reachable_host(host)
    there = listening.getsockname()[1]
    shown = web_server.page_address(reachable, there, token)
    if there != port:
        say(f"port {port} is taken, {there} is free")

    def announce() -> None:
        say(f"{options.game}: {shown} (stop with Ctrl+C)")
        sys.stdout.flush()
        if opens:
            webbrowser.open_new_tab(web_server.page_address(reachable, there, once))

    web_server.run(web_app.ProofServer(session, read_only=read_only, poll=poll), listening, host, token, once, announce)
