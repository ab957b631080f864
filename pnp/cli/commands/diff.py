"""`pnp diff`: what has changed on a game's pieces, and why."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.options import (
    CacheOption,
    GameArgument,
    InkOption,
    JobsOption,
    JsonOption,
    LanguageOption,
    OnlyOption,
    ProjectOption,
    WithOption,
    argument,
    option,
    options_of,
    the_project,
)
from pnp.model.problem import UsageError

if TYPE_CHECKING:
    from pnp.proof.comparing import Difference
    from pnp.proof.states import GameState

EXAMPLES = (
    "pnp diff mygame HEAD",
    "pnp diff mygame v22 v23 --html changes.html",
    "pnp diff mygame output/mygame/en/mygame-low-a4.pnp.json",
)


def command(
    ctx: typer.Context,
    game: GameArgument,
    old: Annotated[str, argument("OLD", "A git revision, a project's folder, or a build record (.pnp.json).")],
    new: Annotated[str, argument("[NEW]", "The same; without one, the project as it is.")] = "",
    language: LanguageOption = "",
    ink: InkOption = "low",
    only: OnlyOption = None,
    modules: WithOption = None,
    draft: Annotated[bool, typer.Option("--draft", help="Compare in spite of errors, as far as that goes.")] = False,
    html: Annotated[
        Path | None, option("--html", "FILE", "Write a page with pictures of what has changed, before and now.")
    ] = None,
    cache: CacheOption = True,
    jobs: JobsOption = 0,
    project: ProjectOption = None,
    json: JsonOption = False,
) -> None:
    """Say which pieces are new, gone or changed, in which words, and why.

    A piece has changed where that can be seen: in its words, pictures, fonts or looks. What it is called, its place in
    the file and comments count for nothing. The exit code is 1 where something has changed, and where errors keep it
    from being compared.
    """
    from pnp.cli.differences import print_differences
    from pnp.cli.report import ProgressLine
    from pnp.cli.since import refused
    from pnp.proof.comparing import differences
    from pnp.proof.states import GameState, state

    where = the_project(project)
    options = options_of(ctx)
    with (
        ProgressLine() as progress,
        state(where, old, options, progress) as before,
        state(where, new, options, progress) as now,
    ):
        for each in (before, now):
            if not isinstance(each, GameState):
                raise refused(each.name, each.project, each.problems)
        assert isinstance(before, GameState) and isinstance(now, GameState)
        _check_named(options.only, before, now)
        found = differences(before.record, now.record)
        if html is not None:
            _write_page(html, before, now, found, options.jobs)
    print_differences(before, now, found, json=json)
    raise typer.Exit(1 if found else 0)


def _check_named(only: tuple[str, ...], *states: "GameState") -> None:
    """Raises UsageError for a component that neither state prints."""
    from pnp.text.suggest import did_you_mean

    there = dict.fromkeys(id for each in states for id in each.record.components)
    for id in only:
        if id not in there:
            raise UsageError(f"neither version prints a component {id} ({did_you_mean(id, there)})", id)


def _write_page(path: Path, old: "GameState", new: "GameState", found: "list[Difference]", jobs: int) -> None:
    from pnp.files.writing import write_atomically
    from pnp.proof.compared_page import page

    title = f"{new.record.title}: {old.name} → {new.name or 'now'}"
    target = path.absolute()
    write_atomically(target, page(title, old, new, found, jobs).encode(), target.parent)
