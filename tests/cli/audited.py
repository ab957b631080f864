"""Runs commands of pnp and notes what each reaches outside of Python: `python audited.py LOG STEPS`.

STEPS is a JSON list of [command, pnp.toml or null]; LOG gets a JSON list [command, event, what] a line, and an event
"exit" a command. Processes that are copies of this one note theirs, too.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

PROCESSES = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile", "pty.spawn")
NETWORK = ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo")
CHANGES = (
    "os.mkdir",
    "os.remove",
    "os.rmdir",
    "os.truncate",
    "os.chmod",
    "os.chown",
    "os.utime",
    "os.symlink",
    "os.link",
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Audit:
    def __init__(self, log: Path) -> None:
        self._log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self.command = ""

    def note(self, event: str, what: object) -> None:
        os.write(self._log, (json.dumps([self.command, event, what], default=str) + "\n").encode())

    def hook(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.command:
            return
        if event == "open" and not isinstance(args[0], int) and (args[2] or 0) & _WRITING:
            self.note("write", _path(args[0]))
        elif event == "os.rename":
            self.note("write", _path(args[0], args[2]))
            self.note("write", _path(args[1], args[3]))
        elif event in ("os.symlink", "os.link"):
            self.note("write", _path(args[1]))
        elif event in CHANGES and not isinstance(args[0], int):
            last = args[-1]
            self.note("write", _path(args[0], last if isinstance(last, int) and event != "os.truncate" else -1))
        elif event in PROCESSES:
            self.note("process", [_path(args[0]), [os.fsdecode(word) for word in args[1]]] if len(args) > 1 else args)
        elif event in NETWORK:
            self.note(event, args[1] if event.startswith("socket.") and event != "socket.getaddrinfo" else args[:2])


def _path(name: Any, folder: int = -1) -> str:
    """Relative to an open folder, or to the current one."""
    start = Path(f"/proc/self/fd/{folder}").readlink() if folder >= 0 and sys.platform == "linux" else Path.cwd()
    return os.path.normpath(start / os.fsdecode(name))


def main(log: str, steps: list[tuple[str, str | None]]) -> None:
    import gc

    from pnp import cli
    from pnp.build import executors

    executors._LOOK = 0.0  # any work is worth a process
    gc.freeze = lambda: None
    audit = Audit(Path(log))
    sys.addaudithook(audit.hook)
    for line, toml in steps:
        Path("pnp.toml").unlink(missing_ok=True)
        if toml is not None:
            Path("pnp.toml").write_text(toml, encoding="utf-8")
        sys.argv = ["pnp", *line.split()]
        audit.command = f"{line} {toml}" if toml else line
        code: object = 0
        try:
            cli.main()
        except SystemExit as done:
            code = done.code
        audit.note("exit", code)
        audit.command = ""


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]))
