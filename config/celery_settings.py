"""Celery's settings: one broker under `var/` by default, another by address; no result backend.

They open no connection and make no folder; `docs/celery.md` explains each choice.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

# Work that nobody waits for has a queue of its own: a thousand nightly audits do not hold up a settlement.
# Installations that share a broker name queues of their own.
QUEUE = "panbook"
SWEEP_SECONDS, NIGHTLY_SECONDS = 5.0, 60.0
# Redis hands a message out again that was not acknowledged for so long. The claim makes that a no-op, so
# it may be short of the longest task; it only must not be so short that queues fill with repeats (L-85).
VISIBILITY_SECONDS = 3600


def celery_settings(var: Path) -> dict[str, Any]:
    """Return the settings for an installation that writes below `var`."""
    url = os.environ.get("CELERY_BROKER_URL", "")
    queue = os.environ.get("CELERY_QUEUE", QUEUE)
    return _broker(url, var) | {
        "timezone": "UTC",
        "enable_utc": True,
        "task_ignore_result": True,
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_default_queue": queue,
        "task_queues": {queue: {}, f"{queue}.night": {}},
        "task_routes": {"gameplay.night_work": {"queue": f"{queue}.night"}},
        # Whoever sends stands in a request: one more try for a stale connection, and no waiting.
        "task_publish_retry_policy": {"max_retries": 1, "interval_start": 0, "interval_max": 0},
        "worker_prefetch_multiplier": 1,
        "worker_cancel_long_running_tasks_on_connection_loss": False,
        "worker_send_task_events": False,
        "worker_log_format": "%(levelname)s %(name)s %(message)s",
        "worker_task_log_format": "%(levelname)s %(name)s %(message)s",
        "worker_log_color": False,
        "worker_redirect_stdouts": False,
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,  # a broker may be away for a night
        "broker_connection_timeout": 2.0,
        # All entries come round within a minute: a file of last runs would only be one more thing to break.
        "beat_scheduler": "celery.beat:Scheduler",
        "beat_schedule": {
            "sweep": {
                "task": "gameplay.sweep",
                "schedule": SWEEP_SECONDS,
                "options": {"expires": SWEEP_SECONDS},
            },
            "nightly": {
                "task": "gameplay.nightly",
                "schedule": NIGHTLY_SECONDS,
                "options": {"expires": NIGHTLY_SECONDS},
            },
        },
    }


def _broker(url: str, var: Path) -> dict[str, Any]:
    """Return the settings of the broker that an address names; none names the folder."""
    if not url:
        folder = str(var / "celery")
        return {
            "broker_url": "filesystem://localhost//",
            "broker_transport": "config.celery_broker:Transport",
            "broker_transport_options": {
                "data_folder_in": folder,
                "data_folder_out": folder,
                "control_folder": f"{folder}/control",
                "polling_interval": 0.1,
            },
            # Remote control would need a queue, and so one more folder to poll, for each worker.
            "worker_enable_remote_control": False,
        }
    if url.startswith(("redis", "valkey")):
        seconds = int(os.environ.get("CELERY_VISIBILITY_SECONDS", VISIBILITY_SECONDS))
        # A broker that answers nothing must not hold up the page that has just committed.
        times = {"socket_connect_timeout": 2.0, "socket_timeout": 5.0}
        options = {"visibility_timeout": seconds} | times
        return {"broker_url": url.replace("valkey", "redis", 1), "broker_transport_options": options}
    return {"broker_url": url}
