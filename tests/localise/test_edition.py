"""Modules applied to a game: what they add, replace and drop, and that their order means nothing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pnp.check import check_game
from pnp.io.project import Project
from pnp.localise import make_edition
from pnp.model.game import Change, Component, Format, Game, Module, Piece
from pnp.model.options import INKS
from pnp.model.problem import UsageError, has_errors
from pnp.model.span import Span

NOWHERE = Project(Path("/nowhere"), Path("/nowhere"))


def piece(id: str, file: str = "base.yaml", component: str = "cards") -> Piece:
    line = 1 + ord(id[0])
    return Piece(id, component, 1, {}, file, line, 3, {"id": (line, 3)})


def pieces(ids: Iterable[str], file: str = "base.yaml") -> tuple[Piece, ...]:
    return tuple(piece(id, file) for id in ids)


def module(id: str, add: str = "", replace: str = "", drop: str = "", **more: tuple[str, ...]) -> Module:
    """Make a module whose pieces are called by single letters and come from its own file."""
    span = Span("game.yaml", 1 + ord(id[0]), 3)
    change = Change(
        pieces(add, f"{id}-add.yaml"), pieces(replace, f"{id}-replace.yaml"), tuple((letter, span) for letter in drop)
    )
    needs, not_with = more.get("needs", ()), dict.fromkeys(more.get("not_with", ()), "")
    return Module(id, id, span, needs, not_with, {"pieces.cards": change})


def game(modules: Sequence[Module], base: str = "abc") -> Game:
    span = Span("game.yaml", 1, 1)
    cards = Component("cards", "Cards", Format(40, 60), "", "", {}, pieces(base), span, span)
    dice = Component("dice", "Dice", Format(40, 60), "", "", {}, (piece("d", component="dice"),), span, span)
    named = {each.id: each for each in modules}
    return Game("g", "G", "1", ("en", "de"), {}, {}, {"cards": cards, "dice": dice}, named, Path("/nowhere"), span)


def cards(game: Game, *modules: str) -> list[str]:
    """Return the pieces as `a`, or `a<file` where a module's file has it."""
    edition = make_edition(game, "", "low", modules)
    return [
        each.id if each.file == "base.yaml" else f"{each.id}<{each.file}" for each in edition.components["cards"].pieces
    ]


def test_without_modules_it_is_the_game() -> None:
    whole = game([module("m", add="x", drop="a")])
    edition = make_edition(whole, "", "low", ())
    assert edition.components == whole.components
    assert (edition.game, edition.language, edition.ink, edition.modules) == (whole, "en", "low", ())


def test_added_pieces_come_last() -> None:
    assert cards(game([module("m", add="xy")]), "m") == ["a", "b", "c", "x<m-add.yaml", "y<m-add.yaml"]


def test_replaced_pieces_keep_their_place() -> None:
    assert cards(game([module("m", replace="b")]), "m") == ["a", "b<m-replace.yaml", "c"]


def test_dropped_pieces_are_gone() -> None:
    assert cards(game([module("m", drop="ac")]), "m") == ["b"]


def test_other_components_stay_as_they_are() -> None:
    edition = make_edition(game([module("m", add="x", drop="a")]), "", "low", ["m"])
    assert edition.components["dice"] == game([]).components["dice"]


def test_modules_that_share_a_file_bring_its_pieces_once() -> None:
    first = module("m", add="x")
    second = module("n", add="y")
    shared = Module("n", "n", second.span, changes={"pieces.cards": first.change("pieces.cards")})
    assert cards(game([first, shared]), "m", "n") == ["a", "b", "c", "x<m-add.yaml"]
    assert not has_errors(check_game(game([first, shared]), NOWHERE))


def test_naming_a_module_twice_is_naming_it() -> None:
    edition = make_edition(game([module("m", add="x"), module("k")]), "", "low", ["m", "k", "m"])
    assert edition.modules == ("k", "m")


