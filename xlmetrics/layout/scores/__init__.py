"""The workbook of scores: live measures over grades and lists, and the systems compared by them."""
