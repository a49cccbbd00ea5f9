"""Collects the static files when they changed; it must not run per request."""

from __future__ import annotations

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from config.output import say


def _fingerprint() -> str:
    """Return a digest of what would be collected: path, size and time of every source file."""
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda found: found[0]):
            status = Path(storage.path(path)).stat()
            digest.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def collect_when_changed() -> None:
    """Bring `STATIC_ROOT` up to date; the stamp is written last, so that a cut run is done again."""
    root = Path(settings.STATIC_ROOT)
    stamp = root.with_name(f"{root.name}.stamp")
    fingerprint = _fingerprint()
    if root.is_dir() and stamp.is_file() and stamp.read_text() == fingerprint:
        return
    say("collecting static files")
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(fingerprint)
