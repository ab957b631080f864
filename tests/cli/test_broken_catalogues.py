"""One fault of a catalogue is one line, at its place."""

from collections.abc import Callable
from pathlib import Path

import pytest
from inn_game import PO, at
from running import Run, german_problems
from tiny_game import change


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ('Gut \\aje Gast."', "PNP605 dishes.broth.rule: has the control character U+0007"),
        ('Gut \u202eje Ga\u202cst."', "PNP606 dishes.broth.rule: has U+202E, an override of the direction"),
    ],
)
def test_what_nobody_sees_is_one_fault(said: str, expected: str, german: Path, run: Run) -> None:
    change(german.parents[3], PO, 'je Gast."', said)
    lines = german_problems(run)
    assert len(lines) == 1 and f": error {expected}" in lines[0], lines


def test_a_fault_of_a_plural_form_stands_at_its_line(german: Path, run: Run) -> None:
    root = german.parents[3]
    change(root, PO, 'msgstr[1] "Serve {count} dishes."', 'msgstr[1] "Serve {much} dishes."')
    number = int(at(german, "step:serve.say").rpartition(":")[2]) + 1
    message = "step:serve.say: lacks {count} and has {much}, which the source hasn’t [card_data/inn/setup.yaml:9:41]"
    assert german_problems(run) == [f"{PO}:{number}:18: error PNP617 {message}"]
    change(root, PO, 'msgctxt "step:serve.say"', '# pnp: ignore PNP617\nmsgctxt "step:serve.say"')
    assert german_problems(run) == [
        f"{PO}:{number + 1}:18: note PNP617 ignored: {message}",
        f"{PO}:{number + 1}:19: error PNP501 there is nothing called much (2 players)",  # it can't be ignored by that
    ]


def test_it_stands_at_the_very_name_in_many_lines(german: Path, run: Run) -> None:
    """And nobody says that there is nothing of that name."""
    lines = 'msgstr[1] ""\n"Serve "\n"{much} dishes."'
    change(german.parents[3], PO, 'msgstr[1] "Serve {count} dishes."', lines)
    number = int(at(german, "step:serve.say").rpartition(":")[2]) + 3
    (only,) = german_problems(run)
    assert only.startswith(f"{PO}:{number}:2: error PNP617 step:serve.say: lacks {{count}} and has {{much}}")


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('msgstr[1] "Serve {count} dishes."', 'msgstr[1] "Serve {much} dishes."', "PNP617"),
        ('msgstr "Salt helps."', 'msgstr "[salt] helps."', "PNP290"),
        ("2 [coin] je Gast", "3 [coin] je Gast", "PNP618"),
        ("2 [coin] je Gast", "2 je Gast", "PNP615"),
        ('msgstr "Bröth"', f'msgstr "{"Bröth " * 60}und"', "PNP310"),
    ],
)
def test_what_would_print_wrongly_prints_as_a_draft(old: str, new: str, code: str, german: Path, run: Run) -> None:
    change(german.parents[3], PO, old, new)
    done = run("build", "inn", "--lang", "de")
    assert (done.code, done.out) == (1, "") and f" error {code} " in done.err
    done = run("build", "inn", "--lang", "de", "--draft")
    assert (done.code, done.out) == (0, "output/inn/de/inn-low-a4-draft.pdf: 2 pages on 2 sheets, 2 pieces, 5 cuts\n")


def cut_in_a_comment(data: bytes) -> bytes:
    return data[: data.index(b'msgctxt "dishes.broth.name"')]


def cut_in_a_text(data: bytes) -> bytes:
    return data[: data.index(b"Salt helps.") + 4]


def in_latin_1(data: bytes) -> bytes:
    return data.decode().encode("latin-1", "replace")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (cut_in_a_comment, "error PNP600 a comment at the end belongs to no entry: name of dishes/broth"),
        (cut_in_a_text, "error PNP600 the closing quote is missing (the file ends here: was it cut off?)"),
        (in_latin_1, "error PNP601 the catalogue is not written in UTF-8: byte 0x"),
        (lambda _: b"", "error PNP603 the catalogue has no header"),
    ],
)
def test_a_file_that_cannot_be_read_to_its_end_has_one_fault(
    spoil: Callable[[bytes], bytes], message: str, german: Path, run: Run
) -> None:
    data = spoil(german.read_bytes())
    german.write_bytes(data)
    said = german_problems(run)
    assert len(said) == 1 and message in said[0], said
    done = run("translate", "update", "inn")
    assert (done.code, done.err.splitlines()[0]) == (1, said[0])
    assert german.read_bytes() == data
    assert [line for line in run("build", "inn", "--lang", "de").err.splitlines() if "PNP" in line] == said


def test_an_entry_that_cannot_be_read_is_not_missing_too(german: Path, run: Run) -> None:
    change(german.parents[3], PO, 'msgstr "Bröth"', 'mgstr "Bröth"')
    place = at(german, "dishes.broth.rule").partition(":")[0]
    line = german.read_text(encoding="utf-8").splitlines().index('mgstr "Bröth"') + 1
    assert german_problems(run) == [
        f'{place}:{line}:1: error PNP600 the line is neither a comment nor an entry’s: mgstr "Bröth"'
    ]
