"""The command that adds packages beside pnp, in environments as pip, pipx and uv lay them out."""

import json
import sys
from pathlib import Path

import pytest

from pnp.io.installing import extra_command, install_command

METADATA = """Metadata-Version: 2.4
Name: printandplay
Version: 9.9
Requires-Dist: pillow>=10.3
Requires-Dist: tomli>=2; python_version < "3.11"
Provides-Extra: cjk
Requires-Dist: noto-cjk-sans-otc==0.0.1; extra == 'cjk'
Provides-Extra: dask
Requires-Dist: dask>=2024.1; extra == "dask"
Requires-Dist: distributed>=2024.1; (python_version >= "3.11") and extra == "dask"
"""
RECEIPT = """[tool]
requirements = [{ name = "printandplay", directory = "/src" }, { name = "pythainlp", specifier = ">=5" }]
"""


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide an environment called tool, in which pnp was installed by pip."""
    site = tmp_path / "tool/site-packages"
    _write(site / "printandplay-9.9.dist-info/METADATA", METADATA)
    _write(site / "printandplay-9.9.dist-info/INSTALLER", "pip\n")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "tool"))
    monkeypatch.setattr(sys, "executable", "/env/bin/python")
    monkeypatch.setattr(sys, "path", [str(site)])
    return tmp_path / "tool"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _record(prefix: Path, name: str, text: str) -> None:
    _write(prefix / "site-packages/printandplay-9.9.dist-info" / name, text)


@pytest.mark.usefixtures("prefix")
def test_pip_is_that_of_the_python_that_runs() -> None:
    assert install_command("font-almendra") == "/env/bin/python -m pip install font-almendra"
    assert extra_command("cjk") == "/env/bin/python -m pip install noto-cjk-sans-otc==0.0.1"


@pytest.mark.usefixtures("prefix")
def test_words_that_a_shell_would_read_otherwise_are_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", r"C:\My Games\python.exe")
    command = r'"C:\My Games\python.exe" -m pip install "dask>=2024.1" "distributed>=2024.1"'
    assert extra_command("dask") == command


def test_pipx_injects_into_the_environment_by_its_name(prefix: Path) -> None:
    _write(prefix / "pipx_metadata.json", "{}")
    assert extra_command("cjk") == "pipx inject tool noto-cjk-sans-otc==0.0.1"


@pytest.mark.parametrize(
    ("direct", "source"),
    [
        (None, "printandplay"),
        ({"url": "file:///home/me/pnp", "dir_info": {}}, '"printandplay @ file:///home/me/pnp"'),
        (
            {"url": "https://example.org/pnp", "vcs_info": {"vcs": "git", "commit_id": "abc"}},
            '"printandplay @ git+https://example.org/pnp"',
        ),
    ],
)
def test_tools_of_uv_keep_their_source_and_what_was_added(prefix: Path, direct: object, source: str) -> None:
    _write(prefix / "uv-receipt.toml", RECEIPT)
    _record(prefix, "INSTALLER", "uv")
    if direct:
        _record(prefix, "direct_url.json", json.dumps(direct))
    added = '--with "pythainlp>=5" --with noto-cjk-sans-otc==0.0.1'
    assert extra_command("cjk") == f"uv tool install {added} {source}"


def test_environments_of_uv_have_no_pip(prefix: Path) -> None:
    _record(prefix, "INSTALLER", "uv\n")
    assert extra_command("cjk") == "uv pip install --python /env/bin/python noto-cjk-sans-otc==0.0.1"


@pytest.mark.parametrize("receipt", ["", "[tool", "[tool]\nrequirements = [1]", "tool = 3"])
def test_what_others_wrote_may_be_damaged(prefix: Path, receipt: str) -> None:
    _write(prefix / "uv-receipt.toml", receipt)
    _record(prefix, "direct_url.json", receipt)
    assert install_command("x") == "uv tool install --with x printandplay"


def test_a_folder_of_files_has_no_metadata(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(prefix)])
    assert extra_command("thai") == '/env/bin/python -m pip install "printandplay[thai]"'
