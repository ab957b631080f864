"""Projects of a stranger who wants to run something, reach somebody or write elsewhere. Each payload leaves a mark.

`write_hostile` makes one of the KINDS in a folder, beside others: `elsewhere`, those of one's own, `fired` for marks.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import packages_distributions
from pathlib import Path

from inn_game import write_inn
from PIL import Image
from tiny_game import change, write

GAME = "inn"
DATA = f"card_data/{GAME}"
CLOSED = "127.0.0.1:9"  # an address where nobody listens
ATTRIBUTES = "* filter=evil diff=evil merge=evil\n*.yaml ident export-subst\n*.svg export-ignore text eol=crlf\n"

# Every option that pnp.toml must not set, with a value that would reach something.
SETTINGS = {
    "since": '"v1"',
    "executor": f'"dask://{CLOSED}"',
    "open": "true",
    "watch": "true",
    "jobs": "256",
    "out": '"../elsewhere"',
}


def sandbox_of(root: Path) -> Path:
    return root.parent


def write_hostile(sandbox: Path, kind: str) -> Path:
    """Return the project's folder."""
    root = sandbox / "project"
    for folder in ("elsewhere", "fired", *FOLDERS.values()):
        (sandbox / folder).mkdir(parents=True)
    write_inn(root)
    Image.new("RGB", (40, 60)).save(_make_parent(root / "pictures/one.png"))
    write(root, "cards.csv", "name,text,count\nOwl,Flies,2\nFox,Runs,1\n")
    write(root, "final.yaml", "players: {a: {}}\n")
    write(root, "card_data/far/game.yaml", FAR)
    write(root, "layouts/far/card.xml.j2", "<face/>")
    write(sandbox, "elsewhere/secret.yaml", "- {id: secret, name: secret}\n")
    KINDS[kind](root)
    return root


FAR = f"""\
title: Far
components:
  cards: {{size: 40 x 60, front: card.xml.j2, data: "http://{CLOSED}/cards.csv"}}
"""


def _write_work_tree(root: Path) -> None:
    """Write a repository whose settings, attributes, hooks and submodules name programs, and those programs."""
    git(root, "init", "--quiet")
    write(root, ".gitattributes", ATTRIBUTES)
    write(root, ".gitmodules", '[submodule "sub"]\n\tpath = card_data/sub\n\turl = ./sub\n')
    commit(root, "v1")
    change(root, f"{DATA}/dishes.yaml", "name: Tart", "name: Pie")
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{git(root, 'rev-parse', 'HEAD')},card_data/sub")
    commit(root, "v2")
    write(root, f"{DATA}/missing.yaml", "[]\n")
    commit(root, "v3")
    blob = git(root, "rev-parse", f"HEAD:{DATA}/missing.yaml")
    (root / f".git/objects/{blob[:2]}/{blob[2:]}").unlink()
    (root / f"{DATA}/missing.yaml").unlink()
    _name_programs(root, root / ".git")
    write_modules(root)
    for name in ("git", "xdg-open", "open", "python", "python3"):
        _write_program(root / name, mark(root, f"program-{name}"))


def _write_bare(root: Path) -> None:
    """Write a folder that is itself a repository, as a clone can bring it."""
    git(root, "init", "--quiet")
    write(root, ".gitattributes", ATTRIBUTES)
    commit(root, "v1")
    for path in (root / ".git").iterdir():
        path.rename(root / path.name)
    (root / ".git").rmdir()
    _name_programs(root, root)
    with (root / "config").open("a") as config:
        config.write('[core]\n\tbare = false\n\tworktree = "."\n')


def _write_links(root: Path) -> None:
    """Links out of the project where pnp reads, and where it writes."""
    elsewhere = sandbox_of(root) / "elsewhere"
    shutil.copytree(root / DATA, elsewhere / "game")
    for name in (
        f"{DATA}/schema",
        f"{DATA}/locale",
        "card_data/far/fetched",
        ".vscode",
        "fonts",
        "output",
        "layouts/made",
        "card_data/fresh",
    ):
        _make_parent(root / name).symlink_to(elsewhere)
    for name in (f"{DATA}/setup.yaml", f"{DATA}/secret.yaml", f"layouts/{GAME}/style.yaml"):
        (root / name).unlink(missing_ok=True)
        (root / name).symlink_to(elsewhere / "secret.yaml")
    (root / "card_data/linked").symlink_to(elsewhere / "game")


