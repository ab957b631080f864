"""A spreadsheet as people keep it: forty cards with icons, quotes, line breaks, decimal commas; and all in German."""

from collections.abc import Iterator

from spreadsheets import Rows, xlsx

HEADINGS = ("Card Name", "Kind", "Cost", "Qty", "Card Text", "Weight", "Note to myself")
IN_GERMAN = ("Kartenname", "Art", "Kosten", "Anzahl", "Kartentext", "Gewicht", "Notiz")
FIRST = (("Amber", "Bernstein"), ("Blue", "Blau"), ("Copper", "Kupfer"), ("Dawn", "Tau"), ("Elm", "Ulmen"))
SECOND = (
    *(("Bridge", "brücke"), ("Ferry", "fähre"), ("Garden", "garten"), ("Harbor", "hafen")),
    *(("Lantern", "lampe"), ("Market", "markt"), ("Orchard", "wiese"), ("Tower", "turm")),
)
KINDS = (("Place", "Ort"), ("Trade", "Handel"), ("Journey", "Reise"))
TEXTS = (
    ("Gain {n} [coin].", "Nimm {n} [coin]."),
    (
        'Say "{name}" aloud.\nThen draw a card, or pay {n} [coin].',
        "Sage „{name}“ laut.\nZiehe oder bezahle {n} [coin].",
    ),
    ("Discard **one** card, then heal {n} [heart].", "Wirf **eine** Karte ab, dann heile {n} [heart]."),
    ("You may look at the top card of the deck.", "Du darfst die oberste Karte des Stapels ansehen."),
)


def forty_cards() -> bytes:
    return xlsx(Cards=[HEADINGS, *_rows(0)], Deutsch=[IN_GERMAN, *_rows(1)])


def as_rows() -> Rows:
    return [HEADINGS, *_rows(0)]


def _rows(language: int) -> Iterator[tuple[str | int | None, ...]]:
    for number in range(40):
        first, second = FIRST[number % 5], SECOND[number // 5]
        name = first[language] + (" " if not language else "") + second[language]
        text = TEXTS[number % 4][language].format(n=number % 3 + 1, name=name)
        kind = KINDS[number % 3][language]
        yield name, kind, number % 6, number % 2 + 1, text, f"{number % 4},5 kg", None
