"""Panguingue, rules PG; knows nothing of the other game."""
