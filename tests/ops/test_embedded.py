"""The embedded server in real folders: two users, two versions, kills, and each trouble in one line.

Data survives whatever is killed; nothing here may reach a server of somebody else.
"""

from __future__ import annotations

import os
import pwd
import signal
import stat
import subprocess
from typing import TYPE_CHECKING

import psycopg
import pytest

from config import embedded, lodging, processes
from config.embedded import Server
from config.troubles import CannotStart
from tests.ops.conftest import await_that

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.ops.conftest import Running

    Start = Callable[..., Running]

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root lends the server an account")

SERVE = """
import sys, time
from pathlib import Path
from config.embedded import Server
with Server(Path(sys.argv[1])) as server:
    print("serves", server.pid, flush=True)
    time.sleep(600)
"""


def ask(data: Path, user: str, query: str) -> object:
    with psycopg.connect(embedded.url(data, user), autocommit=True) as connection:
        row = connection.execute(query.encode()).fetchone()
        return row and row[0]


def keep_a_row(data: Path) -> None:
    with psycopg.connect(embedded.url(data, embedded.OWNER), autocommit=True) as connection:
        connection.execute("CREATE TABLE kept (word text)")
        connection.execute("INSERT INTO kept VALUES ('still here')")


@pytest.fixture
def data(public_folder: Path) -> Path:
    return embedded.data_folder(public_folder)


@pytest.mark.parametrize("major", [18, 16])
def test_it_starts_twice_with_both_roles_and_keeps_the_data(data: Path, major: int) -> None:
    for start in range(2):
        with Server(data, lodging.wheel_binaries(major)):
            if start == 0:
                keep_a_row(data)
            assert str(ask(data, embedded.APP, "SHOW server_version")).startswith(f"{major}.")
            assert ask(data, embedded.OWNER, "SELECT word FROM kept") == "still here"
            assert ask(data, embedded.APP, "SHOW timezone") == "UTC"
            assert ask(data, embedded.APP, "SHOW server_encoding") == "UTF8"


def test_neither_role_has_rights_beyond_its_own(data: Path) -> None:
    rights = "SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls FROM pg_roles WHERE rolname = %s"
    with Server(data), psycopg.connect(embedded.url(data, embedded.SUPERUSER)) as connection:
        assert connection.execute(rights, [embedded.OWNER]).fetchone() == (False, True, False, False)
        assert connection.execute(rights, [embedded.APP]).fetchone() == (False, False, False, False)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            ask(data, embedded.APP, "CREATE TABLE mine (word text)")


def test_the_owner_may_become_the_app(data: Path) -> None:
    with Server(data), psycopg.connect(embedded.url(data, embedded.OWNER)) as connection:
        connection.execute(f"SET ROLE {embedded.APP}")
        assert connection.execute("SELECT current_user").fetchone() == (embedded.APP,)


def test_data_and_socket_are_closed_to_other_users_and_to_the_network(data: Path) -> None:
    with Server(data) as server:
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
        assert stat.S_IMODE(server.socket.stat().st_mode) == 0o700
        assert ask(data, embedded.APP, "SHOW listen_addresses") == ""
        assert len(str(server.socket / ".s.PGSQL.5432")) < 107


def test_asking_for_the_folders_makes_nothing(tmp_path: Path) -> None:
    data = embedded.data_folder(tmp_path / "var")
    assert not embedded.socket_folder(data).exists()
    assert list(tmp_path.iterdir()) == []


def test_a_second_panbook_on_the_folder_is_refused(data: Path) -> None:
    with Server(data), pytest.raises(CannotStart, match=rf"Another Panbook \(process {os.getpid()}\)"):
        Server(data).start()


def test_a_server_that_somebody_started_by_hand_is_left_alone(data: Path) -> None:
    with Server(data):
        pass
    account = lodging.account_for(data)
    binaries = lodging.reachable_binaries(lodging.wheel_binaries(), account)
    socket = data.parent / "socket"
    socket.mkdir()
    account.own(socket)
    by_hand = subprocess.Popen(
        [binaries / "postgres", "-D", data, "-h", "", "-k", socket],
        cwd="/",
        env={"PATH": os.defpath},
        stderr=subprocess.DEVNULL,
        **account.process_options,
    )
    try:
        await_that(lambda: embedded.is_serving(data))
        with pytest.raises(CannotStart, match=f"in use by process {by_hand.pid}"):
            Server(data).start()
        assert by_hand.poll() is None
    finally:
        by_hand.send_signal(signal.SIGINT)
        by_hand.wait(20)


