"""A page of the inn in a real browser."""

from collections.abc import Iterator
from typing import Any

import pytest
from served import Served

from pnp.io.project import Project


@pytest.fixture(scope="module")
def wall(chromium: Any, unchanged_project: Project) -> Iterator[Any]:
    """One page for all tests that only search it."""
    found = Served(chromium, unchanged_project)
    yield found.page()
    found.stop()
    assert found.complaints == []


@pytest.fixture
def served(chromium: Any, project: Project) -> Iterator[Served]:
    found = Served(chromium, project)
    yield found
    found.stop()
    assert found.complaints == []
