"""Runs the PostgreSQL server that a wheel brought, for one data folder, on a Unix socket only.

Its top level imports the standard library alone, since settings ask it for folders; asking has no side
effect. It must never kill the server with SIGKILL, nor open its socket to another user.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Self

from config import cluster, lodging, processes
from config.cluster import APP, DATABASE, OWNER, SUPERUSER
from config.output import Lines, say
from config.troubles import CannotStart

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["APP", "DATABASE", "OWNER", "SUPERUSER", "Server", "data_folder", "socket_folder", "url"]

PATIENCE_SECONDS = 30.0
# Start and stop in PostgreSQL's words are of no use to people; crashes and recovery are.
CHATTER = re.compile(r"LOG:(?!.*(recover|redo|interrupted|terminat|crash|was not properly))")


def data_folder(var: Path) -> Path:
    """Return the data folder's address, which may be a link to where root had to put it."""
    return var.resolve() / "postgres"


def socket_folder(data: Path) -> Path:
    """Return the folder of the server's socket.

    A socket's path holds 107 bytes, so it has a short name of its own; and it is `/tmp`, not TMPDIR, since
    a command in a second terminal must find the same one.
    """
    address = data.parent.resolve() / data.name
    return Path("/tmp") / f"panbook-{hashlib.sha256(str(address).encode()).hexdigest()[:12]}"  # noqa: S108


def url(data: Path, user: str, database: str = DATABASE) -> str:
    """Return the address of a database of this server."""
    return f"postgresql://{user}@/{database}?host={socket_folder(data)}"


def recorded(data: Path) -> tuple[int, bool]:
    """Return process id and readiness as a server itself wrote them into its folder; 0 if it did not."""
    try:
        lines = (data / "postmaster.pid").read_text().splitlines()
        return int(lines[0]), len(lines) > 7 and lines[7].strip() == "ready"
    except (OSError, ValueError, IndexError):
        return 0, False


def is_serving(data: Path) -> bool:
    """Return whether some server is ready over this folder, whoever started it."""
    pid, is_ready = recorded(data)
    return is_ready and pid in processes.servers_in(data.resolve())


def stop_serving(data: Path) -> None:
    """Stop the server over this folder if it is ours, whoever of us started it."""
    real = data.resolve()
    pid, _ = recorded(data)
    if pid in processes.servers_in(real):
        if not processes.is_marked(pid, str(data.parent.resolve() / data.name)):
            raise CannotStart(f"The data folder {real} is in use by process {pid}: stop it first.")
        os.kill(pid, signal.SIGINT)


def remove(data: Path) -> None:
    """Throw a data folder away, with the home that a link names."""
    for folder in {data.resolve(), data, socket_folder(data)}:
        if folder.is_symlink():
            folder.unlink()
        elif folder.is_dir():
            shutil.rmtree(folder)


def _never() -> bool:
    return False


