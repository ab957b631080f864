"""How this pnp was installed → the command that adds packages beside it.

A command for another environment would do nothing, or harm: the package called `pnp` on PyPI is an unrelated program.
"""

import re
import sys
import tomllib
from collections.abc import Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from json import JSONDecodeError, loads
from pathlib import Path
from typing import Any

from pnp.io.opening import read_beginning
from pnp.model.regex import regex

DISTRIBUTION = "printandplay"
_LARGEST = 1_000_000  # bytes of a receipt
_OF_EXTRA = regex(r"([^;]+?)\s*;.*\bextra\s*==\s*['\"]([\w-]+)['\"]")


def extra_command(extra: str) -> str:
    """Return the command that installs what an extra of pnp names."""
    try:
        required = distribution(DISTRIBUTION).requires or []
    except PackageNotFoundError:  # run from a folder of files
        required = []
    found = [parts[1] for each in required if (parts := _OF_EXTRA.fullmatch(each)) and parts[2] == extra]
    return install_command(*found or [f"{DISTRIBUTION}[{extra}]"])


def install_command(*packages: str) -> str:
    """Return the command that installs packages where this pnp runs."""
    prefix = Path(sys.prefix)
    if (prefix / "pipx_metadata.json").is_file():
        return _join("pipx", "inject", prefix.name, *packages)
    if (prefix / "uv-receipt.toml").is_file():
        return _join("uv", "tool", "install", *_uv_tool_words(prefix, packages))
    if _read_record("INSTALLER").strip() == "uv":
        return _join("uv", "pip", "install", "--python", sys.executable, *packages)
    return _join(sys.executable, "-m", "pip", "install", *packages)


def _uv_tool_words(prefix: Path, packages: Sequence[str]) -> list[str]:
    """Return packages, with those that `uv tool install` would otherwise remove, and where pnp was installed from."""
    try:
        receipt = tomllib.loads(read_beginning(prefix / "uv-receipt.toml", _LARGEST))["tool"]["requirements"]
        before = [f"{each['name']}{each.get('specifier', '')}" for each in receipt if each["name"] != DISTRIBUTION]
    except (ValueError, KeyError, TypeError):
        before = []
    words = [word for package in (*before, *packages) for word in ("--with", package)]
    try:
        direct: dict[str, Any] = loads(_read_record("direct_url.json") or "{}")
    except JSONDecodeError:
        direct = {}
    if "url" not in direct:
        return [*words, DISTRIBUTION]
    kind = f"{direct['vcs_info']['vcs']}+" if "vcs_info" in direct else ""
    return [*words, f"{DISTRIBUTION} @ {kind}{direct['url']}"]


def _read_record(name: str) -> str:
    """Return a file that the installer wrote beside pnp's metadata, or nothing."""
    try:
        found: Distribution = distribution(DISTRIBUTION)
    except PackageNotFoundError:
        return ""
    return found.read_text(name) or ""


def _join(*words: str) -> str:
    """Quote as both shells and Windows' cmd read it."""
    return " ".join(word if re.fullmatch(r"[\w./:\\=+-]+", word) else f'"{word}"' for word in words)
