"""`pnp calibrate`: what is written where."""

from pathlib import Path

import pikepdf
import pytest
from running import Run

SAID = "2 pages: print both sides of one sheet at 100 %, then do what it says"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PNP_CONFIG", str(tmp_path / "config"))


@pytest.mark.parametrize(
    ("options", "file", "size"),
    [
        ("", "output/calibration-a4.pdf", (210, 297)),
        ("--paper letter", "output/calibration-letter.pdf", (215.9, 279.4)),
        ("--paper 297x210 --flip short", "output/calibration-297x210-short.pdf", (210, 297)),
        ("--out here", "here/calibration-a4.pdf", (210, 297)),
        ("--printer office --paper a3", "output/calibration-a3-office.pdf", (297, 420)),
    ],
)
def test_a_sheet_of_two_pages(options: str, file: str, size: tuple[float, float], run: Run) -> None:
    run("printer", "add", "office", "--offset-x", "0.5")
    assert run("calibrate", *options.split()) == (0, f"{file}: {SAID}\n", "")
    with pikepdf.open(file) as pdf:
        sizes = [tuple(round(float(side) * 25.4 / 72, 3) for side in page.mediabox[2:]) for page in pdf.pages]
        assert sizes == [size, size]
        assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None"
        edge = "Short" if "--flip short" in options else "Long"
        assert str(pdf.Root.ViewerPreferences.Duplex) == f"/DuplexFlip{edge}Edge"


def test_the_project_says_what_is_usual(run: Run) -> None:
    Path("pnp.toml").write_text('[calibrate]\npaper = "letter"\n')
    assert run("calibrate").out == f"output/calibration-letter.pdf: {SAID}\n"


def test_an_unknown_printer(run: Run) -> None:
    run("printer", "add", "office")
    assert run("calibrate", "--printer", "ofice") == (
        2,
        "",
        'pnp: there is no printer "ofice" (did you mean office?)\n',
    )
    assert not Path("output").exists()
