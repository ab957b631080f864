"""What commands answer, and how tests call them."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).parents[2]


class Result(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Result]
Start = Callable[..., "subprocess.Popen[str]"]
