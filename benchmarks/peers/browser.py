"""The system's Chromium, which isn't on PyPI."""

import shutil

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def program() -> str | None:
    return next(filter(None, map(shutil.which, PROGRAMS)), None)
