"""`pnp new`: a copy that is one's own, or nothing at all."""

import re
from pathlib import Path

import pytest
from running import Run
from tiny_game import write, write_tiny

from pnp.importing.new_games import SMALL_GAME, list_looks
from pnp.model.options import INKS

BUNDLED = Path(__file__).parents[2]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.skipif(not (BUNDLED / f"card_data/{SMALL_GAME}/game.yaml").is_file(), reason="the small game isn't there")
def test_in_an_empty_folder_it_is_made_and_builds(tmp_path: Path, run_apart: Run) -> None:
    assert run_apart("new", "mine", cwd=tmp_path) == (
        0,
        "card_data/mine\nlayouts/mine\nBuild it: pnp build mine · begin with card_data/mine/game.yaml\n"
        "Then: pnp build mine --watch builds again whenever you save · pnp schema mine lets editors complete\n",
        "",
    )
    built = run_apart("build", "mine", cwd=tmp_path)
    assert (built.code, built.err) == (0, ""), built.err
    assert built.out.startswith("output/mine/en/mine-low-a4.pdf: ")
    texts = {path: path.read_text() for path in tmp_path.rglob("*") if path.suffix in (".yaml", ".j2")}
    stale = [path for path, text in texts.items() for kind in ("card_data/", "layouts/") if kind + SMALL_GAME in text]
    assert not stale, "these still speak of the game that was copied"


def test_a_blank_game_is_short_named_and_builds(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "night-market", "--blank").code == 0
    made = {name: text.decode() for name, text in contents(tmp_path).items()}
    assert sorted(made) == [
        "card_data/night-market/cards.yaml",
        "card_data/night-market/game.yaml",
        "layouts/night-market/card.xml.j2",
    ]
    assert sum(text.count("\n") for text in made.values()) < 60
    assert "\ntitle: Night Market\n" in made["card_data/night-market/game.yaml"]
    assert "layouts/night-market/" in made["card_data/night-market/game.yaml"]
    for ink in INKS:
        built = run("build", "night-market", "--ink", ink)
        assert (built.code, built.err) == (0, "")
        assert built.out.endswith(": 2 pages on 2 sheets, 4 pieces, 7 cuts\n")
    assert run("check", "night-market", "--strict").out == "night-market: no problems\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--blank --from tiny", "--blank and --from: a game begins in one way"),
        ("--look tokens --blank", "--blank and --look: a game begins in one way"),
        ("--look portait", "there is no look portait; there are: big-art, portrait, text-heavy, tokens"),
        ("--look blanc", "there is no look blanc; there are: big-art, portrait, text-heavy, tokens"),
    ],
)
def test_what_no_game_begins_with(words: str, said: str, tiny: Path, run: Run) -> None:
    assert run("new", "mine", *words.split()) == (2, "", f"pnp: {said}\n")
    assert not list(tiny.glob("*/mine"))


def test_a_look_that_is_not_named(tiny: Path, run: Run) -> None:
    said = "option --look requires an argument (there are: big-art, portrait, text-heavy, tokens)"
    assert run("new", "mine", "--look") == (2, "", f"pnp: {said}\n")


@pytest.mark.parametrize("look", list_looks())
def test_a_look_prints_at_once_in_all_inks(
    look: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "night-market", "--look", look).code == 0
    texts = [path.read_text() for path in tmp_path.rglob("*") if path.suffix in (".yaml", ".j2")]
    assert not [text for text in texts if f"/{look}/" in text], "these still speak of the look"
    assert any("\ntitle: Night Market\n" in text for text in texts)
    assert run("check", "night-market", "--strict") == (0, "night-market: no problems\n", "")
    built = run("build", "night-market", "--sides", "duplex")
    assert (built.code, built.err) == (0, "")


def test_the_page_of_looks_shows_each() -> None:
    docs = BUNDLED / "docs"
    page = (docs / "looks.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^## (.+)$", page, re.MULTILINE)) == list_looks()
    assert re.findall(r'src="pictures/look-(.+)\.png"', page) == re.findall(r"^## (.+)$", page, re.MULTILINE)
    assert all((docs / f"pictures/look-{look}.png").stat().st_size < 40_000 for look in list_looks())


def test_the_help_names_all_looks(run: Run) -> None:
    assert f"finished look: {', '.join(list_looks())}." in " ".join(run("new", "--help").out.split())


