"""What nobody foresaw ends in one line with a code, and an exit code of its own; PNP_DEBUG shows where it was."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from facts import read_facts
from running import REPOSITORY, Run, Start
from tiny_game import change, write

FAIL = "import {module} as m\ndef fail(*_, **__): raise ZeroDivisionError('by nothing')\nm.{name} = fail"


def test_a_mistake_in_laying_out_names_the_piece(tiny: Path, run_apart: Run) -> None:
    setup = "import pnp.layout.editions\ndef fail(self, component, piece): raise ZeroDivisionError('by\\nnothing')\n"
    setup += "pnp.layout.editions.Layout.piece = fail"
    code, out, err = run_apart("build", "tiny", setup=setup)
    assert (code, out) == (5, "")
    assert err.startswith("pnp: PNP099 ") and "coins/coins: ZeroDivisionError: by nothing (" in err
    assert err.count("\n") == 1
    assert "PNP_DEBUG=1" in err


def test_a_mistake_in_loading_names_the_stage_and_the_file(tiny: Path, run_apart: Run) -> None:
    setup = "import pnp.load.sink as m\ndef fail(*_): raise ZeroDivisionError\nm.Sink.place = fail"
    code, _, err = run_apart("build", "tiny", setup=setup)
    assert code == 5
    assert err.startswith("pnp: PNP099 ") and "loading" in err and "card_data/tiny/game.yaml: ZeroDivisionErr" in err


def test_a_mistake_in_writing_names_the_stage(tiny: Path, run_apart: Run) -> None:
    code, _, err = run_apart("build", "tiny", setup=FAIL.format(module="pnp.export.pdf", name="make_ready"))
    assert code == 5
    assert err.startswith("pnp: PNP099 ") and "writing: ZeroDivisionError: by nothing (" in err


def test_whoever_wants_sees_where_it_was(tiny: Path, run_apart: Run) -> None:
    setup = FAIL.format(module="pnp.export.pdf", name="make_ready")
    code, _, err = run_apart("build", "tiny", setup=setup, env={"PNP_DEBUG": "1"})
    assert code == 5
    assert "Traceback (most recent call last)" in err
    assert err.splitlines()[-1].startswith("pnp: PNP099 ")


def test_the_code_is_explained(run: Run) -> None:
    assert run("explain", "PNP099").out.startswith("PNP099 · ")


def test_exit_codes_are_told(run: Run) -> None:
    assert "4 a limit, 5 an internal error, 130 interrupted" in " ".join(run("--help").out.split())


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ("copies = " + "9" * 5000, "pnp: pnp.toml:2: a number of thousands of digits\n"),
        ("copies = 0x" + "f" * 5000, "pnp: pnp.toml:2: copies must be a whole number, not a huge number"),
        ("copies = 99999999999999", "pnp: pnp.toml:2: copies must be a whole number, not 99999999999999"),
        ("copies = " + "[" * 2000, "pnp: pnp.toml:3: "),
    ],
)
def test_numbers_without_end_in_the_projects_settings(said: str, complaint: str, tiny: Path, run: Run) -> None:
    write(tiny, "pnp.toml", f"[build]\n{said}\n")
    code, _, err = run("build", "tiny")
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith(complaint)
    assert len(err) < 200


@pytest.mark.parametrize("package", ["__main__", "__mp_main__", "sys"])
def test_what_is_no_package_of_fonts(package: str, tiny: Path, run_apart: Run) -> None:
    family = f"families: {{Mine: {{package: {package}, regular: mine.ttf}}}}\n"
    write(tiny, "fonts/fonts.yaml", family)
    built = run_apart("build", "tiny")
    assert built.code == 1
    assert [each[:3] for each in read_facts(built.err)] == [("fonts/fonts.yaml:1:28", "error", "PNP125")]


@pytest.mark.nightly
def test_without_docstrings(tiny: Path, run_apart: Run) -> None:
    for words in (("build", "tiny"), ("check", "tiny"), ("explain", "PNP141"), ("--help",)):
        code, _, err = run_apart(*words, env={"PYTHONOPTIMIZE": "2"})
        assert (code, err) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
@pytest.mark.parametrize("words", [("explain",), ("list", "--json"), ("--help",)])
def test_whoever_reads_has_seen_enough(words: tuple[str, ...], tiny: Path, start: Start) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = start(*words, stdout=writing)
    os.close(writing)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")


def test_what_cannot_be_written_of_schemas_is_named(tiny: Path, run_apart: Run) -> None:
    setup = "import os\ndef full(_): raise OSError(28, 'No space left on device')\nos.fsync = full"
    code, _, err = run_apart("schema", "tiny", setup=setup)
    assert (code, err.partition(".json")[2]) == (3, ": cannot be written: no space left on device\n")


@pytest.mark.parametrize(
    ("words", "option"), [(("build", "tiny", "--out", ""), "--out"), (("check", "--project", ""), "--project")]
)
def test_a_folder_without_a_name_is_refused(words: tuple[str, ...], option: str, tiny: Path, run: Run) -> None:
    assert run(*words) == (2, "", f"pnp: {option} names nothing\n")


def test_nor_may_the_project_name_none(tiny: Path, run: Run) -> None:
    write(tiny, "pnp.toml", '[build]\nout = ""\n')
    assert run("build", "tiny") == (2, "", "pnp: pnp.toml:2: out names nothing\n")


def test_what_lies_in_the_folder_one_stands_in_is_not_run(tiny: Path) -> None:
    for name in ("PIL", "yaml", "typer", "reportlab_mods", "reportlab_settings", "jinja2"):
        write(tiny, f"{name}.py", "raise SystemExit('run')")
    change(tiny, "layouts/tiny/coin.xml.j2", "<face>", "<face> ")
    done = subprocess.run(
        [sys.executable, "-m", "pnp", "build", "tiny"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
