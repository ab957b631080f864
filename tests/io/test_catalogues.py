"""How tools call catalogues, and whose they are."""

from pathlib import Path

import pytest

from pnp.io.catalogues import canonical, catalogues_in, is_tag, nameless_in, parents_of


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
    assert canonical(name) == tag and is_tag(tag)
    assert canonical(tag) == tag


@pytest.mark.parametrize("name", ["deutsch", "ca@valencia", "", "x", "de_Munich"])
def test_what_is_no_language(name: str) -> None:
    assert not is_tag(canonical(name))


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
    assert parents_of(language) == parents


def test_files_of_a_folder(tmp_path: Path) -> None:
    for name in ("pt_BR.po", "pt-BR.po", "fr/LC_MESSAGES/game.po", "deutsch.po", "de.mo", "notes/de.po"):
        (tmp_path / "locale" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "locale" / name).touch()
    found = {
        tag: [path.relative_to(tmp_path / "locale").as_posix() for path in paths]
        for tag, paths in catalogues_in(tmp_path).items()
    }
    assert found == {"pt-BR": ["pt-BR.po", "pt_BR.po"], "fr": ["fr/LC_MESSAGES/game.po"]}
    assert [path.name for path in nameless_in(tmp_path)] == ["deutsch.po"]
