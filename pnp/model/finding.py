"""What is wrong on a face, before it is known which piece shows it."""

from typing import NamedTuple

from pnp.model.problem import Code, Mentioned, Problem, Values


class Finding(NamedTuple):
    """A problem before it is known which piece has it."""

    code: Code
    values: Values = ()
    details: Values = ()
    hint: str = ""
    field: str = ""
    origin: str = ""
    word: str = ""  # what is meant there: an attribute, or part of a text
    is_general: bool = False  # about the edition rather than a place: told once
    longest: tuple[str, str] = ("", "")  # of the texts in a box that is too small: its field, what it says
    cause: Problem | None = None


def find(
    code: Code,
    *,
    hint: str = "",
    field: str = "",
    origin: str = "",
    word: str = "",
    is_general: bool = False,
    longest: tuple[str, str] = ("", ""),
    cause: Problem | None = None,
    **said: Mentioned,
) -> Finding:
    """`said` is what stands at the places of the code's sentence."""
    values, details = code.sorted(said)
    return Finding(code, values, details, hint, field, origin, word, is_general, longest, cause)
