"""The words that pnp itself prints: a game's catalogue first, then `data/words/<tag>.yaml`, then English."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pnp.files.opening import beginning
from pnp.model.language import Translation, counted
from pnp.model.values import Record
from pnp.text.holes import with_names

SPOKEN = "en"  # what is said where a language has no words of its own


class Words:
    """One section of the words, `calibrate` or `instructions`, in one language."""

    def __init__(self, section: str, language: str, translation: Translation | None = None) -> None:
        self._section = section
        self._words = _section(section, language)
        self._translation = translation

    def say(self, name: str, /, **values: object) -> str:
        """A text with its names in braces filled in; by its `count` the one that fits, where there are several.

        Names without a value stay as they are, for whoever fills them in later.
        """
        text = self._translated(name, values.get("count")) or one_of(self._words[name], values.get("count"))
        return with_names(text, values.get)

    def all(self, **values: object) -> Record:
        """All texts that have no plural, for a template."""
        plain = [name for name, said in self._words.items() if not isinstance(said, Mapping)]
        return Record({name.replace("-", "_"): self.say(name, **values) for name in plain})

    def _translated(self, name: str, count: object) -> str:
        english = _file(SPOKEN).get(self._section, {}).get(name)
        if self._translation is None or english is None:
            return ""
        context = context_of(self._section, name)
        said = self._translation.find(context, *source_of(english))
        return counted(self._translation, said, count) if said else ""


def context_of(section: str, name: str) -> str:
    """In catalogues."""
    return f"pnp.{section}.{name}"


def source_of(said: str | Mapping[str, str]) -> tuple[str, str]:
    """What catalogues have as source, and as its plural."""
    return (said["one"], said["other"]) if isinstance(said, Mapping) else (said, "")


def one_of(said: str | Mapping[str, str], count: object) -> str:
    if isinstance(said, Mapping):
        return said["one" if count == 1 and "one" in said else "other"]
    return said


def spoken(section: str, language: str = SPOKEN) -> Iterator[tuple[str, str | dict[str, str]]]:
    """What a language's own file says in a section; without English for what it lacks."""
    tags = dict.fromkeys((language.partition("-")[0], language))
    yield from {name: said for tag in tags for name, said in (_file(tag).get(section) or {}).items()}.items()


def _section(section: str, language: str) -> dict[str, Any]:
    words: dict[str, Any] = {}
    for tag in dict.fromkeys((SPOKEN, language.partition("-")[0], language)):
        words |= _file(tag).get(section) or {}
    return words


@cache
def _file(language: str) -> Mapping[str, Any]:
    import yaml

    file = Path(__file__).parents[1] / "data" / "words" / f"{language}.yaml"
    # the base loader takes all for texts: "no" and "on" are words, too
    return yaml.load(beginning(file, 1_000_000), yaml.BaseLoader) or {} if file.is_file() else {}
