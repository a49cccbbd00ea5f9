"""The rules of both games as pure functions; knows no database, clock, chance, file or framework."""
