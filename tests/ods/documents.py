"""OpenDocument files made by hand, so that each can be wrong in one place."""

from pathlib import Path

from tests.xlsx.packages import save

ODS = "application/vnd.oasis.opendocument.spreadsheet"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"
_NAMESPACES = " ".join(
    [
        *(
            f'xmlns:{name}="{OASIS}:{name}:1.0"'
            for name in ("office", "table", "text", "style", "meta", "manifest", "drawing", "chart")
        ),
        f'xmlns:number="{OASIS}:datastyle:1.0"',
        f'xmlns:of="{OASIS}:of:1.2"',
        'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"',
    ]
)
META = (
    f"<office:document-meta {_NAMESPACES}><office:meta><meta:generator>"
    "LibreOffice/24.2.1.2$Linux_X86_64 LibreOffice_project/abc</meta:generator>"
    "</office:meta></office:document-meta>"
)


def cell(content: str = "", **attributes: object) -> str:
    """A cell: ``type`` and ``value`` are of the office, the others of the table."""
    written = "".join(
        f' {"office" if name in OFFICE else "table"}:{name.replace("_", "-")}="{value}"'
        for name, value in attributes.items()
    )
    return f"<table:table-cell{written}>{content}</table:table-cell>"


OFFICE = {"value_type", "value", "string_value", "date_value", "time_value", "boolean_value"}


def number(value: object, **attributes: object) -> str:
    return cell(value_type="float", value=value, **attributes)


def text(shown: str, **attributes: object) -> str:
    return cell(f"<text:p>{shown}</text:p>", value_type="string", **attributes)


def row(*cells: str, times: int = 1) -> str:
    repeated = f' table:number-rows-repeated="{times}"' if times > 1 else ""
    return f"<table:table-row{repeated}>{''.join(cells)}</table:table-row>"


def table(*rows: str, name: str = "S", style: str = "ta1") -> str:
    return (
        f'<table:table table:name="{name}" table:style-name="{style}">{"".join(rows)}</table:table>'
    )


def spreadsheet(*tables: str, names: str = "") -> str:
    named = f"<table:named-expressions>{names}</table:named-expressions>" if names else ""
    return f"<office:spreadsheet>{''.join(tables)}{named}</office:spreadsheet>"


def content(body: str, styles: str = "", root: str = "document-content") -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<office:{root} {_NAMESPACES}>'
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body>{body}</office:body></office:{root}>"
    )


def styles(inside: str) -> str:
    return (
        f"<office:document-styles {_NAMESPACES}><office:styles>{inside}</office:styles>"
        "</office:document-styles>"
    )


def manifest(inside: str = "") -> str:
    return f"<manifest:manifest {_NAMESPACES}>{inside}</manifest:manifest>"


def members(*rows: str, names: str = "", own_styles: str = "") -> dict[str, str | bytes]:
    """The parts of a document of one sheet called ``S``."""
    return {
        "mimetype": ODS,
        "content.xml": content(spreadsheet(table(*rows), names=names), own_styles),
        "meta.xml": META,
        "META-INF/manifest.xml": manifest(),
    }


def document(path: Path, *rows: str, names: str = "", own_styles: str = "") -> Path:
    return save(path, members(*rows, names=names, own_styles=own_styles))
