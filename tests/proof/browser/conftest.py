"""A page of the inn in a real browser: Debian's Chromium, driven by Playwright."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pnp.files.project import Project

REPOSITORY = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driven:
        browser = driven.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


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

    def page(self, **context: Any) -> Any:
        """A page on which the wall can be seen."""
        self._contexts.append(self._chromium.new_context(**context))
        page = self._contexts[-1].new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.goto(self.address)
        page.wait_for_selector("button.piece")
        return page

    def stop(self) -> None:
        for context in self._contexts:
            context.close()
        self.process.terminate()
        self.process.wait(10)


@pytest.fixture
def served(chromium: Any, project: Project) -> Iterator[Served]:
    found = Served(chromium, project)
    yield found
    found.stop()
    assert found.complaints == []
