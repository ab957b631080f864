"""Each mistake that somebody can make in the files of a game's rules is told in one line, at its place."""

from pathlib import Path

import pytest
from stand_ins import Copy

RULE = "require: leaders|map(number)|sort == range(1, 6)"
MISTAKES = {
    "a definition that uses itself": (
        "leaders/victory.yaml",
        "party: face_up + hidden",
        "party: party + hidden",
        "leaders/victory.yaml:8:10: error PNP505 party uses itself: party + hidden",
    ),
    "definitions that use each other, in examples alone": (
        "leaders/victory.yaml",
        "over: parties|max >= tables.game_end",
        "over: done\n  done: over",
        "leaders/victory.yaml:7:9: error PNP505 over uses itself, by way of done: done",
    ),
    "a list of a million": (
        "leaders/rules.yaml",
        RULE,
        "require: range(1, 1000000)|sum > 6",
        "leaders/rules.yaml:107:12: error PNP505 a list of 1000000 items: 100000 are the most",
    ),
    "lists in lists without end": (
        "leaders/rules.yaml",
        RULE,
        "require: range(1, 90000)|all(range(1, 90000)|sum > 6)",
        "leaders/rules.yaml:107:48: error PNP505 more than 200000 steps",
    ),
    "a number that fills the memory": (
        "leaders/rules.yaml",
        RULE,
        "require: 9 ** 9 ** 9 > 6",
        "leaders/rules.yaml:107:12: error PNP505 a number of more than twelve digits",
    ),
    "brackets without end": (
        "leaders/rules.yaml",
        RULE,
        f"require: {'(' * 80}1{')' * 80} == 1",
        "leaders/rules.yaml:107:62: error PNP505 nested more than 50 levels deep",
    ),
    "half an expression": (
        "leaders/rules.yaml",
        RULE,
        "require: leaders|map(number",
        "leaders/rules.yaml:107:30: error PNP500 the expression ends too early",
    ),
    "a field that pieces don't have": (
        "leaders/rules.yaml",
        "count: heroes|where(advanced)\n  is: 24",
        "count: heroes|where(advancd)\n  is: 24",
        "leaders/rules.yaml:61:23: error PNP501 emperor has no advancd, nor is there anything called advancd"
        " (did you mean advanced?)",
    ),
    "a rule on an unknown component": (
        "leaders/rules.yaml",
        "unique: epithet\n  of: leaders",
        "unique: epithet\n  of: leadres",
        "leaders/rules.yaml:127:7: error PNP501 there is no component, group or list leadres (did you mean leaders?)",
    ),
    "an id that nothing has": (
        "leaders/rules.yaml",
        "  each: copies == (3 if id == 'turn' else 1)",
        "  each: copies == (3 if id in ['turn', 'tern'] and 'watr' not in factions else 1)",
        "leaders/rules.yaml:155:52: error PNP504 nothing has the id watr, for turn (did you mean water?)",
    ),
    "a table without a row for five players": (
        "leaders/setup.yaml",
        "4: 7, 5: 6, 6: 5",
        "4: 7, 6: 5",
        "leaders/setup.yaml:3:3: error PNP560 table game_end has no row for 5 players",
    ),
    "six cards from a hand of five": (
        "leaders/setup.yaml",
        "move: 1, from: hand, to: hidden",
        "move: 6, from: hand, to: hidden",
        "leaders/setup.yaml:54:16: error PNP550 step first-hidden: 6 wanted from hand 1, 5 there"
        " [leaders/setup.yaml:15:3]",
    ),
    "a zone that isn't there": (
        "leaders/setup.yaml",
        "from: harbor, to: tavern",
        "from: harbour, to: tavern",
        "leaders/setup.yaml:41:25: error PNP554 step tavern: there is no zone harbour (did you mean harbor?)",
    ),
    "a piece that isn't there": (
        "leaders/setup.yaml",
        "move: [emperor]",
        "move: [emporer]",
        "leaders/setup.yaml:32:17: error PNP554 step emperor: there is no piece emporer (did you mean emperor?)",
    ),
    "a pile that nobody shuffled": (
        "leaders/setup.yaml",
        "      - shuffle: leader-pile\n",
        "",
        "leaders/setup.yaml:21:16: warning PNP563 step leaders deals from leader-pile, which nobody has shuffled"
        " (shuffle it before, or chosen: true)",
    ),
    "nothing to shuffle": (
        "leaders/setup.yaml",
        "      - shuffle: hero-pile\n",
        "      - shuffle: hero-pile\n      - shuffle: hand\n",
        "leaders/setup.yaml:37:18: warning PNP564 step harbor shuffles hand, in which there is nothing",
    ),
    "a pile shuffled twice": (
        "leaders/setup.yaml",
        "      - shuffle: hero-pile\n",
        "      - shuffle: hero-pile\n      - shuffle: hero-pile\n",
        "leaders/setup.yaml:37:18: warning PNP564 step harbor shuffles hero-pile once more",
    ),
    "a marker that nobody puts on its space": (
        "leaders/setup.yaml",
        "      - {put: green, to: track.green.start}\n",
        "",
        "leaders/victory.yaml:4:3: warning PNP188 no step puts green on its space ({put: green, to: …})",
    ),
    "a condition with an unknown name": (
        "leaders/victory.yaml",
        "when: green - red >= 2",
        "when: gren - red >= 2",
        "leaders/victory.yaml:22:11: error PNP501 there is nothing called gren (did you mean green?)",
    ),
    "a step of judging with an unknown name": (
        "leaders/victory.yaml",
        "most: leader.number",
        "most: leader.nmber",
        "leaders/victory.yaml:39:18: error PNP501 lemron has no nmber (did you mean number?)",
    ),
    "an example with somebody unknown": (
        "leaders/examples.yaml",
        "leader: enned, face_up: [tribes-2]",
        "leader: ened, face_up: [tribes-2]",
        'leaders/examples.yaml:46:29: error PNP104 "score.players.1.leader" names nothing in leaders: ened'
        " (did you mean enned?)",
    ),
    "an example that doesn't come out": (
        "leaders/examples.yaml",
        "given: {red: 4, green: 6}",
        "given: {red: 4, green: 5}",
        "leaders/examples.yaml:34:21: error PNP576 example green-ahead: outcome is water, expected tribes"
        " (With green two ahead and none in the dark the Tribes win.)",
    ),
    "an example off the track": (
        "leaders/examples.yaml",
        "given: {red: 9, green: 12}",
        "given: {red: 9, green: 13}",
        "leaders/examples.yaml:21:26: error PNP578 example both-dark: green is 13 (it can be 1 to 12)",
    ),
    "an example that expects nothing": (
        "leaders/examples.yaml",
        "given: {red: 4, green: 6}\n  expect: {outcome: tribes}",
        "given: {red: 4, green: 6}\n  expect: {}",
        "leaders/examples.yaml:34:11: error PNP035 the example expects nothing (write what must come out)",
    ),
    "an example with a module twice": (
        "legacy/golems/examples.yaml",
        "with: [golems, bribery, artifacts]",
        "with: [golems, bribery, golems]",
        'legacy/golems/examples.yaml:23:27: error PNP031 "golems" is given twice (delete one)',
    ),
    "modules that need each other": (
        "legacy/game.yaml",
        "    title: Artifacts\n    not-with",
        "    title: Artifacts\n    needs: [intrigues]\n    not-with",
        "legacy/game.yaml:77:3: error PNP131 modules need each other in a circle: artifacts → intrigues → artifacts",
    ),
    "a module that isn't there": (
        "legacy/game.yaml",
        "needs: [artifacts]",
        "needs: [artefacts]",
        'legacy/game.yaml:86:13: error PNP104 there is no module "artefacts" (did you mean artifacts?)',
    ),
    "two modules that bring one id": (
        "legacy/artifacts/rules.yaml",
        "- id: artifact-names",
        "- id: bribe-tiles",
        'legacy/artifacts/rules.yaml:5:7: error PNP115 module artifacts brings a second "bribe-tiles"'
        " [legacy/bribery/rules.yaml:1:7]",
    ),
    "a named card that is taken out too late": (
        "legacy/intrigues/setup.yaml",
        "    - id: mother\n      before: harbor\n",
        "    - id: mother\n",
        "legacy/intrigues/setup.yaml:10:19: error PNP554 step mother: mother-of-golems is not in hero-pile"
        " but in harbor or tavern or wilderness (with artifacts, golems, intrigues)",
    ),
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("mistakes"))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_in_one_line_at_its_place(copy: Copy, mistake: str) -> None:
    file, old, new, line = MISTAKES[mistake]
    said = [str(problem) for problem in copy.check_change(file, old, new, Path(file).parts[0])]
    assert [each.replace("card_data/", "") for each in said] == [line]
