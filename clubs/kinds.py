"""The five kinds of table (DESIGN, "Facts"): what may change, what may be thrown away.

Every model names its kind in a class attribute `kind`; it says nothing about how a kind is enforced.
"""

from enum import StrEnum


class Kind(StrEnum):
    """What the rows of a model are."""

    FACT = "fact"  # never changed, never deleted: the database refuses
    IDENTITY = "identity"  # edited, each edit audited; never deleted while a fact points to it
    ERASABLE = "erasable"  # text that people wrote: may be blanked, nothing else
    DERIVED = "derived"  # thrown away and rebuilt from the facts to the same bytes
    OPERATIONAL = "operational"  # needed while running, not rebuilt
