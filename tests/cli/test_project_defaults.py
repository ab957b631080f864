"""pnp.toml: what a project sets as defaults, that the command line wins, and where mistakes in it are said to be."""

import json
from pathlib import Path

import pytest
from running import Run
from tiny_game import write


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
            "(there are: dpi, draft, ink, lang, open, out, overlay, players, where, with)",
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
