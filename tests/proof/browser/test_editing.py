"""Texts mended on the page, and the files byte for byte."""

import re
from typing import Any

import pytest
from changing import change, path_of
from test_looking import wait_for

from pnp.io.project import Project

pytestmark = pytest.mark.system("chromium")


def begin(page: Any, label: str, path: str) -> Any:
    """Open the field of a text as a reader would, and return it."""
    page.click(f"[data-label='{label}']")
    page.click(f"[data-edit='{path}']")
    return page.locator("#panel textarea")


def files(project: Project) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in project.root.rglob("*") if each.suffix in (".yaml", ".csv", ".po")}


@pytest.mark.parametrize(
    ("language", "file", "label", "path", "new", "old", "written"),
    [
        ("en", "guests.yaml", "guests/smith", "rule", "Take 2 coins.", '"Take a coin."', '"Take 2 coins."'),
        ("en", "rooms.csv", "rooms/red", "name", "Red, large", "Red, small", "Red, large"),
        ("de", "locale/de.po", "guests/smith", "name", "Die Schmiedin", '"Der Schmied"', '"Die Schmiedin"'),
    ],
)
def test_a_text_is_saved_where_it_stands_and_taken_back(
    served: Any, language: str, file: str, label: str, path: str, new: str, old: str, written: str
) -> None:
    page = served.page()
    if language != "en":
        page.select_option("select[title=Language]", language)
        page.wait_for_selector("text=Der Schmied")
    before = files(served.project)
    picture = page.get_attribute(f"[data-label='{label}'] img", "src")
    begin(page, label, path).fill(new)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#done .diff")
    there = path_of(served.project, file)
    assert there.read_bytes() == before[there.name].replace(old.encode(), written.encode())
    assert {**files(served.project), there.name: b""} == {**before, there.name: b""}
    wait_for(page, f"document.querySelector('[data-label=\"{label}\"] img').getAttribute('src') !== '{picture}'")
    page.keyboard.press("Control+z")
    page.wait_for_selector("#done >> text=Undone")
    assert files(served.project) == before
    wait_for(page, f"document.querySelector('[data-label=\"{label}\"] img').getAttribute('src') === '{picture}'")


def test_the_piece_is_drawn_while_one_types_and_nothing_is_written(served: Any) -> None:
    page = served.page()
    before = files(served.project)
    field = begin(page, "guests/smith", "rule")
    page.wait_for_selector("#panel .fits")
    shown = page.get_attribute("#faces img", "src")
    field.fill("Take one coin of each of the others, then two of the bank.")
    page.wait_for_selector("#panel .fit >> text=shrinks to")
    wait_for(page, f"document.querySelector('#faces img').getAttribute('src') !== '{shown}'")
    field.fill("Take one coin of each of the others. " * 6)
    page.wait_for_selector("#panel .fit .wrong.error")
    page.keyboard.press("Escape")
    page.wait_for_selector("#panel textarea", state="detached")
    assert files(served.project) == before
    wait_for(page, f"document.querySelector('#faces img').getAttribute('src') === '{shown}'")


def test_tab_saves_and_goes_on(served: Any) -> None:
    page = served.page()
    begin(page, "guests/widow", "name").fill("The Widow Ann")
    page.keyboard.press("Tab")
    wait_for(page, "document.activeElement.value === 'Give a coin.'")
    assert b"name: The Widow Ann\n" in path_of(served.project, "guests.yaml").read_bytes()


def test_what_one_types_is_not_overwritten_when_the_file_changes(served: Any) -> None:
    page = served.page()
    field = begin(page, "guests/smith", "name")
    field.fill("The Blacksmith")
    there = path_of(served.project, "guests.yaml")
    there.write_bytes(there.read_bytes().replace(b"The Smith", b"The Farrier"))
    page.wait_for_selector("#panel >> text=Somebody has saved it meanwhile")
    assert field.input_value() == "The Blacksmith"
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#panel >> text=It says now")
    assert "The Farrier" in page.inner_text("#panel blockquote")
    assert b"The Farrier" in there.read_bytes()
    page.click("text=Keep mine")
    page.wait_for_selector("#done .diff")
    assert b"The Blacksmith" in there.read_bytes()


def test_two_pages_and_two_people(served: Any) -> None:
    one, other = served.page(), served.page()
    first, second = begin(one, "guests/smith", "name"), begin(other, "guests/widow", "name")
    first.fill("The Blacksmith")
    second.fill("The Widow Ann")
    one.keyboard.press("Control+Enter")
    one.wait_for_selector("#done .diff")
    other.wait_for_selector("button.piece >> text=The Blacksmith")
    assert second.input_value() == "The Widow Ann"
    other.keyboard.press("Control+Enter")
    other.wait_for_selector("#done .diff")
    one.wait_for_selector("button.piece >> text=The Widow Ann")
    text = path_of(served.project, "guests.yaml").read_text()
    assert "The Blacksmith" in text and "The Widow Ann" in text
    one.keyboard.press("Control+z")
    one.wait_for_selector("#done >> text=Undone")
    text = path_of(served.project, "guests.yaml").read_text()
    assert "The Smith" in text and "The Widow Ann" in text


