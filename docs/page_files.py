"""Files that a page shows → the same files in a folder; commands that it shows → their words."""

import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import reportlab

_FILE = re.compile(r"^`([\w./-]+)`\n+```\w+\n(.*?)```", re.DOTALL | re.MULTILINE)
_COMMANDS = re.compile(r"^```sh\n(.*?)```", re.DOTALL | re.MULTILINE)
_SECTION = re.compile(r"^## (.+)\n((?:(?!## ).*\n?)*)", re.MULTILINE)
_ENTRY = re.compile(r'^(msgid ".+")\n(msgstr ".+")$', re.MULTILINE)
_WRAPPED = re.compile(r'^msgid ""\n((?:".*"\n)+)', re.MULTILINE)


class Section(NamedTuple):
    """A part of a page: what stands under a heading."""

    title: str
    text: str

    @property
    def picture(self) -> str:
        """Name of the picture that shows what comes of it, or ""."""
        found = re.search(r'src="pictures/([\w-]+)\.png"', self.text)
        return found[1] if found else ""

    def play(self, folder: Path, run: Callable[[list[str]], None]) -> None:
        """Write the files that are shown, and run commands where they stand between these."""
        done = 0
        for block in _COMMANDS.finditer(self.text):
            write_files(folder, self.text[done : block.start()])
            done = block.end()
            for line in block[1].splitlines():
                words = shlex.split(line, comments=True)
                if words[:1] == ["pnp"]:
                    run(words[1:])
        write_files(folder, self.text[done:])


def sections_of(page: Path) -> list[Section]:
    return [Section(*found) for found in _SECTION.findall(page.read_text(encoding="utf-8"))]


def files_in(text: str) -> Iterator[tuple[str, str]]:
    """Names, each alone in the line above its block, and contents."""
    yield from _FILE.findall(text)


def write_files(folder: Path, text: str) -> None:
    """Write the files of a page; of a catalogue fill in the entries that are shown."""
    for name, content in files_in(text):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".po":
            content = _fill_entries(path.read_text(encoding="utf-8"), content)
        path.write_text(content, encoding="utf-8", newline="\n")


def _fill_entries(catalogue: str, entries: str) -> str:
    """Fill in a page's entries, each on one line, whatever is wrapped in the catalogue."""
    catalogue = _WRAPPED.sub(lambda found: 'msgid "' + found[1].replace('"\n"', "")[1:], catalogue)
    for source, translation in _ENTRY.findall(entries):
        assert f'{source}\nmsgstr ""\n' in catalogue, source
        catalogue = catalogue.replace(f'{source}\nmsgstr ""\n', f"{source}\n{translation}\n")
    return catalogue


def write_base(folder: Path, page: Path, section: Section) -> None:
    """Return the files that a page shows before its first heading, without data that the section's game.yaml doesn't
    name."""
    base = page.read_text(encoding="utf-8").partition("\n## ")[0]
    game = next((content for name, content in files_in(section.text) if name.endswith("/game.yaml")), "")
    write_files(folder, base)
    for name, _ in files_in(base):
        if game and name.endswith(".csv") and Path(name).name not in game:
            (folder / name).unlink()


def lend_fonts(folder: Path) -> None:
    """Font files such as somebody might have, in the project's folder: those that reportlab has for its own tests."""
    source = Path(reportlab.__file__).parent / "fonts"
    (folder / "fonts").mkdir(parents=True)
    for name, lent in (("Vera.ttf", "Vera.ttf"), ("Vera-Bold.ttf", "VeraBd.ttf")):
        shutil.copyfile(source / lent, folder / "fonts" / name)
