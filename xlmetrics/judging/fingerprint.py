"""What tells whether a row still shows the document that it was given: digests of its texts."""

from __future__ import annotations

import re
import unicodedata
from hashlib import blake2b

PATTERN = re.compile("[0-9a-f]{16}")

_UNSEEN = re.compile("[\\s\x00-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+")
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{0,15})?")


def fingerprint(text: str) -> str:
    """The digest of a text, in 16 letters.

    It is the same however a program retypes the text: with other spaces or none, in another width
    or case, as a number (``007`` as 7).
    """
    bare = _UNSEEN.sub("", unicodedata.normalize("NFKC", text).casefold())
    if _NUMBER.fullmatch(bare):
        bare = f"{float(bare):.15g}"
    return blake2b(bare.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


BLANK = fingerprint("")
"""The fingerprint of a text that shows nothing."""