def test_leaving_a_piece_saves_what_was_typed(served: Any) -> None:
    page = served.page()
    begin(page, "guests/smith", "name").fill("The Blacksmith")
    page.click("[data-label='rooms/red']")
    page.wait_for_selector("#panel-title >> text=Red, small")
    assert b"name: The Blacksmith\n" in path_of(served.project, "guests.yaml").read_bytes()


def test_a_text_on_the_face_leads_to_its_field(served: Any) -> None:
    page = served.page()
    page.click("[data-label='guests/smith']")
    page.click("#faces .spot[title='Edit rule']")
    assert page.locator("#panel textarea").input_value() == "Take a coin."


def test_a_translator_goes_from_text_to_text(served: Any) -> None:
    page = served.page()
    page.click("#views >> text=Translate")
    page.click("button.language")
    page.click("#texts [data-edit^='guests.widow.name']")
    page.locator("#texts textarea").fill("Die Witwe")
    page.wait_for_selector("#texts .fits")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#texts .flag >> text=saved")
    assert 'msgstr "Die Witwe"' in path_of(served.project, "locale/de.po").read_text()
    page.click("#views >> text=Pieces")
    page.wait_for_selector("button.piece >> text=Die Witwe")


def test_another_language_or_view_saves_what_was_typed(served: Any) -> None:
    page = served.page()
    begin(page, "guests/widow", "rule").fill("Give 2 coins.")
    page.select_option("select[title=Language]", "de")
    page.wait_for_selector("button.piece >> text=Der Schmied")
    assert b"rule: Give 2 coins.\n" in path_of(served.project, "guests.yaml").read_bytes()
    page.click("[data-label='guests/smith']")
    page.wait_for_selector("#panel-title >> text=Der Schmied")
    page.click("[data-edit='name']")
    page.locator("#panel textarea").fill("Die Schmiedin")
    page.click("#views >> text=Problems")
    page.wait_for_selector("#other .problems")
    assert 'msgstr "Die Schmiedin"' in path_of(served.project, "locale/de.po").read_text()


def test_the_changed_words_are_shown_and_the_field_stays_where_it_is(served: Any) -> None:
    page = served.page(viewport={"width": 1200, "height": 600})
    words = " ".join(f"word{n}" for n in range(40))
    change(served.project, "guests.yaml", "Take a coin.", f"Take a coin {words}.")
    page.wait_for_selector("[data-label='guests/smith'] .mark.error")
    field = begin(page, "guests/smith", "rule")
    page.wait_for_selector("#panel .fit .wrong")
    before = field.bounding_box()["y"]
    field.fill(f"Take two coins {words}.")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#done .diff")
    assert page.locator("#done del").all_inner_texts() == ["a coin"]
    assert page.locator("#done ins").all_inner_texts() == ["two coins"]
    assert page.inner_text("#done .diff").startswith("Take a cointwo coins word0") and " … " in page.inner_text(
        "#done .diff"
    )
    page.wait_for_selector("button.piece .flag.changed")
    page.wait_for_timeout(500)
    assert page.evaluate("document.activeElement.dataset.edit") == "rule"
    after = page.locator("#panel button[data-edit='rule']").bounding_box()["y"]
    assert abs(after - before) < 20


@pytest.mark.parametrize(
    ("undo", "redo"), [("Control+z", "Control+Shift+Z"), ("Control+z", "Control+y"), ("Meta+z", "Meta+Shift+Z")]
)
def test_redo_is_no_second_undo(served: Any, undo: str, redo: str) -> None:
    page = served.page()
    states = [files(served.project)]
    for path, new in (("name", "The Blacksmith"), ("rule", "Take 2 coins.")):
        begin(page, "guests/smith", path).fill(new)
        page.keyboard.press("Meta+Enter")
        wait_for(
            page,
            f"document.querySelector('#done ins') && '{new}'.includes(document.querySelector('#done ins').textContent)",
        )
        page.wait_for_selector("#panel textarea", state="detached")
        states.append(files(served.project))
    assert states[0] != states[1] != states[2]
    for key, title, state in ((undo, "Undone", 1), (undo, "Undone", 0), (redo, "Redone", 1), (redo, "Redone", 2)):
        with page.expect_response(re.compile("/api/(undo|redo)")):
            page.keyboard.press(key)
        page.wait_for_selector(f"#done >> text={title} in")
        assert files(served.project) == states[state]
    page.keyboard.press(redo)
    page.wait_for_selector("#done >> text=Not redone: there is nothing to redo.")
    assert files(served.project) == states[2]


def test_a_saved_text_can_be_edited_again_before_it_is_drawn(served: Any) -> None:
    page = served.page()
    begin(page, "guests/smith", "name").fill("The Farrier")
    page.route(re.compile("/api/piece"), lambda route: None)
    page.keyboard.press("Control+Enter")
    page.click("#panel button[data-edit='name'] >> text=The Farrier")
    field = page.locator("#panel textarea")
    assert field.input_value() == "The Farrier"
    field.fill("The Blacksmith")
    page.unroute(re.compile("/api/piece"))  # which lets them go on
    page.wait_for_timeout(300)
    assert field.input_value() == "The Blacksmith"
    page.keyboard.press("Control+Enter")
    wait_for(page, "document.querySelector('#done ins')?.textContent === 'Blacksmith'")
    assert b"name: The Blacksmith\n" in path_of(served.project, "guests.yaml").read_bytes()
