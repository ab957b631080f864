"""What commands answer, and how tests call them."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

from saying import Result, Run

REPOSITORY = Path(__file__).parents[2]


def without_source(result: Result) -> Result:
    """As if problems had nothing below their lines: that is for the tests of reports."""
    return result._replace(err=re.sub(r"^ +\d* +\| .*\n", "", result.err, flags=re.MULTILINE))


Start = Callable[..., "subprocess.Popen[str]"]


def found(run: Run, *words: str) -> list[str]:
    """The lines of problems of the German inn."""
    return [line for line in run("check", "inn", "--lang", "de", *words).err.splitlines() if "PNP" in line]
