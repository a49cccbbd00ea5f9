"""Runs a list of parts as one foreground process tree: starts them in order, watches, restarts, stops.

It must not know what the parts do; `manage.py up` lists them. Start it from the main thread only.
"""

from __future__ import annotations

import signal
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from config.output import say
from config.troubles import CannotStart

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import FrameType

WINDOW_SECONDS = 60.0
DEATHS_ALLOWED = 5
BACKOFF_SECONDS = (0.5, 1.0, 2.0, 4.0)
STOPPING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Part(Protocol):
    """Something that is started, watched and stopped."""

    @property
    def name(self) -> str:
        """The word before each of its lines."""

    def start(self, is_cancelled: Callable[[], bool]) -> None:
        """Start, return when the next part may start; raise `CannotStart` if that will never be."""

    def ending(self) -> int | None:
        """Return the exit status of a part that died (minus the signal), None while it runs or when done."""

    def stop(self) -> None:
        """Stop cleanly; must not fail for a part that does not run."""


@dataclass
class _Watch:
    part: Part
    died_at: list[float] = field(default_factory=list)
    due_at: float | None = None


def _ending_in_words(status: int) -> str:
    if status < 0:
        try:
            return f"was ended by {signal.Signals(-status).name}"
        except ValueError:
            return f"was ended by signal {-status}"
    return f"ended with status {status}"


class Supervisor:
    """Keeps the parts running until a signal comes or one of them dies too often."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._watches = [_Watch(part) for part in parts]
        self._stopping = threading.Event()

    def run(self) -> int:
        """Run until told to stop; return the exit status."""
        self._listen()
        begun: list[Part] = []
        try:
            for watch in self._watches:
                if self._stopping.is_set():
                    break
                begun.append(watch.part)
                watch.part.start(self._stopping.is_set)
            return self._watch()
        except CannotStart as trouble:
            say(str(trouble))
            return 1
        finally:
            for part in reversed(begun):
                part.stop()
            say("stopped")

    def _watch(self) -> int:
        while not self._stopping.wait(0.1):
            for watch in self._watches:
                if watch.due_at is not None:
                    self._restart_when_due(watch)
                elif (status := watch.part.ending()) is not None and not self._outlives(watch, status):
                    return 1
        return 0

    def _outlives(self, watch: _Watch, status: int) -> bool:
        """Plan the restart of a part that died; return False if it died once too often."""
        now = time.monotonic()
        watch.died_at = [at for at in watch.died_at if now - at < WINDOW_SECONDS] + [now]
        deaths = len(watch.died_at)
        what = f"{watch.part.name} {_ending_in_words(status)}"
        if deaths >= DEATHS_ALLOWED:
            say(f"{what}, the {deaths}th time within a minute: giving up")
            return False
        delay = BACKOFF_SECONDS[deaths - 1]
        say(f"{what}; starting it again in {delay:g} s")
        watch.due_at = now + delay
        return True

    def _restart_when_due(self, watch: _Watch) -> None:
        if watch.due_at is not None and time.monotonic() >= watch.due_at:
            watch.due_at = None
            watch.part.start(self._stopping.is_set)

    def _listen(self) -> None:
        """Take the signals that mean *stop*, for good: a second Ctrl-C must not cut the stopping short."""

        def stop(number: int, _frame: FrameType | None) -> None:
            if not self._stopping.is_set():
                say(f"stopping ({signal.Signals(number).name})")
            self._stopping.set()

        for number in STOPPING_SIGNALS:
            signal.signal(number, stop)
