"""The README can't drift: its mistake gets the message it shows, its commands and files are there."""

import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_files import write_files
from spreadsheets import xlsx

from pnp.cli import main
from pnp.load import fonts
from pnp.typesetting import breaks

REPOSITORY = Path(__file__).parents[1]
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")


def test_the_mistake_gets_the_message_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _pnp(monkeypatch, "new", "harbour") == 0
    creatures = tmp_path / "card_data" / "harbour" / "creatures.yaml"
    text = creatures.read_text(encoding="utf-8")
    assert text.count("3 [coin]") >= 1
    creatures.write_text(text.replace("3 [coin]", "3 [coyn]", 1), encoding="utf-8")
    capsys.readouterr()
    assert _pnp(monkeypatch, "build", "harbour") == 1
    shown = re.search(r"```\n\$ pnp build harbour\n(.*?)```", README, re.DOTALL)
    assert shown and capsys.readouterr().err == shown[1]
    assert not (tmp_path / "output").exists()


def test_hello_world_is_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, README)
    monkeypatch.chdir(tmp_path)
    assert _pnp(monkeypatch, "build", "hello") == 0
    assert (tmp_path / "output" / "hello" / "en" / "hello-low-a4.pdf").is_file()
    files = [path for path in tmp_path.rglob("*") if path.is_file() and path.parts[-2] == "hello"]
    lines = sum(path.read_text(encoding="utf-8").count("\n") for path in files)
    assert (len(files), lines) == (3, 6) and "Three files, six lines" in README


def test_it_is_short_and_what_it_points_to_is_there() -> None:
    assert README.count("\n") < 130 and len(README.split()) <= 1000
    targets = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\"]+)\"", README)
    missing = [path for pair in targets for path in pair if path and not (REPOSITORY / path).exists()]
    assert not missing


def test_its_extras_are_those_of_the_package() -> None:
    (line,) = [line for line in README.splitlines() if " are extras: " in line]
    offered = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = set(re.findall(r"`(\w+)` \(", line.partition(" are extras: ")[2]))
    assert extras | {"test"} == offered["optional-dependencies"].keys()


def test_its_commands_are_those_of_the_house() -> None:
    commands = {path.stem for path in (REPOSITORY / "pnp" / "cli" / "commands").iterdir()} - {"__init__", "__pycache__"}
    assert {name for name in commands if f"pnp {name}" not in README} == set()


EXAMPLES = {  # a command of the README with placeholders, or that is half of one → with what it can be run
    "pnp new harbour --blank": "pnp new blank --blank",
    "pnp new harbour --look portrait": "pnp new portrait --look portrait",
    "pnp build harbour --watch": "",  # these two run until they are interrupted
    "pnp proof GAME": "",
    "pnp build hello": "",  # is tested above
    "pnp list [GAME]": "pnp list harbour",
    "pnp build GAME": "pnp build harbour --ink full --sides duplex",
    "pnp build --all [GAME]": "pnp build --all harbour --ink low --paper a4",
    "pnp diff GAME OLD": "pnp diff harbour older",
    "pnp build GAME --since OLD": "pnp build harbour --since older --ink full",
    "pnp sheet FOLDER": "pnp sheet output/harbour/en/harbour-low-a4.pdf",
    "pnp printer": "pnp printer list",
    "pnp show GAME PIECE": "pnp show harbour creatures/fox",
    "pnp check [GAME]": "pnp check harbour",
    "pnp check FILE": "pnp check decks/river.yaml",
    "pnp setup GAME --players N": "pnp setup harbour --players 3",
    "pnp proof GAME --html FILE": "pnp proof harbour --html proof.html",
    "pnp score GAME FILE": "pnp score porter tables/friday.yaml",
    "pnp new NAME --from cards.xlsx": "pnp new table --from cards.xlsx",
    "pnp data GAME --as xlsx": "pnp data harbour --as xlsx",
    "pnp translate": "pnp translate init harbour --lang de",
    "pnp build GAME --lang de": "pnp build harbour --lang de --draft",
    "pnp explain CODE": "pnp explain PNP301",
}


@pytest.fixture
def no_extras(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing of what extras bring can be imported; nor is remembered, before and after, what can."""
    remembered = (fonts._find_package, breaks._thai_words, breaks._word_ends)
    with monkeypatch.context() as patch:
        for module in ("noto_cjk_sans_otc", "pythainlp", "dask", "distributed"):
            patch.setitem(sys.modules, module, None)
        for each in remembered:
            each.cache_clear()
        yield
    for each in remembered:
        each.cache_clear()


@pytest.mark.nightly
@pytest.mark.usefixtures("no_extras")
def test_its_commands_need_no_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One after the other, as they stand there, where none is installed."""
    shutil.copytree(REPOSITORY / "docs/games", tmp_path, dirs_exist_ok=True)
    (tmp_path / "cards.xlsx").write_bytes(xlsx(Cards=[["Name", "Qty"], ["Owl", 2], ["Fox", 1]]))
    monkeypatch.chdir(tmp_path)
    blocks = "\n".join(re.findall(r"^```sh\n(.*?)^```", README, re.MULTILINE | re.DOTALL))
    lines = re.findall(r"^(?:\.venv/bin/)?(pnp [^#\n]+?) *(?:#.*)?$", blocks, re.MULTILINE)
    commands = dict.fromkeys(["pnp new harbour", "pnp build harbour", *lines, *re.findall(r"`(pnp [^`]+)`", README)])
    assert commands.keys() >= EXAMPLES.keys() and len(commands) > 30
    for command in commands:
        if words := EXAMPLES.get(command, command).split()[1:]:
            if not (tmp_path / "older").exists() and "older" in words:
                shutil.copytree(tmp_path / "card_data", tmp_path / "older/card_data")
                shutil.copytree(tmp_path / "layouts", tmp_path / "older/layouts")
            code, said = _pnp(monkeypatch, *words), "".join(capsys.readouterr())
            assert code == 0 or (code == 1 and words[0] in ("check", "data")), (words, said)
            assert not re.search(r"\bpipx?\b|\buv\b|install|\bextra", said), said


def _pnp(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["pnp", *words])
    try:
        main()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0
