"""What grows: tables, texts, pieces and problems. `KINDS`: each kind of input, in the order of its declaration."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pikepdf import Pdf
from spreadsheets import xlsx
from tiny_game import change, write

GAME = "card_data/tiny/game.yaml"
CARDS = "card_data/tiny/cards.yaml"
DOT = "card_data/tiny/art/dot.svg"
CHECK = ("check", "tiny", "--ink", "low", "--no-cache", "--jobs", "1")
Write = Callable[[Path, int], None]


class Kind(NamedTuple):
    """What is doubled from how many on, and the command that reads it."""

    write: Write
    size: int
    words: tuple[str, ...]

    def __str__(self) -> str:
        return self.write.__name__


KINDS: list[Kind] = []


def kind(size: int, *words: str) -> Callable[[Write], Write]:
    def noted(write: Write) -> Write:
        KINDS.append(Kind(write, size, words or CHECK))
        return write

    return noted


def cards(root: Path, text: str, suffix: str = "yaml") -> None:
    """In place of the cards of the game; the first is c0."""
    (root / CARDS).unlink()
    write(root, f"card_data/tiny/cards.{suffix}", text)
    change(root, GAME, "data: cards.yaml", f"data: cards.{suffix}")
    change(root, GAME, "drop: {cards: [two]}", "drop: {cards: [c0]}")


def one_card(root: Path, rule: str, more: str = "") -> None:
    cards(root, f"- id: c0\n  name: Card\n  rule: {rule}\n{more}")


def fields(root: Path, said: str) -> None:
    change(root, GAME, "      rule: text\n", f"      rule: text\n{said}")


def game(root: Path, said: str) -> None:
    write(root, GAME, (root / GAME).read_text() + said)


def before_coins(root: Path, said: str) -> None:
    change(root, GAME, "  coins:\n", f"{said}  coins:\n")


def template(root: Path, inner: str) -> None:
    write(root, "layouts/tiny/card.xml.j2", f"<face>\n{inner}\n</face>\n")


def svg(root: Path, inner: str) -> None:
    write(root, DOT, f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{inner}</svg>')


def pdf(root: Path, pages: int, draws: bytes) -> None:
    made = Pdf.new()
    for _ in range(pages):
        made.add_blank_page(page_size=(180, 252))
    content = made.make_stream(draws)
    for page in made.pages:
        page.obj.Contents = content
    made.save(root / "cards.pdf")


def numbers(root: Path) -> None:
    fields(root, "      power: number\n")


def catalogue(root: Path, entries: str) -> None:
    change(root, GAME, "name: {type: text, required: true}", "name: {type: text, required: true, translatable: true}")
    header = (
        "Language: de\\n",
        "Content-Type: text/plain; charset=UTF-8\\n",
        "Plural-Forms: nplurals=2; plural=n != 1;\\n",
    )
    head = 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}"\n' for line in header)
    write(root, "card_data/tiny/locale/de.po", head + entries)


def lines(pattern: str, count: int) -> str:
    return "".join(pattern.replace("@", str(number)) + "\n" for number in range(count))


# Tables


@kind(2500)
def columns_beyond_the_limit(root: Path, count: int) -> None:
    cards(root, "id,name," + ",".join(f"x{n}" for n in range(count)) + "\n" + f"c0,Card,{',' * count}\n" * 3, "csv")


@kind(100, *CHECK, "--json")
def columns_without_a_field(root: Path, count: int) -> None:
    heading = ",".join(f"x{n}" for n in range(count))
    cards(root, f"id,name,{heading}\n" + lines("c@,Card" + ",1" * count, 40), "csv")


@kind(100)
def columns_of_json(root: Path, count: int) -> None:
    rows = [{"id": f"c{n}", "name": "Card"} | {f"x{at}": "1" for at in range(count)} for n in range(20)]
    cards(root, json.dumps(rows), "json")


@kind(100)
def columns_of_fields(root: Path, count: int) -> None:
    fields(root, lines("      f@: text", count))
    heading = ",".join(f"f{n}" for n in range(count))
    cards(root, f"id,name,{heading}\n" + lines("c@,Card" + ",1" * count, 20), "csv")


@kind(100, "new", "mine", "--from", "table.csv")
def columns_of_a_new_game(root: Path, count: int) -> None:
    heading = ",".join(f"Column {n}" for n in range(count))
    write(root, "table.csv", f"Name,Text,{heading}\n" + lines("Card @,Take @" + ",some words" * count, 10))


@kind(1000, "data", "tiny", "--as", "csv")
def rows_of_csv(root: Path, count: int) -> None:
    cards(root, "id,name,rule\n" + lines('c@,Card @,"Take, [dot] @."', count), "csv")


@kind(500, "data", "tiny", "--as", "xlsx")
def rows_of_xlsx(root: Path, count: int) -> None:
    cards(root, "", "xlsx")
    rows = [("id", "name", "rule"), *((f"c{n}", f"Card {n}", "Take a [dot].") for n in range(count))]
    (root / "card_data/tiny/cards.xlsx").write_bytes(xlsx(Cards=rows))


@kind(1000, "data", "tiny", "--as", "json")
def rows_of_json(root: Path, count: int) -> None:
    cards(root, json.dumps([{"id": f"c{n}", "name": f"Card {n}"} for n in range(count)]), "json")


@kind(1000, "new", "mine", "--from", "table.csv")
def rows_of_a_new_game(root: Path, count: int) -> None:
    write(root, "table.csv", "Name,Text,Qty\n" + lines("Card @,Take @ coins,2", count))


@kind(500_000)
def characters_of_a_cell(root: Path, count: int) -> None:
    cards(root, f'id,name,rule\nc0,Card,"{"word " * (count // 5)}"\n', "csv")


# Texts


@kind(400)
def words(root: Path, count: int) -> None:
    one_card(root, f"'{'word ' * count}'")


@kind(2500)
def characters_of_a_word(root: Path, count: int) -> None:
    one_card(root, "w" * count)


@kind(500)
def brackets_of_a_text(root: Path, count: int) -> None:
    one_card(root, f"'{'[' * count}'")


@kind(250, "check", "tiny", "--ink", "low", "--no-cache", "--json")
def wrong_icons_of_a_text(root: Path, count: int) -> None:
    one_card(root, "'" + "".join(f"[c{n}] " for n in range(count)) + "'")


@kind(300)
def lines_of_a_text(root: Path, count: int) -> None:
    one_card(root, ">\n" + "    a line\n\n" * count + "    [nix]\n")


# Pieces


@kind(75, "build", "tiny", "--no-cache", "--jobs", "1")
def pieces(root: Path, count: int) -> None:
    cards(root, lines("- {id: c@, name: Card @, rule: 'Take a [dot].'}", count))


@kind(1000, "build", "tiny", "--no-cache", "--jobs", "1")
def copies(root: Path, count: int) -> None:
    cards(root, lines("- {id: c@, name: Card, copies: 100}", count // 100 + 1))


@kind(1000)
def broken_cards(root: Path, count: int) -> None:
    cards(root, lines("- {id: c@, name: Card, rule: [a: b}", count))


# Problems


@kind(75)
def wrong_numbers(root: Path, count: int) -> None:
    numbers(root)
    cards(root, lines("- {id: c@, name: Card, power: many@}", count))


@kind(75)
def wrong_numbers_in_one_line(root: Path, count: int) -> None:
    numbers(root)
    cards(root, "[" + lines("{id: c@, name: Card, power: many@}, ", count).replace("\n", "") + "]\n")


@kind(75)
def wrong_cells(root: Path, count: int) -> None:
    numbers(root)
    cards(root, "id,name,power\n" + lines("c@,Card,many@", count), "csv")


@kind(75, "check", "tiny", "--ink", "low", "--no-cache", "--format", "concise")
def wrong_json(root: Path, count: int) -> None:
    numbers(root)
    cards(root, json.dumps([{"id": f"c{n}", "name": "Card", "power": f"many{n}"} for n in range(count)]), "json")


@kind(100)
def unknown_keys(root: Path, count: int) -> None:
    cards(root, lines("- {id: c@, name: Card, power@: 1}", count))


@kind(50)
def unknown_icons(root: Path, count: int) -> None:
    cards(root, lines("- {id: c@, name: Card, rule: 'Take [coin@].'}", count))


@kind(100)
def missing_names(root: Path, count: int) -> None:
    cards(root, lines("- {id: c@, rule: Take.}", count))


@kind(500)
def ids_given_twice(root: Path, count: int) -> None:
    cards(root, "- {id: c0, name: Card}\n" + "- {id: c1, name: Card}\n" * count)


@kind(50)
def texts_too_long(root: Path, count: int) -> None:
    cards(root, lines("- {id: c@, name: Card @ with a name that no box of a card has room for at all}", count))


@kind(100)
def references_to_nothing(root: Path, count: int) -> None:
    fields(root, "      other: {type: reference, to: cards}\n")
    cards(root, lines("- {id: c@, name: Card, other: d@}", count))
