"""Deals that look like an evening at the table, from a seed: for the demo club, tests and benches.

Nothing here touches a database, a clock, or randomness other than the `random.Random` that it is handed.
"""

from gameplay.simulate.deals import play_events, score_events
from gameplay.simulate.records import SEATS, records

__all__ = ["SEATS", "play_events", "records", "score_events"]
