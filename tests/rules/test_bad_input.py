"""Each mistake that somebody can make in the files of a game's rules is told in one line, at its place."""

from pathlib import Path

import pytest
from facts import list_facts
from nightly import every
from stand_ins import Copy

RULE = "require: leaders|map(number)|sort == range(1, 6)"
MISTAKES = {
    "a definition that uses itself": (
        "leaders/victory.yaml",
        "party: face_up + hidden",
        "party: party + hidden",
        "leaders/victory.yaml:8:10 PNP505 name=party way='' text='party + hidden'",
    ),
    "definitions that use each other, in examples alone": (
        "leaders/victory.yaml",
        "over: parties|max >= tables.game_end",
        "over: done\n  done: over",
        "leaders/victory.yaml:7:9 PNP505 name=over way=', by way of done' text=done",
    ),
    "a list of a million": (
        "leaders/rules.yaml",
        RULE,
        "require: range(1, 1000000)|sum > 6",
        "leaders/rules.yaml:107:12 PNP505 length=1000000 most=100000",
    ),
    "lists in lists without end": (
        "leaders/rules.yaml",
        RULE,
        "require: range(1, 90000)|all(range(1, 90000)|sum > 6)",
        "leaders/rules.yaml:107:48 PNP505 most=200000",
    ),
    "a number that fills the memory": (
        "leaders/rules.yaml",
        RULE,
        "require: 9 ** 9 ** 9 > 6",
        "leaders/rules.yaml:107:12 PNP505",
    ),
    "brackets without end": (
        "leaders/rules.yaml",
        RULE,
        f"require: {'(' * 80}1{')' * 80} == 1",
        "leaders/rules.yaml:107:62 PNP505 most=50",
    ),
    "half an expression": (
        "leaders/rules.yaml",
        RULE,
        "require: leaders|map(number",
        "leaders/rules.yaml:107:30 PNP500",
    ),
    "a field that pieces don't have": (
        "leaders/rules.yaml",
        "count: heroes|where(advanced)\n  is: 24",
        "count: heroes|where(advancd)\n  is: 24",
        "leaders/rules.yaml:61:23 PNP501 item=emperor name=advancd ~meant=advanced",
    ),
    "a rule on an unknown component": (
        "leaders/rules.yaml",
        "unique: epithet\n  of: leaders",
        "unique: epithet\n  of: leadres",
        "leaders/rules.yaml:127:7 PNP501 name=leadres ~meant=leaders",
    ),
    "an id that nothing has": (
        "leaders/rules.yaml",
        "  each: copies == (3 if id == 'turn' else 1)",
        "  each: copies == (3 if id in ['turn', 'tern'] and 'watr' not in factions else 1)",
        "leaders/rules.yaml:155:52 PNP504 id=watr ~when=', for turn' ~meant=water",
    ),
    "a table without a row for five players": (
        "leaders/setup.yaml",
        "4: 7, 5: 6, 6: 5",
        "4: 7, 6: 5",
        "leaders/setup.yaml:3:3 PNP560 table=game_end players='5 players'",
    ),
    "six cards from a hand of five": (
        "leaders/setup.yaml",
        "move: 1, from: hand, to: hidden",
        "move: 6, from: hand, to: hidden",
        "leaders/setup.yaml:54:16 PNP550 step=first-hidden wanted=6 zone='hand 1' count=5 "
        "~origin=leaders/setup.yaml:15:3",
    ),
    "a zone that isn't there": (
        "leaders/setup.yaml",
        "from: harbor, to: tavern",
        "from: harbour, to: tavern",
        "leaders/setup.yaml:41:25 PNP554 step=tavern zone=harbour ~meant=harbor",
    ),
    "a piece that isn't there": (
        "leaders/setup.yaml",
        "move: [emperor]",
        "move: [emporer]",
        "leaders/setup.yaml:32:17 PNP554 step=emperor name=emporer ~meant=emperor",
    ),
    "a pile that nobody shuffled": (
        "leaders/setup.yaml",
        "      - shuffle: leader-pile\n",
        "",
        "leaders/setup.yaml:21:16 PNP563 step=leaders source=leader-pile",
    ),
    "nothing to shuffle": (
        "leaders/setup.yaml",
        "      - shuffle: hero-pile\n",
        "      - shuffle: hero-pile\n      - shuffle: hand\n",
        "leaders/setup.yaml:37:18 PNP564 step=harbor zone=hand",
    ),
    "a pile shuffled twice": (
        "leaders/setup.yaml",
        "      - shuffle: hero-pile\n",
        "      - shuffle: hero-pile\n      - shuffle: hero-pile\n",
        "leaders/setup.yaml:37:18 PNP564 step=harbor zone=hero-pile",
    ),
    "a marker that nobody puts on its space": (
        "leaders/setup.yaml",
        "      - {put: green, to: track.green.start}\n",
        "",
        "leaders/victory.yaml:4:3 PNP188 marker=green",
    ),
    "a condition with an unknown name": (
        "leaders/victory.yaml",
        "when: green - red >= 2",
        "when: gren - red >= 2",
        "leaders/victory.yaml:22:11 PNP501 name=gren ~meant=green",
    ),
    "a step of judging with an unknown name": (
        "leaders/victory.yaml",
        "most: leader.number",
        "most: leader.nmber",
        "leaders/victory.yaml:39:18 PNP501 owner=lemron name=nmber ~meant=number",
    ),
    "an example with somebody unknown": (
        "leaders/examples.yaml",
        "leader: enned, face_up: [tribes-2]",
        "leader: ened, face_up: [tribes-2]",
        "leaders/examples.yaml:46:29 PNP104 path=score.players.1.leader to=leaders value=ened ~meant=enned",
    ),
    "an example that doesn't come out": (
        "leaders/examples.yaml",
        "given: {red: 4, green: 6}",
        "given: {red: 4, green: 5}",
        "leaders/examples.yaml:34:21 PNP576 values='outcome is water, expected tribes' ~about='example green-ahead'",
    ),
    "an example off the track": (
        "leaders/examples.yaml",
        "given: {red: 9, green: 12}",
        "given: {red: 9, green: 13}",
        "leaders/examples.yaml:21:26 PNP578 id=green value=13 ~about='example both-dark'",
    ),
    "an example that expects nothing": (
        "leaders/examples.yaml",
        "given: {red: 4, green: 6}\n  expect: {outcome: tribes}",
        "given: {red: 4, green: 6}\n  expect: {}",
        "leaders/examples.yaml:34:11 PNP035",
    ),
    "an example with a module twice": (
        "legacy/golems/examples.yaml",
        "with: [golems, bribery, artifacts]",
        "with: [golems, bribery, golems]",
        'legacy/golems/examples.yaml:23:27 PNP031 name="golems"',
    ),
    "modules that need each other": (
        "legacy/game.yaml",
        "    title: Artifacts\n    not-with",
        "    title: Artifacts\n    needs: [intrigues]\n    not-with",
        "legacy/game.yaml:77:3 PNP131 circle='artifacts → intrigues → artifacts'",
    ),
    "a module that isn't there": (
        "legacy/game.yaml",
        "needs: [artifacts]",
        "needs: [artefacts]",
        'legacy/game.yaml:86:13 PNP104 name="artefacts" ~meant=artifacts',
    ),
    "two modules that bring one id": (
        "legacy/artifacts/rules.yaml",
        "- id: artifact-names",
        "- id: bribe-tiles",
        "legacy/artifacts/rules.yaml:5:7 PNP115 module='module artifacts' id=bribe-tiles "
        "~origin=legacy/bribery/rules.yaml:1:7",
    ),
    "a named card that is taken out too late": (
        "legacy/intrigues/setup.yaml",
        "    - id: mother\n      before: harbor\n",
        "    - id: mother\n",
        "legacy/intrigues/setup.yaml:10:19 PNP554 step=mother name=mother-of-golems zone='hero-pile but in "
        "harbor or tavern or wilderness' ~when=' (with artifacts, golems, intrigues)'",
    ),
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("mistakes"))


@pytest.mark.parametrize("mistake", every(3, MISTAKES))
def test_a_mistake_is_told_in_one_line_at_its_place(copy: Copy, mistake: str) -> None:
    file, old, new, line = MISTAKES[mistake]
    said = list_facts(copy.check_change(file, old, new, Path(file).parts[0]))
    assert [each.replace("card_data/", "") for each in said] == [line]
