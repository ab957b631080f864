"""`python tests/bare.py COMMAND …` runs a command as on a machine without the packages of system_programs.py.

Folders of the PATH that have one of their programs are replaced by temporary ones, with links to all else in them.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from system_programs import PROGRAMS


def hidden() -> set[str]:
    """Return what tests run of the packages; where dpkg can list them, all their programs."""
    names = {program for programs in PROGRAMS.values() for program in programs}
    try:
        listed = subprocess.run(["dpkg", "-L", *PROGRAMS], capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        return names
    return names | {Path(line).name for line in listed.splitlines() if Path(line).parent.name == "bin"}


def path_without(names: set[str], path: str, room: Path) -> str:
    """Return the PATH without these programs; `room` is for folders of links."""
    folders = []
    for number, folder in enumerate(map(Path, path.split(os.pathsep))):
        if not any((folder / name).exists() for name in names):
            folders.append(folder)
            continue
        links = room / str(number)
        links.mkdir()
        for file in folder.absolute().iterdir():
            if file.name not in names:
                (links / file.name).symlink_to(file)
        folders.append(links)
    return os.pathsep.join(map(str, folders))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as room:
        path = path_without(hidden(), os.environ["PATH"], Path(room))
        sys.exit(subprocess.run(sys.argv[1:], env={**os.environ, "PATH": path}, check=False).returncode)
