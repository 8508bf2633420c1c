"""Workbook files made by hand, part by part, so that each can be wrong in one place."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"
STYLES = "xl/styles.xml"
WORKBOOK = "xl/workbook.xml"
RELATIONS = "xl/_rels/workbook.xml.rels"

Parts = dict[str, str | bytes]


def parts(
    rows: str = "", *, strings: str | None = None, styles: str | None = None, names: str = ""
) -> Parts:
    """The parts of a workbook of one sheet called ``S``."""
    made: Parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"/>',
        "_rels/.rels": relations(officeDocument=WORKBOOK),
        WORKBOOK: workbook('<sheet name="S" sheetId="1" r:id="worksheet"/>', names),
        RELATIONS: relations(
            worksheet="worksheets/sheet1.xml",
            sharedStrings="sharedStrings.xml",
            styles="styles.xml",
        ),
        SHEET: sheet(rows),
    }
    if strings is not None:
        made[STRINGS] = f'<sst xmlns="{MAIN}">{strings}</sst>'
    if styles is not None:
        made[STYLES] = f'<styleSheet xmlns="{MAIN}">{styles}</styleSheet>'
    return made


def sheet(rows: str) -> str:
    return f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'


def workbook(sheets: str, names: str = "") -> str:
    names = f"<definedNames>{names}</definedNames>" if names else ""
    return (
        f'<workbook xmlns="{MAIN}" xmlns:r="{RELATED}"><sheets>{sheets}</sheets>{names}</workbook>'
    )


def relations(mode: str = "Internal", **targets: str) -> str:
    """Relations whose ids are their kinds; ``worksheet_2`` is another worksheet."""
    listed = "".join(
        f'<Relationship Id="{name}" Type="{RELATED}/{name.partition("_")[0]}" Target="{target}"'
        f' TargetMode="{mode}"/>'
        for name, target in targets.items()
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{listed}</Relationships>'


def save(
    path: Path, members: Mapping[str, str | bytes], packing: int = zipfile.ZIP_DEFLATED
) -> Path:
    """A zip archive of these members."""
    with zipfile.ZipFile(path, "w", packing) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path
