"""The Merkle tree of RFC 6962: known roots, a proof for every leaf, and no proof for anything else."""

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.merkle import path, root, verifies

# The leaves and roots that the Certificate Transparency implementations test themselves with.
CT_LEAVES: Final = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
CT_ROOTS: Final = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
SIZES: Final = range(1, 41)


def leaves_of(size: int) -> list[bytes]:
    return [f"head {number}".encode() for number in range(size)]


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def by_the_book(leaves: Sequence[bytes]) -> bytes:
    """The recursion of RFC 6962 2.1, word for word."""
    if len(leaves) == 1:
        return sha(b"\x00" + leaves[0])
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return sha(b"\x01" + by_the_book(leaves[:k]) + by_the_book(leaves[k:]))


def path_by_the_book(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The recursion of RFC 6962 2.1.1, word for word."""
    if len(leaves) == 1:
        return []
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    if index < k:
        return [*path_by_the_book(leaves[:k], index), by_the_book(leaves[k:])]
    return [*path_by_the_book(leaves[k:], index - k), by_the_book(leaves[:k])]


def flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


@pytest.mark.parametrize("size", range(1, 9))
def test_the_roots_are_those_of_certificate_transparency(size: int) -> None:
    assert root(CT_LEAVES[:size]).hex() == CT_ROOTS[size - 1]


def test_three_leaves_by_hand() -> None:
    a, b, c = (sha(b"\x00" + leaf) for leaf in (b"a", b"b", b"c"))
    assert root([b"a", b"b", b"c"]) == sha(b"\x01" + sha(b"\x01" + a + b) + c)
    assert path([b"a", b"b", b"c"], 0) == [b, c]
    assert path([b"a", b"b", b"c"], 2) == [sha(b"\x01" + a + b)]


@pytest.mark.parametrize("size", SIZES)
def test_root_and_paths_follow_the_recursion_of_the_rfc(size: int) -> None:
    leaves = leaves_of(size)
    assert root(leaves) == by_the_book(leaves)
    assert [path(leaves, i) for i in range(size)] == [path_by_the_book(leaves, i) for i in range(size)]


@pytest.mark.parametrize("size", SIZES)
def test_every_leaf_of_every_size_proves_at_its_own_place_only(size: int) -> None:
    leaves = leaves_of(size)
    sealed = root(leaves)
    for index, leaf in enumerate(leaves):
        proof = path(leaves, index)
        proven_at = [place for place in range(-1, size + 1) if verifies(sealed, leaf, place, size, proof)]
        assert proven_at == [index]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 13])
def test_any_changed_byte_fails(size: int) -> None:  # L-93
    leaves = leaves_of(size)
    sealed = root(leaves)
    for index, leaf in enumerate(leaves):
        proof = path(leaves, index)
        for place in range(32):
            assert not verifies(flipped(sealed, place), leaf, index, size, proof)
        for place in range(len(leaf)):
            assert not verifies(sealed, flipped(leaf, place), index, size, proof)
        for step, place in ((step, place) for step in range(len(proof)) for place in range(32)):
            changed = [*proof[:step], flipped(proof[step], place), *proof[step + 1 :]]
            assert not verifies(sealed, leaf, index, size, changed)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 13])
def test_a_path_too_short_or_too_long_fails(size: int) -> None:
    leaves = leaves_of(size)
    sealed = root(leaves)
    for index, leaf in enumerate(leaves):
        proof = path(leaves, index)
        assert not verifies(sealed, leaf, index, size, [*proof, sealed])
        assert not proof or not verifies(sealed, leaf, index, size, proof[:-1])


def test_a_leaf_that_looks_like_a_node_is_no_second_preimage() -> None:
    a, b, c, d = (sha(b"\x00" + leaf) for leaf in (b"a", b"b", b"c", b"d"))
    sealed = root([b"a", b"b", b"c", b"d"])
    for prefix in (b"", b"\x00", b"\x01"):
        forged = [prefix + a + b, prefix + c + d]
        assert root(forged) != sealed
        assert not verifies(sealed, forged[0], 0, 2, [sha(b"\x01" + c + d)])


def test_a_leaf_doubled_at_the_end_is_another_tree() -> None:
    assert root([b"a", b"b", b"c"]) != root([b"a", b"b", b"c", b"c"])


@given(st.lists(st.binary(max_size=8), min_size=2, max_size=20, unique=True), st.randoms())
def test_order_and_number_of_leaves_matter(leaves: list[bytes], random: Random) -> None:
    shuffled = random.sample(leaves, len(leaves))
    assert (root(shuffled) == root(leaves)) == (shuffled == leaves)
    assert root(leaves[:-1]) != root(leaves)


def test_a_tree_without_leaves_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one leaf"):
        root([])


@pytest.mark.parametrize("index", [-1, 3])
def test_there_is_no_path_for_a_leaf_that_is_not_there(index: int) -> None:
    with pytest.raises(ValueError, match="no leaf"):
        path(leaves_of(3), index)


def test_nothing_verifies_in_an_empty_tree() -> None:
    assert not verifies(sha(b""), b"", 0, 0, [])