class Server:
    """One PostgreSQL server over one data folder; made, started, watched and stopped."""

    def __init__(
        self,
        data: Path,
        binaries: Path | None = None,
        *,
        options: Mapping[str, str] | None = None,
        log: Path | None = None,
        is_tied: bool = True,
    ) -> None:
        """Take the folder, and optionally other programs, server options and a log file.

        `is_tied=False` lets the server outlive the process that started it, for test runs of many
        processes; it needs a log file, since nobody may be left to read a pipe.
        """
        self.name = "database"
        self.data = data.parent.resolve() / data.name
        self.socket = socket_folder(data)
        self._binaries = binaries
        self._options = dict(options or {})
        self._log = log
        self._is_tied = is_tied
        self._lines = Lines(self.name, hidden=CHATTER)
        self._lock: IO[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def pid(self) -> int | None:
        """The postmaster's process id, while it runs."""
        return self._process.pid if self._process and self.is_alive() else None

    def is_alive(self) -> bool:
        """Return whether the server that *we* started runs: another may answer on the same socket."""
        return self._process is not None and self._process.poll() is None

    def ending(self) -> int | None:
        """Return the exit status of the server that we started, None while it runs."""
        return None if self._process is None else self._process.poll()

    def start(self, is_cancelled: Callable[[], bool] = _never) -> None:
        """Make the data folder if there is none, start, wait until it serves, see to database and roles."""
        if self._lock is None:
            self._lock = processes.lock(self.data.with_name(f"{self.data.name}.lock"))
        try:
            self._start(is_cancelled)
        except BaseException:
            self.stop()
            raise

    def _start(self, is_cancelled: Callable[[], bool]) -> None:
        if self.data.is_symlink() and not self.data.exists():
            raise CannotStart(
                f"The data folder {self.data.readlink()} is gone: put it back, "
                f"or remove the link {self.data} to begin with an empty one.",
            )
        account = lodging.account_for(self.data)
        binaries = lodging.reachable_binaries(self._binaries or lodging.wheel_binaries(), account)
        if not self.data.exists():
            cluster.create(self.data, binaries, account, self._environment())
        cluster.check_version(self.data, binaries)
        self._check_reach(account)
        self._await_leftover(is_cancelled)
        self._make_socket_folder(account)
        self._launch(binaries, account)
        self._await_ready(is_cancelled)
        if not is_cancelled():
            cluster.make_roles(url(self.data, SUPERUSER, "postgres"))

    def stop(self) -> None:
        """Shut down fast but clean, however long it takes, and give the folder free."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            waited = 0.0
            while self._process.poll() is None:
                time.sleep(0.02)
                waited += 0.02
                if waited >= PATIENCE_SECONDS:
                    waited = 0.0
                    say("the database is still writing to disk; please let it finish")
            with contextlib.suppress(OSError):
                self.socket.rmdir()
        self._process = None
        self._unlock()

    def release(self) -> None:
        """Leave a running server to whoever stops it later."""
        if self._process is not None:
            # Else Python would warn that we drop a child that runs; that is what we mean to do.
            self._process.returncode = 0
        self._process = None
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _environment(self) -> dict[str, str]:
        return {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC", processes.MARK: str(self.data)}

    def _check_reach(self, account: lodging.Account) -> None:
        """A folder that became private after the data was made is named, not silently replaced."""
        real = self.data.resolve()
        if not account.can("-x", real):
            raise CannotStart(f"The user {account.name} cannot enter the data folder {real} any more.")

    def _await_leftover(self, is_cancelled: Callable[[], bool]) -> None:
        """Wait for a server whose Panbook was killed; refuse to touch one that somebody else started."""
        real = self.data.resolve()
        stop_serving(self.data)
        # A killed postmaster leaves children behind for a moment; PostgreSQL refuses to start beside them.
        while processes.servers_in(real) and not is_cancelled():
            time.sleep(0.02)
        if processes.PROC.is_dir():
            # Nobody works in the folder, so the file is stale. PostgreSQL believes it all the same if by now
            # some other program of this user has the recorded number (always so in a container).
            (real / "postmaster.pid").unlink(missing_ok=True)

    def _make_socket_folder(self, account: lodging.Account) -> None:
        try:
            self.socket.mkdir(mode=0o700)
            account.own(self.socket)
        except FileExistsError:
            status = self.socket.lstat()
            if self.socket.is_symlink() or not self.socket.is_dir() or status.st_uid != account.uid:
                raise CannotStart(
                    f"The socket folder {self.socket} belongs to somebody else: remove it.",
                ) from None
            self.socket.chmod(0o700)

    def _launch(self, binaries: Path, account: lodging.Account) -> None:
        settings = {"listen_addresses": "", "unix_socket_permissions": "0700", "log_checkpoints": "off"}
        settings |= {"log_line_prefix": "", "max_connections": "200"} | self._options
        command = [str(binaries / "postgres"), "-D", str(self.data.resolve()), "-k", str(self.socket)]
        command += [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        output = self._log.open("ab") if self._log else None
        self._process = subprocess.Popen(
            command,
            cwd="/",
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            stdout=output or subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=processes.tied_to_us(signal.SIGINT) if self._is_tied else None,  # noqa: PLW1509
            **account.process_options,
        )
        if output:
            output.close()
        elif self._process.stdout:
            self._lines.follow(self._process.stdout)

    def _await_ready(self, is_cancelled: Callable[[], bool]) -> None:
        """Wait as long as it takes: recovery after a crash has no limit that would be right."""
        assert self._process is not None  # noqa: S101 - for the type checker
        waited = 0.0
        while not is_cancelled():
            if self._process.poll() is not None:
                raise cluster.in_one_line(self.data, self._last_lines(), self._process.returncode)
            if recorded(self.data) == (self._process.pid, True):
                return
            time.sleep(0.02)
            waited += 0.02
            if waited >= PATIENCE_SECONDS:
                waited = 0.0
                say("the database is still recovering; this can take minutes after a crash")

    def _last_lines(self) -> list[str]:
        if self._log is None:
            return self._lines.tail()
        return self._log.read_text(errors="replace").splitlines()[-40:]
