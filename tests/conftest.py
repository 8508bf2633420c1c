"""What all tests share."""

import os

import pytest
from hypothesis import settings

from tests.report.browser import find_chromium
from xlmetrics import audit
from xlmetrics.engine.libreoffice import find_libreoffice

settings.register_profile("suite", deadline=None)  # a busy machine is no failure
settings.load_profile("suite")

NEEDED = {
    "libreoffice": ("LibreOffice (soffice)", find_libreoffice, "XLMETRICS_REQUIRE_LIBREOFFICE"),
    "chromium": ("Chromium", find_chromium, "XLMETRICS_REQUIRE_CHROMIUM"),
}

TRIALS = 12
"""A check tries the formulas on so many other inputs here, to keep the suite short."""


@pytest.fixture(autouse=True, scope="session")
def fewer_trials() -> None:
    """Let checks in this process try fewer other inputs."""
    audit.TRIALS = TRIALS


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip, and say so, what needs a program that is not there; fail where it must be."""
    for marker, (name, find, required) in NEEDED.items():
        if item.get_closest_marker(marker) and find() is None:
            if os.environ.get(required):
                pytest.fail(f"{name} is missing and {required} is set")
            pytest.skip(f"{name} is not installed")
