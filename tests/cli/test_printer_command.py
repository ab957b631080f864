"""`pnp printer`: add, list, show, remove."""

import json
from pathlib import Path

import pytest
from running import Run


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PNP_CONFIG", str(tmp_path / "config"))


def test_add_says_what_it_kept_and_where(run: Run) -> None:
    assert run("printer", "add", "office", "--offset-x", "-0.5mm", "--scale-y", "100.3%") == (
        0,
        "office: offset -0.5, 0 mm · rotate 0° · scale 100 %, 100.3 % · margin 5 mm (kept in config/printers.yaml)\n",
        "",
    )
    assert run("printer", "add", "office", "--rotate", "0.1", "--margin", "4") == (
        0,
        "office: offset 0, 0 mm · rotate 0.1° · scale 100 %, 100 % · margin 4 mm (replaced in config/printers.yaml)\n",
        "",
    )


def test_list(run: Run) -> None:
    assert run("printer", "list") == (
        0,
        "",
        "pnp: there are no printers yet: pnp calibrate prints the sheet that says how to make one\n",
    )
    assert run("printer", "list", "--json") == (0, "[]\n", "")
    run("printer", "add", "office", "--offset-y", "0.25")
    run("printer", "add", "attic-2")
    assert run("printer", "list") == (
        0,
        "attic-2  offset 0, 0 mm · rotate 0° · scale 100 %, 100 % · margin 5 mm\n"
        "office   offset 0, 0.25 mm · rotate 0° · scale 100 %, 100 % · margin 5 mm\n",
        "",
    )
    listed = json.loads(run("printer", "list", "--json").out)
    assert [printer["name"] for printer in listed] == ["attic-2", "office"]


def test_show(run: Run) -> None:
    run("printer", "add", "office", "--offset-x", "0.5", "--scale-x", "99.7%")
    assert run("printer", "show", "office") == (
        0,
        "offset-x  0.5 mm  backs are moved to the right by this\n"
        "offset-y    0 mm  backs are moved down by this\n"
        "rotate        0°  backs are turned clockwise by this\n"
        "scale-x   99.7 %  pages are printed this wide\n"
        "scale-y    100 %  pages are printed this high\n"
        "margin      5 mm  the printer leaves this white on all sides\n"
        "pnp printer add office --offset-x 0.5 --scale-x 0.997\n",
        "",
    )
    assert json.loads(run("printer", "show", "office", "--json").out) == {
        "name": "office",
        "offset-x": 0.5,
        "offset-y": 0,
        "rotate": 0,
        "scale-x": 0.997,
        "scale-y": 1,
        "margin": 5,
    }


def test_remove(run: Run) -> None:
    run("printer", "add", "office")
    run("printer", "add", "attic")
    assert run("printer", "remove", "office") == (0, "office: removed from config/printers.yaml\n", "")
    assert run("printer", "remove", "office") == (2, "", 'pnp: there is no printer "office" (there are: attic)\n')


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("show office", 'there is no printer "office" (there are none yet: pnp calibrate prints how to make one)'),
        ("add office --offset-x 11", "--offset-x is out of range: 11 (-10 mm to 10 mm)"),
        ("add office --rotate much", "--rotate must be an angle like 0.2, not much"),
        ("add office --scale-x 3%", "--scale-x is out of range: 3% (97 % to 103 %)"),
        ("add ../office", '"../office" is no name for a printer: up to 24 letters, digits, - _ or . like office'),
        ("add office --offset 1", "no such option: --offset (did you mean --offset-y?)"),
    ],
)
def test_mistakes(words: str, said: str, run: Run) -> None:
    assert run("printer", *words.split()) == (2, "", f"pnp: {said}\n")
    assert not Path("config").exists()


def test_a_broken_file_is_named_with_its_line(run: Run) -> None:
    Path("config").mkdir()
    Path("config/printers.yaml").write_text("office:\n  ofset-x: 3\n")
    shown = run("printer", "list")
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.endswith('config/printers.yaml:2:3: office: unknown key "ofset-x" (did you mean offset-x?)\n')
    assert run("printer", "add", "attic") == shown, "it would be lost"


def test_a_folder_that_cannot_be_made(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("config").write_text("mine")
    shown = run("printer", "add", "office")
    assert (shown.code, shown.out) == (3, "")


def test_completion_of_names(run: Run, run_apart: Run) -> None:
    import os

    run("printer", "add", "office")
    asked = {"_PNP_COMPLETE": "complete_bash", "COMP_WORDS": "pnp printer show o", "COMP_CWORD": "3"}
    assert run_apart(env={**os.environ, **asked}).out.split() == ["office"]
