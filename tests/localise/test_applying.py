"""A game in another language: everything that is printed, with the place of each translation."""

from pathlib import Path

import pytest
from inn_game import write_inn

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.localise import make_edition, translation_of
from pnp.localise.edition import Pseudo
from pnp.localise.messages import messages_of
from pnp.model.game import Game
from pnp.model.language import Said, pick_form
from pnp.model.span import Span

HEADER = """\
msgid ""
msgstr ""
"Language: pl\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(write_inn(tmp_path), tmp_path)


def loaded(project: Project) -> Game:
    game, problems = load_game(project, "inn")
    assert problems == []
    assert game is not None
    return game


def test_messages_are_all_that_is_printed(project: Project) -> None:
    found = [(message.context, message.text, message.one) for message in messages_of(loaded(project))]
    assert found == [
        ("game:title", "The Inn", ""),
        ("game:credits", "By nobody.", ""),
        ("courses.soup.name", "Soups", ""),
        ("courses.cake.name", "Cakes", ""),
        ("component:dishes.title", "Dishes", ""),
        ("dishes:default.rule", "Serve it hot.", ""),
        ("dishes.broth.name", "Broth", ""),
        ("dishes.broth.rule", "**Serve:** Take 2 [coin] for each guest.", ""),
        ("dishes.broth.hints.0", "Salt helps.", ""),
        ("dishes.broth.hints.1", "Stir well.", ""),
        ("dishes.tart.name", "Tart", ""),
        ("dishes.roast.name", "Roast", ""),
        ("dishes.broth.name", "Rich broth", ""),
        ("module:feast.title", "The feast", ""),
        ("table:first.title", "Dishes at first", ""),
        ("zone:pile.title", "Kitchen", ""),
        ("zone:table.title", "Table", ""),
        ("step:serve.say", "Serve {count} dishes.", "Serve one dish."),
        ("rule:prices.say", "Every dish has a price.", ""),
    ]


def test_messages_know_their_place_and_their_piece(project: Project) -> None:
    message = next(each for each in messages_of(loaded(project)) if each.context == "dishes.broth.hints.1")
    assert (message.span, message.subject, message.path, message.part) == (
        Span("card_data/inn/dishes.yaml", 6, 24),
        "dishes/broth",
        "hints.1",
        "dishes",
    )
    assert message.about == "hints.1 of dishes/broth, Broth"


def test_everything_is_said(project: Project) -> None:
    edition = make_edition(loaded(project), "en-XA", "low", ["feast"], Pseudo("en-XA"))
    game, broth, tart, _ = edition.game, *edition.components["dishes"].pieces
    said = [game.title, game.credits, game.modules["feast"].title, edition.components["dishes"].title]
    said += [broth.fields["name"], tart.fields["name"], tart.fields["rule"]]
    said += [entry.fields["name"] for entry in game.groups["courses"].entries.values()]
    assert game.setup is not None
    said += [each.title for each in (*game.setup.tables.values(), *game.setup.zones.values())]
    said += [game.setup.steps["serve"].say.text_for(1), game.setup.steps["serve"].say.text_for(2)]
    said += [game.rules["prices"].say.other]
    assert [text for text in said if not str(text).startswith("«")] == []
    assert str(broth.fields["name"]).startswith("«Ŕîçĥ")  # the module's
    assert (broth.fields["course"], broth.fields["price"]) == ("soup", 2)


def test_what_is_missing_stays(project: Project) -> None:
    folder = project.root / "card_data/inn/locale"
    folder.mkdir()
    entries = 'msgctxt "dishes.broth.hints.1"\nmsgid "Stir well."\nmsgstr "Mieszaj."\n'
    entries += '\nmsgctxt "step:serve.say"\nmsgid "Serve one dish."\nmsgid_plural "Serve {count} dishes."\n'
    entries += 'msgstr[0] "Jedno danie."\nmsgstr[1] "{count} dania."\nmsgstr[2] "{count} dań."\n'
    (folder / "pl.po").write_text(HEADER + entries, encoding="utf-8")
    game = loaded(project)
    assert game.languages == ("en", "pl")
    translation, problems = translation_of(project, game, "pl")
    assert problems == []
    edition = make_edition(game, "pl", "low", (), translation)
    broth = edition.components["dishes"].pieces[0]
    assert broth.fields["name"] == "Broth"
    assert broth.fields["hints"] == ("Salt helps.", "Mieszaj.")
    assert broth.span_of("hints.1") == Span("card_data/inn/locale/pl.po", 9)
    assert broth.source_of("hints.1") == Span("card_data/inn/dishes.yaml", 6, 24)
    assert broth.span_of("hints.0") == broth.source_of("hints.0")
    assert edition.source is game
    assert edition.game.setup is not None
    say = edition.game.setup.steps["serve"].say
    assert [say.text_for(count) for count in (1, 3, 5, 22, "x")] == [
        "Jedno danie.",
        "{count} dania.",
        "{count} dań.",
        "{count} dania.",
        "{count} dań.",
    ]


def test_the_language_of_the_data_needs_no_translation(project: Project) -> None:
    game = loaded(project)
    assert translation_of(project, game, "") == translation_of(project, game, "en") == (None, [])
    assert make_edition(game, "en", "low", ()).translation is None


def test_counting() -> None:
    pseudo = Pseudo("en-XA")
    said = Said(("one", "more"), Span("x.po"))
    assert [pick_form(pseudo, said, count) for count in (1, 2, None)] == ["one", "more", "more"]
    assert pick_form(pseudo, said._replace(forms=("all",)), 1) == "all"
