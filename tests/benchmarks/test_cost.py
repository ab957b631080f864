"""What a cold build costs is what `costs.json` says, so that growth is noticed when it comes: `--update` writes it."""

import json
import sys
from pathlib import Path

import cost
import pytest
import workload

COSTS = Path(__file__).with_name("costs.json")
TOLERANCE = 0.02
WHERE = {"python": "{}.{}".format(*sys.version_info), "system": sys.platform}  # others make other calls


def test_a_build_costs_what_it_did(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    update = request.config.getoption("--update")
    known = json.loads(COSTS.read_text(encoding="utf-8"))
    if not update and any(known[key] != here for key, here in WHERE.items()):
        pytest.skip(f"the costs are those with Python {known['python']} on {known['system']}")
    monkeypatch.setattr(workload, "DATA", tmp_path)
    found = cost.count_costs()
    if update:
        COSTS.write_text(json.dumps({**WHERE, **found}, indent=2) + "\n", encoding="utf-8")
        return
    wrong = [
        f"{name}: {known[name]:,} → {now:,} ({'more than before' if now > known[name] else 'less: pytest --update'})"
        for name, now in found.items()
        if abs(now - known[name]) > TOLERANCE * known[name]
    ]
    assert not wrong, "\n".join(wrong)
