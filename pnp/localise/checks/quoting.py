"""
A translation has quotes or an apostrophe that aren't those of its language: straight ones of the typewriter, or another
language's. Each has its own: “English”, „deutsch“, « français », 「日本語」.

Bad:  `msgstr "Sag “Halt”!"` in German
Good: `msgstr "Sag „Halt“!"`
"""

import re
from collections.abc import Iterator

from pnp.localise.checks._pairs import ICON, About, bare, problem, quote
from pnp.model.problem import Problem, Severity, code
from pnp.model.quotes import quotes_of

CODE = code("PNP622", "quotes of a translation", __doc__, Severity.WARNING)

_MARK = re.compile(r"""["'“”„‟«»‹›‘‚「」『』]""")
_WITH_BLANKS = ("fr", "br")
_INCHES = re.compile(r"""\d["']""")


def check(about: About) -> Iterator[Problem]:
    quotes = quotes_of(about.language)
    gap = "\u00a0" if about.language.partition("-")[0] in _WITH_BLANKS else ""
    like = f"like {quotes.opens}{gap}this{gap}{quotes.closes}"
    for pair in about.pairs:
        text, icons = bare(pair.said), ICON.findall(pair.said)
        for match in _MARK.finditer(text):
            mark = match[0]
            if mark == quotes.closes != quotes.opens and mark not in quotes.inner and _opens(text, match.start()):
                yield problem(CODE, pair, f"has {mark} where a quote opens: {quote(text, *match.span(), icons)}", like)
                break
            if mark in quotes.marks or _INCHES.fullmatch(text, max(0, match.start() - 1), match.end()):
                continue
            is_apostrophe = mark == "'" and text[: match.start()][-1:].isalpha()
            hint = f"the apostrophe is {quotes.apostrophe}" if is_apostrophe else like
            kind = "a straight quote" if mark in "\"'" else f"the quote {mark} of other languages"
            yield problem(CODE, pair, f"has {kind}: {quote(text, *match.span(), icons)}", hint)
            break


def _opens(text: str, at: int) -> bool:
    """Whether what stands here is before a word and behind none."""
    return text[at + 1 : at + 2].isalnum() and not text[:at][-1:].strip()