@pytest.mark.parametrize(
    ("language", "ink", "modules", "message"),
    [
        (
            "fr",
            "low",
            "",
            "g is not available in fr: its languages are en, de; pnp translate init g --lang fr begins it",
        ),
        ("", "green", "", "there is no ink green: choose low, full or black"),
        ("", "low", "night", "g has no module night (did you mean knight?)"),
        ("", "low", "n", "module n needs m: add --with m"),
        ("", "low", "o", "module o needs m and n: add --with m --with n"),
        ("", "low", "knight m", "module m can't be used with knight"),
    ],
)
def test_what_cannot_be_had(language: str, ink: str, modules: str, message: str) -> None:
    offered = [
        module("knight"),
        module("m", not_with=("knight",)),
        module("n", needs=("m",)),
        module("o", needs=("m", "n")),
    ]
    with pytest.raises(UsageError) as caught:
        make_edition(game(offered), language, ink, modules.split())
    assert str(caught.value) == message


def test_a_game_without_modules_has_none() -> None:
    with pytest.raises(UsageError) as caught:
        make_edition(game([]), "", "low", ["m"])
    assert str(caught.value) == "g has no module m (it has none)"


def test_every_ink_can_be_had() -> None:
    assert [make_edition(game([]), "", ink, []).ink for ink in INKS] == list(INKS)


@pytest.mark.parametrize(
    ("one", "other", "is_wrong"),
    [
        ({"replace": "b"}, {"replace": "b"}, True),
        ({"replace": "b"}, {"drop": "b"}, True),
        ({"drop": "b"}, {"drop": "b"}, False),
        ({"drop": "b"}, {"replace": "c", "add": "x"}, False),
        ({"add": "x"}, {"add": "x"}, True),
        ({"add": "x"}, {"drop": "x"}, True),
        ({"add": "x"}, {"replace": "x"}, True),
        ({"add": "a"}, {}, True),
    ],
)
def test_two_modules_that_disagree_are_a_problem_before_they_are_chosen(
    one: dict[str, str], other: dict[str, str], is_wrong: bool
) -> None:
    whole = game([module("m", **one), module("n", **other)])  # type: ignore[arg-type]
    assert has_errors(check_game(whole, NOWHERE)) == is_wrong


BASE = "abcdefgh"


def some(letters: str) -> st.SearchStrategy[str]:
    return st.text(letters, max_size=2).map(lambda text: "".join(dict.fromkeys(text)))


# mostly they agree; sometimes they add what is there, or change what isn't
offers = st.lists(st.tuples(some("uvwxyza"), some(BASE), some(BASE + "u")), min_size=1, max_size=3).map(
    lambda said: [module(id, *changes) for id, changes in zip("jkl", said, strict=False)]
)


@given(offers, st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_the_order_in_which_modules_are_named_means_nothing(offered: list[Module], random: Random) -> None:
    whole = game(offered, BASE)
    names = [each.id for each in offered]
    shuffled = random.sample(names, len(names))
    one, other = (make_edition(whole, "", "low", chosen) for chosen in (names, shuffled))
    assert [getattr(one.game, field.name) for field in fields(one.game)] == [
        getattr(other.game, field.name) for field in fields(other.game)
    ]
    assert one.components == other.components
    assert (one.language, one.ink, one.modules) == (other.language, other.ink, other.modules)


def applied_in_turn(base: Iterable[Piece], modules: Iterable[Module]) -> Mapping[str, Piece]:
    """Each module patches what the one before left: what `make_edition` must not depend on."""
    found = {each.id: each for each in base}
    for each in modules:
        found |= {new.id: new for new in each.change("pieces.cards").add}
        found |= {new.id: new for new in each.change("pieces.cards").replace if new.id in found}
        for id, _ in each.change("pieces.cards").drop:
            found.pop(id, None)
    return found


@pytest.mark.nightly(examples=75)
@given(offers, st.randoms(use_true_random=False))
@settings(max_examples=300)
def test_where_the_order_would_matter_the_check_says_so(offered: list[Module], random: Random) -> None:
    whole = game(offered, BASE)
    assume(not has_errors(check_game(whole, NOWHERE)))
    edition = {each.id: each for each in make_edition(whole, "", "low", whole.modules).components["cards"].pieces}
    shuffled = random.sample(offered, len(offered))
    assert edition == applied_in_turn(whole.components["cards"].pieces, shuffled)
