"""Templates: what a teaching workbook holds, as data."""
