"""The engine needs the standard library alone, and nothing around it changes what it says."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "gameplay" / "engine"

PROBE = """
import sys
sys.path.insert(0, {root!r})
from gameplay.engine.replay import replay
from gameplay.engine.verdict import as_json
import json
record = json.loads({record!r})
print(json.dumps(as_json(replay(record), 1, None)))
known = {{*sys.stdlib_module_names, "gameplay", "__main__"}}
foreign = [name for name in sys.modules if name.partition(".")[0] not in known]
assert not foreign, foreign
"""

RECORD = json.dumps(
    {
        "pdr": 1,
        "game": "panguingue",
        "detail": "score",
        "profile": "hoyle",
        "seats": ["a", "b", "c"],
        "events": [],
    }
    | {"rules": {"removed": ["As", "Kd", "2h"], "ante": 1}}
)


def isolated(**environment: str) -> str:
    probe = PROBE.format(root=str(ROOT), record=RECORD)
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", probe],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_the_engine_runs_in_an_isolated_interpreter_with_the_standard_library_alone() -> None:
    assert json.loads(isolated())["units"] == [-1, -1, -1]


def test_the_probe_would_notice_a_foreign_import(tmp_path: Path) -> None:
    (tmp_path / "stranger.py").touch()
    probe = PROBE.format(root=str(ROOT), record=RECORD).replace(
        "import json\n", f"import json\nsys.path.insert(0, {str(tmp_path)!r})\nimport stranger\n", 1
    )
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", probe], capture_output=True, text=True, check=False
    )
    assert "stranger" in run.stderr


def test_the_verdict_is_the_same_in_any_zone_locale_and_year() -> None:  # L-88
    plain = isolated()
    assert isolated(TZ="Pacific/Kiritimati", LC_ALL="pl_PL.UTF-8") == plain


@pytest.mark.parametrize("path", sorted(ENGINE.rglob("*.py")), ids=lambda path: str(path.relative_to(ENGINE)))
def test_no_module_of_the_engine_asks_for_clock_chance_or_files(path: Path) -> None:
    banned = {
        "time",
        "datetime",
        "random",
        "secrets",
        "uuid",
        "os",
        "io",
        "pathlib",
        "logging",
        "socket",
        "locale",
    }
    tree = ast.parse(path.read_text("utf-8"))
    imports = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imports |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not {name.partition(".")[0] for name in imports} & banned
    calls = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"open", "print", "input", "eval", "exec"}
    assert len(path.read_text("utf-8").splitlines()) <= 300
    assert ast.get_docstring(tree)
