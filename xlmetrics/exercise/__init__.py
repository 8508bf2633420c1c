"""Exercises: a sheet of a course with numbers of one's own, to be worked out by hand or formula."""
