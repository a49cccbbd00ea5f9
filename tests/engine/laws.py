"""How often a law is tried: 500 examples, and as many as PANBOOK_LAW_EXAMPLES says (`make soak`)."""

from __future__ import annotations

import os
from typing import Final

from hypothesis import HealthCheck, settings

EXAMPLES: Final = int(os.environ.get("PANBOOK_LAW_EXAMPLES", "500"))


def law(share: float = 1) -> settings:
    """Try a law on that many examples; a smaller `share` where each is long or only crashes matter."""
    return settings(
        max_examples=round(EXAMPLES * share), deadline=None, suppress_health_check=list(HealthCheck)
    )
