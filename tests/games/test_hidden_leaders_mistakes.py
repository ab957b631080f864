"""One mistake in the data of Hidden Leaders is one line, at the place where it was made, and nothing is printed."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from facts import facts

from pnp.build.pipeline import build, check
from pnp.io.project import Project
from pnp.load import find_project
from pnp.model.options import Options

REPOSITORY = Path(__file__).parents[2]
DATA = "card_data/hidden-leaders"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("copy")
    for folder in (DATA, "layouts/hidden-leaders", "layouts/shared"):
        shutil.copytree(REPOSITORY / folder, root / folder)
    return root


@pytest.fixture
def project(copy: Path) -> Iterator[Project]:
    """Provide a project that is as it was for each test."""
    files = {path: path.read_bytes() for path in (copy / DATA).glob("*.yaml")}
    yield find_project(copy)
    for path, data in files.items():
        path.write_bytes(data)


def change(project: Project, file: str, old: str, new: str) -> int:
    """Return the number of the line in which that stood."""
    path = project.root / DATA / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    path.write_text(text.replace(old, new), encoding="utf-8", newline="\n")
    return text.count("\n", 0, text.index(old)) + 1


def line_of(file: str, text: str) -> int:
    said = (REPOSITORY / file).read_text(encoding="utf-8")
    assert said.count(text) == 1
    return said.count("\n", 0, said.index(text)) + 1


def entry(id: str) -> str:
    """Return a hero, as it stands in the file."""
    text = (REPOSITORY / DATA / "heroes.yaml").read_text(encoding="utf-8")
    start = text.index(f"- id: {id}\n")
    return text[start : text.index("\n- id: ", start) + 1]


def the_fact(project: Project, tmp_path: Path) -> str:
    """Return the facts of the error that a build says, and a check of all editions, too."""
    built = build(project, Options("hidden-leaders"), tmp_path)
    assert built.files == ()
    assert list(tmp_path.rglob("*.pdf")) == []
    (problem,) = built.problems
    checked = check(project, Options("hidden-leaders", thorough=True))
    assert [str(each) for each in checked.problems] == [str(problem)]
    assert problem.severity == "error"
    return facts(problem)


def rule(id: str) -> str:
    """Return where it stands, as messages name it."""
    file = f"{DATA}/rules.yaml"
    return f"~origin={file}:{line_of(file, f'- id: {id}' + chr(10))}:7"


def ability() -> str:
    """Return where the template sets it."""
    file, element = "layouts/hidden-leaders/hero.xml.j2", 'of="ability"'
    return f"~origin={file}:{line_of(file, element)}:3"


def test_a_hero_without_a_faction(project: Project, tmp_path: Path) -> None:
    line = change(project, "heroes.yaml", "  name: Goat Thief\n  faction: [tribes]\n", "  name: Goat Thief\n")
    assert the_fact(project, tmp_path) == f"{DATA}/heroes.yaml:{line - 2}:3 PNP032 within=faction"


@pytest.mark.nightly
def test_a_hero_of_two_factions(project: Project, tmp_path: Path) -> None:
    old = "  name: Goat Thief\n  faction: [tribes]\n"
    line = change(project, "heroes.yaml", old, old.replace("[tribes]", "[tribes, army]"))
    assert the_fact(project, tmp_path) == (
        f"{DATA}/heroes.yaml:{line - 2}:3 PNP514 rule=one-faction reason='2 isn't 1' "
        f"pieces=goat-thief {rule('one-faction')}"
    )


@pytest.mark.nightly
def test_a_leader_with_the_pair_of_another(project: Project, tmp_path: Path) -> None:
    change(project, "leaders.yaml", "factions: [army, undead]", "factions: [army, water]")
    cyra, xiadul = (line_of(f"{DATA}/leaders.yaml", f"- id: {id}\n") for id in ("cyra", "xiadul"))
    assert the_fact(project, tmp_path) == (
        f"{DATA}/leaders.yaml:{cyra}:3 PNP512 rule=different-pairs value='army, water' "
        f"pieces='cyra, xiadul' {rule('different-pairs')} ~also={DATA}/leaders.yaml:{xiadul}:3"
    )


@pytest.mark.nightly
def test_a_leader_with_one_faction(project: Project, tmp_path: Path) -> None:
    change(project, "leaders.yaml", "factions: [army, undead]", "factions: [army]")
    line = line_of(f"{DATA}/leaders.yaml", "- id: xiadul\n")
    assert the_fact(project, tmp_path) == (
        f"{DATA}/leaders.yaml:{line}:3 PNP514 rule=two-factions reason='1 isn't 2' pieces=xiadul {rule('two-factions')}"
    )


def test_an_ability_that_is_too_long(project: Project, tmp_path: Path) -> None:
    long = "Turn over 1 hidden Hero" + ", till it is still" * 9 + "."
    change(project, "heroes.yaml", '"Turn over 1 hidden Hero."', f'"{long}"')
    line = line_of(f"{DATA}/heroes.yaml", "- id: spirited-shaman\n")
    assert the_fact(project, tmp_path) == (
        f"{DATA}/heroes.yaml:{line}:3 PNP514 rule=ability-length reason='186 is more than 170' "
        f"pieces=spirited-shaman {rule('ability-length')}"
    )


@pytest.mark.nightly
def test_an_ability_that_is_too_wide(project: Project, tmp_path: Path) -> None:
    wide = " ".join(["WWWW"] * 34) + "."
    assert len(wide) <= 170
    line = change(project, "heroes.yaml", '"Turn over 1 hidden Hero."', f'"{wide}"')
    assert the_fact(project, tmp_path) == (
        f"{DATA}/heroes.yaml:{line}:12 PNP310 named=\"ability\" over='5.95 mm' size='7.5 pt' "
        f"~about=heroes/spirited-shaman {ability()}"
    )


@pytest.mark.nightly
def test_an_icon_that_there_is_not(project: Project, tmp_path: Path) -> None:
    line = change(
        project, "heroes.yaml", "Draw 1 [tribes] Hero from the Tavern.", "Draw 1 [tribe] Hero from the Tavern."
    )
    assert the_fact(project, tmp_path) == (
        f"{DATA}/heroes.yaml:{line}:12 PNP290 name=tribe ~about=heroes/wolf-caller ~meant=tribes {ability()}"
    )


def test_an_emblem_with_a_charge_that_there_is_not(project: Project, tmp_path: Path) -> None:
    old = "    charge: heron\n    field: plain"
    line = change(project, "heroes.yaml", old, old.replace("heron", "herron"))
    assert the_fact(project, tmp_path) == (
        f'{DATA}/heroes.yaml:{line}:13 PNP022 path=emblem.charge value="herron" ~meant=heron'
    )


def test_a_hero_too_few(project: Project, tmp_path: Path) -> None:
    change(project, "heroes.yaml", entry("wreck-salvager"), "")
    assert the_fact(project, tmp_path) == (
        f"{DATA}/heroes.yaml PNP510 rule=heroes-per-faction found='18 for water (tide-warden, "
        f"ferry-widow, lighthouse-keeper and 15 more)' wanted=19 {rule('heroes-per-faction')}"
    )
