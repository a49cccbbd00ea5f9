"""A progress bar on a terminal; where there is none it does nothing at all."""

from __future__ import annotations

import time
from typing import IO, TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType

_WIDTH = 30
_PAUSE = 0.1


class Progress:
    """How far a file is read; `total` 0 means that nobody knows how long it is."""

    def __init__(self, terminal: IO[str], total: int) -> None:
        self._terminal = terminal if terminal.isatty() else None
        self._total = total
        self._shown_at = 0.0

    def show(self, done: int, lines: int) -> None:
        """Draw the bar, but not more often than an eye follows."""
        if self._terminal is None or time.monotonic() - self._shown_at < _PAUSE:
            return
        self._shown_at = time.monotonic()
        share = min(done / self._total, 1.0) if self._total else 0.0
        bar = f"[{'#' * int(share * _WIDTH):<{_WIDTH}}] {share:4.0%}  " if self._total else ""
        self._terminal.write(f"\r\x1b[K{bar}{lines}")
        self._terminal.flush()

    def hide(self) -> None:
        """Take the bar away, so that something else can be printed."""
        if self._terminal is not None and self._shown_at:
            self._terminal.write("\r\x1b[K")
            self._terminal.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.hide()
