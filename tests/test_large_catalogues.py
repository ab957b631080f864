"""Catalogues of large games: what is written is read again, and many take no more memory than one.

`tests/large_game.py` makes the game in full size.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from large_game import catalogue_path, write_catalogues, write_large
from saying import Run

from pnp.localise import updating
from pnp.localise.po import MAX_BYTES, read_po

LANGUAGES = ("de", "fr", "it", "pl", "cs", "ja")
MEASURED = """
import os, sys
words = [sys.executable, "-m", "pnp", *sys.argv[1:]]
_, status, usage = os.wait4(os.spawnv(os.P_NOWAIT, sys.executable, words), 0)
print(usage.ru_maxrss // (1024 * 1024 if sys.platform == "darwin" else 1024))
sys.exit(os.waitstatus_to_exitcode(status))
"""


def peak(root: Path, *words: str) -> int:
    """Return the peak memory of a command in a process of its own, in MB; it has no cache."""
    command = [sys.executable, "-c", MEASURED, *words, "--project", str(root)]
    with TemporaryDirectory() as cache:
        environment = {**os.environ, "PNP_CACHE": cache}
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return int(done.stdout.split()[-1])


@pytest.mark.skipif(not hasattr(resource, "getrusage"), reason="needs the memory of a process")
@pytest.mark.nightly
def test_many_languages_take_no_more_memory_than_one(tmp_path: Path) -> None:
    write_catalogues(write_large(tmp_path, 800), LANGUAGES)
    peak(tmp_path, "translate", "update", "large")  # all are as large as the first then
    for command in ("update", "status"):
        one = peak(tmp_path, "translate", command, "large", "--lang", "ja")
        assert peak(tmp_path, "translate", command, "large") < one + 30  # a language more was 10 to 50


def test_a_catalogue_of_more_than_eight_megabytes_is_read() -> None:
    text = 'msgid ""\nmsgstr "Language: de\\n"\n'
    text += "".join(f'\nmsgctxt "{n}"\nmsgid "{n}"\nmsgstr "{"Wort " * 180}"\n' for n in range(9_000))
    assert 8_000_000 < len(text.encode()) < MAX_BYTES
    found = read_po(text.encode(), "de.po")
    assert found.problems == [] and len(found.entries) == 9_000


def test_what_would_be_too_large_to_read_is_never_written(
    tmp_path: Path, run_whole: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(write_large(tmp_path, 20))
    write_catalogues(tmp_path, ["de"])
    before = catalogue_path(tmp_path, "de").read_bytes()
    monkeypatch.setattr(updating, "MAX_BYTES", len(before))
    message = "card_data/large/locale/de.po would have more than 0 MB, more than is ever read: it is left as it was"
    assert run_whole("translate", "update", "large") == (4, "", f"pnp: {message}\n")
    assert catalogue_path(tmp_path, "de").read_bytes() == before
