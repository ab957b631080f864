"""Files of the inn that somebody saves."""

from pathlib import Path

from pnp.io.project import Project


def path_of(project: Project, name: str) -> Path:
    folder = "layouts/inn" if name.endswith((".j2", "style.yaml")) else "card_data/inn"
    return project.root / folder / name


def change(project: Project, name: str, old: str, new: str) -> None:
    path = path_of(project, name)
    data = path.read_bytes()
    assert old.encode() in data, f"{name} doesn't say {old}"
    path.write_bytes(data.replace(old.encode(), new.encode(), 1))
