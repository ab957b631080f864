"""What a language is to say, in the order in which a translator needs it."""

from changing import change, path_of

from pnp.io.project import Project
from pnp.proof.details import text_help, translation_progress, translations
from pnp.proof.session import EditionChoice, ProofSession
from pnp.proof.text_editing import SaveRequest, TextEditor

EN, DE = EditionChoice(), EditionChoice("de")


def test_what_is_missing_or_doubted_comes_first(session: ProofSession, project: Project) -> None:
    change(project, "locale/de.po", '\nmsgctxt "guests.smith.rule"', '\n#, fuzzy\nmsgctxt "guests.smith.rule"')
    found = translations(session, DE)
    states = [text["state"] for text in found["texts"]]
    assert states == sorted(states, key=["missing", "fuzzy", "translated"].index)
    by_context = {text["context"]: text for text in found["texts"]}
    assert by_context["guests.smith.rule"]["said"] == ["Nimm eine Münze."]
    assert by_context["guests.smith.rule"]["isFuzzy"]
    assert by_context["guests.widow.name"]["state"] == "missing"
    assert not by_context["guests.widow.rule"]["isThere"]
    assert by_context["guests.smith.name"]["label"] == "guests/smith"


def test_the_language_of_the_data_has_nothing_to_translate(session: ProofSession) -> None:
    assert translations(session, EN)["texts"] == []


def test_how_far_each_language_is(session: ProofSession) -> None:
    (german,) = translation_progress(session, EN)["languages"]
    guests = next(part for part in german["parts"] if part["part"] == "guests")
    assert (guests["translated"], guests["missing"]) == (2, 5)


def test_how_much_room_a_text_has(session: ProofSession) -> None:
    found = text_help(session, DE, "The Smith", "guests/smith", "name")
    assert 20 < found["room"] < 200


def test_an_entry_is_saved_by_its_context_and_no_longer_doubted(session: ProofSession, project: Project) -> None:
    change(project, "locale/de.po", '\nmsgctxt "guests.smith.rule"', '\n#, fuzzy\nmsgctxt "guests.smith.rule"')
    entry = {"file": "card_data/inn/locale/de.po", "context": "guests.smith.rule", "source": "Take a coin."}
    asked = SaveRequest("Nimm eine Münze.", "Nimm 1 Münze.", **entry)
    assert "saved" in TextEditor(session).save(DE, "a", asked)
    text = path_of(project, "locale/de.po").read_text()
    assert 'msgstr "Nimm 1 Münze."' in text and "fuzzy" not in text
