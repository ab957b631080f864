"""The wheel: what travels in it, that it works where the repository isn't; what is pinned, listed and licensed."""

import configparser
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from email import message_from_bytes
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
import yaml
from packaging.requirements import Requirement

from pnp import __version__
from pnp.importing.new_games import SMALL_GAME

REPOSITORY = Path(__file__).parents[1]
INFO = f"printandplay-{__version__}.dist-info"
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (REPOSITORY / ".ci/requirements.txt").read_text(encoding="utf-8")
LICENCES = (REPOSITORY / "docs/licences.md").read_text(encoding="utf-8")
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
    assert roots == {("pnp",), (INFO,)}
    bundled = {name.split("/")[2] for name in wheel.namelist() if name.startswith("pnp/bundled/")}
    assert bundled <= set(BUNDLED)
    strays = [name for name in wheel.namelist() if "__pycache__" in name or "/." in name or name.endswith(".pyc")]
    assert not strays


def test_the_command_is_declared(wheel: zipfile.ZipFile) -> None:
    scripts = configparser.ConfigParser()
    scripts.read_string(wheel.read(f"{INFO}/entry_points.txt").decode())
    assert dict(scripts["console_scripts"]) == {"pnp": "pnp.cli:main"}


def test_metadata_names_licences_and_brings_their_texts(wheel: zipfile.ZipFile) -> None:
    metadata = message_from_bytes(wheel.read(f"{INFO}/METADATA"))
    assert (metadata["Name"], metadata["License-Expression"]) == ("printandplay", "MIT AND CC0-1.0 AND Unicode-3.0")
    for name in ("LICENSE", "docs/licences.md"):
        assert name in metadata.get_all("License-File", [])
        assert wheel.read(f"{INFO}/licenses/{name}") == (REPOSITORY / name).read_bytes()


def test_only_large_and_rarely_needed_packages_are_extras(wheel: zipfile.ZipFile) -> None:
    metadata = message_from_bytes(wheel.read(f"{INFO}/METADATA"))
    assert metadata.get_all("Provides-Extra") == ["cjk", "dask", "test", "thai"]
    imported = {"starlette", "uvicorn", "watchfiles", "python-calamine", "resvg-py", "pikepdf"}
    assert imported <= {Requirement(each).name for each in PROJECT["project"]["dependencies"]}


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


@pytest.mark.nightly
@needs_small_game
def test_its_own_folder_is_left_alone(unzipped: Path, tmp_path: Path) -> None:
    before = sorted(path for path in unzipped.rglob("*") if "__pycache__" not in path.parts)
    for words in (["schema", SMALL_GAME], ["schema"], ["check", SMALL_GAME], ["new", SMALL_GAME]):
        run(unzipped, tmp_path, *words)
    assert sorted(path for path in unzipped.rglob("*") if "__pycache__" not in path.parts) == before


def pinned() -> dict[str, str]:
    """Return the packages of .ci/requirements.txt and their versions."""
    return dict(re.findall(r"^([\w.-]+)==([^\s;]+)", LOCK, re.MULTILINE))


def test_each_requirement_is_pinned_within_its_range() -> None:
    groups = [PROJECT["build-system"]["requires"], PROJECT["project"]["dependencies"]]
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = [Requirement(each) for group in [*groups, *extras.values()] for each in group]
    for each in wanted:
        if each.name == PROJECT["project"]["name"]:
            assert each.extras <= extras.keys()
        else:
            assert not each.extras and each.specifier.contains(pinned()[each.name.lower().replace("_", "-")]), each


def test_each_pin_has_hashes_and_no_registry_is_named() -> None:
    entries = re.findall(r"^[\w.-]+==.+?(?=^\S|\Z)", LOCK, re.MULTILINE | re.DOTALL)
    assert len(entries) == len(pinned()) == LOCK.count("==", 0) - LOCK.count(" == '")
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}\b", entry) for entry in entries)
    assert "://" not in LOCK and not re.search(r"^\s*-(?!-hash=)", LOCK, re.MULTILINE)


