"""Whoever watches is told which files changed, and of nothing that doesn't count."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from changing import change

from pnp.files.project import Project
from pnp.model.options import Options
from pnp.proof.serving import watch, watched_folders


@pytest.mark.parametrize("poll", [False, True])
def test_a_file_that_is_saved_is_told(project: Project, poll: bool) -> None:
    told: set[Path] = set()

    async def watching() -> None:
        stop = asyncio.Event()

        async def tell(paths: set[Path]) -> None:
            told.update(paths)
            stop.set()

        folders = watched_folders(project, Options("inn"))
        task = asyncio.create_task(watch(folders, tell, stop, poll=poll))
        for _ in range(40):  # until it has begun to watch
            (project.root / "card_data/inn/.guests.yaml.swp").write_text("x")
            (project.root / "card_data/inn/guests.yaml~").write_text("x")
            change(project, "guests.yaml", "The Smith", "The Smith again")
            done, _ = await asyncio.wait([task], timeout=0.5)
            if done:
                return
        raise AssertionError("nobody was told")

    with ThreadPoolExecutor(1) as thread:  # tests with a browser have a loop in this one
        thread.submit(asyncio.run, watching()).result()
    assert told == {project.root / "card_data/inn/guests.yaml"}


def test_folders_of_the_game_are_watched(project: Project) -> None:
    found = {
        folder.relative_to(project.root)
        for folder in watched_folders(project, Options("inn"))
        if folder.is_relative_to(project.root)
    }
    assert found == {Path("card_data/inn"), Path("layouts")}
