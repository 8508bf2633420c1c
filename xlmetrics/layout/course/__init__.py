"""Sheets that explain themselves, a topic each, with a table of contents and notes."""
