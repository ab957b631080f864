"""Words that no command understands: one line on standard error, exit code 2."""

from pathlib import Path

import pytest
from running import Run

MISTAKES = {
    "build": "missing argument GAME (see pnp build --help)",
    "build tiny --papre a3": "no such option: --papre (did you mean --paper?)",
    "build tiny --watc": "no such option: --watc (did you mean --watch?)",
    "build tiny --view": "no such option: --view",
    "build tiny --colour": "no such option: --colour",
    "build tiny --language de": "no such option: --language (did you mean --lang?)",
    "build tiny --component coins": "no such option: --component",
    "build tiny --output x": "no such option: --output (did you mean --out?)",
    "build tiny --module more": "no such option: --module",
    "build tiny -x": "no such option: -x",
    "list --colour": "no such option: --colour (there are: --help, --json, --project, -h)",
    "buidl tiny": "no such command: buidl (did you mean build?)",
    "tiny": "no such command: tiny (pnp --help lists them)",
    "--papre": "no such option: --papre (there are: --help, --install-completion, --show-completion, --version, -h)",
    "build tiny coins": "unexpected argument: coins (see pnp build --help)",
    "build tiny coins cards": "unexpected argument: coins cards (see pnp build --help)",
    "build tiny --paper": "option --paper requires an argument (there are: letter, a4, legal, tabloid, a3)",
    "translate init tiny --lang": "option --lang requires an argument (see pnp translate init --help)",
    "build tiny --out": "option --out requires an argument (see pnp build --help)",
    "build tiny --draft=yes": "option --draft does not take a value (see pnp build --help)",
    "build tiny --dpi fine": "--dpi is a whole number from 20 to 1200, not fine",
    "build tiny --dpi 5": "--dpi is a whole number from 20 to 1200, not 5",
    "show tiny one --dpi 1201": "--dpi is a whole number from 20 to 1200, not 1201",
    "build tiny --ink lo": 'there is no --ink "lo" (did you mean low?)',
    "build tiny --marks crosses": 'there is no --marks "crosses" (there are: corners, edges, lines, none)',
    "build tiny --sides both": 'there is no --sides "both" (there are: backs, duplex, fold, fronts)',
    "build tiny --format gif": 'there is no --format "gif" (there are: json, pdf, png, svg)',
    "check tiny --ink rich": 'there is no --ink "rich" (there are: black, full, low)',
    "build tiny --paper a9": 'there is no paper "a9" (there are: letter, a4, legal, tabloid, a3; a4+letter for both; '
    "or give width x height: 210x297, 8.5in x 11in)",
    "build tiny --paper 5x5": 'paper "5x5" is 5 × 5 mm: each side must measure from 20 mm to 2000 mm',
    "build tiny --lang de": "tiny is not available in de: its languages are en; "
    "pnp translate init tiny --lang de begins it",
    "build tiny --lang en-XA": "en-XA is made from the source, to see what a translation will do: add --draft",
    "build tiny --only card": "tiny prints no component card (did you mean cards?)",
    "build tiny --only cards,": "--only names nothing",
    "build tiny --with mroe": "tiny has no module mroe (did you mean more?)",
    "build tiny --with most": "module most needs more: add --with more",
    "build tiny --with more,less": "module less can't be used with more",
    "build tini": 'there is no game "tini" (did you mean tiny?)',
    "show tiny none": "tiny has no piece none (did you mean one?)",
    "show tiny card/one": "tiny has no piece card/one (did you mean cards/one?)",
    "show tiny first": "tiny has no piece first (there are: coins, one, two)",
    "explain PMP201": "there is no code PMP201 (did you mean PNP201?)",
    "explain nonsense": "there is no code nonsense (pnp explain lists all)",
    "build tiny --project nowhere": "there is no folder nowhere",
    "build tiny --printer office": 'there is no printer "office" '
    "(there are none yet: pnp calibrate prints how to make one)",
    "calibrate --paper 100x200": "100x200 is 100 × 200 mm: the calibration sheet needs 210 × 279.4 mm "
    "(a4 and letter have them)",
    "calibrate --paper a9": 'there is no paper "a9" (there are: letter, a4, legal, tabloid, a3; a4+letter for both; '
    "or give width x height: 210x297, 8.5in x 11in)",
    "calibrate --flip up": 'there is no --flip "up" (there are: long, short)',
    "printer ad": "no such command: printer ad (did you mean add?)",
    "printer add": "missing argument NAME (see pnp printer add --help)",
    "new Tiny": '"Tiny" is no name for a game: small letters, digits and - , like night-market',
}


COMMANDS = ["", "build", "calibrate", "check", "explain", "list", "new", "printer", "schema", "show"]
COMMANDS += [f"printer {each}" for each in ("add", "list", "remove", "show")]


@pytest.mark.parametrize("words", MISTAKES)
def test_one_line_says_what_is_wrong(words: str, tiny: Path, run: Run) -> None:
    assert run(*words.split()) == (2, "", f"pnp: {MISTAKES[words]}\n")


def test_an_empty_name_is_not_everything(tiny: Path, run: Run) -> None:
    assert run("build", "tiny", "--only", "") == (2, "", "pnp: --only names nothing\n")


def test_without_words_the_help_is_shown(run: Run) -> None:
    shown = run()
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.startswith("Usage: pnp [OPTIONS] COMMAND [ARGS]...\n")


@pytest.mark.parametrize("option", ["-h", "--help"])
@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_with_examples(command: str, option: str, run: Run) -> None:
    shown = run(*command.split(), option)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith(f"Usage: pnp {command}".rstrip())
    assert f"\n    pnp {command}".rstrip() in shown.out, "no example"


def test_a_group_without_a_command_shows_its_help(run: Run) -> None:
    shown = run("printer")
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.startswith("Usage: pnp printer [OPTIONS] COMMAND [ARGS]...\n")


def test_version(run: Run) -> None:
    from pnp import __version__

    assert run("--version") == (0, f"pnp {__version__}\n", "")


def test_an_unknown_paper_is_said_before_any_data_is_read(tiny: Path, run: Run) -> None:
    (tiny / "card_data/tiny/cards.yaml").write_text("[")
    assert run("build", "tiny", "--format", "png", "--paper", "a9").code == 2
