"""A text is saved where it stands, and nothing else; refused when somebody was faster; taken back by who saved it."""

from typing import Any

import pytest
from changing import change, path_of
from spreadsheets import xlsx

from pnp.edit.edits import digest
from pnp.io.project import Project
from pnp.proof.details import piece_details
from pnp.proof.session import EditionChoice, ProofSession
from pnp.proof.text_editing import SaveRequest, TextEditor, address_of

EN, DE = EditionChoice(), EditionChoice("de")


def save(
    mender: TextEditor, label: str, path: str, seen: str, new: str, choice: EditionChoice = EN, page: str = "a"
) -> Any:
    return mender.save(choice, page, save_request(mender.session, label, path, seen, new, choice))


def save_request(
    session: ProofSession, label: str, path: str, seen: str, new: str, choice: EditionChoice = EN
) -> SaveRequest:
    """Return the request of a page that shows the text as the session has it now."""
    prepared = session.prepare(choice)
    address = address_of(session.project, prepared, label, path)
    target = address.save_target(prepared, label, path) if address else {"label": label, "path": path}
    found = SaveRequest.parse({**target, "seen": seen, "new": new})
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("file", "label", "path", "seen", "new", "choice", "old", "written"),
    [
        ("guests.yaml", "guests/smith", "rule", "Take a coin.", "Take 2.", EN, '"Take a coin."   #', '"Take 2."   #'),
        ("guests.yaml", "guests/widow", "name", "The Widow", "A widow: Ann", EN, "The Widow", "'A widow: Ann'"),
        ("rooms.csv", "rooms/red", "name", "Red, small", 'Red "R"', EN, '"Red, small"', '"Red ""R"""'),
        ("locale/de.po", "guests/smith", "name", "Der Schmied", "Die Schmiedin", DE, "Der Schmied", "Die Schmiedin"),
    ],
)
def test_one_text_of_one_file_changes_and_comes_back(
    session: ProofSession,
    project: Project,
    file: str,
    label: str,
    path: str,
    seen: str,
    new: str,
    choice: EditionChoice,
    old: str,
    written: str,
) -> None:
    before = {each: each.read_bytes() for each in project.root.rglob("*") if each.is_file()}
    mender = TextEditor(session)
    done = save(mender, label, path, seen, new, choice)
    assert done["saved"].endswith(file)
    assert "".join(was for was, _ in done["changes"]) == seen and "".join(now for _, now in done["changes"]) == new
    there = path_of(project, file)
    assert there.read_bytes() == before[there].replace(old.encode(), written.encode())
    assert all(each.read_bytes() == data for each, data in before.items() if each != there)
    session.refresh()
    assert mender.undo("a")["undone"] == label
    assert {each: each.read_bytes() for each in before} == before
    session.refresh()
    assert mender.redo("a")["redone"] == label
    assert there.read_bytes() == before[there].replace(old.encode(), written.encode())
    assert all(each.read_bytes() == data for each, data in before.items() if each != there)
    session.refresh()
    assert mender.undo("a")["changes"] == [(now, was) for was, now in done["changes"]]
    assert {each: each.read_bytes() for each in before} == before


def test_redo_goes_forward_until_something_else_is_saved(session: ProofSession, project: Project) -> None:
    there = path_of(project, "guests.yaml")
    mender, states = TextEditor(session), [there.read_bytes()]
    for seen, new in (("The Smith", "The Farrier"), ("The Farrier", "The Blacksmith")):
        save(mender, "guests/smith", "name", seen, new)
        session.refresh()
        states.append(there.read_bytes())
    assert mender.redo("a") == {"refused": "there is nothing to redo"}
    for how, state in ((mender.undo, 1), (mender.undo, 0), (mender.redo, 1), (mender.redo, 2), (mender.undo, 1)):
        assert "saved" in how("a")
        assert there.read_bytes() == states[state]
    session.refresh()
    save(mender, "guests/widow", "name", "The Widow", "The Widow Ann")
    assert mender.redo("a") == {"refused": "there is nothing to redo"}
    assert b"The Farrier" in there.read_bytes()


