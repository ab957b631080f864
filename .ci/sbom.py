"""`python .ci/sbom.py` writes .ci/pnp.cdx.json: a software bill of materials in CycloneDX's form, for the wheel.

It lists the packages that pnp needs, in the versions of .ci/requirements.txt, and the files that docs/licences.md
names. Nothing in it depends on the day or the machine.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[1]
LOCK = REPOSITORY / ".ci/requirements.txt"
SBOM = REPOSITORY / ".ci/pnp.cdx.json"
_PINNED = re.compile(r"^([\w.-]+)==([^\s;]+)[^#]*?((?:\n    #.*)+)", re.MULTILINE)
_LICENSED = re.compile(r"^\| (`[^|]+`) \| ([\w.-]+) \| ([^|]+) \|$", re.MULTILINE)


def read_lock(text: str) -> dict[str, tuple[str, frozenset[str]]]:
    """Return each package's version and the packages that need it."""
    return {name: (version, frozenset(re.findall(r"[\w.-]+", via))) for name, version, via in _PINNED.findall(text)}


def name_of(requirement: str) -> str:
    """Return the normalised name of the package that a requirement is about."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", requirement)[0]).lower()


def make_sbom() -> dict[str, Any]:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    version = re.findall(r'^__version__ = "(.+)"', (REPOSITORY / "pnp/__init__.py").read_text("utf-8"), re.MULTILINE)[0]
    lock = read_lock(LOCK.read_text("utf-8"))
    needs = {name: sorted(each for each, (_, users) in lock.items() if name in users) for name in lock}
    direct = sorted(map(name_of, project["dependencies"]))
    found: dict[str, None] = {}
    waiting = list(direct)
    while waiting:
        if (name := waiting.pop()) not in found:
            found[name] = None
            waiting += needs[name]
    purls = {name: f"pkg:pypi/{name}@{lock[name][0]}" for name in sorted(found)}
    root = f"pkg:pypi/{project['name']}@{version}"
    files = [
        {"type": "data", "name": name, "description": about, "licenses": [{"license": {"id": licence}}]}
        for names, licence, about in _LICENSED.findall((REPOSITORY / "docs/licences.md").read_text("utf-8"))
        for name in re.findall(r"`(.+?)`", names)
    ]
    libraries = [
        {"type": "library", "bom-ref": purl, "name": name, "version": lock[name][0], "purl": purl}
        for name, purl in purls.items()
    ]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": root,
                "name": project["name"],
                "version": version,
                "purl": root,
                "licenses": [{"expression": project["license"]}],
                "components": files,
            }
        },
        "components": libraries,
        "dependencies": [
            {"ref": root, "dependsOn": [purls[name] for name in direct]},
            *[{"ref": purl, "dependsOn": [purls[each] for each in needs[name]]} for name, purl in purls.items()],
        ],
    }


if __name__ == "__main__":
    SBOM.write_text(json.dumps(make_sbom(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
