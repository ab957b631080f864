"""The words that pnp itself prints, by language: `data/words/<tag>.yaml` over English."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pnp.model.values import Record

SPOKEN = "en"  # what is said where a language has no words of its own


class Words:
    """One section of the words, `calibrate` or `instructions`, in one language."""

    def __init__(self, section: str, language: str) -> None:
        self._words: dict[str, Any] = {}
        for tag in dict.fromkeys((SPOKEN, language.partition("-")[0], language)):
            self._words |= _file(tag).get(section) or {}

    def say(self, name: str, /, **values: object) -> str:
        """A text with its names in braces filled in; by its `count` the one that fits, where there are several."""
        said = self._words[name]
        if isinstance(said, Mapping):
            said = said["one" if values.get("count") == 1 and "one" in said else "other"]
        return str(said).format_map(_Known(values))

    def all(self, **values: object) -> Record:
        """All texts that have no plural, for a template."""
        plain = [name for name, said in self._words.items() if not isinstance(said, Mapping)]
        return Record({name.replace("-", "_"): self.say(name, **values) for name in plain})


class _Known(dict[str, object]):
    """Values by name; names without one stay as they are, for whoever fills them in later."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


@cache
def _file(language: str) -> Mapping[str, Any]:
    import yaml

    file = Path(__file__).parent / "data" / "words" / f"{language}.yaml"
    # the base loader takes all for texts: "no" and "on" are words, too
    return yaml.load(file.read_text(encoding="utf-8"), yaml.BaseLoader) or {} if file.is_file() else {}


def plain(text: str) -> str:
    """Text of others, to stand between our words as it is: no mark in it means anything."""
    for mark in "\\*[":
        text = text.replace(mark, "\\" + mark)
    return text
