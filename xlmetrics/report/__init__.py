"""What a check found, told: one form, one file."""
