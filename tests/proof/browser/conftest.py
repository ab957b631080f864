"""A page of the inn in a real browser: Debian's Chromium, driven by Playwright."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from served import Served

from pnp.files.project import Project


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driven:
        browser = driven.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture
def served(chromium: Any, project: Project) -> Iterator[Served]:
    found = Served(chromium, project)
    yield found
    found.stop()
    assert found.complaints == []
