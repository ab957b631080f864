"""The page to mail: what stands in it, and that nothing of a game gets out of its place."""

import json
import re
from base64 import b64encode
from hashlib import sha256

import pytest
from changing import change
from hypothesis import given
from hypothesis import strategies as some

from pnp.io.project import Project
from pnp.model.options import Options
from pnp.proof.details import make_handout
from pnp.proof.mailed import json_in_markup, mailed_page
from pnp.proof.session import ProofSession


def page(project: Project, language: str = "") -> str:
    return mailed_page(make_handout(ProofSession(project, Options("inn", language=language, jobs=1)))).decode()


def embedded_data(text: str) -> dict:  # type: ignore[type-arg]
    found = re.search(r'<script type="application/json" id="told">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])  # type: ignore[no-any-return]


def test_all_that_is_shown_stands_in_it(project: Project) -> None:
    found = embedded_data(page(project, "de"))
    assert [piece["label"] for piece in found["pieces"]] == ["guests/smith", "guests/widow", "rooms/red", "rooms/blue"]
    digests = [
        side["digest"]
        for piece in found["pieces"]
        for leaf in (*piece["leaves"], *piece["sources"])
        for side in leaf.values()
        if side
    ]
    assert set(digests) == set(found["pictures"])
    assert all(url.startswith("data:image/") for url in found["pictures"].values())
    smith = found["pieces"][0]
    assert smith["leaves"][0]["front"] != smith["sources"][0]["front"]
    assert smith["words"][0]["source"]["text"] == "The Smith"
    assert found["about"]["language"] == "de"


def test_only_its_own_script_and_style_may_run(project: Project) -> None:
    text = page(project)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    script, style = (
        re.search(r"<script>(.*?)</script>", text, re.DOTALL),
        re.search(r"<style>(.*?)</style>", text, re.DOTALL),
    )
    assert policy and script and style
    for part in (script[1], style[1]):
        assert f"'sha256-{b64encode(sha256(part.encode()).digest()).decode()}'" in policy[1]
    assert policy[1].startswith("default-src 'none'; ")
    assert "unsafe" not in policy[1]
    assert len(re.findall(r"<script\b", text)) == 2


def test_the_same_game_makes_the_same_page(project: Project) -> None:
    assert page(project) == page(project)


def test_markup_in_a_text_ends_nothing(project: Project) -> None:
    evil = "</script><script>alert(1)</script><!-- @script@ @told@"
    change(project, "guests.yaml", "name: The Widow", f'name: "{evil}"')
    text = page(project)
    assert embedded_data(text)["pieces"][1]["name"] == evil
    assert "alert(1)" in text
    assert "<script>alert" not in text
    assert "<!--" not in text


@pytest.mark.nightly(examples=25)
@given(
    some.recursive(some.text() | some.integers(), lambda each: some.lists(each) | some.dictionaries(some.text(), each))
)
def test_json_in_markup_says_the_same_and_ends_nothing(value: object) -> None:
    text = json_in_markup(value)
    assert json.loads(text) == value
    assert not set(text) & set("<>&'\u2028\u2029")
