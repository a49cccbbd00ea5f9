"""One process of one contender: `python -m benchmarks.worker NAME SECONDS NUMBER`.

Sets itself up, says so, waits for a line, works until the time is up, and prints what it got done.
"""

from __future__ import annotations

import importlib
import json
import sys
import time


def main() -> None:
    """Run one worker; its module's function of that name returns the work: a call that returns a count."""
    module, _, function = sys.argv[1].partition(":")
    seconds, number = float(sys.argv[2]), int(sys.argv[3])
    work = getattr(importlib.import_module(f"benchmarks.{module}"), function)(number)
    print("ready", flush=True)
    sys.stdin.readline()
    done, until = 0, time.perf_counter() + seconds
    while time.perf_counter() < until:
        done += work()
    print(json.dumps({"done": done}))


if __name__ == "__main__":
    main()
