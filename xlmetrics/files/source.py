"""A file as its bytes and, where it is text, as its text: encodings are found out, never guessed.

A file of more than ``MAX_BYTES``, packed or unpacked, is refused before it is read.
"""

from __future__ import annotations

import codecs
import json
import re
import zlib
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from xlmetrics.errors import UnreadableFile, XlmetricsError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MAX_BYTES = 2_000_000_000
MAX_JSON = 200_000_000
"""JSON takes some ten times its size once it is read."""

HEAD = 65_536
"""So many bytes are looked at to say which format it is."""

MAX_LINE = 1 << 20
_STEP = 1 << 20
_GZIP = b"\x1f\x8b"
_UNPACKED = "unpacked with gzip"
_NOT_TEXT = {
    b"PK\x03\x04": ("is a zip archive or a workbook", "Save the sheet as CSV."),
    b"%PDF": ("is a PDF", "Export the table as CSV."),
    b"\xd0\xcf\x11\xe0": ("is an old workbook (.xls)", "Save the sheet as CSV."),
    b"(\xb5/\xfd": ("is packed with zstd", "Unpack it first."),
    b"BZh": ("is packed with bzip2", "Unpack it first."),
    b"\xfd7zXZ": ("is packed with xz", "Unpack it first."),
}
_BOMS = (  # UTF-32 first: its mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MULTIBYTE = re.compile(rb"[\xc3-\xf4][\x80-\xbf]+")


class Source:
    """A file to read: its path, for complaints, its bytes, unpacked, and its text.

    The bytes can be let go of, and are read again where they are asked for.
    """

    def __init__(self, path: Path | str, load: Callable[[], tuple[bytes, bool]]) -> None:
        self.path = path
        self._load = load
        self._remarks: list[str] = []

    @cached_property
    def data(self) -> bytes:
        """The bytes, unpacked.

        Raises:
            UnreadableFile: there are none or too many, or they are damaged.
        """
        data, packed = self._load()
        if packed and _UNPACKED not in self._remarks:
            self._remarks.append(_UNPACKED)
        return data

    def let_go(self) -> None:
        """Free the memory of a large file."""
        for kept in ("data", "text"):
            self.__dict__.pop(kept, None)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was done to make text of the bytes."""
        return tuple(self._remarks)

    @property
    def name(self) -> str:
        """The file's name without its folder and its endings, by which a run is called."""
        return re.split(r"[/\\]", str(self.path))[-1].split(".")[0] or "run"

    @cached_property
    def text(self) -> str:
        """The whole text.

        Raises:
            UnreadableFile: it is no text, or holds two encodings.
        """
        for magic, (what, mend) in _NOT_TEXT.items():
            if self.data.startswith(magic):
                raise UnreadableFile(self.path, what, mend)
        for bom, encoding in _BOMS:
            if self.data.startswith(bom):
                return self._decode(self.data[len(bom) :], encoding)
        if b"\x00" in self.data[:HEAD]:
            return self._decode(self.data, self._unmarked_utf16())
        try:
            return self.data.decode()
        except UnicodeDecodeError as error:
            return self._western(error)

    @property
    def utf8(self) -> bytes:
        """The text, encoded in UTF-8 without a mark; the file's own bytes where they are that."""
        marked = self.data.startswith(tuple(bom for bom, _ in _BOMS))
        if not marked and self.data.isascii() and b"\x00" not in self.data[:HEAD]:
            return self.data
        return self.text.encode()

    @cached_property
    def head(self) -> list[str]:
        """The first lines that are not blank, to know a format by; none where it is no text."""
        start = self.data[:HEAD]
        if len(self.data) > HEAD:  # cut between two lines, not within a character
            end = start.rfind(b"\n") + 1 or self.data.find(b"\n", HEAD, MAX_LINE) + 1
            start = self.data[:end] or start
            if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                start = start[: len(start) // 2 * 2]
        try:
            text = Source(self.path, lambda: (start, False)).text
        except UnreadableFile:
            return []
        return [line for line in text.splitlines() if line.strip()][:50]

    @cached_property
    def json(self) -> Any:
        """The JSON value.

        Raises:
            UnreadableFile: it is no JSON, or is too large or too deep.
        """
        if len(self.data) > MAX_JSON:
            raise UnreadableFile(
                self.path, f"is JSON of more than {MAX_JSON:,} bytes", "Split it into several."
            )
        try:
            return json.loads(self.text, object_pairs_hook=self._object)
        except json.JSONDecodeError as error:
            raise UnreadableFile(
                f"{self.path}, line {error.lineno}", f"is no JSON: {error.msg}", "Mend it there."
            ) from None
        except (RecursionError, ValueError) as error:
            what = "is nested too deeply" if isinstance(error, RecursionError) else str(error)
            raise UnreadableFile(self.path, what, "Export it again.") from None

    @cached_property
    def is_json(self) -> bool:
        """Whether it begins as a JSON object or array does, and is one value."""
        if not self.head or self.head[0].lstrip()[:1] not in ("{", "["):
            return False
        try:
            return isinstance(self.json, dict | list)
        except XlmetricsError:
            return False

    def line(self, number: int) -> str:
        """How a line is called in a complaint."""
        return f"{self.path}, line {number}"

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        known = dict(pairs)
        if len(known) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise UnreadableFile(self.path, f"has {twice!r} twice in one object", "Keep one.")
        return known

    def _decode(self, data: bytes, encoding: str) -> str:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise UnreadableFile(
                self.line(line), f"is not {encoding.upper()} throughout", "Save it as UTF-8."
            ) from None
        if encoding != "utf-8":
            self._remarks.append(f"read as {encoding.upper()}")
        return text

    def _unmarked_utf16(self) -> str:
        head = self.data[: HEAD // 2 * 2]
        for encoding, zeros in (("utf-16-le", head[1::2]), ("utf-16-be", head[::2])):
            if zeros.count(0) > len(zeros) / 2 and head.count(0) - zeros.count(0) == 0:
                return encoding
        raise UnreadableFile(self.path, "holds zero bytes and is no text", "Save it as UTF-8.")

    def _western(self, error: UnicodeDecodeError) -> str:
        """The text in the encoding of Western Windows, unless parts of it are UTF-8."""
        line = self.line(self.data.count(b"\n", 0, error.start) + 1)
        valid = self.data.decode("utf-8", "ignore")
        if any(len(match[0]) > 1 and _is_utf8(match[0]) for match in self._multibyte()):
            raise UnreadableFile(
                line, "is not UTF-8, as other lines are", "Save the whole file as UTF-8."
            )
        try:
            text = self.data.decode("cp1252")
        except UnicodeDecodeError:
            raise UnreadableFile(
                line, "is in an encoding that is not known", "Save it as UTF-8."
            ) from None
        if any(ord(character) < 9 for character in valid[:HEAD]):
            raise UnreadableFile(self.path, "is no text", "Save it as CSV.")
        self._remarks.append("read as Windows-1252, since it is not UTF-8; check its accents")
        return text

    def _multibyte(self) -> list[re.Match[bytes]]:
        return [*_MULTIBYTE.finditer(self.data)][:10_000]


def _is_utf8(piece: bytes) -> bool:
    try:
        piece.decode()
    except UnicodeDecodeError:
        return False
    return True


def open_source(path: Path) -> Source:
    """A file, unpacked where it is packed with gzip.

    Raises:
        UnreadableFile: it is empty, too large, or damaged, or not there.
        OSError: it cannot be opened.
    """
    source = Source(path, lambda: _read(path))
    if not source.data or (source.data[:_STEP].isspace() and not source.data.strip()):
        raise UnreadableFile(path, "is empty", "Export it again.")
    return source


def _read(path: Path) -> tuple[bytes, bool]:
    """The bytes, and whether they were packed."""
    if not path.exists():
        raise UnreadableFile(path, "there is no such file", "Check the spelling and the folder.")
    if path.is_dir():
        raise UnreadableFile(path, "this is a folder", "Give the name of a file in it.")
    if path.stat().st_size > MAX_BYTES:
        raise _too_large(path)
    data = path.read_bytes()
    packed = data.startswith(_GZIP)
    return _unpack(path, data) if packed else data, packed


def _unpack(path: Path, data: bytes) -> bytes:
    """The content of a gzip file, which may have several members, within the limit."""
    pieces: list[bytes] = []
    size = 0
    try:
        while data:
            unpacker = zlib.decompressobj(wbits=31)
            while not unpacker.eof and (piece := unpacker.decompress(data, _STEP)):
                data = unpacker.unconsumed_tail
                size += len(piece)
                pieces.append(piece)
                if size > MAX_BYTES:
                    raise _too_large(path)
            if not unpacker.eof:
                return _damaged(path)
            data = unpacker.unused_data.lstrip(b"\x00")
    except zlib.error:
        return _damaged(path)
    return b"".join(pieces)


def _damaged(path: Path) -> NoReturn:
    raise UnreadableFile(path, "is a damaged gzip file", "Pack it again.")


def _too_large(path: Path) -> UnreadableFile:
    return UnreadableFile(path, f"is larger than {MAX_BYTES:,} bytes", "Split it into several.")
