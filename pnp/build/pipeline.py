"""The whole way on one screen: files → Game → Edition → Faces → Sheets → output.

Each stage returns its result and its problems; they are collected, and nothing is written while there are errors -
unless a draft is asked for, which prints what is wrong with a frame around it.
"""

from collections.abc import Callable
from dataclasses import replace
from enum import IntEnum
from functools import partial
from pathlib import Path

from pnp.build.drawn_pieces import MOST
from pnp.build.laying_out import judge, lay_out
from pnp.build.preparing import check_printable, load, localise
from pnp.build.printing import emit, impose, press_of
from pnp.build.results import SILENT, Loaded, Progress, Result, SharedGame, pause_collector
from pnp.diagnostics.report import Report
from pnp.io.project import Project
from pnp.model.options import Options
from pnp.model.problem import has_errors

Stage = IntEnum("Stage", ["LOCALISE", "LAY_OUT", "IMPOSE", "EMIT"])
Choose = Callable[[Result], Result]


@pause_collector()
def run(
    project: Project,
    options: Options,
    until: Stage,
    *,
    out: Path | None = None,
    game: SharedGame | None = None,
    laid_out: Result | None = None,
    judging: bool = True,
    may_lack: bool = False,
    keep_leaves: bool = True,
    choose: Choose | None = None,
    spare: int = MOST,
    progress: Progress = SILENT,
) -> Result:
    """Take one edition from its files to a stage. Raise UsageError, FileError, LimitError, and what `progress` raises.

    What is there already isn't made again: `game` is what other editions of it found, `laid_out` the same faces for
    other sheets. Without `judging` data, rules and words aren't checked. With `may_lack`, pieces that are named and
    that the edition doesn't have are no mistake. `choose` picks the leaves that are printed. `spare` is the number of
    pieces that stay in the cache although no edition has them any more. Files are written below `out`.
    """
    press = press_of(options) if until >= Stage.IMPOSE else None
    if laid_out is None:
        game = game or SharedGame()
        loaded = game.load_once(options.modules, lambda: load(project, options))
        prepared = game.localise_once(options, lambda: localise(loaded, options, may_lack=may_lack))
        if prepared is None:
            return Result(Report().add(loaded.problems))
        if until == Stage.LOCALISE:
            return Result(Report().add(prepared.problems), prepared.edition, prepared)
        # what is ignored, only thorough checks must know
        judging = judging and not (prepared.is_whole and not options.thorough and prepared.passed.has("edition"))
        judge_game = partial(judge, prepared, game) if judging else None
        result = lay_out(prepared, judge_game, progress, keep_leaves=keep_leaves, spare=spare)
    else:
        result = laid_out
        if laid_out.prepared:  # what laying out took is kept
            kept = {name: value for name, value in vars(laid_out.prepared).items() if name == "layout"}
            result = laid_out._replace(prepared=replace(laid_out.prepared, options=options))
            vars(result.prepared).update(kept)
    if choose and result.may_go_on:
        result = choose(result)
    if press and result.may_go_on:
        result = impose(result, press)
    if press and out and until == Stage.EMIT and result.may_go_on:
        result = emit(result, press, out, progress)
    return result


def build(
    project: Project, options: Options, out: Path, progress: Progress = SILENT, choose: Choose | None = None
) -> Result:
    """Write the print-ready file, or a picture of each face, with its build record. Raise what `run` raises."""
    check_printable(options.language, options.draft)
    game = SharedGame()
    result = run(project, options, Stage.EMIT, out=out, game=game, choose=choose, progress=progress)
    if game.loaded and result.prepared:
        refresh_own_schemas(game.loaded, options)
    return result


def check(project: Project, options: Options, progress: Progress = SILENT, game: SharedGame | None = None) -> Result:
    """Find what a build finds before it places anything on paper, and keep no leaves. Raise what `run` raises."""
    return run(project, options, Stage.LAY_OUT, game=game, keep_leaves=False, progress=progress)


def refresh_own_schemas(loaded: Loaded, options: Options) -> None:
    """Refresh the schemas that editors use, where `pnp schema` has made some and the game is right."""
    if not loaded.game or has_errors(loaded.of_game) or options.modules or options.overlay:
        return
    if (loaded.project.root / "card_data" / loaded.game.id / "schema" / "game.json").is_file():
        from pnp.build.editor_files import refresh_schemas

        refresh_schemas(loaded.project, loaded.game, loaded.style)