def test_a_blank_game_leaves_what_is_there_alone(tiny: Path, run: Run) -> None:
    before = contents(tiny)
    assert run("new", "tiny", "--blank") == (2, "", "pnp: card_data/tiny is there already: choose another name\n")
    assert contents(tiny) == before


def test_a_game_of_ones_own_can_be_copied(tiny: Path, run: Run) -> None:
    write(tiny, "card_data/tiny/.DS_Store", "hidden")
    write(tiny, "card_data/tiny/deep/er/notes.txt", "pnp build tiny\n")
    assert run("new", "copy-2", "--from", "tiny").code == 0
    before, after = contents(tiny / "card_data/tiny"), contents(tiny / "card_data/copy-2")
    assert {**after, ".DS_Store": b"hidden"} == before
    assert contents(tiny / "layouts/copy-2") == contents(tiny / "layouts/tiny")
    assert run("build", "copy-2") == (
        0,
        "output/copy-2/en/copy-2-low-a4.pdf: 2 pages on 2 sheets, 4 pieces, 6 cuts\n",
        "",
    )


def test_what_names_the_game_names_the_copy(tiny: Path, run: Run) -> None:
    write(
        tiny,
        "layouts/tiny/style.yaml",
        "# yaml-language-server: $schema=../../card_data/tiny/schema/style.json\n"
        "# pnp build tiny --with more; see layouts/tiny/card.xml.j2, but layouts/tiny-2 and tiny stay\n"
        "styles: {}\n",
    )
    run("new", "mine", "--from", "tiny")
    assert (tiny / "layouts/mine/style.yaml").read_text() == (
        "# yaml-language-server: $schema=../../card_data/mine/schema/style.json\n"
        "# pnp build mine --with more; see layouts/mine/card.xml.j2, but layouts/tiny-2 and tiny stay\n"
        "styles: {}\n"
    )


def test_files_that_may_not_be_written_become_files_that_may(tiny: Path, run: Run) -> None:
    (tiny / "card_data/tiny/art/dot.svg").chmod(0o400)
    (tiny / "card_data/tiny/cards.yaml").chmod(0o400)
    run("new", "mine", "--from", "tiny")
    for name in ("art/dot.svg", "cards.yaml"):
        assert (tiny / "card_data/mine" / name).stat().st_mode & 0o200


@pytest.mark.parametrize("kind", ["card_data", "layouts"])
def test_what_is_there_is_not_touched(kind: str, tiny: Path, run: Run) -> None:
    write(tiny, f"{kind}/mine/notes.txt", "mine")
    assert run("new", "mine", "--from", "tiny") == (2, "", f"pnp: {kind}/mine is there already: choose another name\n")
    assert contents(tiny / f"{kind}/mine") == {"notes.txt": b"mine"}
    assert sorted(path.name for path in tiny.glob("*/mine")) == ["mine"]


@pytest.mark.parametrize("name", ["Mine", "my game", "-mine", "../mine", ".", "shared", "mine.yaml", "ö", "x" * 61])
def test_names_that_are_none(name: str, tiny: Path, run: Run) -> None:
    assert run("new", "--from", "tiny", "--", name) == (
        2,
        "",
        f'pnp: "{name}" is no name for a game: small letters, digits and - , like night-market\n',
    )


@pytest.mark.parametrize("name", ["con", "nul", "com1", "lpt9"])
def test_names_that_windows_keeps(name: str, tiny: Path, run: Run) -> None:
    said = f'pnp: "{name}" is no name for a game: Windows keeps it for a device\n'
    assert run("new", name, "--from", "tiny") == (2, "", said)


def test_an_unknown_source(tiny: Path, run: Run) -> None:
    assert run("new", "mine", "--from", "tini") == (2, "", "pnp: there is no game tini (did you mean tiny?)\n")


def test_a_copy_that_fails_leaves_nothing_behind(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write_tiny(tmp_path))
    (tmp_path / "card_data/tiny/gone.svg").symlink_to("nowhere.svg")
    assert run("new", "mine", "--from", "tiny") == (
        3,
        "",
        "pnp: card_data/tiny/gone.svg: cannot be copied: No such file or directory\n",
    )
    assert not list(tmp_path.glob("*/mine"))


def test_a_file_where_the_folder_should_be(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "layouts").write_text("mine")
    failed = run("new", "mine")
    assert (failed.code, failed.out) == (3, "")
    assert failed.err == "pnp: layouts/mine/board.xml.j2: cannot be written: a file is in the way of its folder\n"
    assert not list(tmp_path.glob("card_data/*"))
