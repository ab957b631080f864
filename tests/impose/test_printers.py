"""Printer profiles: where they are kept, that what is kept is what is read back, and what is said of a broken file."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.impose import printers
from pnp.model.problem import FileError, UsageError
from pnp.model.sheet import Printer

OFFICE = Printer("office", 0.5, -0.25, 0.1, 1.003, 0.998, 4.0)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


def test_without_a_file_there_are_none() -> None:
    assert printers.load_printers() == {}


def test_the_file_can_be_read_by_people(folder: Path) -> None:
    assert printers.add_printer(OFFICE) is False
    assert printers.add_printer(Printer("büro-2")) is False
    assert [path.name for path in folder.iterdir()] == ["printers.yaml"]
    text = (folder / "printers.yaml").read_text(encoding="utf-8")
    assert text.startswith("# Printers, as `pnp printer add` keeps them:")
    assert text.partition("office:\n")[2] == (
        "  offset-x: 0.5\n  offset-y: -0.25\n  rotate: 0.1\n  scale-x: 1.003\n  scale-y: 0.998\n  margin: 4.0\n"
    )
    assert text.index("büro-2:") < text.index("office:")


def test_one_of_the_same_name_is_replaced() -> None:
    printers.add_printer(OFFICE)
    assert printers.add_printer(Printer("office", margin=3)) is True
    assert printers.load_printers() == {"office": Printer("office", margin=3)}


def test_the_last_one_removed_leaves_a_file_that_can_be_read() -> None:
    printers.add_printer(OFFICE)
    printers.remove_printer("office")
    assert printers.load_printers() == {}
    printers.add_printer(OFFICE)
    assert printers.find_printer("office") == OFFICE


def values(name: str) -> st.SearchStrategy[float]:
    measure = printers.MEASURES[name]
    return st.floats(measure.low, measure.high).map(lambda value: measure.parse(f"{value:.7f}"))


NAMES = st.text(st.characters(categories=["L", "N"]) | st.sampled_from("-_."), min_size=1, max_size=24).filter(
    lambda name: name[0].isalnum() and all(c.isalnum() or c in "-_." for c in name)
)
PRINTERS = st.builds(Printer, NAMES, *[values(name) for name in printers.MEASURES])


@pytest.mark.nightly(examples=15)
@given(st.lists(PRINTERS, max_size=4, unique_by=lambda printer: printer.name))
@settings(max_examples=60)
def test_what_is_kept_is_read_back(kept: list[Printer]) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("PNP_CONFIG", folder)
        for printer in kept:
            printers.add_printer(printer)
        assert printers.load_printers() == {printer.name: printer for printer in kept}


@given(PRINTERS)
@settings(max_examples=60)
def test_the_options_shown_make_the_same_profile(printer: Printer) -> None:
    words = printers.as_options(printer).split()
    said = {
        name.removeprefix("--").replace("-", "_"): printers.MEASURES[name.removeprefix("--")].parse(value)
        for name, value in zip(words[1::2], words[2::2], strict=True)
    }
    assert Printer(words[0], **said) == printer


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("offset-x", "0.5", 0.5),
        ("offset-x", "-0.5mm", -0.5),
        ("offset-y", "0.1cm", 1.0),
        ("offset-y", "-10", -10),
        ("rotate", "-0.15°", -0.15),
        ("rotate", "+2", 2),
        ("scale-x", "100.3%", 1.003),
        ("scale-x", "99.75 %", 0.9975),
        ("scale-y", "1.03", 1.03),
        ("margin", "0.25in", 6.35),
        ("margin", "-0", 0),
    ],
)
def test_values_as_they_may_be_written(name: str, text: str, value: float) -> None:
    assert printers.MEASURES[name].parse(text) == pytest.approx(value)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("offset-x", "10.1", "is out of range: 10.1 (-10 mm to 10 mm)"),
        ("offset-y", "wide", "must be a length like 0.5mm, not wide"),
        ("offset-y", "", "must be a length like 0.5mm, not empty"),
        ("rotate", "-2.5", "is out of range: -2.5 (-2° to 2°)"),
        ("rotate", "nan", "must be an angle like 0.2, not nan"),
        ("scale-x", "100", "is out of range: 100 (97 % to 103 %)"),
        ("scale-x", "96.9%", "is out of range: 96.9% (97 % to 103 %)"),
        ("scale-y", "1e0", "must be a scale like 1.003 or 100.3%, not 1e0"),
        ("margin", "-1", "is out of range: -1 (0 mm to 25 mm)"),
        ("margin", "9" * 400, f"must be a length like 0.5mm, not {'9' * 40}"),
    ],
)
def test_values_that_cannot_be(name: str, text: str, said: str) -> None:
    with pytest.raises(ValueError) as caught:
        printers.MEASURES[name].parse(text)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("office: {offset-x: 0.5, offset-z: 3}", '1:25: office: unknown key "offset-z" (did you mean offset-y?)'),
        ("office: {offset-x: 30mm}", "1:20: office: offset-x is out of range: 30mm (-10 mm to 10 mm)"),
        ("office:\n  margin: []", "2:11: office: margin must be a length like 0.5mm, not a list"),
        ("office:\n  margin: 3\n  margin: 4", "3:3: office: margin is there twice"),
        ("office: {}\noffice: {}", "2:1: office is there twice"),
        ("office: 3", "1:9: office must be a mapping, like {offset-x: 0.5}"),
        ("a b: {}", '1:1: "a b" is no name for a printer: up to 24 letters, digits, - _ or . like office'),
        ("- office", "1:1: printers are listed by name, like office: {offset-x: 0.5}"),
        ("office:\n  margin: [3", "2:11: the [ opened here is never closed (or an item lacks its comma)"),
        ("office:\n\tmargin: 3", "2:1: a tab where YAML wants spaces (indent with spaces)"),
        ("office: &a {}", None),
        ("office:", None),
        ("# nothing\n\n", None),
    ],
)
def test_a_broken_file_has_a_line(text: str, said: str | None, folder: Path) -> None:
    folder.mkdir()
    (folder / "printers.yaml").write_text(text, encoding="utf-8")
    if said is None:
        assert set(printers.load_printers()) <= {"office"}
        return
    with pytest.raises(UsageError) as caught:
        printers.load_printers()
    assert str(caught.value) == f"{(folder / 'printers.yaml').as_posix()}:{said}"


def test_a_broken_file_is_not_overwritten(folder: Path) -> None:
    folder.mkdir()
    (folder / "printers.yaml").write_bytes(b"office: {}\nb\xfcro: {}")
    with pytest.raises(UsageError, match=r"printers\.yaml:2: is not UTF-8$"):
        printers.add_printer(OFFICE)
    assert (folder / "printers.yaml").read_bytes() == b"office: {}\nb\xfcro: {}"


def test_a_file_that_cannot_be_read(folder: Path) -> None:
    (folder / "printers.yaml").mkdir(parents=True)
    with pytest.raises(FileError, match=r"printers\.yaml: can't be read: "):
        printers.load_printers()


def test_unknown_ones() -> None:
    for known, hint in [
        ([], "there are none yet: pnp calibrate prints how to make one"),
        (["office"], "did you mean office?"),
        (["attic"], "did you mean office?"),
    ]:
        for name in known:
            printers.add_printer(Printer(name))
        with pytest.raises(UsageError) as caught:
            printers.find_printer("offic")
        assert str(caught.value) == f'there is no printer "offic" ({hint})'
    with pytest.raises(UsageError, match="there are: attic, office"):
        printers.find_printer("x")
