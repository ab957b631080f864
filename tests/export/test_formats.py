"""Output formats declare themselves: what the command line offers is what stands in the folder."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from tiny_game import write_tiny

from pnp.build.printing import OF_FORMATS
from pnp.export import formats
from pnp.export.formats import FORMATS, describe_formats


def test_each_file_is_a_format() -> None:
    files = {file.stem for file in Path(formats.__file__).parent.glob("*.py")} - {"__init__"}
    assert set(FORMATS) == files >= {"pdf", "png"}
    assert all(each.name == name for name, each in FORMATS.items())
    assert "pdf: Sheets to print." in describe_formats()


def test_some_take_sheets_and_some_faces() -> None:
    assert FORMATS["pdf"].takes_sheets and not FORMATS["png"].takes_sheets
    assert "dpi" in FORMATS["png"].options and not FORMATS["pdf"].options
    assert {option for each in FORMATS.values() for option in each.options} == OF_FORMATS


FIFTH = '''
"""The kinds of what stands on each face."""


def draw(face, options):
    return " ".join(type(item).__name__.lower() for item in face.content.items)


def assemble(output):
    faces = [face for leaf in output.leaves for face in (leaf.front, leaf.back) if face]
    output.target.mkdir(parents=True, exist_ok=True)
    file = output.target / "kinds.txt"
    file.write_text("".join(f"{face.label}: {face.drawn}\\n" for face in faces))
    return (file,)
'''
PROGRAM = """
import sys
import pnp.export.formats
pnp.export.formats.__path__.append(sys.argv.pop(1))
from pnp.cli import main
sys.argv[0] = "pnp"
main()
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_of_its_own_is_a_whole_exporter(tmp_path: Path, jobs: str) -> None:
    """Nothing else has to know of it: neither layout nor the cache, from which its second build comes."""
    root = write_tiny(tmp_path / "project")
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / "kinds.py").write_text(FIFTH, encoding="utf-8")
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "formats"), "build", "tiny", "--format", "kinds"]
    for _ in range(2):
        done = subprocess.run(
            [*command, "--jobs", jobs, "--project", str(root), "--out", str(tmp_path / "out")],
            capture_output=True,
            text=True,
            check=False,
            env={"PNP_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        assert not done.returncode, done.stdout + done.stderr
        (file,) = (tmp_path / "out").rglob("kinds.txt")
        lines = file.read_text(encoding="utf-8").splitlines()
        file.unlink()
        assert lines[:2] == ["cards/one: group group", "cards/one back: shape"]


def test_only_its_own_exporter_knows_what_was_drawn() -> None:
    """Others pass it on; who wants to know a face reads its display list where that was laid out."""
    package = Path(formats.__file__).parents[2]
    reading: set[str] = set()
    for path in package.rglob("*.py"):
        room = path.relative_to(package).parts[0]
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.ImportFrom)
                and (node.module or "").startswith("pnp.export.pdf")
                and room != "export"
            ):
                names = {alias.name for alias in node.names}
                reading |= {f"{path.name}: {name}" for name in names - {"Info", "write_pdf", "upright"}}
            if isinstance(node, ast.Attribute) and node.attr == "drawn" and room not in ("export", "build"):
                called = any(isinstance(each, ast.Call) and each.func is node for each in ast.walk(tree))
                reading |= set() if called else {f"{path.name}: .drawn"}
    assert reading == set()
    for path in (package / "build").glob("*.py"):
        assert "import re\n" not in path.read_text(encoding="utf-8") or path.stem in (
            "printing",
            "preparing",
            "executors",
        ), path
