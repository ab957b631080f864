"""pnp.toml: what a project sets as defaults, that the command line wins, and where mistakes in it are said to be."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import typer
from running import REPOSITORY, Run
from tiny_game import write, write_tiny

from pnp.cli.app import make_app
from pnp.cli.defaults import COMMANDS
from pnp.cli.options import SETTABLE


def toml(text: str) -> None:
    Path("pnp.toml").write_text(text, encoding="utf-8")


def test_defaults_of_a_project(tiny: Path, run: Run) -> None:
    toml('[build]\npaper = "letter"\nink = "full"\nwith = "more"\nonly = ["cards"]\nsides = "duplex"\n')
    assert run("build", "tiny").out.startswith("output/tiny/en/tiny-full-letter-more-cards-duplex.pdf: ")


def test_the_command_line_wins(tiny: Path, run: Run) -> None:
    toml('[build]\npaper = "letter"\nonly = ["cards", "coins"]\ndraft = true\njson = true\n')
    assert json.loads(run("build", "tiny").out)["files"] == ["output/tiny/en/tiny-low-letter-cards-coins-draft.pdf"]
    shown = run("build", "tiny", "--paper", "a4", "--only", "coins", "--no-draft", "--no-json")
    assert shown.out.startswith("output/tiny/en/tiny-low-a4-coins.pdf: ")


def test_each_command_has_its_own_section(tiny: Path, run: Run) -> None:
    toml('[show]\ndpi = 20\n[check]\njson = true\n["build"]\n"paper" = "a3"\n')
    assert run("show", "tiny", "coins").out == "output/tiny/en/tiny-low-20dpi/coins/coins.png\n"
    assert json.loads(run("check", "tiny").out) == {"tiny": []}
    assert run("build", "tiny").out.startswith("output/tiny/en/tiny-low-a3.pdf: ")


def test_help_shows_them(tiny: Path, run: Run) -> None:
    toml('[build]\npaper = "legal"\n')
    assert "[default: legal]" in run("build", "--help").out
    toml("[build]\npapre = 1\n")
    assert run("build", "--help").code == 0


def test_they_count_below_the_project_and_for_another(
    tiny: Path, run: Run, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    toml('[build]\npaper = "letter"\nout = "dist"\n')
    monkeypatch.chdir(tiny / "card_data/tiny")
    assert run("build", "tiny").code == 0
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.chdir(elsewhere)
    assert run("build", "tiny", "--project", str(tiny), "--only", "coins").code == 0
    assert [path.name for path in elsewhere.iterdir()] == []
    written = sorted(path.name for path in (tiny / "dist/tiny/en").iterdir())
    names = ("tiny-low-letter-coins", "tiny-low-letter")
    assert written == [name + suffix for name in names for suffix in (".pdf", ".pnp.json")]


def test_commands_without_a_section_do_not_read_it(tiny: Path, run: Run) -> None:
    toml("[[[")
    assert run("list", "tiny").code == 0


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ('[build]\npapre = "a4"', "build tiny", "pnp.toml:2: pnp build has no option papre (did you mean paper?)"),
        (
            '[show]\nflip = "long"',
            "show tiny one",
            "pnp.toml:2: pnp show has no option flip "
            "(there are: dpi, draft, ink, lang, out, overlay, players, where, with)",
        ),
        ('[build]\nproject = "."', "build tiny", "pnp.toml:2: pnp build has no option project (see pnp build --help)"),
        (
            '# mine\n[biuld]\npaper = "a4"',
            "check tiny",
            "pnp.toml:2: there is no section [biuld] (did you mean build?)",
        ),
        ('paper = "a4"', "build tiny", "pnp.toml:1: paper stands in no section (write it below [build])"),
        ("[build]\npaper = 4", "build tiny", 'pnp.toml:2: paper must be a text, not 4 (like paper = "…")'),
        ("[build]\ndpi = true", "build tiny", "pnp.toml:2: dpi must be a whole number, not true (like dpi = 1)"),
        (
            '[build]\nink="low"\ndraft = "yes"',
            "build tiny",
            'pnp.toml:3: draft must be true or false, not "yes" (like draft = true)',
        ),
        (
            "[build]\nonly = [1]",
            "build tiny",
            'pnp.toml:2: only must be a text or a list of texts, not a list (like only = ["a", "b"])',
        ),
        (
            "build = {paper = 2020-01-01}",
            "build tiny",
            'pnp.toml:1: paper must be a text, not a date (like paper = "…")',
        ),
        ('[build]\nink = "lo"', "build tiny", 'pnp.toml:2: there is no --ink "lo" (did you mean low?)'),
        ("[show]\n\ndpi = 5", "show tiny one", "pnp.toml:3: --dpi is a whole number from 20 to 1200, not 5"),
        (
            '[build]\npaper = "5x5"',
            "build tiny",
            'pnp.toml:2: paper "5x5" is 5 × 5 mm: each side must measure from 20 mm to 2000 mm',
        ),
        (
            '[build]\nonly = ["coins", "card"]',
            "build tiny",
            "pnp.toml:2: tiny prints no component card (did you mean cards?)",
        ),
        (
            '[build]\nink = "low"\nonly = "coins, card"',
            "build tiny",
            "pnp.toml:3: tiny prints no component card (did you mean cards?)",
        ),
        ("[build]\npaper = \n", "build tiny", "pnp.toml:2:9: invalid value"),
        ("[build]\npaper = [", "build tiny", "pnp.toml:2: invalid value"),
    ],
)
def test_mistakes_have_a_line(text: str, words: str, said: str, tiny: Path, run: Run) -> None:
    toml(text)
    assert run(*words.split()) == (2, "", f"pnp: {said}\n")


def test_what_is_wrong_on_the_command_line_is_not_blamed_on_it(tiny: Path, run: Run) -> None:
    toml('[build]\npaper = "a4"\n')
    assert run("build", "tini").err == 'pnp: there is no game "tini" (did you mean tiny?)\n'
    assert run("build", "tiny", "--papre", "x").err == "pnp: no such option: --papre (did you mean --paper?)\n"


def test_a_file_that_cannot_be_read(tiny: Path, run: Run) -> None:
    Path("pnp.toml").write_bytes(b"[build]\n# \xff\n")
    assert run("build", "tiny") == (2, "", "pnp: pnp.toml:2: is not UTF-8\n")
    Path("pnp.toml").unlink()
    Path("pnp.toml").mkdir()
    shown = run("build", "tiny")
    assert (shown.code, shown.err) == (3, "pnp: pnp.toml: can't be read: Is a directory\n")


def test_completion_does_not_mind_a_broken_one(tiny: Path, run_apart: Run) -> None:
    import os

    write(tiny, "pnp.toml", "[[[")
    asked = {"_PNP_COMPLETE": "complete_bash", "COMP_WORDS": "pnp build tiny --only ca", "COMP_CWORD": "4"}
    shown = run_apart(env={**os.environ, **asked})
    assert (shown.out.split(), shown.err) == (["cards"], "")


TYPED_ONLY = {"executor", "jobs", "open", "since", "watch"}


def options_of_commands() -> dict[str, dict[str, Any]]:
    """Return the options, by their names, of each command that has a section in the file."""
    commands = typer.main.get_command(make_app()).commands  # type: ignore[attr-defined]
    return {name: commands[name]._options(typer.Context(commands[name])) for name in COMMANDS}


def test_each_option_is_classed() -> None:
    """Whoever adds an option decides here and in SETTABLE whether a stranger may set it."""
    names = set().union(*options_of_commands().values())
    assert names - TYPED_ONLY == SETTABLE
    assert names >= TYPED_ONLY
    page = (REPOSITORY / "docs/printing.md").read_text(encoding="utf-8").partition("## What is usual in a project")[2]
    (said,) = re.findall(r"stay inside the project\. (.*?) start programs", page, re.DOTALL)
    assert set(re.findall(r"`(.*?)`", said)) == TYPED_ONLY


@pytest.mark.parametrize(
    ("command", "name"),
    [(command, name) for command, options in options_of_commands().items() for name in sorted({*options} & TYPED_ONLY)],
)
@pytest.mark.parametrize("value", ['"x"', "true", "false", "0"])
def test_what_reaches_out_must_be_typed(command: str, name: str, value: str, tiny: Path, run: Run) -> None:
    toml(f"[{command}]\n\n{name} = {value}\n")
    said = f"{name} is accepted on the command line only, not in pnp.toml (delete the line, and type --{name})"
    assert run(command, "tiny") == (2, "", f"pnp: pnp.toml:3: {said}\n")


def test_an_option_that_nobody_classed_must_be_typed(tiny: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.cli.defaults.SETTABLE", SETTABLE - {"ink"})
    toml('[build]\nink = "full"\n')
    assert run("build", "tiny").err.startswith("pnp: pnp.toml:2: ink is accepted on the command line only")


def test_only_the_one_at_the_root_of_the_project_is_read(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_tiny(tmp_path / "project")
    for folder in ("..", "card_data", "card_data/tiny", "layouts", "output"):
        write(root, f"{folder}/pnp.toml", "[[[")
    for folder in ("card_data/tiny", "."):
        monkeypatch.chdir(root / folder)
        assert run("check", "tiny").code == 0
