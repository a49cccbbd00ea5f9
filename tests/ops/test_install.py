"""`requirements/install.py` and the Makefile: what a bare machine hears, and what is kept."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.ops.conftest import ROOT, clean_environment

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

SCRIPT = ROOT / "requirements" / "install.py"


def say(setup: str) -> subprocess.CompletedProcess[str]:
    """Run the script on a machine that lacks something."""
    code = f"import runpy, sys; sys.argv = ['install.py', 'prod']\n{setup}\n"
    code += f"runpy.run_path({str(SCRIPT)!r}, run_name='__main__')"
    return subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True, env=clean_environment()
    )


@pytest.mark.parametrize(
    ("lacking", "line"),
    [
        ("sys.version_info = (3, 9, 2)", "Panbook needs Python 3.11 or later; this is 3.9."),
        ("sys.modules['ensurepip'] = None", "Python's venv module is missing"),
        ("sys.modules['venv'] = None", "Python's venv module is missing"),
        ("import platform; platform.libc_ver = lambda: ('', '')", "Panbook needs a Linux with glibc"),
    ],
)
def test_what_a_machine_lacks_is_one_line(lacking: str, line: str) -> None:
    done = say(lacking)
    assert done.returncode == 1
    assert line in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script over an environment that is not ours, with its installing written down only."""
    spec = importlib.util.spec_from_file_location("install", SCRIPT)
    assert spec
    assert spec.loader
    module: ModuleType = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "VENV", tmp_path)
    monkeypatch.setattr(module, "STAMP", tmp_path / "panbook.json")
    monkeypatch.setattr(module, "works", lambda: True)
    asked: list[str] = []
    monkeypatch.setattr(module, "install", asked.append)
    module.asked = asked  # type: ignore[attr-defined]
    return module


def stamp(script: Any, level: str, digest: str | None = None) -> None:
    text = f'{{"level": "{level}", "digest": "{digest or script.digest(level)}"}}'
    script.STAMP.write_text(text)


@pytest.mark.parametrize(
    ("has", "wanted", "asked"),
    [
        ("prod", "prod", []),
        ("dev", "prod", []),
        ("bench", "dev", []),
        ("prod", "dev", ["dev"]),
        ("dev", "bench", ["bench"]),
    ],
)
def test_a_level_is_installed_once_and_never_taken_back(
    script: Any, has: str, wanted: str, asked: list[str]
) -> None:
    stamp(script, has)
    script.main(wanted)
    assert script.asked == asked


def test_a_changed_lock_is_installed_at_the_level_that_is_there(script: Any) -> None:
    stamp(script, "dev", "0" * 64)
    script.main("prod")
    assert script.asked == ["dev"]


def test_an_environment_made_by_hand_keeps_the_packages_of_the_tests(script: Any) -> None:
    (script.VENV / "bin").mkdir()
    (script.VENV / "bin" / "pytest").touch()
    script.main("prod")
    assert script.asked == ["dev"]


def test_a_broken_environment_is_made_anew(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    stamp(script, "prod")
    monkeypatch.setattr(script, "works", lambda: False)
    script.main("prod")
    assert script.asked == ["prod"]


def test_help_lists_every_target_and_is_what_make_alone_says() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    assert phony
    shown = [
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        for command in (["make", "-s"], ["make", "-s", "help"])
    ]
    assert shown[0] == shown[1]
    assert {line.split()[1] for line in shown[0].splitlines()} == set(phony[1].split())


def test_a_machine_without_python_hears_one_line() -> None:
    done = subprocess.run(
        ["make", "-s", "run", "PYTHON=python-that-is-not-there"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode
    assert done.stdout.strip() == "Panbook needs Python 3.11 or later: no python-that-is-not-there here."
