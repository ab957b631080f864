"""What another language says: a message by its context and its source → the translation, and where that stands.

A message is anything printed: a piece's field, a title, a sentence, a label of a template, a word of pnp's own. Its
context says where it is used, so that one word can be two in another language.
"""

from typing import NamedTuple, Protocol

from pnp.model.rules import Sentence, Turn
from pnp.model.span import Span


class Said(NamedTuple):
    """A translation: one text, or the plural forms of the language."""

    forms: tuple[str, ...]
    span: Span  # where it stands
    turns: tuple[Turn, ...] = ()  # of a text with something in braces: of the last of the forms

    @property
    def text(self) -> str:
        return self.forms[-1]

    def sentence(self, language: str) -> Sentence:
        """Its last form, with the places of its characters."""
        span = self.span._replace(line=self.turns[0].line, column=self.turns[0].column) if self.turns else self.span
        return Sentence(self.text, span, turns=self.turns, language=language)


class Translation(Protocol):
    """One language of a game."""

    @property
    def language(self) -> str: ...

    @property
    def forms(self) -> int:
        """How many plural forms it has; 0 where nobody speaks it."""

    def find(self, context: str, source: str, plural: str = "") -> Said | None:
        """None where nothing is said that could be printed. Of a pair, `source` is what is said of a single thing."""

    def form(self, count: int) -> int:
        """Which of the plural forms so many things take."""

    def place_of(self, text: str) -> Span | None:
        """Where a translated text stands, of which a message shows as much as `shortened` leaves."""


def counted(translation: Translation, said: Said, count: object) -> str:
    """The form for a count; the last one where that is no whole number, or the form isn't there."""
    if len(said.forms) == 1 or not isinstance(count, int):
        return said.text
    number = translation.form(count)
    return said.forms[number] if number < len(said.forms) else said.text


def shortened(text: str) -> str:
    """As messages quote a text."""
    text = text.replace("\n", " ")
    return text if len(text) <= 30 else text[:29] + "…"
