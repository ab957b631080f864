"""Where pnp keeps what belongs to its user: settings, and what it may forget."""

import os
import sys
from pathlib import Path

from pnp import __version__
from pnp.model.problem import FileError


def config_folder() -> Path:
    """Where a user's settings are: $PNP_CONFIG, or what is customary on the system."""
    env = os.environ
    if own := env.get("PNP_CONFIG"):
        return Path(own).expanduser()
    try:
        home = Path.home()
    except RuntimeError:
        raise FileError("there is no home folder to keep settings in: name one with PNP_CONFIG") from None
    if sys.platform == "win32":
        return Path(env.get("APPDATA") or home / "AppData" / "Roaming") / "pnp"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "pnp"
    base = Path(env.get("XDG_CONFIG_HOME") or "")
    return (base if base.is_absolute() else home / ".config") / "pnp"  # a relative one counts for nothing


def cache_folder(kind: str) -> Path | None:
    """Where this version of pnp keeps what saves time: below $PNP_CACHE, or what is customary; None without a home.

    Whether it can be read or written is seen when it is (`pnp.build.cache`).
    """
    try:
        folder = _caches()
    except RuntimeError:
        return None
    return folder / f"{kind}-{__version__}" if folder.is_absolute() else None


def _caches() -> Path:
    env = os.environ
    if own := env.get("PNP_CACHE"):
        return Path(own).expanduser().absolute()  # a relative one is meant from where one stands
    home = Path.home()
    if sys.platform == "win32":
        return Path(env.get("LOCALAPPDATA") or home / "AppData" / "Local") / "pnp" / "cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "pnp"
    base = Path(env.get("XDG_CACHE_HOME") or "")
    return (base if base.is_absolute() else home / ".cache") / "pnp"
