"""One hash over many leaves and short proofs that a leaf is under it (the Merkle tree of RFC 6962).

Must not know what a leaf means: chain heads and ledger rows come here as bytes.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

_LEAF: Final = b"\x00"
_NODE: Final = b"\x01"


def root(leaves: Sequence[bytes]) -> bytes:
    """Hash all leaves, in their order, to the 32 bytes of the tree's root (RFC 6962 2.1).

    Raises:
        ValueError: when there is no leaf; a root over nothing would seal nothing.
    """
    return _levels(leaves)[-1][0]


def path(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Give the hashes that lead from the leaf at `index` (from 0) up to the root (RFC 6962 2.1.1).

    Raises:
        ValueError: when there is no leaf at `index`.
    """
    if not 0 <= index < len(leaves):
        raise ValueError(f"no leaf {index} among {len(leaves)}")
    levels = _levels(leaves)
    siblings = [(level, (index >> height) ^ 1) for height, level in enumerate(levels)]
    return [level[place] for level, place in siblings if place < len(level)]


def verifies(root: bytes, leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bool:
    """Tell whether `path` proves that `leaf` stands at `index` of a tree of `size` leaves with this root.

    The size only gives the proof its shape: take it from where the root is kept, not from whoever
    brings the proof.
    """
    if not 0 <= index < size:
        return False
    node = _leaf(leaf)
    last = size - 1
    siblings = iter(path)
    while last:
        if index ^ 1 <= last:  # else this node is alone on its level and rises as it is
            sibling = next(siblings, None)
            if sibling is None:
                return False
            node = _node(sibling, node) if index & 1 else _node(node, sibling)
        index, last = index >> 1, last >> 1
    return node == root and next(siblings, None) is None


def _levels(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """Build the tree's levels, leaves first, root last.

    Joining neighbours and letting an odd last node rise unchanged is RFC 6962's split at the largest
    power of two below the size, without recursion.
    """
    if not leaves:
        raise ValueError("a tree has at least one leaf")
    levels = [[_leaf(data) for data in leaves]]
    while len(below := levels[-1]) > 1:
        above = [_node(left, right) for left, right in zip(below[::2], below[1::2], strict=False)]
        if len(below) % 2:
            above.append(below[-1])
        levels.append(above)
    return levels


def _leaf(data: bytes) -> bytes:
    """Hash a leaf; its prefix keeps a leaf from posing as an inner node."""
    return sha256(_LEAF + data).digest()


def _node(left: bytes, right: bytes) -> bytes:
    """Hash two nodes to the one above them."""
    return sha256(_NODE + left + right).digest()
