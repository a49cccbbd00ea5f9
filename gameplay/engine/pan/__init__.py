"""Polish Pan and its matches, rules PL; knows nothing of the other game."""
