"""Programs that pip can't install, for tests that ask them what they make of pnp's files.

    @pytest.mark.system("poppler-utils")
    def test_…(system): … system("pdftotext", "-", "-", given=pdf) …

The mark names the Debian package. Where a program of it is missing the test is skipped, and the reason names the
package; `pytest -m system --no-skips` runs these tests only, and fails where one is skipped. `system` runs a program
of the packages that the test is marked with, and no other.

As a script, this prints the packages of which something is missing; `bare.py` hides them all.
"""

import shutil
import subprocess
from collections.abc import Callable, Iterator

import pytest

PROGRAMS = {  # Debian package → what tests run of it
    "chromium": ("chromium",),
    "gettext": ("msgfmt",),
    "git": ("git",),
    "libharfbuzz-bin": ("hb-shape",),
    "npm": ("npm", "node"),
    "openssl": ("openssl",),
    "poppler-utils": ("pdftotext", "pdftoppm"),
    "strace": ("strace",),
}

System = Callable[..., "subprocess.CompletedProcess[bytes]"]


def missing(package: str) -> list[str]:
    """Its programs that aren't on the PATH."""
    return [program for program in PROGRAMS[package] if shutil.which(program) is None]


def packages_of(item: pytest.Item) -> list[str]:
    """Return those that a test is marked with."""
    return [package for mark in item.iter_markers("system") for package in mark.args]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="a test that is skipped has failed")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "system(package): runs programs of a Debian package; skipped without them")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for package in packages_of(item):
        if absent := missing(package):
            pytest.skip(f"needs {' and '.join(absent)}: apt-get install {package}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    if report.skipped and item.config.getoption("--no-skips"):
        report.outcome = "failed"
        report.longrepr = f"skipped, and must not be: {report.longrepr[2]}"
    return report


@pytest.fixture
def system(request: pytest.FixtureRequest) -> System:
    """`system("hb-shape", …, given=b"text")`: what the program says. The test fails where that fails."""
    allowed = [program for package in packages_of(request.node) for program in PROGRAMS[package]]

    def run(program: str, *arguments: str, given: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
        assert program in allowed, f"{program} is of no package that the test is marked with"
        done = subprocess.run([program, *arguments], input=given, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode(errors="replace")
        return done

    return run


if __name__ == "__main__":
    print(*(package for package in PROGRAMS if missing(package)))
