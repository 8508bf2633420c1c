"""What a file is, told by its bytes, and how to make a workbook of one that is something else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection


class Foreign(NamedTuple):
    """What a file is, and how to turn it into a workbook."""

    what: str
    mend: str


SAVE_AS = "Open it in Excel or LibreOffice and save it as Excel Workbook (.xlsx)."
GIVE_A_WORKBOOK = "Give a workbook saved as .xlsx or .ods."

_LOCK_FILE = Foreign(
    "this is the lock file of a workbook that is open",
    "Give the name of the workbook itself, which stands beside it.",
)
_HEAD, _MARK = 4096, b"\xef\xbb\xbf"
_OLE = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = Foreign(
    "this workbook is encrypted",
    "Open it in Excel, take the password away (File, Info, Protect Workbook) and save it.",
)
PLAIN_TEXT = Foreign("this is plain text, such as a table saved as .csv", SAVE_AS)
EXCEL_97 = Foreign("this is a workbook of Excel 97-2003 (.xls)", SAVE_AS)
_ENCRYPTED_97 = re.compile(rb"\x09\x08\x10\x00.{16}\x2f\x00", re.DOTALL)
"""The record that begins a workbook, and right behind it the one that says how it is encrypted."""

_WEB_PAGE = Foreign("this is a web page", SAVE_AS)


def _beginning(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"\s*" + pattern, re.IGNORECASE | re.DOTALL)


_BEGINNINGS = (
    (_beginning(rb"%PDF-"), Foreign("this is a PDF document", "Give the workbook it came from.")),
    (
        _beginning(rb"version https://git-lfs"),
        Foreign("this is a Git LFS pointer, not the file itself", "Fetch it with `git lfs pull`."),
    ),
    (
        _beginning(rb"<\?xml.*urn:schemas-microsoft-com:office:spreadsheet"),
        Foreign("this is an XML spreadsheet of Excel 2003", SAVE_AS),
    ),
    (_beginning(rb"(?:<\?xml.*)?<(?:!doctype\s+html|html|head|body|table|meta)\b"), _WEB_PAGE),
)
ENCRYPTED_ODS = Foreign(
    "this workbook is encrypted",
    "Open it in LibreOffice and save it without a password (File, Save As).",
)
NO_SPREADSHEET = Foreign("this is an OpenDocument file, but no spreadsheet", "Give a workbook.")
_MEMBERS = (
    ("xl/workbook.bin", Foreign("this is a binary Excel workbook (.xlsb)", SAVE_AS)),
    ("word/document.xml", Foreign("this is a Word document", "Give a workbook.")),
    ("ppt/presentation.xml", Foreign("this is a PowerPoint presentation", "Give a workbook.")),
    (
        "index/document.iwa",
        Foreign("this is an Apple Numbers document", "Export it from Numbers to Excel (.xlsx)."),
    ),
)
ODS = b"application/vnd.oasis.opendocument.spreadsheet"
_MIMETYPES = (
    (ODS, Foreign("this is an OpenDocument spreadsheet (.ods)", SAVE_AS)),
    (
        b"application/vnd.sun.xml.calc",
        Foreign("this is a spreadsheet of OpenOffice 1 (.sxc)", SAVE_AS),
    ),
    (b"application/vnd.oasis.opendocument", NO_SPREADSHEET),
)
_FLAT = _beginning(rb"<\?xml.*<office:document\b")

STRICT = Foreign(
    "this workbook is in the Strict Open XML format",
    "Open it in Excel and save it as Excel Workbook (.xlsx), not as Strict Open XML.",
)


def is_flat_document(content: bytes) -> bool:
    """Whether a file is an OpenDocument file that is one piece of XML."""
    return _FLAT.match(content[:_HEAD].removeprefix(_MARK)) is not None


def is_open_document(members: Collection[str], mimetype: bytes) -> bool:
    """Whether a zip archive is an OpenDocument spreadsheet; its members in lower case."""
    return mimetype.startswith(ODS) or (not mimetype and "content.xml" in members)


def foreign_file(name: str, content: bytes) -> Foreign | None:
    """What a file is that is no zip archive; None for a zip archive."""
    if content.startswith(b"PK"):
        return None
    head = content[:_HEAD].removeprefix(_MARK)
    if name.startswith(("~$", ".~lock.")):
        found = _LOCK_FILE
    elif not content:
        found = Foreign("the file is empty", "Copy or download it again.")
    elif content.startswith(_OLE):
        found = _compound_file(content)
    else:
        found = next((f for start, f in _BEGINNINGS if start.match(head)), None) or _unknown(head)
    return found


def foreign_archive(members: Collection[str], mimetype: bytes) -> Foreign:
    """What a zip archive is that is not what its reader reads; its members in lower case."""
    for kind, foreign in _MIMETYPES:
        if mimetype.startswith(kind):
            return foreign
    for member, foreign in _MEMBERS:
        if member in members:
            return foreign
    return Foreign("this is a zip archive that holds no workbook", GIVE_A_WORKBOOK)


def _compound_file(content: bytes) -> Foreign:
    """Which of the formats that share the old Office container, by the names of its streams."""
    if "EncryptedPackage".encode("utf-16-le") in content or _ENCRYPTED_97.search(content):
        return _ENCRYPTED
    if any(stream.encode("utf-16-le") in content for stream in ("Workbook", "Book\0")):
        return EXCEL_97
    return Foreign("this is an old Office document, but no workbook", "Give a workbook.")


def _unknown(head: bytes) -> Foreign:
    is_utf16 = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    if is_utf16 or not re.search(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]", head):
        return PLAIN_TEXT
    return Foreign("this is no workbook", GIVE_A_WORKBOOK)
