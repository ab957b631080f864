"""Names of thousands of letters that nobody meant: said at once, shortened, with no guess what they might mean."""

from time import perf_counter

import pytest
from desk import Desk

NAME = "x" * 16_000


@pytest.mark.parametrize(
    "xml",
    [
        f"<{NAME}/>",
        f'<text of="{NAME}"/>',
        f'<rect {NAME}="1" x="1" y="1" width="5" height="5"/>',
        f"{{{{ {NAME} }}}}",
        f"{{{{ piece.{NAME} }}}}",
        f'<icon name="{NAME}" x="1" y="1" size="5"/>',
        f'<rect x="1" y="1" width="5" height="5" fill="{NAME}"/>',
        f'<text x="1" y="1" style="{NAME}">a</text>',
        f'<image href="{NAME}" x="1" y="1" w="5"/>',
        f"{{% include '{NAME}' %}}",
    ],
)
def test_a_name_without_end(desk: Desk, xml: str) -> None:
    desk.face("<text>warm</text>")
    began = perf_counter()
    lines = desk.face(xml).lines
    assert perf_counter() - began < 3
    assert lines
    assert all(len(line) < 500 for line in lines), [line[:900] for line in lines]
    assert not any("did you mean" in line for line in lines)
