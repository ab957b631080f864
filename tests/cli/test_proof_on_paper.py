"""`pnp proof` without its server: pages to mail, contact sheets, remarks that come back."""

import json
from pathlib import Path

import pytest
from running import Run
from tiny_game import change


def test_both_files_in_one_go(tiny: Path, run: Run) -> None:
    done = run("proof", "tiny", "--html", "out/tiny.html", "--pdf", "tiny.pdf")
    assert (done.code, done.out, done.err) == (0, "out/tiny.html\ntiny.pdf\n", "")
    assert (tiny / "out/tiny.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert (tiny / "tiny.pdf").read_bytes().startswith(b"%PDF")


def test_without_the_packages_of_the_page(tiny: Path, run_apart: Run) -> None:
    setup = "import sys; sys.modules.update(dict.fromkeys(['starlette', 'uvicorn', 'watchfiles']))"
    done = run_apart("proof", "tiny", "--html", "tiny.html", "--pdf", "tiny.pdf", setup=setup)
    assert (done.code, done.err) == (0, "")


def test_what_is_chosen(tiny: Path, run: Run) -> None:
    assert run("proof", "tiny", "--html", "all.html", "--with", "more").code == 0
    assert run("proof", "tiny", "--html", "few.html", "--pieces", "cards/one").code == 0
    assert run("proof", "tiny", "--html", "coins.html", "--only", "coins").code == 0
    everything, few, coins = ((tiny / f"{name}.html").read_text() for name in ("all", "few", "coins"))
    assert '"label":"cards/three"' in everything
    assert ('"label":"cards/two"' in few, '"label":"cards/one"' in few) == (False, True)
    assert "cards/one" not in coins


def test_a_file_that_is_there_is_replaced_as_a_whole(tiny: Path, run: Run) -> None:
    (tiny / "tiny.html").write_text("old")
    assert run("proof", "tiny", "--html", "tiny.html").code == 0
    assert "old" not in (tiny / "tiny.html").read_text()[:10]
    assert [path.name for path in tiny.iterdir() if path.name.startswith(".pnp-")] == []


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (
            "--html card_data/tiny/cards.yaml",
            2,
            "--html writes a file that ends in .html, not card_data/tiny/cards.yaml",
        ),
        ("--pdf tiny.html", 2, "--pdf writes a file that ends in .pdf, not tiny.html"),
        ("--pdf tiny.pdf --paper 100x100", 2, "100x100 is 100 × 100 mm: contact sheets need 180 × 250 mm"),
        ("--html tiny.html --pieces none", 2, "tiny has no piece none (did you mean one?)"),
        ("--html card_data/tiny/cards.yaml/tiny.html", 3, "cannot be written: a file is in the way of its folder"),
        ("--remarks none.json", 3, "none.json: cannot be read: no such file or directory"),
        ("--remarks card_data/tiny/cards.yaml", 3, "card_data/tiny/cards.yaml:1:1: this is no JSON"),
    ],
)
def test_what_cannot_be_done_is_one_line(words: str, code: int, said: str, tiny: Path, run: Run) -> None:
    done = run("proof", "tiny", *words.split())
    assert done.code == code
    assert said in done.err
    assert done.err.count("\n") == 1
    assert "id: one" in (tiny / "card_data/tiny/cards.yaml").read_text()


def test_a_game_that_cannot_be_read(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/game.yaml", "title: Tiny", "title: [Tiny")
    done = run("proof", "tiny", "--html", "tiny.html")
    assert done.code == 1
    assert "card_data/tiny/game.yaml:" in done.err
    assert not (tiny / "tiny.html").exists()


def remarks(
    folder: Path, *said: tuple[str, str], game: str = "tiny", name: str = "remarks.json", **more: object
) -> None:
    told = [{"piece": piece, "text": text} for piece, text in said]
    value = {"game": game, "version": "1", "language": "en", "remarks": told, **more}
    (folder / name).write_text(json.dumps(value))


def test_remarks_stand_at_their_pieces(tiny: Path, run: Run) -> None:
    remarks(
        tiny, ("cards/two", "Which coin?\nAnd when?"), ("", "Lovely"), ("cards/gone", "I liked it"), ("cards/one", "x")
    )
    done = run("proof", "tiny", "--remarks", "remarks.json")
    assert done.code == 0
    assert done.out.splitlines() == [
        "card_data/tiny/game.yaml:1:1: Lovely",
        "card_data/tiny/cards.yaml:1:3: x",
        "card_data/tiny/cards.yaml:5:3: Which coin? And when?",
        "remarks.json: (no piece cards/gone) I liked it",
    ]


def test_remarks_of_several_readers_are_merged(tiny: Path, run: Run) -> None:
    remarks(tiny, ("cards/two", "Which coin?"), ("cards/one", "Shorter"), ("cards/gone", "Why?"), name="a.json")
    remarks(
        tiny, ("cards/one", "Longer"), ("cards/two", " Which\ncoin?"), ("", "Lovely"), name="b.json", by="Ben  B.\x1b"
    )
    expected = [
        "card_data/tiny/game.yaml:1:1: Ben B.\\x1b: Lovely",
        "card_data/tiny/cards.yaml:1:3: a.json: Shorter",
        "card_data/tiny/cards.yaml:1:3: Ben B.\\x1b: Longer",
        "card_data/tiny/cards.yaml:5:3: a.json, Ben B.\\x1b: Which coin?",
        "a.json: (no piece cards/gone) Why?",
    ]
    done = run("proof", "tiny", "--remarks", "a.json", "--remarks", "b.json")
    assert (done.code, done.out.splitlines()) == (0, expected)
    done = run("proof", "tiny", "--remarks", "b.json", "--remarks", "a.json", "--remarks", "b.json")
    assert sorted(
        line.replace("Ben B.\\x1b, a.json", "a.json, Ben B.\\x1b") for line in done.out.splitlines()
    ) == sorted(expected)


def test_one_of_several_files_is_of_another_game(tiny: Path, run: Run) -> None:
    remarks(tiny, ("cards/one", "x"))
    remarks(tiny, game="other", name="b.json")
    done = run("proof", "tiny", "--remarks", "remarks.json", "--remarks", "b.json")
    assert (done.code, done.out, done.err) == (2, "", "pnp: b.json has remarks on other, not on tiny\n")


def test_what_a_remark_says_rules_no_terminal(tiny: Path, run: Run) -> None:
    remarks(tiny, ("cards/one", "a\x1b[31m\x07\u202e\ncard_data/tiny/cards.yaml:1:3: fake"), ("\x1b]0;x\x07\ny", "b"))
    lines = run("proof", "tiny", "--remarks", "remarks.json").out.splitlines()
    assert len(lines) == 2
    assert all(line.isprintable() for line in lines)


def test_remarks_on_another_game(tiny: Path, run: Run) -> None:
    remarks(tiny, game="other")
    done = run("proof", "tiny", "--remarks", "remarks.json")
    assert (done.code, done.err) == (2, "pnp: remarks.json has remarks on other, not on tiny\n")
