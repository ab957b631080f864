"""Random YAML documents with a place for each of their texts, for tests that change one of them."""

from typing import NamedTuple

from hypothesis import strategies as st

LETTERS = st.sampled_from([*"abc XYZ-.,:;#'\"\\{}[]&*!?|>%@`~=<0123456789/", "é", "ß", "ו", "ب", "\u0301", "🦊", "—"])
WORDS = st.text(LETTERS, min_size=1, max_size=8)
LINES = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)
TEXTS = st.one_of(
    LINES,
    WORDS,
    st.sampled_from(
        ["", " ", "yes", "no", "null", "~", "7", "1e3", "2020-01-01", "- a", "a: b", "a #b", "---", " x ", "x\t"]
    ),
    st.lists(st.one_of(LINES, st.sampled_from(["", "  indented", "- x", "# y", "\tz"])), min_size=2, max_size=5).map(
        "\n".join
    ),
)
SIMPLE = st.lists(st.text("abcdefé🦊XYZ", min_size=1, max_size=9), min_size=1, max_size=14).map(" ".join)
COMMENTS = st.sampled_from(["", "", "  # why", " #", "   "])


class Value(NamedTuple):
    """Source lines of a value behind its key, the first of them without indentation."""

    lines: list[str]
    text: str


@st.composite
def values(draw: st.DrawFn, indent: int) -> Value:
    style = draw(st.sampled_from(["plain", "single", "double", "wrapped", "literal", "folded", "number", "escaped"]))
    pad, text, comment = " " * indent, draw(SIMPLE), draw(COMMENTS)
    words = text.split(" ")
    half = len(words) // 2
    first, second = " ".join(words[:half]), " ".join(words[half:])
    match style:
        case "plain":
            return Value([text + comment], text)
        case "single":
            return Value([f"'{text}''s'{comment}"], f"{text}'s")
        case "double":
            return Value([f'"{text}\\n{text}"{comment}'], f"{text}\n{text}")
        case "escaped":
            return Value([f'"{text} \\u00e9\\t\\"x\\""{comment}'], f'{text} é\t"x"')
        case "number":
            return Value([draw(st.sampled_from(["7", "no", "2.50", "2020-01-01", "~"]))], "")
        case "wrapped" if half:
            sign = draw(st.sampled_from(["", "'", '"']))
            blank = draw(st.booleans())
            lines = [f"{sign}{first}", *([""] if blank else []), f"{pad}{second}{sign}{comment}"]
            return Value(lines, f"{first}{chr(10) if blank else ' '}{second}")
        case "literal":
            header = "|" + draw(st.sampled_from(["", "-", "+", "2", "2-"])) + draw(st.sampled_from(["", "  # why"]))
            return Value([header, pad + text, "", f"{pad}  {text}", pad + text], f"{text}\n\n  {text}\n{text}")
        case "folded" if half:
            header = ">" + draw(st.sampled_from(["", "-", "+"])) + draw(st.sampled_from(["", "  # why"]))
            end = draw(st.sampled_from([[], [""]])) if "+" not in header else []
            lines = [header, pad + first, pad + second, "", pad + text, *end]
            return Value(lines, f"{first} {second}\n{text}")
        case _:
            return Value([text], text)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Draw a list of pieces or a mapping of things, with texts in all styles."""
    out: list[str] = draw(st.sampled_from([[], ["# first", ""], ["---"]]))[:]
    is_list = draw(st.booleans())
    for number in range(draw(st.integers(1, 4))):
        out.append(f"- id: p{number}" if is_list else f"p{number}:")
        for key in range(draw(st.integers(1, 4))):
            value = draw(values(4))
            out += [f"  k{key}: {value.lines[0]}", *value.lines[1:]]
        if draw(st.booleans()):
            out.append(
                f"  flow: {{a: {draw(st.text('abc', min_size=1))}, b: 'x, y', c: [one, \"two\", three four]}}  # end"
            )
        if draw(st.booleans()):
            out += ["  items:", "  - first", "  -   second  # two", "  - >-", "    some thing", "    more"]
        if draw(st.integers(0, 4)) == 0:
            out += [f"  anchor: &a{number} Shared text", f"  alias: *a{number}", f"  more: [*a{number}]"]
        if draw(st.booleans()):
            out += ["", "# between"]
    newline = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    return draw(st.sampled_from(["", "", "\ufeff"])) + newline.join(out) + draw(st.sampled_from([newline, ""]))
