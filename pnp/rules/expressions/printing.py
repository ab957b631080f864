"""Values → texts that people read: what stands in the braces of a piece's text, and filters for numbers in texts."""

from collections.abc import Callable, Mapping
from typing import Any

from pnp.model.case import upper
from pnp.model.problem import code
from pnp.model.values import Record
from pnp.rules.expressions.names import Lazy
from pnp.rules.expressions.values import Work, a_number, kind, named
from pnp.rules.expressions.wrong import Bad

UNPRINTABLE = code(
    "PNP629",
    "value that no text can print",
    """
    What stands in the braces of a text is a number, a text, or a piece or an entry that has a `name`, which is printed
    then. A list, yes or no, and a field that this piece doesn't have print nothing sensible. `join` makes a text of a
    list, `count` a number.

    Bad:  `text: "Played by {factions}."`
    Good: `text: "Played by {factions|map(name)|join}."`
    """,
)
WRONG_FORMS = code(
    "PNP631",
    "wrong number of plural forms",
    """
    `form` takes one word for each plural form of the language that the text is written in, in the order of its
    `Plural-Forms`: two in English and German, three in Polish or Russian, one in Japanese.

    Bad:  `{hand} {hand|form('karta', 'karty')}` in a Polish catalogue
    Good: `{hand} {hand|form('karta', 'karty', 'kart')}`
    """,
)


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
        raise Bad(f"{named(value)} has no name to print", "print one of its fields", UNPRINTABLE)
    hint = "|join makes a text of a list, |count a number" if isinstance(value, tuple) else ""
    raise Bad(f"a text can’t print {kind(value)}", hint, UNPRINTABLE)


def _whole(value: Any, what: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise Bad(f"{what} needs a whole number, and this is {named(value)}")


def _word(work: Work, value: Any, one: Any = None) -> str:
    number = _whole(value, "word")
    if one is not None and not isinstance(one, str):
        raise Bad(f"the brackets of word take the word for 1, and this is {named(one)}")
    return one if number == 1 and one is not None else work.speech.words.get(number) or printed(number)


def _form(work: Work, value: Any, *forms: Any) -> str:
    number = _whole(value, "form")
    for each in forms:
        if not isinstance(each, str):
            raise Bad(f"the brackets of form take texts, and this is {named(each)}")
    return str(forms[work.speech.plurals[1](abs(number))])


def check_forms(work: Work, forms: int) -> None:
    """Whether the language of the text has so many. Raises Bad."""
    wanted, _ = work.speech.plurals
    if forms != wanted:
        message = f"{forms} form{'' if forms == 1 else 's'}, where {work.speech.language} has {wanted}"
        raise Bad(message, "one word for each", WRONG_FORMS)


def _signed(work: Work, value: Any) -> str:
    number = a_number(value)
    return f"+{printed(number)}" if number > 0 else printed(number)


def _capital(work: Work, value: Any) -> str:
    text = printed(value)
    at = next((n for n, letter in enumerate(text) if letter.isalnum()), 0)
    return f"{text[:at]}{upper(text[at : at + 1], work.speech.language)}{text[at + 1 :]}"


FORM = "form"
SPOKEN: Mapping[str, tuple[Callable[..., Any], int, int]] = {  # filters: how many values may stand in the brackets
    "word": (_word, 0, 1),
    FORM: (_form, 1, 6),
    "signed": (_signed, 0, 0),
    "capital": (_capital, 0, 0),
}
