"""Links that lead out of a project, pipes and devices in the place of files: said or left alone, never followed."""

import os
from pathlib import Path

import pytest
from facts import read_facts
from nightly import every
from running import Result, Run, Start
from tiny_game import change, write

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, pipes and devices of POSIX")

SECRET = "secret: of-others\n"


@pytest.fixture
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("elsewhere")
    for name in ("style.yaml", "fonts.yaml", "rules.yaml", "game.yaml", "pnp.toml"):
        (folder / name).write_text(SECRET)
    (folder / "card.xml.j2").write_text("<face><text x='1' y='1' w='30'>of-others</text></face>")
    return folder


def refused(done: Result, file: str) -> None:
    assert done.code in (1, 2, 3), done
    first = read_facts(done.err)[0]
    assert (first.place.removeprefix("pnp: "), first.severity, first.code) == (file, "error", "PNP002"), done.err
    assert "of-others" not in done.out + done.err
    assert not list(Path("output").rglob("*.pdf"))


@pytest.mark.parametrize(
    "file", ["layouts/tiny/style.yaml", "fonts/fonts.yaml", "card_data/tiny/rules.yaml", "layouts/shared/style.yaml"]
)
def test_a_file_of_its_own_name_that_is_a_link_out(file: str, tiny: Path, elsewhere: Path, run: Run) -> None:
    (tiny / file).parent.mkdir(parents=True, exist_ok=True)
    (tiny / file).symlink_to(elsewhere / Path(file).name)
    refused(run("build", "tiny"), file)


def test_settings_that_are_a_link_out(tiny: Path, elsewhere: Path, run: Run) -> None:
    (tiny / "pnp.toml").symlink_to(elsewhere / "pnp.toml")
    refused(run("build", "tiny"), "pnp.toml")


def test_a_game_that_is_a_link_out(tiny: Path, elsewhere: Path, run: Run) -> None:
    (tiny / "card_data/tiny").rename(elsewhere / "tiny")
    (tiny / "card_data/tiny").symlink_to(elsewhere / "tiny")
    refused(run("build", "tiny"), "card_data/tiny/game.yaml")


def test_a_game_that_is_a_link_inside_the_project_is_as_good(tiny: Path, run: Run) -> None:
    (tiny / "card_data/tiny").rename(tiny / "mine")
    (tiny / "card_data/tiny").symlink_to(tiny / "mine")
    assert run("build", "tiny").code == 0


@pytest.mark.parametrize("linked", ["layouts", "layouts/tiny", "layouts/tiny/card.xml.j2"])
def test_templates_behind_a_link_out(linked: str, tiny: Path, elsewhere: Path, run: Run) -> None:
    (tiny / linked).rename(elsewhere / "moved")
    (tiny / linked).symlink_to(elsewhere / "moved")
    for words in (("check", "tiny"), ("build", "tiny")):
        done = run(*words)
        (told,) = [each for each in read_facts(done.err) if each.place == "card_data/tiny/game.yaml:9:12"]
        assert (told.code, told.values, told.meant) == ("PNP002", {"component": "cards", "name": "card.xml.j2"}, "")
        assert done.code == 1


def test_an_included_template_behind_a_link_out(tiny: Path, elsewhere: Path, run: Run) -> None:
    (tiny / "layouts/tiny/part.xml.j2").symlink_to(elsewhere / "card.xml.j2")
    change(tiny, "layouts/tiny/coin.xml.j2", "<face>", "<face>\n{% include 'part.xml.j2' %}")
    done = run("build", "tiny")
    assert done.code == 1
    assert [(each.place, each.values) for each in read_facts(done.err)] == [
        ("layouts/tiny/coin.xml.j2:2:13", {"name": "part.xml.j2"})
    ]


def test_what_links_out_is_not_shown_as_source(tiny: Path, elsewhere: Path, run_whole: Run) -> None:
    (tiny / "layouts/tiny/style.yaml").symlink_to(elsewhere / "style.yaml")
    assert "of-others" not in run_whole("check", "tiny").err


@pytest.mark.parametrize("command", every(2, ["build", "check"]))
@pytest.mark.parametrize(
    "file",
    every(
        2,
        [
            "layouts/tiny/style.yaml",
            "pnp.toml",
            "fonts/fonts.yaml",
            "card_data/tiny/rules.yaml",
            "card_data/tiny/more-of.yaml",
            "card_data/tiny/big.psd",
            "layouts/tiny/other.xml.j2",
            "card_data/tiny/art/pipe.png",
        ],
    ),
)
def test_a_pipe_in_the_place_of_a_file_holds_nothing_up(file: str, command: str, tiny: Path, start: Start) -> None:
    write(tiny, "layouts/tiny/other.xml.j2", "")
    (tiny / file).unlink(missing_ok=True)
    (tiny / file).parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(tiny / file)
    process = start(command, "tiny")
    _, err = process.communicate(timeout=20)
    assert "Traceback" not in err and "PNP099" not in err


