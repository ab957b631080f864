"""`pnp build`: what is written where, what is said about it, and what each option does."""

import json
from pathlib import Path

import pytest
from facts import read_facts
from nightly import every
from running import Result, Run
from tiny_game import change, write

WRITTEN = "output/tiny/en/"


@pytest.mark.parametrize(
    ("options", "said"),
    every(
        3,
        [
            ("", "tiny-low-a4.pdf: 2 pages on 2 sheets, 4 pieces, 6 cuts"),
            ("--paper letter", "tiny-low-letter.pdf: 2 pages on 2 sheets, 4 pieces, 6 cuts"),
            ("--paper A3", "tiny-low-a3.pdf: 2 pages on 2 sheets, 4 pieces, 6 cuts"),
            (
                "--paper 150mmx200 --no-instructions",
                "tiny-low-150x200-no-instructions.pdf: 1 page on 1 sheet, 4 pieces, 6 cuts",
            ),
            ("--no-instructions", "tiny-low-a4-no-instructions.pdf: 1 page on 1 sheet, 4 pieces, 6 cuts"),
            (
                "--no-instructions --sides duplex",
                "tiny-low-a4-duplex-no-instructions.pdf: 2 pages on 1 sheet, 4 pieces, 6 cuts",
            ),
            ("--ink full", "tiny-full-a4.pdf: 2 pages on 2 sheets, 4 pieces, 6 cuts"),
            ("--only coins", "tiny-low-a4-coins.pdf: 2 pages on 2 sheets, 1 piece"),
            ("--only coins --only cards", "tiny-low-a4-cards-coins.pdf: 2 pages on 2 sheets, 4 pieces, 6 cuts"),
            ("--only coins,cards --only coins", "tiny-low-a4-cards-coins.pdf: 2 pages on 2 sheets, 4 pieces, 6 cuts"),
            ("--with more", "tiny-low-a4-more.pdf: 2 pages on 2 sheets, 5 pieces, 7 cuts"),
            ("--with most,more", "tiny-low-a4-more-most.pdf: 2 pages on 2 sheets, 5 pieces, 7 cuts"),
            ("--with most --with more", "tiny-low-a4-more-most.pdf: 2 pages on 2 sheets, 5 pieces, 7 cuts"),
            ("--with less", "tiny-low-a4-less.pdf: 2 pages on 2 sheets, 3 pieces, 5 cuts"),
            ("--sides duplex", "tiny-low-a4-duplex.pdf: 4 pages on 2 sheets, 4 pieces, 6 cuts"),
            ("--together no", "tiny-low-a4-together-no.pdf: 3 pages on 3 sheets, 4 pieces, 6 cuts"),
            (
                "--together no --sides duplex",
                "tiny-low-a4-duplex-together-no.pdf: 6 pages on 3 sheets, 4 pieces, 6 cuts",
            ),
            ("--draft", "tiny-low-a4-draft.pdf: 2 pages on 2 sheets, 4 pieces, 6 cuts"),
            ("--lang en --marks none", "tiny-low-a4-marks-none.pdf: 2 pages on 2 sheets, 4 pieces, 6 cuts"),
            ("--format png --dpi 30", "tiny-low-30dpi: 5 pictures"),
            ("--format png --dpi 30 --only coins", "tiny-low-30dpi: 1 picture"),
            ("--format png --dpi 30 --with more --draft", "tiny-low-30dpi-more-draft: 7 pictures"),
            ("--format svg", "tiny-low-svg: 5 pictures"),
            ("--format svg --text --with more", "tiny-low-svg-text-more: 7 pictures"),
            ("--format json --only coins", "tiny-low-json: 1 file"),
        ],
        unpack=True,
    ),
)
def test_a_line_names_the_file_after_what_was_asked_for(options: str, said: str, tiny: Path, run: Run) -> None:
    assert run("build", "tiny", *options.split()) == (0, f"{WRITTEN}{said}\n", "")
    assert Path(WRITTEN + said.partition(":")[0]).exists()


def test_each_kind_of_marks_draws_something_else(tiny: Path, run: Run) -> None:
    for marks in ("lines", "edges", "corners", "none"):
        run("build", "tiny", "--marks", marks)
    made = sorted(Path(WRITTEN).glob("*.pdf"))
    assert [path.stem for path in made] == [
        f"tiny-low-a4{more}" for more in ("-marks-corners", "-marks-lines", "-marks-none", "")
    ]
    assert len({path.read_bytes() for path in made}) == 4


