"""Whatever a template looks at besides its own piece is noted, and what it found there can be asked for again."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest
from desk import Desk
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.layout.context import Context, Read
from pnp.layout.sandbox import Watch
from pnp.layout.templates import TemplateFailure, Templates
from pnp.localise import make_edition
from pnp.model.game import Edition, Piece
from pnp.model.records import NO_ICON
from pnp.model.span import Span
from pnp.model.values import Poison, Record, Value

LOOKS = (
    *("piece.number", "piece.count", "piece.name", "piece.friend.name", "piece.friend.power", "piece.friend"),
    *("piece.friend.friend.name", "piece.season.herald.name", "piece.friend.steps|length", "piece.friend.emblem.motto"),
    *("piece.friend.season.name", "piece.friend.copies", "piece.friend.items()|list|length", "piece.friend.power or 0"),
    *("components|length", "components.creatures|length", "components.creatures|map(attribute='id')|join(' ')"),
    *(
        "components.creatures|map(attribute='name')|join(' ')",
        "components.creatures[0]",
        "components.creatures[-1].name",
    ),
    *("'creatures' in components", "'beasts' in components", "components.beasts is defined", "piece.friend.wings"),
    *("piece in components.creatures", "piece.friend == components.creatures[1]", "piece.friend is defined"),
    *("components.creatures|selectattr('power')|list|length", "components.creatures|sort(attribute='name')|first"),
    *("setup.steps|length", "setup.steps[0].text", "'zones' in setup", "setup|length", "setup.zones is defined"),
    *(
        "data('creatures|count')",
        "data('power')",
        "piece.friend.values()|list|length",
        "groups.seasons.spring.herald.name",
    ),
)
NAMES = ("owl", "hen", "elk")
FIELDS = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["Owl", "Hen"]),
        "power": st.sampled_from([None, 1, True, 1.0]),
        "friend": st.sampled_from([None, "fox", *NAMES]),
        "season": st.sampled_from([None, "spring"]),
        "steps": st.sampled_from([None, (), ("Run.",), ("Run.", "Hide.")]),
        "emblem": st.sampled_from(
            [None, Record({"charge": None, "motto": "Me"}), Record({"charge": None, "motto": "I"})]
        ),
    }
)
ANSWERS = st.dictionaries(st.sampled_from(["creatures|count", "power"]), st.sampled_from([1, "1", ("a", "b"), None]))
STEPS = st.lists(st.sampled_from(["Shuffle.", "Deal."]).map(lambda text: Record({"text": text}, "step")), max_size=2)
SETUPS = st.fixed_dictionaries({"steps": STEPS.map(tuple)}, optional={"zones": st.just(())})
GAMES = st.tuples(
    st.permutations(["fox", "owl"]),
    st.lists(st.sampled_from(["hen", "elk"]), unique=True),
    st.fixed_dictionaries({id: st.tuples(st.integers(1, 2), FIELDS) for id in NAMES}),
    st.fixed_dictionaries({"setup": SETUPS, "data": ANSWERS}),
    st.booleans(),
)
Game = tuple[
    list[str], list[str], Mapping[str, tuple[int, Mapping[str, Value]]], Mapping[str, Mapping[str, Value]], bool
]


def edition_of(desk: Desk, game: Game) -> Edition:
    """Return the small game with other pieces beside the fox, who is as always and comes first or later."""
    order, more, others, told, has_beasts = game
    edition = make_edition(desk.game, "en", "low", ())
    component = edition.components["creatures"]
    fox, owl = component.pieces

    def piece(id: str) -> Piece:
        copies, fields = others[id]
        return owl._replace(id=id, copies=copies, fields={**owl.fields, **fields})

    component = replace(component, pieces=tuple([fox if id == "fox" else piece(id) for id in [*order, *more]]))
    beasts = {"beasts": replace(component, id="beasts", pieces=())} if has_beasts else {}
    return replace(edition, components={"creatures": component, **beasts}, told=told)


def looked(desk: Desk, edition: Edition, look: str, context: Context) -> tuple[str, frozenset[Read]]:
    """Render a template that looks there; return the text, or the failure, and the reads."""
    component = edition.components["creatures"]
    fox = next(piece for piece in component.pieces if piece.id == "fox")
    desk.template(f"<face>{{{{ {look} }}}}</face>")
    context.reads.begin()
    with closing(Watch()) as watch:
        try:
            said = Templates([desk.root / "layouts" / "night"], str).render(
                "card.xml.j2", context.names_for(component, fox), watch
            )
        except TemplateFailure as failure:
            said = str(failure.finding.values)
    return said, frozenset(context.reads.begin())


@pytest.mark.nightly(examples=50)
@settings(max_examples=200)
@given(st.sampled_from(LOOKS), GAMES, GAMES, st.integers(0, 4))
def test_what_is_found_elsewhere_has_another_value(desk: Desk, look: str, one: Game, other: Game, part: int) -> None:
    """Where a change of the game makes a template print something else, some value of its reads is another."""
    game: Any = (*one[:part], other[part], *one[part + 1 :])
    before, after = edition_of(desk, one), edition_of(desk, game)
    context, changed = Context(before), Context(after)
    said, reads = looked(desk, before, look, context)
    if looked(desk, after, look, changed)[0] != said:
        assert any(repr(context.value_of(read)) != repr(changed.value_of(read)) for read in reads)
    assert all(repr(context.value_of(read)) == repr(Context(before).value_of(read)) for read in reads)


@pytest.mark.parametrize(
    ("look", "reads"),
    [
        ("piece.name ~ piece.season.name ~ groups.seasons|length", set()),
        ("piece.number", {("number", "creatures")}),
        ("piece.copy", {("copy", "front")}),
        ("piece.friend.name", {("components", "creatures", "owl", "name")}),
        ("components.creatures|length", {("components", "creatures")}),
        ("setup.steps|length", {("setup",)}),
        ("data('creatures|count')", {("data", "creatures|count")}),
    ],
)
def test_a_read_is_a_tuple_of_words(desk: Desk, look: str, reads: set[Read]) -> None:
    edition = make_edition(desk.game, "en", "low", ())
    edition = replace(edition, told={"setup": {"steps": ()}, "data": {"creatures|count": 2}})
    assert looked(desk, edition, look, Context(edition))[1] == reads


def test_what_could_not_be_read_has_a_value_too(desk: Desk) -> None:
    poison = Poison(NO_ICON.at(Span("file"), path="name", name="laef"))
    fields = {id: (1, {"name": poison}) for id in NAMES}
    context = Context(edition_of(desk, (["fox", "owl"], [], fields, {}, False)))
    assert "laef" in repr(context.value_of(("components", "creatures", "owl", "name")))
