"""A game's words: what each of its things is called, and what nobody may call it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.model.rules import Sentence
from pnp.model.span import Span

PARTS_OF_SPEECH = ("noun", "name", "verb", "adverb")


@dataclass(frozen=True, slots=True)
class Term:
    """One word of the game."""

    term: str
    span: Span
    say: str = ""  # what it means
    forms: tuple[str, ...] = ()  # other forms that are right: plurals, mostly
    avoid: tuple[str, ...] = ()  # words that mean this, too, and must not be used
    languages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # tag → forms that are right there
    avoid_spans: tuple[Span, ...] = ()  # of the words to avoid
    part: str = ""  # of speech: one of PARTS_OF_SPEECH, or unknown
    phrase: Sentence | None = None  # what `say` says, where it has something in braces

    @property
    def all_forms(self) -> tuple[str, ...]:
        return (self.term, *self.forms)


Glossary = tuple[Term, ...]
