"""What `pnp proof` costs somebody who waits: the first wall, a saved change, a pause in typing, scrolling, memory."""

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import contestants
import workload
from engine import cold_build
from measure import Failure, environment, run
from report import BASE, Target

MANY_TO_SCROLL = 5_000  # pieces
EDITS = 500
ROUNDS = 5
FRAME = 50  # milliseconds
_PATIENCE = 120  # seconds

SCROLL = """async () => {
  const long = [], step = innerHeight * 0.9;
  let last = performance.now(), at = 0;
  const end = Math.min(document.documentElement.scrollHeight, 200 * step);
  await new Promise(done => requestAnimationFrame(function frame(now) {
    long.push(now - last); last = now; at += step / 4; scrollTo(0, at);
    at < end ? requestAnimationFrame(frame) : done();
  }));
  return long.slice(5);
}"""


class Page(NamedTuple):
    """Ask what the page asks."""

    entrance: str  # the address with the token
    process: int
    opener: OpenerDirector  # which keeps the cookie

    @property
    def address(self) -> str:
        return self.entrance.partition("?")[0]

    def wall(self, since: int = -1) -> Any:
        return self.ask(f"api/wall?since={since}")

    def ask(self, what: str, said: object = None) -> Any:
        data = None if said is None else json.dumps(said).encode()
        headers = {"Content-Type": "application/json", "Origin": self.address.rstrip("/")}
        with self.opener.open(Request(self.address + what, data, headers), timeout=_PATIENCE) as answer:
            return json.load(answer)

    def picture(self, piece: Any) -> bytes:
        digest = piece["leaves"][0]["front"]["digest"]
        with self.opener.open(f"{self.address}face/{digest}.png?w=300", timeout=_PATIENCE) as answer:
            return bytes(answer.read())

    def memory(self) -> float:
        """Megabytes."""
        status = Path(f"/proc/{self.process}/status").read_text(encoding="ascii")
        return int(re.findall(r"VmRSS:\s*(\d+)", status)[0]) / 1e3


def measured(folder: Path) -> Iterator[Target]:
    project = workload.project(BASE)
    try:
        build = min(run(cold_build(project, folder)).wall for _ in range(ROUNDS))
        yield from _waited(project, folder, build)
        yield _scrolled(folder)
    except (Failure, OSError) as failure:
        yield Target("pnp proof", f"not measured: {failure}", None)
    finally:
        workload.write(BASE)


def _waited(project: Path, folder: Path, build: float) -> Iterator[Target]:
    first = min(_first_wall(project, folder) for _ in range(3))
    yield Target(
        f"pnp proof: first wall of {BASE} cards at most 3 × a cold build", f"{first / build:.2f} ×", first <= 3 * build
    )
    limit = max(0.15 * build, 0.2)
    with _proof(project, folder / "proof", "heroes") as page:
        said = page.wall()
        label = said["order"]["heroes"][-1]
        shown = min(_saved(page, project, label, number) for number in range(ROUNDS))
        at_most = f"at most 15 % of a build, or 200 ms ({limit:.2f} s)"
        yield Target(f"a saved change of {BASE} cards is shown in {at_most}", f"{shown:.2f} s", shown <= limit)
        typed = min(_typed(page, label, number) for number in range(ROUNDS))
        yield Target(f"a pause in typing, {BASE} cards: drawn in {at_most}", f"{typed:.2f} s", typed <= limit)
        if Path("/proc").is_dir():
            yield _memory(page, project, label)


def _first_wall(project: Path, folder: Path) -> float:
    shutil.rmtree(folder / "proof", ignore_errors=True)
    began = time.perf_counter()
    with _proof(project, folder / "proof", "heroes") as page:
        said = page.wall()
        page.picture(said["pieces"][said["order"]["heroes"][0]])
        return time.perf_counter() - began


def _saved(page: Page, project: Path, label: str, number: int) -> float:
    """From the file's being written to the picture's being there."""
    before = page.wall()
    known = before["pieces"][label]["leaves"]
    began = time.perf_counter()
    workload.edit_a_hero(project, "heroes", 10_000 + number)
    while time.perf_counter() - began < _PATIENCE:
        piece = page.wall(before["revision"])["pieces"].get(label)
        if piece and piece["leaves"] != known:
            page.picture(piece)
            waited = time.perf_counter() - began
            time.sleep(1.0)  # until all is checked
            return waited
        time.sleep(0.005)
    raise Failure("a saved change was never shown")


def _typed(page: Page, label: str, number: int) -> float:
    began = time.perf_counter()
    said = page.ask("api/preview", {"label": label, "path": "name", "seen": "", "new": f"Typed {number}"})
    page.picture(said)
    return time.perf_counter() - began


def _memory(page: Page, project: Path, label: str) -> Target:
    early = 0.0
    for number in range(1, EDITS + 1):
        revision = page.wall(1 << 30)["revision"]
        workload.edit_a_hero(project, "heroes", 20_000 + number)
        deadline = time.perf_counter() + _PATIENCE
        while page.wall(1 << 30)["revision"] == revision and time.perf_counter() < deadline:
            time.sleep(0.01)
        page.picture(page.wall()["pieces"][label])
        if number in (EDITS // 10, EDITS):
            time.sleep(2.0)
        if number == EDITS // 10:
            early = page.memory()
    late = page.memory()
    return Target(
        f"pnp proof: memory after {EDITS} edits within 10 % of that after {EDITS // 10}",
        f"{late:.0f} MB, {early:.0f} MB",
        late <= 1.1 * early,
    )


def _scrolled(folder: Path) -> Target:
    says = f"{MANY_TO_SCROLL:,} pieces scroll with no frame over {FRAME} ms"
    program = next((found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return Target(says, "not measured: playwright isn't installed", None)
    if program is None:
        return Target(says, "not measured: chromium isn't installed", None)
    workload.write(MANY_TO_SCROLL)
    with _proof(workload.project(MANY_TO_SCROLL), folder / "scroll", "heroes") as page, sync_playwright() as playwright:
        page.wall()
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": 1280, "height": 850})
        tab.goto(page.entrance)
        tab.wait_for_selector("img", timeout=_PATIENCE * 1000)
        tab.wait_for_timeout(1000)
        frames = tab.evaluate(SCROLL)
        browser.close()
    long = [frame for frame in frames if frame > FRAME]
    return Target(says, f"{len(long)} of {len(frames)}, the longest {max(frames):.0f} ms", not long)


@contextmanager
def _proof(project: Path, cache: Path, game: str) -> Iterator[Page]:
    words = contestants.pnp_words(["proof", game, "--project", str(project), "--no-open", "--port", "8760"])
    env = environment({"PNP_CACHE": str(cache)})
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env)
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://\S+/\S*", said)
        if not found:
            raise Failure(f"pnp proof: {said.strip()}")
        opener = build_opener(HTTPCookieProcessor())
        opener.open(found[0], timeout=_PATIENCE).close()
        yield Page(found[0], process.pid, opener)
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    import tempfile

    workload.write(BASE)
    with tempfile.TemporaryDirectory() as here:
        targets = list(measured(Path(here)))
    for target in targets:
        print({True: "met", False: "MISSED", None: "?"}[target.met].ljust(7), target.says, target.measured)
    sys.exit(any(target.met is False for target in targets))
