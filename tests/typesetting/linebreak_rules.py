"""The line breaking rules of UAX #14 in Unicode 16.0.

They speak of one character at a time, by its `Kind`, and of what has to be remembered of the text before it, a `State`;
few depend on the character behind, which they leave to one of the conditional actions.
"""

from collections.abc import Iterator
from typing import NamedTuple

from unicodedata2 import category, east_asian_width
from uniseg.emoji import extended_pictographic
from uniseg.linebreak import line_break

KEEP, BREAK, MUST, IF_NO_CLOSING, IF_DIGIT, IF_WIDE, IF_NO_NUMBER, IF_NO_VIRAMA = range(8)


class Kind(NamedTuple):
    """What the rules can see of a character."""

    lb: str
    wide: bool = False  # $EastAsian
    variant: str = ""  # a quote: "initial", "final"; U+2010: "hyphen"; U+25CC: "circle"; unassigned: "pictograph"


class State(NamedTuple):
    """What the rules can see of the text before a character; combining marks have melted into what they stand on."""

    prev: Kind = Kind("sot")
    facts: frozenset[str] = frozenset()


LETTER = Kind("AL")
HARD = {"BK", "CR", "LF", "NL"}
ALPHA = {"AL", "HL"}
HANGUL = {"JL", "JV", "JT", "H2", "H3"}
AFTER_CLOSING_QUOTE = HARD | {"SP", "GL", "WJ", "CL", "QU", "CP", "EX", "IS", "SY", "ZW"}


def kind_of(character: str) -> Kind:
    lb: str = line_break(character).value
    general = category(character)
    variant = {"‐": "hyphen", "\u25cc": "circle"}.get(character, "")
    if character == "\ufffc" or lb in ("AI", "SG", "XX"):  # U+FFFC stands for an inline icon
        lb = "AL"
    elif lb == "SA":
        lb = "CM" if general in ("Mn", "Mc") else "AL"
    elif lb == "CJ":
        lb = "NS"
    elif lb == "QU":
        variant = {"Pi": "initial", "Pf": "final"}.get(general, "")
    if general == "Cn" and extended_pictographic(character):
        variant = "pictograph"
    return Kind(lb, lb != "CM" and east_asian_width(character) in ("F", "W", "H"), variant)


def aksara(kind: Kind) -> bool:
    return kind.lb in ("AK", "AS") or kind.variant == "circle"


def verdict(state: State, kind: Kind) -> int:
    """Decide on a break between the text that led to `state` and a character of this kind."""
    prev, facts, lb = state.prev, state.facts, kind.lb
    if prev.lb == "sot":  # LB2
        return KEEP
    if prev.lb in HARD:  # LB4, LB5
        return KEEP if (prev.lb, lb) == ("CR", "LF") else MUST
    if lb in HARD or lb in ("SP", "ZW"):  # LB6, LB7
        return KEEP
    if "zw sp*" in facts:  # LB8
        return BREAK
    if "zwj" in facts or melts(state, kind):  # LB8a, LB9
        return KEEP
    if lb in ("CM", "ZWJ"):  # LB10
        return verdict(state, LETTER)
    for rules in (around_spaces, around_quotes, in_words, in_numbers, in_syllables):
        answer = rules(state, kind)
        if answer is not None:
            return answer
    return BREAK  # LB31


def melts(state: State, kind: Kind) -> bool:
    return kind.lb in ("CM", "ZWJ") and state.prev.lb not in HARD | {"sot", "SP", "ZW"}


def around_spaces(state: State, kind: Kind) -> int | None:
    prev, facts, lb = state.prev, state.facts, kind.lb
    if "WJ" in (lb, prev.lb) or prev.lb == "GL":  # LB11, LB12
        return KEEP
    if lb == "GL" and prev.lb not in ("SP", "BA", "HY"):  # LB12a
        return KEEP
    if lb in ("CL", "CP", "EX", "SY") or "op sp*" in facts or "opening quote sp*" in facts:  # LB13, LB14, LB15a
        return KEEP
    if kind.variant == "final" and prev.lb == "SP":  # LB15b; without a space LB19 keeps it anyhow
        return IF_NO_CLOSING
    if lb == "IS":  # LB15c, LB15d
        return IF_DIGIT if prev.lb == "SP" else KEEP
    if (lb == "NS" and "close sp*" in facts) or (lb == "B2" and "b2 sp*" in facts):  # LB16, LB17
        return KEEP
    return BREAK if prev.lb == "SP" else None  # LB18


def around_quotes(state: State, kind: Kind) -> int | None:
    prev, lb = state.prev, kind.lb
    if (lb == "QU" and kind.variant != "initial") or (prev.lb == "QU" and prev.variant != "final"):  # LB19
        return KEEP
    if lb == "QU" and not prev.wide:  # LB19a
        return KEEP
    if prev.lb == "QU" and not (kind.wide and "wide qu" in state.facts):  # LB19a
        return KEEP
    if lb == "QU" and prev.lb != "BB":  # LB19a: depends on what the opening quote is followed by
        return IF_WIDE
    return None


