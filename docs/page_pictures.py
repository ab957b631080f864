"""The pictures of proofing.md: `pnp proof` in Debian's Chromium, where that is there."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

PORT = 8790
GAME, PIECE = "hidden-leaders", "heroes/spirited-shaman"
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 800}, "color_scheme": "dark", "device_scale_factor": 2}


def page_pictures(project: Path) -> dict[str, bytes]:
    """Return the pictures by their names; none where there is no browser."""
    browser = shutil.which("chromium")
    if browser is None:
        return {}
    from playwright.sync_api import sync_playwright

    words = ["proof", GAME, "--project", str(project), "--no-open", "--port", str(PORT)]
    with subprocess.Popen([sys.executable, "-m", "pnp", *words], stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        address = next(word for word in served.stdout.readline().split() if word.startswith("http"))
        try:
            with sync_playwright() as driven:
                opened = driven.chromium.launch(executable_path=browser, args=["--no-sandbox"])
                return {
                    "proof": _picture_piece(opened.new_context(**DESK).new_page(), address),
                    "proof-phone": _picture_wall(opened.new_context(**PHONE).new_page(), address),
                }
        finally:
            served.terminate()


def _picture_piece(page: Any, address: str) -> bytes:
    """Return a picture of a piece while one of its texts is edited."""
    _open(page, address)
    page.click(f"[data-label='{PIECE}']")
    page.click("[data-edit='ability']")
    page.keyboard.type(" Then draw a card from the Harbor and look at one Leader.")
    page.wait_for_selector("#panel .fits, #panel .fit .shrunk")
    page.wait_for_timeout(1500)
    return bytes(page.screenshot())


def _picture_wall(page: Any, address: str) -> bytes:
    _open(page, address)
    return bytes(page.screenshot())


def _open(page: Any, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("button.piece")
    page.fill("#search", "component:heroes")
    page.wait_for_timeout(2500)
