"""The wheel: what travels in it, and that it works where the repository isn't."""

import configparser
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from pnp import __version__
from pnp.user.new_games import SMALL_GAME

REPOSITORY = Path(__file__).parents[1]
BUNDLED = ("card_data", "layouts", "fonts")

needs_small_game = pytest.mark.skipif(
    not (REPOSITORY / f"card_data/{SMALL_GAME}/game.yaml").is_file(), reason="the game that is bundled isn't there yet"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return zipfile.ZipFile(next(folder.glob("*.whl")))


@pytest.fixture(scope="module")
def unzipped(wheel: zipfile.ZipFile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unzipped")
    wheel.extractall(folder)
    return folder


def run(unzipped: Path, here: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(unzipped)}
    command = [sys.executable, "-m", "pnp", *words]
    return subprocess.run(command, cwd=here, env=environment, capture_output=True, text=True, check=False)


def test_code_and_its_data_travel(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    ours = {path.relative_to(REPOSITORY).as_posix() for path in (REPOSITORY / "pnp").rglob("*.py")}
    data = (path for path in (REPOSITORY / "pnp/data").rglob("*") if path.is_file())
    ours |= {path.relative_to(REPOSITORY).as_posix() for path in data}
    assert ours - names == set()
    assert {"pnp/data/papers.yaml", "pnp/data/sizes.yaml", "pnp/data/words/en.yaml"} <= names
    assert "pnp/data/looks/layouts/blank/card.xml.j2" in names


def test_games_layouts_and_fonts_travel(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    for kind in BUNDLED:
        files = [path for path in (REPOSITORY / kind).rglob("*") if path.is_file() and path.name[0] != "."]
        missing = {f"pnp/bundled/{path.relative_to(REPOSITORY).as_posix()}" for path in files} - names
        assert not missing


def test_nothing_else_does(wheel: zipfile.ZipFile) -> None:
    roots = {tuple(name.split("/")[:1]) for name in wheel.namelist()}
    assert roots == {("pnp",), (f"printandplay-{__version__}.dist-info",)}
    bundled = {name.split("/")[2] for name in wheel.namelist() if name.startswith("pnp/bundled/")}
    assert bundled <= set(BUNDLED)
    strays = [name for name in wheel.namelist() if "__pycache__" in name or "/." in name or name.endswith(".pyc")]
    assert not strays


def test_the_command_is_declared(wheel: zipfile.ZipFile) -> None:
    scripts = configparser.ConfigParser()
    scripts.read_string(wheel.read(f"printandplay-{__version__}.dist-info/entry_points.txt").decode())
    assert dict(scripts["console_scripts"]) == {"pnp": "pnp.cli:main"}


@needs_small_game
def test_it_lists_and_explains_in_an_empty_folder(unzipped: Path, tmp_path: Path) -> None:
    listed = run(unzipped, tmp_path, "list")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert SMALL_GAME in [line.split()[0] for line in listed.stdout.splitlines()]
    assert run(unzipped, tmp_path, "explain", "PNP201").returncode == 0
    assert not list(tmp_path.iterdir())


@needs_small_game
def test_it_builds_a_bundled_game_and_a_copy_of_it(unzipped: Path, tmp_path: Path) -> None:
    built = run(unzipped, tmp_path, "build", SMALL_GAME)
    assert (built.returncode, built.stderr) == (0, ""), built.stderr
    assert (tmp_path / f"output/{SMALL_GAME}/en/{SMALL_GAME}-low-a4.pdf").read_bytes().startswith(b"%PDF-")
    assert run(unzipped, tmp_path, "new", "mine").returncode == 0
    built = run(unzipped, tmp_path, "build", "mine", "--only", "tiles")
    assert (built.returncode, built.stderr) == (0, ""), built.stderr


@needs_small_game
def test_its_own_folder_is_left_alone(unzipped: Path, tmp_path: Path) -> None:
    before = sorted(path for path in unzipped.rglob("*") if "__pycache__" not in path.parts)
    for words in (["schema", SMALL_GAME], ["schema"], ["check", SMALL_GAME], ["new", SMALL_GAME]):
        run(unzipped, tmp_path, *words)
    assert sorted(path for path in unzipped.rglob("*") if "__pycache__" not in path.parts) == before
