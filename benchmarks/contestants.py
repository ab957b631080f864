"""Who takes part, and the command by which each makes the deck of N cards. Rivals live in `benchmarks/.venv`."""

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import workload
from measure import Command
from peers import browser
from peers.common import DATA, FONTS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
VENV = HERE / ".venv"
REQUIREMENTS = HERE / "requirements.txt"

RIVALS = {  # short name: (title, the package from PyPI whose version is told)
    "typst": ("Typst", "typst"),
    "rl_raw": ("reportlab's bare canvas", "reportlab"),
    "cairo": ("Cairo and Pango by cairocffi", "cairocffi"),
    "fpdf2": ("fpdf2", "fpdf2"),
    "chromium": ("HTML printed by Chromium", ""),  # of the system
    "pillow": ("300 dpi sheets by Pillow", "pillow"),
    "weasyprint": ("WeasyPrint", "weasyprint"),
    "protograf": ("protograf", "protograf"),
}


def missing_packages() -> str:
    """Return what everybody's deck needs of the system, in a sentence; empty where it is there."""
    lacking = [path for path in FONTS.values() if not Path(path).exists()]
    return f"{lacking[0]} is missing: install the Debian package fonts-dejavu-core" if lacking else ""


def pinned_versions() -> dict[str, str]:
    """Package → version, as requirements.txt pins them."""
    lines = REQUIREMENTS.read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if "==" in line)


def install_rivals() -> str:
    """Bring `.venv` up to requirements.txt. What pip can't install is left out; returns its complaint, or nothing."""
    stamp, wanted = VENV / "requirements.txt", REQUIREMENTS.read_text(encoding="utf-8")
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return ""
    print("installing the rivals into benchmarks/.venv", file=sys.stderr)
    if not (VENV / "bin" / "python").exists():
        venv.create(VENV, with_pip=True, symlinks=True)
    complaint = _pip("-r", str(REQUIREMENTS))
    if complaint:  # one that can't be installed here must not keep the others away
        for package, version in pinned_versions().items():
            _pip(f"{package}=={version}")
    else:
        stamp.write_text(wanted, encoding="utf-8")
    return complaint


def absent(name: str) -> bool:
    """Whether a rival can't take part."""
    package = RIVALS[name][1]
    if not package:
        return browser.program() is None
    words = [str(VENV / "bin" / "python"), "-c", f"from importlib.metadata import version; version({package!r})"]
    return not VENV.exists() or subprocess.run(words, capture_output=True, check=False).returncode != 0


def version_of(name: str) -> str:
    """Return the version that is pinned, or that the system's program says; empty where there is none."""
    package, program = RIVALS[name][1], browser.program()
    if package:
        return pinned_versions()[package]
    if not program:
        return ""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"\d[\d.]*", said)
    return found[0] if found else ""


def rival(name: str, n: int, folder: Path) -> Command:
    out = folder / f"{name}_{n}.pdf"
    out.unlink(missing_ok=True)
    words = [str(VENV / "bin" / "python"), str(HERE / "peers" / f"peer_{name}.py"), str(n), str(out)]
    return Command(words, out, HERE, {"HOME": str(_home()), **_environment()})


def pnp(n: int, folder: Path) -> Command:
    """Run all of pnp in a fresh process, to an empty folder and with an empty cache."""
    options = ["--paper", "a4", "--marks", "edges", "--no-instructions"]
    words = ["build", "heroes", "--project", str(workload.project(n)), "--ink", "full"]
    return _cold(_to_an_empty_folder([*words, *options], folder))


def game(id: str, folder: Path) -> Command:
    """Return a game that comes with pnp, whole, as `pnp build` makes it."""
    return _cold(_to_an_empty_folder(["build", id], folder))


def _cold(command: Command) -> Command:
    """Return a command that finds an empty cache, and writes it."""
    return command._replace(env={"PNP_CACHE": str(command.out / "cache")})


def check_or_build(name: str, project: Path, id: str, folder: Path) -> Command:
    """Return a game as `pnp build` makes it by itself, or only checked."""
    words = [name, id, "--project", str(project)]
    return (
        _to_an_empty_folder(words, folder)
        if name == "build"
        else Command(pnp_words(words), folder, ROOT, _environment(), False)
    )


def _to_an_empty_folder(words: list[str], folder: Path) -> Command:
    out = folder / os.urandom(4).hex()
    out.mkdir(parents=True)
    return Command(pnp_words([*words, "--out", str(out)]), out, ROOT, _environment())


def python() -> str:
    """Return the one that has pnp."""
    installed = ROOT / ".venv" / "bin" / "python"
    return str(installed) if installed.exists() else sys.executable


def pnp_words(words: list[str]) -> list[str]:
    installed = ROOT / ".venv" / "bin" / "pnp"
    return [*([str(installed)] if installed.exists() else [sys.executable, "-m", "pnp"]), *words]


def _home() -> Path:
    """Return the folder where each keeps fonts of the system and caches from one run to the next."""
    home = DATA / "home"
    home.mkdir(parents=True, exist_ok=True)
    return home


def _environment() -> dict[str, str]:
    return {"XDG_CACHE_HOME": str(_home() / ".cache")}


def command(name: str, n: int, folder: Path) -> Command:
    if name in RIVALS:
        return rival(name, n, folder)
    return pnp(n, folder) if name == "pnp" else game(name, folder)


def _pip(*arguments: str) -> str:
    words = [str(VENV / "bin" / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", *arguments]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or ["pip failed"]
    return lines[-1] if done.returncode else ""
