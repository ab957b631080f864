"""The files of a game in two languages, in which somebody else changes whatever can be changed."""

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import polib
import yaml
from hypothesis import strategies as st
from tiny_game import write

from pnp.io.project import Project, find_project
from pnp.proof.session import EditionChoice, ProofSession
from pnp.proof.text_editing import address_of

EN, DE = EditionChoice("en"), EditionChoice("de")
GAME = """\
title: Zoo
version: "1"
languages: [en, de]
components:
  cards:
    size: 40 x 60
    front: card.xml.j2
    data: cards.yaml
    fields:
      name: {type: text, translatable: true}
      flavour: {type: text, translatable: true}
      steps: {type: list, of: text}
  tokens:
    size: 30mm
    front: token.xml.j2
    data: tokens.csv
    fields: {name: text, note: text, tags: {type: list, of: text}}
"""
HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
HEADER += '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
IDS = ["hare", "toad", "owl", "1", "2"]
TEXTS = ["Quiet.", "Loud.", "Draw 1: go", "it's #1"]
Row = dict[str, Any]


class Zoo:
    """The files of a game in two languages, which somebody else writes, too."""

    def __init__(self, folder: Path) -> None:
        write(folder, "card_data/zoo/game.yaml", GAME)
        write(folder, "layouts/zoo/card.xml.j2", '<face><text of="name" x="4" y="4" w="32" h="8"/></face>\n')
        write(folder, "layouts/zoo/token.xml.j2", '<face><text of="name" x="4" y="12" w="22" h="6"/></face>\n')
        write(folder, "layouts/zoo/style.yaml", "styles: {body: {size: 5pt, min: 2pt}}\n")
        self.folder = folder / "card_data/zoo"
        self.project: Project = find_project(folder, folder)
        self.cards: list[Row] = []
        self.tokens: list[Row] = []
        self.catalogue: dict[tuple[str, str], str] = {}
        self.above = 0
        self.is_flow = False
        self.is_broken = False

    def write(self) -> None:
        write(self.project.root, "card_data/zoo/game.yaml", "title: [\n" if self.is_broken else GAME)
        comment = "# more\n" * self.above
        write(self.project.root, "card_data/zoo/cards.yaml", comment + "".join(map(self._card, self.cards)))
        table = StringIO()
        writer = csv.writer(table, lineterminator="\n")
        writer.writerow(["id", "name", "note", "tags"])
        for each in self.tokens:
            writer.writerow([each["id"], each["name"], each["note"], "; ".join(each["tags"])])
        write(self.project.root, "card_data/zoo/tokens.csv", table.getvalue())
        entries = [
            f'\n{comment}msgctxt "{context}"\nmsgid {json.dumps(source)}\nmsgstr {json.dumps(said)}\n'
            for (context, source), said in self.catalogue.items()
        ]
        write(self.project.root, "card_data/zoo/locale/de.po", HEADER + "".join(entries))

    def _card(self, card: Row) -> str:
        said = {key: json.dumps(value) for key, value in card.items()}
        if self.is_flow:
            return f"- {{{', '.join(f'{key}: {value}' for key, value in said.items())}}}\n"
        return "- " + "  ".join(f"{key}: {value}\n" for key, value in said.items())

    def translate(self) -> None:
        """Add an entry for each new text, as `pnp translate update` would."""
        for card in self.cards:
            for field in ("name", "flavour"):
                self.catalogue.setdefault((f"cards.{card['id']}.{field}", card[field]), "Ruhig.")

    def read(self) -> dict[tuple[str, str, str], list[str]]:
        """Return the texts in the files by (file, id or context, field or source), read by other libraries."""
        found: dict[tuple[str, str, str], list[str]] = {}

        def add(file: str, id: str, field: str, text: str) -> None:
            found.setdefault((file, id, field), []).append(text)

        for card in yaml.safe_load((self.folder / "cards.yaml").read_text()) or []:
            for field, value in card.items():
                for number, text in enumerate(value) if isinstance(value, list) else [("", value)]:
                    add("cards.yaml", card["id"], f"{field}.{number}".rstrip("."), text)
        with (self.folder / "tokens.csv").open(newline="") as file:
            for row in csv.DictReader(file):
                for field, text in row.items():
                    items = [each.strip() for each in text.split(";")] if field == "tags" else []
                    for number, item in enumerate(items):
                        add("tokens.csv", row["id"], f"{field}.{number}", item)
                    if field != "tags":
                        add("tokens.csv", row["id"], field, text)
        for entry in polib.pofile(str(self.folder / "locale/de.po"), wrapwidth=0):
            add("de.po", entry.msgctxt or "", entry.msgid, entry.msgstr)
        return found

    def bytes(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}