KINDS: dict[str, Callable[[Path], None]] = {"work tree": _write_work_tree, "bare": _write_bare, "links": _write_links}


def _name_programs(root: Path, repository: Path) -> None:
    """Write settings that make git run something, and programs for hooks."""

    def run(name: str) -> str:
        return f"touch {mark(root, name)}"

    for hook in ("post-checkout", "reference-transaction", "pre-auto-gc", "post-index-change", "fsmonitor-watchman"):
        _write_program(repository / "evil-hooks" / hook, mark(root, f"hook-{hook}"))
    settings = {
        "core.repositoryFormatVersion": "1",
        "core.fsmonitor": str(repository / "evil-hooks/fsmonitor-watchman"),
        "core.hooksPath": str(repository / "evil-hooks"),
        "core.pager": run("pager"),
        "core.sshCommand": f"{run('ssh')};:",
        "core.editor": run("editor"),
        "core.askPass": run("askpass"),
        "core.alternateRefsCommand": run("refs"),
        "credential.helper": f"!{run('credential')};:",
        "diff.external": run("external-diff"),
        "diff.evil.textconv": f"{run('textconv')};:",
        "filter.evil.smudge": f"{run('smudge')}; cat",
        "filter.evil.clean": f"{run('clean')}; cat",
        "filter.evil.required": "true",
        "gpg.program": run("gpg"),
        "tar.tgz.command": run("tar"),
        "submodule.sub.url": "./sub",
        "submodule.sub.update": f"!{run('submodule')};:",
        "alias.rev-parse": f"!{run('alias')}",
        "alias.ls-tree": f"!{run('alias')}",
        "alias.cat-file": f"!{run('alias')}",
        "extensions.partialClone": "evil",
        "remote.evil.url": f"ext::sh -c touch% {mark(root, 'lazy-fetch')}",
        "remote.evil.promisor": "true",
        "protocol.ext.allow": "always",
        "protocol.allow": "always",
        "safe.bareRepository": "all",
    }
    for name, value in settings.items():
        git(root, "config", "--file", str(repository / "config"), name, value)


def write_modules(root: Path) -> None:
    """Write a module of each name that Python or a package of this environment has, and that Python looks for as it
    starts. There is no pnp: `python -m pnp` would be asked for just that."""
    names = {*sys.stdlib_module_names, *packages_distributions(), "sitecustomize", "usercustomize"} - {"pnp"}
    for name in names:
        if name.isidentifier():
            (root / f"{name}.py").write_text(f"open({str(mark(root, f'module-{name}'))!r}, 'w').close()\n")
    for folder in (DATA, f"layouts/{GAME}"):
        for name in ("yaml", "jinja2", "PIL", "sitecustomize"):
            shutil.copy(root / f"{name}.py", root / folder / f"{name}.py")


def mark(root: Path, name: str) -> Path:
    return sandbox_of(root) / "fired" / name


def take_marks(root: Path) -> set[str]:
    """Return the names of the programs that have run since the last call."""
    found = {path.name for path in (sandbox_of(root) / "fired").iterdir()}
    for name in found:
        mark(root, name).unlink()
    return found


def _write_program(path: Path, marks: Path) -> None:
    _make_parent(path).write_text(f"#!/bin/sh\n: > {marks}\n")
    path.chmod(0o755)


def _make_parent(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def commit(root: Path, tag: str) -> None:
    git(root, "add", "--all")
    git(root, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "--message", tag)
    git(root, "tag", tag)


def git(root: Path, *words: str) -> str:
    """Return the output of git, run without the user's own configuration."""
    environment = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(root)}
    done = subprocess.run(["git", *words], cwd=root, env=environment, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def careless_environment(root: Path, repository: Path) -> dict[str, str]:
    """Return an environment where the project is on the path of programs and of modules."""
    sandbox = sandbox_of(root)
    path = os.pathsep.join([".", "", str(root), os.environ["PATH"]])
    named = {name: str(sandbox / folder) for name, folder in FOLDERS.items()}
    return {"PATH": path, "PYTHONPATH": str(repository), "PYTHONDONTWRITEBYTECODE": "1", "PNP_DEBUG": "1", **named}


FOLDERS = {"HOME": "home", "TMPDIR": "tmp", "PNP_CACHE": "cache", "PNP_CONFIG": "config", "XDG_STATE_HOME": "state"}
