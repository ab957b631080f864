"""Catalogues after the game has changed: found by context, no text is borrowed, no work is lost."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.localise.messages import Message
from pnp.localise.po import Entry
from pnp.localise.updating import Updated, WantedEntry, update_entries
from pnp.model.span import Span


def message(context: str, text: str, one: str = "") -> Message:
    subject = "/".join(context.split(".")[:2]) if context.count(".") > 1 else ""
    return Message(context, text, Span("cards.yaml", 1), "cards", one, subject)


def update(old: list[Entry], *messages: Message) -> Updated:
    return update_entries(old, [WantedEntry(each) for each in messages], 2, lambda _: ())


def counted(found: Updated) -> tuple[int, ...]:
    """Return how many are new, changed, vanished, found by source, unsure."""
    return found[1:6]


def entry(context: str, source: str, said: str = "", **more: object) -> Entry:
    return Entry(context, source, (said,), **more)  # type: ignore[arg-type]


def test_what_is_the_same_stays() -> None:
    old = [entry("cards.a.name", "Fox", "Fuchs", comments=(" sure",), flags=("fuzzy",))]
    found = update(old, message("cards.a.name", "Fox"))
    assert (found.entries, counted(found)) == (tuple(old), (0, 0, 0, 0, 0))


def test_what_is_new_is_empty_whatever_others_say() -> None:
    old = [entry("cards.a.name", "Fox", "Fuchs")]
    found = update(old, message("cards.a.name", "Fox"), message("cards.b.name", "Fox"))
    assert found.entries[1] == entry("cards.b.name", "Fox")
    assert counted(found) == (1, 0, 0, 0, 0)


def test_what_changed_is_fuzzy_and_keeps_what_it_was() -> None:
    found = update([entry("cards.a.name", "Fox", "Fuchs")], message("cards.a.name", "Red fox"))
    expected = entry("cards.a.name", "Red fox", "Fuchs", flags=("fuzzy",), previous=('msgid "Fox"',))
    assert (found.entries, counted(found)) == ((expected,), (0, 1, 0, 0, 0))
    again = update(list(found.entries), message("cards.a.name", "Old red fox"))
    assert again.entries == (expected._replace(source="Old red fox"),)


def test_what_changed_back_is_sure_again() -> None:
    long = "Fox, and very many words more that will not stand in one line of the file."
    for source in ("Fox", long):
        was = [entry("cards.a.name", source, "Fuchs", flags=("c-format",))]
        now = update(was, message("cards.a.name", "Red fox"))
        assert now.entries[0].is_fuzzy
        again = update(list(now.entries), message("cards.a.name", source))
        assert (again.entries, counted(again)) == (tuple(was), (0, 1, 0, 0, 0))


def test_a_pair_that_changed_back_is_sure_again() -> None:
    was = Entry("step:x.say", "Deal one.", ("Gib eine.", "Gib {n}."), "Deal {n}.")
    now = update([was], message("step:x.say", "Give {n}.", "Give one."))
    assert now.entries[0].is_fuzzy
    assert update(list(now.entries), message("step:x.say", "Deal {n}.", "Deal one.")).entries == (was,)


def test_what_never_was_sure_stays_fuzzy() -> None:
    was = entry("cards.a.name", "Fox", "Fuchs", flags=("fuzzy",))
    now = update([was], message("cards.a.name", "Red fox"))
    assert now.entries == (was._replace(source="Red fox"),)
    assert update(list(now.entries), message("cards.a.name", "Fox")).entries == (was,)


def test_what_an_editor_left_fuzzy_with_its_own_source_is_sure() -> None:
    left = entry("cards.a.name", "Fox", "Fuchs", flags=("fuzzy",), previous=('msgid ""', '"Fox"'))
    assert update([left], message("cards.a.name", "Fox")).entries == (entry("cards.a.name", "Fox", "Fuchs"),)


def test_what_changed_before_it_was_translated_is_not_fuzzy() -> None:
    found = update([entry("cards.a.name", "Fox")], message("cards.a.name", "Red fox"))
    assert found.entries == (entry("cards.a.name", "Red fox"),)


def test_a_piece_with_another_id_keeps_what_is_said_of_it() -> None:
    found = update([entry("cards.a.name", "Fox", "Fuchs")], message("cards.b.name", "Fox"))
    assert (found.entries, counted(found)) == ((entry("cards.b.name", "Fox", "Fuchs"),), (0, 0, 0, 1, 0))


def test_another_piece_never_gets_what_is_nearly_the_same() -> None:
    found = update([entry("cards.a.name", "Fox", "Fuchs")], message("cards.b.name", "fox"))
    assert found.entries == (entry("cards.b.name", "fox"), entry("cards.a.name", "Fox", "Fuchs", obsolete=True))
    assert counted(found) == (1, 0, 1, 0, 0)


def test_what_became_obsolete_long_ago_is_taken_for_its_own_context_only() -> None:
    old = [entry("cards.a.name", "Fox", "Fuchs", obsolete=True)]
    assert update(old, message("cards.b.name", "Fox")).entries == (entry("cards.b.name", "Fox"), *old)


FOX, FIRE = ("Fuchs", "cards.yaml:3"), ("Feuerfuchs", "cards.yaml:9")


def nameless(*said: tuple[str, str]) -> list[Entry]:
    """Return entries of “Fox” whose contexts were lost, each with a translation and a reference."""
    return [entry("", "Fox", text, references=tuple(filter(None, [place]))) for text, place in said]


def update_foxes(old: list[Entry], *places: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the translations of “Fox” at these places after an update, with their flags."""
    messages = [WantedEntry(message(f"cards.c{n}.name", "Fox"), (), (place,)) for n, place in enumerate(places)]
    found = update_entries(old, messages, 2, lambda _: ())
    return [(each.forms[0], each.flags) for each in found.entries if not each.obsolete]


