"""What isn't translated is said, each at its place; what the game doesn't say, too."""

import pytest
from facts import list_facts

from pnp.localise.catalogue import Catalogue, Catalogues
from pnp.localise.languages import ENGLISH
from pnp.localise.messages import Message
from pnp.localise.missing import Counts, State, survey
from pnp.localise.po import read_po
from pnp.model.span import Span

PO = """\
msgctxt "cards.a.name"
msgid "Fox"
msgstr "Fuchs"

#, fuzzy
msgctxt "cards.b.name"
msgid "Hen"
msgstr "Hahn"

msgctxt "cards.c.name"
msgid "Owl"
msgstr ""

msgctxt "cards.d.name"
msgid "Old owl"
msgstr "Alte Eule"

msgctxt "cards.x.name"
msgid "Gone"
msgstr "Weg"

msgctxt "step:s.say"
msgid "Deal one."
msgid_plural "Deal {n}."
msgstr[0] "Gib eine."
msgstr[1] ""

msgctxt "card.xml.j2"
msgid "Price"
msgstr "Preis"

#~ msgctxt "cards.e.name"
#~ msgid "Cat"
#~ msgstr "Katze"
"""


def message(context: str, text: str, one: str = "") -> Message:
    piece = context.partition(".")[2].partition(".")[0]
    return Message(context, text, Span("g/cards.yaml", 9), "cards", one, f"cards/{piece}", "name")


MESSAGES = [
    message("cards.a.name", "Fox"),
    message("cards.b.name", "Hen"),
    message("cards.c.name", "Owl"),
    message("cards.d.name", "Young owl"),
    message("cards.e.name", "Cat"),
    message("step:s.say", "Deal {n}.", "Deal one."),
]


def catalogues(text: str = PO) -> Catalogues:
    found = read_po(text.encode(), "g/locale/de.po")
    assert found.problems == []
    return Catalogues("de", [Catalogue("g/locale/de.po", "de", ENGLISH, None, found.entries)])


def test_each_state_at_its_place() -> None:
    found = survey(catalogues(), MESSAGES, (), "g")
    assert [state for _, state in found.states] == [State.TRANSLATED, State.FUZZY, *[State.MISSING] * 4]
    assert [fact.partition(" ~")[0] for fact in list_facts(found.problems)] == [
        "g/locale/de.po:8 PNP611 context=cards.b.name text=Hen",
        "g/locale/de.po:12 PNP612 context=cards.c.name text=Owl",
        "g/locale/de.po:16 PNP613 context=cards.d.name before='Old owl' text='Young owl'",
        "g/locale/de.po PNP610 context=cards.e.name text=Cat",
        "g/locale/de.po:25 PNP612 context=step:s.say text='Deal {n}.'",
        "g/locale/de.po:20 PNP614 context=cards.x.name",
        "g/locale/de.po:30 PNP614 context=card.xml.j2",
    ]
    assert {problem.origin for problem in found.problems} == {Span("g/cards.yaml", 9), None}
    cards = Counts("cards", translated=1, copied=0, inherited=0, fuzzy=1, missing=4, problems=0)
    assert next(each for each in found.counts() if each.part == "cards") == cards


@pytest.mark.parametrize(
    "blanks", [" ", "\\n", "\\t ", "\u00a0", "\u3000", "\u200b", "\u2060\u200f", "\u2800", "\u00ad"]
)
def test_blanks_are_no_translation(blanks: str) -> None:
    text = f'msgctxt "cards.a.name"\nmsgid "Fox"\nmsgstr "{blanks}"\n'
    text += '\nmsgctxt "step:s.say"\nmsgid "Deal one."\nmsgid_plural "Deal {n}."\n'
    text += f'msgstr[0] "Gib eine."\nmsgstr[1] "{blanks}"\n'
    translation = catalogues(text)
    messages = [message("cards.a.name", "Fox"), message("step:s.say", "Deal {n}.", "Deal one.")]
    found = survey(translation, messages, (), "g")
    assert [fact.partition(" ~")[0] for fact in list_facts(found.problems)] == [
        "g/locale/de.po:3 PNP612 context=cards.a.name text=Fox",
        "g/locale/de.po:8 PNP612 context=step:s.say text='Deal {n}.'",
    ]
    assert [translation.find(*each.key) for each in messages] == [None, None]


def test_what_pnp_says_itself_is_never_missing() -> None:
    own = message("pnp.sheet.scale", "print at 100 %")._replace(has_words=True)
    assert survey(catalogues(), [own], (), "g").states == ((own, State.TRANSLATED),)


def test_nothing_unsure_is_used() -> None:
    translation = catalogues()
    for key in (("cards.b.name", "Hen"), ("cards.c.name", "Owl"), ("step:s.say", "Deal one.", "Deal {n}.")):
        assert translation.find(*key) is None
    assert translation.find("cards.e.name", "Cat") is None
    said = translation.find("cards.a.name", "Fox")
    assert said is not None
    assert (said.text, said.span) == ("Fuchs", Span("g/locale/de.po", 3))
