"""A game's files → those that have changed, as soon as they do: for `pnp build --watch` and the proof page."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from watchfiles import _rust_notify as notify

from pnp.build.loading import related_games
from pnp.io.project import Project
from pnp.model.regex import regex

# What editors and systems leave beside a file while one works on it, and the schemas that are for editors.
_IGNORED = regex(r"\..*|.*~|#.*#|.*\.(?:sw[a-z]|tmp|bak|crswap)|4913|__pycache__|schema|.*___jb_\w+___")
_STEP, _DEBOUNCE = 20, 200  # milliseconds without another change, and at most
_PAUSE, _POLLING_PAUSE = 1000, 300  # milliseconds after which files are looked at in any case

_Stats = dict[str, tuple[int, int]]  # times and sizes of files


class GameWatcher:
    """Knows the files that a build of a game reads, and notices those that change from now on.

    The system reports changes at once. For those that it doesn't report, as on many network drives, all files are
    looked at every second, and more often with `poll`. Files in the folder `written` don't count.
    """

    def __init__(
        self,
        project: Project,
        game: str,
        overlay: Path | None = None,
        *,
        files: Iterable[Path] = (),
        written: Path | None = None,
        poll: bool = False,
    ) -> None:
        # A template may be in the folder of layouts itself, or in one that games share, whatever it is called.
        parts = [*(f"card_data/{id}" for id in related_games(project, game)), "layouts", "fonts"]
        bases = dict.fromkeys((project.root, project.bundled))
        self._tops = [(base / part, True) for base in bases for part in parts]
        self._tops += [(overlay.resolve().parent, False)] if overlay else []
        self._single = list(files)
        self._written = os.path.realpath(written) if written else ""
        self._poll = poll
        self._folders: set[str] = set()
        self._files: _Stats = {}
        self._begin()

    def wait(self, stop: Any = None) -> dict[Path, str]:
        """Return the files with what happened to them: "has changed", "is new" or "is gone"; nothing after `stop`.

        Raises KeyboardInterrupt.
        """
        while not (stop and stop.is_set()):
            woken = self._notifier.watch(_DEBOUNCE, _STEP, _POLLING_PAUSE if self._poll else _PAUSE, stop)
            if woken == "signal":
                raise KeyboardInterrupt
            before = self._files
            if woken == "timeout":
                self._look()
            else:
                self._begin()
            now = self._files
            found = {path: "has changed" for path in now if path in before and now[path] != before[path]}
            found |= {path: "is new" for path in now if path not in before}
            found |= {path: "is gone" for path in before if path not in now}
            if found:
                return {Path(path): how for path, how in found.items()}
        return {}

    def _begin(self) -> None:
        """Watch all folders anew: one of them may have been replaced by another of the same name."""
        known = None
        while known != self._folders:
            known = self._folders
            try:
                self._notifier = notify.RustNotify([] if self._poll else sorted(known), False, False, 0, False, True)
            except OSError:  # a folder has gone meanwhile, or the system watches no more of them
                self._notifier = notify.RustNotify([], False, False, 0, False, True)
            self._look()

    def _look(self) -> None:
        self._folders, self._files = set(), {}
        for top, is_deep in self._tops:
            if not top.is_dir():  # it may come
                self._folders.add(str(next(above for above in top.parents if above.is_dir())))
            for folder, inner, names in os.walk(top):
                kept = [name for name in inner if is_deep and not _IGNORED.fullmatch(name)]
                inner[:] = [name for name in kept if os.path.realpath(Path(folder, name)) != self._written]
                self._folders.add(folder)
                self._note([os.path.join(folder, name) for name in names if not _IGNORED.fullmatch(name)])  # noqa: PTH118
        for file in self._single:
            self._folders.add(str(file.parent))
            self._note([str(file)])

    def _note(self, paths: Iterable[str]) -> None:
        for path in paths:
            try:
                found = os.stat(path)  # noqa: PTH116 - of many files, again and again
            except OSError:  # gone meanwhile
                continue
            self._files[path] = found.st_mtime_ns, found.st_size
