"""Chromium, the browser, printing the HTML and CSS that WeasyPrint gets, each time with a new profile."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import browser
from html_deck import html

chromium = browser.program()
if not chromium:
    sys.exit("not installed")
options = ["--headless", "--disable-gpu", "--no-pdf-header-footer"]
if os.geteuid() == 0:
    options.append("--no-sandbox")  # root has none
with tempfile.TemporaryDirectory() as folder:
    page = Path(folder) / "deck.html"
    page.write_text(html(int(sys.argv[1])), encoding="utf-8")
    options += [f"--user-data-dir={folder}/profile", f"--print-to-pdf={sys.argv[2]}"]
    subprocess.run([chromium, *options, page.as_uri()], check=True)
