"""A small game in two languages with one of each kind of data file, and a session of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tiny_game import write

from pnp.io.project import Project, find_project
from pnp.model.options import Options
from pnp.proof.session import ProofSession

GAME = """\
title: Inn
version: "1"
languages: [en, de]
components:
  guests:
    title: Guests
    size: 40 x 60
    front: guest.xml.j2
    back: back.xml.j2
    data: guests.yaml
    fields:
      name: {type: text, required: true, translatable: true}
      rule: {type: text, translatable: true}
      age: integer
  rooms:
    title: Rooms
    size: 30mm
    shape: circle
    front: room.xml.j2
    data: rooms.csv
    fields:
      name: {type: text, required: true}
modules:
  night: {title: Night, add: {guests: night.yaml}}
"""
FILES = {
    "game.yaml": GAME,
    "guests.yaml": """\
# who comes to the inn
- id: smith
  name: The Smith
  rule: "Take a coin."   # each turn
  age: 40
- id: widow
  name: The Widow
  rule: Give a coin.
""",
    "night.yaml": "- {id: ghost, name: The Ghost, rule: Take all.}\n",
    "rooms.csv": 'id,name\r\nred,"Red, small"\r\nblue,Blue\r\n',
    "locale/de.po": """\
msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgctxt "guests.smith.name"
msgid "The Smith"
msgstr "Der Schmied"

msgctxt "guests.smith.rule"
msgid "Take a coin."
msgstr "Nimm eine Münze."

msgctxt "guests.widow.name"
msgid "The Widow"
msgstr ""
""",
}
GUEST = """\
<face>
  <text of="name" x="4" y="4" w="32" h="8"/>
  <text of="rule" x="4" y="20" w="32" h="8"/>
</face>
"""


def write_inn(tmp_path: Path) -> Project:
    for name, text in FILES.items():
        path = tmp_path / "card_data/inn" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    write(tmp_path, "layouts/inn/guest.xml.j2", GUEST)
    write(tmp_path, "layouts/inn/room.xml.j2", '<face><text of="name" x="4" y="12" w="22" h="6"/></face>\n')
    write(
        tmp_path, "layouts/inn/back.xml.j2", '<face><rect x="4" y="4" width="32" height="52" fill="#334455"/></face>\n'
    )
    write(tmp_path, "layouts/inn/style.yaml", "styles: {body: {size: 9pt, min: 6pt}}\n")
    return find_project(tmp_path, tmp_path)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return write_inn(tmp_path)


@pytest.fixture(scope="module")
def unchanged_project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Write a project that tests only look at."""
    return write_inn(tmp_path_factory.mktemp("inn"))


@pytest.fixture
def session(project: Project) -> Iterator[ProofSession]:
    yield ProofSession(project, Options("inn", jobs=1))
