"""The broker that needs no service: kombu's folder of messages, made safe for a folder that comes and goes.

It must not outlive its purpose: with more than one machine, set `CELERY_BROKER_URL`.

kombu's own transport writes into the file that readers already see, moves it through the system's temporary
folder, and ends the worker when the folder is gone. Here a message appears whole or not at all, taking it is
the one `unlink` that succeeds, and a folder that is missing is made again.
"""

from __future__ import annotations

import contextlib
import time
import uuid
from collections import deque
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.exceptions import OperationalError
from kombu.transport import filesystem
from kombu.utils.json import dumps, loads

LONGEST_WAIT = 0.5


class Channel(filesystem.Channel):
    """A channel over one folder; a message of queue `q` is the file `<time>_<id>.q.msg`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._listed: dict[str, deque[str]] = {}

    def _put(self, queue: str, payload: dict[str, Any], **_: Any) -> None:  # type: ignore[override] # kombu's own
        folder = Path(self.data_folder_out)
        name = f"{time.time_ns():020}_{uuid.uuid4().hex}.{queue}.msg"
        hidden = folder / f".{name}.part"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            hidden.write_bytes(dumps(payload).encode())
            hidden.rename(folder / name)
        except OSError as error:
            raise OperationalError(f"no message can be written in {folder}: {error.strerror}") from error

    def _get(self, queue: str, timeout: float | None = None) -> Any:  # noqa: ARG002 - kombu's signature
        waiting = self._listed.get(queue) or self._list(queue)
        while waiting:
            file = Path(self.data_folder_in) / waiting.popleft()
            try:
                payload = file.read_bytes()
                file.unlink()
            except OSError:  # another worker was faster
                continue
            return loads(payload.decode())
        raise Empty

    def _list(self, queue: str) -> deque[str]:
        """Look into the folder once for many messages, oldest first."""
        folder = Path(self.data_folder_in)
        try:
            names = [file.name for file in folder.iterdir()]
        except OSError:
            self._make_again(folder)
            names = []
        found = sorted(name for name in names if name[0] != "." and name.partition(".")[2] == f"{queue}.msg")
        self._listed[queue] = deque(found)
        return self._listed[queue]

    def _size(self, queue: str) -> int:
        return len(self._list(queue))

    def _purge(self, queue: str) -> int:
        count = 0
        with contextlib.suppress(Empty):
            while self._get(queue):
                count += 1
        return count

    @staticmethod
    def _make_again(folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:  # a full disk, a file in its place: it is asked again a moment later
            return

    def _queue_bind(self, *args: Any) -> None:
        self._make_again(self.control_folder)
        super()._queue_bind(*args)


class Transport(filesystem.Transport):
    """kombu's transport with our channel."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None, **_: Any) -> None:
        """Wait for a message, but not so long that a worker is slow to hear that it should stop."""
        super().drain_events(connection, timeout=min(timeout or LONGEST_WAIT, LONGEST_WAIT))
