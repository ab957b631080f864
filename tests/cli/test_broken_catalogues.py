"""One fault of a catalogue is one line, at its place."""

from collections.abc import Callable
from pathlib import Path

import pytest
from facts import read_facts
from inn_game import PO, at
from running import Run, german_problems
from tiny_game import change


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ('Gut \\aje Gast."', "PNP605 number=0007 around='“… [coin] Gut ·je Gast.”' ~about=dishes.broth.rule"),
        ('Gut \u202eje Ga\u202cst."', "PNP606 number=202E ~about=dishes.broth.rule"),
    ],
)
def test_what_nobody_sees_is_one_fault(said: str, expected: str, german: Path, run: Run) -> None:
    change(german.parents[3], PO, 'je Gast."', said)
    (only,) = german_problems(run)
    assert only.partition(" ")[2] == f"{expected} ~origin=card_data/inn/dishes.yaml:5:9"


def test_a_fault_of_a_plural_form_stands_at_its_line(german: Path, run: Run) -> None:
    root = german.parents[3]
    change(root, PO, 'msgstr[1] "Serve {count} dishes."', 'msgstr[1] "Serve {much} dishes."')
    number = int(at(german, "step:serve.say").rpartition(":")[2]) + 1
    values, origin = "lacking={count} surplus={much}", "~origin=card_data/inn/setup.yaml:9:41"
    assert german_problems(run) == [f"{PO}:{number}:18 PNP617 {values} ~about=step:serve.say {origin}"]
    change(root, PO, 'msgctxt "step:serve.say"', '# pnp: ignore PNP617\nmsgctxt "step:serve.say"')
    assert german_problems(run) == [
        f"{PO}:{number + 1}:18 PNP617 {values} ~about='ignored: step:serve.say' {origin}",
        f"{PO}:{number + 1}:19 PNP501 name=much",  # it can't be ignored by that
    ]


def test_it_stands_at_the_very_name_in_many_lines(german: Path, run: Run) -> None:
    """And nobody says that there is nothing of that name."""
    lines = 'msgstr[1] ""\n"Serve "\n"{much} dishes."'
    change(german.parents[3], PO, 'msgstr[1] "Serve {count} dishes."', lines)
    number = int(at(german, "step:serve.say").rpartition(":")[2]) + 3
    (only,) = german_problems(run)
    assert only.startswith(f"{PO}:{number}:2 PNP617 lacking={{count}} surplus={{much}} ~about=step:serve.say")


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
    assert (done.code, done.out) == (1, "") and (code, "error") in [
        (each.code, each.severity) for each in read_facts(done.err)
    ]
    done = run("build", "inn", "--lang", "de", "--draft")
    assert (done.code, done.out) == (0, "output/inn/de/inn-low-a4-draft.pdf: 2 pages on 2 sheets, 2 pieces, 5 cuts\n")


def cut_in_a_comment(data: bytes) -> bytes:
    return data[: data.index(b'msgctxt "dishes.broth.name"')]


def cut_in_a_text(data: bytes) -> bytes:
    return data[: data.index(b"Salt helps.") + 4]


def in_latin_1(data: bytes) -> bytes:
    return data.decode().encode("latin-1", "replace")


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (cut_in_a_comment, "PNP600 said='name of dishes/broth body, 32 × 8 mm: r…'"),
        (cut_in_a_text, "PNP600"),
        (in_latin_1, "PNP601 byte=0xF6"),
        (lambda _: b"", "PNP603"),
    ],
)
def test_a_file_that_cannot_be_read_to_its_end_has_one_fault(
    spoil: Callable[[bytes], bytes], expected: str, german: Path, run: Run
) -> None:
    data = spoil(german.read_bytes())
    german.write_bytes(data)
    (said,) = german_problems(run)
    assert expected in said
    done = run("translate", "update", "inn")
    assert (done.code, done.facts) == (1, [said])
    assert german.read_bytes() == data
    assert run("build", "inn", "--lang", "de").facts == [said]


def test_an_entry_that_cannot_be_read_is_not_missing_too(german: Path, run: Run) -> None:
    change(german.parents[3], PO, 'msgstr "Bröth"', 'mgstr "Bröth"')
    place = at(german, "dishes.broth.rule").partition(":")[0]
    line = german.read_text(encoding="utf-8").splitlines().index('mgstr "Bröth"') + 1
    assert german_problems(run) == [f"{place}:{line}:1 PNP600 text='mgstr \"Bröth\"'"]