def test_references_find_what_lost_its_context() -> None:
    assert update_foxes(nameless(FIRE, FOX), "cards.yaml:3", "cards.yaml:9") == [("Fuchs", ()), ("Feuerfuchs", ())]


def test_where_references_do_not_fit_what_differs_is_unsure() -> None:
    shifted = update_foxes(nameless(FOX, FIRE), "cards.yaml:9", "cards.yaml:15")
    assert sorted(shifted) == [("Feuerfuchs", ("fuzzy",)), ("Fuchs", ("fuzzy",))]
    assert update_foxes(nameless(("Fuchs", ""), ("Feuerfuchs", "")), "cards.yaml:3", "cards.yaml:9") == [
        ("Fuchs", ("fuzzy",)),
        ("Feuerfuchs", ("fuzzy",)),
    ]


def test_what_says_the_same_is_sure_without_references() -> None:
    same = ("Fuchs", "")
    assert update_foxes(nameless(same, same), "cards.yaml:3", "cards.yaml:9") == [("Fuchs", ()), ("Fuchs", ())]


def test_what_a_tool_united_is_sure_where_it_names_all_places() -> None:
    united = nameless(("Fuchs", "cards.yaml:3 cards.yaml:9"))
    assert update_foxes(united, "cards.yaml:3", "cards.yaml:9") == [("Fuchs", ()), ("Fuchs", ())]
    assert update_foxes(united, "cards.yaml:3", "cards.yaml:5") == [("Fuchs", ()), ("Fuchs", ("fuzzy",))]


def test_what_an_earlier_update_made_obsolete_is_found_again() -> None:
    old = [entry("cards.c0.name", "Fox"), *(each._replace(obsolete=True) for each in nameless(FOX))]
    assert update_foxes(old, "cards.yaml:3") == [("Fuchs", ())]


def test_most_translations_lost_is_an_accident() -> None:
    old = [entry(f"cards.c{n}.name", f"Fox {n}", "Fuchs") for n in range(30)]
    assert update(old).loses_most
    assert update(old, *(message(f"cards.c{n}.name", f"Fox {n}") for n in range(14))).loses_most
    assert not update(old, *(message(f"cards.c{n}.name", f"Fox {n}") for n in range(15))).loses_most
    assert not update(old[:10]).loses_most  # of so few, all may be gone for good reasons