def test_a_pipe_in_the_place_of_printers_is_said(tiny: Path, run_apart: Run) -> None:
    (tiny / "config").mkdir()
    os.mkfifo(tiny / "config/printers.yaml")
    done = run_apart("build", "tiny", "--printer", "office", env={"PNP_CONFIG": str(tiny / "config")})
    assert done == (3, "", f"pnp: {tiny}/config/printers.yaml: can't be read: is no ordinary file\n")


def test_a_device_in_the_place_of_an_overlay_is_said(tiny: Path, run_apart: Run) -> None:
    done = run_apart("build", "tiny", "--overlay", "/dev/zero")
    assert (done.code, done.err.count("\n")) == (3, 1)


def test_what_nobody_names_is_not_read_whole(tiny: Path, start: Start) -> None:
    """A file of a gigabyte with nothing in it, where no more memory than half of that may be had."""
    with (tiny / "card_data/tiny/big.psd").open("wb") as file:
        file.truncate(1 << 30)
    limit = "import resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))"
    process = start("build", "tiny", setup=limit)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")


def test_settings_name_no_folder_outside(tiny: Path, elsewhere: Path, run: Run) -> None:
    for key, value in (("out", "../../x"), ("overlay", "/etc/passwd"), ("out", str(elsewhere))):
        write(tiny, "pnp.toml", f'[build]\n{key} = "{value}"\n')
        done = run("build", "tiny")
        assert done.code == 2
        assert done.lines == [f'pnp: pnp.toml:2:1 PNP002 name={key} value="{value[:40]}"']


@pytest.mark.parametrize(
    ("linked", "words"),
    [
        ("output", ("build", "tiny")),
        ("output/tiny", ("build", "tiny")),
        ("output/tiny/en", ("build", "tiny")),
        ("output/tiny/en/tiny-low-300dpi", ("build", "tiny", "--format", "png")),
        ("output/tiny/en/tiny-low-300dpi/cards", ("build", "tiny", "--format", "png")),
        ("out/tiny/en", ("build", "tiny", "--out", "out")),
        ("card_data/tiny/schema", ("schema", "tiny")),
        ("card_data/tiny/locale", ("translate", "init", "tiny", "--lang", "de")),
        ("output", ("calibrate",)),
    ],
)
def test_nothing_is_written_through_a_link_out(
    linked: str, words: tuple[str, ...], tiny: Path, tmp_path_factory: pytest.TempPathFactory, run: Run
) -> None:
    target = tmp_path_factory.mktemp("target")
    (tiny / linked).parent.mkdir(parents=True, exist_ok=True)
    (tiny / linked).symlink_to(target)
    done = run(*words)
    assert list(target.iterdir()) == []
    assert (done.code, done.out, done.err.count("\n")) == (3, "", 1)
    assert "leads out of" in done.err


def test_a_folder_that_the_user_names_may_be_a_link(tiny: Path, elsewhere: Path, run: Run) -> None:
    (tiny / "linked").symlink_to(elsewhere)
    assert run("build", "tiny", "--out", "linked").code == 0
    assert (elsewhere / "tiny/en/tiny-low-a4.pdf").is_file()


def test_a_new_game_is_not_made_through_a_link_out(tiny: Path, elsewhere: Path, run: Run) -> None:
    (tiny / "layouts").rename(elsewhere / "layouts")
    (tiny / "layouts").symlink_to(elsewhere / "layouts")
    done = run("new", "mine")
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert "layouts/mine: leads out of the project" in done.err
    assert not (tiny / "card_data/mine").exists() and not (elsewhere / "layouts/mine").exists()


def test_what_a_killed_build_left_goes_with_the_next(tiny: Path, run: Run) -> None:
    """But not what another one is writing."""
    fcntl = pytest.importorskip("fcntl")
    folder = tiny / "output/tiny/en"
    folder.mkdir(parents=True)
    for name in (".pnp-left.tmp", ".pnp-written.tmp"):
        (folder / name).touch()
    with (folder / ".pnp-written.tmp").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert run("build", "tiny").code == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        ".pnp-written.tmp",
        "tiny-low-a4.pdf",
        "tiny-low-a4.pnp.json",
    ]
