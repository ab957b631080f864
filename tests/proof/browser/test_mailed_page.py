"""The page that is mailed, as somebody opens it from a folder who has no pnp: looks, remarks, saves them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from changing import change

from pnp.io.project import Project
from pnp.model.options import Options
from pnp.proof.details import make_handout
from pnp.proof.mailed import mailed_page, read_remarks
from pnp.proof.session import ProofSession

pytestmark = pytest.mark.system("chromium")


class Mailed:
    """The inn's page, and what browsers that opened it asked for and complained of."""

    def __init__(self, chromium: Any, project: Project, folder: Path) -> None:
        self._chromium, self._project = chromium, project
        self._path = folder / "mailed.html"
        self._contexts: list[Any] = []
        self.asked: list[str] = []
        self.complaints: list[str] = []

    def __call__(self, language: str = "", **how: Any) -> Any:
        """Write the page and open it from its file."""
        options = Options("inn", language=language, jobs=1)
        self._path.write_bytes(mailed_page(make_handout(ProofSession(self._project, options))))
        self._contexts.append(self._chromium.new_context(accept_downloads=True, **how))
        page = self._contexts[-1].new_page()
        page.set_default_timeout(15_000)
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        page.goto(self._path.as_uri())
        page.wait_for_selector("button.piece")
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def opened(chromium: Any, project: Project, tmp_path: Path) -> Iterator[Mailed]:
    mailed = Mailed(chromium, project, tmp_path)
    yield mailed
    mailed.close()
    assert mailed.complaints == []
    assert [url for url in mailed.asked if not url.startswith(("file:", "data:", "blob:"))] == []


def names(page: Any) -> list[str]:
    # A cell that the browser hasn't rendered yet (`content-visibility: auto`) has no inner text.
    return [str(text).strip() for text in page.locator(".cell:visible .name").all_text_contents()]


def saved(page: Any, folder: Path) -> Path:
    """Click the button that saves, and return the file."""
    with page.expect_download() as download:
        page.click("#save")
    path = folder / str(download.value.suggested_filename)
    download.value.save_as(path)
    return path


def test_all_pieces_with_their_pictures(opened: Mailed) -> None:
    page = opened()
    assert names(page) == ["The Smith", "The Widow", "Red, small", "Blue"]
    assert page.title() == "Inn – for remarks"
    for image in page.locator(".face img").all():
        image.scroll_into_view_if_needed()
        image.evaluate("each => each.decode()")
        assert image.evaluate("each => each.naturalWidth") > 50


def test_search_and_filters(opened: Mailed) -> None:
    page = opened("de")
    page.keyboard.press("/")
    page.keyboard.type("rule:nimm")
    assert names(page) == ["Der Schmied"]
    page.fill("#search", "")
    page.select_option("#component", "rooms")
    assert names(page) == ["Red, small", "Blue"]
    page.select_option("#component", "")
    page.click("[data-flag=untranslated]")
    assert names(page) == ["The Widow"]
    page.fill("#search", "nobody")
    assert page.is_visible("#none")


def test_what_was_remarked_is_still_there_and_is_what_is_saved(
    opened: Mailed, project: Project, tmp_path: Path
) -> None:
    page = opened()
    assert page.is_disabled("#save")
    said = 'Too small </script> "quoted"\nand a second line'
    page.fill("[aria-label='Remark on The Widow']", said)
    page.fill("[aria-label='Remarks on the whole game']", "Lovely.")
    page.reload()
    page.wait_for_selector("button.piece")
    assert page.input_value("[aria-label='Remark on The Widow']") == said
    page.click("[data-flag=remarked]")
    assert names(page) == ["The Widow"]
    path = saved(page, tmp_path)
    assert path.name == "inn-en-remarks.json"
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "game": "inn",
        "version": "1",
        "language": "en",
        "remarks": [{"piece": "", "text": "Lovely."}, {"piece": "guests/widow", "text": said}],
    }
    assert [remark.text for remark in read_remarks(path).remarks] == ["Lovely.", said]


def test_a_remark_that_is_emptied_is_gone(opened: Mailed) -> None:
    page = opened()
    page.fill("[aria-label='Remark on Blue']", "x")
    page.fill("[aria-label='Remark on Blue']", " ")
    assert page.is_disabled("#save")


