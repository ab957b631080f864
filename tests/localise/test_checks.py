"""What is wrong with translations: each rule finds its mistake at its line, and nothing where there is none."""

from pathlib import Path

import pytest
from facts import read_facts
from pointed import pointed

from pnp.diagnostics.codes import read_explanation
from pnp.localise import checks
from pnp.localise.catalogue import Catalogue
from pnp.localise.checks import CHECKS, About, check_catalogue
from pnp.localise.languages import ENGLISH, plurals_of
from pnp.localise.messages import Message
from pnp.localise.po import read_po
from pnp.model.language import Speech, Term
from pnp.model.problem import Problem
from pnp.model.span import Span

COIN = Term("coin", Span("glossary.yaml", 3), forms=("coins",), languages={"de": ("Münze", "Münzen", "Münz-")})
ABBEY = Term("Abbey", Span("glossary.yaml", 2), part="name", languages={"de": ("Abtei",)})
PARTY = Term("Party", Span("glossary.yaml", 4), languages={"de": ("Gefolge",), "ja": ("一行",)})


def severities(source: str, text: str) -> list[str]:
    return [each.severity.value for each in problems_in(f'msgctxt "c"\nmsgid "{source}"\nmsgstr "{text}"\n')]


def lines_of(entries: str, language: str = "de", *, glossary: tuple[Term, ...] = (COIN, PARTY, ABBEY)) -> list[str]:
    """Return problems without their file and origin: `3 PNP615 lacking=[a] …`."""
    found = read_facts(problems_in(entries, language, glossary))
    return [str(fact._replace(place=fact.place.removeprefix("x.po:"), origin="")) for fact in found]


def number_words(language: str) -> Speech:
    words = {2: "zwei", 8: "acht", 9: "neun"} if language else {1: "one", 2: "two", 8: "eight", 9: "nine"}
    return Speech(language or "en", lambda: words)


def problems_in(entries: str, language: str = "de", glossary: tuple[Term, ...] = (COIN, PARTY, ABBEY)) -> list[Problem]:
    read = read_po(entries.encode(), "x.po")
    assert read.problems == []
    plurals = plurals_of(language) or ENGLISH
    catalogue = Catalogue("x.po", language, plurals, None, read.entries, written=read.written)
    messages = {}
    for entry in read.entries:
        component, _, rest = entry.context.partition(".")
        piece, _, path = rest.partition(".")
        text, one = (entry.plural, entry.source) if entry.plural else (entry.source, "")
        subject = f"{component}/{piece}" if path else ""
        message = Message(entry.context, text, Span("cards.yaml", 1), component, one, subject, path)
        messages[message.key] = message
    return check_catalogue(About(catalogue, messages, glossary, number_words))


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("Take a [a].", "Nimm ein Ei.", "error"),
        ("Take a [a].", "Nimm ein [b].", "error"),
        ("Take a [a].", "Nimm ein [a] ([b]).", "warning"),
        ("Take +2.", "Nimm −2.", "error"),
        ("Take +2.", "Nimm 2.", "error"),
        ("Take 2.", "Nimm neun.", "error"),
        ("Take −2.", "Nimm -2.", "warning"),
        ("Take cards.", "Nimm 1 Karte.", "warning"),
        ("Take {n}.", "Nimm sie.", "error"),
    ],
)
def test_what_would_print_another_rule_is_an_error(source: str, text: str, expected: str) -> None:
    assert severities(source, text) == [expected]