def test_a_printer_that_leaves_much_white_gets_fewer_pieces_a_sheet(
    tiny: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CONFIG", str(tiny / "config"))
    run("printer", "add", "usual")
    run("printer", "add", "wide", "--margin", "20")
    change(tiny, "card_data/tiny/cards.yaml", "copies: 2", "copies: 16")

    def lines(printer: str) -> str:
        return run("build", "tiny", "--together", "no", "--printer", printer).out

    assert lines("usual") == f"{WRITTEN}tiny-low-a4-usual-together-no.pdf: 3 pages on 3 sheets, 18 pieces, 11 cuts\n"
    assert lines("wide") == f"{WRITTEN}tiny-low-a4-wide-together-no.pdf: 4 pages on 4 sheets, 18 pieces, 14 cuts\n"


def test_no_face_takes_the_picture_of_another(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/cards.yaml", "id: two", "id: one-back")
    change(tiny, "card_data/tiny/game.yaml", "[two]", "[one-back]")
    assert run("build", "tiny", "--format", "png", "--dpi", "30").code == 0
    pictures = sorted(path.name for path in Path(WRITTEN, "tiny-low-30dpi/cards").iterdir())
    assert pictures == ["one-back.png", "one-back_back.png", "one.png", "one_back.png"]


@pytest.mark.parametrize("format", ["json", "svg"])
def test_faces_that_look_alike_have_their_own_labels(format: str, tiny: Path, run: Run) -> None:
    assert run("build", "tiny", "--format", format).code == 0
    files = list(Path(WRITTEN, f"tiny-low-{format}").rglob("*." + format))
    assert len(files) == 5
    for file in files:
        label = f"{file.parent.name}/{file.stem.replace('_', ' ')}"
        text = file.read_text(encoding="utf-8")
        assert f'"label":"{label}"' in text if format == "json" else f"<title>{label}</title>" in text


def test_what_stays_text_is_drawn_anew(tiny: Path, run: Run) -> None:
    for words in ((), ("--text",), ()):
        assert run("build", "tiny", "--format", "svg", *words).code == 0
    outlines, text = (
        Path(WRITTEN, name, "cards/one.svg").read_text() for name in ("tiny-low-svg", "tiny-low-svg-text")
    )
    assert "<text" in text and "<text" not in outlines


def test_it_can_be_written_elsewhere(tiny: Path, run: Run) -> None:
    assert run("build", "tiny", "--out", "here/and there") == (
        0,
        "here/and there/tiny/en/tiny-low-a4.pdf: 2 pages on 2 sheets, 4 pieces, 6 cuts\n",
        "",
    )
    assert not Path("output").exists()


def test_the_project_is_found_from_inside_and_named_from_outside(
    tiny: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "tiny/en/tiny-low-a4.pdf: 2 pages on 2 sheets, 4 pieces, 6 cuts\n"
    monkeypatch.chdir(tiny / "card_data/tiny")
    assert run("build", "tiny") == (0, f"../../output/{said}", "")
    monkeypatch.chdir(tiny.parent)
    assert run("build", "tiny", "--project", tiny.name) == (0, f"{tiny.name}/output/{said}", "")


def test_problems_are_named_as_seen_from_here(tiny: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    change(tiny, "card_data/tiny/cards.yaml", "rule: Take a [dot].", "rule: Take a [dott].")
    told = "cards.yaml:4:16 PNP290 name=dott ~about=cards/one ~meant=dot ~origin={}layouts/tiny/card.xml.j2:3:22"
    assert run("build", "tiny").facts == [f"card_data/tiny/{told.format('')}"]
    monkeypatch.chdir(tiny / "card_data/tiny")
    built = run("build", "tiny")
    assert (built.code, built.out, built.facts) == (1, "", [told.format("../../")])
    assert [line[:14] for line in built.notices] == ["pnp: 1 error: "] and "--draft" in built.err


def add_an_error_and_a_warning(root: Path) -> None:
    change(root, "card_data/tiny/cards.yaml", "  copies: 2\n", "  copies: none\n")
    change(root, "layouts/tiny/card.xml.j2", 'x="4" y="4"', 'x="1" y="4"')


def test_warnings_stop_nothing(tiny: Path, run: Run) -> None:
    change(tiny, "layouts/tiny/card.xml.j2", 'x="4" y="4"', 'x="1" y="4"')
    built = run("build", "tiny")
    assert (built.code, built.out) == (0, f"{WRITTEN}tiny-low-a4.pdf: 2 pages on 2 sheets, 4 pieces, 6 cuts\n")
    assert [(each.code, each.severity) for each in read_facts(built.err)] == [("PNP350", "warning")]
    assert built.notices == ["1 warning (pnp check tiny --all-warnings lists each)"]


def test_errors_are_counted_and_nothing_is_written(tiny: Path, run: Run) -> None:
    add_an_error_and_a_warning(tiny)
    built = run("build", "tiny")
    assert (built.code, built.out) == (1, "")
    assert built.err.splitlines()[-1] == (
        "pnp: 1 error, 1 warning: nothing written (pnp explain CODE says more; --draft goes on all the same)"
    )
    assert not Path("output").exists()


def test_a_draft_is_written_in_spite_of_errors(tiny: Path, run: Run) -> None:
    add_an_error_and_a_warning(tiny)
    built = run("build", "tiny", "--draft")
    assert (built.code, built.out) == (0, f"{WRITTEN}tiny-low-a4-draft.pdf: 2 pages on 2 sheets, 3 pieces, 5 cuts\n")
    assert "card_data/tiny/cards.yaml:2:11 PNP020 path=copies wanted='a whole number' found=\"none\"" in built.facts


def test_what_is_not_printed_may_be_wrong(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/cards.yaml", "rule: Take a [dot].", "rule: Take a [dott].")
    assert run("build", "tiny", "--only", "coins") == (
        0,
        f"{WRITTEN}tiny-low-a4-coins.pdf: 2 pages on 2 sheets, 1 piece\n",
        "",
    )


def test_nothing_to_print_is_said(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/game.yaml", "drop: {cards: [two]}", "drop: {cards: [one, two]}")
    assert run("build", "tiny", "--with", "less", "--only", "cards") == (1, "", "pnp: there is nothing to print\n")


def test_json_says_what_was_built(tiny: Path, run: Run) -> None:
    built = run("build", "tiny", "--json", "--sides", "duplex", "--with", "more")
    assert (built.code, built.err) == (0, "")
    said = json.loads(built.out)
    assert said == {
        "game": "tiny",
        "language": "en",
        "ink": "low",
        "modules": ["more"],
        "printer": "",
        "paper": "a4",
        "files": [f"{WRITTEN}tiny-low-a4-more-duplex.pdf"],
        "pages": 4,
        "components": {
            "cards": {"pieces": 3, "copies": 4, "sheets": 1},
            "coins": {"pieces": 1, "copies": 1, "sheets": 1},
        },
        "printout": {"papers": 1, "pages": 2, "cuts": 7, "folds": 0, "sides": "duplex", "flip": "long"},
        "coverage": said["coverage"],
        "problems": [],
    }


def test_json_says_what_is_wrong(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/cards.yaml", "rule: Take a [dot].", "rule: Take a [dott].")
    built = run("build", "tiny", "--json")
    said = json.loads(built.out)
    assert (built.code, built.err, said["files"], said["printout"]) == (1, "", [], None)
    assert said["problems"] == [
        {
            "code": "PNP290",
            "severity": "error",
            "file": "card_data/tiny/cards.yaml",
            "line": 4,
            "column": 16,
            "end": 22,
            "message": "cards/one: there is no icon dott",
            "hint": "did you mean dot?",
            "piece": "cards/one",
            "origin": "layouts/tiny/card.xml.j2:3:22",
        }
    ]


def test_json_of_a_game_that_cannot_be_read(tiny: Path, run: Run) -> None:
    write(tiny, "card_data/tiny/game.yaml", "[")
    built = run("build", "tiny", "--json")
    assert (built.code, built.err) == (1, "")
    said = json.loads(built.out)
    assert (said["components"], said["printout"]) == ({}, None)


def test_json_of_pictures_has_no_printout(tiny: Path, run: Run) -> None:
    said = json.loads(run("build", "tiny", "--format", "png", "--dpi", "20", "--json").out)
    assert (said["pages"], said["printout"], said["components"]["cards"]["sheets"]) == (0, None, 0)


def test_pages_of_a_document_are_one_piece(tiny: Path, run: Run) -> None:
    paragraphs = '<p x="0">Many words on small paper, over and over again.</p>'.replace(' x="0"', "") * 40
    write(tiny, "layouts/tiny/coin.xml.j2", f'<face><flow x="4" y="4" w="12" h="12">{paragraphs}</flow></face>')
    change(tiny, "card_data/tiny/game.yaml", "size: 20mm\n    shape: circle", "size: 60mm")
    built: Result = run("build", "tiny", "--only", "coins", "--json")
    assert built.code == 0, built
    entry = json.loads(built.out)["components"]["coins"]
    assert (entry["pieces"], entry["copies"], entry["sheets"] > 1) == (1, 1, True)
