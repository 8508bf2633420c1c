"""Open the package of an untrusted workbook: say what a file is, and never unpack a bomb."""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from typing import TYPE_CHECKING, Self

from xlmetrics.errors import UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

MAX_PARTS = 10_000
MAX_UNPACKED = 512 * 2**20
MAX_RATIO = 100
SMALL_PART = 4 * 2**20
"""Parts up to this size may be packed as tightly as they like."""

_SNIFFED = 4 * 2**20
_APPLICATION = (b"Application", b"AppVersion")
_OLE = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_SAVE_AS = "Open it in a spreadsheet program and save it as .xlsx."
_AGAIN = "Open it in a spreadsheet program and save it again, or fetch it once more."
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, struct.error, NotImplementedError, OSError)


class Package:
    """The parts of an .xlsx file, by name, each read within bounds."""

    def __init__(self, path: Path) -> None:
        """Raises UnreadableFile if the file is no .xlsx, or is not safe to unpack."""
        self.path = path
        head = _head(path)
        if not head.startswith(b"PK"):
            raise UnreadableFile(path, *_what_it_is(head))
        try:
            self._zip = zipfile.ZipFile(path)
        except _DAMAGE as error:
            raise UnreadableFile(path, f"is a damaged zip archive: {error}", _AGAIN) from None
        parts = self._zip.infolist()
        self.names = {part.filename.lstrip("/"): part for part in parts}
        complaint = _bounds(parts) or _kind(self.names, self.read)
        if complaint:
            self.close()
            raise UnreadableFile(path, *complaint)

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def read(self, name: str) -> bytes:
        """The content of a part.

        Raises:
            UnreadableFile: there is no such part, or it is damaged.
        """
        if name not in self.names:
            raise UnreadableFile(self.path, f"lacks its part {name}", _AGAIN)
        try:
            return self._zip.read(self.names[name])
        except (*_DAMAGE, RuntimeError, MemoryError) as error:
            raise UnreadableFile(self.path, f"is damaged in {name}: {error}", _AGAIN) from None

    def close(self) -> None:
        """Close the file."""
        self._zip.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _head(path: Path) -> bytes:
    """The first bytes of a file, for telling what it is."""
    if path.name.startswith("~$"):
        raise UnreadableFile(
            path,
            "is the lock file that Excel leaves beside an open workbook",
            f"Check {path.name[2:]} instead.",
        )
    try:
        with path.open("rb") as stream:
            head = stream.read(8)
            return head + stream.read(_SNIFFED) if not head.startswith(b"PK") else head
    except FileNotFoundError:
        raise UnreadableFile(path, "there is no such file", "Check the name.") from None
    except IsADirectoryError:
        raise UnreadableFile(path, "is a folder", "Name a workbook in it.") from None
    except OSError as error:
        raise UnreadableFile(
            path, f"cannot be read: {error.strerror}", "Check its permissions."
        ) from None


_STARTS: tuple[tuple[tuple[bytes, ...], str, str], ...] = (
    (
        (b"version https://git-lfs",),
        "is a pointer of Git LFS, not the workbook itself",
        "Run `git lfs pull`.",
    ),
    ((b"%pdf",), "is a PDF document", "Ask for the workbook that it was made from."),
    (
        (b"<!doctype html", b"<html", b"<table"),
        "is a web page (HTML) with another ending",
        _SAVE_AS,
    ),
    ((b"<",), "is an XML document, not an .xlsx workbook", _SAVE_AS),
)


def _what_it_is(head: bytes) -> tuple[str, str]:
    """What a file that is no zip archive is, and what to do with it."""
    if not head:
        return "is empty", "Fetch or save it once more."
    if head.startswith(_OLE):
        if _ENCRYPTED in head:
            return "is protected with a password", "Open it, take the password away and save it."
        return "is a workbook of Excel 97 to 2003 (.xls)", _SAVE_AS
    start = head[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    for prefixes, what, mend in _STARTS:
        if start.startswith(prefixes):
            return what, mend
    if b"\0" in head:
        return "is no workbook", "Name an .xlsx workbook."
    return "is text (such as CSV), not a workbook", _SAVE_AS


def _bounds(parts: list[zipfile.ZipInfo]) -> tuple[str, str] | None:
    """Why an archive is not safe to unpack; a part never unpacks to more than it declares."""
    doubt = "Do not open it unless you trust who made it."
    if len(parts) > MAX_PARTS:
        return f"holds {len(parts):,} parts; {MAX_PARTS:,} is the most that is read", doubt
    unpacked = sum(part.file_size for part in parts)
    if unpacked > MAX_UNPACKED:
        return f"unpacks to {unpacked / 2**20:,.0f} MiB; 512 is the most that is read", doubt
    for part in parts:
        if part.file_size > SMALL_PART and part.file_size > MAX_RATIO * part.compress_size:
            return f"is packed so tightly in {part.filename} that it looks like a bomb", doubt
        if part.flag_bits & 1:
            return "is an encrypted zip archive", "Unpack it and name the workbook in it."
    if len({part.filename.lower() for part in parts}) < len(parts):
        return "holds two parts of the same name", _AGAIN
    return None


def _kind(
    names: Mapping[str, zipfile.ZipInfo], read: Callable[[str], bytes]
) -> tuple[str, str] | None:
    """What an archive is that is no .xlsx workbook."""
    if "mimetype" in names and b"opendocument" in read("mimetype"):
        return "is an OpenDocument file (.ods)", _SAVE_AS
    if any(name.endswith("workbook.bin") for name in names):
        return "is a binary workbook (.xlsb)", _SAVE_AS
    if any(name.startswith(("word/", "ppt/")) for name in names):
        return "is a document of Word or PowerPoint", "Name an .xlsx workbook."
    if "[Content_Types].xml" not in names:
        return "is a zip archive, not a workbook", "Unpack it and name the workbook in it."
    return None


def saved_by(path: Path) -> str:
    """The program that saved a workbook, by its own word; empty where the file does not say."""
    try:
        with Package(path) as package:
            return application(package)
    except UnreadableFile:
        return ""


def application(package: Package) -> str:
    """The program and version in the properties of a package."""
    name = "docProps/app.xml"
    if name not in package:
        return ""
    content = package.read(name)
    found = (re.search(rb"<%s>([^<]{1,100})</%s>" % (tag, tag), content) for tag in _APPLICATION)
    return " ".join(match[1].decode("utf-8", "replace") for match in found if match)
