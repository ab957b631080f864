"""The page as somebody looks at it: pieces, filters, languages, saved and broken files."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from changing import change, path_of
from served import Served

from pnp.io.project import Project

pytestmark = pytest.mark.system("chromium")


def names(page: Any) -> list[str]:
    return [str(text) for text in page.locator("button.piece .name").all_inner_texts()]


def picture(page: Any, label: str) -> str:
    return str(page.get_attribute(f"[data-label='{label}'] img", "src"))


def wait_for(page: Any, expression: str) -> None:
    """Wait until an expression is true; the page's policy forbids Playwright's own way."""
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
def test_a_search(wall: Any, query: str, expected: list[str]) -> None:
    clear_search(wall)
    wall.keyboard.press("/")
    wall.keyboard.type(query)
    wait_for(wall, f"document.querySelectorAll('button.piece').length === {len(expected)}")
    assert names(wall) == expected


def clear_search(page: Any) -> None:
    page.fill("#search", "")
    page.evaluate("document.activeElement.blur()")
    wait_for(page, "document.querySelectorAll('button.piece').length === 4")


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
    assert page.inner_text(".broken-title") == "This is the last good state. The data can’t be read:"
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
    page.wait_for_selector("text=Nothing can be shown until this is fixed.")
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


def test_a_template_that_fails_is_not_called_a_file_that_cannot_be_read(served: Any) -> None:
    page = served.page()
    change(served.project, "guest.xml.j2", "<face>", "<face>{{ nobody.name }}")
    page.wait_for_selector("#broken:visible")
    assert page.inner_text(".broken-title") == "This is the last good state. Pieces can’t be drawn:"
    assert "guest.xml.j2:1" in page.inner_text("#broken")
    change(served.project, "guest.xml.j2", "<face>{{ nobody.name }}", "<face>")
    page.wait_for_selector("#broken", state="hidden")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("is:shrnk", "There isn’t is:shrnk. Did you mean is:shrunk? You can search is:problem, is:changed"),
        ("-is:wrongword", "There isn’t is:wrongword. You can search is:problem, is:changed, is:shrunk"),
        ("nam:x", "There isn’t a field nam. Did you mean name? You can search is, has, component, code, name, rule"),
        ("widow nofield=x", "There isn’t a field nofield. You can search is, "),
        ("has:agee", "There isn’t has:agee. Did you mean has:age? You can search has:name, has:rule, has:age."),
        ("component:guest", "There isn’t component:guest. Did you mean component:guests? You can search"),
        ("is:shrunk", "No piece matches."),
        ("zzz", "No piece matches."),
    ],
)
def test_what_a_search_does_not_know_is_named(wall: Any, query: str, said: str) -> None:
    clear_search(wall)
    wall.fill("#search", query)
    wall.wait_for_selector("#main .empty")
    assert wall.inner_text("#main .empty").startswith(said)
    wall.fill("#search", "")
    wall.wait_for_selector("button.piece")


def test_a_text_with_a_colon_is_found(served: Any) -> None:
    page = served.page()
    change(served.project, "guests.yaml", "Give a coin.", "'Note: give a coin.'")
    page.fill("#search", "note:")
    page.wait_for_selector("button.piece")
    assert names(page) == ["The Widow"]


@pytest.fixture
def inn_of_many(chromium: Any, project: Project) -> Iterator[Any]:
    guests = "".join(f"- {{id: g{n}, name: Guest {n}, rule: Take {n}.}}\n" for n in range(60))
    path_of(project, "guests.yaml").write_text(guests)
    found = Served(chromium, project)
    yield found
    found.stop()
    assert found.complaints == []


def top_of(page: Any, label: str) -> float:
    return float(page.evaluate(f"document.querySelector('[data-label=\"{label}\"]').getBoundingClientRect().top"))


@pytest.mark.parametrize("scrolled", [0, 500, 700])
def test_the_piece_that_is_opened_stays_where_it_is(inn_of_many: Any, scrolled: int) -> None:
    page = inn_of_many.page(viewport={"width": 1440, "height": 900})
    page.evaluate(f"window.scrollTo(0, {scrolled})")
    page.wait_for_timeout(300)
    seen = "[...document.querySelectorAll('button.piece')].filter((each) => each.getBoundingClientRect().bottom < 880)"
    label = page.evaluate(f"{seen}.at(-1).dataset.label")
    before = top_of(page, label)
    assert before > 300
    page.evaluate(f"document.querySelector('[data-label=\"{label}\"]').click()")
    page.wait_for_selector("#panel .data")
    wait_for(page, "document.getElementById('main').clientWidth < 1000")
    page.wait_for_timeout(300)
    assert abs(top_of(page, label) - before) <= 1
    page.keyboard.press("Escape")
    page.wait_for_selector("#panel", state="hidden")
    page.wait_for_timeout(300)
    assert 90 < top_of(page, label) < 720


def test_an_address_with_a_piece_shows_it_on_the_wall(inn_of_many: Any) -> None:
    page = inn_of_many.page(viewport={"width": 1440, "height": 900})
    page.goto("about:blank")
    page.goto(f"{inn_of_many.address}#piece=guests/g55")
    page.wait_for_selector("#panel-title >> text=Guest 55")
    page.wait_for_timeout(300)
    assert 90 < top_of(page, "guests/g55") < 720


def test_what_is_wrong_and_the_first_field_are_seen_without_scrolling(served: Any) -> None:
    page = served.page(viewport={"width": 1440, "height": 900})
    change(served.project, "guests.yaml", '"Take a coin."', '"Take [nothing]."')
    page.wait_for_selector("[data-label='guests/smith'] .mark.error")
    page.click("[data-label='guests/smith']")
    page.wait_for_selector("#panel .problems")
    boxes = [page.locator(each).first.bounding_box() for each in ("#faces", "#panel .problems", "#panel [data-edit]")]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
    assert boxes[1]["y"] + boxes[1]["height"] <= boxes[2]["y"]
    assert boxes[2]["y"] + boxes[2]["height"] <= 900
    front, back = (page.locator("#faces .face").nth(number).bounding_box() for number in (0, 1))
    assert back["x"] > front["x"] + front["width"] and back["y"] == front["y"]
    assert front["width"] >= back["width"] > 150


def test_captions_lift_no_card(served: Any) -> None:
    page = served.page()
    change(served.project, "guests.yaml", "age: 40", "age: 40\n  copies: 2")
    page.wait_for_selector("text=×2")
    tops = page.evaluate(
        "[...document.querySelectorAll('[data-label^=guests] .face')].map((each) => each.getBoundingClientRect().top)"
    )
    assert tops[0] == tops[1]


def test_another_edition_is_announced_and_one_that_fails_goes_back(served: Any) -> None:
    page = served.page()
    page.click("[data-label='guests/smith']")
    page.wait_for_selector("#panel .data")
    page.route(re.compile("/api/wall.*ink=full"), lambda route: None)
    page.select_option("select[title=Ink]", "full")
    page.wait_for_selector("#live >> text=Drawing the full-ink edition …")
    assert page.get_attribute("#body", "aria-busy") == "true"
    change(served.project, "guests.yaml", "The Widow", "The Widower")
    page.wait_for_timeout(500)
    assert page.input_value("select[title=Ink]") == "full"
    page.unroute(re.compile("/api/wall.*ink=full"))  # which lets them go on
    page.wait_for_selector("#body:not([aria-busy])")
    page.wait_for_selector("#panel .data")
    assert page.inner_text("#live") == ""
    assert page.input_value("select[title=Ink]") == "full"
    page.wait_for_selector("text=The Widower")
    change(served.project, "game.yaml", "title: Inn", "title: [Inn")
    page.wait_for_selector("#broken:visible")
    page.select_option("select[title=Language]", "de")
    page.wait_for_selector("#live >> text=Can’t show the German (de) edition:")
    page.wait_for_selector("#body:not([aria-busy])")
    page.wait_for_selector("#panel .data")
    assert page.input_value("select[title=Language]") == "en"
    assert page.input_value("select[title=Ink]") == "full"
    assert names(page) == ["The Smith", "The Widower", "Red, small", "Blue"]


def test_an_address_of_an_edition_that_is_not_there_shows_the_usual_one(served: Any) -> None:
    page = served.page()
    page.goto("about:blank")
    page.goto(f"{served.address}#lang=xx")
    page.wait_for_selector("button.piece")
    assert "is not available in xx" in page.inner_text("#live")
    assert [each for each in served.complaints if "409" not in each] == []
    served.complaints.clear()


def test_bars_of_less_than_nothing_go_the_other_way(served: Any) -> None:
    page = served.page()
    lines = "".join(f"- {{id: g{n}, name: {('Ann', 'Bob')[n % 2]}, age: {(-3, 2)[n % 2]}}}\n" for n in range(6))
    change(served.project, "game.yaml", "age: integer", "age: {type: integer, min: -9}")
    path_of(served.project, "guests.yaml").write_text(lines)
    page.wait_for_selector("button.piece >> text=Bob")
    page.click("#views >> text=Statistics")
    plot = page.locator(".plot", has_text="Guests: age by name")
    plot.wait_for()
    zero = float(plot.locator("line.zero").get_attribute("x1"))
    said = {}
    for bar in plot.locator("g[data-query]").all():
        rect = bar.locator("rect.bar")
        x, width = (float(rect.get_attribute(name)) for name in ("x", "width"))
        said[bar.get_attribute("aria-label")] = (x, x + width)
    assert said["Ann: -9"][1] == pytest.approx(zero) and said["Bob: 6"][0] == pytest.approx(zero)
    assert (zero - said["Ann: -9"][0]) / (said["Bob: 6"][1] - zero) == pytest.approx(9 / 6)
