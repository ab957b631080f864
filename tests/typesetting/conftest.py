"""Fonts and paragraphs for the tests of text."""

from pathlib import Path

import pytest

from pnp.io.project import Project
from pnp.load import load_fonts
from pnp.model.style import FontTable
from pnp.typesetting.fonts import FontStore
from pnp.typesetting.paragraph import Paragraphs
from pnp.typesetting.shape import Shaper

REPOSITORY = Path(__file__).parents[2]
ICONS = {"coin": 0.96, "banner": 1.92}  # name → width in ems


@pytest.fixture(scope="session")
def font_table() -> FontTable:
    table, problems = load_fonts(Project(REPOSITORY, REPOSITORY))
    assert not problems, problems
    return table


@pytest.fixture(scope="session")
def fonts(font_table: FontTable) -> FontStore:
    return FontStore(font_table)


@pytest.fixture(scope="session")
def shaper(fonts: FontStore) -> Shaper:
    return Shaper(fonts, "en")


@pytest.fixture(scope="session")
def paragraphs(shaper: Shaper) -> Paragraphs:
    return Paragraphs(shaper, ICONS, "en")
