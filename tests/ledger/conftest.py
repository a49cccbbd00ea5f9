"""The tests of the ledger work on the same histories as those of the event log."""

from tests.gameplay.conftest import house, transactional_db, world

__all__ = ["house", "transactional_db", "world"]
