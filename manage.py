#!/usr/bin/env python
"""The command line of Panbook; `replay` and `pdr` branch off before Django and need no database."""

import os
import sys


def main(arguments: list[str]) -> None:
    """Run `replay` and `pdr` at once, and every other command by Django."""
    if arguments[1:2] == ["replay"]:
        from gameplay.replay_command import main as replay

        raise SystemExit(replay(arguments[2:]))
    if arguments[1:2] == ["pdr"]:
        from gameplay.pdr_command import main as pdr

        raise SystemExit(pdr(arguments[2:]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(arguments)


if __name__ == "__main__":
    main(sys.argv)
