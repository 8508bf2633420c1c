"""The zip archive around a workbook, which comes from a stranger: nothing it says is believed.

What is unpacked is counted while it is read, since declared sizes lie.
"""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from typing import IO, TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from xlmetrics.errors import UnreadableFile
from xlmetrics.files.sniff import (
    ODS,
    foreign_archive,
    foreign_file,
    is_flat_document,
    is_open_document,
)

if TYPE_CHECKING:
    from pathlib import Path
    from zipfile import ZipInfo

    from xlmetrics.files.sniff import Foreign

MAX_UNPACKED = 512 * 2**20
MAX_TOIL = 8_000_000
"""So much work, in steps of about half a microsecond, may reading take beside the unpacking.

A million cells in rows of ten, each with a text of its own, come to seven millions.
"""
MOST_TOIL = 4 * MAX_TOIL
"""So much may a file take that is large as it lies on the disk, a step more for two bytes."""
MAX_RATIO = 100
SMALL = 4 * 2**20
"""A part up to this size may be packed as tightly as it likes."""
MAX_MEMBERS = 10_000
MAX_PIECE = 32 * 2**20
"""So much XML may pass without one of the elements that are looked for."""

_ZIP_FAULTS = (
    *(BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(ValueError, OverflowError, NotImplementedError),
)
_ENTRY = b"PK\x01\x02"
_BINARY = "xl/workbook.bin"
_LONG = 300


def content_of(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        UnreadableFile: there is no such file, it cannot be opened, or it is too large.
    """
    try:
        if path.is_dir():
            raise UnreadableFile(path, "this is a folder", "Give the name of a workbook in it.")
        if path.exists() and not path.is_file():
            raise UnreadableFile(path, "this is a device or a pipe", "Give a file on disk.")
        if path.stat().st_size > MAX_UNPACKED:
            raise _unsafe(path, f"it is larger than {MAX_UNPACKED // 2**20} MiB")
        return path.read_bytes()
    except FileNotFoundError:
        mend = "Check the spelling and the folder."
        raise UnreadableFile(path, "there is no such file", mend) from None
    except OSError as error:
        mend = "Check that you may read it and that no other program holds it."
        raise UnreadableFile(path, f"cannot be read: {error.strerror}", mend) from None


def _unsafe(path: Path, what: str) -> UnreadableFile:
    mend = "If you trust it, open it in Excel or LibreOffice and save it under a new name."
    return UnreadableFile(path, f"this file is not safe to read: {_shown(what)}", mend)


class Package:
    """The parts of a workbook file, read with caution; ``content`` is what stands in the file.

    Raises:
        UnreadableFile: the file is no workbook, is damaged, or is not safe to open; so do
            all methods.
    """

    def __init__(self, path: Path, content: bytes | None = None) -> None:
        self._path = path
        self._left = MAX_UNPACKED
        if content is None:
            content = content_of(path)
        self._toil = min(MAX_TOIL + len(content) // 2, MOST_TOIL)
        if is_flat_document(content):
            content = _packed(content)
        if foreign := foreign_file(path.name, content):
            raise UnreadableFile(path, *foreign)
        if content.count(_ENTRY) > MAX_MEMBERS:
            raise self.unsafe(f"it holds more than {MAX_MEMBERS:,} parts")
        try:
            self._archive = ZipFile(BytesIO(content))
        except _ZIP_FAULTS:
            raise self.damaged("the zip archive is cut short or corrupt") from None
        self._members = self._index()
        if _BINARY in self:
            raise self.foreign()

    def __contains__(self, part: str) -> bool:
        return part.lower() in self._members

    @property
    def is_open_document(self) -> bool:
        """Whether this is an OpenDocument spreadsheet."""
        return is_open_document(self._members, self._type())

    def open(self, part: str) -> Stream:
        """A part, to be read from its beginning."""
        member = self._members.get(part.lower())
        if member is None:
            raise self.damaged(f"{part} is missing")
        try:
            return Stream(self, self._archive.open(member), member)
        except _ZIP_FAULTS:
            raise self.damaged(f"{part} cannot be unpacked") from None

    def foreign(self, kind: Foreign | None = None) -> UnreadableFile:
        """The error for an archive that is something else: what it is, by its members."""
        return UnreadableFile(self._path, *(kind or foreign_archive(self._members, self._type())))

    def spend(self, size: int) -> None:
        """Count what is unpacked, and what else takes time and memory, against the limit."""
        self._left -= size
        if self._left < 0:
            raise self.unsafe(f"it grows to more than {MAX_UNPACKED // 2**20} MiB when read")

    def toil(self, steps: int) -> None:
        """Count what takes time, which may be much in few bytes, against the limit."""
        self._toil -= steps
        if self._toil < 0:
            raise self.unsafe("it would take too long to read")

    def damaged(self, what: str) -> UnreadableFile:
        """The error for a file that is not what it should be."""
        mend = "Open it in Excel or LibreOffice, which may repair it, and save it under a new name."
        return UnreadableFile(self._path, f"this workbook is damaged: {_shown(what)}", mend)

    def unsafe(self, what: str) -> UnreadableFile:
        """The error for a file that would take too much, or is made to do harm."""
        return _unsafe(self._path, what)

    def too_large(self, what: str) -> UnreadableFile:
        """The error for a file that holds more than is read."""
        return UnreadableFile(
            self._path, f"this file is too large: {what}", "Split it into several."
        )

    def _type(self) -> bytes:
        """What the archive calls itself, if it is an OpenDocument file."""
        return self.open("mimetype").read(100) if "mimetype" in self else b""

    def _index(self) -> dict[str, ZipInfo]:
        """The members by name, which Office matches without case."""
        members: dict[str, ZipInfo] = {}
        for member in self._archive.infolist():
            name = member.filename.replace("\\", "/").lstrip("/").lower()
            if name in members:
                raise self.unsafe(f"two of its parts are called {member.filename}")
            if member.flag_bits & 1:
                raise self.unsafe(f"{member.filename} is encrypted within the zip archive")
            if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise self.damaged(f"{member.filename} is packed as no workbook is")
            members[name] = member
        return members


def _packed(content: bytes) -> bytes:
    """A document that is one piece of XML, as an archive in which it is the only part."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as archive:
        archive.writestr("mimetype", ODS)
        archive.writestr("content.xml", content)
    return packed.getvalue()


def _shown(what: str) -> str:
    """What a message quotes of a file, on one line and short, without codes for the terminal."""
    line = "".join(
        character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"
        for character in what[:_LONG]
    )
    return line if len(what) <= _LONG else line + "…"


class Stream:
    """A part being unpacked, its size watched."""

    def __init__(self, package: Package, unpacked: IO[bytes], member: ZipInfo) -> None:
        self._package = package
        self._unpacked = unpacked
        self._member = member
        self._size = 0
        self.piece = 0

    def read(self, size: int) -> bytes:
        """The next bytes; raises UnreadableFile when there have been too many."""
        name = self._member.filename
        try:
            data = self._unpacked.read(size)
        except _ZIP_FAULTS:
            raise self._package.damaged(f"{name} cannot be unpacked") from None
        self._size += len(data)
        self.piece += len(data)
        self._package.spend(len(data))
        if self._size > max(SMALL, MAX_RATIO * self._member.compress_size):
            raise self._package.unsafe(f"{name} unpacks to more than {MAX_RATIO} times its size")
        if self.piece > MAX_PIECE:
            raise self._package.unsafe(f"{name} is not made as the parts of a workbook are")
        return data
