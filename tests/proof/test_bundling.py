"""Modules as one script."""

from pathlib import Path

import pytest

from pnp.proof.mailed import bundle


def write(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text)
    return folder / "first.js"


def test_each_module_once_behind_what_it_imports(tmp_path: Path) -> None:
    first = write(
        tmp_path,
        first='import { one } from "./a.js";\nimport {\n  two,\n} from "./b.js";\none(two);\n',
        a='import { two } from "./b.js";\nexport function one(x) { return x + two; }\n',
        b="export const two = 2;\nconst hidden = 3;\n",
    )
    script = bundle(first)
    assert script.count("const two = 2;") == 1
    assert script.index("const two") < script.index("function one") < script.index("one(two)")
    assert "return { two };" in script
    assert "export" not in script.replace("exported", "")
    assert "import" not in script


def test_one_module_in_place_of_another(tmp_path: Path) -> None:
    first = write(
        tmp_path, first='import { one } from "./a.js";\n', a="export const one = 1;\n", c="export const one = 7;\n"
    )
    script = bundle(first, {tmp_path / "a.js": tmp_path / "c.js"})
    assert "one = 7" in script
    assert "one = 1" not in script


@pytest.mark.parametrize(
    "text",
    ['import * as a from "./a.js";\n', "export default 1;\n", "export let a = 1;\n", 'export * from "./a.js";\n'],
)
def test_what_it_does_not_know(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match=r"first\.js"):
        bundle(write(tmp_path, first=text, a=""))


def test_a_circle(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="imports itself"):
        bundle(write(tmp_path, first='import { a } from "./a.js";\n', a='import { b } from "./first.js";\n'))
