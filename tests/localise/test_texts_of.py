"""A value → the texts in it that translators see."""

from pnp.load.structures import UNKNOWN_KEY
from pnp.localise.messages import texts_of
from pnp.model.span import Span
from pnp.model.values import Field, Poison, Record

SPAN = Span("cards.yaml", 1, 1)
NAME, MARK = Field("name", "text", SPAN, translatable=True), Field("mark", "choice", SPAN)
EMBLEM = Field("emblem", "record", SPAN, fields={"name": NAME, "mark": MARK})
WRONG = Poison(UNKNOWN_KEY.at(SPAN, key="wave"))


def test_texts_of_a_record() -> None:
    assert list(texts_of(EMBLEM, "emblem", Record({"name": "Owl", "mark": "star"}))) == [("emblem.name", "Owl")]


def test_what_could_not_be_read_is_no_text() -> None:
    assert list(texts_of(EMBLEM, "emblem", Record({"name": "Owl", "mark": WRONG}))) == [("emblem.name", "Owl")]
    assert list(texts_of(EMBLEM, "emblem", Record({"name": WRONG, "mark": "star"}))) == []