class Target(NamedTuple):
    """A text as a page shows it."""

    choice: EditionChoice
    label: str
    path: str

    def save_target(self, session: ProofSession) -> Mapping[str, Any] | None:
        """Return what the page keeps of the text and sends back when it is saved."""
        prepared = session.prepare(self.choice)
        address = address_of(session.project, prepared, self.label, self.path)
        return address and {**address.save_target(prepared, self.label, self.path), "seen": address.text}


def swap(zoo: Zoo, draw: Callable[..., Any]) -> None:
    rows = draw(st.sampled_from([zoo.cards, zoo.tokens]))
    if len(rows) > 1:
        a, b = draw(st.integers(0, len(rows) - 1)), draw(st.integers(0, len(rows) - 1))
        rows[a], rows[b] = rows[b], rows[a]


def swap_ids(zoo: Zoo, draw: Callable[..., Any]) -> None:
    rows = draw(st.sampled_from([zoo.cards, zoo.tokens]))
    if len(rows) > 1:
        rows[0]["id"], rows[1]["id"] = rows[1]["id"], rows[0]["id"]


def insert(zoo: Zoo, draw: Callable[..., Any]) -> None:
    rows, make = draw(st.sampled_from([(zoo.cards, card), (zoo.tokens, token)]))
    rows.insert(draw(st.integers(0, len(rows))), draw(make(draw(st.sampled_from(IDS)))))


def delete(zoo: Zoo, draw: Callable[..., Any]) -> None:
    rows = draw(st.sampled_from([zoo.cards, zoo.tokens]))
    if len(rows) > 1:
        del rows[draw(st.integers(0, len(rows) - 1))]


def rename(zoo: Zoo, draw: Callable[..., Any]) -> None:
    rows = draw(st.sampled_from([zoo.cards, zoo.tokens]))
    draw(st.sampled_from(rows))["id"] = draw(st.sampled_from(IDS))


def reword(zoo: Zoo, draw: Callable[..., Any]) -> None:
    draw(st.sampled_from(zoo.cards))[draw(st.sampled_from(["name", "flavour"]))] = draw(st.sampled_from(TEXTS))
    draw(st.sampled_from(zoo.tokens))["note"] = draw(st.sampled_from(TEXTS))


def move_items(zoo: Zoo, draw: Callable[..., Any]) -> None:
    row, field = draw(
        st.sampled_from([*((each, "steps") for each in zoo.cards), *((each, "tags") for each in zoo.tokens)])
    )
    row[field] = draw(st.permutations([*row[field], *draw(st.sampled_from([[], ["Hop"], row[field][:1]]))]))


def lay_out(zoo: Zoo, draw: Callable[..., Any]) -> None:
    zoo.above, zoo.is_flow = draw(st.integers(0, 3)), draw(st.booleans())


def translate(zoo: Zoo, draw: Callable[..., Any]) -> None:
    zoo.translate()
    zoo.catalogue[draw(st.sampled_from([*zoo.catalogue]))] = draw(st.sampled_from(["Laut.", "Ruhig.", ""]))
    zoo.catalogue = dict(draw(st.permutations([*zoo.catalogue.items()])))


def break_neighbour(zoo: Zoo, _: object) -> None:
    zoo.is_broken = not zoo.is_broken


CHANGES = (break_neighbour, swap, swap_ids, insert, delete, rename, reword, move_items, lay_out, translate)


@st.composite
def card(draw: Any, id: str) -> Row:
    name, flavour = draw(st.sampled_from(TEXTS)), draw(st.sampled_from(TEXTS))
    return {
        "id": id,
        "name": name,
        "flavour": flavour,
        "steps": draw(st.lists(st.sampled_from(["Hop", "Croak"]), max_size=3)),
    }


@st.composite
def token(draw: Any, id: str) -> Row:
    tags = draw(st.lists(st.sampled_from(["wet", "dry"]), min_size=1, max_size=3))
    return {"id": id, "name": draw(st.sampled_from(TEXTS)), "note": draw(st.sampled_from(TEXTS)), "tags": tags}


def targets(zoo: Zoo) -> Iterator[Target]:
    for row in zoo.cards:
        for field in ("name", "flavour"):
            yield from (Target(choice, f"cards/{row['id']}", field) for choice in (EN, DE))
        yield from (Target(EN, f"cards/{row['id']}", f"steps.{number}") for number in range(len(row["steps"])))
    for row in zoo.tokens:
        yield from (Target(EN, f"tokens/{row['id']}", field) for field in ("name", "note"))
        yield from (Target(EN, f"tokens/{row['id']}", f"tags.{number}") for number in range(len(row["tags"])))


def begun(folder: Path, draw: Callable[..., Any]) -> Zoo:
    zoo = Zoo(folder)
    zoo.cards = [draw(card(id)) for id in draw(st.lists(st.sampled_from(IDS), min_size=2, max_size=4, unique=True))]
    zoo.tokens = [draw(token(id)) for id in draw(st.lists(st.sampled_from(IDS), min_size=1, max_size=3, unique=True))]
    zoo.translate()
    lay_out(zoo, draw)
    zoo.write()
    return zoo
