"""What no module of ours may hold; rules that ruff has no name for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FORBIDDEN = {
    # A date of the server's or of UTC is nobody's business day (L-33): ask clubs.business_day.
    "now().date()": re.compile(r"now\([^()]*\)\s*\.\s*date\(|\btoday\(\)|\blocaldate\(|\blocalnow\("),
}
MODULES = [
    path for app in ("clubs", "config", "gameplay", "ledger") for path in sorted((ROOT / app).rglob("*.py"))
]


def finds(rule: str, source: str) -> bool:
    """Return whether the source breaks the rule."""
    return FORBIDDEN[rule].search(source) is not None


@pytest.mark.parametrize("rule", FORBIDDEN)
def test_no_module_breaks_the_rule(rule: str) -> None:
    assert MODULES
    breaking = [str(path.relative_to(ROOT)) for path in MODULES if finds(rule, path.read_text("utf-8"))]
    assert breaking == []


@pytest.mark.parametrize(
    "source", ["timezone.now().date()", "datetime.now(UTC).date()", "date.today()", "timezone.localdate()"]
)
def test_the_rule_of_days_finds_each_way_to_break_it(source: str) -> None:
    assert finds("now().date()", source)