@pytest.mark.parametrize(
    ("source", "lines", "expected"),
    [
        ("Take a **big** [a].", '"Nimm ein **großes** "\n"Ding [a."', "6:7 [a"),
        ("[a-b] is [b].", '"[a-b] ist b]."', "5:12 b]"),
        ("Take a [a].", '"Nimm [a], [b] und [b]."', "5:20 [b]"),
        ("Stay: go.", '"Blei\\nb*: geh."', "5:9 *"),
        ("Lay {n} out.", '"Lege {n} für {m|word} aus."', "5:15 {m|word}"),
        ("Lay {n} out.", '"Lege {n aus."', "5:7 {"),
        ("Take 3 of 12.", '"Nimm 3 von "\n"13."', "6:2 13"),
        ("Take −2.", '"Nimm -2."', "5:7 -2"),
        ("Take eight.", '"Nimm neun."', "5:7 neun"),
        ("**Leave**.", '"Zur **Abtei**\\n."', "5:8 Abtei"),
        ("Go on.", '"Geh  weiter."', "5:5   "),
        ("Go, now.", '"Geh , jetzt."', "5:5  "),
        ("**Go.**", '"**Geh!**"', "5:7 !"),
        ("**Go.**", '"**Geh**"', "5:6 h"),
        ("**Say** “no”.", '"**Sag** “nein“."', "5:10 “"),
        ("*It’s* on.", '"Auf *geht\'s*."', "5:11 '"),
        ("Go.", '"Geh\\a."', "5:5 \\a"),
        ("A coin.", '"Eine \u202eMünze."', "5:7 \u202e"),
        ("Take a coin.", '"Nimm ein Ding."', "4"),
    ],
)
def test_what_is_pointed_at(source: str, lines: str, expected: str, tmp_path: Path) -> None:
    """The second line has the context, those from the fifth on the translation."""
    text = f'#\nmsgctxt "c"\nmsgid "{source}"\nmsgstr ""\n{lines}\n'
    (problem,) = problems_in(text)
    assert pointed(problem, text, tmp_path) == expected


def test_plural_forms_and_contexts_are_pointed_at(tmp_path: Path) -> None:
    text = PLURAL.format("Deal {n} card.", "Deal {n} cards.", "Gib eine.", "Gib {m}.")
    (problem,) = problems_in(text)
    assert pointed(problem, text, tmp_path) == "5:16 {m}"
    text = 'msgctxt "cards.a\\a.name"\nmsgid "Fox"\nmsgstr "Fuchs"\n'
    (entry,) = read_po(text.encode(), "x.po").entries
    catalogue = Catalogue("x.po", "de", ENGLISH, None, (entry,))
    (problem,) = check_catalogue(About(catalogue, {}, ()))
    assert pointed(problem, text, tmp_path) == "1:17 \\a"


