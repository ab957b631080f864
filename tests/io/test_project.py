"""The folders of a project, and the languages that files in locale/ are catalogues of."""

from pathlib import Path

import pytest

from pnp.build.loading import load_game
from pnp.io.project import Project, broader_tags, canonical_tag, find_catalogues, find_nameless_catalogues, is_tag
from pnp.load import find_project, list_games
from pnp.model.problem import UsageError


def make_game(root: Path, id: str) -> None:
    folder = root / "card_data" / id
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(f"title: {root.name}\nversion: '1'\nlanguages: [en]\ncomponents: {{}}\n")


def test_a_project_is_found_upwards(tmp_path: Path) -> None:
    make_game(tmp_path, "owls")
    inner = tmp_path / "card_data" / "owls" / "art"
    inner.mkdir()
    assert find_project(inner).root == tmp_path.resolve()


def test_without_card_data_the_project_is_here(tmp_path: Path) -> None:
    assert find_project(tmp_path).root == tmp_path.resolve()


def test_a_named_project_goes_before(tmp_path: Path) -> None:
    make_game(tmp_path, "owls")
    (tmp_path / "other").mkdir()
    assert find_project(tmp_path, tmp_path / "other").root == (tmp_path / "other").resolve()


def test_a_named_project_that_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^there is no folder .*nowhere$"):
        find_project(tmp_path, tmp_path / "nowhere")


def test_bundled_games_come_from_beside_the_package() -> None:
    bundled = find_project(Path("/")).bundled
    assert (bundled / "fonts" / "fonts.yaml").is_file()


def test_own_games_come_first_and_shadow_bundled_ones(tmp_path: Path) -> None:
    own, bundled = tmp_path / "own", tmp_path / "bundled"
    for root, id in ((own, "wolves"), (own, "owls"), (bundled, "owls"), (bundled, "bears"), (bundled, ".hidden")):
        make_game(root, id)
    (own / "card_data" / "drafts").mkdir()
    project = Project(own, bundled)
    assert list_games(project) == ["owls", "wolves", "bears"]
    owls, bears = load_game(project, "owls")[0], load_game(project, "bears")[0]
    assert owls is not None and bears is not None
    assert (owls.title, bears.title) == ("own", "bundled")
    assert bears.span.file == (bundled / "card_data/bears/game.yaml").as_posix()


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("owl", 'there is no game "owl" (did you mean owls?)'),
        ("zzz", 'there is no game "zzz" (there are: owls)'),
        ("../card_data/owls", 'there is no game "../card_data/owls" (did you mean owls?)'),
    ],
)
def test_unknown_games(tmp_path: Path, asked: str, message: str) -> None:
    make_game(tmp_path, "owls")
    with pytest.raises(UsageError) as error:
        load_game(Project(tmp_path, tmp_path), asked)
    assert str(error.value).replace("there are: owls", "did you mean owls?") == message.replace(
        "there are: owls", "did you mean owls?"
    )


def test_no_games_at_all(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r'^there is no game "owls" \(no card_data/ here or in a folder above: go to'):
        load_game(Project(tmp_path, tmp_path), "owls")
    (tmp_path / "card_data").mkdir()
    with pytest.raises(UsageError, match=r'^there is no game "owls" \(there are none yet\)$'):
        load_game(Project(tmp_path, tmp_path), "owls")


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("de", "de"),
        ("DE", "de"),
        ("pt_BR", "pt-BR"),
        ("pt-br", "pt-BR"),
        ("zh_Hant", "zh-Hant"),
        ("zh-hant_tw", "zh-Hant-TW"),
        ("sr@latin", "sr-Latn"),
        ("sr_RS@latin", "sr-Latn-RS"),
        ("sr_RS.UTF-8@latin", "sr-Latn-RS"),
        ("uz@Cyrillic", "uz-Cyrl"),
        ("de_DE.UTF-8", "de-DE"),
        ("es_419", "es-419"),
    ],
)
def test_other_ways_to_write_a_tag(name: str, tag: str) -> None:
    assert canonical_tag(name) == tag and is_tag(tag)
    assert canonical_tag(tag) == tag


@pytest.mark.parametrize("name", ["deutsch", "ca@valencia", "", "x", "de_Munich"])
def test_what_is_no_language(name: str) -> None:
    assert not is_tag(canonical_tag(name))


@pytest.mark.parametrize(
    ("language", "parents"),
    [
        ("fr", []),
        ("fr-CA", ["fr"]),
        ("zh-Hant-HK", ["zh-Hant"]),
        ("zh-TW", []),  # zh is written in other letters
        ("sr-Latn-RS", ["sr-Latn"]),
        ("sr-Cyrl-RS", ["sr-Cyrl", "sr"]),
    ],
)
def test_who_stands_in_for_a_regional_language(language: str, parents: list[str]) -> None:
    assert broader_tags(language) == parents


def test_files_of_a_folder(tmp_path: Path) -> None:
    for name in ("pt_BR.po", "pt-BR.po", "fr/LC_MESSAGES/game.po", "deutsch.po", "de.mo", "notes/de.po"):
        (tmp_path / "locale" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "locale" / name).touch()
    found = {
        tag: [path.relative_to(tmp_path / "locale").as_posix() for path in paths]
        for tag, paths in find_catalogues(tmp_path).items()
    }
    assert found == {"pt-BR": ["pt-BR.po", "pt_BR.po"], "fr": ["fr/LC_MESSAGES/game.po"]}
    assert [path.name for path in find_nameless_catalogues(tmp_path)] == ["deutsch.po"]
