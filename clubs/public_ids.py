"""Public ids: typed, opaque text such as `deal_4k7q…`, the only ids that facts, files and addresses show.

It never looks a row up.
"""

import secrets

# Crockford's alphabet in lower case: no i, l, o or u, so that an id can be read aloud.
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
LENGTH = 20
MAX_LENGTH = 32


def new_public_id(prefix: str) -> str:
    """Return a new id `prefix_` plus 20 random characters (100 bits)."""
    bits = secrets.randbits(5 * LENGTH)
    text = "".join(_ALPHABET[(bits >> (5 * place)) & 31] for place in range(LENGTH))
    return f"{prefix}_{text}"
