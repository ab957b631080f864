"""One fault of a catalogue is one line, at its place."""

from pathlib import Path

import pytest
from inn_game import PO, at
from running import Run, found
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
    lines = found(run)
    assert len(lines) == 1 and f": error {expected}" in lines[0], lines


def test_a_fault_of_a_plural_form_stands_at_its_line(german: Path, run: Run) -> None:
    root = german.parents[3]
    change(root, PO, 'msgstr[1] "Serve {count} dishes."', 'msgstr[1] "Serve {much} dishes."')
    number = int(at(german, "step:serve.say").rpartition(":")[2]) + 1
    message = "step:serve.say: lacks {count} and has {much}, which the source hasn’t [card_data/inn/setup.yaml:9:41]"
    assert found(run) == [f"{PO}:{number}: error PNP617 {message}"]
    change(root, PO, 'msgctxt "step:serve.say"', '# pnp: ignore PNP617\nmsgctxt "step:serve.say"')
    assert found(run) == [f"{PO}:{number + 1}: note PNP617 ignored: {message}"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('msgstr[1] "Serve {count} dishes."', 'msgstr[1] "Serve {much} dishes."', "PNP617"),
        ('msgstr "Salt helps."', 'msgstr "[salt] helps."', "PNP290"),
        ('msgstr "Bröth"', f'msgstr "{"Bröth " * 60}und"', "PNP310"),
    ],
)
def test_what_would_print_wrongly_prints_as_a_draft(old: str, new: str, code: str, german: Path, run: Run) -> None:
    change(german.parents[3], PO, old, new)
    done = run("build", "inn", "--lang", "de")
    assert (done.code, done.out) == (1, "") and f" error {code} " in done.err
    done = run("build", "inn", "--lang", "de", "--draft")
    assert (done.code, done.out) == (0, "output/inn/de/inn-low-a4-draft.pdf: 2 pages on 2 sheets, 2 pieces, 5 cuts\n")