def test_redo_leaves_what_others_saved_meanwhile(session: ProofSession, project: Project) -> None:
    mender = TextEditor(session)
    save(mender, "guests/smith", "name", "The Smith", "The Blacksmith")
    session.refresh()
    assert "saved" in mender.undo("a")
    change(
        project, "guests.yaml", "# who comes to the inn\n", "# who comes\n# to the inn\n- {id: fox, name: The Smith}\n"
    )
    session.refresh()
    assert "saved" in mender.redo("a")
    text = path_of(project, "guests.yaml").read_text()
    assert (
        text.count("The Blacksmith") == 1
        and "name: The Blacksmith\n  rule" in text
        and "{id: fox, name: The Smith}" in text
    )
    change(project, "guests.yaml", "The Blacksmith", "The Farrier")
    session.refresh()
    before = path_of(project, "guests.yaml").read_bytes()
    assert "refused" in mender.undo("a")
    assert path_of(project, "guests.yaml").read_bytes() == before


def test_a_text_that_is_not_translated_yet_gets_its_entry(session: ProofSession, project: Project) -> None:
    done = save(TextEditor(session), "guests/widow", "name", "", "Die Witwe", DE)
    assert "saved" in done
    assert 'msgid "The Widow"\nmsgstr "Die Witwe"' in path_of(project, "locale/de.po").read_text()


def test_whoever_saw_another_text_is_told_both(session: ProofSession, project: Project) -> None:
    mender = TextEditor(session)
    session.edition(EN)
    shown = save_request(session, "guests/smith", "name", "The Smith", "The Blacksmith")
    change(project, "guests.yaml", "The Smith", "The Farrier")
    session.refresh()
    refused = mender.save(EN, "a", shown)
    seen = digest(path_of(project, "guests.yaml").read_bytes())
    assert refused == {"refused": "somebody has changed this text meanwhile", "now": "The Farrier", "digest": seen}
    assert "The Farrier" in path_of(project, "guests.yaml").read_text()


def test_a_file_that_changed_unheard_is_not_overwritten(session: ProofSession, project: Project) -> None:
    mender = TextEditor(session)
    session.edition(EN)
    change(project, "guests.yaml", "The Smith", "The Farrier")  # and nobody has told the session yet
    assert "refused" in save(mender, "guests/smith", "name", "The Smith", "The Blacksmith")
    assert "The Farrier" in path_of(project, "guests.yaml").read_text()


def test_what_others_saved_stays_when_one_takes_back(session: ProofSession, project: Project) -> None:
    mender = TextEditor(session)
    save(mender, "guests/smith", "name", "The Smith", "The Blacksmith", page="a")
    session.refresh()
    save(mender, "guests/widow", "name", "The Widow", "The Widow Ann", page="b")
    session.refresh()
    assert "saved" in mender.undo("a")
    text = path_of(project, "guests.yaml").read_text()
    assert "name: The Smith\n" in text and "name: The Widow Ann\n" in text
    assert mender.undo("a") == {"refused": "there is nothing to undo"}


@pytest.mark.parametrize(
    ("label", "path"), [("guests/smith", "age"), ("guests/smith", "nothing"), ("guests/nobody", "name"), ("x", "")]
)
def test_what_is_no_text_is_not_mended(session: ProofSession, label: str, path: str) -> None:
    assert "refused" in save(TextEditor(session), label, path, "40", "41")


@pytest.mark.parametrize(
    "said",
    [None, [], {"new": 1}, {"new": "a"}, {"seen": "", "new": "", "form": -1}, {"seen": "", "new": "", "label": {}}],
)
def test_what_no_page_asks_is_no_save(said: Any) -> None:
    assert SaveRequest.parse(said) is None


def test_a_spreadsheet_is_changed_by_its_program(session: ProofSession, project: Project) -> None:
    change(project, "game.yaml", "data: rooms.csv", "data: rooms.xlsx")
    path_of(project, "rooms.xlsx").write_bytes(xlsx(Rooms=[["id", "name"], ["red", "Red"]]))
    session.refresh()
    (name,) = [each for each in piece_details(session, EN, "rooms/red")["data"] if each["path"] == "name"]
    assert (name["editable"], name["whyNot"]) == (False, "rooms.xlsx is changed in the program that wrote it")
    assert name["place"].endswith("card_data/inn/rooms.xlsx:Rooms!B2")
    assert "refused" in save(TextEditor(session), "rooms/red", "name", "Red", "Blue")
    (name,) = [each for each in piece_details(session, EN, "guests/smith")["data"] if each["path"] == "name"]
    assert (name["editable"], name["whyNot"]) == (True, "")