def test_what_vanished_comes_back() -> None:
    old = [entry("cards.a.name", "Fox", "Fuchs")]
    gone = update(old)
    assert [each.obsolete for each in gone.entries] == [True]
    assert update(list(gone.entries), message("cards.a.name", "Fox")).entries == tuple(old)


def test_what_vanished_untranslated_is_gone_unless_somebody_said_something_about_it() -> None:
    old = [entry("a.b.c", "x"), entry("a.b.d", "y", comments=(" what is this?",))]
    assert [each.source for each in update(old).entries] == ["y"]


def test_items_of_a_list_move_with_their_translations() -> None:
    old = [entry("cards.a.steps.0", "Walk.", "Geh."), entry("cards.a.steps.1", "Run.", "Lauf.")]
    messages = [message(f"cards.a.steps.{n}", text) for n, text in enumerate(["Look.", "Walk.", "Run."])]
    found = update(old, *messages)
    assert [(each.context, each.source, each.forms[0], each.flags) for each in found.entries] == [
        ("cards.a.steps.0", "Look.", "", ()),
        ("cards.a.steps.1", "Walk.", "Geh.", ()),
        ("cards.a.steps.2", "Run.", "Lauf.", ()),
    ]
    assert counted(found) == (1, 0, 0, 0, 0)


def test_labels_of_one_template_are_not_taken_for_each_other() -> None:
    old = [entry("card.xml.j2", "Cost", "Preis"), entry("card.xml.j2", "Power", "Kraft")]
    found = update(old, message("card.xml.j2", "Price"), message("card.xml.j2", "Strength"))
    assert [each.forms for each in found.entries if not each.obsolete] == [("",), ("",)]
    assert [each.forms[0] for each in found.entries if each.obsolete] == ["Preis", "Kraft"]


def test_a_pair_instead_of_one_begins_anew() -> None:
    found = update([entry("step:x.say", "Deal.", "Gib.")], message("step:x.say", "Deal {count}.", "Deal one."))
    assert found.entries[0] == Entry("step:x.say", "Deal one.", ("", ""), "Deal {count}.")
    assert found.entries[1].obsolete


def test_what_is_known_is_filled_in() -> None:
    found = update_entries([], [WantedEntry(message("a.b.c", "coin"))], 2, lambda _: ("Münze",))
    assert found.entries == (entry("a.b.c", "coin", "Münze"),)


contexts = st.sampled_from(["", "cards.a.name", "cards.b.name", "cards.a.steps.0", "cards.a.steps.1", "x:y"])
sources = st.sampled_from(["Fox", "Hen", "Owl", "Fox."])
olds = st.lists(
    st.builds(
        lambda context, source, forms, **more: Entry(context, source, forms, **more),
        contexts,
        sources,
        st.sampled_from([("",), ("eins",), ("zwei",)]),
        comments=st.sampled_from([(), (" note",)]),
        flags=st.sampled_from([(), ("fuzzy",)]),
        obsolete=st.booleans(),
    ),
    unique_by=lambda each: each.key,
    max_size=8,
)
messages = st.lists(st.builds(message, contexts.filter(bool), sources), unique_by=lambda each: each.key, max_size=8)


@pytest.mark.nightly(examples=50)
@given(olds, messages)
@settings(max_examples=200)
def test_no_work_is_lost_and_twice_is_once(old: list[Entry], wanted: list[Message]) -> None:
    found = update(old, *wanted)
    before = Counter((each.forms, each.comments) for each in old if any(each.forms) or each.comments)
    after = Counter((each.forms, each.comments) for each in found.entries if any(each.forms) or each.comments)
    assert before <= after
    assert set(after) - set(before) <= {(forms, ()) for forms, _ in before}  # a text may be that of several
    assert [each.key for each in found.entries if not each.obsolete] == [each.key for each in wanted]
    again = update(list(found.entries), *wanted)
    assert (again.entries, counted(again)) == (found.entries, (0, 0, 0, 0, 0))
