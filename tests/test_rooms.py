"""The house as a whole: who may import whom, who may speak, what is imported when, and that it knows no game."""

import ast
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest
from nightly import every

from pnp.importing.new_games import SMALL_GAME

REPOSITORY = Path(__file__).parents[1]
PACKAGE = REPOSITORY / "pnp"
STAGES = ("load", "check", "rules", "localise", "layout", "impose", "export")
LOW = ("model", "cardtext", "io", "registry")
BELOW: dict[str, tuple[str, ...]] = {  # what a room may import of the house, besides itself
    "model": (),
    "cardtext": ("model",),
    "io": ("model", "cardtext"),
    "diagnostics": LOW,
    "typesetting": LOW,
    "art": (*LOW, "typesetting"),
    **dict.fromkeys(("load", "check", "rules"), LOW),
    "export": (*LOW, "typesetting"),
    "localise": (*LOW, "rules"),
    "layout": (*LOW, "typesetting", "art"),
    "impose": (*LOW, "load", "localise", "layout"),
    "build": (*LOW, "diagnostics", "typesetting", "art", *STAGES),
    "edit": (*LOW, "diagnostics", "load", "localise"),
    "importing": (*LOW, "diagnostics", "typesetting", "art", "build", "edit", *STAGES),
    "proof": (*LOW, "diagnostics", "typesetting", "art", "build", "edit", *STAGES),
}
ROOMS = (*BELOW, "cli")
LIGHT = (  # of heavier rooms: what the command line may offer, and what answers before anything is imported
    "pnp.export.formats.FORMATS",
    "pnp.export.formats.describe_formats",
    "pnp.importing.tables.formats.FORMATS",
    "pnp.build.END_SIGNALS",
    "pnp.build.cache.Answer",
    "pnp.build.cache.Manifest",
)
HEAVY = ("reportlab", "PIL", "jinja2", "uharfbuzz", "pypdfium2", "yaml", "rich")
LATE = ("PIL", "pypdfium2", "pyphen", "difflib")  # imported by functions of any room
OF_FACES = ("PIL", "reportlab", "jinja2", "uharfbuzz", "pypdfium2", "rich")
FOR_FEW = ("starlette", "uvicorn", "watchfiles", "pikepdf", "python_calamine", "resvg_py", "segno", "dask")


COMMANDS = "pnp/cli/commands/"


class Import(NamedTuple):
    file: str
    line: int
    room: str  # whose code it is: a folder of pnp/, or the name of a module beside them
    name: str  # what is imported, in full
    at_top: bool  # when the module itself is imported
    for_types: bool  # never, but by type checkers
    to_run: bool = False  # by a command that runs, not by a shell that completes its words


@cache  # made when a test first asks, not by everyone who collects tests
def parsed() -> tuple[tuple[str, ast.Module], ...]:
    """All modules of the package, by the names of their files."""
    names = {path.relative_to(REPOSITORY).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
    return tuple([(name, ast.parse(path.read_text(encoding="utf-8"), name)) for name, path in names.items()])


def room_of(module: str) -> str:
    """Return the room of a module: of pnp/load/game.py or pnp.load.game load."""
    parts = module.removesuffix(".py").replace("/", ".").split(".")
    return parts[1] if len(parts) > 1 else ""


def imports(file: str, tree: ast.Module) -> Iterator[Import]:
    for node, at_top, condition in _statements(tree.body, True, ""):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}:{node.lineno}: imports are written in full"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            for_types, to_run = condition == "TYPE_CHECKING", condition.endswith("IS_COMPLETING")
            yield Import(file, node.lineno, room_of(file), name, at_top and not for_types, for_types, to_run)


def _statements(
    body: Sequence[ast.stmt | ast.ExceptHandler | ast.match_case], at_top: bool, condition: str
) -> Iterator[tuple[ast.stmt, bool, str]]:
    """Yield each statement, whether it is run when the module is, and the outermost condition that it stands in."""
    for node in body:
        if isinstance(node, ast.stmt):
            yield node, at_top, condition
        inside = at_top and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        within = condition or (ast.unparse(node.test) if isinstance(node, ast.If) else "")
        for block in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from _statements(getattr(node, block, ()), inside, within)


