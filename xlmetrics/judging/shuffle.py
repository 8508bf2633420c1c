"""An order that says nothing: by hash of a seed and what is put in order.

It does not hang on the order in which things came, so nothing of that shows through, and the same
things are always put in the same order.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def digest(size: int, parts: Iterable[str]) -> bytes:
    """A hash of texts that are kept apart: ``ab``, ``c`` is not ``a``, ``bc``."""
    state = blake2b(digest_size=size)
    for part in parts:
        content = part.encode("utf-8", "surrogatepass")
        state.update(len(content).to_bytes(8, "big") + content)
    return state.digest()


def lot(seed: int, *what: str) -> bytes:
    """The lot that something draws, by which it is put in order."""
    return digest(16, (str(seed), *what))
