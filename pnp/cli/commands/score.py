"""Work out who won a finished game.

The file gives the markers and what each player has. The game's victory.yaml judges it step by step: which condition
holds, who stays in the race with which figure, who wins, and by which rule.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cli import options as cli

if not cli.IS_COMPLETING:
    from pnp.build.playing import score_file
    from pnp.cli.report import print_problems, problems_json, summary
    from pnp.cli.terminal import complain, print_json, say
    from pnp.localise.languages import Words
    from pnp.model.problem import has_errors

if TYPE_CHECKING:
    from pnp.localise.languages import Words
    from pnp.model.rules import Verdict


def command(
    ctx: typer.Context,
    game: cli.GameArgument,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="File that describes the finished table: the track and the players.")
    ],
    modules: cli.WithOption = None,
    language: cli.LanguageOption = "",
    project: cli.ProjectOption = None,
    json: cli.JsonOption = False,
) -> None:
    at = cli.open_project(project)
    judged = score_file(at, file, cli.make_options(ctx))
    verdict = judged.verdict
    if json:
        print_json({**(_as_json(verdict) if verdict else {}), "problems": problems_json(at, judged.problems)})
    else:
        print_problems(at, judged.problems)
        if verdict and judged.edition:
            words = Words("score", judged.edition.language, judged.edition.translation)
            say("\n".join(_as_lines(verdict, words)))
        else:
            complain(f"{summary(judged.problems)}: nothing judged (pnp explain CODE says more)")
    raise typer.Exit(1 if verdict is None or has_errors(judged.problems) else 0)


def _as_lines(verdict: "Verdict", words: "Words") -> Iterator[str]:
    if verdict.condition:
        outcome: Any = verdict.outcome
        name = outcome.get("name") if hasattr(outcome, "get") else None
        outcome = str(name or outcome or "")
        yield f"{outcome}: {verdict.say}" if outcome else verdict.say
    for round, following in zip(verdict.rounds, [*verdict.rounds[1:], None], strict=True):
        yield ""
        yield round.say
        # `  Ann  3  stays`
        decides = following is None and len(verdict.winners) == 1
        figures = []
        for one in round.standings:
            value = one.value
            if isinstance(value, bool):
                figures.append(words.say("yes" if value else "no"))
            else:
                figures.append(f"{value:.10g}" if isinstance(value, float) else str(value))
        wide, high = max(len(one.player) for one in round.standings), max(map(len, figures))
        for one, figure in zip(round.standings, figures, strict=True):
            what = words.say(("wins" if decides else "stays") if one.stays else "out")
            yield f"  {one.player:<{wide}}  {figure:>{high}}  {what}"
    if verdict.rounds:
        yield ""
        if not verdict.winners:
            yield verdict.nobody or words.say("nobody", step=verdict.by)
        elif len(verdict.winners) == 1:
            yield words.say("winner", name=verdict.winners[0], step=verdict.by)
        else:
            yield words.say("shared", names=", ".join(verdict.winners[:-1]), last=verdict.winners[-1])


def _as_json(verdict: "Verdict") -> dict[str, Any]:
    return {
        "outcome": str(verdict.outcome) if verdict.outcome is not None else None,
        "condition": verdict.condition or None,
        "track": {
            id: value if value is None or isinstance(value, int | float) else str(value)
            for id, value in verdict.track.items()
        },
        "steps": [
            {
                "id": round.id,
                "kind": round.kind,
                "players": [{"name": one.player, "value": one.value, "stays": one.stays} for one in round.standings],
            }
            for round in verdict.rounds
        ],
        "winners": list(verdict.winners),
        "by": verdict.by or None,
    }