@cache
def all_imports() -> tuple[Import, ...]:
    return tuple([found for file, tree in parsed() for found in imports(file, tree)])


TOP_LEVEL = {"__init__", "__main__", "registry"}  # modules that stand in no room


def allowed(room: str) -> set[str]:
    """Return what a room may import of the house."""
    if room == "cli":
        return {*ROOMS, "registry", "__version__"}
    if room in ("__main__", "registry"):
        return {"cli"} if room == "__main__" else set()
    return {room, *BELOW[room], "__version__"}


def test_every_folder_is_a_room() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name not in ("__pycache__", "bundled")}
    assert folders == {"data", *ROOMS}
    assert not list((PACKAGE / "data").rglob("*.py")), "data holds no code"
    assert {path.stem for path in PACKAGE.glob("*.py")} == TOP_LEVEL


def test_imports_go_one_way() -> None:
    wrong = [
        f"{found.file}:{found.line}: {found.room} may not import {found.name}"
        for found in all_imports()
        if found.name.split(".")[0] == "pnp" and room_of(found.name) not in allowed(found.room)
    ]
    assert not wrong, "\n".join(wrong)


def module_of(name: str) -> str:
    """Return the module of a name: of pnp.load.game.load_game pnp.load.game."""
    while name and name not in modules():
        name = name.rpartition(".")[0]
    return name


def name_of(file: str) -> str:
    return file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


@cache
def modules() -> frozenset[str]:
    return frozenset([name_of(file) for file, _ in parsed()])


def test_no_modules_import_each_other() -> None:
    """Nor in a larger circle, nor within functions; only types may."""
    needs: dict[str, set[str]] = {name: set() for name in modules()}
    for found in all_imports():
        if not found.for_types and (name := module_of(found.name)) not in ("", "pnp", name_of(found.file)):
            needs[name_of(found.file)].add(name)
    while free := [name for name, others in needs.items() if not (others & needs.keys() and _is_needed(name, needs))]:
        for name in free:
            del needs[name]
    circles = {name: sorted(others & needs.keys()) for name, others in needs.items()}
    assert not circles, "\n".join(f"{name} needs {', '.join(others)}" for name, others in sorted(circles.items()))


def _is_needed(name: str, needs: Mapping[str, set[str]]) -> bool:
    return any(name in others for others in needs.values())


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


def test_what_all_commands_import_is_light() -> None:
    """Commands import at their top what they need to run, but not where a shell completes their words."""
    imports = [found for found in all_imports() if found.at_top and found.name not in LIGHT]
    shared = {f"pnp/cli/{name}.py" for name in ("__init__", "app", "defaults", "options", "terminal")}
    heavy_rooms = (*STAGES, "art", "typesetting", "build", "importing", "proof")
    wrong = [
        f"{found.file}:{found.line}: {found.name} at the top of the module"
        for found in imports
        if found.name.split(".")[0] in (*LATE, *(HEAVY if found.room == "cli" else ()))
        or (found.file in shared and room_of(found.name) in heavy_rooms)
        or (found.file.startswith(COMMANDS) and not found.to_run and room_of(found.name) in heavy_rooms)
    ]
    assert not wrong, "\n".join(wrong)


def test_commands_import_nothing_of_each_other() -> None:
    wrong = [found for found in all_imports() if found.name.startswith("pnp.cli.commands")]
    assert not wrong, "\n".join(map(str, wrong))


