"""What all tests share."""

import os

import pytest
from hypothesis import settings

from xlmetrics.engine.libreoffice import find_libreoffice

settings.register_profile("suite", deadline=None)  # a busy machine is no failure
settings.load_profile("suite")

REQUIRE_LIBREOFFICE = "XLMETRICS_REQUIRE_LIBREOFFICE"


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip, and say so, what needs LibreOffice where there is none; fail where there must be."""
    if item.get_closest_marker("libreoffice") and find_libreoffice() is None:
        if os.environ.get(REQUIRE_LIBREOFFICE):
            pytest.fail(f"LibreOffice is missing and {REQUIRE_LIBREOFFICE} is set")
        pytest.skip("LibreOffice (soffice) is not installed")
