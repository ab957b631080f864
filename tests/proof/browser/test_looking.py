"""The page as somebody looks at it: pieces, filters, languages, saved and broken files."""

from typing import Any

import pytest
from changing import change, path_of
from served import Served

from pnp.files.project import Project

pytestmark = pytest.mark.system("chromium")


def names(page: Any) -> list[str]:
    return [str(text) for text in page.locator("button.piece .name").all_inner_texts()]


def picture(page: Any, label: str) -> str:
    return str(page.get_attribute(f"[data-label='{label}'] img", "src"))


def wait_for(page: Any, expression: str) -> None:
    """The page's policy forbids what Playwright would do itself."""
    for _ in range(500):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(30)
    raise AssertionError(f"it never came to be: {expression}")


def test_all_pieces_are_there_and_their_pictures(served: Any) -> None:
    page = served.page()
    assert names(page) == ["The Smith", "The Widow", "Red, small", "Blue"]
    wait_for(page, "[...document.querySelectorAll('.face img')].every((each) => each.naturalWidth > 50)")
    assert page.title() == "Inn – pnp proof"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("widow", ["The Widow"]),
        ("rule:take", ["The Smith"]),
        ("component:rooms", ["Red, small", "Blue"]),
        ("has:age", ["The Smith"]),
        ("-the", ["Red, small", "Blue"]),
        ('"take a"', ["The Smith"]),
        ("zzz", []),
    ],
)
def test_a_search(served: Any, query: str, expected: list[str]) -> None:
    page = served.page()
    page.keyboard.press("/")
    page.keyboard.type(query)
    wait_for(page, f"document.querySelectorAll('button.piece').length === {len(expected)}")
    assert names(page) == expected


def test_another_language_and_modules(served: Any) -> None:
    page = served.page()
    page.select_option("select[title=Language]", "de")
    page.wait_for_selector("text=Der Schmied")
    page.click("[data-flag=untranslated]")
    assert names(page) == ["The Widow"]
    page.click("[data-flag=untranslated]")
    page.click("text=Modules")
    page.click("label:has-text('Night')")
    page.wait_for_selector("text=The Ghost")


def test_a_saved_file_changes_its_piece_without_reload(served: Any) -> None:
    page = served.page()
    page.evaluate("window.still = true")
    before = picture(page, "guests/smith"), picture(page, "guests/widow")
    change(served.project, "guests.yaml", "The Smith", "The Blacksmith")
    page.wait_for_selector("text=The Blacksmith")
    wait_for(page, f"document.querySelector('[data-label=\"guests/smith\"] img').getAttribute('src') !== '{before[0]}'")
    assert picture(page, "guests/widow") == before[1]
    assert page.evaluate("window.still")
    assert page.inner_text("[data-flag=changed]") == "Changed1"


@pytest.mark.parametrize(("file", "old", "new"), [("rooms.csv", "Blue", "Yellow"), ("game.yaml", "Guests", "Visitors")])
def test_other_files_that_change(served: Any, file: str, old: str, new: str) -> None:
    page = served.page()
    change(served.project, file, old, new)
    page.wait_for_selector(f"text={new}")


def test_a_look_that_changes(served: Any) -> None:
    page = served.page()
    before = picture(page, "guests/widow")
    change(served.project, "style.yaml", "size: 9pt", "size: 8pt")
    wait_for(page, f"document.querySelector('[data-label=\"guests/widow\"] img').getAttribute('src') !== '{before}'")


def test_a_broken_file_is_told_over_the_last_good_state(served: Any) -> None:
    page = served.page()
    good = path_of(served.project, "guests.yaml").read_bytes()
    path_of(served.project, "guests.yaml").write_bytes(good.replace(b"- id: widow", b"- id: [widow"))
    page.wait_for_selector("#broken:visible")
    assert "guests.yaml:6" in page.inner_text("#broken")
    assert names(page) == ["The Smith", "The Widow", "Red, small", "Blue"]
    path_of(served.project, "guests.yaml").write_bytes(good)
    page.wait_for_selector("#broken", state="hidden")


def test_everything_by_keyboard(served: Any) -> None:
    page = served.page()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.label") == "rooms/red"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel .data")
    assert page.inner_text("#panel-title") == "The Widow"
    before = picture(page, "guests/widow")
    page.keyboard.press("f")
    wait_for(page, f"document.querySelector('[data-label=\"guests/widow\"] img').getAttribute('src') !== '{before}'")
    page.keyboard.press("Escape")
    page.wait_for_selector("#panel", state="hidden")
    wait_for(page, "document.activeElement.dataset.label === 'guests/widow'")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")


def test_markup_in_a_text_is_text(served: Any) -> None:
    page = served.page()
    evil = "<script>document.title='x'</script><img src=x onerror=\"document.title='x'\">"
    change(served.project, "guests.yaml", "name: The Widow", f"name: {evil!r}".replace("\\'", "''"))
    page.wait_for_selector("text=onerror")
    page.click("[data-label='guests/widow']")
    page.wait_for_selector("#panel .data")
    page.wait_for_timeout(300)
    assert page.title() == "Inn – pnp proof"
    assert page.locator("body script").count() == 0


def test_a_game_that_cannot_be_read_is_shown_when_it_is_mended(chromium: Any, project: Project) -> None:
    change(project, "game.yaml", "title: Inn", "title: [Inn")
    served = Served(chromium, project)
    page = served.page(waits=False)
    page.wait_for_selector("text=There is nothing to show before that is mended.")
    assert "game.yaml:1" in page.inner_text("#broken")
    change(project, "game.yaml", "title: [Inn", "title: Inn")
    page.wait_for_selector("button.piece")
    page.wait_for_selector("#broken", state="hidden")
    served.stop()
    assert served.complaints == []


def test_a_reload_shows_the_same_again(served: Any) -> None:
    page = served.page()
    page.select_option("select[title=Language]", "de")
    page.wait_for_selector("text=Der Schmied")
    page.fill("#search", "component:guests")
    page.click("[data-label='guests/smith']")
    page.wait_for_selector("#panel .data")
    wait_for(page, "location.hash.includes('piece=guests%2Fsmith') && location.hash.includes('lang=de')")
    page.reload()
    page.wait_for_selector("#panel-title >> text=Der Schmied")
    assert names(page) == ["Der Schmied", "The Widow"]


def test_the_token_leaves_the_address_and_bookmarks_and_links_lead_on(served: Any) -> None:
    """Also those that stand on another site: the browser holds its cookie back until our own page asks."""
    deep = "#piece=guests%2Fsmith"
    there, _, token = served.address.partition("?")
    page = served.page(waits=False)
    page.goto(f"{there}?{token}{deep}")
    page.wait_for_selector("#panel-title >> text=The Smith")
    assert page.url == f"{there}{deep}"
    bookmark = page.context.new_page()
    bookmark.goto(f"{there}{deep}")
    bookmark.wait_for_selector("#panel-title >> text=The Smith")
    page.context.clear_cookies()
    for address in (f"{there}?{token}{deep}", f"{there}{deep}"):
        elsewhere = page.context.new_page()
        elsewhere.goto(f"{there.replace('127.0.0.1', 'localhost')}nothing")  # another site, which nobody is let in to
        assert "it has a token, which is missing here" in elsewhere.inner_text("body")
        elsewhere.evaluate(f"location.href = {address!r}")
        elsewhere.wait_for_selector("#panel-title >> text=The Smith")
        assert elsewhere.url == f"{there}{deep}"
