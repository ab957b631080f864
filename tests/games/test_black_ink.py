"""`--ink black` on paper: pure black and white on every page, whatever is printed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from nightly import every

from pnp.build.pipeline import build
from pnp.load import find_project
from pnp.model.options import Options

REPOSITORY = Path(__file__).parents[2]
COLOUR = {"g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN", "sh"}
BUILDS = [
    {"game": "starter"},
    {"game": "starter", "sides": "duplex", "marks": "lines", "safe": True},
    {"game": "starter", "sides": "fold"},
    {"game": "starter", "only": ("setup",), "players": 3},
    {"game": "hidden-leaders", "sides": "duplex"},
    {"game": "hidden-leaders", "only": ("setup",), "players": 6},
    {"game": "hidden-leaders", "language": "de", "modules": ("introductory",)},
]


def streams(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Yield all that is drawn with: pages and forms."""
    yield from pdf.pages
    yield from (each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form")


@pytest.mark.parametrize("asked", every(7, BUILDS), ids=lambda asked: "-".join(map(str, asked.values())))
def test_pages_are_pure_black_and_white(asked: dict[str, Any], tmp_path: Path) -> None:
    built = build(find_project(REPOSITORY), Options(ink="black", **asked), tmp_path)
    assert built.problems == []
    (file,) = built.files
    assert f"{asked['game']}-black-a4" in file.name
    with pikepdf.open(file) as pdf:
        used = {
            (str(operator), *(float(operand) for operand in operands))
            for stream in streams(pdf)
            for operands, operator in pikepdf.parse_content_stream(stream)
            if str(operator) in COLOUR
        }
        assert used <= {("g", 0.0), ("g", 1.0), ("G", 0.0), ("G", 1.0)}
        for each in pdf.objects:
            if isinstance(each, pikepdf.Dictionary | pikepdf.Stream):
                assert each.get("/ca", 1) == each.get("/CA", 1) == 1
                assert "/ShadingType" not in each
                assert each.get("/Subtype") != "/Image"
