"""Compiled templates are kept and found again; nothing is run that isn't ours, whole and made from this very source."""

import os
import re
from pathlib import Path

import pytest

from pnp.engine import cache
from pnp.engine.cache import Cache
from pnp.layout import loader
from pnp.layout.limits import Watch
from pnp.layout.sandbox import LayoutEnvironment
from pnp.layout.templates import NO_NAME, TemplateFailure, Templates

NAME = "card.xml.j2"


class Kitchen:
    """Renders a template, each time as a new process would; `compiled` counts how often it had to be compiled."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.layouts, self.cache = root / "layouts", root / "home" / "cache"
        self.layouts.mkdir()
        self.compiled = 0
        compile = LayoutEnvironment.compile

        def counted(environment: LayoutEnvironment, *arguments: object) -> object:
            self.compiled += 1
            return compile(environment, *arguments)  # type: ignore[call-overload]

        monkeypatch.setattr(LayoutEnvironment, "compile", counted)

    def render(self, source: str = "<face>{{ 1 + 1 }}</face>", *, stamped: bool = False) -> str:
        (self.layouts / NAME).write_text(source, encoding="utf-8")
        with Watch() as watch:
            templates = Templates([self.layouts], lambda path: path.name, Cache(self.cache))
            return templates.render(NAME, {}, watch, stamped=stamped)

    @property
    def kept(self) -> list[Path]:
        return sorted(self.cache.iterdir())


@pytest.fixture
def kitchen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kitchen:
    return Kitchen(tmp_path, monkeypatch)


def test_what_was_compiled_is_kept(kitchen: Kitchen) -> None:
    assert [kitchen.render() for _ in range(3)] == ["<face>2</face>"] * 3
    assert kitchen.compiled == 1


def test_a_changed_template_is_compiled_anew_and_takes_the_place_of_the_old(kitchen: Kitchen) -> None:
    kitchen.render()
    assert kitchen.render("<face>{{ 1 + 2 }}</face>") == "<face>3</face>"
    assert (kitchen.compiled, len(kitchen.kept)) == (2, 1)


def test_stamps_are_kept_by_themselves(kitchen: Kitchen) -> None:
    assert kitchen.render(stamped=True) == f'<face pnp-at="{NAME}:1:1">2</face>'
    assert kitchen.render() == "<face>2</face>"
    assert (kitchen.compiled, len(kitchen.kept)) == (2, 2)


def test_errors_name_the_line_of_a_template_that_was_kept(kitchen: Kitchen) -> None:
    for _ in range(2):
        with pytest.raises(TemplateFailure) as caught:
            kitchen.render("<face>\n{{ nobody }}</face>")
        finding = caught.value.finding
        assert (finding.code, finding.values, finding.origin) == (NO_NAME, (("name", "nobody"),), f"{NAME}:2:1")
    assert kitchen.compiled == 1


@pytest.mark.parametrize("at", [0, 40, -1])
def test_a_damaged_file_is_not_run(kitchen: Kitchen, at: int) -> None:
    kitchen.render()
    data = bytearray(kitchen.kept[0].read_bytes())
    data[at] ^= 1
    kitchen.kept[0].write_bytes(data)
    assert kitchen.render() == "<face>2</face>"
    assert kitchen.render() == "<face>2</face>"
    assert kitchen.compiled == 2  # the damaged one was replaced


@pytest.mark.parametrize("length", [0, 20, 60])
def test_half_a_file_is_not_run(kitchen: Kitchen, length: int) -> None:
    kitchen.render()
    kitchen.kept[0].write_bytes(kitchen.kept[0].read_bytes()[:length])
    assert (kitchen.render(), kitchen.compiled) == ("<face>2</face>", 2)


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_a_file_or_folder_that_others_can_write_to_is_not_trusted(kitchen: Kitchen) -> None:
    kitchen.render()
    kitchen.kept[0].chmod(0o666)
    assert (kitchen.render(), kitchen.compiled) == ("<face>2</face>", 2)
    kitchen.cache.chmod(0o777)
    assert (kitchen.render(), kitchen.compiled) == ("<face>2</face>", 3)
    kitchen.cache.chmod(0o700)
    assert (kitchen.render(), kitchen.compiled) == ("<face>2</face>", 3)  # the first was replaced by one that is ours


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_what_belongs_to_another_user_is_not_trusted(kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch) -> None:
    kitchen.render()
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert (kitchen.render(), kitchen.compiled, len(kitchen.kept)) == ("<face>2</face>", 2, 1)


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_a_link_is_not_followed(kitchen: Kitchen, tmp_path: Path) -> None:
    kitchen.render()
    kept = kitchen.kept[0]
    kept.rename(tmp_path / "elsewhere")
    kept.symlink_to(tmp_path / "elsewhere")
    assert (kitchen.render(), kitchen.compiled) == ("<face>2</face>", 2)
    assert not kept.is_symlink()


def test_without_a_place_to_keep_it_all_goes_on(kitchen: Kitchen) -> None:
    kitchen.cache.parent.write_text("a file in the folder's way")
    assert [kitchen.render(), kitchen.render()] == ["<face>2</face>"] * 2
    assert kitchen.compiled == 2


def test_a_full_folder_is_tidied(kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MANY", 10)
    kitchen.render()
    for n in range(10):
        file = kitchen.cache / f"old{n}"
        file.touch()
        os.utime(file, (n, n))
    kitchen.render("<face/>")
    left = [path.name for path in kitchen.kept]
    assert [name for name in left if name.startswith("old")] == [f"old{n}" for n in range(5, 10)]
    assert len(left) == 6


def test_what_makes_code_of_templates_is_there() -> None:
    """Where one of them changes, kept templates are compiled anew."""
    folder = Path(loader.__file__).parent
    assert [name for name in loader._MAKERS if not (folder / f"{name}.py").is_file()] == []
    assert {"Labels", "Stamps", "LayoutCode", "layout_filters"} <= {
        word
        for name in loader._MAKERS
        for word in re.findall(r"(?:class|def) (\w+)", (folder / f"{name}.py").read_text())
    }
