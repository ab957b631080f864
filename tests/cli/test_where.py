"""`--where`: pieces of which an expression is true are printed, in the words of the data."""

from pathlib import Path

import pytest
from running import Run
from tiny_game import change, write

from pnp.io.project import find_project
from pnp.model.options import Options


def built(run: Run, *words: str) -> str:
    """Build a game and return the last line of the output, without folders."""
    done = run("build", "tiny", "--no-instructions", *words)
    assert done.code == 0, done.err
    return done.out.rpartition("/")[2].strip()


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--where", "name == 'First'"],
            "tiny-low-a4-name-First-no-instructions.pdf: 1 page on 1 sheet, 2 pieces, 5 cuts",
        ),
        (
            ["--where", "name != 'First'"],
            "tiny-low-a4-name-not-First-no-instructions.pdf: 1 page on 1 sheet, 1 piece, 4 cuts",
        ),
        (["--where", "it == 'two'"], "tiny-low-a4-it-two-no-instructions.pdf: 1 page on 1 sheet, 1 piece, 4 cuts"),
        (["--where", "rule is none", "--with", "more"], "2 pieces, 5 cuts"),
        (["--where", "true"], "tiny-low-a4-true-no-instructions.pdf: 1 page on 1 sheet, 4 pieces, 6 cuts"),
        (["--where", "true", "--only", "cards"], "3 pieces, 6 cuts"),
        (["--where", "true", "--pieces", "t*"], "1 piece, 4 cuts"),
    ],
)
def test_pieces_of_which_it_is_true(words: list[str], said: str, run: Run) -> None:
    assert built(run, *words).endswith(said)


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nam == 'First'"], "nothing in tiny has a field nam (did you mean name?)"),
        (["nam == 'x'", "--only", "coins"], "nothing in coins has a field nam (there are: copies, id, number)"),
        (["name = 'First'"], "unexpected = (== compares)"),
        (["'First'"], "the text First is neither yes nor no (is not none asks whether there is one)"),
        (["it == 'tow'"], "nothing has the id tow (did you mean two?)"),
    ],
)
def test_what_is_no_condition_on_pieces(words: list[str], said: str, run: Run) -> None:
    assert run("build", "tiny", "--where", *words) == (2, "", f'pnp: --where "{words[0]}": {said}\n')


COSTS = """\
- {id: one, name: Fox, rule: cheap, cost: 3}
- {id: two, name: cost, rule: dear, copies: 2}
"""


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("cost > 2", "(cost or 0) > 2"),
        ("1 + cost < 2", "1 + (cost or 0) < 2"),
        ("name == 'cost' and it.cost + cost > 2", "name == 'cost' and it.cost + (cost or 0) > 2"),
    ],
)
def test_an_empty_cell_is_named_with_what_to_write(where: str, said: str, tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/game.yaml", "    fields:\n", "    fields:\n      cost: integer\n")
    write(tiny, "card_data/tiny/cards.yaml", COSTS)
    assert run("build", "tiny", "--only", "cards", "--where", where) == (
        2,
        "",
        f"pnp: --where: `cost` is empty for two (card_data/tiny/cards.yaml:2:3), so `{where}` can't be compared. "
        f"Use `{said}`, or give the field a default.\n",
    )
    assert built(run, "--only", "cards", "--where", "(cost or 0) > 2").endswith("1 piece, 4 cuts")


def test_an_empty_cell_is_not_blamed_for_what_another_says(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/game.yaml", "    fields:\n", "    fields:\n      cost: integer\n")
    write(tiny, "card_data/tiny/cards.yaml", COSTS)
    said = run("build", "tiny", "--only", "cards", "--where", "cost is none and name > 2").err
    assert said == 'pnp: --where "cost is none and name > 2": cost > 2: the text cost is no number\n'


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("id == 'two'", "1 piece, 4 cuts"),
        ("id in ['one', 'two']", "3 pieces, 6 cuts"),
        ("copies == 2", "2 pieces, 5 cuts"),
        ("number == 2", "1 piece, 4 cuts"),
        ("number == 1 and name == 'First'", "2 pieces, 5 cuts"),
    ],
)
def test_what_each_piece_has(where: str, said: str, run: Run) -> None:
    assert built(run, "--where", where).endswith(said)


def test_a_field_called_number_goes_before_the_number_of_the_piece(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/game.yaml", "    fields:\n", "    fields:\n      number: integer\n")
    write(
        tiny, "card_data/tiny/cards.yaml", COSTS.replace("cost: 3", "number: 2").replace("copies", "number: 7, copies")
    )
    assert built(run, "--where", "number == 2").endswith("1 piece, 4 cuts")
    assert built(run, "--where", "number == 7").endswith("2 pieces, 5 cuts")


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(("others", "of"), [([], "no piece of tiny"), (["--pieces", "two"], "none of these pieces")])
def test_true_of_none(others: list[str], of: str, run: Run) -> None:
    said = f"pnp: --where \"name == 'Third'\" is true of {of}\n"
    assert run("build", "tiny", "--where", "name == 'Third'", *others) == (2, "", said)


def test_what_is_printed_on_request_only_is_asked_for_by_name(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/game.yaml", "shape: circle", "shape: circle\n    on-request: true")
    assert "3 pieces" in built(run, "--where", "true")
    assert built(run, "--where", "true", "--only", "coins").endswith(" 1 piece")


@pytest.mark.usefixtures("tiny")
def test_of_a_build_record_it_cannot_be_asked(run: Run) -> None:
    built(run)
    record = "output/tiny/en/tiny-low-a4.pnp.json"
    said = run("build", "tiny", "--where", "true", "--since", record)
    assert (said.code, said.out) == (2, "")
    assert said.err == "pnp: --where asks the data, and a build record has none: name the pieces by --pieces\n"


def test_since_a_folder_it_is_asked_of_both(tiny: Path, tmp_path: Path, run: Run) -> None:
    from shutil import copytree

    copytree(tiny, old := tmp_path / "old")
    change(tiny, "card_data/tiny/cards.yaml", "name: First", "name: Furst")
    change(tiny, "card_data/tiny/cards.yaml", "name: Second", "name: Next")
    said = run("build", "tiny", "--where", "rule is none", "--since", str(old)).out
    assert "1 piece," in said


def test_thousands_of_names_are_looked_up_not_matched() -> None:
    from time import process_time

    from pnp.build.preparing import match_names
    from pnp.model.game import Piece

    pieces = [Piece(f"p{n}", "cards", 1, {}, "", 0, 0, {}) for n in range(4000)]
    begun = process_time()
    is_named = match_names([piece.label for piece in pieces])
    assert all(map(is_named, pieces))
    assert process_time() - begun < 1, "with a pattern each it would be a minute"


def test_options_name_the_pieces_that_were_found(tiny: Path) -> None:
    from pnp.build.preparing import load, localise

    options = Options("tiny", where="name == 'First'")
    prepared = localise(load(find_project(tiny), options), options)
    assert prepared is not None and prepared.options.pieces == ("cards/one",)