def test_what_is_installed_with_hashes_is_all_that_is_installed() -> None:
    """Nothing is resolved anew where the tests run."""
    recipe = (REPOSITORY / "Makefile").read_text(encoding="utf-8").partition("$(VENV)/.tested:")[2]
    assert "--require-hashes -r $(LOCK)" in recipe and "--no-deps --no-build-isolation -e ." in recipe
    assert "make --silent .venv/.tested" in (REPOSITORY / ".ci/run").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def sbom() -> ModuleType:
    spec = spec_from_file_location("sbom", REPOSITORY / ".ci/sbom.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_bill_of_materials_is_up_to_date_and_travels(sbom: ModuleType, wheel: zipfile.ZipFile) -> None:
    """`make lock` writes it."""
    written = sbom.SBOM.read_text(encoding="utf-8")
    assert json.loads(written) == sbom.make_sbom()
    assert wheel.read(f"{INFO}/sboms/{sbom.SBOM.name}").decode() == written


def test_the_bill_of_materials_says_what_cyclonedx_asks_for(sbom: ModuleType) -> None:
    bill = sbom.make_sbom()
    assert (bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.6", 1)
    root = bill["metadata"]["component"]
    parts = [root, *root["components"], *bill["components"]]
    assert all(part["type"] in ("application", "library", "data") and part["name"] for part in parts)
    assert all(part["version"] and part["purl"] == part["bom-ref"] for part in [root, *bill["components"]])
    known = {part["bom-ref"] for part in [root, *bill["components"]]}
    assert len(known) == len(bill["components"]) + 1
    graph = {each["ref"]: set(each["dependsOn"]) for each in bill["dependencies"]}
    assert graph.keys() == known and set().union(*graph.values()) == known - {root["bom-ref"]}
    assert {part["name"] for part in root["components"]} >= {"card_data/starter", "pnp/data/looks/card_data/blank"}


def test_it_lists_what_libraries_need_in_turn(sbom: ModuleType) -> None:
    """As their own metadata says, here, of those whose markers hold here."""
    from importlib.metadata import requires

    bill = sbom.make_sbom()
    listed = {part["name"] for part in bill["components"]}
    for name in listed - {"colorama", "tzdata"}:
        found = [Requirement(each) for each in requires(name) or []]
        needed = {sbom.name_of(each.name) for each in found if not each.marker or each.marker.evaluate({"extra": ""})}
        assert needed <= listed, name


def test_each_game_look_and_font_is_named_with_its_licence() -> None:
    rows = re.findall(r"^\| ([^|]+) \| ([\w.-]+) \| [^|]+ \|", LICENCES, re.MULTILINE)
    licences = {name.strip("`"): licence for names, licence in rows for name in names.split(", ")}
    folders = [*(REPOSITORY / "card_data").iterdir(), *(REPOSITORY / "layouts").iterdir()]
    folders += [path for kind in ("card_data", "layouts") for path in (REPOSITORY / "pnp/data/looks" / kind).iterdir()]
    paths = {path.relative_to(REPOSITORY).as_posix() for path in folders if path.is_dir()}
    fonts = yaml.safe_load((REPOSITORY / "fonts/fonts.yaml").read_text(encoding="utf-8"))["families"]
    assert paths | fonts.keys() <= licences.keys()
    for name in licences.keys() - fonts.keys() - {"files", "family"}:
        assert (REPOSITORY / name).exists(), name
    for path in paths:
        game = REPOSITORY / path / "game.yaml"
        if game.is_file() and "CC0" in game.read_text(encoding="utf-8"):
            assert licences[path] == "CC0-1.0"
    for name, family in fonts.items():
        package = re.search(rf"^\| {re.escape(name)} \| \S+ \| ([\w-]+)", LICENCES, re.MULTILINE)
        assert package and package[1] == family["package"].replace("_", "-")
