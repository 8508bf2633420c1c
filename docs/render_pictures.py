"""Draw the pictures of the documentation from freshly built workbooks, and list them in a gallery.

Needs LibreOffice (soffice), poppler's pdftoppm and Pillow.

    python docs/render_pictures.py            # every workbook
    python docs/render_pictures.py mrr rag    # some
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageChops

from xlmetrics.build import build
from xlmetrics.template.model import Course
from xlmetrics.template.read import read_template, shipped_templates

PICTURES = Path(__file__).with_name("pictures")
RESOLUTION = "100"
MARGINS = (40, 70, 40, 72)
"""What of a page is not looked at, from the left, the top, the right and the bottom: its title
and its number."""
COLOURS = 48
BORDER = 12


def main(names: list[str]) -> None:
    """Build the templates, all if none is named, and draw the first page of each main sheet."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in names or shipped_templates():
            draw(name, Path(folder))
            print(PICTURES / f"{name}.png")


def draw(name: str, folder: Path) -> None:
    """Draw the first page of the main sheet of a template, which is the first but the contents."""
    template = read_template(shipped_templates()[name])
    [book] = build([name], folder)
    page = 2 if isinstance(template, Course) and len(template.topics) > 1 else 1
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    convert = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(folder)]
    subprocess.run([*convert, str(book)], check=True, stdout=subprocess.DEVNULL)
    pages = ["-f", str(page), "-l", str(page)]
    target = folder / name
    paint = ["pdftoppm", "-png", "-singlefile", "-r", RESOLUTION, *pages]
    subprocess.run([*paint, str(book.with_suffix(".pdf")), str(target)], check=True)
    with Image.open(target.with_suffix(".png")) as drawn:
        trimmed(drawn.convert("RGB")).save(PICTURES / f"{name}.png", optimize=True)


def trimmed(page: Image.Image) -> Image.Image:
    """The page without its margins, in few colours."""
    left, top, right, bottom = MARGINS
    inner = page.crop((left, top, page.width - right, page.height - bottom))
    white = Image.new("RGB", inner.size, "white")
    box = ImageChops.difference(inner, white).getbbox() or (0, 0, *inner.size)
    room = (box[0] - BORDER, box[1] - BORDER, box[2] + BORDER, box[3] + BORDER)
    found = Image.new("RGB", (room[2] - room[0], room[3] - room[1]), "white")
    found.paste(inner.crop(box), (BORDER, BORDER))
    return found.quantize(COLOURS, dither=Image.Dither.NONE)


if __name__ == "__main__":
    main(sys.argv[1:])
