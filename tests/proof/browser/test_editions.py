"""Another language is chosen while a text is open, or an answer is on its way: each text stays in its own file."""

import re
from typing import Any

import pytest
from changing import path_of
from served import Served
from test_editing import begin, files

pytestmark = pytest.mark.system("chromium")
CHOOSE = """(tag) => {
    const select = document.querySelector("select[title=Language]");
    select.value = tag;
    select.dispatchEvent(new Event("change"));
    return document.querySelectorAll("#panel [data-edit], #texts [data-edit], #panel .spot").length;
}"""


def hold_requests(page: Any, asked: str) -> list[Any]:
    """Stop matching requests and return them, so that they can be continued later."""
    found: list[Any] = []
    page.route(re.compile(asked), lambda route: found.append(route))
    return found


def first(page: Any, found: list[Any]) -> Any:
    for _ in range(100):
        if found:
            break
        page.wait_for_timeout(50)
    return found[0]


def german(served: Served) -> Any:
    page = served.page()
    page.select_option("select[title=Language]", "de")
    page.wait_for_selector("button.piece >> text=Der Schmied")
    return page


def test_nothing_of_the_last_language_can_be_opened_any_more(served: Served) -> None:
    page = german(served)
    page.click("[data-label='guests/smith']")
    page.wait_for_selector("#panel [data-edit='name'] >> text=Der Schmied")
    assert page.evaluate(CHOOSE, "en") == 0
    page.wait_for_selector("#panel [data-edit='name'] >> text=The Smith")
    page.click("#views >> text=Translate")
    page.click("button.language")
    page.wait_for_selector("#texts [data-edit]")
    page.click("#texts [data-edit]")
    page.wait_for_selector("#texts textarea")
    page.keyboard.press("Escape")
    page.wait_for_selector("#texts textarea", state="detached")
    assert page.evaluate(CHOOSE, "en") == 0


def test_an_answer_that_comes_too_late_is_not_shown(served: Served) -> None:
    page = served.page()
    page.click("[data-label='guests/smith']")
    page.wait_for_selector("#panel [data-edit='name'] >> text=The Smith")
    late = hold_requests(page, "/api/piece.*lang=de")
    page.select_option("select[title=Language]", "de")
    asked = first(page, late)
    page.select_option("select[title=Language]", "en")
    page.wait_for_selector("#panel [data-edit='name'] >> text=The Smith")
    with page.expect_response(re.compile("/api/piece.*lang=de")):
        asked.continue_()
    page.wait_for_timeout(300)
    assert page.inner_text("#panel [data-edit='name']") == "The Smith"


@pytest.mark.parametrize(("before", "after"), [("de", "en"), ("en", "de")])
def test_what_was_typed_is_saved_where_it_was_opened(served: Served, before: str, after: str) -> None:
    page = german(served) if before == "de" else served.page()
    there = path_of(served.project, "locale/de.po" if before == "de" else "guests.yaml")
    name, new = ("Der Schmied", "Die Schmiedin") if before == "de" else ("The Smith", "The Blacksmith")
    known = files(served.project)
    begin(page, "guests/smith", "name").fill(new)
    saves = hold_requests(page, "/api/save")
    page.evaluate(CHOOSE, after)
    asked = first(page, saves)
    assert f"lang={after}" not in asked.request.url
    assert asked.request.post_data_json["file"] == served.project.display(there)
    asked.continue_()
    page.wait_for_selector(f"main[lang={after}]")
    page.wait_for_selector("#panel button[data-edit='name']")
    page.wait_for_selector("#done .diff")
    assert files(served.project) == {**known, there.name: known[there.name].replace(name.encode(), new.encode())}


def test_one_page_in_two_languages_does_not_mix_them(served: Served) -> None:
    """As fast as anybody can: the text is opened the moment that it is there."""
    page = served.page()
    page.click("[data-label='guests/smith']")
    known = files(served.project)
    for tag, said in [("de", "Der Schmied"), ("en", "The Smith"), ("de", "Der Schmied"), ("en", "The Smith")]:
        page.evaluate(CHOOSE, tag)
        page.click("#panel [data-edit='name']")
        assert page.locator("#panel textarea").input_value() == said
        page.keyboard.press("Escape")
    assert files(served.project) == known
