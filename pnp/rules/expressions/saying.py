"""Sentences and texts of pieces → what people read: what stands in their braces filled in, in their own language."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from pnp.model.holes import Hole, filled, has_braces, holes_in
from pnp.model.rules import Expression, Sentence, place_in
from pnp.model.speech import Speeches
from pnp.rules.expressions.compiler import Evaluating
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.printing import printed
from pnp.rules.expressions.values import shown
from pnp.rules.expressions.wrong import Bad


class Saying(Evaluating):
    """The part of an evaluator that knows sentences."""

    def __init__(self, speeches: Speeches) -> None:
        self._speeches = speeches
        self.speech = speeches("")

    @abstractmethod
    def value(self, expression: Expression, names: Names) -> Any:
        """Raises Wrong."""

    @abstractmethod
    def check(self, expression: Expression, names: Names | None = None) -> None:
        """Whether it can be read at all. Raises Wrong."""

    def say(self, sentence: Sentence, names: Names, count: Any = None) -> str:
        """What people read. Raises Wrong."""
        text = sentence.said(count)
        if not has_braces(text):
            return text
        if count is not None:
            names = names.inner({"count": count})
        with self.speaking(sentence.language):
            return filled(text, lambda hole: shown(self.value(_in_hole(sentence, text, hole), names)))

    def print(self, phrase: Sentence, names: Names) -> str:
        """A text of a piece. Raises Wrong."""
        return filled(phrase.other, lambda hole: self.printed(_in_hole(phrase, phrase.other, hole), phrase, names))

    def printed(self, expression: Expression, phrase: Sentence, names: Names) -> str:
        """What stands in one of its holes. Raises Wrong."""
        with self.speaking(phrase.language):
            value = self.value(expression, names)
        try:
            return printed(value)
        except Bad as bad:
            raise bad.at(expression, 0) from None

    def check_said(self, sentence: Sentence) -> None:
        """Whether the filters of its holes can be read, and fit its language. Raises Wrong."""
        with self.speaking(sentence.language):
            for expression in self.spoken(sentence):
                if "|" in expression.text:
                    self.check(expression)

    @contextmanager
    def speaking(self, language: str) -> Iterator[None]:
        """While this lasts, expressions are read and said as texts in this language have them."""
        before, self.speech = self.speech, self._speeches(language)
        try:
            yield
        finally:
            self.speech = before

    def spoken(self, sentence: Sentence) -> Iterable[Expression]:
        """The expressions in a sentence."""
        for text in filter(None, (sentence.other, sentence.one, *sentence.forms)):
            for hole in holes_in(text):
                yield _in_hole(sentence, text, hole)


def _in_hole(sentence: Sentence, text: str, hole: Hole) -> Expression:
    """Its place is known in the one form whose place is."""
    if text is not sentence.other:
        return Expression(hole.text, sentence.span)
    turns = tuple(
        [turn._replace(offset=turn.offset - hole.start) for turn in sentence.turns if turn.offset > hole.start]
    )
    return Expression(hole.text, place_in(sentence.span, sentence.turns, hole.start), turns)