def test_without_a_storage_remarks_are_kept_while_the_page_is_open(opened: Mailed, tmp_path: Path) -> None:
    page = opened()
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    page.fill("[aria-label='Remark on Blue']", "bluer")
    assert "save before you close" in page.inner_text("#kept")
    assert "bluer" in saved(page, tmp_path).read_text()


def test_one_piece_by_keyboard(opened: Mailed) -> None:
    page = opened("de")
    page.focus("[data-label='guests/smith']")
    page.keyboard.press("Enter")
    assert page.inner_text("#piece-title") == "Der Schmied"
    assert [text.strip() for text in page.locator("#piece .spoken").all_inner_texts()] == [
        *("The Smith", "Der Schmied", "Take a coin.", "Nimm eine Münze.")
    ]
    assert page.locator("#piece figcaption").all_inner_texts()[:2] == ["Front · en", "Front · de"]
    page.keyboard.press("n")
    assert page.inner_text("#piece-title") == "The Widow"
    page.fill("#piece textarea", "Which one?")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-label='guests/widow']:focus")  # the dialog closes on its own time
    assert page.input_value(".cell [aria-label='Remark on The Widow']") == "Which one?"


def test_problems_with_their_lines_and_carets(opened: Mailed, project: Project) -> None:
    change(project, "guests.yaml", "Take a coin.", "Take [gold] now.")
    page = opened()
    page.click("#problems-title")
    said = page.inner_text("#problems")
    assert "guests.yaml:4" in said
    assert "^" in said
    page.click("[data-flag=problem]")
    assert "The Smith" in names(page)


def test_markup_in_texts_stays_text(opened: Mailed, project: Project) -> None:
    evil = "<script>alert(1)</script></script><img src=x onerror=alert(2)>"
    change(project, "guests.yaml", "name: The Widow", f'name: "{evil}"')
    page = opened()
    assert names(page)[1] == evil
    page.click("[data-label='guests/widow']")
    assert page.inner_text("#piece-title") == evil
    assert page.locator("img[src=x]").count() == 0
    page.wait_for_timeout(200)


def test_nothing_else_may_run_or_be_fetched(opened: Mailed) -> None:
    page = opened()
    refused = page.evaluate(
        """async () => {
            const script = document.createElement("script");
            script.textContent = "window.ran = true";
            document.body.append(script);
            const lost = await fetch("https://example.org/").then(() => false, () => true);
            return lost && !window.ran;
        }"""
    )
    assert refused
    assert all("Content Security Policy" in said for said in opened.complaints)
    opened.complaints.clear()


@pytest.mark.parametrize(
    "how", [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"viewport": {"width": 390, "height": 844}}]
)
def test_nothing_serious_stands_in_anybody_s_way(opened: Mailed, project: Project, how: dict[str, Any]) -> None:
    axe = pytest.importorskip("axe_playwright_python")
    change(project, "guests.yaml", "Take a coin.", "Take [gold] now.")
    source = (Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    page = opened("de", bypass_csp=True, **how)
    page.fill("[aria-label='Remark on Blue']", "bluer")
    page.evaluate(source)
    for begin in ("() => {}", "() => document.querySelector('button.piece').click()"):
        page.evaluate(begin)
        found = page.evaluate("axe.run()")["violations"]
        assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []


@pytest.mark.parametrize("width", [390, 320])
def test_nothing_is_wider_than_a_phone(opened: Mailed, width: int) -> None:
    page = opened("de", viewport={"width": width, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.click("button.piece")
    assert page.evaluate("document.querySelector('#piece').scrollWidth") <= width


def test_a_remark_lifts_no_card(opened: Mailed) -> None:
    page = opened()
    page.locator("textarea.remark").nth(1).fill("One line,\nanother one\nand a third.")
    tops = [page.locator(f"[data-label='guests/{id}'] .face").bounding_box()["y"] for id in ("smith", "widow")]
    assert tops[0] == tops[1]


@pytest.mark.parametrize(
    ("query", "said"),
    [("is:remarkd", "There isn’t is:remarkd. Did you mean is:remarked?"), ("is:remarked", "No piece matches.")],
)
def test_what_a_search_does_not_know_is_named(opened: Mailed, query: str, said: str) -> None:
    page = opened()
    page.fill("#search", query)
    assert page.inner_text("#none").startswith(said)
