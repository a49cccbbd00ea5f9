"""The demo club: four weeks of both games, from a seed, for a first look at everything.

It writes through the services alone, like any club, and knows no way round a rule. `making.py` begins it.
"""