def check(source: str, text: str, language: str = "de") -> list[str]:
    """Return the problems of one translation."""
    quoted = [part.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") for part in (source, text)]
    lines = lines_of(f'msgctxt "c"\nmsgid "{quoted[0]}"\nmsgstr "{quoted[1]}"\n', language)
    assert all(line.startswith("3 ") for line in lines)
    return [line[2:] for line in lines]


@pytest.mark.parametrize(
    ("source", "text", "problem"),
    [
        ("Take a [a].", "Nimm ein [b].", "PNP615 lacking=[a] surplus=[b] ~about=c"),
        ("[a] [a]", "[a]", "PNP615 lacking='1 of 2 [a]' ~about=c"),
        ("[a] [a] [b]", "b", "PNP615 lacking='2 of 2 [a], [b]' ~about=c"),
        ("[a] [b]", "[a] [a]", "PNP615 lacking=[b] surplus='1 more [a]' ~about=c"),
        ("Take [a].", "Nimm [a] [b] [b].", "PNP615 surplus='2 [b]' ~about=c"),
        ("Take a [a].", "Nimm ein [a.", "PNP615 half=[a lacks=closed ~about=c"),
        ("[a-b] is [b].", "[a-b ist [b].", "PNP615 half=[a-b lacks=closed ~about=c"),
        ("Take a [a].", "Nimm ein a].", "PNP615 half=a] lacks=opened ~about=c"),
        ("**Stay:** go.", "Bleib: geh.", "PNP616 stretches='no bold part' wanted=1 ~about=c"),
        ("[red]Stay:[/red] go.", "Bleib: geh.", "PNP616 stretches='no [red] part' wanted=1 ~about=c"),
        ("__Stay:__ go.", "Bleib: geh.", "PNP616 stretches='no underlined part' wanted=1 ~about=c"),
        ("__Stay:__ go.", "__Bleib: geh.", "PNP616 mark='an underscore' ~about=c"),
        ("Stay.", "*Bleib*.", "PNP616 stretches='1 italic part' wanted=none ~about=c"),
        ("**Stay:** go.", "**Bleib: geh.", "PNP616 mark='a star' ~about=c"),
        ("**Stay:** go.", "** Bleib:** geh.", "PNP616 mark='a star' ~about=c"),
        ("**a** *b*", "**a***b", "PNP616 mark='a star' ~about=c"),
        ("Lay {count} out.", "Lege {anzahl} aus.", "PNP617 lacking={count} surplus={anzahl} ~about=c"),
        ("Take 3 of 12.", "Nimm 3 von 13.", "PNP618 lacking=12 surplus=13 ~about=c"),
        ("Take −2.", "Nimm -2.", "PNP618 surplus=-2 lacking=−2 ~about=c"),
        ("Take a coin.", "Nimm ein Geldstück.", "PNP619 forms='Münze, Münzen, Münz-' term=coin ~about=c"),
        ("Your Party.", "Deine Party.", "PNP619 forms=Gefolge term=Party ~about=c"),
        ("To the town.", "Zur Abtei.", "PNP635 word=Abtei term=Abbey ~about=c"),
        ("Your Party.", "Deine Münze.", "PNP635 word=Münze other=coin term=Party ~about=c"),
        ("Go.", " Geh.", "PNP620 what='begins with a blank' around='“ Geh.”' ~about=c"),
        ("Go.", "Geh. ", "PNP620 what='ends with a blank' around='“Geh. ”' ~about=c"),
        ("Go on.", "Geh  weiter.", "PNP620 what='has more than one blank in a row' around='“Geh  weiter.”' ~about=c"),
        ("To the wild.", "In die Wildnis .", "PNP620 mark=. around='“… die Wildnis .”' ~about=c"),
        ("Go, now.", "Geh\u00a0, jetzt.", "PNP620 mark=, around='“Geh\xa0, jetzt.”' ~about=c"),
        ("**Go:** now.", "**Geh :** jetzt.", "PNP620 mark=: around='“**Geh :** jetzt.”' ~about=c"),
        ("Go [a]!", "Geh [a] !", "PNP620 mark=! around='“Geh [a] !”' ~about=c"),
        ("Say “[a] no”.", "Sag „[a] nein”.", "PNP622 mark=” around='“Sag „[a] nein”.”' ~about=c"),
        ("{n[4]} [a] “no”", "{n[4]} [a] „nein”", "PNP622 mark=” around='“…{…} [a] „nein””' ~about=c"),
        ("A \\\\[a].", "Ein \\\\.", "PNP615 lacking=[a] ~about=c"),
        ("Go.", "Geh", "PNP621 how='without a stop' otherwise='with .' end=“Geh” ~about=c"),
        ("Go", "Geh!", "PNP621 how='with !' otherwise='without a stop' end=“Geh!” ~about=c"),
        ("Say “no”.", "Sag “nein“.", "PNP622 mark=“ around='“Sag “nein“.”' ~about=c"),
        ("Say “no”.", "Sag „nein”.", "PNP622 mark=” around='“Sag „nein”.”' ~about=c"),
        ("Say “no”.", 'Sag "nein".', "PNP622 around='“Sag \"nein\".”' ~about=c"),
        ("It’s on.", "Auf geht's.", "PNP622 around='“Auf geht's.”' ~about=c"),
        ("Go.", "Geh\x07.", "PNP605 number=0007 around=“Geh·.” ~about=c"),
        ("A coin.", "Eine \u202eMün\u202cze.", "PNP606 number=202E ~about=c"),
        ("Go.", "\u202eGeh.", "PNP606 number=202E ~about=c"),
        ("Go.", "\u2067Geh.", "PNP606 number=2067 ~about=c"),
    ],
)
def test_mistakes(source: str, text: str, problem: str) -> None:
    if "\x07" in text:
        lines = lines_of(f'msgctxt "c"\nmsgid "{source}"\nmsgstr "Geh\\a."\n')
        assert lines == [f"3 {problem}"]
    else:
        assert check(source, text) == [problem]


@pytest.mark.parametrize(
    ("source", "text", "language"),
    [
        ("Take 1,000 [a] of 2.5.", "Nimm 1.000 [a] von 2,5.", "de"),
        ("2–4 players", "2–4 Leute", "de"),
        ("Take three.", "Nimm drei.", "de"),
        ("Take 2 of nine.", "Nimm zwei von 9.", "de"),
        ("Take 1 of 2.", "Nimm einen der beiden.", "de"),
        ("Take another.", "Nimm noch 1.", "de"),
        ("−2 to −1", "−2 bis −1", "de"),
        ("Take 12.", "خذ ١٢.", "ar"),
        ("**A** and **b**", "**C** und **d**", "de"),
        ("***A*** b", "***C*** d", "de"),
        ("**A** *b*", "**C***d*", "de"),  # three stars that end one stretch and begin another
        ("Its power −1.", "パワーを−1。", "ja"),  # behind a letter that joins nothing
        ("Take −1 now.", "ใช้−1", "th"),
        ("Take one, or two of 5.", "1つか、5枚から2枚取る。", "ja"),  # as one counts there
        ("A star: \\*", "Ein Stern: \\*", "de"),
        ("2 * 3", "2 * 3", "de"),
        ("Coins buy.", "Münzen kaufen.", "de"),
        ("A coin pile.", "Ein Münzstapel.", "de"),
        ("The coinage.", "Die Währung.", "de"),
        ("We party.", "Wir feiern.", "de"),
        ("**Coin:** take.", "**Münze:** nimm.", "de"),
        ("Your Party.", "あなたの一行。", "ja"),
        ("Is it?", "هل هو؟", "ar"),
        ("Is it?", "Είναι;", "el"),
        ("Go.", "ไป", "th"),
        ("Say “no”.", "Dis « non ».", "fr"),
        ("Go ahead!", "Va\u00a0; vite\u202f!", "fr"),
        ("Wait…", "Warte …", "de"),
        ("Wait ...", "Warte ...", "de"),
        ("Up to .5 points.", "Bis zu .5 Punkten.", "de"),
        ("Say “no”.", "「いいえ」と言う。", "ja"),
        ('A 5" plank', 'Ein 5"-Brett', "de"),
        ("It’s.", "C’est.", "fr"),
        ("One\ntwo.", "Eins\nzwei.", "de"),
        ("Go.", "\u2067Geh\u2069.", "de"),
        ("Go. [a]", "Geh. [a]", "de"),
    ],
)
def test_what_is_right(source: str, text: str, language: str) -> None:
    assert check(source, text, language) == []


def test_how_french_quotes() -> None:
    lines = lines_of('msgctxt "c"\nmsgid "Say “no”."\nmsgstr "Dis “non„."\n', "fr")
    assert lines == ["3 PNP622 mark=„ around='“Dis “non„.”' ~about=c"]
    read = read_po(b'msgctxt "c"\nmsgid "Say no."\nmsgstr "Dis \\"non\\"."\n', "x.po")
    catalogue = Catalogue("x.po", "fr", ENGLISH, None, read.entries)
    assert [each.hint for each in check_catalogue(About(catalogue, {}, ()))] == ["like «\u00a0this\u00a0»"]


@pytest.mark.parametrize(("text", "mark"), [("„Citava“", "„"), ("‹Citava›", "‹"), ("「Citava」", "「")])
@pytest.mark.parametrize("language", ["it", "es", "pt", "ca", "el"])
def test_quotes_that_a_language_with_several_ways_does_not_have(text: str, mark: str, language: str) -> None:
    assert check("“It”", text, language) == [f"PNP622 mark={mark} around=“{text}” ~about=c"]
    assert all(check("“It”", right, language) == [] for right in ("«Citava»", "“Citava”", "‘Citava’"))
    assert check("“It”", "‹Citava›", "it-CH") == []


PAIRS = """\
msgctxt "cards.a.rule"
msgid "{0}"
msgstr "{1}"

msgctxt "{4}"
msgid "{2}"
msgstr "{3}"
"""


def pair(one: str, its: str, other: str, its_own: str, context: str = "cards.b.rule") -> list[str]:
    return lines_of(PAIRS.format(one, its, other, its_own, context))


def test_one_source_two_translations() -> None:
    expected = ["7 PNP623 source=“Take.” said=“Nehmt.” other=“Nimm.” context=cards.a.rule ~about=cards.b.rule"]
    assert pair("Take.", "Nimm.", "Take.", "Nehmt.") == expected
    assert pair("Take.", "Nimm.", "Take.", "Nehmt.", "cards.b.text") == []
    assert pair("Take.", "Nimm.", "Take.", "Nehmt.", "tiles.b.rule") == []


@pytest.mark.parametrize("context", ["tiles.b.text", "step:x.say", "card.xml.j2", "zone:x.title"])
def test_more_than_a_word_is_one_thing_everywhere(context: str) -> None:
    assert pair("Take it.", "Nimm es.", "Take it.", "Nehmt es.", context) == [
        f"7 PNP623 source='“Take it.”' said='“Nehmt es.”' other='“Nimm es.”' context=cards.a.rule ~about={context}"
    ]


@pytest.mark.parametrize("context", ["zone:harbour.title", "component:x.title", "game:title", "towns.b.name"])
def test_a_name_is_one_everywhere(context: str) -> None:
    assert pair("Harbour", "Hafen", "Harbour", "Bucht", context) == [
        f"7 PNP623 source=“Harbour” said=“Bucht” other=“Hafen” context=cards.a.rule ~about={context}"
    ]
    text = PAIRS.replace("cards.a.rule", context).format("Harbour", "Hafen", "Harbour", "Bucht", "cards.a.rule")
    assert lines_of(text) == [
        f"7 PNP623 source=“Harbour” said=“Bucht” other=“Hafen” context={context} ~about=cards.a.rule"
    ]


def test_what_pnp_says_itself_is_of_no_game() -> None:
    assert pair("Turn over", "Dreh um", "Turn over", "Wende", "pnp.instructions.turn") == []


def test_two_sources_one_translation() -> None:
    expected = ["7 PNP624 said=“Nimm.” source=“Give.” other=“Take.” ~about=cards.b.rule"]
    assert pair("Take.", "Nimm.", "Give.", "Nimm.") == expected
    assert pair("Take.", "Nimm.", "take.", "Nimm.") == []
    assert pair("a pond", "Teich", "Pond", "Teich") == []
    assert pair("Take the nut.", "Nimm.", "Take a nut.", "Nimm.") == []
    assert len(pair("Pay an ally.", "Gib.", "Pay any.", "Gib.")) == 1
    assert pair("Take.", "Nimm.", "Give.", "Nimm.", "cards.b.name") == []


def test_items_of_lists_are_of_one_family() -> None:
    text = PAIRS.replace("cards.a.rule", "cards.a.steps.0").format("Take.", "Nimm.", "Take.", "Los.", "cards.b.steps.3")
    assert [line[:8] for line in lines_of(text)] == ["7 PNP623"]


PLURAL = """\
msgctxt "step:x.say"
msgid "{0}"
msgid_plural "{1}"
msgstr[0] "{2}"
msgstr[1] "{3}"
"""


def test_plural_forms_may_name_a_single_thing_in_words() -> None:
    assert lines_of(PLURAL.format("Deal {n} card.", "Deal {n} cards.", "Gib eine.", "Gib {n}.")) == []
    assert lines_of(PLURAL.format("Deal one.", "Deal {n}.", "Gib eine.", "Gib viele.")) == []
    assert lines_of(PLURAL.format("Deal 1 of {n}.", "Deal {n} of 9.", "Gib eine.", "Gib {m} von 9.")) == [
        "5 PNP617 lacking={n} surplus={m} ~about=step:x.say"
    ]


def test_what_is_fuzzy_or_empty_is_not_examined() -> None:
    assert lines_of('msgctxt "c"\nmsgid "Go."\nmsgstr ""\n') == []
    assert lines_of('#, fuzzy\nmsgctxt "c"\nmsgid "Go."\nmsgstr "  Geh"\n') == []
    assert lines_of('#~ msgctxt "c"\n#~ msgid "Go."\n#~ msgstr "  Geh"\n') == []


def test_a_game_without_a_glossary() -> None:
    assert lines_of('msgctxt "c"\nmsgid "A coin."\nmsgstr "Ein Ding."\n', glossary=()) == []


def test_a_control_character_is_one_problem() -> None:
    assert lines_of('msgctxt "c"\nmsgid "A coin."\nmsgstr "Eine Mün\\aze."\n') == [
        "3 PNP605 number=0007 around='“Eine Mün·ze.”' ~about=c"
    ]


def test_a_soft_hyphen_is_no_part_of_a_word() -> None:
    assert lines_of('msgctxt "c"\nmsgid "A coin."\nmsgstr "Eine Mün\u00adze."\n') == []


def test_an_everyday_word_alone_is_no_other_term() -> None:
    role = Term("Leader", Span("glossary.yaml", 5), part="noun", languages={"de": ("Rolle",)})
    said = 'msgctxt "c"\nmsgid "It doesn’t matter."\nmsgstr "Das spielt keine Rolle."\n'
    assert lines_of(said, glossary=(role,)) == []


def test_verbs_and_adverbs_are_told_only_where_another_stands_for_them() -> None:
    bury, draw = (
        Term(term, Span("glossary.yaml", line), part="verb", languages={"de": (word,)})
        for line, (term, word) in enumerate((("bury", "vergraben"), ("draw", "ziehen")), 5)
    )
    said = 'msgctxt "c"\nmsgid "Bury it."\nmsgstr "{}"\n'
    assert lines_of(said.format("Du vergräbst es."), glossary=(bury, draw)) == []
    assert lines_of(said.format("Lass es verschwinden."), glossary=(bury, draw)) == []
    assert lines_of(said.format("Zieh es."), glossary=(bury, draw)) == [
        "3 PNP635 word=Zieh other=draw term=bury ~about=c"
    ]


def test_an_icon_called_like_a_term_says_the_term() -> None:
    abbey = 'msgctxt "c"\nmsgid "Go to the [{}]."\nmsgstr "Geh zur Abtei [{}]."\n'
    assert lines_of(abbey.format("abbey", "abbey")) == []
    assert [line[2:8] for line in lines_of(abbey.format("star", "star"))] == ["PNP635"]


def test_a_word_within_that_of_a_term_is_that_term() -> None:
    hidden = Term("hidden Hero", Span("glossary.yaml", 5), languages={"de": ("verdeckter Held",)})
    down = Term("face down", Span("glossary.yaml", 6), languages={"de": ("verdeckter",)})
    said = 'msgctxt "c"\nmsgid "A hidden Hero."\nmsgstr "Ein verdeckter Held."\n'
    assert lines_of(said, glossary=(hidden, down)) == []


def test_a_blank_that_does_not_break_is_a_blank() -> None:
    area = Term("dark area", Span("glossary.yaml", 5), languages={"de": ("dunkler Bereich",)})
    text = 'msgctxt "c"\nmsgid "The dark\u00a0area."\nmsgstr "{}"\n'
    assert lines_of(text.format("Ein dunkler\u00a0Bereich."), glossary=(area,)) == []
    assert lines_of(text.format("Ein Bereich."), glossary=(area,)) != []


def test_each_file_has_checks_that_explain_themselves() -> None:
    folder = Path(checks.__file__).parent
    assert set(CHECKS) == {path.stem.replace("_", "-") for path in folder.glob("*.py") if path.stem[0] != "_"}
    for each in (each for some in CHECKS.values() for each in some):
        text = read_explanation(each.code.id).text
        assert "Bad:  " in text and "Good: " in text
    assert all(CHECKS.values())


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("Take eight cards.", "Nimm neun Karten.", ["3 PNP618 surplus=neun lacking=eight ~about=c"]),
        ("Take eight cards.", "Nimm acht Karten.", []),
        ("Eight and 9.", "Acht und 9.", []),
        ("Take one card.", "Nimm eine Karte.", []),
        ("Both take one card.", "Die zwei nehmen eine Karte.", []),
        ("Two take two cards each.", "Jeder nimmt welche.", []),
        ("Take {eight} of nine.", "Nimm {eight} von neun.", []),
        ("Take [eight-coins].", "Nimm [eight-coins], neun.", []),
    ],
)
def test_numbers_in_words(source: str, text: str, expected: list[str]) -> None:
    assert lines_of(f'msgctxt "c"\nmsgid "{source}"\nmsgstr "{text}"\n') == expected


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("Deal {hand|word} cards", "Gib {hand|word('eine')} {hand|form('Karte', 'Karten')}", []),
        ("Deal {hand} of 4 [a] (*b*)", "Gib {  hand | word } von 4 [a] (*b*)", []),
        ("{tables.x[4]|word('a')} {2*3} *b*", "*b* {2*3} {tables.x[4]}", []),
        ("Deal {hand}", "Gib {hands}", ["3 PNP617 lacking={hand} surplus={hands} ~about=c"]),
        ("Deal {hand}", "Gib {hand", ["3 PNP617 brace={ partner=} ~about=c"]),
        (r"Print \\{", r"Druck \\{", []),
    ],
)
def test_translations_keep_figures_and_say_them_their_own_way(source: str, text: str, expected: list[str]) -> None:
    assert lines_of(f'msgctxt "c"\nmsgid "{source}"\nmsgstr "{text}"\n') == expected


def test_two_numbers_in_the_same_word() -> None:
    entries = (
        'msgctxt "pnp.numbers.1"\nmsgid "one"\nmsgstr "zwei"\n\nmsgctxt "pnp.numbers.2"\nmsgid "two"\nmsgstr "zwei"\n'
    )
    assert [line.split()[1] for line in lines_of(entries)] == ["PNP624"]
