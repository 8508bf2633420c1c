"""Good files changed at random: their bytes, their members, the words of their XML."""

import os
import time
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from tests.xlsx.packages import save
from xlmetrics.errors import XlmetricsError
from xlmetrics.read import read_workbook

ROUNDS = int(os.environ.get("XLMETRICS_FUZZ", "400"))
"""So many changed files of each kind; a long run asks for more."""

SEED = int(os.environ.get("XLMETRICS_FUZZ_SEED", "20"))
SECONDS = 30.0
"""A hang, whatever else the machine is doing."""

Parts = dict[str, bytes]


@dataclass(frozen=True)
class Good:
    """A file that is read: its parts, which of them are changed the most, and words to put in."""

    parts: Callable[[], Parts]
    favourites: Sequence[str]
    words: Sequence[bytes]


def bytes_changed(random: Random, content: bytes) -> bytes:
    """Some bytes replaced, and some cut, doubled or inserted."""
    changed = bytearray(content)
    for _ in range(random.choice([1, 1, 2, 8])):
        start = random.randrange(len(changed) + 1)
        end = min(len(changed), start + random.choice([0, 1, 1, 2, 16, 200]))
        piece = bytes(changed[start:end])
        inserted = [b"", piece * 2, random.randbytes(len(piece)), b"\xff\xff\xff\xff", b"<", b"&x;"]
        changed[start:end] = random.choice(inserted)
    return bytes(changed)


def of_archive(good: Good, random: Random, path: Path) -> None:
    """The bytes of the archive."""
    save(path, good.parts(), random.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]))
    path.write_bytes(bytes_changed(random, path.read_bytes()))


def of_members(good: Good, random: Random, path: Path) -> None:
    """A part left out, renamed, or put in another's place."""
    members = good.parts()
    one, other = random.sample(list(members), 2)
    content = members.pop(one)
    members |= random.choice([{}, {other: content}, {one.upper(): content}, {"_": content}])
    save(path, members)


def of_xml(good: Good, random: Random, path: Path) -> None:
    """The bytes of a part."""
    members = good.parts()
    name = random.choice([*good.favourites, *members])
    save(path, members | {name: bytes_changed(random, members[name])})


def of_words(good: Good, random: Random, path: Path) -> None:
    """A word of the XML, an attribute or a text, replaced by another."""
    members = good.parts()
    name = random.choice([*good.favourites, *members])
    save(path, members | {name: words_changed(good, random, members[name])})


def words_changed(good: Good, random: Random, content: bytes) -> bytes:
    starts = [at for at in range(1, len(content)) if content[at - 1 : at] in (b'"', b">")]
    start = random.choice(starts or [0])
    ends = [at for at in (content.find(b'"', start), content.find(b"<", start)) if at >= 0]
    end = min(ends, default=len(content))
    return content[:start] + random.choice(good.words) + content[end:]


def of_flat(good: Good, random: Random, path: Path) -> None:
    """The bytes or the words of a file that is one piece of XML."""
    (content,) = good.parts().values()
    change = random.choice([bytes_changed, partial(words_changed, good)])
    path.write_bytes(change(random, content))


MUTATIONS = (of_archive, of_members, of_xml, of_words)


def read_or_refused(good: Good, mutation: Callable[[Good, Random, Path], None], path: Path) -> None:
    """Change the file many times; each must be read or refused, and both must happen."""
    random = Random(SEED)
    outcomes = set()
    for number in range(ROUNDS):
        mutation(good, random, path)
        start = time.monotonic()
        outcomes.add(is_read(path))
        assert time.monotonic() - start < SECONDS, number
    assert outcomes == {True, False}


def is_read(path: Path) -> bool:
    try:
        read_workbook(path)
    except XlmetricsError:
        return False
    return True
