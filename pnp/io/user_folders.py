"""Find the user's folders for settings, secrets and caches: from the environment, or as is customary on the system.

Each function raises RuntimeError where there is no home.
"""

import os
import sys
from pathlib import Path

_USUAL = {"XDG_CONFIG_HOME": ".config", "XDG_STATE_HOME": ".local/state", "XDG_CACHE_HOME": ".cache"}


def config_folder() -> Path:
    """$PNP_CONFIG, or the customary one."""
    if own := os.environ.get("PNP_CONFIG"):
        return Path(own).expanduser()
    return _customary("APPDATA", ("AppData", "Roaming", "pnp"), ("Application Support", "pnp"), "XDG_CONFIG_HOME")


def state_folder() -> Path:
    """$PNP_STATE, or the customary one."""
    if own := os.environ.get("PNP_STATE"):
        return Path(own).expanduser().absolute()
    of_windows = "AppData", "Local", "pnp", "state"
    return _customary("LOCALAPPDATA", of_windows, ("Application Support", "pnp", "state"), "XDG_STATE_HOME")


def caches_folder() -> Path:
    """$PNP_CACHE, or the customary one."""
    if own := os.environ.get("PNP_CACHE"):
        return Path(own).expanduser().absolute()  # a relative one is meant from where one stands
    of_windows = "AppData", "Local", "pnp", "cache"
    return _customary("LOCALAPPDATA", of_windows, ("Caches", "pnp"), "XDG_CACHE_HOME")


def _customary(windows: str, below_home: tuple[str, ...], below_library: tuple[str, ...], xdg: str) -> Path:
    """`windows`, `xdg`: the variables that say otherwise."""
    home, env = Path.home(), os.environ
    if sys.platform == "win32":
        return Path(env[windows], *below_home[2:]) if env.get(windows) else Path(home, *below_home)
    if sys.platform == "darwin":
        return Path(home, "Library", *below_library)
    base = Path(env.get(xdg) or "")  # a relative one counts for nothing
    return (base if base.is_absolute() else home / _USUAL[xdg]) / "pnp"
