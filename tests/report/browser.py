"""Chromium without a window: what it makes of a page, and what it says of it."""

import json
import re
import shutil
import subprocess
import tempfile
from html import escape, unescape
from pathlib import Path
from typing import Any

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
DARK = "--blink-settings=preferredColorScheme=0"

FRAME = """<!doctype html><meta charset="utf-8"><body>
<iframe width="{width}" height="900" style="border:0" srcdoc="{page}"></iframe>
<output></output>
<script>
onload = () => {{
  const page = document.querySelector("iframe").contentDocument, view = page.defaultView;
  const rgb = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = (text) => {{
    const [r, g, b] = rgb(text).slice(0, 3).map((each) => {{
      const part = each / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }});
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }};
  const ground = (element) => {{
    for (let each = element; each; each = each.parentElement) {{
      const colour = view.getComputedStyle(each).backgroundColor;
      if (rgb(colour)[3] !== 0) return colour;
    }}
    return "rgb(255, 255, 255)";
  }};
  const spoken = [...page.body.querySelectorAll("*")].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  const contrasts = spoken.map((element) => {{
    const of = [light(view.getComputedStyle(element).color), light(ground(element))];
    return (Math.max(...of) + 0.05) / (Math.min(...of) + 0.05);
  }});
  const measured = {{
    width: view.innerWidth,
    scrolls: page.documentElement.scrollWidth,
    ground: ground(page.body),
    contrast: Math.min(...contrasts),
    scripts: page.scripts.length,
    text: page.body.innerText,
    stops: [...page.querySelectorAll("a[href], [tabindex]")].map((each) => each.outerHTML),
  }};
  document.querySelector("output").textContent = JSON.stringify(measured);
}};
</script>"""


def find_chromium() -> str | None:
    """The program; None where it is not installed."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def run(page: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Open a page and do what the options say, with a profile of its own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [find_chromium() or "chromium", "--headless", "--no-sandbox", "--disable-gpu"]
        command += ["--disable-dev-shm-usage", f"--user-data-dir={profile}", "--no-first-run"]
        command += ["--enable-logging=stderr", "--virtual-time-budget=3000", *options]
        return subprocess.run(
            [*command, page.as_uri()], capture_output=True, text=True, check=True, timeout=120
        )


def measured(html: str, folder: Path, width: int, *options: str) -> dict[str, Any]:
    """What a browser makes of a page so many pixels wide; the page itself stays as it is."""
    frame = folder / f"frame-{width}.html"
    frame.write_text(FRAME.format(width=width, page=escape(html)), "utf-8")
    dom = run(frame, "--dump-dom", "--window-size=1600,1000", *options).stdout
    found = re.search(r"<output>(.+?)</output>", dom, re.DOTALL)
    assert found, dom[-2000:]
    return json.loads(unescape(found[1]))


def complaints(page: Path) -> list[str]:
    """What the browser says on its console when it opens a page."""
    said = run(page, "--dump-dom").stderr
    return [line for line in said.splitlines() if "CONSOLE" in line]
