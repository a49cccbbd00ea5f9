"""Prints what child processes say, each line under the name of its part, and remembers the last lines.

It must not fail because the terminal is gone: Panbook goes on serving.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    import re


def say(line: str, name: str = "panbook") -> None:
    """Print one line for people."""
    try:
        sys.stdout.write(f"{name:<9}| {line}\n")
        sys.stdout.flush()
    except (OSError, ValueError):
        # Nobody reads any more, or the disk that our output goes to is full.
        return


class Lines:
    """The output of one part: printed as it comes, the tail kept to explain an end."""

    def __init__(self, name: str, *, hidden: re.Pattern[str] | None = None) -> None:
        """Take the name before each line, and optionally what lines to remember without printing."""
        self._name = name
        self._hidden = hidden
        self._tail: deque[str] = deque(maxlen=40)
        self._thread: threading.Thread | None = None

    def follow(self, pipe: IO[bytes]) -> None:
        """Print lines from now on, until the other end closes."""
        self._tail.clear()
        self._thread = threading.Thread(target=self._pump, args=(pipe,), daemon=True)
        self._thread.start()

    def tail(self) -> list[str]:
        """Return the last lines of a process that has ended."""
        if self._thread is not None:
            # A grandchild may hold the pipe open; what came so far is enough then.
            self._thread.join(timeout=1.0)
        return list(self._tail)

    def _pump(self, pipe: IO[bytes]) -> None:
        with pipe:
            for raw in pipe:
                line = raw.decode("utf-8", "replace").rstrip()
                self._tail.append(line)
                if line and not (self._hidden and self._hidden.match(line)):
                    say(line, self._name)
