"""`pnp proof` in a process of its own, and pages of it."""

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from pnp.io.project import Project

REPOSITORY = Path(__file__).parents[3]


class Served:
    """`pnp proof` in a process of its own, and what its pages complained of."""

    def __init__(self, chromium: Any, project: Project, *options: str) -> None:
        self._chromium = chromium
        self.project = project
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        words = ["proof", "inn", "--project", str(project.root), "--no-open", "--port", str(port), *options]
        environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pnp", *words], stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout
        said = self.process.stdout.readline()
        self.address = next(word for word in said.split() if word.startswith("http"))
        self.complaints: list[str] = []
        self._contexts: list[Any] = []

    def page(self, *, waits: bool = True, **context: Any) -> Any:
        """Open a page; wait until the pieces are there, unless `waits` is false."""
        self._contexts.append(self._chromium.new_context(**context))
        page = self._contexts[-1].new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.goto(self.address)
        if waits:
            page.wait_for_selector("button.piece")
        return page

    def stop(self) -> None:
        for context in self._contexts:
            context.close()
        self.process.terminate()
        self.process.wait(10)
