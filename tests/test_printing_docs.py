"""docs/printing.md: its commands run, its pnp.toml is read; and options and codes that any page names are there."""

import re
from pathlib import Path

import pytest
from saying import Run
from tiny_game import write_tiny

REPOSITORY = Path(__file__).parents[1]
PAGE = (REPOSITORY / "docs/printing.md").read_text(encoding="utf-8")
COMMANDS = [
    line.partition(" #")[0].removeprefix("pnp ")
    for text in re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    for line in text.splitlines()
]
PAGES = ["README.md", *sorted(f"docs/{each.name}" for each in (REPOSITORY / "docs").glob("*.md"))]
OPTIONS = {*re.findall(r"(?<![\w-])--(?:no-)?([a-z][a-z-]+)", (REPOSITORY / "docs/cli.md").read_text(encoding="utf-8"))}
CODES = {*re.findall(r"PNP\d{3}", (REPOSITORY / "docs/checks.md").read_text(encoding="utf-8"))}


@pytest.fixture
def mygame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_tiny(tmp_path, "mygame")
    monkeypatch.setenv("PNP_CONFIG", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("mygame")
def test_its_commands_run_one_after_the_other(run_whole: Run) -> None:
    assert len(COMMANDS) == 7
    told = ""
    for line in COMMANDS:
        said = run_whole(*line.split())
        assert (said.code, said.err) == (0, ""), line
        told += said.out
    for name in ("mygame-low-a4-duplex-office.pdf", "mygame-low-svg", "mygame-low-svg-text", "mygame-low-json"):
        assert f"/{name}: " in told and f"`{name}`" in PAGE


def test_its_pnp_toml_is_read_and_a_mistake_in_it_is_told_as_shown(mygame: Path, run_whole: Run) -> None:
    (shown,) = re.findall(r"^```toml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    run_whole("printer", "add", "office")
    (mygame / "pnp.toml").write_text(shown.replace('"tiles"', '"coins"'), encoding="utf-8")
    assert "/mygame-low-letter-cards-coins-duplex-office-draft.pdf: " in run_whole("build", "mygame").out
    (mygame / "pnp.toml").write_text(shown.replace("paper", "papre"), encoding="utf-8")
    assert run_whole("build", "mygame").err.removeprefix("pnp: ").strip() in PAGE


@pytest.mark.parametrize("page", PAGES)
def test_options_and_codes_that_a_page_names_are_there(page: str) -> None:
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    assert {*re.findall(r"(?<![\w<!-])--(?:no-)?([a-z][a-z-]+)", text)} - OPTIONS == set()
    assert {*re.findall(r"PNP\d{3}", text)} - CODES == set()
