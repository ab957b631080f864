"""What stands in a package is registered: by name, in order, once, from a folder or a zip, when it is asked for."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest

from pnp.registry import import_all, registry

FILES = {
    "__init__.py": "",
    "_shared.py": "WHAT = 'is no thing itself'\n",
    "plum.py": "SAYS = 'sweet'\n",
    "at_most.py": "SAYS = 'a limit'\n",
    "import_.py": "SAYS = 'a word of Python'\n",
    "broken.py": "raise AssertionError('imported, although nobody asked')\n",
    "stones/__init__.py": "SAYS = 'more inside'\n",
    "stones/flint.py": "SAYS = 'hard'\n",
}


def says(name: str, module: ModuleType) -> str:
    return f"{name}: {module.SAYS}"


@pytest.fixture(params=["folder", "zip"])
def fruits(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Provide the name of a package that can be imported."""
    name = f"fruits_in_a_{request.param}"
    if request.param == "zip":
        path = tmp_path / "fruits.zip"
        with ZipFile(path, "w") as archive:
            for file, text in FILES.items():
                archive.writestr(f"{name}/{file}", text)
    else:
        path = tmp_path
        for file, text in FILES.items():
            (path / name / file).parent.mkdir(parents=True, exist_ok=True)
            (path / name / file).write_text(text)
    monkeypatch.syspath_prepend(path)
    yield name
    for module in [each for each in sys.modules if each.partition(".")[0] == name]:
        del sys.modules[module]


def test_things_are_called_as_their_files_and_stand_in_the_order_of_their_names(fruits: str) -> None:
    assert list(registry(fruits, says)) == ["at-most", "broken", "import", "plum"]


def test_a_module_is_imported_when_it_is_asked_for(fruits: str) -> None:
    found = registry(fruits, says)
    assert ("plum" in found, "pear" in found, len(found)) == (True, False, 4)
    assert f"{fruits}.plum" not in sys.modules
    assert found["plum"] == "plum: sweet"
    assert found["at-most"] == "at-most: a limit"
    with pytest.raises(AssertionError, match="nobody asked"):
        list(found.values())
    with pytest.raises(KeyError):
        found["pear"]


def test_what_is_declared_is_made_once(fruits: str) -> None:
    made = registry(fruits, lambda name, module: [name])
    assert made["plum"] is made["plum"]


def test_no_two_things_have_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "twins"
    package.mkdir()
    for name in ("__init__", "at", "at_"):
        (package / f"{name}.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AssertionError, match="twins: two of these have one name"):
        list(registry("twins", says))


def test_all_modules_of_a_package_are_imported(fruits: str) -> None:
    import_all(f"{fruits}.stones")
    assert f"{fruits}.stones.flint" in sys.modules
    with pytest.raises(AssertionError, match="nobody asked"):
        import_all(fruits)
