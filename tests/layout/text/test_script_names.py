"""Scripts as people call them."""

import pytest

from pnp.layout.text.scripts import script_name


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("𐎀", "Ugaritic"),
        ("ก", "Thai"),
        ("க", "Tamil"),
        ("𐎠", "Old Persian"),
        ("春", "Chinese"),
        ("の", "Japanese"),
        ("★", ""),
    ],
)
def test_a_script_is_called_by_its_name(character: str, name: str) -> None:
    assert script_name(character) == name
