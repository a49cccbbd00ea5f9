"""The folder of messages: each is taken once, whole, in order, and the folder may go at any time."""

from __future__ import annotations

import multiprocessing
import shutil
from queue import Empty
from typing import TYPE_CHECKING, Any

import pytest
from kombu import Connection
from kombu.exceptions import OperationalError

from config.celery_settings import celery_settings

if TYPE_CHECKING:
    from pathlib import Path


def channel(var: Path) -> Any:
    settings = celery_settings(var)
    connection = Connection(
        settings["broker_url"],
        transport=settings["broker_transport"],
        transport_options=settings["broker_transport_options"],
    )
    return connection.channel()


@pytest.fixture(autouse=True)
def no_other_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CELERY_BROKER_URL", raising=False)


def test_messages_come_whole_and_in_order(tmp_path: Path) -> None:
    sender, reader = channel(tmp_path), channel(tmp_path)
    for number in range(100):
        sender._put("q", {"body": "x" * 10_000, "number": number})
    sender._put("q.night", {"number": -1})
    assert [reader._get("q")["number"] for _ in range(100)] == list(range(100))
    with pytest.raises(Empty):
        reader._get("q")
    assert reader._get("q.night") == {"number": -1}


def test_a_message_that_is_still_being_written_is_not_seen(tmp_path: Path) -> None:
    reader = channel(tmp_path)
    (tmp_path / "celery").mkdir()
    (tmp_path / "celery" / ".0_x.q.msg.part").write_text('{"half')
    with pytest.raises(Empty):
        reader._get("q")
    assert reader._size("q") == 0


def take_all(var: Path, taken: Any) -> None:
    reader, got = channel(var), []
    while True:
        try:
            got.append(reader._get("q")["number"])
        except Empty:
            break
    taken.put(got)


def test_readers_share_messages_without_taking_one_twice(tmp_path: Path) -> None:
    sender = channel(tmp_path)
    for number in range(400):
        sender._put("q", {"number": number})
    spawn = multiprocessing.get_context("spawn")
    taken = spawn.Queue()
    readers = [spawn.Process(target=take_all, args=(tmp_path, taken)) for _ in range(3)]
    for reader in readers:
        reader.start()
    got = [number for _ in readers for number in taken.get(timeout=60)]
    for reader in readers:
        reader.join(30)
    assert sorted(got) == list(range(400))


def test_the_folder_is_made_again_by_whoever_needs_it(tmp_path: Path) -> None:
    sender, reader = channel(tmp_path), channel(tmp_path)
    folder = tmp_path / "celery"
    with pytest.raises(Empty):
        reader._get("q")
    assert folder.is_dir()
    shutil.rmtree(folder)
    sender._put("q", {"number": 1})
    assert reader._get("q") == {"number": 1}


def test_a_folder_that_cannot_be_made_is_an_error_to_the_sender_alone(tmp_path: Path) -> None:
    sender, reader = channel(tmp_path), channel(tmp_path)
    (tmp_path / "celery").touch()
    with pytest.raises(OperationalError, match="no message can be written"):
        sender._put("q", {"number": 1})
    with pytest.raises(Empty):
        reader._get("q")


@pytest.mark.parametrize(
    ("url", "broker", "option"),
    [
        ("redis://host:1/2", "redis://host:1/2", 3600),
        ("valkey://host:1/2", "redis://host:1/2", 3600),
        ("rediss://host:1/2", "rediss://host:1/2", 3600),
        ("amqp://guest@host//", "amqp://guest@host//", None),
    ],
)
def test_an_address_names_another_broker(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str, broker: str, option: int | None
) -> None:
    monkeypatch.setenv("CELERY_BROKER_URL", url)
    settings = celery_settings(tmp_path)
    assert settings["broker_url"] == broker
    assert settings.get("broker_transport_options", {}).get("visibility_timeout") == option
