"""How this pnp was installed → the command that adds packages beside it.

A command for another environment would do nothing, or harm: the package called `pnp` on PyPI is an unrelated program.
"""

import re
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from json import JSONDecodeError, loads
from pathlib import Path
from typing import Any

from pnp.io.opening import beginning
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
        wanted = [word for package in (*_read_uv_receipt(prefix), *packages) for word in ("--with", package)]
        return _join("uv", "tool", "install", *wanted, _source())
    if _recorded("INSTALLER").strip() == "uv":
        return _join("uv", "pip", "install", "--python", sys.executable, *packages)
    return _join(sys.executable, "-m", "pip", "install", *packages)


def _read_uv_receipt(prefix: Path) -> list[str]:
    """Return what was added to a tool before, which `uv tool install` would otherwise remove."""
    try:
        requirements = tomllib.loads(beginning(prefix / "uv-receipt.toml", _LARGEST))["tool"]["requirements"]
        return [f"{each['name']}{each.get('specifier', '')}" for each in requirements if each["name"] != DISTRIBUTION]
    except (ValueError, KeyError, TypeError):
        return []


def _source() -> str:
    """Return where pnp was installed from: its name, or the address of a folder, wheel or repository."""
    try:
        direct: dict[str, Any] = loads(_recorded("direct_url.json") or "{}")
    except JSONDecodeError:
        direct = {}
    if "url" not in direct:
        return DISTRIBUTION
    kind = f"{direct['vcs_info']['vcs']}+" if "vcs_info" in direct else ""
    return f"{DISTRIBUTION} @ {kind}{direct['url']}"


def _recorded(name: str) -> str:
    """Return a file that the installer wrote beside pnp's metadata, or nothing."""
    try:
        found: Distribution = distribution(DISTRIBUTION)
    except PackageNotFoundError:
        return ""
    return found.read_text(name) or ""


def _join(*words: str) -> str:
    """Quote as both shells and Windows' cmd read it."""
    return " ".join(word if re.fullmatch(r"[\w./:\\=+-]+", word) else f'"{word}"' for word in words)
