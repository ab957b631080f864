"""Each exit code in a process of its own, as a shell sees it; and whatever one types, never a traceback."""

import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest
from running import REPOSITORY, Run, Start
from tiny_game import change, write

needs_posix = pytest.mark.skipif(os.name != "posix", reason="signals and special files")


def test_0_all_is_well(tiny: Path, run_apart: Run) -> None:
    assert run_apart("build", "tiny") == (
        0,
        "output/tiny/en/tiny-low-a4.pdf: 2 pages on 2 sheets, 4 pieces, 6 cuts\n",
        "",
    )


def test_1_the_data_is_wrong(tiny: Path, run_apart: Run) -> None:
    change(tiny, "card_data/tiny/cards.yaml", "name: Second", "word: Second")
    built = run_apart("build", "tiny")
    assert (built.code, built.out) == (1, "")
    assert built.facts == [
        "card_data/tiny/cards.yaml:5:3 PNP032 within=name",
        'card_data/tiny/cards.yaml:6:3 PNP030 key="word"',
    ]
    assert [line[:15] for line in built.notices] == ["pnp: 2 errors: "]


def test_1_a_drawing_asks_for_too_much(tiny: Path, run_apart: Run) -> None:
    deep = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{"<g>" * 64}{"</g>" * 64}</svg>'
    (tiny / "card_data/tiny/art/dot.svg").write_text(deep)
    built = run_apart("build", "tiny")
    assert (built.code, built.out, built.facts) == (1, "", ["card_data/tiny/art/dot.svg:1:248 PNP275 most=64"])
    assert [line[:14] for line in built.notices] == ["pnp: 1 error: "]


def test_2_the_command_is_wrong(tiny: Path, run_apart: Run) -> None:
    assert run_apart("build", "tiny", "--papre", "a4") == (
        2,
        "",
        "pnp: no such option: --papre (did you mean --paper?)\n",
    )


def test_3_a_folder_is_in_the_files_place(tiny: Path, run_apart: Run) -> None:
    (tiny / "output/tiny/en/tiny-low-a4.pdf/mine").mkdir(parents=True)
    assert run_apart("build", "tiny") == (
        3,
        "",
        "pnp: output/tiny/en/tiny-low-a4.pdf: cannot be written: a folder has that name\n",
    )
    assert [path.name for path in Path("output/tiny/en").iterdir()] == ["tiny-low-a4.pdf"], "something was left behind"


def test_3_a_file_is_in_the_folders_place(tiny: Path, run_apart: Run) -> None:
    (tiny / "output").write_text("mine")
    assert run_apart("build", "tiny") == (
        3,
        "",
        "pnp: output/tiny/en/tiny-low-a4.pdf: cannot be written: a file is in the way of its folder\n",
    )
    assert (tiny / "output").read_text() == "mine"


def as_anybody() -> None:
    """Between fork and exec: Linux lets root write anywhere only where it may have CAP_DAC_OVERRIDE, which is 1."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)  # PR_CAPBSET_DROP


@needs_posix
@pytest.mark.skipif(
    sys.platform not in ("linux", "win32") and os.geteuid() == 0, reason="root may write anywhere but on Linux"
)
def test_3_a_folder_that_may_not_be_written(tiny: Path, run_apart: Run) -> None:
    (tiny / "output").mkdir(mode=0o500)
    assert run_apart("build", "tiny", preexec_fn=as_anybody) == (
        3,
        "",
        "pnp: output/tiny/en/tiny-low-a4.pdf: cannot be written: permission denied\n",
    )


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc, where nobody can make a folder")
def test_3_a_folder_that_cannot_be_made(tiny: Path, run_apart: Run) -> None:
    assert run_apart("build", "tiny", "--out", "/proc/mine") == (
        3,
        "",
        "pnp: /proc/mine/tiny/en/tiny-low-a4.pdf: cannot be written: no such file or directory\n",
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_3_the_disk_is_full_where_the_answer_goes(tiny: Path, run_apart: Run) -> None:
    with Path("/dev/full").open("w") as full:
        assert run_apart("list", stdout=full) == (3, None, "pnp: No space left on device\n")


def test_4_data_nested_too_deeply(tiny: Path, run_apart: Run) -> None:
    write(tiny, "card_data/tiny/cards.yaml", "[" * 40_000 + "]" * 40_000)
    built = run_apart("build", "tiny")
    assert (built.code, built.out, built.lines) == (4, "", ["pnp: card_data/tiny/cards.yaml:1:60 PNP010 most=60"])


def test_4_a_template_that_explodes(tiny: Path, run_apart: Run) -> None:
    change(tiny, "layouts/tiny/card.xml.j2", "<face>", "<face>\n{{ 'boom' * 1000000000 }}")
    assert run_apart("build", "tiny") == (
        4,
        "",
        "pnp: layouts/tiny/card.xml.j2:2:1: "
        "a value of 4000000000 characters or items is more than a template may make\n",
    )


HELD = """
import signal, sys
from pathlib import Path
def hear(event, args):
    if event == "open" and str(args[0]).endswith("card.xml.j2"):
        Path("held").touch()
