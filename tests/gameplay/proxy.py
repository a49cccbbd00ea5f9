"""A server's socket with a fault: it cuts the client off after a commit, before the server says so."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class Proxy:
    """Forwards everything to PostgreSQL; once armed, the answer to the next COMMIT is lost."""

    def __init__(self, folder: Path, target: tuple[str, int] | str) -> None:
        self.folder, self.target = folder, target
        self.is_armed = False
        self.cuts = 0
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(folder / ".s.PGSQL.5432"))
        self._server.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Take no further client."""
        self._server.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._server.accept()
                server = socket.socket(socket.AF_UNIX if isinstance(self.target, str) else socket.AF_INET)
                server.connect(self.target)
                is_cut = threading.Event()
                for act in (self._up, self._down):
                    threading.Thread(target=act, args=(client, server, is_cut), daemon=True).start()

    def _up(self, client: socket.socket, server: socket.socket, is_cut: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := client.recv(65_536):
                if self.is_armed and b"COMMIT" in data:
                    self.is_armed = False
                    self.cuts += 1
                    is_cut.set()
                server.sendall(data)
        with contextlib.suppress(OSError):
            server.shutdown(socket.SHUT_WR)

    def _down(self, client: socket.socket, server: socket.socket, is_cut: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := server.recv(65_536):
                if is_cut.is_set():  # the server has answered: it has committed
                    break
                client.sendall(data)
        for end in (client, server):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