def in_words(state: State, kind: Kind) -> int | None:
    prev, facts, lb = state.prev, state.facts, kind.lb
    if "start hy" in facts and lb == "AL":  # LB20a
        return KEEP
    if lb in ("BA", "HY", "NS") or prev.lb == "BB":  # LB21
        return KEEP
    if "hl hy" in facts and lb != "HL":  # LB21a
        return KEEP
    if (prev.lb == "SY" and lb == "HL") or lb == "IN":  # LB21b, LB22
        return KEEP
    if prev.lb in ALPHA and lb in ALPHA:  # LB28
        return KEEP
    return KEEP if prev.lb == "IS" and lb in ALPHA else None  # LB29


def in_numbers(state: State, kind: Kind) -> int | None:
    prev, facts, lb = state.prev, state.facts, kind.lb
    if (prev.lb in ALPHA and lb == "NU") or (prev.lb == "NU" and lb in ALPHA):  # LB23
        return KEEP
    ideographs = {"ID", "EB", "EM"}
    if (prev.lb == "PR" and lb in ideographs) or (prev.lb in ideographs and lb == "PO"):  # LB23a
        return KEEP
    if (prev.lb in ("PR", "PO") and lb in ALPHA) or (prev.lb in ALPHA and lb in ("PR", "PO")):  # LB24
        return KEEP
    if lb in ("PO", "PR") and facts & {"number", "number close"}:  # LB25
        return KEEP
    if lb == "NU" and (prev.lb in ("PO", "PR", "HY", "IS") or "number" in facts):  # LB25
        return KEEP
    if lb == "OP" and prev.lb in ("PO", "PR"):  # LB25
        return IF_NO_NUMBER
    if lb == "OP" and prev.lb in ALPHA | {"NU"} and not kind.wide:  # LB30
        return KEEP
    return KEEP if prev.lb == "CP" and not prev.wide and lb in ALPHA | {"NU"} else None  # LB30


def in_syllables(state: State, kind: Kind) -> int | None:
    prev, facts, lb = state.prev, state.facts, kind.lb
    follows = {"JL": {"JL", "JV", "H2", "H3"}, "JV": {"JV", "JT"}, "H2": {"JV", "JT"}, "JT": {"JT"}, "H3": {"JT"}}
    if lb in follows.get(prev.lb, ()):  # LB26
        return KEEP
    if (prev.lb in HANGUL and lb == "PO") or (prev.lb == "PR" and lb in HANGUL):  # LB27
        return KEEP
    if (prev.lb == "AP" and aksara(kind)) or (aksara(prev) and lb in ("VF", "VI")):  # LB28a
        return KEEP
    if "aksara vi" in facts and (lb == "AK" or kind.variant == "circle"):  # LB28a
        return KEEP
    if aksara(prev) and aksara(kind):  # LB28a
        return IF_NO_VIRAMA
    if "odd ri" in facts and lb == "RI":  # LB30a
        return KEEP
    return KEEP if lb == "EM" and (prev.lb == "EB" or prev.variant == "pictograph") else None  # LB30b


def step(state: State, kind: Kind) -> State:
    """Return the state after one more character."""
    if melts(state, kind):
        return State(state.prev, state.facts - {"zwj"} | ({"zwj"} if kind.lb == "ZWJ" else set()))
    now = LETTER if kind.lb in ("CM", "ZWJ") else kind
    facts = {fact for fact, holds in facts_after(state, now) if holds}
    return State(now, frozenset(facts | {"zwj"} if kind.lb == "ZWJ" else facts))


def facts_after(state: State, kind: Kind) -> Iterator[tuple[str, bool]]:
    prev, facts, lb = state.prev, state.facts, kind.lb
    space = lb == "SP"
    yield "zw sp*", lb == "ZW" or (space and "zw sp*" in facts)
    yield "op sp*", lb == "OP" or (space and "op sp*" in facts)
    before_quote = prev.lb in HARD | {"sot", "OP", "QU", "GL", "SP", "ZW"}
    yield "opening quote sp*", (kind.variant == "initial" and before_quote) or (space and "opening quote sp*" in facts)
    yield "close sp*", lb in ("CL", "CP") or (space and "close sp*" in facts)
    yield "b2 sp*", lb == "B2" or (space and "b2 sp*" in facts)
    yield "wide qu", lb == "QU" and prev.wide
    hyphen = lb == "HY" or kind.variant == "hyphen"
    yield "start hy", hyphen and prev.lb in HARD | {"sot", "SP", "ZW", "GL"}
    yield "hl hy", prev.lb == "HL" and (lb == "HY" or (lb == "BA" and not kind.wide))
    yield "number", lb == "NU" or (lb in ("SY", "IS") and "number" in facts)
    yield "number close", lb in ("CL", "CP") and "number" in facts
    yield "aksara vi", lb == "VI" and aksara(prev)
    yield "odd ri", lb == "RI" and "odd ri" not in facts
