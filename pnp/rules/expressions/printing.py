"""Values → how texts and messages say them: printed in sentences, filled into braces, set against each other."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pnp.cardtext.braces import Hole, find_holes, has_braces, split_holes
from pnp.cardtext.icons import ICON_CHARACTER, mask_icons
from pnp.cardtext.orthography import MOST_DIGITS, format_number, upper
from pnp.model.language import Speeches
from pnp.model.problem import code
from pnp.model.rules import Expression, Sentence, place_in
from pnp.model.values import Record
from pnp.rules.expressions.compiler import Evaluating
from pnp.rules.expressions.names import Lazy, Names
from pnp.rules.expressions.values import Work, a_number, key, kind, named, shown
from pnp.rules.expressions.wrong import UNFIT, Bad, done_at

UNPRINTABLE = code("PNP629", says="a text can’t print {kind}", varies=("kind",))
NO_NAME_TO_PRINT = UNPRINTABLE.also("{value} has no name to print", varies=("value",))
WRONG_FORMS = code("PNP631", says="{forms} form{ending}, where {language} has {wanted}", varies=("ending",))
NEEDS_WHOLE_NUMBER = UNFIT.also("{name} needs a whole number, and this is {value}", varies=("value",))
NO_WORD_FOR_ONE = UNFIT.also("the brackets of word take the word for 1, and this is {value}", varies=("value",))
FORM_TAKES_TEXTS = UNFIT.also("the brackets of form take texts, and this is {value}", varies=("value",))


def printed(value: Any) -> str:
    """As card text prints it. Raises Bad where it is nothing to print."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:.10g}".replace("-", "−") if isinstance(value, float) else str(value).replace("-", "−")
    if isinstance(value, Record):
        name = value.get("name")
        name = name.get() if isinstance(name, Lazy) else name
        if isinstance(name, str):
            return name
        raise Bad(code=NO_NAME_TO_PRINT, hint="print one of its fields", value=named(value))
    hint = "|join makes a text of a list, |count a number" if isinstance(value, tuple) else ""
    raise Bad(code=UNPRINTABLE, hint=hint, kind=kind(value))


Function = tuple[Callable[..., Any], int, int]  # and how many values may stand in the brackets: from, to


def _whole(value: Any, what: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise Bad(code=NEEDS_WHOLE_NUMBER, name=what, value=named(value))


def _word(work: Work, value: Any, one: Any = None) -> str:
    number = _whole(value, "word")
    if one is not None and not isinstance(one, str):
        raise Bad(code=NO_WORD_FOR_ONE, value=named(one))
    return one if number == 1 and one is not None else work.speech.words.get(number) or printed(number)


def _form(work: Work, value: Any, *forms: Any) -> str:
    number = _whole(value, "form")
    for each in forms:
        if not isinstance(each, str):
            raise Bad(code=FORM_TAKES_TEXTS, value=named(each))
    return str(forms[work.speech.plurals[1](abs(number))])


def check_forms(work: Work, forms: int) -> None:
    """Whether the language of the text has so many. Raises Bad."""
    wanted, _ = work.speech.plurals
    if forms != wanted:
        hint, ending, language = "one word for each", "" if forms == 1 else "s", work.speech.language
        raise Bad(code=WRONG_FORMS, hint=hint, forms=forms, ending=ending, language=language, wanted=wanted)


def _signed(work: Work, value: Any) -> str:
    number = a_number(value)
    return f"+{printed(number)}" if number > 0 else printed(number)


def _number(work: Work, value: Any, digits: Any = None) -> str:
    if digits is not None and not 0 <= _whole(digits, "number") <= MOST_DIGITS:
        raise Bad(code=NEEDS_WHOLE_NUMBER, name="number", value=named(digits))
    return format_number(work.speech.language, a_number(value), digits)


def _capital(work: Work, value: Any) -> str:
    text = printed(value)
    masked = mask_icons(text)  # of a text that begins with an icon, the first word is no beginning
    at = next((n for n, letter in enumerate(masked) if letter.isalnum() or letter == ICON_CHARACTER), 0)
    return f"{text[:at]}{upper(text[at : at + 1], work.speech.language)}{text[at + 1 :]}"


FORM = "form"
SPOKEN: Mapping[str, Function] = {  # filters
    "word": (_word, 0, 1),
    FORM: (_form, 1, 6),
    "signed": (_signed, 0, 0),
    "number": (_number, 0, 1),
    "capital": (_capital, 0, 0),
}


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
        text = sentence.text_for(count)
        if not has_braces(text):
            return text
        if count is not None:
            names = names.inner({"count": count})
        with self.speaking(sentence.language):
            said = ""
            for part in split_holes(text):
                hole = _in_hole(sentence, text, part) if isinstance(part, Hole) else None
                said += shown(self.value(hole, names)) if hole else str(part)
            return said

    def print(self, phrase: Sentence, names: Names) -> str:
        """A text of a piece. Raises Wrong."""
        said = ""
        for part in split_holes(phrase.other):
            hole = _in_hole(phrase, phrase.other, part) if isinstance(part, Hole) else None
            said += self.printed(hole, phrase, names) if hole else str(part)
        return said

    def printed(self, expression: Expression, phrase: Sentence, names: Names) -> str:
        """What stands in one of its holes. Raises Wrong."""
        with self.speaking(phrase.language):
            value = self.value(expression, names)
        return value if isinstance(value, str) else done_at(expression, 0, printed, value)

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
            for hole in find_holes(text):
                yield _in_hole(sentence, text, hole)


def _in_hole(sentence: Sentence, text: str, hole: Hole) -> Expression:
    """Its place is known in the one form whose place is."""
    if text is not sentence.other:
        return Expression(hole.text, sentence.span)
    turns = [turn._replace(offset=turn.offset - hole.start) for turn in sentence.turns if turn.offset > hole.start]
    return Expression(hole.text, place_in(sentence.span, sentence.turns, hole.start), tuple(turns))


_BEFORE, _AFTER = 12, 30  # characters of a text around the first that differs


def contrasted(one: Any, other: Any) -> tuple[str, str]:
    """As they are shown elsewhere, unless they read alike there: then with quotes, or where they begin to differ."""
    texts = shown(one), shown(other)
    if texts[0] != texts[1] or key(one) == key(other):
        return texts
    quoted = shown(_quoted(one)), shown(_quoted(other))
    if quoted[0] != quoted[1]:
        return quoted
    if isinstance(one, tuple) and isinstance(other, tuple):
        place = _first_difference([key(item) for item in one], [key(item) for item in other])
        return _at(one, other, place), _at(other, one, place)
    if isinstance(one, str) and isinstance(other, str):
        place = _first_difference(one, other)
        return _around(one, place), _around(other, place)
    return texts


def _quoted(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple([_quoted(item) for item in value])
    return f"'{value}'" if isinstance(value, str) else value


def _first_difference(one: Any, other: Any) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _at(value: tuple[Any, ...], other: tuple[Any, ...], place: int) -> str:
    if place >= len(value):
        return f"a list of {len(value)}"
    mine = contrasted(value[place], other[place])[0] if place < len(other) else shown(value[place])
    return f"{mine} in place {place + 1} of {len(value)}"


def _around(text: str, place: int) -> str:
    part = " ".join(text[max(0, place - _BEFORE) : place + _AFTER].split())
    return f"…{part}…" if len(text) > place + _AFTER else f"…{part}"
