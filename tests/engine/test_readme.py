"""The engine's README names functions, modules and tests that there are."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "gameplay/engine/README.md").read_text("utf-8")
SOURCES = [
    each for part in ("engine", "notation", "simulate") for each in (ROOT / "gameplay" / part).rglob("*.py")
]
SOURCES += (ROOT / "gameplay").glob("*.py")
TESTS = {path.name for path in Path(__file__).parent.glob("test_*.py")}


def rows() -> list[list[str]]:
    """Return the cells of the table of rules."""
    table = README.partition("## Rules")[2].partition("\n## ")[0].splitlines()
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table if line.startswith("| ")][1:]


def defined() -> set[str]:
    """Return every name that a module of the engine defines, and the modules' own."""
    names = {path.stem for path in SOURCES} | {path.parent.name for path in SOURCES}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                names.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                names.add(node.attr)
    return names


def test_every_rule_has_its_function_and_its_test() -> None:
    found = defined()
    assert len(rows()) > 30
    for rule, where, tests, _state in rows():
        for written in re.findall(r"`([^`]+)`", where):
            parts = re.findall(r"[A-Za-z_]\w*", written.removesuffix(".py"))
            assert set(parts) <= found, written
        assert "test_" in tests or "`p" in tests or "`tests/" in tests, rule
        for file in re.findall(r"test_\w+\.py", tests):
            assert file in TESTS, (rule, file)


def test_every_module_that_is_named_is_there() -> None:
    files = {path.name for path in [*SOURCES, *(ROOT / "tests").glob("test_*.py")]}
    for name in re.findall(r"`(?:\w+/)*(\w+\.py)`", README):
        assert name in files | TESTS or (ROOT / "benchmarks" / name).exists(), name
