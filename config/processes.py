"""Ties child processes to our life and finds those that an earlier run left behind.

It must not decide what runs, nor touch a process that does not carry our mark.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import signal
import sys
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING

from config.troubles import CannotStart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PROC = Path("/proc")
# Every child of `up` and every embedded server carries this variable; its value is the folder it serves.
MARK = "PANBOOK_UP"
_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def tied_to_us(sig: signal.Signals) -> Callable[[], None]:
    """Return a `preexec_fn` after which the child gets `sig` when we die, even by SIGKILL.

    Linux sends it when the *thread* that started the child ends, so start children from the main thread.
    """
    parent = os.getpid()

    def tie() -> None:
        if _LIBC is not None:
            _LIBC.prctl(_PR_SET_PDEATHSIG, int(sig))
            # We may have died between fork and prctl; then nobody would ever send the signal.
            if os.getppid() != parent:
                os._exit(1)

    return tie


def lock(path: Path) -> IO[str]:
    """Take a lock that the kernel drops with our process, however it ends; refuse with the holder's id."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        file = path.open("a+")
    except PermissionError:
        raise CannotStart(
            f"This user may not write in {path.parent}, which belongs to {path.parent.owner()}: "
            "start Panbook as that user, or set PANBOOK_VAR to another folder.",
        ) from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read().strip() or "unknown"
        file.close()
        raise CannotStart(
            f"Another Panbook (process {holder}) is using {path.parent}: stop it first.",
        ) from None
    file.truncate(0)
    file.write(f"{os.getpid()}\n")
    file.flush()
    return file


def _pids() -> Iterator[int]:
    if PROC.is_dir():
        yield from (int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit())


def is_marked(pid: int, value: str) -> bool:
    """Return whether a process carries our mark with this value."""
    try:
        environment = (PROC / str(pid) / "environ").read_bytes()
    except OSError:
        return False
    return f"{MARK}={value}".encode() in environment.split(b"\0")


def marked(value: str) -> list[int]:
    """Return the processes that carry our mark with this value, we ourselves left out."""
    return [pid for pid in _pids() if pid != os.getpid() and is_marked(pid, value)]


def servers_in(folder: Path) -> list[int]:
    """Return the PostgreSQL processes over a data folder: server and children work in it, by name."""
    found = []
    for pid in _pids():
        with contextlib.suppress(OSError):
            is_here = (PROC / str(pid) / "cwd").readlink() == folder
            if is_here and (PROC / str(pid) / "comm").read_text().startswith("postgres"):
                found.append(pid)
    return found


def is_gone(pid: int) -> bool:
    """Return whether no such process runs any more; a zombie runs no more."""
    try:
        status = (PROC / str(pid) / "stat").read_text()
    except OSError:
        if PROC.is_dir():
            return True
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        return False
    return status.rpartition(")")[2].split()[0] in "ZX"


def end(pids: list[int], grace_seconds: float) -> None:
    """Ask processes to stop, and kill after the grace those that did not."""
    for sig, seconds in ((signal.SIGTERM, grace_seconds), (signal.SIGKILL, 5.0)):
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, sig)
        until = time.monotonic() + seconds
        while not all(map(is_gone, pids)) and time.monotonic() < until:
            time.sleep(0.02)
