"""What commands answer, and how tests call them."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

from saying import Result, Run

REPOSITORY = Path(__file__).parents[2]


def drop_source(result: Result) -> Result:
    """Remove the lines of source below problems: only tests of reports look at them."""
    return result._replace(err=re.sub(r"^ +\d* +\| .*\n", "", result.err, flags=re.MULTILINE))


Start = Callable[..., "subprocess.Popen[str]"]


def german_problems(run: Run, *words: str) -> list[str]:
    """Return the facts of the problems of the German inn."""
    return run("check", "inn", "--lang", "de", *words).facts
