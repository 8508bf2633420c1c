"""Spreadsheets that measure rankings, live and proven right."""
