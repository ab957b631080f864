"""What a language tag says of how the language is written."""

import pytest

from pnp.model.language import is_right_to_left, script_of


@pytest.mark.parametrize(
    ("language", "script"),
    [
        ("en", "Latn"), ("de-AT", "Latn"), ("ar", "Arab"), ("ar-XB", "Arab"), ("fa", "Arab"), ("ur-PK", "Arab"),
        ("he", "Hebr"), ("yi", "Hebr"), ("hi", "Deva"), ("th", "Thai"), ("ru", "Cyrl"), ("el", "Grek"),
        ("ja", "Jpan"), ("ko", "Kore"), ("zh", "Hans"), ("zh-Hant", "Hant"), ("zh_TW", "Hant"), ("zh-HK", "Hant"),
        ("zh-hans", "Hans"), ("sr-Latn", "Latn"), ("az-Arab", "Arab"), ("xx", "Latn"), ("", "Latn"),
    ],
)  # fmt: skip
def test_scripts(language: str, script: str) -> None:
    assert script_of(language) == script


def test_directions() -> None:
    right = [
        tag for tag in ("en", "ar", "he", "fa", "ur", "ar-XB", "az-Arab", "ar-Latn", "ja") if is_right_to_left(tag)
    ]
    assert right == ["ar", "he", "fa", "ur", "ar-XB", "az-Arab"]
