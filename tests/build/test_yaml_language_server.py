"""What editors show of our YAML files, by the language server that VS Code, Zed and vim ask."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

VERSION = "1.18.0"
REPOSITORY = Path(__file__).parents[2]


class LanguageServer:
    """A process that is spoken to in the Language Server Protocol."""

    def __init__(self, program: Path, root: Path) -> None:
        self._process = subprocess.Popen(
            ["node", str(program), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root
        )
        self._number = 0
        self._told: dict[str, list[Any]] = {}
        self.ask("initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {}})
        self._send({"method": "initialized", "params": {}})

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def opened(self, path: Path) -> list[tuple[int, str]]:
        """Lines, counted from 1, and what is wrong in them."""
        document = {"languageId": "yaml", "version": 1, "text": path.read_text(encoding="utf-8"), "uri": path.as_uri()}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        while path.as_uri() not in self._told:
            self._take()
        found = self._told.pop(path.as_uri())
        return [(each["range"]["start"]["line"] + 1, each["message"]) for each in found]

    def completed(self, path: Path, line: int, column: int) -> set[str]:
        place = {"textDocument": {"uri": path.as_uri()}, "position": {"line": line - 1, "character": column - 1}}
        return {item["label"] for item in self.ask("textDocument/completion", place)["items"]}

    def ask(self, method: str, params: object) -> Any:
        self._number += 1
        number = self._number
        self._send({"id": number, "method": method, "params": params})
        while True:
            message = self._take()
            if message.get("id") == number and "method" not in message:
                assert "error" not in message, message["error"]
                return message["result"]

    def _take(self) -> dict[str, Any]:
        """Return the next message; answer questions with nothing and keep diagnostics."""
        assert self._process.stdout
        length = 0
        while header := self._process.stdout.readline().strip():
            name, _, value = header.decode().partition(":")
            length = int(value) if name.lower() == "content-length" else length
        assert length, "the server has ended"
        message: dict[str, Any] = json.loads(self._process.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            self._told[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "method" in message and "id" in message:
            wanted = message["params"].get("items", []) if isinstance(message.get("params"), dict) else []
            self._send({"id": message["id"], "result": [None for _ in wanted]})
        return message

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self._process.stdin.flush()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("edited")
    shutil.copytree(REPOSITORY / "card_data" / "starter", root / "card_data" / "starter")
    return root


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, project: Path) -> Iterator[LanguageServer]:
    installed = tmp_path_factory.mktemp("npm")
    words = ["npm", "install", "--silent", "--no-audit", "--no-fund", f"yaml-language-server@{VERSION}"]
    subprocess.run(words, cwd=installed, check=True, capture_output=True, timeout=300)
    program = installed / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"
    started = LanguageServer(program, project)
    yield started
    started.close()


@pytest.mark.system("npm")
def test_the_files_that_come_with_pnp_have_no_squiggles(server: LanguageServer, project: Path) -> None:
    files = sorted((project / "card_data" / "starter").glob("*.yaml"))
    assert len(files) > 5
    assert {path.name: server.opened(path) for path in files} == {path.name: [] for path in files}


@pytest.mark.system("npm")
def test_mistakes_have_their_lines(server: LanguageServer, project: Path) -> None:
    found = server.opened(written(project, "- {id: moth, name: Moth,", "   saeson: spring,", "   power: lots}"))
    assert {(3, "Property saeson is not allowed."), (4, 'Incorrect type. Expected "integer".')} <= set(found)
    assert {line for line, _ in found} == {2, 3, 4}, "what is missing is told where the entry begins"


@pytest.mark.system("npm")
def test_fields_and_values_are_completed(server: LanguageServer, project: Path) -> None:
    path = written(project, "- id: moth", "  season: ", "  ")
    server.opened(path)
    assert {"name", "ability", "flavour", "copies"} <= server.completed(path, 4, 3)
    assert {"spring", "summer", "autumn", "winter"} <= server.completed(path, 3, 11)


def written(project: Path, *lines: str) -> Path:
    """Write a file of creatures."""
    folder = project / "card_data" / "starter"
    path = folder / f"more-{len(list(folder.iterdir()))}.yaml"
    text = "\n".join(["# yaml-language-server: $schema=schema/creatures.json", *lines, ""])
    path.write_text(text, encoding="utf-8")
    return path
