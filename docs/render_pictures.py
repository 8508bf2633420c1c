"""Draw the pictures of the documentation from freshly built workbooks.

Needs LibreOffice (soffice) and poppler's pdftoppm.

    python docs/render_pictures.py
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from xlmetrics.build import build

PICTURES = Path(__file__).with_name("pictures")
RESOLUTION = "110"
WORKED_EXAMPLE = ["-x", "70", "-y", "75", "-W", "1150", "-H", "440"]


def main() -> None:
    """Build every template and draw its first page."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for workbook in build(out=Path(folder)):
            profile = f"-env:UserInstallation={Path(folder, 'profile').as_uri()}"
            convert = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", folder]
            subprocess.run([*convert, str(workbook)], check=True, stdout=subprocess.DEVNULL)
            draw = ["pdftoppm", "-png", "-singlefile", "-r", RESOLUTION, *WORKED_EXAMPLE]
            pdf, picture = workbook.with_suffix(".pdf"), PICTURES / workbook.stem
            subprocess.run([*draw, str(pdf), str(picture)], check=True)
            print(f"{picture}.png")


if __name__ == "__main__":
    main()
