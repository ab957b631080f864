"""Nothing that axe calls serious, light and dark, on a desk and on a phone."""

from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.system("chromium")
VIEWS = ("Pieces", "Problems", "Translate", "Rules", "Statistics", "Sheets")
SIZES = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 380, "height": 800}}


def axe() -> str:
    import axe_playwright_python

    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def serious(page: Any) -> list[str]:
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", list(SIZES))
def test_nothing_serious(served: Any, scheme: str, size: str) -> None:
    page = served.page(viewport=SIZES[size], color_scheme=scheme)
    page.evaluate(axe())
    for view in VIEWS:
        page.click(f"#views >> text={view}")
        page.wait_for_timeout(700)
        assert serious(page) == [], view
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), view
    page.click("#views >> text=Pieces")
    page.click("[data-label='guests/smith']")
    page.click("[data-edit='rule']")
    page.wait_for_selector("#panel .fits")
    assert serious(page) == [], "a piece"