@pytest.mark.parametrize("restart", ["by the same", "by another"])
def test_a_killed_server_starts_again_at_once_and_recovers(
    data: Path, restart: str, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server(data)
    server.start()
    keep_a_row(data)
    assert server.pid
    os.kill(server.pid, signal.SIGKILL)
    await_that(lambda: not server.is_alive())
    if restart == "by another":
        server.stop()
        server = Server(data)
    server.start()
    assert ask(data, embedded.OWNER, "SELECT word FROM kept") == "still here"
    server.stop()
    assert "not properly shut down" in capsys.readouterr().out


def test_the_server_stops_clean_when_its_panbook_is_killed(
    data: Path, running: Start, capsys: pytest.CaptureFixture[str]
) -> None:
    keeper = running("-c", SERVE, str(data))
    keeper.await_line("serves")
    keep_a_row(data)
    keeper.end(signal.SIGKILL)
    with Server(data):
        assert ask(data, embedded.OWNER, "SELECT word FROM kept") == "still here"
    assert "not properly shut down" not in capsys.readouterr().out


def test_a_stale_file_that_names_a_living_program_does_not_stop_the_start(data: Path) -> None:
    with Server(data):
        pass
    account = lodging.account_for(data)
    other = subprocess.Popen(["sleep", "600"], cwd="/", **account.process_options)
    try:
        (data / "postmaster.pid").write_text(f"{other.pid}\n{data}\n1\n5432\n/tmp\n\n\nready\n")
        with Server(data):
            assert ask(data, embedded.APP, "SELECT 1") == 1
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()


def test_an_interrupted_first_start_leaves_nothing_in_the_way(data: Path) -> None:
    half = data.with_name("postgres.new")
    (half / "base").mkdir(parents=True)
    (half / "PG_VERSION").write_text("18\n")
    with Server(data):
        assert ask(data, embedded.APP, "SELECT 1") == 1
    assert not half.exists()


def test_data_of_another_version_is_named_and_not_touched(data: Path) -> None:
    with Server(data, lodging.wheel_binaries(16)):
        pass
    with pytest.raises(CannotStart, match=r"is of PostgreSQL 16, the programs are of 18.*operations\.md"):
        Server(data).start()
    with Server(data, lodging.wheel_binaries(16)):
        assert ask(data, embedded.APP, "SELECT 1") == 1


def test_a_folder_that_is_no_data_folder_is_refused_and_kept(data: Path) -> None:
    data.mkdir()
    (data / "letter.txt").write_text("mine")
    os.chown(data, lodging.account_for(data.parent / "none").uid, -1)
    with pytest.raises(CannotStart, match="is no data folder of PostgreSQL"):
        Server(data).start()
    assert (data / "letter.txt").read_text() == "mine"


@as_root
def test_data_that_belongs_to_root_is_refused(data: Path) -> None:
    data.mkdir()
    with pytest.raises(CannotStart, match="belongs to root"):
        Server(data).start()


@as_root
def test_a_socket_folder_that_somebody_else_made_is_refused(data: Path) -> None:
    socket = embedded.socket_folder(data)
    socket.mkdir(mode=0o777)
    try:
        with pytest.raises(CannotStart, match=f"{socket} belongs to somebody else"):
            Server(data).start()
    finally:
        socket.rmdir()


@as_root
def test_under_a_private_folder_root_finds_another_home_and_changes_no_rights(private_folder: Path) -> None:
    data = embedded.data_folder(private_folder / "var")
    above = [(folder, folder.stat().st_mode) for folder in private_folder.parents]
    with Server(data):
        keep_a_row(data)
    assert data.is_symlink()
    assert data.readlink().parent == lodging.PUBLIC
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert stat.S_IMODE(private_folder.stat().st_mode) == 0o700
    assert above == [(folder, folder.stat().st_mode) for folder in private_folder.parents]
    with Server(data):
        assert ask(data, embedded.OWNER, "SELECT word FROM kept") == "still here"
    embedded.remove(data)


@as_root
def test_a_home_that_is_gone_is_not_replaced_in_silence(public_folder: Path) -> None:
    data = embedded.data_folder(public_folder)
    data.symlink_to(public_folder / "gone")
    with pytest.raises(CannotStart, match="is gone: put it back"):
        Server(data).start()
    data.unlink()


@as_root
def test_a_folder_that_became_private_is_named(data: Path) -> None:
    with Server(data):
        pass
    data.parent.chmod(0o700)
    with pytest.raises(CannotStart, match="cannot enter the data folder"):
        Server(data).start()
    data.parent.chmod(0o755)


@pytest.fixture
def small_disk(public_folder: Path) -> Iterator[Path]:
    """A disk that PostgreSQL's first 40 MB just do not fit on."""
    disk = public_folder / "disk"
    disk.mkdir()
    options = "size=24m,mode=755"
    if subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", disk], check=False).returncode:
        pytest.skip("no disk may be mounted here")
    yield disk
    subprocess.run(["umount", disk], check=True)


def fill(filler: Path) -> None:
    with filler.open("wb", buffering=0) as file:
        while True:
            file.write(b"\0" * 4096)


@as_root
def test_a_disk_full_at_the_first_start_is_said_and_nothing_half_made_stays(small_disk: Path) -> None:
    data = embedded.data_folder(small_disk)
    with pytest.raises(CannotStart, match=f"The disk that holds {data} is full"):
        Server(data).start()
    assert not data.exists()
    assert not data.with_name("postgres.new").exists()


@as_root
def test_a_disk_full_at_a_later_start_is_said_and_the_data_survive(small_disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,size=160m", small_disk], check=True)
    data = embedded.data_folder(small_disk)
    with Server(data):
        keep_a_row(data)
    filler = small_disk / "filler"
    with pytest.raises(OSError, match="No space left"):
        fill(filler)
    with pytest.raises(CannotStart, match="is full: make room"):
        Server(data).start()
    filler.unlink()
    with Server(data):
        assert ask(data, embedded.OWNER, "SELECT word FROM kept") == "still here"


def test_a_user_without_a_name_is_told_so(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nameless = max(entry.pw_uid for entry in pwd.getpwall() if entry.pw_uid < 60_000) + 1
    monkeypatch.setattr(os, "geteuid", lambda: nameless)
    with pytest.raises(CannotStart, match=f"User number {nameless} has no name"):
        lodging.account_for(data)


def test_marks_are_whole_words(data: Path) -> None:
    with Server(data) as server:
        assert server.pid
        assert processes.is_marked(server.pid, str(data))
        assert not processes.is_marked(server.pid, str(data)[:-1])
