"""A page of the inn in a real browser."""

from collections.abc import Iterator
from typing import Any

import pytest
from served import Served

from pnp.io.project import Project


@pytest.fixture
def served(chromium: Any, project: Project) -> Iterator[Served]:
    found = Served(chromium, project)
    yield found
    found.stop()
    assert found.complaints == []
