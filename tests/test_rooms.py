"""The house as a whole: who may import whom, who may speak, what is imported when, and that it knows no game."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

REPOSITORY = Path(__file__).parents[1]
PACKAGE = REPOSITORY / "pnp"
ROOMS = ("load", "check", "rules", "localise", "layout", "impose", "emit")
HEAVY = ("reportlab", "PIL", "jinja2", "uharfbuzz", "pypdfium2", "yaml", "rich")


class Import(NamedTuple):
    file: str
    line: int
    room: str  # whose code it is: a folder of pnp/, or the name of a module beside them
    name: str  # what is imported, in full
    at_top: bool  # when the module itself is imported


def parsed() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(REPOSITORY).as_posix()
        yield name, ast.parse(path.read_text(encoding="utf-8"), name)


def room_of(module: str) -> str:
    """pnp/load/game.py, pnp.load.game → load"""
    parts = module.removesuffix(".py").replace("/", ".").split(".")
    return parts[1] if len(parts) > 1 else ""


def imports(file: str, tree: ast.Module) -> Iterator[Import]:
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    typing_only = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}:{node.lineno}: imports are written in full"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            yield Import(file, node.lineno, room_of(file), name, id(node) not in inside | typing_only)


ALL_IMPORTS = [found for file, tree in parsed() for found in imports(file, tree)]
SMALL_MODULES = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}


def allowed(room: str) -> set[str]:
    """What a room may import of the house."""
    if room == "model":
        return {"model"}
    if room in ROOMS:
        return {"model", room}
    if room == "cli":
        return {"model", "cli", *SMALL_MODULES, "__version__"}
    if room == "__main__":
        return {"cli"}
    return {"model", *ROOMS, *SMALL_MODULES, "__version__"}  # the pipeline and the small modules beside it


def test_every_folder_is_a_room() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name not in ("__pycache__", "bundled")}
    assert folders == {"model", "cli", "data", *ROOMS}
    assert not list((PACKAGE / "data").rglob("*.py")), "data holds no code"


def test_imports_go_one_way() -> None:
    wrong = [
        f"{found.file}:{found.line}: {found.room} may not import {found.name}"
        for found in ALL_IMPORTS
        if found.name.split(".")[0] == "pnp" and room_of(found.name) not in allowed(found.room)
    ]
    assert not wrong, "\n".join(wrong)


def test_small_modules_do_not_go_in_circles() -> None:
    edges = {
        (found.room, room_of(found.name))
        for found in ALL_IMPORTS
        if found.room in SMALL_MODULES and room_of(found.name) in SMALL_MODULES
    }
    order: list[str] = []
    left = set(SMALL_MODULES)
    while ready := [name for name in left if not any(a == name and b in left for a, b in edges)]:
        order += ready
        left -= set(ready)
    assert not left, f"these import each other: {sorted(left)}"


def test_only_the_command_line_speaks_or_ends_the_program() -> None:
    wrong = []
    for file, tree in parsed():
        if room_of(file) == "cli":
            continue
        for node in ast.walk(tree):
            said = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if (
                said in ("print", "input", "exit", "quit", "sys.exit", "os.abort", "breakpoint")
                or (isinstance(node, ast.Attribute) and ast.unparse(node) in ("sys.stdout", "sys.stderr", "sys.argv"))
                or (isinstance(node, ast.Name) and node.id == "SystemExit")
            ):
                wrong.append(f"{file}:{node.lineno}: {ast.unparse(node)[:60]}")
    assert not wrong, "\n".join(wrong)


def test_commands_import_what_is_heavy_when_they_run() -> None:
    wrong = [
        f"{found.file}:{found.line}: {found.name} at the top of the module"
        for found in ALL_IMPORTS
        if found.at_top
        and (
            (found.room in {"cli", "request", "pipeline"} and room_of(found.name) in ROOMS)
            or found.name.split(".")[0] in ("PIL", "pypdfium2", "pyphen", "difflib")
            or (found.room == "cli" and found.name.split(".")[0] in HEAVY)
        )
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("words", "spared"),
    [
        (["--help"], HEAVY),
        (["build", "--help"], HEAVY),
        (["list", "--help"], HEAVY),
        (["--version"], HEAVY),
        (["list"], tuple(set(HEAVY) - {"yaml"})),
        (["build", "no-such-game", "--paper", "a4"], ("PIL", "reportlab", "jinja2", "uharfbuzz", "pypdfium2")),
    ],
)
def test_what_a_command_does_not_need_is_not_imported(
    words: list[str], spared: tuple[str, ...], tmp_path: Path
) -> None:
    program = f"""
import atexit, sys
sys.argv = {["pnp", *words]!r}
atexit.register(lambda: print("imported", *sorted({{name.split(".")[0] for name in sys.modules}})))
from pnp.cli import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(REPOSITORY), "PATH": ""},
        check=False,
    )
    found = done.stdout.rpartition("imported ")[2].split()
    assert "typer" in found, done.stderr
    assert not set(spared) & set(found)


def test_the_house_knows_no_game() -> None:
    """Games are folders of data. Only `pnp new` has to know which one it copies."""
    games = [path.parent.name for path in (REPOSITORY / "card_data").glob("*/game.yaml")]
    systems = [
        "hidden leaders",
        "heimliche herrschaft",
        "hidden conflict",
        "hidden wolves",
        "forgotten legacy",
        "vergessenes vermächtnis",
    ]
    names = "|".join(re.escape(name).replace(r"\ ", "[ _-]?").replace(r"\-", "[ _-]?") for name in {*games, *systems})
    pattern = re.compile(rf"\b(?:{names})\b", re.IGNORECASE)
    wrong = [
        f"{path.relative_to(REPOSITORY)}:{number}: {line.strip()}"
        for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.glob("data/**/*.yaml")])
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line) and not line.startswith("SMALL_GAME = ")
    ]
    assert not wrong, "\n".join(wrong)


def test_files_stay_short() -> None:
    long = {
        str(path.relative_to(REPOSITORY)): path.read_text(encoding="utf-8").count("\n")
        for path in PACKAGE.rglob("*.py")
    }
    assert {path: lines for path, lines in long.items() if lines > 300} == {}


def test_each_module_says_what_it_is_for() -> None:
    wrong = [file for file, tree in parsed() if not ast.get_docstring(tree) and tree.body]
    assert not wrong, "\n".join(wrong)
