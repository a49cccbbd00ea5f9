"""The one exception of running Panbook: something outside it is wrong, said in one line for people.

It must not carry a traceback to the reader; whoever catches it prints it and exits with status 1.
"""

from __future__ import annotations


class CannotStart(Exception):  # noqa: N818 - said aloud: "cannot start: the disk is full"
    """A part of Panbook cannot start for a reason that a person has to remove."""