def imported_by(words: Sequence[str], folder: Path, **env: str) -> set[str]:
    """Return the modules that a command leaves behind."""
    program = f"""
import atexit, sys
sys.argv = {["pnp", *words]!r}
atexit.register(lambda: print("imported", *sorted(sys.modules)))
from pnp.cli import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=folder,
        env={"PYTHONPATH": str(REPOSITORY), "PATH": "", **env},
        check=False,
    )
    found = {*done.stdout.rpartition("imported ")[2].split()}
    assert "typer" in found, done.stderr
    return found


@pytest.mark.parametrize(
    ("words", "spared"),
    [
        ([], HEAVY),
        (["--help"], HEAVY),
        (["--version"], HEAVY),
        (["build", "--help"], OF_FACES),
        (["list", "--help"], OF_FACES),
        (["list"], tuple(set(HEAVY) - {"yaml"})),
        (["build", "no-such-game", "--paper", "a4"], OF_FACES),
        (["build", SMALL_GAME], FOR_FEW),
    ],
)
def test_what_a_command_does_not_need_is_not_imported(
    words: list[str], spared: tuple[str, ...], tmp_path: Path
) -> None:
    assert not {*spared, "pydantic"} & imported_by(words, tmp_path)


def test_lists_of_commands_import_none_of_them(tmp_path: Path) -> None:
    for words in ([], ["--help"], ["--version"], ["no-such-command"]):
        assert not [name for name in imported_by(words, tmp_path) if name.startswith("pnp.cli.commands.")]


@pytest.mark.parametrize("command", every(3, sorted(path.stem for path in (REPOSITORY / COMMANDS).glob("[a-z]*.py"))))
def test_a_command_imports_no_other_and_completes_lightly(command: str, tmp_path: Path) -> None:
    asked = {"_PNP_COMPLETE": "complete_bash", "COMP_WORDS": f"pnp {command} --", "COMP_CWORD": "2"}
    for words, env in (([command, "--help"], {}), ([], asked)):
        found = imported_by(words, tmp_path, **env)
        assert {name for name in found if name.startswith("pnp.cli.commands.")} == {f"pnp.cli.commands.{command}"}
    assert not {*HEAVY, "pnp.model.game"} & found - (
        {"pnp.model.game"} if command in ("build", "check", "setup", "sheet") else set()
    )


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


def test_no_two_classes_have_one_name() -> None:
    """Nor if one of them is private: whoever reads a name knows which one is meant."""
    places: dict[str, list[str]] = {}
    for path, tree in parsed():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name.lstrip("_"), []).append(path)
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def test_files_stay_short() -> None:
    long = {
        str(path.relative_to(REPOSITORY)): path.read_text(encoding="utf-8").count("\n")
        for path in PACKAGE.rglob("*.py")
    }
    assert {path: lines for path, lines in long.items() if lines > 400} == {}


PROCESSES = ("multiprocessing", "concurrent.futures.ProcessPoolExecutor", "distributed", "dask", "subprocess", "pickle")
# pieces put into words for others; git and resvg are asked
ELSEWHERE = {"pnp/io/git.py", "pnp/art/svg_files.py"}
ENGINE = {f"pnp/build/{name}.py" for name in ("executors", "dask_cluster", "remote_drawing")}


def test_few_files_know_of_processes() -> None:
    assert {found.file for found in all_imports() if found.name.startswith(PROCESSES)} == ELSEWHERE | ENGINE
    lines = {name: code_lines((REPOSITORY / name).read_text(encoding="utf-8")) for name in sorted(ENGINE)}
    assert sum(lines.values()) < 700, lines


def code_lines(text: str) -> int:
    """Count lines without comments and docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, documented)]
    said = {line for node in nodes if ast.get_docstring(node) for line in _lines_of(node.body[0])}
    nothing = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    tokens = [each for each in tokenize.generate_tokens(StringIO(text).readline) if each.type not in nothing]
    return len({line for each in tokens for line in range(each.start[0], each.end[0] + 1)} - said)


def _lines_of(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def test_code_lines_are_counted() -> None:
    assert (
        code_lines(
            '"""Says."""\n\n# why\nx = """a\nb"""\n\n\ndef f():\n    """It."""\n    return (\n        1\n    )\n'
        )
        == 6
    )


def test_each_module_says_what_it_is_for() -> None:
    wrong = [file for file, tree in parsed() if not ast.get_docstring(tree) and tree.body]
    assert not wrong, "\n".join(wrong)
