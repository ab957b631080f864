"""A revision in the project's git repository → its files in a temporary folder; nothing else is touched."""

import os
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from pnp.model.problem import FileError, UsageError

_PARTS = ("card_data", "layouts", "fonts")  # what a project is made of


@contextmanager
def checked_out(root: Path, revision: str) -> Iterator[Path]:
    """The folder, while it is there: what the project at `root` was then. Raises UsageError, FileError."""
    commit = _commit(root, revision)
    names = _git(root, "ls-tree", "-z", "--name-only", commit, "--", *_PARTS).decode().split("\0")
    parts = [name for name in names if name]
    if "card_data" not in parts:
        raise UsageError(f"at {revision} there was no card_data/ in {root.name}/")
    with TemporaryDirectory(prefix="pnp-") as folder:
        _unpack(_git(root, "archive", "--format=tar", commit, "--", *parts), Path(folder).resolve())
        yield Path(folder).resolve()


def _commit(root: Path, revision: str) -> str:
    """Its name in full; what is wrong where there is none."""
    said = f'"{revision}" is no folder, no build record'
    try:
        is_repository = _run(root, "rev-parse", "--is-inside-work-tree").returncode == 0
    except FileNotFoundError:
        raise UsageError(f"{said}, and without git installed no revision can be looked for") from None
    except OSError as error:
        raise FileError(f"git cannot be run: {error.strerror}") from None
    if not is_repository:
        raise UsageError(f"{said}, and {root.name}/ is in no git repository, where it could be a revision")
    found = _run(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    commit = found.stdout.decode(errors="replace").split()
    if found.returncode or len(commit) != 1:
        raise UsageError(f"{said} and no revision of this repository (like HEAD~3, a tag, a branch; git log has all)")
    return commit[0]


def _git(root: Path, *words: str) -> bytes:
    done = _run(root, *words)
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip().rpartition("\n")[2] or "nobody knows why"
        raise FileError(f"git {words[0]} failed: {why}")
    return done.stdout


def _run(root: Path, *words: str) -> "subprocess.CompletedProcess[bytes]":
    environment = {**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_LITERAL_PATHSPECS": "1"}
    return subprocess.run(
        ["git", *words], cwd=root, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )


def _unpack(archive: bytes, folder: Path) -> None:
    """What would lead out of the folder stays away: it is missed where it is needed."""
    with tarfile.open(fileobj=BytesIO(archive)) as packed:
        for member in packed:
            try:
                packed.extract(tarfile.data_filter(member, str(folder)), folder, filter="data")
            except tarfile.FilterError:
                continue
