"""The files of a game → a call whenever some have changed, for as long as that is wanted."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from pnp.files.project import Project
from pnp.model.options import Options
from pnp.user.games import related

_STEP, _DEBOUNCE = 20, 200  # milliseconds without another change, and at most
_LEFT_ALONE = ("schema", "__pycache__")

Told = Callable[[set[Path]], Awaitable[None]]


def watched_folders(project: Project, options: Options) -> list[Path]:
    """Those that a build of it reads, as far as they are there; and a user's own module."""
    parts = [f"card_data/{id}" for id in related(project, options.game)]
    bases = dict.fromkeys((project.root, project.bundled))
    folders = [base / part for base in bases for part in (*parts, "layouts", "fonts")]
    own = [options.overlay] if options.overlay else []
    return [*(folder for folder in folders if folder.is_dir()), *own]


async def watch(folders: list[Path], told: Told, stop: asyncio.Event, *, poll: bool = False) -> None:
    """`poll`: where the system doesn't tell of changes, as on many network drives."""
    from watchfiles import awatch

    polling = True if poll else None
    try:
        async for changes in awatch(*folders, step=_STEP, debounce=_DEBOUNCE, stop_event=stop, force_polling=polling):
            if paths := {path for _, name in changes if _counts(path := Path(name))}:
                await told(paths)
    except OSError:  # the system tells of no more files than it has room for
        if poll:
            raise
        await watch(folders, told, stop, poll=True)


def _counts(path: Path) -> bool:
    return (
        path.name[:1] != "."
        and path.suffix not in (".swp", ".tmp")
        and not path.name.endswith("~")
        and (not set(path.parts[-3:-1]) & set(_LEFT_ALONE))
    )