sys.addaudithook(hear)
signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever the shell of these tests ignores
"""


@needs_posix
def test_130_interrupted(tiny: Path, start: Start) -> None:
    loop = "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}"
    change(tiny, "layouts/tiny/card.xml.j2", "<face>", f"<face>{loop}")
    process = start("build", "tiny", "--watch", setup=HELD)
    until = monotonic() + 60
    while not (tiny / "held").exists():
        assert process.poll() is None and monotonic() < until
        sleep(0.01)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.2)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=20) == ("", "pnp: interrupted\n")
    assert process.returncode == 130
    assert not (tiny / "output").exists()


@needs_posix
def test_a_reader_that_goes_away_gets_no_complaint(tiny: Path, start: Start) -> None:
    process = start("explain", bufsize=0)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""


def test_letters_the_terminal_lacks_are_spelt_out(tiny: Path, run_apart: Run) -> None:
    change(tiny, "card_data/tiny/game.yaml", "title: Tiny\n", "title: 小さい\n")
    shown = run_apart("list", "tiny", env={"PYTHONIOENCODING": "ascii"})
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith("\\u5c0f\\u3055\\u3044, version 1 ")
    shown = run_apart("list", "tiny", "--json", env={"PYTHONIOENCODING": "ascii"})
    assert '"title": "\\u5c0f\\u3055\\u3044"' in shown.out


def in_shell(script: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "PNP": f"{sys.executable} -m pnp"}
    return subprocess.run(["sh", "-c", script], capture_output=True, text=True, env=environment, check=False)


@needs_posix
def test_a_folder_that_has_gone(tiny: Path) -> None:
    done = in_shell("mkdir gone; cd gone; rmdir ../gone; exec $PNP list")
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "pnp: the folder you are in is gone\n")


@needs_posix
@pytest.mark.parametrize(
    ("closed", "code"), [("build tiny >&-", 0), ("build tini 2>&-", 2), ("list tiny --json >&-", 0)]
)
def test_without_anywhere_to_speak_it_still_works(closed: str, code: int, tiny: Path) -> None:
    done = in_shell(f"exec $PNP {closed}")
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


SILLY = [
    "build",
    "build .",
    "build ..",
    "build card_data/tiny",
    "build tiny/../tiny",
    "build tiny --out /dev/null/x",
    "build tiny --out layouts/tiny/card.xml.j2",
    "build tiny --paper 0x0",
    "build tiny --paper 1e999x5",
    "build tiny --paper ×",
    "build tiny --paper 30x30",
    "build tiny --only cards --only cards,coins --paper 210mmx11in",
    "build tiny --format png --dpi 1200 --only coins --marks none",
    "build tiny --lang ../..",
    "build broken",
    "build broken --draft",
    "check",
    "check broken --with x",
    "explain 💥",
    "list broken",
    "list --project card_data/tiny/cards.yaml",
    "new ../x",
    "new shared",
    "new con --from broken",
    "schema broken",
    "schema tiny --out card_data/tiny/cards.yaml",
    "show tiny cards/one/",
    "show broken x",
    "--version --version",
    "--",
]


def test_silly_words_never_end_in_a_traceback(tiny: Path, run: Run) -> None:
    (tiny / "card_data/broken").mkdir()
    (tiny / "card_data/broken/game.yaml").write_bytes(b"title: \xff\n")
    bad = []
    for words in SILLY:
        done = run(*words.split())
        if "Traceback" in done.out + done.err or done.code not in range(5):
            bad.append(f"pnp {words}: {done}")
    assert not bad, "\n".join(bad)
