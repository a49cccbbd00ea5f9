"""The kinds of parts that `up` is made of: a child that stays, a child that finishes, and work of our own.

They must not know each other; order and restarts are the supervisor's.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import time
from typing import TYPE_CHECKING

from config import processes
from config.output import Lines, say
from config.troubles import CannotStart

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

GRACE_SECONDS = 15.0


def check_port_is_free(host: str, port: int) -> None:
    """Refuse early, in words, what the web server would refuse late and in its own."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except PermissionError:
        raise CannotStart(
            f"Port {port} needs more rights than this user has: choose one above 1023."
        ) from None
    except (OSError, OverflowError) as error:
        raise CannotStart(
            f"Port {port} of {host} cannot be had ({error}): stop what uses it, or choose another, "
            f"e.g. `make run PORT={port + 1}`.",
        ) from None


class Child:
    """A process that stays: the web server, and whatever else serves."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        address: tuple[str, int] | None = None,
        ready: str = "",
        grace_seconds: float = GRACE_SECONDS,
    ) -> None:
        """Take what to run, and optionally the address it will answer on with the line to say then."""
        self.name = name
        self._command = list(command)
        self._environment = dict(environment)
        self._address = address
        self._ready = ready
        self._grace_seconds = grace_seconds
        self._lines = Lines(name)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, is_cancelled: Callable[[], bool]) -> None:
        """Start the process and wait until it answers, dies, or we are told to stop."""
        # A session of its own: Ctrl-C reaches us alone, and its whole family can be ended as one group.
        self._process = subprocess.Popen(
            self._command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=processes.tied_to_us(signal.SIGTERM),  # noqa: PLW1509 - started from the main thread
        )
        if self._process.stdout:
            self._lines.follow(self._process.stdout)
        while self._address and not is_cancelled() and self._process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(self._address, timeout=1.0):
                say(self._ready)
                return
            time.sleep(0.05)

    def ending(self) -> int | None:
        """Return how the process ended; by then its children are gone too, and with them the port."""
        if self._process is None or (status := self._process.poll()) is None:
            return None
        self._end_family()
        return status

    def stop(self) -> None:
        """Ask the process to stop, and end its whole family if it does not in time."""
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(self._grace_seconds)
            except subprocess.TimeoutExpired:
                say(f"{self.name} did not stop within {self._grace_seconds:g} s: ending it")
        self._end_family()
        self._process.wait()
        self._lines.tail()
        self._process = None

    def _end_family(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)


class Errand(Child):
    """A process that has to finish well before the next part may start."""

    def start(self, is_cancelled: Callable[[], bool]) -> None:
        """Run the process to its end; its failure is ours."""
        super().start(is_cancelled)
        while self._process is not None and self._process.poll() is None and not is_cancelled():
            time.sleep(0.02)
        if self._process is not None and self._process.poll():
            self._lines.tail()
            raise CannotStart(f"{self.name} failed with status {self._process.returncode}: see above.")

    def ending(self) -> int | None:
        """An errand that is done did not die."""
        return None


class Chore:
    """Work that our own process does between two parts."""

    def __init__(self, name: str, work: Callable[[], None]) -> None:
        self.name = name
        self._work = work

    def start(self, is_cancelled: Callable[[], bool]) -> None:
        """Do the work."""
        if not is_cancelled():
            self._work()

    def ending(self) -> int | None:
        """A chore that is done did not die."""
        return None

    def stop(self) -> None:
        """Nothing is left to stop."""
