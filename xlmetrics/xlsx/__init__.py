"""The .xlsx format: the only place that knows it, in both directions."""
