"""A word as a glossary writes it → a pattern of its inflected forms, by rules of German and English.

The rules make a few forms that nobody writes. No dictionary is needed, and names that a game invents inflect, too.
"""

import re

from pnp.model.regex import regex

_PREFIXES = (
    "ab|an|auf|aus|bei|durch|ein|fest|fort|heraus|herum|hin|hinzu|los|mit|nach|um|vor|weg|weiter|wieder|zu|zurück|"
    "zusammen"
)
_STRONG = """
    werf wirf warf worf|zieh zog|seh sieh sah|nehm nimm nahm nomm|geb gib gab|lieg lag leg|steh stand|geh ging gang|
    halt hielt|lass ließ|greif griff|schließ schloss|schneid schnitt|bring brach|tret tritt trat|sterb stirb starb|
    stech stich stach stoch|brech brich brach broch|heb hob|schieb schob|schreib schrieb|bleib blieb|biet bot|fahr fuhr|
    fall fiel|fang fing|grab grub|komm kam|lauf lief|les lies las|reiß riss|ruf rief|schlag schlug|sitz saß sess|
    sprech sprich sprach sproch|spring sprang sprung|trag trug|treib trieb|verlier verlor|winn wann wonn|bind band bund|
    find fand fund|helf hilf half holf|ess iss aß|flieh floh|fließ floss|gieß goss|steig stieg|weis wies|lad lud
"""  # stems of infinitives whose vowels change, each with those of its other forms
_STEMS = {stems[0]: stems for stems in map(str.split, _STRONG.split("|"))}
_UMLAUTS = {"a": "ä", "o": "ö", "u": "ü", "A": "Ä", "O": "Ö", "U": "Ü"}

_VERB_ENDS = r"(?:e?(?:st|te|tes?t)?|(?:e?t|e?n|e?nd)(?:e[nmrs]?)?)(?!\w)"
_NOUN_ENDS = r"(?:e[nmr]?|e?n?s|er[ens]|ere[ns]|n|nen|se[ns]?)?(?!\w)"
_ADJECTIVE_ENDS = r"(?:e[nmrs]?)?(?!\w)"
_IN_CLAUSE = r"[^.;:!?]*(?<!\w)"
_CLAUSE_ENDS = r"(?=$|[.,;:!?)]| und | oder )"
_BLANK = "[ \xa0]"

_PREFIXED = regex(rf"({_PREFIXES})(?=\w{{2,}}(?:en|eln|ern)$)")
_LAST_VOWEL = regex(r"(?i:au|[aou])(?=[^aeiouäöüy]*(?:el)?$)")
_NOUN_END = regex(r"(?<=[^aeiouäöü\W])e[nrs]?$")


def german_pattern(form: str, *, within: bool = False) -> str:
    """Return a pattern of a form's inflections, or of longer words, too, that have the noun within them.

    A word in lower case is a verb if it ends like an infinitive. Its prefix may stand later in the clause: "wirf … ab".
    """
    *adjectives, last = form.split(" ")
    is_part = within and not adjectives and len(last) > 3
    if last.endswith("-"):
        pattern = re.escape(last[:-1])
    elif last[:1].islower():
        pattern = _verb(last, within) if last.endswith(("en", "eln", "ern")) else _adjective(last)
    else:
        base = _umlaut(_NOUN_END.sub("", last) if len(last) > 4 else last)
        pattern = f"(?i:{base})" if is_part else base + _NOUN_ENDS
    return (r"(?<!\w)" if not is_part else "") + _BLANK.join([*map(_adjective, adjectives), pattern])


def _adjective(word: str) -> str:
    return rf"(?i:(?:{re.escape(word)}|{re.escape(re.sub('e[nmrs]?$', '', word))}){_ADJECTIVE_ENDS})"


def _verb(word: str, within: bool) -> str:
    prefix = match[1] if (match := _PREFIXED.match(word)) else ""
    stem = word.removeprefix(prefix)[:-1]
    if stem.endswith("e"):
        stem = stem[:-1]
        root = max((root for root in _STEMS if stem.endswith(root)), key=len, default=stem)
        stems = [stem.removesuffix(root) + other for other in _STEMS.get(root, [root])]
    else:  # sammeln, ich sammle
        stems = [stem, stem[:-2] + stem[-1]]
    finite = f"(?:{'|'.join(map(_umlaut, stems))}){_VERB_ENDS}"
    if prefix:
        return rf"(?i:{prefix}(?:zu|ge)?{finite}|{finite}(?={_IN_CLAUSE}{prefix}(?!\w)))"
    # with a prefix at the end of the clause it is another verb
    return f"(?i:(?:ge)?{finite}{'' if within else f'(?!{_IN_CLAUSE}(?:{_PREFIXES}){_CLAUSE_ENDS})'})"


def _umlaut(stem: str) -> str:
    """Return a pattern of a stem whose last vowel may be an umlaut."""
    if not (vowel := _LAST_VOWEL.search(stem)):
        return re.escape(stem)
    before, letter, behind = stem[: vowel.start()], stem[vowel.start()], stem[vowel.start() + 1 :]
    return f"{re.escape(before)}[{letter}{_UMLAUTS[letter]}]{re.escape(behind)}"


def english_pattern(form: str, part: str) -> str:
    """Return a pattern of the inflections of a verb's first word or a noun's last one; else of the form as it is."""
    words = [re.escape(word) for word in form.split(" ")]
    if part == "verb":
        stem = words[0].removesuffix("e")
        words[0] = f"(?:{words[0]}(?:e?s)?|{stem}{stem[-1:]}?(?:ed|ing)|{stem[:-1]}ie[sd])"
    elif part == "noun":
        words[-1] = f"(?:{words[-1]}(?:e?s)?|{words[-1][:-1]}ies)"
    return _BLANK.join(words)
