"""The supervisor over small children: restarts, limits, order, and no orphan ever.

What the real parts do is seen in `test_up.py`.
"""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from config import processes
from tests.ops.conftest import await_that

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.ops.conftest import Running

    Start = Callable[..., Running]

PROBE = """
import os, sys
from config.parts import Child, Errand
from config.supervise import Supervisor
def child(name, code, kind=Child, **more):
    return kind(name, [sys.executable, "-u", "-c", code], dict(os.environ), **more)
STAYS = "import time; print('runs', flush=True); time.sleep(600)"
POLITE = '''
import signal, sys, time
def bye(*_): print("bye", flush=True); sys.exit(0)
signal.signal(signal.SIGTERM, bye); print("runs", flush=True); time.sleep(600)
'''
sys.exit(Supervisor([%s]).run())
"""


def test_a_part_that_dies_is_started_again_and_a_line_says_so(running: Start) -> None:
    up = running("-c", PROBE % "child('one', STAYS), child('two', 'import os; print(os.getpid()); ' + STAYS)")
    up.await_line("runs", times=2)
    pid = next(int(line.split("|")[1]) for line in up.lines if line.startswith("two") and "runs" not in line)
    os.kill(pid, signal.SIGKILL)
    up.await_line("two was ended by SIGKILL; starting it again in 0.5 s")
    up.await_line("runs", times=3)
    assert up.end() == 0


def test_the_fifth_death_within_a_minute_stops_everything(running: Start) -> None:
    up = running("-c", PROBE % "child('one', POLITE), child('two', 'raise SystemExit(3)')")
    up.await_line("two ended with status 3, the 5th time within a minute: giving up", seconds=30)
    assert up.process.wait(10) == 1
    assert up.said.count("starting it again") == 4
    assert any(line.startswith("one") and line.endswith("bye") for line in up.lines)


def test_an_errand_that_fails_stops_everything(running: Start) -> None:
    up = running("-c", PROBE % "child('first', 'raise SystemExit(4)', kind=Errand), child('web', STAYS)")
    assert up.process.wait(20) == 1
    up.await_line("first failed with status 4")
    assert "runs" not in up.said


def test_an_errand_ends_before_the_next_part_starts(running: Start) -> None:
    slow = "'import time; time.sleep(0.5); print(\"done\")'"
    up = running("-c", PROBE % f"child('first', {slow}, kind=Errand), child('web', STAYS)")
    up.await_line("runs")
    assert [line.split("|")[1].strip() for line in up.lines[:2]] == ["done", "runs"]


def test_parts_stop_in_reverse_order(running: Start) -> None:
    up = running("-c", PROBE % "child('one', POLITE), child('two', POLITE), child('three', POLITE)")
    up.await_line("runs", times=3)
    assert up.end(signal.SIGINT) == 0
    assert [line.split()[0] for line in up.lines if line.endswith("bye")] == ["three", "two", "one"]


def test_a_part_that_will_not_stop_is_ended(running: Start) -> None:
    stubborn = "'import signal; signal.signal(15, signal.SIG_IGN); ' + STAYS"
    up = running("-c", PROBE % f"child('one', {stubborn}, grace_seconds=0.3)")
    up.await_line("runs")
    assert up.end() == 0
    up.await_line("one did not stop within 0.3 s")


def test_children_and_grandchildren_die_with_a_killed_part(running: Start, tmp_path: Path) -> None:
    mark = str(tmp_path)
    family = "'import subprocess, sys; subprocess.run([sys.executable, \"-c\", ' + repr(STAYS) + '])'"
    up = running("-c", PROBE % f"child('one', {family})", **{processes.MARK: mark})
    up.await_line("runs")
    before = [pid for pid in processes.marked(mark) if pid != up.process.pid]
    assert len(before) == 2
    os.kill(min(before), signal.SIGKILL)
    up.await_line("runs", times=2)
    assert all(map(processes.is_gone, before))


def test_children_die_when_the_supervisor_is_killed(running: Start, tmp_path: Path) -> None:
    mark = str(tmp_path)
    up = running("-c", PROBE % "child('one', POLITE), child('two', STAYS)", **{processes.MARK: mark})
    up.await_line("runs", times=2)
    assert len(processes.marked(mark)) == 3
    up.end(signal.SIGKILL)
    await_that(lambda: not processes.marked(mark))


def test_output_that_nobody_reads_stops_nothing(running: Start) -> None:
    chatty = "'import time\\nwhile True: print(\"x\" * 2000); time.sleep(0.001)'"
    up = running("-c", PROBE % f"child('one', {chatty})")
    up.await_line("xxx")
    os.kill(up.process.pid, signal.SIGTERM)
    assert up.end() == 0
